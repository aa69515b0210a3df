#include "engine_core/interchange/maps/map_export.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/interchange/maps/map_measures.h"
#include "engine_core/play/wire_ends.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/trigger.h"
#include "engine_core/scene/components/wires.h"
#include "tests/engine_core/interchange/maps/map_boxes.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/map_compare.h"

#include <QTest>

#include <fmt/core.h>

#include <array>

namespace tst_map_parts
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// Keys as "key value", a text each; "/" between words that belong to one value.
std::string entity(const std::string& className,
                   const std::vector<std::pair<std::string, std::string>>& keys,
                   const std::string& brushes = {})
{
    auto text = "{\n\"classname\" \"" + className + "\"\n";
    for (const auto& [key, value] : keys)
        text += "\"" + key + "\" \"" + value + "\"\n";
    return text + brushes + "}\n";
}

/// A long hall along x, with the player at x = 0 who looks along it.
std::string hall(const std::string& entities)
{
    return entity("worldspawn", {}, boxText({-256, -256, -16}, {2048, 256, 0})) +
           entity("info_player_start", {{"origin", "0 0 24"}, {"angle", "0"}}) + entities;
}

struct MapGame : PlayFixture
{
    MapPartTable table;
    ImportedMap map;

    Result<void> begin(const std::string& text)
    {
        auto loaded = loadMapParts(nullptr);
        if (!loaded)
            return loaded.error();
        table = *std::move(loaded);
        auto imported = importMap(text, {DefaultMapScale, {}, nullptr, {&table, "quake"}});
        if (!imported)
            return imported.error();
        map = *std::move(imported);
        addNeededParts(*map.world, map.needs, nullptr);
        (void)giveMeasures(*map.world, *findMeasures("quake"), DefaultMapScale, nullptr);
        PlaySetup play{assets, types};
        play.scripts = scripts.get();
        auto started = PlaySession::start(*map.world, play);
        if (!started)
            return started.error();
        session = *std::move(started);
        return {};
    }

    void run(int ticks, std::uint32_t held = 0)
    {
        for (int i = 0; i < ticks; ++i)
            session->tick({held, Vec2d{0}});
    }

    [[nodiscard]] EntityId of(const std::string& className, int which = 0) const
    {
        EntityId found;
        map.world->forEach<MapEntity>([&](EntityId id, const MapEntity& entity) {
            if (entity.className == className && which-- == 0)
                found = id;
        });
        return found;
    }

    /// How far it is from where the map has it, in units.
    [[nodiscard]] Vec3d moved(EntityId id) const
    {
        return (worldTransform(session->world(), id).position -
                worldTransform(*map.world, id).position) /
               DefaultMapScale;
    }
};
} // namespace

/// Entities of Quake's maps work as parts: imported, and played.
class TestMapParts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theTableSpeaksOfPartsAsTheyAre();
    void halvesOfADoorOpenTogether();
    void aButtonOpensTheDoorThatItTargets();
    void aLiftTakesItsRiderUp();
    void jumpPadsAndCurrentsPush();
    void aTeleporterTakesThePlayerAway();
    void aCounterOpensAfterThree();
    void killedTargetsGo();
    void aManagerTellsEachInItsTime();
    void aFanTurnsAboutItsAxis();
    void aTrainGoesRound();
    void lampsAreSwitched();
    void itemsAreTakenAndHeal();
    void aKeyUnlocksItsDoors();
    void messagesAreShown();
    void unknownTriggersAreNotSeen();
    void theExportWritesTheSameMap();
    void hostileMapsAreBounded();
    void wrongTablesAreRefusedWithTheirPlace_data();
    void wrongTablesAreRefusedWithTheirPlace();
    void aProjectsTableReplacesClasses();
    void aPartOfAProjectNeedsNotHaveWhatOursHas();
};

