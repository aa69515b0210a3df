#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "tests/editor/operations/prefab/linked_levels.h"
#include "tests/program/registry.h"

namespace tst_linked_groups
{
using namespace mapwright::test;

/// What is done in one copy of a linked group is done in all.
class TestLinkedGroups : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFlatCopyIsNoThickerThanItsParts();
    void linkingMovesNothing();
    void anEditOfOneCopyIsDoneInItsOwnPlaceToAll();
    void editAndCopiesAreOneStep();
    void copiesFollowDuringADrag();
    void escapeTakesTheCopiesBackToo();
    void aMaterialLandsOnTheSameFaceOfTurnedAndMirroredCopies();
    void onlyWhatChangedIsTouchedAndValuesAreShared();
    void newPartsComeInAllCopies();
    void copiesOfPartsInsideAreNewParts();
    void removedPartsGoInAllCopies();
    void partsThatAreGroupedInsideStayTheSameParts();
    void partsThatLeaveAreLinkedNoMore();
    void partsThatMoveFromOneCopyToAnotherStayEqual();
    void referencesLeadIntoTheirOwnCopy();
    void hiddenAndLockedAreEachCopysOwn();
    void differentEditsOfTwoCopiesAreRefused();
    void equalEditsOfTwoCopiesAreAccepted();
    void editsOfDifferentPartsInTwoCopiesAreBothDone();
    void removingInOneAndChangingInAnotherIsRefused();
    void aRefusalAtTheEndOfADragIsTold();
};

void TestLinkedGroups::aFlatCopyIsNoThickerThanItsParts()
{
    DocumentFixture fixture;
    const std::vector boxes{fixture.addBox({0, 0, 0}, {4, 0.25, 4})};
    std::vector<EntityId> copies;
    VERIFY_OK(fixture.run([&](Transaction& transaction) -> Result<void> {
        const auto grouped = group(transaction, boxes);
        if (!grouped)
            return grouped.error();
        auto made = createLinkedDuplicate(transaction, std::vector{*grouped});
        if (!made)
            return made.error();
        copies = *std::move(made);
        return {};
    }));
    const auto& world = fixture.document.world();
    QCOMPARE(copies.size(), 1U);
    QCOMPARE(boundsOfAll(world, copies).size(), (engine::Vec3d{4, 0.25, 4}));
    QCOMPARE(engine::boundsOfTree(world, copies[0]).size(), (engine::Vec3d{4, 0.25, 4}));
}

void TestLinkedGroups::linkingMovesNothing()
{
    const Pillars fixture;
    QVERIFY((fixture.boundsOf(fixture.box) == Aabb{{0, 0, 0}, {1, 4, 2}}));
    const auto turned = fixture.boundsOf(fixture.twin(fixture.box));
    QVERIFY(glm::distance(turned.min, Vec3d{20, 0, -1}) < 1e-9);
    QVERIFY(glm::distance(turned.max, Vec3d{22, 4, 0}) < 1e-9);
    QCOMPARE(linkedCopies(fixture.document.world(), fixture.group).size(), std::size_t{2});
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::anEditOfOneCopyIsDoneInItsOwnPlaceToAll()
{
    Pillars fixture;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array faces{fixture.faceTowards(fixture.box, {1, 0, 0})};
        return moveFaces(edit, faces, 3);
    }));
    QVERIFY((fixture.boundsOf(fixture.box) == Aabb{{0, 0, 0}, {4, 4, 2}}));
    // What is along X here is along -Z there.
    const auto turned = fixture.boundsOf(fixture.twin(fixture.box));
    QVERIFY(glm::distance(turned.min, Vec3d{20, 0, -4}) < 1e-9);
    QVERIFY(glm::distance(turned.max, Vec3d{22, 4, 0}) < 1e-9);
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::editAndCopiesAreOneStep()
{
    Pillars fixture;
    const auto before = fixture.document.contentHash();
    const auto steps = fixture.document.history().position();
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        return translate(edit, parts, {0, 1, 0});
    }));
    const auto after = fixture.document.contentHash();
    QCOMPARE(fixture.document.history().position(), steps + 1);
    fixture.document.undo();
    QCOMPARE(fixture.document.contentHash(), before);
    fixture.document.redo();
    QCOMPARE(fixture.document.contentHash(), after);
}

