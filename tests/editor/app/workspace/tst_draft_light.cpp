#include "editor/app/workspace/draft_light.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/editor/app/workspace/workspace_fixture.h"
#include "tests/program/registry.h"

#include <QSignalSpy>

namespace tst_draft_light
{
using namespace mapwright::test;

/// A level whose light is out of date is lit for the views, and for them alone.
class TestDraftLight : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEditBringsADraft();
    void aDraftIsNoStepAndNoEdit();
    void rightLightNeedsNone();
    void lightThatIsMissingIsDrafted();
    void nothingIsBakedWhileNobodyLooks();
    void withoutALampThereIsNothingToDraft();
    void bigLevelsWaitForABake();
    void aMillionTexelsAreTooMany();
    void aLampThatMovesShinesLive();
    void aNameIsNoLight();
    void aMaterialMayBeLight();
    void bigLevelsFollowOnceTheyWereBaked();
    void rightLightIsKeptWithoutABake();
    void otherRaysAreABakeOfTheirOwn();
    void whatIsShownNoMoreIsNotRight();
    void aLiveLampLeavesTheRightLight();
    void lightFollowsOnlyIfAskedTo();
    void anotherSceneBeginsWithoutOne();
};

namespace
{
/// A floor and a lamp over it, with somebody who looks.
struct DraftFixture : WorkspaceFixture
{
    DraftFixture()
    {
        addBox(0);
        addLamp({0.5, 3, 0.5});
        draft.setWanted(true);
    }