void TestMapParts::theTableSpeaksOfPartsAsTheyAre()
{
    const auto table = loadMapParts(nullptr);
    VERIFY_OK(table);
    PlayFixture project;
    for (const auto& [name, part] : table->parts()) {
        Edit edit;
        const auto id = project.addScripted(name, part.file, part.className);
        const auto program = project.scripts->program(part.file);
        VERIFY_OK(program);
        const auto* info = (*program)->findClass(part.className);
        QVERIFY2(info != nullptr, name.c_str());
        for (const auto& [property, kind] : part.properties)
            QVERIFY2(info->findProperty(property) != nullptr, (name + '.' + property).c_str());
        const auto outputs = outputsOf(project.world, id, *project.scripts);
        for (const auto& output : part.outputs)
            QVERIFY2(std::find(outputs.begin(), outputs.end(), output) != outputs.end(),
                     (name + '.' + output).c_str());
        for (const auto& message : part.messages)
            QVERIFY2(info->findMessage(message) != nullptr, (name + '.' + message).c_str());
    }
}

void TestMapParts::halvesOfADoorOpenTogether()
{
    MapGame game;
    VERIFY_OK(game.begin(
        hall(entity("func_door", {{"angle", "90"}}, boxText({128, 0, 0}, {144, 64, 96})) +
             entity("func_door", {{"angle", "270"}}, boxText({128, -64, 0}, {144, 0, 96})))));
    game.run(30);
    QCOMPARE(game.moved(game.of("func_door")), Vec3d(0)); // 128 units away
    game.run(60, keys(PlayerKey::Forward));
    game.run(90);
    QVERIFY(glm::distance(game.moved(game.of("func_door")), Vec3d(0, 0, -56)) < 0.1);
    QVERIFY(glm::distance(game.moved(game.of("func_door", 1)), Vec3d(0, 0, 56)) < 0.1);
    game.run(400, keys(PlayerKey::Forward)); // through it, and it closes behind
    QVERIFY(game.session->player().position.x > 10);
    QVERIFY(glm::length(game.moved(game.of("func_door"))) < 0.1);
    QVERIFY(glm::length(game.moved(game.of("func_door", 1))) < 0.1);
}

void TestMapParts::aButtonOpensTheDoorThatItTargets()
{
    MapGame game;
    VERIFY_OK(game.begin(
        hall(entity("func_button", {{"angle", "0"}, {"target", "gate"}, {"delay", "0.5"}},
                    boxText({96, -32, 16}, {112, 32, 80})) +
             entity("func_door", {{"angle", "-1"}, {"targetname", "gate"}, {"wait", "-1"}},
                    boxText({256, -64, 0}, {272, 64, 96})))));
    const auto door = game.of("func_door");
    game.run(60);
    QCOMPARE(game.moved(door), Vec3d(0));
    game.run(120, keys(PlayerKey::Forward)); // against the button
    QVERIFY(game.moved(game.of("func_button")).x > 5);
    game.run(120);
    QVERIFY(glm::distance(game.moved(door), Vec3d(0, 88, 0)) < 0.1);
    game.run(600);
    QVERIFY(glm::distance(game.moved(door), Vec3d(0, 88, 0)) < 0.1); // wait -1
}

void TestMapParts::aLiftTakesItsRiderUp()
{
    MapGame game;
    VERIFY_OK(game.begin(
        entity("worldspawn", {}, boxText({-256, -256, -16}, {512, 256, 0})) +
        entity("info_player_start", {{"origin", "0 0 32"}}) +
        entity("func_plat", {{"height", "128"}}, boxText({-64, -64, 120}, {64, 64, 136}))));
    const auto lift = game.of("func_plat");
    game.run(1);
    QVERIFY(glm::distance(game.moved(lift), Vec3d(0, -128, 0)) < 4); // down, below the player
    game.run(120);
    QVERIFY(game.session->player().position.y > 100 * DefaultMapScale);
    game.run(60, keys(PlayerKey::Forward)); // off it
    game.run(400);
    QVERIFY(glm::distance(game.moved(lift), Vec3d(0, -128, 0)) < 0.1);
}

void TestMapParts::aTeleporterTakesThePlayerAway()
{
    MapGame game;
    VERIFY_OK(game.begin(
        hall(entity("trigger_teleport", {{"target", "far"}}, boxText({64, -64, 0}, {96, 64, 96})) +
             entity("info_teleport_destination",
                    {{"origin", "1024 0 32"}, {"targetname", "far"}, {"angle", "90"}}))));
    QVERIFY(game.map.world->get<Trigger>(game.of("trigger_teleport"))->hides);
    game.run(60, keys(PlayerKey::Forward));
    QVERIFY(game.session->player().position.x > 1000 * DefaultMapScale);
}

