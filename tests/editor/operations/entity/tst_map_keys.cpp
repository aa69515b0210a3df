#include "editor/operations/entity/map_key_operations.h"
#include "engine_core/interchange/maps/map_export.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/scene/components/map_entity.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_map_keys
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
/// An ogre and a knight with keys of a game that this program does not know.
struct Monsters : DocumentFixture
{
    EntityId ogre = addPoint({0, 0, 0}, "ogre");
    EntityId knight = addPoint({4, 0, 0}, "knight");
    EntityId plain = addPoint({8, 0, 0}, "plain");

    Monsters()
    {
        ENGINE_EXPECT(run([&](Transaction& edit) -> Result<void> {
            edit.set(ogre, MapEntity{"monster_ogre", R"("angle" "90" "spawnflags" "1")"});
            edit.set(knight, MapEntity{"monster_knight", R"("angle" "45" "target" "door")"});
            return {};
        }));
    }

    [[nodiscard]] std::vector<EntityId> all() const { return {ogre, knight, plain}; }

    [[nodiscard]] std::string keys(EntityId entity) const { return get<MapEntity>(entity).keys; }

    Result<void> set(const std::string& key, const std::string& value)
    {
        return run([&](Transaction& edit) { return setMapKey(edit, all(), key, value); });
    }
};
} // namespace

class TestMapKeys : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keysOfSeveralEntitiesAreListedOnce();
    void aKeyIsSetInAllAndUndone();
    void quotesInValuesBecomeEscapes();
    void keysAreRenamedAndRemoved();
    void whatNoMapCanHoldIsRefused();
    void editedKeysComeBackFromAnExport();
    void aFlagIsSetInEachByItself();
    void namesOfTargetsAreListedOnce();
};

void TestMapKeys::keysOfSeveralEntitiesAreListedOnce()
{
    const Monsters fixture;
    const auto keys = sharedMapKeys(fixture.document.world(), fixture.all());
    QCOMPARE(keys.size(), std::size_t{3});
    QVERIFY((keys[0] == SharedMapKey{"angle", std::nullopt, true}));
    QVERIFY((keys[1] == SharedMapKey{"spawnflags", "1", false}));
    QVERIFY((keys[2] == SharedMapKey{"target", "door", false}));
    const std::vector one{fixture.plain};
    QVERIFY(sharedMapKeys(fixture.document.world(), one).empty());
}

void TestMapKeys::aKeyIsSetInAllAndUndone()
{
    Monsters fixture;
    const auto before = fixture.document.contentHash();
    VERIFY_OK(fixture.set("angle", "180"));
    VERIFY_OK(fixture.set("wait", "2"));
    QCOMPARE(fixture.keys(fixture.ogre),
             std::string{R"("angle" "180" "spawnflags" "1" "wait" "2")"});
    QCOMPARE(fixture.keys(fixture.knight),
             std::string{R"("angle" "180" "target" "door" "wait" "2")"});
    QVERIFY(fixture.document.world().get<MapEntity>(fixture.plain) == nullptr);
    fixture.document.undo();
    fixture.document.undo();
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestMapKeys::quotesInValuesBecomeEscapes()
{
    Monsters fixture;
    VERIFY_OK(fixture.set("message", "say \"hi\""));
    const auto keys = mapKeysFromText(fixture.keys(fixture.ogre));
    QCOMPARE(*findMapKey(keys, "message"), std::string{R"(say \"hi\")"});
    QCOMPARE(*findMapKey(keys, "spawnflags"), std::string{"1"});
}

void TestMapKeys::keysAreRenamedAndRemoved()
{
    Monsters fixture;
    const auto before = fixture.document.contentHash();
    VERIFY_OK(fixture.run(
        [&](Transaction& edit) { return renameMapKey(edit, fixture.all(), "angle", "yaw"); }));
    QCOMPARE(fixture.keys(fixture.knight), std::string{R"("yaw" "45" "target" "door")"});
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        removeMapKey(edit, fixture.all(), "target");
        return {};
    }));
    QCOMPARE(fixture.keys(fixture.knight), std::string{R"("yaw" "45")"});
    QCOMPARE(fixture.keys(fixture.ogre), std::string{R"("yaw" "90" "spawnflags" "1")"});
    fixture.document.undo();
    fixture.document.undo();
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestMapKeys::whatNoMapCanHoldIsRefused()
{
    Monsters fixture;
    const auto before = fixture.document.contentHash();
    const auto why = [](const Result<void>& done) {
        return done ? std::string{} : done.error().message();
    };
    QCOMPARE(why(fixture.set(" ", "1")), std::string{"A key needs a name"});
    QVERIFY(why(fixture.set("a\"b", "1")).find("quote") != std::string::npos);
    const auto renamed = fixture.run(
        [&](Transaction& edit) { return renameMapKey(edit, fixture.all(), "angle", "target"); });
    QCOMPARE(why(renamed), std::string{"There is a key 'target' already"});
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestMapKeys::editedKeysComeBackFromAnExport()
{
    Monsters fixture;
    VERIFY_OK(fixture.set("_custom key", "4 5 6"));
    const auto exported = exportMap(fixture.document.world(), {});
    VERIFY_OK(exported);
    const auto again = importMap(exported->text, {});
    VERIFY_OK(again);
    int found = 0;
    again->world->forEach<MapEntity>([&](EntityId, const MapEntity& each) {
        const auto keys = mapKeysFromText(each.keys);
        const auto* value = findMapKey(keys, "_custom key");
        found += value != nullptr && *value == "4 5 6" ? 1 : 0;
    });
    QCOMPARE(found, 2);
}

void TestMapKeys::aFlagIsSetInEachByItself()
{
    Monsters fixture;
    VERIFY_OK(fixture.run(
        [&](Transaction& edit) { return setMapFlag(edit, fixture.all(), "spawnflags", 4, true); }));
    QCOMPARE(fixture.keys(fixture.ogre), std::string{R"("angle" "90" "spawnflags" "5")"});
    QCOMPARE(fixture.keys(fixture.knight),
             std::string{R"("angle" "45" "target" "door" "spawnflags" "4")"});
    VERIFY_OK(fixture.run([&](Transaction& edit) {
        return setMapFlag(edit, fixture.all(), "spawnflags", 1, false);
    }));
    QCOMPARE(fixture.keys(fixture.ogre), std::string{R"("angle" "90" "spawnflags" "4")"});
    QVERIFY(!fixture.run(
        [&](Transaction& edit) { return setMapFlag(edit, fixture.all(), "a\"b", 1, true); }));
    QCOMPARE(mapFlagsOf(" 12 "), 12U);
    QCOMPARE(mapFlagsOf("-3"), 0U);
    QCOMPARE(mapFlagsOf("many"), 0U);
    QCOMPARE(mapFlagsOf("99999999999999"), 0U);
}

void TestMapKeys::namesOfTargetsAreListedOnce()
{
    Monsters fixture;
    QVERIFY(mapTargetNames(fixture.document.world()).empty());
    VERIFY_OK(fixture.set("targetname", "gate"));
    QCOMPARE(mapTargetNames(fixture.document.world()), std::vector<std::string>{"gate"});
}

PLAIN_TEST(TestMapKeys)
} // namespace tst_map_keys

#include "tst_map_keys.moc"
