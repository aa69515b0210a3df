#include "editor/operations/brush_operations.h"
#include "editor/operations/clipboard_operations.h"
#include "editor/operations/entity_operations.h"
#include "editor/operations/linked_groups.h"
#include "editor/operations/material_operations.h"
#include "editor/operations/object_sets.h"
#include "editor/operations/transform_operations.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/support/document_fixture.h"
#include "tests/support/linked_check.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>
#include <QtTest>

#include <random>

using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A pillar with a lamp, linked with a copy that was turned by a right angle and moved by 20 m.
struct Pillars : DocumentFixture
{
    EntityId box, lamp, group, copy;

    Pillars()
    {
        box = addBox({0, 0, 0}, {1, 4, 2}, "box");
        lamp = addPoint({0.5, 5, 1}, "lamp");
        const auto done = run([&](Transaction& edit) -> Result<void> {
            edit.set(lamp, Light{});
            const std::array parts{box, lamp};
            group = *editor::group(edit, parts, "Pillar");
            const std::array groups{group};
            const auto copies = createLinkedDuplicate(edit, groups);
            if (!copies)
                return copies.error();
            copy = copies->front();
            if (auto turned = rotate(edit, *copies, {0, 0, 0}, {0, 1, 0}, radians(90.0)); !turned)
                return turned;
            return translate(edit, *copies, {20, 0, 0});
        });
        ENGINE_EXPECT(done);
    }

    /// The part of another copy that answers to this one.
    [[nodiscard]] EntityId twin(EntityId part, EntityId in) const
    {
        const auto source = get<LinkedMember>(part).source;
        for (const auto each : subtree(document.world(), in))
            if (const auto* member = document.world().get<LinkedMember>(each);
                member != nullptr && member->source == source &&
                linkedGroupAbove(document.world(), each) == in)
                return each;
        return {};
    }

    [[nodiscard]] EntityId twin(EntityId part) const { return twin(part, copy); }

    [[nodiscard]] std::string difference() const
    {
        return linkedDifference(document.world(), types);
    }

    EntityId anotherCopy()
    {
        std::vector<EntityId> made;
        ENGINE_EXPECT(run([&](Transaction& edit) -> Result<void> {
            const std::array groups{group};
            made = *createLinkedDuplicate(edit, groups);
            return translate(edit, made, {-20, 0, 0});
        }));
        return made.front();
    }
};

#define VERIFY_EQUAL_COPIES(fixture)                                                               \
    {                                                                                              \
        const auto difference = (fixture).difference();                                            \
        QVERIFY2(difference.empty(), difference.c_str());                                          \
    }
} // namespace

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
    void nestedLinksSurviveCopyingTheirGroup();
    void partsOfNestedCopiesFollowEverywhere();
    void aCopyPutIntoAGroupComesInAllCopiesOfThatGroup();
    void aGroupCannotContainACopyOfItself();
    void parentsInACircleAreRefused();
    void linkingAndSeparatingInsideACopyIsFollowed();
    void ownValuesStayAndTheRestFollows();
    void givingUpAnOwnValueTakesTheOthers();
    void separatedCopiesFollowNoMore();
    void aGroupThatIsLinkedAgainDoesNotMeetItsOldCopies();
    void aCopyOutsideTheWorldIsRefused();
    void pastedCopiesStayLinked();
    void savingKeepsLinksByteForByte();
    void randomEditsKeepAllCopiesEqual_data();
    void randomEditsKeepAllCopiesEqual();
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

namespace
{
/// Two linked halls, each with two linked pillars in it.
struct Halls : Pillars
{
    EntityId hall, secondHall;

    Halls()
    {
        const auto done = run([&](Transaction& edit) -> Result<void> {
            const std::array parts{group, copy};
            hall = *editor::group(edit, parts, "Hall");
            const std::array groups{hall};
            auto copies = createLinkedDuplicate(edit, groups);
            if (!copies)
                return copies.error();
            secondHall = copies->front();
            return translate(edit, *copies, {0, 0, 100});
        });
        ENGINE_EXPECT(done);
    }
};
} // namespace