void TestLinkedGroups::copiesFollowDuringADrag()
{
    Pillars fixture;
    auto drag = fixture.document.begin("Move");
    const std::array parts{fixture.box};
    for (const double up : {0.5, 1.0, 2.0}) {
        VERIFY_OK(drag.replace([&](Transaction& edit) {
            return translate(edit, parts, {0, up, 0});
        }));
        QCOMPARE(fixture.boundsOf(fixture.twin(fixture.box)).min.y, up);
    }
    drag.commit();
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::escapeTakesTheCopiesBackToo()
{
    Pillars fixture;
    const auto before = fixture.document.contentHash();
    {
        auto drag = fixture.document.begin("Copy");
        VERIFY_OK(drag.replace([&](Transaction& edit) -> Result<void> {
            const std::array parts{fixture.box};
            return translate(edit, duplicate(edit, parts), {0, 1, 0});
        }));
    }
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestLinkedGroups::aMaterialLandsOnTheSameFaceOfTurnedAndMirroredCopies()
{
    Pillars fixture;
    const auto mirrored = fixture.anotherCopy();
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array groups{mirrored};
        return scale(edit, groups, {0, 0, 0}, {-1, 1, 1});
    }));
    const auto face = fixture.faceTowards(fixture.box, {0, 0, 1});
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array faces{face};
        return applyMaterial(edit, faces, Name{"Materials/brick"});
    }));
    for (const auto part : {fixture.twin(fixture.box), fixture.twin(fixture.box, mirrored)}) {
        const auto& faces = fixture.brushOf(part).faces();
        for (std::size_t i = 0; i < faces.size(); ++i)
            QCOMPARE(faces[i].material == Name{"Materials/brick"}, i == face.face);
        QVERIFY(faces[face.face].uv == fixture.brushOf(fixture.box).faces()[face.face].uv);
    }
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::onlyWhatChangedIsTouchedAndValuesAreShared()
{
    Pillars fixture;
    std::vector<Change> told;
    const auto listening =
        fixture.document.changed.connect([&](const ChangeSet& changes) { told = changes.changes; });
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        return translate(edit, parts, {0, 1, 0});
    }));
    QCOMPARE(told.size(), std::size_t{2}); // the brush here and the brush there
    const auto type = typeIdOf<BrushComponent>();
    const auto& world = fixture.document.world();
    QVERIFY(world.value(fixture.box, type) == world.value(fixture.twin(fixture.box), type));
}

void TestLinkedGroups::newPartsComeInAllCopies()
{
    Pillars fixture;
    const auto third = fixture.anotherCopy();
    const auto made = fixture.addBox({0, 0, 0}, {1, 1, 1}, "base", fixture.copy);
    QVERIFY(fixture.document.world().exists(fixture.twin(made, fixture.group)));
    QVERIFY(fixture.document.world().exists(fixture.twin(made, third)));
    VERIFY_EQUAL_COPIES(fixture);
    // A part that came from elsewhere: a whole group is pushed in.
    const auto a = fixture.addBox({5, 0, 5}, {6, 1, 6}, "a");
    const auto b = fixture.addBox({7, 0, 5}, {8, 1, 6}, "b");
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{a, b};
        const auto inner = *group(edit, parts, "inner");
        const std::array groups{inner};
        return reparent(edit, groups, fixture.group);
    }));
    QVERIFY(fixture.document.world().exists(fixture.twin(b, third)));
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::copiesOfPartsInsideAreNewParts()
{
    Pillars fixture;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        return translate(edit, duplicate(edit, parts), {0, 8, 0});
    }));
    QCOMPARE(fixture.document.world().children(fixture.group).size(), std::size_t{3});
    QCOMPARE(fixture.document.world().children(fixture.copy).size(), std::size_t{3});
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::removedPartsGoInAllCopies()
{
    Pillars fixture;
    const auto twin = fixture.twin(fixture.lamp);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.lamp};
        removeObjects(edit, parts);
        return {};
    }));
    QVERIFY(!fixture.document.world().exists(twin));
    VERIFY_EQUAL_COPIES(fixture);
    fixture.document.undo();
    QVERIFY(fixture.document.world().exists(twin));
    // A whole copy is removed alone.
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array groups{fixture.copy};
        removeObjects(edit, groups);
        return {};
    }));
    QVERIFY(fixture.document.world().exists(fixture.lamp));
}