    /// Whether what is running or waiting brings a draft of another hash.
    bool comesAfter(ContentHash before = 0)
    {
        return QTest::qWaitFor([&] { return draft.lightmap() && draft.lightmap()->hash != before; },
                               30'000);
    }

    [[nodiscard]] EntityId lamp()
    {
        EntityId found;
        workspace.document().world().forEach<Light>(
            [&](EntityId entity, const Light&) { found = entity; });
        return found;
    }

    DraftLight draft{workspace};
};
} // namespace

void TestDraftLight::anEditBringsADraft()
{
    DraftFixture fixture;
    QVERIFY(fixture.comesAfter());
    QVERIFY(!fixture.draft.lightmap()->charts.empty());
    const auto before = fixture.draft.lightmap()->hash;
    fixture.addBox(4);
    QVERIFY(fixture.draft.lightmap()); // the old one meanwhile
    QVERIFY(QTest::qWaitFor(
        [&] {
            const auto& charts = fixture.draft.lightmap()->charts;
            return fixture.draft.lightmap()->hash != before &&
                   charts.contains({fixture.workspace.document().world().children({}).back(), 2});
        },
        30'000));
}

void TestDraftLight::aDraftIsNoStepAndNoEdit()
{
    DraftFixture fixture;
    auto& document = fixture.workspace.document();
    const auto steps = document.history().position();
    QVERIFY(fixture.comesAfter());
    QCOMPARE(document.history().position(), steps);
    const auto* light = document.world().get<LightmapRef>(SceneEntity);
    QVERIFY(light == nullptr || light->hash.empty());
    QVERIFY(!fixture.workspace.lighting().staleFaces().empty()); // it is still out of date
}

void TestDraftLight::rightLightNeedsNone()
{
    DraftFixture fixture;
    QVERIFY(fixture.comesAfter());
    fixture.bakeAndSave();
    QVERIFY(QTest::qWaitFor([&] { return !fixture.draft.lightmap(); }, 30'000));
    fixture.addBox(4);
    QVERIFY(fixture.comesAfter());
    fixture.workspace.document().undo();
    QVERIFY(QTest::qWaitFor([&] { return !fixture.draft.lightmap(); }, 30'000));
}

/// As of a project that came without its files of light.
void TestDraftLight::lightThatIsMissingIsDrafted()
{
    DraftFixture fixture;
    fixture.bakeAndSave();
    fs::remove(fixture.light());
    Workspace other{*openProject(fixture.root / "project"), {}};
    VERIFY_OK(other.openScene(fixture.scene));
    DraftLight draft{other};
    draft.setWanted(true);
    QVERIFY(QTest::qWaitFor([&] { return draft.lightmap() != nullptr; }, 30'000));
    other.bake(quickBake(), [](const auto& stats) { VERIFY_OK(stats); });
    other.jobs().finishAll();
    draft.setWanted(true); // as the window says again and again
    QVERIFY(!draft.lightmap());
}

void TestDraftLight::nothingIsBakedWhileNobodyLooks()
{
    DraftFixture fixture;
    fixture.draft.setWanted(false);
    const QSignalSpy changed{&fixture.draft, &DraftLight::changed};
    QTRY_VERIFY(fixture.draft.isIdle());
    QCOMPARE(changed.count(), 0);
    fixture.draft.setWanted(true);
    QVERIFY(fixture.comesAfter());
}

void TestDraftLight::withoutALampThereIsNothingToDraft()
{
    WorkspaceFixture fixture;
    DraftLight draft{fixture.workspace};
    draft.setWanted(true);
    const QSignalSpy changed{&draft, &DraftLight::changed};
    fixture.addBox(0);
    QTRY_VERIFY(draft.isIdle());
    QCOMPARE(changed.count(), 0);
}

void TestDraftLight::bigLevelsWaitForABake()
{
    DraftFixture fixture;
    QVERIFY(fixture.comesAfter());
    VERIFY_OK(fixture.workspace.document().run("Many", [](Transaction& edit) -> Result<void> {
        for (int i = 0; i < 500; ++i)
            if (const auto made = createBox(edit, Aabb{{i * 2.0, 5, 0}, {i * 2.0 + 1, 6, 1}});
                !made)
                return made.error();
        return {};
    }));
    QTRY_VERIFY(!fixture.draft.lightmap()); // an old draft would hide the scene's own light
}

/// Two boxes of a stranger's project could ask for gigabytes.
void TestDraftLight::aMillionTexelsAreTooMany()
{
    DraftFixture fixture;
    QVERIFY(fixture.comesAfter());
    VERIFY_OK(fixture.workspace.document().run("Ground", [](Transaction& edit) -> Result<void> {
        SceneSettings settings;
        settings.luxelsPerMetre = 64;
        edit.set(SceneEntity, settings);
        const auto made = createBox(edit, Aabb{{-100, -2, -100}, {100, -1, 100}});
        return made ? Result<void>{} : Result<void>{made.error()};
    }));
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.draft.lightmap(), 30'000);
}

void TestDraftLight::aLampThatMovesShinesLive()
{
    DraftFixture fixture;
    QVERIFY(fixture.comesAfter());
    const auto lamp = fixture.lamp();
    const auto move = [&](double x) {
        VERIFY_OK(fixture.workspace.document().run("Move", [&](Transaction& edit) -> Result<void> {
            edit.set(lamp, TransformComponent{.position = {x, 3, 0}});
            return {};
        }));
    };
    move(1);
    QVERIFY(!fixture.draft.lightmap()); // nothing was ever baked: all lamps are live
    QVERIFY(fixture.comesAfter());
    fixture.bakeAndSave();
    move(2);
    QVERIFY(fixture.comesAfter());
    const auto before = fixture.draft.lightmap();
    move(3);
    QCOMPARE(fixture.draft.lightmap(), before); // a scene that was baked has no live light instead
}

void TestDraftLight::aNameIsNoLight()
{
    DraftFixture fixture;
    QVERIFY(fixture.comesAfter());
    QTRY_VERIFY_WITH_TIMEOUT(fixture.draft.isIdle(), 30'000); // preview quality may follow
    const QSignalSpy changed{&fixture.draft, &DraftLight::changed};
    VERIFY_OK(fixture.workspace.document().run("Rename", [&](Transaction& edit) -> Result<void> {
        auto node = *edit.world().get<Node>(fixture.lamp());
        node.name = "Sun";
        edit.set(fixture.lamp(), node);
        return {};
    }));
    QTRY_VERIFY(fixture.draft.isIdle());
    QCOMPARE(changed.count(), 0);
}

/// It may have begun to glow.
void TestDraftLight::aMaterialMayBeLight()
{
    DraftFixture fixture;
    QVERIFY(fixture.comesAfter());
    QTRY_VERIFY_WITH_TIMEOUT(fixture.draft.isIdle(), 30'000);
    const auto told = [&](AssetKind kind) {
        AssetEntry entry;
        entry.kind = kind;
        fixture.workspace.assets().changed({entry});
    };
    told(AssetKind::Sound);
    QVERIFY(fixture.draft.isIdle());
    told(AssetKind::Material);
    QVERIFY(!fixture.draft.isIdle());
}

namespace
{
/// The fixture's floor among so many boxes that it is no small level, baked.
struct BigFixture : DraftFixture
{
    BigFixture()
    {
        auto& document = workspace.document();
        VERIFY_OK(document.run("Many", [](Transaction& edit) -> Result<void> {
            SceneSettings settings;
            settings.luxelsPerMetre = 1;
            settings.lightSamples = 8;
            edit.set(SceneEntity, settings);
            for (int i = 0; i < 500; ++i)
                if (const auto made = createBox(edit, Aabb{{i * 2.0, 5, 0}, {i * 2.0 + 1, 6, 1}});
                    !made)
                    return made.error();
            return {};
        }));
        workspace.bake({}, [](const auto& stats) { VERIFY_OK(stats); });
        workspace.jobs().finishAll();
    }

    void moveLamp()
    {
        VERIFY_OK(workspace.document().run("Move", [&](Transaction& edit) -> Result<void> {
            edit.set(lamp(), TransformComponent{.position = {1, 3, 0}});
            return {};
        }));
    }

    bool isRight()
    {
        return QTest::qWaitFor([&] { return workspace.followedLight() != nullptr; }, 60'000);
    }
};
} // namespace

void TestDraftLight::bigLevelsFollowOnceTheyWereBaked()
{
    BigFixture fixture;
    auto& document = fixture.workspace.document();
    const auto steps = document.history().position();
    fixture.moveLamp();
    QVERIFY(fixture.comesAfter());
    QVERIFY(fixture.isRight());
    const auto& followed = *fixture.workspace.followedLight();
    QCOMPARE(fixture.draft.lightmap(), followed.result.lightmap);
    QVERIFY(followed.result.stats.kept > 1000);
    QCOMPARE(document.history().position(), steps + 1); // the lamp alone
    document.undo();
    QVERIFY(fixture.workspace.followedLight() == nullptr);
    QVERIFY(QTest::qWaitFor([&] { return !fixture.draft.lightmap(); }, 30'000));
}

void TestDraftLight::rightLightIsKeptWithoutABake()
{
    BigFixture fixture;
    fixture.moveLamp();
    QVERIFY(fixture.isRight());
    const auto hash = fixture.draft.lightmap()->hash;
    bool isDone = false;
    QVERIFY(fixture.workspace.bake(
        {},
        [&](const auto& stats) {
            VERIFY_OK(stats);
            isDone = true;
        },
        Workspace::BakeScope::StaleAsBefore));
    fixture.workspace.jobs().finishAll();
    QVERIFY(isDone);
    QVERIFY(fixture.workspace.lighting().staleFaces().empty());
    QVERIFY(fixture.workspace.followedLight() == nullptr); // it is the scene's own by now
    const auto* light = fixture.workspace.document().world().get<LightmapRef>(SceneEntity);
    QCOMPARE(light->hash, hashToText(hash));
    fixture.draft.setWanted(true);
    QVERIFY(!fixture.draft.lightmap());
}

void TestDraftLight::otherRaysAreABakeOfTheirOwn()
{
    BigFixture fixture;
    fixture.moveLamp();
    QVERIFY(fixture.isRight());
    const auto hash = fixture.draft.lightmap()->hash;
    // Of faces that all have the fewest luxels the quality is found as that of the scene.
    QVERIFY(fixture.workspace.followedLight()->quality == BakeQuality::Final);
    QCOMPARE(fixture.workspace.followedLight()->samples, 8);
    fixture.workspace.bake(
        {.samples = 64}, [](const auto& stats) { VERIFY_OK(stats); }, Workspace::BakeScope::Stale);
    fixture.workspace.jobs().finishAll();
    const auto* light = fixture.workspace.document().world().get<LightmapRef>(SceneEntity);
    QVERIFY(light->hash != hashToText(hash));
}

void TestDraftLight::whatIsShownNoMoreIsNotRight()
{
    BigFixture fixture;
    fixture.moveLamp();
    QVERIFY(fixture.isRight());
    fixture.workspace.setFollowsLight(false);
    QTRY_VERIFY(!fixture.draft.lightmap());
    QVERIFY(fixture.workspace.followedLight() == nullptr);
}

void TestDraftLight::aLiveLampLeavesTheRightLight()
{
    BigFixture fixture;
    const auto lamp = fixture.lamp();
    auto light = *fixture.workspace.document().world().get<Light>(lamp);
    const auto set = [&] {
        VERIFY_OK(fixture.workspace.document().run("Light", [&](Transaction& edit) -> Result<void> {
            edit.set(lamp, light);
            return {};
        }));
    };
    light.baked = false;
    set();
    QVERIFY(fixture.isRight());
    const QSignalSpy changed{&fixture.draft, &DraftLight::changed};
    light.cone = 30;
    set();
    fixture.moveLamp();
    QVERIFY(fixture.draft.isIdle()); // nor is anything about to be baked
    QVERIFY(fixture.workspace.followedLight() != nullptr);
    QCOMPARE(changed.count(), 0);
}

void TestDraftLight::lightFollowsOnlyIfAskedTo()
{
    DraftFixture fixture;
    QVERIFY(fixture.comesAfter());
    fixture.workspace.setFollowsLight(false);
    QTRY_VERIFY(!fixture.draft.lightmap());
    fixture.addBox(4);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.draft.isIdle(), 30'000);
    QVERIFY(!fixture.draft.lightmap());
    fixture.workspace.setFollowsLight(true);
    QVERIFY(fixture.comesAfter());
}

void TestDraftLight::anotherSceneBeginsWithoutOne()
{
    DraftFixture fixture;
    QVERIFY(fixture.comesAfter());
    fixture.workspace.newScene();
    QVERIFY(!fixture.draft.lightmap());
}

GUI_TEST(TestDraftLight)
} // namespace tst_draft_light

#include "tst_draft_light.moc"