void TestMapParts::jumpPadsAndCurrentsPush()
{
    MapGame game;
    VERIFY_OK(game.begin(
        hall(entity("trigger_push", {{"target", "top"}}, boxText({64, -64, 0}, {96, 64, 16})) +
             entity("target_position", {{"origin", "512 0 300"}, {"targetname", "top"}}) +
             entity("trigger_push", {{"angle", "90"}, {"speed", "40"}},
                    boxText({1000, -64, 0}, {1200, 256, 16})))));
    QVERIFY(game.map.world->get<Trigger>(game.of("trigger_push"))->hides);
    double top = 0;
    for (int i = 0; i < 120; ++i) { // no key in the air, where it could steer
        game.run(1, i < 20 ? keys(PlayerKey::Forward) : 0);
        top = std::max(top, game.session->player().position.y);
    }
    QVERIFY(std::abs(top / DefaultMapScale - 300) < 8);
    for (int i = 0; i < 600 && game.session->player().position.x < 1100 * DefaultMapScale; ++i)
        game.run(1, keys(PlayerKey::Forward));
    game.run(60, 0);
    QVERIFY(game.session->player().position.z < -100 * DefaultMapScale); // 90 degrees: +Y there
}

void TestMapParts::aCounterOpensAfterThree()
{
    const auto trigger = [](int x) {
        return entity("trigger_once", {{"target", "count"}},
                      boxText({x, -64, 0}, {x + 16, 64, 96}));
    };
    MapGame game;
    VERIFY_OK(game.begin(hall(
        trigger(64) + trigger(160) + trigger(256) +
        entity("trigger_counter", {{"count", "3"}, {"targetname", "count"}, {"target", "gate"}}) +
        entity("func_door", {{"angle", "-1"}, {"targetname", "gate"}, {"wait", "-1"}},
               boxText({512, -64, 0}, {528, 64, 96})))));
    const auto door = game.of("func_door");
    while (game.session->player().position.x < 200 * DefaultMapScale)
        game.run(1, keys(PlayerKey::Forward));
    game.run(60);
    QCOMPARE(game.moved(door), Vec3d(0));
    while (game.session->player().position.x < 300 * DefaultMapScale)
        game.run(1, keys(PlayerKey::Forward));
    game.run(120);
    QVERIFY(game.moved(door).y > 80);
}

void TestMapParts::killedTargetsGo()
{
    MapGame game;
    VERIFY_OK(game.begin(hall(
        entity("trigger_once", {{"killtarget", "wall"}}, boxText({64, -64, 0}, {80, 64, 96})) +
        entity("func_wall", {{"targetname", "wall"}}, boxText({160, -256, 0}, {176, 256, 96})))));
    QVERIFY(game.session->world().exists(game.of("func_wall")));
    game.run(60, keys(PlayerKey::Forward));
    QVERIFY(!game.session->world().exists(game.of("func_wall")));
    game.run(120, keys(PlayerKey::Forward));
    QVERIFY(game.session->player().position.x > 200 * DefaultMapScale); // where it was
}

void TestMapParts::aManagerTellsEachInItsTime()
{
    MapGame game;
    VERIFY_OK(game.begin(
        hall(entity("trigger_once", {{"target", "show"}}, boxText({-8, -64, 0}, {64, 64, 96})) +
             entity("multi_manager",
                    {{"targetname", "show"}, {"first", "0"}, {"second#1", "1"}, {"nobody", "2"}}) +
             entity("func_door", {{"targetname", "first"}, {"angle", "-1"}, {"wait", "-1"}},
                    boxText({256, 0, 0}, {272, 32, 96})) +
             entity("func_door", {{"targetname", "second"}, {"angle", "-1"}, {"wait", "-1"}},
                    boxText({512, 0, 0}, {528, 32, 96})))));
    game.run(40);
    QVERIFY(game.moved(game.of("func_door")).y > 4);
    QVERIFY(game.moved(game.of("func_door", 1)).y < 1e-6);
    game.run(60);
    QVERIFY(game.moved(game.of("func_door", 1)).y > 4);
}