void TestLinkedGroups::nestedLinksSurviveCopyingTheirGroup()
{
    Halls fixture;
    QCOMPARE(linkedCopies(fixture.document.world(), fixture.group).size(), std::size_t{4});
    VERIFY_EQUAL_COPIES(fixture);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array halls{fixture.hall};
        static_cast<void>(duplicate(edit, halls));
        return {};
    }));
    QCOMPARE(linkedCopies(fixture.document.world(), fixture.group).size(), std::size_t{6});
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::partsOfNestedCopiesFollowEverywhere()
{
    Halls fixture;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.lamp};
        return translate(edit, parts, {0, 3, 0});
    }));
    int lamps = 0;
    fixture.document.world().forEach<Light>([&](EntityId entity, const Light&) {
        ++lamps;
        QCOMPARE(worldTransform(fixture.document.world(), entity).position.y, 8.0);
    });
    QCOMPARE(lamps, 4);
    VERIFY_EQUAL_COPIES(fixture);
    // The place of a pillar in its hall is a part of the hall.
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.group};
        return translate(edit, parts, {0, 0, 7});
    }));
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::aCopyPutIntoAGroupComesInAllCopiesOfThatGroup()
{
    Halls fixture;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array groups{fixture.group};
        return translate(edit, duplicate(edit, groups), {3, 0, 3});
    }));
    QCOMPARE(fixture.document.world().children(fixture.secondHall).size(), std::size_t{3});
    QCOMPARE(linkedCopies(fixture.document.world(), fixture.group).size(), std::size_t{6});
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::aGroupCannotContainACopyOfItself()
{
    Halls fixture;
    const auto before = fixture.document.contentHash();
    const auto done = fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array halls{fixture.secondHall};
        return reparent(edit, halls, fixture.group);
    });
    QVERIFY(!done);
    QVERIFY(done.error().message().find("a copy of itself") != std::string::npos);
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestLinkedGroups::parentsInACircleAreRefused()
{
    // No command makes one; what a broken plugin writes must not hang the editor.
    Pillars fixture;
    const std::array groups{fixture.group};
    EntityId around;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const auto made = group(edit, groups, "around");
        around = made ? *made : EntityId{};
        return made ? Result<void>{} : made.error();
    }));
    const auto before = fixture.document.contentHash();
    const auto circle = fixture.run([&](Transaction& edit) -> Result<void> {
        edit.set(around, Node{.name = "around", .parent = fixture.group});
        return {};
    });
    QVERIFY(!circle);
    QVERIFY(circle.error().message().find("a copy of itself") != std::string::npos);
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestLinkedGroups::linkingAndSeparatingInsideACopyIsFollowed()
{
    Halls fixture;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array groups{fixture.group};
        return separateLinked(edit, groups);
    }));
    VERIFY_EQUAL_COPIES(fixture);
    QCOMPARE(fixture.document.world().children(fixture.secondHall).size(), std::size_t{2});
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        const auto copies = createLinkedDuplicate(edit, parts);
        return copies ? translate(edit, *copies, {0, 9, 0}) : Result<void>{copies.error()};
    }));
    VERIFY_EQUAL_COPIES(fixture);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        return translate(edit, parts, {0, 0.5, 0});
    }));
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::ownValuesStayAndTheRestFollows()
{
    Pillars fixture;
    const auto twin = fixture.twin(fixture.lamp);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        if (auto own = setKeepsOwn(edit, twin, "light", "intensity", true); !own)
            return own;
        auto light = fixture.get<Light>(twin);
        light.intensity = 7;
        edit.set(twin, light);
        return {};
    }));
    QVERIFY(fixture.get<Light>(fixture.lamp).intensity != 7.0f);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        auto light = fixture.get<Light>(fixture.lamp);
        light.intensity = 99;
        light.range = 3;
        edit.set(fixture.lamp, light);
        return {};
    }));
    QCOMPARE(fixture.get<Light>(twin).intensity, 7.0f);
    QCOMPARE(fixture.get<Light>(twin).range, 3.0f);
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::givingUpAnOwnValueTakesTheOthers()
{
    Pillars fixture;
    const auto twin = fixture.twin(fixture.lamp);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        if (auto own = setKeepsOwn(edit, twin, "light", "intensity", true); !own)
            return own;
        auto light = fixture.get<Light>(twin);
        light.intensity = 7;
        edit.set(twin, light);
        return {};
    }));
    VERIFY_OK(fixture.run(
        [&](Transaction& edit) { return setKeepsOwn(edit, twin, "light", "intensity", false); }));
    QCOMPARE(fixture.get<Light>(twin).intensity, fixture.get<Light>(fixture.lamp).intensity);
    QVERIFY(fixture.get<Light>(fixture.lamp).intensity != 7.0f);
    QVERIFY(!fixture.run(
        [&](Transaction& edit) { return setKeepsOwn(edit, twin, "light", "no such", true); }));
}