void TestLinkedGroups::partsThatAreGroupedInsideStayTheSameParts()
{
    Pillars fixture;
    const auto boxTwin = fixture.twin(fixture.box);
    const auto lampTwin = fixture.twin(fixture.lamp);
    EntityId inner;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box, fixture.lamp};
        inner = *group(edit, parts, "inner");
        return {};
    }));
    QVERIFY(fixture.get<Node>(boxTwin).parent == fixture.twin(inner));
    QVERIFY(fixture.get<Node>(lampTwin).parent == fixture.twin(inner));
    VERIFY_EQUAL_COPIES(fixture);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array groups{inner};
        return ungroup(edit, groups) ? Result<void>{} : Error{"ungroup"};
    }));
    QVERIFY(fixture.get<Node>(boxTwin).parent == fixture.copy);
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::partsThatLeaveAreLinkedNoMore()
{
    Pillars fixture;
    const auto twin = fixture.twin(fixture.box);
    const auto place = fixture.boundsOf(fixture.box);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        return reparent(edit, parts, {});
    }));
    QVERIFY(fixture.boundsOf(fixture.box) == place);
    QVERIFY(fixture.document.world().get<LinkedMember>(fixture.box) == nullptr);
    QVERIFY(!fixture.document.world().exists(twin));
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::partsThatMoveFromOneCopyToAnotherStayEqual()
{
    Pillars fixture;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        return reparent(edit, parts, fixture.copy);
    }));
    QCOMPARE(fixture.document.world().children(fixture.group).size(), std::size_t{2});
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::referencesLeadIntoTheirOwnCopy()
{
    Pillars fixture;
    const auto outside = fixture.addPoint({9, 9, 9}, "outside");
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        Script script;
        setValue(script.properties, "light", {fixture.lamp});
        setValue(script.properties, "far", {outside});
        edit.set(fixture.box, script);
        return {};
    }));
    const auto& bag = fixture.get<Script>(fixture.twin(fixture.box)).properties;
    QVERIFY(*findValue(bag, "light")->as<EntityId>() == fixture.twin(fixture.lamp));
    QVERIFY(*findValue(bag, "far")->as<EntityId>() == outside);
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::hiddenAndLockedAreEachCopysOwn()
{
    Pillars fixture;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        editor::lock(edit, parts);
        hide(edit, parts);
        rename(edit, fixture.box, "shaft");
        return {};
    }));
    const auto& there = fixture.get<Node>(fixture.twin(fixture.box));
    QVERIFY(!there.locked && !there.hidden);
    QCOMPARE(there.name, std::string{"shaft"});
    // Following later does not lock anything, either.
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        rename(edit, fixture.twin(fixture.box), "column");
        return {};
    }));
    QVERIFY(fixture.get<Node>(fixture.box).locked);
    QVERIFY(!fixture.get<Node>(fixture.twin(fixture.box)).locked);
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::differentEditsOfTwoCopiesAreRefused()
{
    Pillars fixture;
    const auto before = fixture.document.contentHash();
    const auto done = fixture.run([&](Transaction& edit) -> Result<void> {
        // One world direction is two directions for copies that are turned.
        const std::array parts{fixture.box, fixture.twin(fixture.box)};
        return translate(edit, parts, {1, 0, 0});
    });
    QVERIFY(!done);
    QVERIFY(done.error().message().find("changed differently") != std::string::npos);
    QCOMPARE(fixture.document.contentHash(), before);
    QVERIFY(!fixture.document.isEditing());
}

void TestLinkedGroups::equalEditsOfTwoCopiesAreAccepted()
{
    Pillars fixture;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box, fixture.twin(fixture.box)};
        return translate(edit, parts, {0, 1, 0});
    }));
    QCOMPARE(fixture.boundsOf(fixture.box).min.y, 1.0);
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::editsOfDifferentPartsInTwoCopiesAreBothDone()
{
    Pillars fixture;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array here{fixture.box};
        const std::array there{fixture.twin(fixture.lamp)};
        if (auto moved = translate(edit, here, {0, 1, 0}); !moved)
            return moved;
        return translate(edit, there, {0, 2, 0});
    }));
    QCOMPARE(fixture.boundsOf(fixture.twin(fixture.box)).min.y, 1.0);
    QCOMPARE(worldTransform(fixture.document.world(), fixture.lamp).position.y, 7.0);
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::removingInOneAndChangingInAnotherIsRefused()
{
    Pillars fixture;
    const auto before = fixture.document.contentHash();
    QVERIFY(!fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array there{fixture.twin(fixture.box)};
        edit.destroy(fixture.box);
        return translate(edit, there, {0, 1, 0});
    }));
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestLinkedGroups::aRefusalAtTheEndOfADragIsTold()
{
    Pillars fixture;
    std::string told;
    const auto listening =
        fixture.document.refused.connect([&](const std::string& why) { told = why; });
    const auto before = fixture.document.contentHash();
    auto edit = fixture.document.begin("Move");
    const std::array parts{fixture.box, fixture.twin(fixture.box)};
    VERIFY_OK(translate(edit, parts, {1, 0, 0}));
    edit.commit();
    QVERIFY(told.find("changed differently") != std::string::npos);
    QCOMPARE(fixture.document.contentHash(), before);
    QVERIFY(!fixture.document.isEditing());
}

PLAIN_TEST(TestLinkedGroups)
} // namespace tst_linked_groups

#include "tst_linked_groups.moc"
