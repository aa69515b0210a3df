#include "engine_core/interchange/maps/map_export.h"
#include "engine_core/play/wire_ends.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/trigger.h"
#include "engine_core/scene/components/wires.h"
#include "tests/engine_core/interchange/maps/map_game.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/map_compare.h"

#include <QTest>

namespace tst_map_parts
{
using namespace engine;
using namespace mapwright::test;

/// Entities of Quake's maps work as parts: imported, and played.
class TestMapParts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
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
};

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

PLAIN_TEST(TestMapParts)
} // namespace tst_map_parts

#include "tst_map_parts.moc"