void TestMapParts::aFanTurnsAboutItsAxis()
{
    MapGame game;
    VERIFY_OK(game.begin(
        hall(entity("func_rotating", {{"spawnflags", "7"}, {"speed", "90"}, {"origin", "400 0 64"}},
                    boxText({392, -64, 60}, {408, 64, 68})) +
             entity("func_rotating", {{"speed", "90"}}, boxText({600, -8, 0}, {616, 8, 96})))));
    game.run(60);
    const auto turned = [&](int which) {
        return worldTransform(game.session->world(), game.of("func_rotating", which)).rotation;
    };
    // A quarter clockwise about the map's X, which is ours.
    QVERIFY(glm::distance(turned(0) * Vec3d{0, 1, 0}, Vec3d{0, 0, -1}) < 0.1);
    QCOMPARE(turned(1), (Quatd{1, 0, 0, 0})); // nobody has switched it on
    game.run(1);
    QVERIFY(glm::distance(game.moved(game.of("func_rotating")), Vec3d{0}) < 1e-3);
}

void TestMapParts::aTrainGoesRound()
{
    const auto corner = [](const char* name, const char* next, const char* origin) {
        return entity("path_corner", {{"targetname", name}, {"target", next}, {"origin", origin}});
    };
    MapGame game;
    VERIFY_OK(game.begin(hall(entity("func_train", {{"target", "a"}, {"speed", "64"}},
                                     boxText({512, 0, 0}, {544, 32, 32})) +
                              corner("a", "b", "256 0 64") + corner("b", "c", "256 64 64") +
                              corner("c", "a", "320 64 64"))));
    const auto at = [&] {
        return worldTransform(game.session->world(), game.of("func_train")).position /
               DefaultMapScale;
    };
    game.run(1);
    QVERIFY(glm::distance(at(), Vec3d(256, 64, 0)) < 2); // it begins at its first corner
    game.run(61);
    QVERIFY(glm::distance(at(), Vec3d(256, 64, -64)) < 3);
    game.run(61);
    QVERIFY(glm::distance(at(), Vec3d(320, 64, -64)) < 5);
    game.run(87);
    QVERIFY(glm::distance(at(), Vec3d(256, 64, 0)) < 8); // round
}

void TestMapParts::lampsAreSwitched()
{
    MapGame game;
    VERIFY_OK(game.begin(
        hall(entity("trigger_once", {{"target", "lamp"}}, boxText({64, -64, 0}, {80, 64, 96})) +
             entity("light", {{"origin", "64 0 96"}, {"targetname", "lamp"}, {"spawnflags", "1"}}) +
             entity("light", {{"origin", "128 0 96"}, {"style", "10"}}) +
             entity("light", {{"origin", "256 0 96"}}))));
    const auto candela = [&](int which) {
        return game.session->world().get<Light>(game.of("light", which))->intensity;
    };
    QVERIFY(!game.map.world->get<Light>(game.of("light"))->baked);
    QVERIFY(game.map.world->get<Light>(game.of("light", 2))->baked);
    game.run(2);
    QCOMPARE(candela(0), 0.0F);
    const auto& flickers = *game.map.world->get<Light>(game.of("light", 1));
    QVERIFY(flickers.style == LightStyle::Pattern); // without a script
    QVERIFY(game.map.world->get<Script>(game.of("light", 1)) == nullptr);
    game.run(60, keys(PlayerKey::Forward));
    QCOMPARE(candela(0), game.map.world->get<Light>(game.of("light"))->intensity);
}

void TestMapParts::itemsAreTakenAndHeal()
{
    MapGame game;
    VERIFY_OK(game.begin(
        hall(entity("trigger_hurt", {{"dmg", "30"}}, boxText({48, -64, 0}, {56, 64, 96})) +
             entity("item_health", {{"origin", "160 0 8"}}))));
    EntityId health;
    game.map.world->forEach<Script>([&](EntityId id, const Script& script) {
        if (script.className == "Health")
            health = id;
    });
    QVERIFY(health);
    while (game.session->player().position.x < 110 * DefaultMapScale)
        game.run(1, keys(PlayerKey::Forward));
    const auto now = [&] {
        return *game.session->scriptProperty(health, "health")->as<double>();
    };
    QCOMPARE(now(), 70.0);
    while (game.session->player().position.x < 200 * DefaultMapScale)
        game.run(1, keys(PlayerKey::Forward));
    QCOMPARE(now(), 95.0);
    QVERIFY(!game.session->world().exists(game.of("item_health")));
}

