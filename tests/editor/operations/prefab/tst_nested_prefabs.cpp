#include "editor/operations/brush/brush_operations.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/editor/operations/prefab/prefab_levels.h"
#include "tests/program/registry.h"

namespace tst_nested_prefabs
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// Prefabs in prefabs, and linked groups in and around them.
class TestNestedPrefabs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nestedPrefabsFollowTheirOwnFile();
    void overridesInNestedPrefabsBelongToTheOutermost();
    void whatAPrefabAddsToAnotherStaysWhenThatChanges();
    void aPrefabCannotContainItself();
    void instancesInLinkedGroupsStayEqual();
    void anInstanceThatLeavesALinkedGroupIsItsOwn();
    void whatIsLinkedInsideFollowsInAllCopies();
    void separatingInsideAnInstanceIsNotApplied();
    void copiesThatWereUnequalBeforeDoNotHinderAnApply();
    void whatACopySeparatedBeforeStaysAsItIs();
    void whatACopyRemovedBeforeStaysAway();
    void aLinkOutOfAnInstanceBringsOverrides();
    void whatIsLinkedAnewHereKeepsTheOthersLinked();
    void whatIsLinkedAnewIsAppliedWithoutTheOthers();
    void whatIsSeparatedAgainGetsNothingNewOfTheFile();
    void aCopyOfAnInstanceKeepsTheLinksOfWhatWasAdded();
    void whatAPrefabKeepsOfAnotherFollowsItsOwnFile();
};

void TestNestedPrefabs::nestedPrefabsFollowTheirOwnFile()
{
    Walls fixture;
    const auto& world = fixture.document.world();
    QVERIFY(fixture.there(fixture.lamp));
    QVERIFY(fixture.there(fixture.first));
    VERIFY_FOLLOWS(fixture);
    // The single torch is applied: those in halls follow, in both.
    const auto single = fixture.twin(fixture.lamp);
    fixture.setRange(single, 3);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.second)));
    QCOMPARE(fixture.rangeOf(fixture.lamp), 3.0);
    QCOMPARE(fixture.rangeOf(fixture.there(fixture.lamp)), 3.0);
    QVERIFY(overridesIn(world, fixture.hall).empty());
    VERIFY_FOLLOWS(fixture);
    // What came with a prefab cannot be unpacked alone.
    QVERIFY(!fixture.run([&](Transaction& edit) {
        const std::array one{fixture.first};
        return unpackPrefabs(edit, one);
    }));
}

void TestNestedPrefabs::overridesInNestedPrefabsBelongToTheOutermost()
{
    Walls fixture;
    const auto& world = fixture.document.world();
    fixture.setRange(fixture.lamp, 6);
    const auto all = overridesIn(world, fixture.hall);
    QCOMPARE(all.size(), std::size_t{1});
    QVERIFY(overridesIn(world, fixture.first).empty());
    const auto torch = fixture.textOf("torch");
    VERIFY_OK(fixture.apply(all));
    // The hall's file overrides its torch; the torch's own file stays.
    QCOMPARE(fixture.textOf("torch"), torch);
    QCOMPARE(fixture.rangeOf(fixture.there(fixture.lamp)), 6.0);
    QVERIFY(overridesIn(world, fixture.hall).empty());
    VERIFY_FOLLOWS(fixture);
    const auto single = fixture.twin(fixture.lamp);
    fixture.setRange(single, 3);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.second)));
    QCOMPARE(fixture.rangeOf(fixture.lamp), 6.0);
    // The scene overrides what the hall overrides, and the hall's change goes on in the other one.
    fixture.setRange(fixture.there(fixture.lamp), 8);
    fixture.setRange(fixture.lamp, 7);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.hall)));
    QCOMPARE(fixture.rangeOf(fixture.there(fixture.lamp)), 8.0);
    VERIFY_OK(fixture.revert(overridesIn(world, fixture.otherHall)));
    QCOMPARE(fixture.rangeOf(fixture.there(fixture.lamp)), 7.0);
    VERIFY_FOLLOWS(fixture);
}