void TestLinkedGroups::separatedCopiesFollowNoMore()
{
    Pillars fixture;
    const auto there = fixture.twin(fixture.box);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array groups{fixture.copy};
        return separateLinked(edit, groups);
    }));
    const auto place = fixture.boundsOf(there);
    QVERIFY(fixture.document.world().get<LinkedMember>(there) == nullptr);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        return translate(edit, parts, {0, 1, 0});
    }));
    QVERIFY(fixture.boundsOf(there) == place);
    QVERIFY(!fixture.run([&](Transaction& edit) {
        const std::array parts{there};
        return separateLinked(edit, parts);
    }));
}

void TestLinkedGroups::aGroupThatIsLinkedAgainDoesNotMeetItsOldCopies()
{
    Pillars fixture;
    fixture.anotherCopy();
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array groups{fixture.group};
        return separateLinked(edit, groups);
    }));
    const auto again = fixture.anotherCopy();
    const auto copies = linkedCopies(fixture.document.world(), fixture.group);
    QVERIFY((copies == std::vector{fixture.group, again}));
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::aCopyOutsideTheWorldIsRefused()
{
    Pillars fixture;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array groups{fixture.copy};
        return translate(edit, groups, {0, WorldLimit - 10, 0});
    }));
    const auto before = fixture.document.contentHash();
    QVERIFY(!fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        return translate(edit, parts, {0, 100, 0});
    }));
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestLinkedGroups::pastedCopiesStayLinked()
{
    Pillars fixture;
    const std::array groups{fixture.copy};
    const auto text = copyText(fixture.document.world(), fixture.types, groups);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        auto pasted = pasteText(edit, text, {});
        return pasted ? Result<void>{} : pasted.error();
    }));
    QCOMPARE(linkedCopies(fixture.document.world(), fixture.group).size(), std::size_t{3});
    VERIFY_EQUAL_COPIES(fixture);
    // What was copied before an edit is another group when it is pasted after it.
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        return translate(edit, parts, {0, 1, 0});
    }));
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        for (int i = 0; i < 2; ++i)
            if (auto pasted = pasteText(edit, text, {}); !pasted)
                return pasted.error();
        return {};
    }));
    QCOMPARE(linkedCopies(fixture.document.world(), fixture.group).size(), std::size_t{3});
    VERIFY_EQUAL_COPIES(fixture);
}

void TestLinkedGroups::savingKeepsLinksByteForByte()
{
    Halls fixture;
    const auto text = writeScene(fixture.document.world(), fixture.types);
    const auto read = readScene(text, fixture.types, "text");
    VERIFY_OK(read);
    QVERIFY(read->problems.empty());
    QCOMPARE(writeScene(*read->world, fixture.types), text);
    QTemporaryDir folder;
    const auto file = fs::path{folder.path().toStdString()} / "halls.scene.json";
    VERIFY_OK(fixture.document.save(file));
    VERIFY_OK(fixture.document.open(file));
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        return translate(edit, parts, {0, 1, 0});
    }));
    VERIFY_EQUAL_COPIES(fixture);
}

