#include "editor/operations/brush/brush_operations.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/editor/operations/prefab/prefab_levels.h"
#include "tests/program/registry.h"

namespace tst_prefabs
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestPrefabs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void makingMovesNothingAndIsOneStep();
    void aPlacedInstanceHasTheContentsAtItsPlace();
    void anEditBecomesAnOverrideOfThisInstanceAlone();
    void revertingTakesTheFilesValue();
    void applyingWritesTheFileAndOthersFollow();
    void appliedOverridesStayOverriddenElsewhere();
    void brushShapesAreOverriddenAndApplied();
    void addedPartsAreOverridesAndCanBeApplied();
    void removedPartsStayAway();
    void applyingARemovalRemovesEverywhere();
    void anUngroupedGroupIsAppliedWithoutItsContents();
    void scriptPropertiesAreOverriddenOneByOne();
    void copiesOfInstancesAreInstancesOfTheirOwn();
    void unpackedInstancesFollowNoMore();
    void listsAreKeptAndFollowedAsAWhole();
    void outsideReferencesStayTheInstances();
    void ownPropertiesOfTheRootFollow();
};

void TestPrefabs::makingMovesNothingAndIsOneStep()
{
    PrefabFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 2, 1});
    const auto before = fixture.document.contentHash();
    const auto steps = fixture.document.history().position();
    const auto instance = fixture.make("box", {box});
    QCOMPARE(fixture.document.history().position(), steps + 1);
    QVERIFY((fixture.boundsOf(box) == Aabb{{0, 0, 0}, {1, 2, 1}}));
    QCOMPARE(fixture.get<PrefabInstance>(instance).file.path,
             std::string{"prefabs/box.prefab.json"});
    QCOMPARE(fixture.get<Node>(instance).name, std::string{"box"});
    QVERIFY(overridesIn(fixture.document.world(), instance).empty());
    VERIFY_FOLLOWS(fixture);
    VERIFY_UNDO_REDO(fixture, before);
}

void TestPrefabs::aPlacedInstanceHasTheContentsAtItsPlace()
{
    Torches fixture;
    const auto twin = fixture.twin(fixture.box);
    QVERIFY(twin);
    QCOMPARE(fixture.boundsOf(twin).size(), fixture.boundsOf(fixture.box).size());
    QCOMPARE(fixture.boundsOf(twin).center().x, 10.0);
    QCOMPARE(fixture.boundsOf(twin).min.y, 0.0);
    QVERIFY(fixture.get<LinkedGroup>(fixture.first).link !=
            fixture.get<LinkedGroup>(fixture.second).link);
    VERIFY_FOLLOWS(fixture);
    const auto before = fixture.document.contentHash();
    fixture.place("torch", {20, 0, 0});
    VERIFY_UNDO_REDO(fixture, before);
}

void TestPrefabs::anEditBecomesAnOverrideOfThisInstanceAlone()
{
    Torches fixture;
    const auto before = fixture.document.contentHash();
    fixture.setRange(fixture.lamp, 3);
    const auto& world = fixture.document.world();
    QVERIFY(fixture.rangeOf(fixture.twin(fixture.lamp)) != 3.0);
    QVERIFY(isOverridden(world, fixture.lamp, "light", "range"));
    QVERIFY(!isOverridden(world, fixture.lamp, "light", "intensity"));
    QVERIFY(overridesIn(world, fixture.second).empty());
    QVERIFY(!hasOverridesIn(world, fixture.second));
    QVERIFY(hasOverridesIn(world, fixture.first));
    QCOMPARE(overridesIn(world, fixture.first).size(), std::size_t{1});
    QCOMPARE(overrideText(world, fixture.types, overridesIn(world, fixture.first)[0]),
             std::string{"'lamp': Light, Range"});
    VERIFY_FOLLOWS(fixture);
    VERIFY_UNDO_REDO(fixture, before);
    // The instance's own name, place and visibility override nothing.
    fixture.rename(fixture.second, "another");
    fixture.moveUp(fixture.second, 1);
    QVERIFY(overridesIn(world, fixture.second).empty());
}