void TestNestedPrefabs::whatAPrefabAddsToAnotherStaysWhenThatChanges()
{
    Walls fixture;
    const auto& world = fixture.document.world();
    const auto foot = fixture.addBox({0, 0, 0}, {1, 1, 1}, "foot", fixture.first);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.hall)));
    QVERIFY(overridesIn(world, fixture.hall).empty());
    QVERIFY(fixture.follow().empty());
    QVERIFY(world.exists(foot));
    QVERIFY(fixture.there(foot));
    // The torch itself has no such foot, and a change of it does not take the foot away.
    const PrefabFixture& plain = fixture;
    QVERIFY(!plain.twin(foot, fixture.first, fixture.second));
    fixture.setRange(fixture.twin(fixture.lamp), 4);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.second)));
    QVERIFY(world.exists(foot));
    QVERIFY(fixture.there(foot));
    QCOMPARE(fixture.rangeOf(fixture.there(fixture.lamp)), 4.0);
    VERIFY_FOLLOWS(fixture);
}

void TestNestedPrefabs::aPrefabCannotContainItself()
{
    Walls fixture;
    const auto before = fixture.document.contentHash();
    const auto intoItself = fixture.run([&](Transaction& edit) {
        const std::array one{fixture.otherHall};
        return reparent(edit, one, fixture.hall);
    });
    QVERIFY(!intoItself);
    QVERIFY(intoItself.error().message().find("itself") != std::string::npos);
    QCOMPARE(fixture.document.contentHash(), before);
    // Through another prefab: a hall inside a torch, which is in the hall.
    const auto inTorch = fixture.run([&](Transaction& edit) {
        const std::array one{fixture.hall};
        return reparent(edit, one, fixture.second);
    });
    QVERIFY(!inTorch);
    QCOMPARE(fixture.document.contentHash(), before);
    // Files that contain each other were made by hand.
    auto text = fixture.textOf("hall");
    VERIFY_OK(writeFileAtomically(fixture.fileOf("torch"), text));
    auto library = fixture.library();
    const auto loop = library.load(fixture.pathOf("hall"));
    QVERIFY(!loop);
    QVERIFY2(loop.error().message().find("itself") != std::string::npos,
             loop.error().message().c_str());
    QVERIFY(!fixture.follow().empty());
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestNestedPrefabs::instancesInLinkedGroupsStayEqual()
{
    Torches fixture;
    std::vector<EntityId> copies;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.second};
        const auto around = group(edit, parts, "around");
        const std::array groups{*around};
        copies = *createLinkedDuplicate(edit, groups);
        return translate(edit, copies, {0, 0, 30});
    }));
    const auto& world = fixture.document.world();
    const auto same = [&] {
        return linkedDifference(world, fixture.types);
    };
    QVERIFY2(same().empty(), same().c_str());
    const auto lamp = fixture.twin(fixture.lamp);
    fixture.setRange(lamp, 5);
    QVERIFY2(same().empty(), same().c_str());
    fixture.setRange(fixture.lamp, 3);
    fixture.moveUp(fixture.box, 1);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.first)));
    QVERIFY2(same().empty(), same().c_str());
    QCOMPARE(fixture.rangeOf(lamp), 5.0);
    VERIFY_FOLLOWS(fixture);
    VERIFY_OK(fixture.revert(overridesIn(world, fixture.second)));
    QVERIFY2(same().empty(), same().c_str());
    QCOMPARE(fixture.rangeOf(lamp), 3.0);
    const auto made = fixture.addBox({0, 0, 0}, {1, 1, 1}, "new", fixture.first);
    QVERIFY(made);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.first)));
    QVERIFY2(same().empty(), same().c_str());
    VERIFY_FOLLOWS(fixture);
}

