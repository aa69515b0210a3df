#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/live_navmesh.h"
#include "tests/support/fixtures/model_source.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/system/little_memory.h"

#include <QTest>

namespace tst_navmesh_failures
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr TileCoord Fine{1, 0}; ///< the tile with the model

/// A wide floor with a model of many triangles in the middle of one tile.
struct FineLevel : LiveLevel
{
    ModelSource models;
    EntityId rock;

    FineLevel()
    {
        const auto middle = tileBounds(config(), Fine).center();
        models.models["rock"] = fineModel({{-1, 0, -1}, {1, 0.1, 1}});
        world.setMeshes(&models);
        box({-20, -1, -20}, {30, 0, 30});
        rock = addModel(world, "rock", {{middle.x, 0, middle.z}, {1, 0, 0, 0}, Vec3d{1}});
    }

    ~FineLevel() { world.setMeshes(nullptr); }

    /// Touches that tile alone.
    EntityId addCrate()
    {
        const auto middle = tileBounds(config(), Fine).center();
        return box({middle.x + 2, 0, middle.z}, {middle.x + 3, 1, middle.z + 1}, "crate");
    }

    /// An edit, and one that may concern all of the level, for which memory is short.
    void failToLook()
    {
        addCrate();
        settings.waterMaterials = "floor";
        set(SceneEntity, settings);
        const LittleMemory little;
        QTRY_VERIFY(isAtRest());
        QVERIFY(!system.status("walker").problem.empty());
    }

    /// Delivers until no worker has anything to do.
    [[nodiscard]] bool isAtRest()
    {
        system.update(0);
        return !system.isGathering() && system.status("walker").building == 0;
    }
};

/// Runs out of memory when it is told to.
struct FailingModels final : MeshSource
{
    ModelSource source;
    bool fails = false;

    [[nodiscard]] std::shared_ptr<const MeshShape> mesh(const std::string& path) const override
    {
        if (fails)
            throw std::bad_alloc{};
        return source.mesh(path);
    }
};

/// A floor with a model of theirs.
struct FailingLevel : LiveLevel
{
    FailingModels models;

    FailingLevel()
    {
        models.source.models["rock"] = boxModel({{-1, 0, -1}, {1, 2, 1}});
        world.setMeshes(&models);
        box({-10, -1, -10}, {10, 0, 10});
        addModel(world, "rock", {{4, 0, 4}, {1, 0, 0, 0}, Vec3d{1}});
    }

    ~FailingLevel() { world.setMeshes(nullptr); }
};

bool has(const std::string& text, const char* part)
{
    return text.find(part) != std::string::npos;
}

/// How somebody comes to look at the level.
using Look = void (*)(NavmeshSystem&);
} // namespace

/// Tiles that workers cannot build.
class TestNavmeshFailures : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aTileThatFailsIsNamedAndNotTriedAgain();
    void anEditThereTriesItAgain();
    void whoeverAsksTriesItAgain_data();
    void whoeverAsksTriesItAgain();
    void takingTheEditBackMendsIt();
    void whatFailedUnderOldSettingsIsForgotten();
    void aSecondSystemDoesNotTryIt();
    void aLevelThatCouldNotBeLookedAtIsAfterTheNextEdit();
    void whoeverAsksSeesTheLevelThatCouldNotBeLookedAt();
    void aSecondSystemLooksAtTheLevelItself();
    void whoeverCouldNotLookAtOnceMayLookAgain_data();
    void whoeverCouldNotLookAtOnceMayLookAgain();
    void settingsThatCouldNotBeTakenInAreLater();
    void aFinishThatFailedLetsOthersBuildAgain();
    void aFullBuildNamesTheTile_data();
    void aFullBuildNamesTheTile();
};

void TestNavmeshFailures::aTileThatFailsIsNamedAndNotTriedAgain()
{
    FineLevel level;
    VERIFY_OK(level.system.build("walker"));
    const auto before = level.live().contentHash();
    level.addCrate();
    const LittleMemory little;
    const int refused = refusals;
    QTRY_VERIFY(level.isAtRest());
    QCOMPARE(refusals - refused, 1);
    for (int i = 0; i < 5; ++i)
        QVERIFY(level.isAtRest());
    QCOMPARE(refusals - refused, 1);
    const auto status = level.system.status("walker");
    QCOMPARE(status.failed, std::size_t{1});
    QCOMPARE(status.dirty, std::size_t{0});
    QVERIFY2(has(status.tileProblem, "tile 1, 0 at "), status.tileProblem.c_str());
    QVERIFY2(has(status.tileProblem, "there is not enough memory"), status.tileProblem.c_str());
    QCOMPARE(level.system.mesh("walker")->contentHash(), before); // what was there is there
}