void TestPrefabs::revertingTakesTheFilesValue()
{
    Torches fixture;
    const auto range = fixture.rangeOf(fixture.lamp);
    const auto clean = fixture.document.contentHash();
    fixture.setRange(fixture.lamp, 3);
    const auto edited = fixture.document.contentHash();
    VERIFY_OK(
        fixture.revert(overridesOf(fixture.document.world(), fixture.lamp, "light", "range")));
    QCOMPARE(fixture.rangeOf(fixture.lamp), range);
    QCOMPARE(fixture.document.contentHash(), clean);
    VERIFY_UNDO_REDO(fixture, edited);
}

void TestPrefabs::applyingWritesTheFileAndOthersFollow()
{
    Torches fixture;
    fixture.setRange(fixture.lamp, 3);
    const auto edited = fixture.document.contentHash();
    VERIFY_OK(fixture.apply(overridesIn(fixture.document.world(), fixture.first)));
    QCOMPARE(fixture.rangeOf(fixture.twin(fixture.lamp)), 3.0);
    QVERIFY(overridesIn(fixture.document.world(), fixture.first).empty());
    QVERIFY(fixture.textOf("torch").find("\"range\":3") != std::string::npos);
    VERIFY_FOLLOWS(fixture);
    VERIFY_UNDO_REDO(fixture, edited);
}

void TestPrefabs::appliedOverridesStayOverriddenElsewhere()
{
    Torches fixture;
    const auto other = fixture.twin(fixture.lamp);
    fixture.setRange(other, 5);
    fixture.setRange(fixture.lamp, 3);
    VERIFY_OK(fixture.apply(overridesIn(fixture.document.world(), fixture.first)));
    QCOMPARE(fixture.rangeOf(other), 5.0);
    QVERIFY(isOverridden(fixture.document.world(), other, "light", "range"));
    VERIFY_OK(fixture.revert(overridesIn(fixture.document.world(), fixture.second)));
    QCOMPARE(fixture.rangeOf(other), 3.0);
}

void TestPrefabs::brushShapesAreOverriddenAndApplied()
{
    Torches fixture;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array faces{fixture.faceTowards(fixture.box, {0, 1, 0})};
        return moveFaces(edit, faces, 3);
    }));
    const auto twin = fixture.twin(fixture.box);
    QCOMPARE(fixture.boundsOf(twin).size().y, 2.0);
    const auto all = overridesIn(fixture.document.world(), fixture.first);
    QCOMPARE(all.size(), std::size_t{1});
    QCOMPARE(all[0].name, std::string{"brush"});
    VERIFY_OK(fixture.apply(all));
    QCOMPARE(fixture.boundsOf(twin).size().y, 5.0);
    VERIFY_FOLLOWS(fixture);
}

void TestPrefabs::addedPartsAreOverridesAndCanBeApplied()
{
    Torches fixture;
    const auto made = fixture.addBox({3, 0, 0}, {4, 1, 1}, "foot", fixture.first);
    const auto& world = fixture.document.world();
    QVERIFY(isAddedToPrefab(world, made));
    QVERIFY(!fixture.twin(made));
    VERIFY_FOLLOWS(fixture);
    const auto before = fixture.document.contentHash();
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.first)));
    const auto twin = fixture.twin(made);
    QVERIFY(twin);
    QCOMPARE(fixture.get<Node>(twin).name, std::string{"foot"});
    QVERIFY(!isAddedToPrefab(world, made));
    VERIFY_FOLLOWS(fixture);
    VERIFY_UNDO_REDO(fixture, before);
    // Reverting takes an added part away.
    const auto more = fixture.addBox({5, 0, 0}, {6, 1, 1}, "more", fixture.first);
    VERIFY_OK(fixture.revert(overridesIn(world, fixture.first)));
    QVERIFY(!world.exists(more));
}

void TestPrefabs::removedPartsStayAway()
{
    Torches fixture;
    const auto clean = fixture.document.contentHash();
    fixture.remove(fixture.lamp);
    const auto& world = fixture.document.world();
    QVERIFY(world.exists(fixture.twin(fixture.box)));
    const auto all = overridesIn(world, fixture.first);
    QCOMPARE(all.size(), std::size_t{1});
    QVERIFY(all[0].isRemoval);
    QVERIFY(fixture.follow().empty());
    QCOMPARE(world.children(fixture.first).size(), std::size_t{1});
    const auto before = fixture.document.contentHash();
    VERIFY_OK(fixture.revert(all));
    QCOMPARE(world.children(fixture.first).size(), std::size_t{2});
    VERIFY_UNDO_REDO(fixture, before);
    fixture.document.undo();
    fixture.document.undo();
    QCOMPARE(fixture.document.contentHash(), clean);
}