void TestNestedPrefabs::anInstanceThatLeavesALinkedGroupIsItsOwn()
{
    Torches fixture;
    std::vector<EntityId> copies;
    EntityId around;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.second};
        around = *group(edit, parts, "around");
        const std::array groups{around};
        copies = *createLinkedDuplicate(edit, groups);
        return {};
    }));
    const auto& world = fixture.document.world();
    const auto linkOf = [&](EntityId each) {
        return fixture.get<LinkedGroup>(each).link;
    };
    const auto inner = world.children(copies.front()).front();
    QCOMPARE(linkOf(inner), linkOf(fixture.second));
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        return ungroup(edit, copies) ? Result<void>{} : Error{"ungroup"};
    }));
    QVERIFY(linkOf(inner) != linkOf(fixture.second));
    // Further copies of the group are copies of what is in it.
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array groups{around};
        copies = *createLinkedDuplicate(edit, groups);
        return {};
    }));
    QCOMPARE(linkOf(world.children(copies.front()).front()), linkOf(fixture.second));
    const auto unequal = linkedDifference(world, fixture.types);
    QVERIFY2(unequal.empty(), unequal.c_str());
}

void TestNestedPrefabs::whatIsLinkedInsideFollowsInAllCopies()
{
    Torches fixture;
    const auto& world = fixture.document.world();
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.second};
        const auto around = group(edit, parts, "around");
        const std::array groups{*around};
        return createLinkedDuplicate(edit, groups) ? Result<void>{} : Error{"linked"};
    }));
    // The file gets two linked groups; both copies of the second torch follow in the same way.
    const auto copies = fixture.linkPair(fixture.box);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.first)));
    VERIFY_FOLLOWS(fixture);
    auto unequal = linkedDifference(world, fixture.types);
    QVERIFY2(unequal.empty(), unequal.c_str());
    // One part is added in one copy alone; the file gets it in both.
    fixture.addBox({0, 5, 0}, {1, 6, 1}, "new", copies.front());
    const auto all = overridesIn(world, fixture.first);
    QCOMPARE(all.size(), std::size_t{2}); // the rule did it in the other copy
    VERIFY_OK(fixture.apply({all.front()}));
    VERIFY_FOLLOWS(fixture);
    unequal = linkedDifference(world, fixture.types);
    QVERIFY2(unequal.empty(), unequal.c_str());
}

void TestNestedPrefabs::separatingInsideAnInstanceIsNotApplied()
{
    Torches fixture;
    const auto& world = fixture.document.world();
    const auto copies = fixture.linkPair(fixture.box);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.first)));
    VERIFY_OK(fixture.run([&](Transaction& edit) { return separateLinked(edit, copies); }));
    const auto before = fixture.document.contentHash();
    const auto refused = fixture.apply(overridesIn(world, fixture.first));
    QVERIFY(!refused);
    QVERIFY2(refused.error().message().find("was separated from its linked copies here") !=
                 std::string::npos,
             refused.error().message().c_str());
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestNestedPrefabs::copiesThatWereUnequalBeforeDoNotHinderAnApply()
{
    Torches fixture;
    const auto& world = fixture.document.world();
    const auto other = fixture.addPoint({0, 0, 20}, "other");
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        edit.set(other, Light{});
        return {};
    }));
    fixture.setRange(other, 7.25);
    fixture.linkPair(other);
    fixture.setRange(fixture.lamp, 3);
    // As when two people's changes are merged by hand.
    const auto scene = fixture.assets() / "level.scene.json";
    VERIFY_OK(fixture.document.save(scene));
    auto text = *readFile(scene);
    const auto at = text.find("7.25");
    QVERIFY(at != std::string::npos);
    VERIFY_OK(writeFileAtomically(scene, text.replace(at, 4, "8.25")));
    VERIFY_OK(fixture.document.open(scene));
    QCOMPARE(unequalLinks(world, fixture.types).size(), std::size_t{1});

    VERIFY_OK(fixture.apply(overridesIn(world, fixture.first)));
    QCOMPARE(fixture.rangeOf(fixture.twin(fixture.lamp)), 3.0);
    fixture.setRange(fixture.twin(fixture.lamp), 4);
    VERIFY_OK(fixture.revert(overridesIn(world, fixture.second)));
    QCOMPARE(fixture.rangeOf(fixture.twin(fixture.lamp)), 3.0);
}