void TestNavmeshFailures::anEditThereTriesItAgain()
{
    FineLevel level;
    VERIFY_OK(level.system.build("walker"));
    static_cast<void>(level.live());
    const auto crate = level.addCrate();
    {
        const LittleMemory little;
        QTRY_VERIFY(level.isAtRest());
    }
    level.box({-15, 0, 5}, {-14, 1, 6}); // somewhere else
    QTRY_VERIFY(level.isAtRest());
    QCOMPARE(level.system.status("walker").failed, std::size_t{1});
    level.remove(crate);
    level.addCrate();
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
    QCOMPARE(level.system.status("walker").failed, std::size_t{0});
    QCOMPARE(level.system.status("walker").tileProblem, std::string{});
}

void TestNavmeshFailures::whoeverAsksTriesItAgain_data()
{
    QTest::addColumn<bool>("all");
    QTest::newRow("for all tiles") << true;
    QTest::newRow("for that one") << false;
}

void TestNavmeshFailures::whoeverAsksTriesItAgain()
{
    QFETCH(const bool, all);
    FineLevel level;
    VERIFY_OK(level.system.build("walker"));
    static_cast<void>(level.live());
    level.addCrate();
    {
        const LittleMemory little;
        QTRY_VERIFY(level.isAtRest());
    }
    QCOMPARE(level.system.status("walker").failed, std::size_t{1});
    if (all)
        VERIFY_OK(level.system.build("walker"));
    else
        level.system.buildTiles("walker", {Fine});
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
    QCOMPARE(level.system.status("walker").failed, std::size_t{0});
}

void TestNavmeshFailures::takingTheEditBackMendsIt()
{
    FineLevel level;
    VERIFY_OK(level.system.build("walker"));
    static_cast<void>(level.live());
    const auto crate = level.addCrate();
    const LittleMemory little;
    QTRY_VERIFY(level.isAtRest());
    QCOMPARE(level.system.status("walker").failed, std::size_t{1});
    level.remove(crate);
    QTRY_VERIFY(level.isAtRest());
    QCOMPARE(level.system.status("walker").failed, std::size_t{0});
}

void TestNavmeshFailures::whatFailedUnderOldSettingsIsForgotten()
{
    FineLevel level;
    VERIFY_OK(level.system.build("walker"));
    static_cast<void>(level.live());
    level.addCrate();
    {
        const LittleMemory little;
        const int refused = refusals;
        beginTiles(level.system, "walker");
        QTRY_VERIFY(refusals > refused);
    }
    level.settings.cellSize = 0.25; // before anybody hears of the tile
    level.set(SceneEntity, level.settings);
    std::size_t failed = 0;
    const auto listens = level.system.changed.connect([&](const std::string& agent) {
        failed = std::max(failed, level.system.status(agent).failed);
    });
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
    QCOMPARE(failed, std::size_t{0});
}

void TestNavmeshFailures::aSecondSystemDoesNotTryIt()
{
    FineLevel level;
    VERIFY_OK(level.system.build("walker"));
    static_cast<void>(level.live());
    level.addCrate();
    const LittleMemory little;
    QTRY_VERIFY(level.isAtRest());
    const int refused = refusals;
    World copy{level.world};
    NavmeshSystem second{{}, 1};
    copy.addSystem(second);
    second.startFrom(level.system);
    second.finish();
    QCOMPARE(refusals.load(), refused);
    QCOMPARE(second.status("walker").failed, std::size_t{1});
    copy.removeSystem(second);
}

void TestNavmeshFailures::aLevelThatCouldNotBeLookedAtIsAfterTheNextEdit()
{
    FineLevel level;
    VERIFY_OK(level.system.build("walker"));
    {
        // The triangles of the model are put in order then.
        const LittleMemory little;
        QTRY_VERIFY(level.isAtRest());
    }
    QVERIFY2(has(level.system.status("walker").problem, "there is not enough memory"),
             level.system.status("walker").problem.c_str());
    level.addCrate();
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
    QCOMPARE(level.system.status("walker").problem, std::string{});
}