void TestPrefabs::applyingARemovalRemovesEverywhere()
{
    Torches fixture;
    const auto twin = fixture.twin(fixture.lamp);
    fixture.remove(fixture.lamp);
    VERIFY_OK(fixture.apply(overridesIn(fixture.document.world(), fixture.first)));
    QVERIFY(!fixture.document.world().exists(twin));
    QVERIFY(fixture.textOf("torch").find("lamp") == std::string::npos);
    QVERIFY(overridesIn(fixture.document.world(), fixture.first).empty());
    VERIFY_FOLLOWS(fixture);
}

void TestPrefabs::anUngroupedGroupIsAppliedWithoutItsContents()
{
    PrefabFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 2, 1}, "box");
    const auto other = fixture.addBox({2, 0, 0}, {3, 2, 1}, "other");
    EntityId around;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const auto made = group(edit, std::array{box}, "around");
        around = made ? *made : EntityId{};
        return made ? Result<void>{} : Result<void>{made.error()};
    }));
    const auto first = fixture.make("pair", {around, other});
    const auto second = fixture.place("pair", {20, 0, 0});
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const auto freed = ungroup(edit, std::array{around});
        return freed ? Result<void>{} : Result<void>{freed.error()};
    }));
    VERIFY_OK(fixture.apply(overridesIn(fixture.document.world(), first)));
    const auto twin = fixture.twin(box, first, second);
    QVERIFY(twin);
    QVERIFY(fixture.document.world().get<BrushComponent>(twin) != nullptr);
    QCOMPARE(fixture.get<Node>(twin).parent, second);
    QCOMPARE(fixture.document.world().children(second).size(), std::size_t{2});
    VERIFY_FOLLOWS(fixture);
}

void TestPrefabs::scriptPropertiesAreOverriddenOneByOne()
{
    Torches fixture;
    const auto set = [&](EntityId entity, const char* name, double value) {
        VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
            const auto* now = edit.world().get<Script>(entity);
            auto script = now != nullptr ? *now : Script{};
            setValue(script.properties, name, {value});
            edit.set(entity, script);
            return {};
        }));
    };
    set(fixture.lamp, "speed", 1);
    set(fixture.lamp, "size", 1);
    VERIFY_OK(fixture.apply(overridesIn(fixture.document.world(), fixture.first)));
    const auto twin = fixture.twin(fixture.lamp);
    set(twin, "speed", 7);
    const auto all = overridesIn(fixture.document.world(), fixture.second);
    QCOMPARE(all.size(), std::size_t{1});
    QCOMPARE(all[0].name, std::string{"script.properties.speed"});
    set(fixture.lamp, "speed", 2);
    set(fixture.lamp, "size", 2);
    VERIFY_OK(fixture.apply(overridesIn(fixture.document.world(), fixture.first)));
    const auto& bag = fixture.get<Script>(twin).properties;
    QCOMPARE(*findValue(bag, "speed")->as<double>(), 7.0);
    QCOMPARE(*findValue(bag, "size")->as<double>(), 2.0);
    VERIFY_FOLLOWS(fixture);
}

void TestPrefabs::copiesOfInstancesAreInstancesOfTheirOwn()
{
    Torches fixture;
    fixture.setRange(fixture.lamp, 3);
    EntityId copy;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array one{fixture.first};
        copy = duplicate(edit, one).front();
        return {};
    }));
    const auto twin = static_cast<PrefabFixture&>(fixture).twin(fixture.lamp, fixture.first, copy);
    QCOMPARE(fixture.rangeOf(twin), 3.0);
    QVERIFY(isOverridden(fixture.document.world(), twin, "light", "range"));
    fixture.setRange(twin, 9);
    QCOMPARE(fixture.rangeOf(fixture.lamp), 3.0);
    VERIFY_FOLLOWS(fixture);
}