void TestNestedPrefabs::whatACopySeparatedBeforeStaysAsItIs()
{
    Walls fixture;
    const auto& world = fixture.document.world();
    std::vector<EntityId> halls;
    const auto linked = fixture.linkPair(fixture.wall);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array one{fixture.hall};
        halls = duplicate(edit, one);
        return translate(edit, halls, {50, 0, 0});
    }));
    const auto separated = fixture.PrefabFixture::twin(linked[0], fixture.hall, halls[0]);
    QVERIFY(separated);
    VERIFY_OK(fixture.run([&](Transaction& edit) {
        const std::array one{separated};
        return separateLinked(edit, one);
    }));
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.hall)));
    VERIFY_FOLLOWS(fixture);
    QCOMPARE(world.children(separated).size(), std::size_t{1});
}

void TestNestedPrefabs::whatACopyRemovedBeforeStaysAway()
{
    Walls fixture;
    const auto& world = fixture.document.world();
    const auto added = fixture.place("torch", {2, 0, 0});
    std::vector<EntityId> halls;
    VERIFY_OK(fixture.run([&](Transaction& edit) {
        const std::array one{added};
        return reparent(edit, one, fixture.hall);
    }));
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array one{fixture.hall};
        halls = duplicate(edit, one);
        return translate(edit, halls, {50, 0, 0});
    }));
    const auto torch = fixture.PrefabFixture::twin(added, fixture.hall, halls[0]);
    QVERIFY(torch);
    QCOMPARE(world.children(torch).size(), std::size_t{2});
    fixture.remove(world.children(torch)[1]);
    // The file gets the torch, which the copy has as well: with one part less.
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.hall)));
    QCOMPARE(world.children(torch).size(), std::size_t{1});
    VERIFY_FOLLOWS(fixture);
    QCOMPARE(world.children(added).size(), std::size_t{2});
    // Which is an override like others now.
    VERIFY_OK(fixture.revert(overridesIn(world, halls[0])));
    QCOMPARE(world.children(torch).size(), std::size_t{2});
    VERIFY_FOLLOWS(fixture);
}

void TestNestedPrefabs::aLinkOutOfAnInstanceBringsOverrides()
{
    Walls fixture;
    const auto& world = fixture.document.world();
    // The hall's file links two pairs; one of the other hall's moves into the torch that stands
    // alone, and stays linked with its twin.
    const auto linked = fixture.linkPair(fixture.wall);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.hall)));
    const auto moved = fixture.there(linked[0]);
    QVERIFY(moved);
    VERIFY_OK(fixture.run([&](Transaction& edit) {
        const std::array one{moved};
        return reparent(edit, one, fixture.hall);
    }));
    VERIFY_FOLLOWS(fixture);
    // The file gets a new part in both pairs; the one that moved follows its twin.
    fixture.addBox({0, 5, 0}, {1, 6, 1}, "new", linked[0]);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.hall)));
    VERIFY_FOLLOWS(fixture);
    const auto unequal = linkedDifference(world, fixture.types);
    QVERIFY2(unequal.empty(), unequal.c_str());
    QCOMPARE(world.children(moved).size(), world.children(linked[0]).size());
}

void TestNestedPrefabs::whatIsLinkedAnewHereKeepsTheOthersLinked()
{
    Walls fixture;
    const auto& world = fixture.document.world();
    const auto copy = fixture.linkPair(fixture.wall).front();
    const auto original = linkedGroupAbove(world, fixture.wall);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.hall)));
    const auto link = fixture.get<LinkedGroup>(copy).link;
    const std::array one{original};
    VERIFY_OK(fixture.run([&](Transaction& edit) { return separateLinked(edit, one); }));
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        return createLinkedDuplicate(edit, one) ? Result<void>{} : Error{"linked"};
    }));
    VERIFY_FOLLOWS(fixture);
    QVERIFY(fixture.follow().empty());
    QCOMPARE(fixture.get<LinkedGroup>(copy).link, link);
    QVERIFY(fixture.get<LinkedGroup>(original).link != link);
}