void TestMapParts::aKeyUnlocksItsDoors()
{
    const auto door = entity("func_door", {{"angle", "-1"}, {"spawnflags", "16"}, {"wait", "-1"}},
                             boxText({256, -256, 0}, {272, 256, 96}));
    for (const bool hasKey : {false, true}) {
        MapGame game;
        VERIFY_OK(game.begin(
            hall(door + (hasKey ? entity("item_key1", {{"origin", "96 0 8"}}) : std::string{}))));
        game.run(200, keys(PlayerKey::Forward));
        game.run(120);
        QCOMPARE(game.moved(game.of("func_door")).y > 80, hasKey);
    }
}

void TestMapParts::messagesAreShown()
{
    MapGame game;
    VERIFY_OK(game.begin(hall(entity("trigger_multiple", {{"message", "Hello\\nthere"}},
                                     boxText({48, -64, 0}, {56, 64, 96})))));
    const auto* wires = game.map.world->get<Wires>(game.of("trigger_multiple"));
    QVERIFY(wires != nullptr);
    QCOMPARE(wires->list.at(0).value, Value{std::string{"Hello\nthere"}});
    game.run(40, keys(PlayerKey::Forward));
    QCOMPARE(*game.session->scriptProperty(wires->list.at(0).target, "duration")->as<double>(),
             3.0);
    QVERIFY(checkWires(*game.map.world, *game.scripts).empty());
}

void TestMapParts::unknownTriggersAreNotSeen()
{
    MapGame game;
    VERIFY_OK(game.begin(
        hall(entity("trigger_setskill", {{"message", "1"}}, boxText({48, -64, 0}, {56, 64, 96})))));
    const auto id = game.of("trigger_setskill");
    QVERIFY(game.map.world->get<Trigger>(id) != nullptr);
    QVERIFY(game.map.world->get<Trigger>(id)->hides);
    QVERIFY(!game.map.world->get<Trigger>(id)->player); // and it tells nobody
    QVERIFY(!game.map.world->get<Mover>(id)->collides);
    QVERIFY(game.map.world->get<Script>(id) == nullptr);
}

void TestMapParts::theExportWritesTheSameMap()
{
    const auto text = hall(
        entity("func_door", {{"angle", "90"}, {"lip", "4"}}, boxText({128, 0, 0}, {144, 64, 96})) +
        entity("trigger_once", {{"target", "x"}}, boxText({64, -64, 0}, {80, 64, 96})) +
        entity("func_train", {{"target", "a"}}, boxText({512, 0, 0}, {544, 32, 32})) +
        entity("item_health", {{"origin", "160 0 8"}}) +
        entity("path_corner", {{"targetname", "a"}, {"origin", "1 2 3"}}));
    const auto plain = importMap(text, {});
    VERIFY_OK(plain);
    MapGame game;
    VERIFY_OK(game.begin(text));
    const auto exported = exportMap(*game.map.world, {});
    VERIFY_OK(exported);
    const auto again = importMap(exported->text, {});
    VERIFY_OK(again);
    QCOMPARE(mapDifference(*plain->world, *again->world), std::string{});
    const auto entities = [](const World& world) {
        std::vector<std::string> all;
        world.forEach<MapEntity>([&](EntityId id, const MapEntity& each) {
            if (id != SceneEntity)
                all.push_back(each.className + ' ' + each.keys);
        });
        return all;
    };
    QCOMPARE(entities(*again->world), entities(*plain->world));
}

void TestMapParts::hostileMapsAreBounded()
{
    std::string many;
    for (int i = 0; i < 3000; ++i)
        many += entity("trigger_relay", {{"targetname", "all"}, {"target", "all"}});
    many += entity("func_door", {{"speed", "nan"}, {"wait", "1e999"}, {"lip", "-1e300"}},
                   boxText({128, 0, 0}, {144, 64, 96}));
    many += entity("func_door", {});
    many += entity("trigger_relay", {{"targetname", "loop"}, {"target", "loop"}});
    MapGame game;
    VERIFY_OK(game.begin(hall(many)));
    std::string told;
    for (const auto& skip : game.map.skips.list())
        told += skip.reason + '\n';
    QVERIFY(told.find("an object has 1000 wires at most") != std::string::npos);
    QVERIFY(told.find("a map has 100000 wires at most") != std::string::npos);
    QVERIFY(told.find("The speed 'nan' of func_door, which is no number") != std::string::npos);
    QVERIFY(told.find("What func_door does, which has no brushes here") != std::string::npos);
    game.run(2);
    const auto relay = game.of("trigger_relay");
    QCOMPARE(game.map.world->get<Wires>(relay)->list.size(), std::size_t{1000});
}

