#include "editor/operations/brush_operations.h"
#include "editor/operations/entity_operations.h"
#include "editor/operations/linked_groups.h"
#include "editor/operations/property_operations.h"
#include "editor/operations/transform_operations.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/prefab_parts.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/support/linked_check.h"
#include "tests/support/prefab_fixture.h"
#include "tests/support/schema_validator.h"
#include "tests/support/verify.h"

#include <QtTest>

#include <nlohmann/json.hpp>

#include <array>

using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A torch (a box and a lamp) that is a prefab, in its place and once more 10 m to the right.
struct Torches : PrefabFixture
{
    EntityId box, lamp, first, second;

    Torches()
    {
        box = addBox({0, 0, 0}, {1, 2, 1}, "box");
        lamp = addPoint({0.5, 3, 0.5}, "lamp");
        ENGINE_EXPECT(run([&](Transaction& edit) -> Result<void> {
            edit.set(lamp, Light{});
            return {};
        }));
        first = make("torch", {box, lamp});
        second = place("torch", {10, 0, 0});
    }

    [[nodiscard]] EntityId twin(EntityId part) const
    {
        return PrefabFixture::twin(part, first, second);
    }

    void setRange(EntityId entity, double range)
    {
        ENGINE_EXPECT(run([&](Transaction& edit) {
            const auto* type = edit.types().find("light");
            const std::array one{entity};
            return setProperty(edit, one, *type, *type->findProperty("range"), Value{range});
        }));
    }

    void rename(EntityId entity, const std::string& name)
    {
        ENGINE_EXPECT(run([&](Transaction& edit) -> Result<void> {
            editor::rename(edit, entity, name);
            return {};
        }));
    }

    [[nodiscard]] double rangeOf(EntityId entity) const { return get<Light>(entity).range; }

    void moveUp(EntityId entity, double by)
    {
        ENGINE_EXPECT(run([&](Transaction& edit) -> Result<void> {
            const std::array one{entity};
            return translate(edit, one, {0, by, 0});
        }));
    }

    void remove(EntityId entity)
    {
        ENGINE_EXPECT(run([&](Transaction& edit) -> Result<void> {
            edit.destroy(entity);
            return {};
        }));
    }

    /// Another program, or another person's copy of the project, writes the file.
    void rewrite(const std::string& name, const std::string& from, const std::string& to)
    {
        auto text = QString::fromStdString(textOf(name));
        ENGINE_EXPECT(text.contains(QString::fromStdString(from)));
        text.replace(QString::fromStdString(from), QString::fromStdString(to));
        ENGINE_EXPECT(writeFileAtomically(fileOf(name), text.toStdString()));
    }
};

#define VERIFY_FOLLOWS(fixture)                                                                    \
    {                                                                                              \
        const auto difference = (fixture).difference();                                            \
        QVERIFY2(difference.empty(), difference.c_str());                                          \
    }

/// Does the steps between two states once backwards and forwards.
#define VERIFY_UNDO_REDO(fixture, before)                                                          \
    {                                                                                              \
        const auto after = (fixture).document.contentHash();                                       \
        (fixture).document.undo();                                                                 \
        QCOMPARE((fixture).document.contentHash(), before);                                        \
        (fixture).document.redo();                                                                 \
        QCOMPARE((fixture).document.contentHash(), after);                                         \
    }
} // namespace