namespace
{
/// Random edits of all kinds anywhere in a level with nested linked groups.
class RandomEdits
{
public:
    RandomEdits(Halls& fixture, unsigned seed) : m_fixture{fixture}, m_random{seed} {}

    void step()
    {
        static_cast<void>(m_fixture.run([&](Transaction& edit) { return change(edit); }));
    }

private:
    std::size_t upTo(std::size_t count) { return m_random() % count; }

    EntityId anyOf(const World& world)
    {
        const auto all = world.entities();
        // The first is the scene itself.
        return all.size() < 2 ? EntityId{} : all[1 + upTo(all.size() - 1)];
    }

    double metres() { return static_cast<double>(upTo(9)) * 0.5 - 2; }

    Result<void> change(Transaction& edit)
    {
        const auto& world = edit.world();
        const std::array one{anyOf(world)};
        if (!one[0])
            return {};
        const std::array two{one[0], anyOf(world)};
        switch (upTo(11)) {
        case 0:
            return translate(edit, two, {metres(), metres(), metres()});
        case 1:
            return rotate(edit, one, {1, 0, 0}, {0, 1, 0}, radians(90.0));
        case 2:
            return world.entityCount() < 120
                       ? translate(edit, duplicate(edit, one), {metres(), 0, 0})
                       : Result<void>{};
        case 3:
            removeSome(edit, one[0]);
            return {};
        case 4:
            return group(edit, two) ? Result<void>{} : Error{"group"};
        case 5:
            return ungroup(edit, one) ? Result<void>{} : Error{"ungroup"};
        case 6:
            return reparent(edit, one, two[1]);
        case 7:
            rename(edit, one[0], "name" + std::to_string(upTo(100)));
            return {};
        case 8:
            return world.entityCount() < 120 && createLinkedDuplicate(edit, one) ? Result<void>{}
                                                                                 : Error{"linked"};
        case 9:
            return separateLinked(edit, one);
        default:
            return createBox(edit, {{0, 0, 0}, {1, 1, 1}}, {}, "new", two[1]) ? Result<void>{}
                                                                              : Error{"box"};
        }
    }

    void removeSome(Transaction& edit, EntityId entity)
    {
        if (subtree(edit.world(), entity).size() < 4)
            edit.destroy(entity);
    }

    Halls& m_fixture;
    std::mt19937 m_random;
};
} // namespace

void TestLinkedGroups::randomEditsKeepAllCopiesEqual_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 30; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void TestLinkedGroups::randomEditsKeepAllCopiesEqual()
{
    QFETCH(unsigned, seed);
    Halls fixture;
    RandomEdits edits{fixture, seed};
    auto& document = fixture.document;
    std::vector<ContentHash> hashes{document.contentHash()};
    for (int i = 0; i < 60; ++i) {
        const auto steps = document.history().position();
        edits.step();
        const auto difference = fixture.difference();
        QVERIFY2(difference.empty(), fmt::format("after edit {}: {}", i, difference).c_str());
        if (document.history().position() != steps)
            hashes.push_back(document.contentHash());
        else
            QCOMPARE(document.contentHash(), hashes.back());
    }
    const auto done = document.history().position();
    for (std::size_t i = 1; i <= hashes.size() - 1; ++i) {
        document.undo();
        QCOMPARE(document.contentHash(), hashes[hashes.size() - 1 - i]);
    }
    document.goTo(done);
    QCOMPARE(document.contentHash(), hashes.back());
}

QTEST_APPLESS_MAIN(TestLinkedGroups)
#include "tst_linked_groups.moc"