void TestPrefabs::unpackedInstancesFollowNoMore()
{
    Torches fixture;
    fixture.setRange(fixture.twin(fixture.lamp), 5);
    const auto twin = fixture.twin(fixture.lamp);
    const auto before = fixture.document.contentHash();
    VERIFY_OK(fixture.run([&](Transaction& edit) {
        const std::array one{fixture.second};
        return unpackPrefabs(edit, one);
    }));
    const auto& world = fixture.document.world();
    QVERIFY(world.get<PrefabInstance>(fixture.second) == nullptr);
    QVERIFY(world.get<LinkedGroup>(fixture.second) == nullptr);
    QVERIFY(world.get<PrefabOverrides>(twin) == nullptr);
    QVERIFY(world.get<LinkedMember>(twin) == nullptr);
    VERIFY_UNDO_REDO(fixture, before);
    fixture.setRange(fixture.lamp, 3);
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.first)));
    QCOMPARE(fixture.rangeOf(twin), 5.0);
}

void TestPrefabs::listsAreKeptAndFollowedAsAWhole()
{
    PrefabFixture fixture;
    const auto outside = fixture.addPoint({9, 0, 0}, "outside");
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto lamp = fixture.addPoint({0, 2, 0}, "lamp");
    const auto set = [&](EntityId entity, const char* name, ValueList list) {
        VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
            const auto* now = edit.world().get<Script>(entity);
            auto script = now != nullptr ? *now : Script{};
            setValue(script.properties, name, {std::move(list)});
            edit.set(entity, script);
            return {};
        }));
    };
    set(box, "lamps", {{lamp}, {EntityId{}}});
    set(box, "mixed", {{lamp}, {outside}});
    set(box, "steps", {{1.0}, {2.0}});
    const auto first = fixture.make("switch", {box, lamp});
    const auto own = overridesIn(fixture.document.world(), first);
    QCOMPARE(own.size(), std::size_t{1});
    QCOMPARE(own[0].name, std::string{"script.properties.mixed"});
    const auto second = fixture.place("switch", {20, 0, 0});
    const auto twin = fixture.twin(box, first, second);
    const auto twinLamp = fixture.twin(lamp, first, second);
    const auto value = [&](EntityId entity, const char* name) {
        return *findValue(fixture.get<Script>(entity).properties, name);
    };
    QVERIFY((value(twin, "lamps") == Value{ValueList{{twinLamp}, {EntityId{}}}}));
    QVERIFY((value(twin, "mixed") == Value{ValueList{{twinLamp}, {EntityId{}}}}));
    set(twin, "steps", {{7.0}});
    const auto all = overridesIn(fixture.document.world(), second);
    QCOMPARE(all.size(), std::size_t{1});
    QCOMPARE(all[0].name, std::string{"script.properties.steps"});
    VERIFY_OK(fixture.apply(all));
    QVERIFY(value(box, "steps") == Value{ValueList{{7.0}}});
    VERIFY_FOLLOWS(fixture);
}

void TestPrefabs::outsideReferencesStayTheInstances()
{
    PrefabFixture fixture;
    const auto outside = fixture.addPoint({9, 0, 0}, "outside");
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto lamp = fixture.addPoint({0, 2, 0}, "lamp");
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        Script script;
        setValue(script.properties, "far", {outside});
        setValue(script.properties, "near", {lamp});
        edit.set(box, script);
        return {};
    }));
    const auto first = fixture.make("switch", {box, lamp});
    QVERIFY(*findValue(fixture.get<Script>(box).properties, "far")->as<EntityId>() == outside);
    const auto all = overridesIn(fixture.document.world(), first);
    QCOMPARE(all.size(), std::size_t{1});
    QCOMPARE(all[0].name, std::string{"script.properties.far"});
    VERIFY_FOLLOWS(fixture);
    const auto second = fixture.place("switch", {20, 0, 0});
    const auto twin = fixture.twin(box, first, second);
    const auto& bag = fixture.get<Script>(twin).properties;
    QVERIFY(*findValue(bag, "near")->as<EntityId>() == fixture.twin(lamp, first, second));
    QVERIFY(!*findValue(bag, "far")->as<EntityId>());
    QVERIFY(!fixture.apply(all));
}

void TestPrefabs::ownPropertiesOfTheRootFollow()
{
    Torches fixture;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        edit.set(fixture.first, Mover{});
        return {};
    }));
    const auto& world = fixture.document.world();
    QCOMPARE(overridesIn(world, fixture.first).size(), std::size_t{1});
    VERIFY_OK(fixture.apply(overridesIn(world, fixture.first)));
    QVERIFY(world.get<Mover>(fixture.second) != nullptr);
    VERIFY_FOLLOWS(fixture);
}

PLAIN_TEST(TestPrefabs)
} // namespace tst_prefabs

#include "tst_prefabs.moc"