class TestPrefabs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void makingMovesNothingAndIsOneStep();
    void theFileIsACanonicalScene();
    void makingIsRefusedIfTheFileExists();
    void aPlacedInstanceHasTheContentsAtItsPlace();
    void anEditBecomesAnOverrideOfThisInstanceAlone();
    void revertingTakesTheFilesValue();
    void applyingWritesTheFileAndOthersFollow();
    void appliedOverridesStayOverriddenElsewhere();
    void brushShapesAreOverriddenAndApplied();
    void addedPartsAreOverridesAndCanBeApplied();
    void removedPartsStayAway();
    void applyingARemovalRemovesEverywhere();
    void aChangedFileIsFollowedAndOverridesStay();
    void aPartThatTheFileLostStaysIfItWasOverridden();
    void scriptPropertiesAreOverriddenOneByOne();
    void aMissingOrBrokenFileLeavesTheContents();
    void copiesOfInstancesAreInstancesOfTheirOwn();
    void unpackedInstancesFollowNoMore();
    void nestedPrefabsFollowTheirOwnFile();
    void overridesInNestedPrefabsBelongToTheOutermost();
    void whatAPrefabAddsToAnotherStaysWhenThatChanges();
    void aPrefabCannotContainItself();
    void outsideReferencesStayTheInstances();
    void ownPropertiesOfTheRootFollow();
    void instancesInLinkedGroupsStayEqual();
    void anInstanceThatLeavesALinkedGroupIsItsOwn();
    void whatIsLinkedInsideFollowsInAllCopies();
    void separatingInsideAnInstanceIsNotApplied();
    void savingKeepsInstancesByteForByte();
    void hostileFilesAreRefusedOrHarmless_data();
    void hostileFilesAreRefusedOrHarmless();
    void truncatedFilesAreRefused();
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

void TestPrefabs::theFileIsACanonicalScene()
{
    const Torches fixture;
    const auto text = fixture.textOf("torch");
    const auto read = readScene(text, fixture.types, "torch");
    VERIFY_OK(read);
    QVERIFY(read->problems.empty());
    QCOMPARE(writeScene(*read->world, fixture.types), text);
    QCOMPARE(read->world->children({}).size(), std::size_t{2});
    // Ids are those of the objects it was made of, and stay.
    QVERIFY(read->world->exists(fixture.box));
    QVERIFY(read->world->exists(fixture.lamp));
    QVERIFY(text.find("linked_member") == std::string::npos);
    // Its schema is that of scenes.
    const auto folder = fs::path{MAPWRIGHT_SOURCE_DIR} / "resources/schemas";
    using Json = nlohmann::json;
    const auto prefabSchema = Json::parse(*readFile(folder / "prefab.schema.json"));
    QCOMPARE(prefabSchema["$ref"].get<std::string>(), std::string{"scene.schema.json"});
    const auto bad =
        schemaViolation(Json::parse(text), Json::parse(*readFile(folder / "scene.schema.json")));
    QVERIFY2(bad.empty(), bad.c_str());
}