void TestNestedPrefabs::whatIsLinkedAnewIsAppliedWithoutTheOthers()
{
    Walls fixture;
    const auto& world = fixture.document.world();
    const auto copy = fixture.linkPair(fixture.wall).front();
    const auto original = linkedGroupAbove(world, fixture.wall);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.hall)));
    const std::array one{original};
    EntityId third;
    VERIFY_OK(fixture.run([&](Transaction& edit) { return separateLinked(edit, one); }));
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const auto copies = createLinkedDuplicate(edit, one);
        third = copies ? copies->front() : EntityId{};
        return copies ? Result<void>{} : copies.error();
    }));
    fixture.addBox({0, 5, 0}, {1, 6, 1}, "new", original);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.hall)));
    VERIFY_FOLLOWS(fixture);
    const auto unequal = linkedDifference(world, fixture.types);
    QVERIFY2(unequal.empty(), unequal.c_str());
    for (const auto hall : {fixture.hall, fixture.otherHall}) {
        const PrefabFixture& level = fixture;
        const auto partsOf = [&](EntityId group) {
            return world.children(level.twin(group, fixture.hall, hall)).size();
        };
        QCOMPARE(partsOf(original), std::size_t{2});
        QCOMPARE(partsOf(third), std::size_t{2});
        QCOMPARE(partsOf(copy), std::size_t{1});
    }
}

void TestNestedPrefabs::whatIsSeparatedAgainGetsNothingNewOfTheFile()
{
    Torches fixture;
    const auto& world = fixture.document.world();
    EntityId holder;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.lamp};
        holder = *group(edit, parts, "holder");
        return {};
    }));
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.first)));
    const auto other = fixture.twin(holder);
    const std::array one{other};
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        return createLinkedDuplicate(edit, one) ? Result<void>{} : Error{"linked"};
    }));
    fixture.addBox({0, 3, 0}, {1, 4, 1}, "new", holder);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.first)));
    QCOMPARE(world.children(other).size(), std::size_t{1});
    VERIFY_OK(fixture.run([&](Transaction& edit) { return separateLinked(edit, one); }));
    VERIFY_FOLLOWS(fixture);
    QVERIFY(fixture.follow().empty());
    QCOMPARE(world.children(other).size(), std::size_t{1});
    // Reverted, the holder is the file's again.
    VERIFY_OK(fixture.revert(overridesIn(world, fixture.second)));
    VERIFY_FOLLOWS(fixture);
    QCOMPARE(world.children(fixture.twin(holder)).size(), std::size_t{2});
}

void TestNestedPrefabs::aCopyOfAnInstanceKeepsTheLinksOfWhatWasAdded()
{
    Walls fixture;
    const auto& world = fixture.document.world();
    fixture.linkPair(fixture.wall);
    const auto inner = linkedGroupAbove(world, fixture.wall);
    fixture.linkPair(inner);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.hall)));
    // One more copy of the outer group, in this hall alone.
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array outer{linkedGroupAbove(world, inner)};
        return createLinkedDuplicate(edit, outer) ? Result<void>{} : Error{"linked"};
    }));
    QVERIFY(fixture.follow().empty());
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array halls{fixture.hall};
        return translate(edit, duplicate(edit, halls), {50, 0, 0});
    }));
    VERIFY_FOLLOWS(fixture);
    const auto unequal = linkedDifference(world, fixture.types);
    QVERIFY2(unequal.empty(), unequal.c_str());
}

void TestNestedPrefabs::whatAPrefabKeepsOfAnotherFollowsItsOwnFile()
{
    Walls fixture;
    const auto& world = fixture.document.world();
    // The file of a house overrides something of the torch in its hall; then the hall's file loses
    // that torch, and the house has one of its own.
    fixture.setRange(fixture.lamp, 6);
    fixture.make("house", {fixture.hall});
    fixture.remove(fixture.there(fixture.first));
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.otherHall)));
    QVERIFY(world.exists(fixture.first));
    VERIFY_FOLLOWS(fixture);
    fixture.moveUp(fixture.twin(fixture.box), 1);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.second)));
    QCOMPARE(fixture.boundsOf(fixture.box).max.y, 3.0);
    QCOMPARE(fixture.rangeOf(fixture.lamp), 6.0);
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array one{fixture.first};
        return translate(edit, duplicate(edit, one), {0, 0, 3});
    }));
    VERIFY_FOLLOWS(fixture);
}

PLAIN_TEST(TestNestedPrefabs)
} // namespace tst_nested_prefabs

#include "tst_nested_prefabs.moc"