void TestNavmeshFailures::whoeverAsksSeesTheLevelThatCouldNotBeLookedAt()
{
    FineLevel level;
    VERIFY_OK(level.system.build("walker"));
    static_cast<void>(level.live());
    QVERIFY(level.system.hasScene());
    level.failToLook();
    QVERIFY(!level.system.hasScene());
    QCOMPARE(level.system.scene().count(), std::size_t{3}); // with the crate
    QVERIFY(level.system.hasScene());
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
    QCOMPARE(level.system.status("walker").problem, std::string{});
}

void TestNavmeshFailures::aSecondSystemLooksAtTheLevelItself()
{
    FineLevel level;
    VERIFY_OK(level.system.build("walker"));
    static_cast<void>(level.live());
    level.failToLook();
    World copy{level.world};
    NavmeshSystem second{{}, 1};
    copy.addSystem(second);
    second.startFrom(level.system);
    second.finish();
    QCOMPARE(differenceFromFull(*second.mesh("walker"), copy), std::string{});
    copy.removeSystem(second);
}

void TestNavmeshFailures::whoeverCouldNotLookAtOnceMayLookAgain_data()
{
    QTest::addColumn<Look>("look");
    QTest::newRow("scene") << Look{[](NavmeshSystem& system) {
        static_cast<void>(system.scene());
    }};
    QTest::newRow("update") << Look{[](NavmeshSystem& system) {
        system.update(0);
    }};
    QTest::newRow("finish") << Look{[](NavmeshSystem& system) {
        system.finish();
    }};
}

void TestNavmeshFailures::whoeverCouldNotLookAtOnceMayLookAgain()
{
    QFETCH(const Look, look);
    FailingLevel level;
    VERIFY_OK(level.system.build("walker"));
    static_cast<void>(level.live());
    level.box({-3, 0, -3}, {-2, 3, -2}, "pillar");
    level.settings.waterMaterials = "floor"; // may concern all of it
    level.set(SceneEntity, level.settings);
    level.models.fails = true;
    QVERIFY_THROWS_EXCEPTION(std::bad_alloc, look(level.system));
    level.models.fails = false;
    QVERIFY(level.system.isGathering());
    QCOMPARE(level.system.scene().count(), std::size_t{3});
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
}

void TestNavmeshFailures::settingsThatCouldNotBeTakenInAreLater()
{
    FailingLevel level;
    VERIFY_OK(level.system.build("walker"));
    static_cast<void>(level.live());
    level.settings.cellSize = 0.25;
    level.set(SceneEntity, level.settings);
    {
        const LittleMemory none{0};
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, static_cast<void>(level.system.scene()));
    }
    QCOMPARE(level.live().config().cellSize, 0.25);
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
}

void TestNavmeshFailures::aFinishThatFailedLetsOthersBuildAgain()
{
    FailingLevel level;
    VERIFY_OK(level.system.build("walker"));
    static_cast<void>(level.live());
    World copy{level.world};
    NavmeshSystem second{{}, 1};
    copy.addSystem(second);
    second.startFrom(level.system);
    VERIFY_OK(second.build("walker"));
    level.models.fails = true;
    QVERIFY_THROWS_EXCEPTION(std::bad_alloc, second.finish());
    level.models.fails = false;
    QTRY_VERIFY((second.update(0), !second.isGathering()));
    QCOMPARE(second.status("walker").dirty, std::size_t{0});
    const auto crate = level.box({1, 0, 1}, {3, 2, 3}, "crate");
    Edit same;
    same.swaps.push_back(swapTo(crate, *level.world.get<Node>(crate)));
    same.swaps.push_back(swapTo(crate, *level.world.get<BrushComponent>(crate)));
    copy.apply(same);
    level.system.update(0); // begins
    second.update(0);
    QCOMPARE(second.status("walker").building, std::size_t{0});
    QVERIFY(second.status("walker").dirty > 0);
    copy.removeSystem(second);
}

void TestNavmeshFailures::aFullBuildNamesTheTile_data()
{
    QTest::addColumn<unsigned>("threads");
    QTest::newRow("one thread") << 1U;
    QTest::newRow("two threads") << 2U;
}

void TestNavmeshFailures::aFullBuildNamesTheTile()
{
    QFETCH(const unsigned, threads);
    const FineLevel level;
    const NavScene scene{level.world};
    JobControl control;
    const LittleMemory little;
    const auto built = buildNavMesh(level.config(), scene, {threads}, control);
    QVERIFY(!built);
    const auto& problem = built.error().message();
    QVERIFY2(has(problem, "tile 1, 0 at ") && has(problem, "not enough memory"), problem.c_str());
}

PLAIN_TEST(TestNavmeshFailures)
} // namespace tst_navmesh_failures

#include "tst_navmesh_failures.moc"