void TestPrefabs::makingIsRefusedIfTheFileExists()
{
    Torches fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto before = fixture.document.contentHash();
    const auto text = fixture.textOf("torch");
    const auto again = fixture.run([&](Transaction& edit) -> Result<void> {
        auto library = fixture.library();
        const std::array one{box};
        const auto made = makePrefab(edit, one, fixture.pathOf("torch"), library);
        return made ? Result<void>{} : made.error();
    });
    QVERIFY(!again);
    QVERIFY(again.error().message().find("exists already") != std::string::npos);
    QCOMPARE(fixture.document.contentHash(), before);
    QCOMPARE(fixture.textOf("torch"), text);
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

void TestPrefabs::aChangedFileIsFollowedAndOverridesStay()
{
    Torches fixture;
    fixture.setRange(fixture.lamp, 3);
    fixture.rewrite("torch", "\"name\":\"lamp\"", "\"name\":\"flame\"");
    const auto before = fixture.document.contentHash();
    QVERIFY(fixture.follow().empty());
    const auto twin = fixture.twin(fixture.lamp);
    QCOMPARE(fixture.get<Node>(fixture.lamp).name, std::string{"flame"});
    QCOMPARE(fixture.get<Node>(twin).name, std::string{"flame"});
    QCOMPARE(fixture.rangeOf(fixture.lamp), 3.0);
    QVERIFY(isOverridden(fixture.document.world(), fixture.lamp, "light", "range"));
    QVERIFY(overridesIn(fixture.document.world(), fixture.second).empty());
    VERIFY_UNDO_REDO(fixture, before);
    const auto steps = fixture.document.history().position();
    QVERIFY(fixture.follow().empty());
    QCOMPARE(fixture.document.history().position(), steps); // nothing to do: no step
}

void TestPrefabs::aPartThatTheFileLostStaysIfItWasOverridden()
{
    Torches fixture;
    const auto twin = fixture.twin(fixture.lamp);
    fixture.setRange(twin, 5);
    fixture.remove(fixture.lamp);
    VERIFY_OK(fixture.apply(overridesIn(fixture.document.world(), fixture.first)));
    const auto& world = fixture.document.world();
    QVERIFY(world.exists(twin));
    QCOMPARE(fixture.rangeOf(twin), 5.0);
    QVERIFY(isAddedToPrefab(world, twin));
    VERIFY_FOLLOWS(fixture);
    VERIFY_OK(fixture.revert(overridesIn(world, fixture.second)));
    QVERIFY(!world.exists(twin));
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

void TestPrefabs::aMissingOrBrokenFileLeavesTheContents()
{
    Torches fixture;
    fixture.setRange(fixture.lamp, 3);
    const auto text = fixture.textOf("torch");
    fs::remove(fixture.fileOf("torch"));
    const auto before = fixture.document.contentHash();
    const auto missing = fixture.follow();
    QCOMPARE(missing.size(), std::size_t{1});
    QVERIFY(missing[0].find("prefabs/torch.prefab.json") != std::string::npos);
    QCOMPARE(fixture.document.contentHash(), before);
    VERIFY_OK(writeFileAtomically(fixture.fileOf("torch"), "{\n  \"format\": 2,\n  oops"));
    const auto broken = fixture.follow();
    QCOMPARE(broken.size(), std::size_t{1});
    QVERIFY2(broken[0].find("line 3") != std::string::npos, broken[0].c_str());
    QCOMPARE(fixture.document.contentHash(), before);
    QVERIFY(!fixture.revert(overridesIn(fixture.document.world(), fixture.first)));
    QVERIFY(!fixture.apply(overridesIn(fixture.document.world(), fixture.first)));
    QCOMPARE(fixture.document.contentHash(), before);
    // Editing goes on, and is kept when the file is there again.
    fixture.moveUp(fixture.box, 1);
    VERIFY_OK(writeFileAtomically(fixture.fileOf("torch"), text));
    QVERIFY(fixture.follow().empty());
    QCOMPARE(overridesIn(fixture.document.world(), fixture.first).size(), std::size_t{2});
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

namespace
{
/// A wall with a torch prefab on it is a prefab itself, placed twice.
struct Walls : Torches
{
    EntityId wall, hall, otherHall;

    Walls()
    {
        wall = addBox({0, 0, 5}, {8, 4, 6}, "wall");
        hall = make("hall", {wall, first});
        otherHall = place("hall", {0, 0, 40});
    }

    [[nodiscard]] EntityId there(EntityId part) const
    {
        return PrefabFixture::twin(part, hall, otherHall);
    }
};
} // namespace

void TestPrefabs::nestedPrefabsFollowTheirOwnFile()
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

void TestPrefabs::overridesInNestedPrefabsBelongToTheOutermost()
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

void TestPrefabs::whatAPrefabAddsToAnotherStaysWhenThatChanges()
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

void TestPrefabs::aPrefabCannotContainItself()
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

void TestPrefabs::instancesInLinkedGroupsStayEqual()
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

void TestPrefabs::anInstanceThatLeavesALinkedGroupIsItsOwn()
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

void TestPrefabs::whatIsLinkedInsideFollowsInAllCopies()
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
    std::vector<EntityId> copies;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        const auto made = group(edit, parts, "pair");
        const std::array groups{*made};
        copies = *createLinkedDuplicate(edit, groups);
        return {};
    }));
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

void TestPrefabs::separatingInsideAnInstanceIsNotApplied()
{
    Torches fixture;
    const auto& world = fixture.document.world();
    std::vector<EntityId> copies;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        const std::array parts{fixture.box};
        const auto made = group(edit, parts, "pair");
        const std::array groups{*made};
        copies = *createLinkedDuplicate(edit, groups);
        return {};
    }));
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

void TestPrefabs::savingKeepsInstancesByteForByte()
{
    Walls fixture;
    fixture.setRange(fixture.lamp, 6);
    fixture.remove(fixture.there(fixture.box));
    const auto text = writeScene(fixture.document.world(), fixture.types);
    const auto read = readScene(text, fixture.types, "text");
    VERIFY_OK(read);
    QVERIFY(read->problems.empty());
    QCOMPARE(writeScene(*read->world, fixture.types), text);
    const auto file = fs::path{fixture.folder.path().toStdString()} / "halls.scene.json";
    VERIFY_OK(fixture.document.save(file));
    VERIFY_OK(fixture.document.open(file));
    QVERIFY(fixture.follow().empty());
    QCOMPARE(writeScene(fixture.document.world(), fixture.types), text);
}