void TestMapParts::wrongTablesAreRefusedWithTheirPlace_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("sentence");
    // `at` is what the sentence is about.
    const auto row = [](const char* name, const char* rule, const char* at, const char* sentence) {
        const auto json = QByteArray{R"({"format": 1, "classes": {"a": )"} + rule + "}}";
        const auto column = QByteArray::number(json.indexOf(at) + 1);
        QTest::newRow(name) << json << "own.json, line 1, column " + column + ": " + sentence;
    };
    row("part", R"({"part": "dor"})", R"("dor")", "there is no part 'dor'");
    row("property", R"({"part": "door", "set": {"colour": 7}})", "7",
        "the part has no property 'colour'");
    row("value", R"({"part": "door", "set": {"opens": "Never"}})", R"("Never")",
        "'Never' is none of WhenNear, WhenUsed, ByMessage");
    row("measure", R"({"part": "door", "set": {"slide": {"measure": "luck"}}})", R"({"measure")",
        "there is no measure 'luck'");
    row("message", R"({"part": "door", "input": "sing"})", R"("sing")",
        "the part has no message 'sing'");
    row("output", R"({"part": "door", "output": "sang"})", R"("sang")",
        "the part has no output 'sang'");
    row("body", R"({"body": "soul"})", R"("soul")", "'soul' is no body");
}

void TestMapParts::wrongTablesAreRefusedWithTheirPlace()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, sentence);
    auto table = loadMapParts(nullptr);
    VERIFY_OK(table);
    const auto added = table->add(json.toStdString(), "own.json");
    QVERIFY(!added);
    QCOMPARE(added.error().message(), sentence.toStdString());
}

void TestMapParts::aProjectsTableReplacesClasses()
{
    PlayFixture project;
    VERIFY_OK(writeFileAtomically(project.folder / MapPartFile, R"({"format": 1,
        "classes": {"func_door": null, "my_*": {"part": "relay", "input": "fire"}}})"));
    Project own;
    own.root = project.folder;
    const auto table = loadMapParts(&own);
    VERIFY_OK(table);
    QVERIFY(!table->ruleFor("func_door", {}, "quake"));
    QCOMPARE(*table->ruleFor("my_thing", {}, "quake")->part, std::string{"relay"});
    QCOMPARE(*table->ruleFor("func_button", {}, "quake")->part, std::string{"button"});
    QVERIFY(*table->ruleFor("func_door", {}, "half-life")->part == "door");
}

void TestMapParts::aPartOfAProjectNeedsNotHaveWhatOursHas()
{
    auto table = loadMapParts(nullptr);
    VERIFY_OK(table);
    VERIFY_OK(table->add(R"({"format": 1,
        "parts": {"door": {"script": "gate.as", "class": "Gate", "properties": {"stayOpen": [0, 9]}}},
        "classes": {"my_door": {"part": "platform", "set": {"speed": 2},
                                "when": [{"has": "gate", "part": "door"}]}}})",
                         "own.json"));
    const auto map =
        importMap(hall(entity("func_door", {{"wait", "4"}}, boxText({128, 0, 0}, {144, 64, 96})) +
                       entity("my_door", {{"gate", "1"}})),
                  {DefaultMapScale, {}, nullptr, {&*table, "quake"}});
    VERIFY_OK(map);
    std::vector<Script> scripts;
    map->world->forEach<Script>([&](EntityId, const Script& each) { scripts.push_back(each); });
    QCOMPARE(scripts.size(), std::size_t{2});
    for (const auto& script : scripts)
        QCOMPARE(script.className, std::string{"Gate"});
    QCOMPARE(scripts[0].properties.size() + scripts[1].properties.size(), std::size_t{1});
}

PLAIN_TEST(TestMapParts)
} // namespace tst_map_parts

#include "tst_map_parts.moc"