void TestPrefabs::hostileFilesAreRefusedOrHarmless_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isReadable");
    QTest::newRow("empty") << QByteArray{} << false;
    QTest::newRow("not json") << QByteArray{"prefab"} << false;
    QTest::newRow("newer format") << QByteArray{R"({"format":99,"entities":[]})"} << false;
    QTest::newRow("deep") << QByteArray{QByteArray(100000, '[')} << false;
    QTest::newRow("nothing in it") << QByteArray{R"({"format":2,"entities":[]})"} << true;
    QTest::newRow("same source twice") << QByteArray{R"({"format":2,"entities":[
           {"id":5,"name":"a","components":{"linked_member":{"source":7}}},
           {"id":6,"name":"b","components":{"linked_member":{"source":7}}}]})"}
                                       << true;
    QTest::newRow("parents in a circle") << QByteArray{R"({"format":2,"entities":[
           {"id":5,"parent":6},{"id":6,"parent":5}]})"}
                                         << true;
    QTest::newRow("levels of the sky") << QByteArray{R"({"format":2,"entities":[{"id":5,"name":"a",
           "components":{"prefab_overrides":{"values":{"node.name":1000000,"entity":-3},
           "removed":{"//":1,"9999999999999999999999":2,"5":1}}}}]})"}
                                       << true;
    QTest::newRow("instance of itself") << QByteArray{R"({"format":2,"entities":[{"id":5,"name":"a",
           "components":{"linked_group":{"link":1},"prefab":{"file":"prefabs/torch.prefab.json"}}}]})"}
                                        << false;
    QTest::newRow("instance of nothing")
        << QByteArray{R"({"format":2,"entities":[{"id":5,"name":"a",
           "components":{"linked_group":{"link":1},"prefab":{"file":"prefabs/none.prefab.json"}}}]})"}
        << true;
    QTest::newRow("instance from outside") << QByteArray{R"({"format":2,"entities":[{"id":5,
           "components":{"linked_group":{"link":1},"prefab":{"file":"../../etc/passwd"}}}]})"}
                                           << true;
    QTest::newRow("an instance that is no group") << QByteArray{R"({"format":2,"entities":[{"id":5,
           "components":{"prefab":{"file":"prefabs/none.prefab.json"}}}]})"}
                                                  << true;
    QTest::newRow("references to nowhere") << QByteArray{R"({"format":2,"entities":[{"id":5,
           "components":{"script":{"properties":{"x":{"entity":77}}}}}]})"}
                                           << true;
}

void TestPrefabs::hostileFilesAreRefusedOrHarmless()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isReadable);
    Torches fixture;
    fixture.setRange(fixture.lamp, 3);
    const auto before = fixture.document.contentHash();
    VERIFY_OK(writeFileAtomically(fixture.fileOf("torch"), text.toStdString()));
    const auto failures = fixture.follow();
    QCOMPARE(failures.empty(), isReadable);
    if (isReadable) {
        // The override and what it is about are still there.
        QVERIFY(fixture.document.world().exists(fixture.lamp));
        QCOMPARE(fixture.rangeOf(fixture.lamp), 3.0);
        VERIFY_FOLLOWS(fixture);
        fixture.document.undo();
    }
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestPrefabs::truncatedFilesAreRefused()
{
    Torches fixture;
    const auto text = fixture.textOf("torch");
    const auto before = fixture.document.contentHash();
    for (std::size_t length = 0; length + 2 < text.size(); length += 7) {
        VERIFY_OK(writeFileAtomically(fixture.fileOf("torch"), text.substr(0, length)));
        QCOMPARE(fixture.follow().size(), std::size_t{1});
        QCOMPARE(fixture.document.contentHash(), before);
    }
}

QTEST_APPLESS_MAIN(TestPrefabs)
#include "tst_prefabs.moc"
