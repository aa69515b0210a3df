#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/interchange/maps/map_measures.h"
#include "engine_core/navigation/mesh/nav_mesh.h"
#include "engine_core/scene/components/scene_settings.h"
#include "tests/engine_core/interchange/maps/map_boxes.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

#include <fmt/core.h>

namespace tst_map_measures
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr double Unit = DefaultMapScale;
constexpr int Steps = 8;
constexpr int StepHeight = 18; ///< units
constexpr int StepDepth = 24;

/// A hall with a flight of stairs along x, as Quake's are, and the player at its foot.
std::string stairsMap(const std::string& header = "", const std::string& worldKeys = "")
{
    std::string map = header + "{\n\"classname\" \"worldspawn\"\n" + worldKeys;
    map += boxText({-256, -128, -16}, {1024, 128, 0});
    for (int i = 0; i < Steps; ++i)
        map += boxText({i * StepDepth, -96, 0}, {1024, 96, (i + 1) * StepHeight});
    return map + "}\n{\n\"classname\" \"info_player_start\"\n\"origin\" \"-128 0 24\"\n"
                 "\"angle\" \"0\"\n}\n";
}

std::unique_ptr<World> importedStairs(const std::string& text)
{
    auto map = importMap(text, {});
    return map ? std::move(map->world) : nullptr;
}

EntityId playerOf(const World& world)
{
    EntityId player;
    world.forEach<Character>([&](EntityId entity, const Character&) { player = entity; });
    return player;
}

const Vec3d Foot{-128 * Unit, 0, 0};
const Vec3d Top{(Steps * StepDepth + 200) * Unit, Steps* StepHeight* Unit, 0};

PlaySetup setupOf(PlayFixture& project)
{
    PlaySetup setup{project.assets, project.types};
    setup.scripts = project.scripts.get();
    return setup;
}

bool agentGetsUp(const World& world)
{
    const auto config = makeNavConfig(*findNavProfile(world, ""), navSettingsOf(world));
    JobControl control;
    const auto built = buildNavMesh(*config, NavScene{world}, {1}, control);
    return built && leads(built->mesh, Foot, Top);
}
} // namespace

class TestMapMeasures : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theUsualAgentCannotClimbQuakesStairs();
    void quakesAgentClimbsThem();
    void quakesPlayerClimbsThemToo();
    void theEyesAreWhereTheGameHasThem();
    void aJumpIsAsHighWhateverTheGravity();
    void theFileNamesItsGame();
    void aPlayerAndAgentsOfTheSceneStay();
    void aScaleThatMakesGiantsGivesNothing();
    void aMapWithoutAStartStaysAsItIs();
};

void TestMapMeasures::theUsualAgentCannotClimbQuakesStairs()
{
    const auto world = importedStairs(stairsMap());
    QVERIFY(world);
    QVERIFY(!agentGetsUp(*world));
}

void TestMapMeasures::quakesAgentClimbsThem()
{
    const auto world = importedStairs(stairsMap());
    const auto given = giveMeasures(*world, *findMeasures("quake"), Unit, nullptr);
    QVERIFY(given.toAgent);
    QCOMPARE(given.agent.stepHeight, 0.5625);
    QCOMPARE(given.agent.height, 1.75);
    QVERIFY(agentGetsUp(*world));
}

void TestMapMeasures::quakesPlayerClimbsThemToo()
{
    const auto world = importedStairs(stairsMap());
    QVERIFY(giveMeasures(*world, *findMeasures("quake"), Unit, nullptr).toPlayer);
    PlayFixture project;
    const auto session = PlaySession::start(*world, setupOf(project));
    VERIFY_OK(session);
    QCOMPARE((*session)->player().entity, playerOf(*world));
    for (int i = 0; i < 240; ++i) // four seconds along the stairs
        (*session)->tick({keys(PlayerKey::Forward), Vec2d{0}});
    QVERIFY2(std::abs((*session)->player().position.y - Top.y) < 0.02,
             qPrintable(QString::number((*session)->player().position.y)));
}

void TestMapMeasures::theEyesAreWhereTheGameHasThem()
{
    const auto world = importedStairs(stairsMap());
    (void)giveMeasures(*world, *findMeasures("quake"), Unit, nullptr);
    PlayFixture project;
    const auto session = PlaySession::start(*world, setupOf(project));
    VERIFY_OK(session);
    for (int i = 0; i < 30; ++i)
        (*session)->tick({});
    const double eyes = (*session)->camera().position.y - (*session)->player().position.y;
    QVERIFY2(std::abs(eyes - 46 * Unit) < 1e-3, qPrintable(QString::number(eyes)));
}

void TestMapMeasures::aJumpIsAsHighWhateverTheGravity()
{
    for (const auto* keys : {"", "\"gravity\" \"100\"\n"}) {
        const auto world = importedStairs(stairsMap("", keys));
        const auto given = giveMeasures(*world, *findMeasures("quake"), Unit, nullptr);
        const bool isUsual = std::string_view{keys}.empty();
        QCOMPARE(given.gravity, (isUsual ? 800 : 100) * Unit);
        QCOMPARE(world->get<SceneSettings>(SceneEntity)->gravity, given.gravity);
        const auto& script = *world->get<Script>(playerOf(*world));
        const double speed = *findValue(script.properties, "jumpSpeed")->as<double>();
        QVERIFY(std::abs(speed * speed / (2 * given.gravity) - 45.5625 * Unit) < 1e-4);
    }
}

void TestMapMeasures::theFileNamesItsGame()
{
    QCOMPARE(measuresOfMap(stairsMap("// Game: Half-Life\n// Format: Valve\n")).title, "Half-Life");
    QCOMPARE(measuresOfMap(stairsMap("// Game: Quake\n")).title, "Quake");
    QCOMPARE(measuresOfMap(stairsMap("// Game: Quake 2\n")).title, "Quake");
    QCOMPARE(measuresOfMap(stairsMap("// Game: Another\n")).title, "Quake");
    QCOMPARE(measuresOfMap(stairsMap()).title, "Quake");
    QVERIFY(findMeasures("doom") == nullptr);
}

void TestMapMeasures::aPlayerAndAgentsOfTheSceneStay()
{
    NavFixture scene;
    scene.box({-5, -1, -5}, {5, 0, 5});
    const auto hero = scene.place({0, 0, 0}, Character{}, "hero");
    scene.set(hero, Script{{"hero.as"}, "Hero", {}});
    scene.place({0, 0, 0}, NavAgent{}, "guard");
    const auto world = importedStairs(stairsMap());
    const auto before = world->entityCount();
    const auto given = giveMeasures(*world, *findMeasures("quake"), Unit, &scene.world);
    QVERIFY(!given.toPlayer);
    QVERIFY(!given.toAgent);
    QCOMPARE(world->entityCount(), before);
    QCOMPARE(world->count<Character>(), std::size_t{0});
    QCOMPARE(given.gravity, SceneSettings{}.gravity);
    QVERIFY(QString::fromStdString(given.sentence).contains(QStringLiteral("stay as they are")));

    scene.remove(hero);
    scene.place({0, 0, 0}, PlayerStart{}); // the game goes on starting there
    QVERIFY(!giveMeasures(*world, *findMeasures("quake"), Unit, &scene.world).toPlayer);
}

void TestMapMeasures::aScaleThatMakesGiantsGivesNothing()
{
    const auto world = importedStairs(stairsMap());
    const auto given = giveMeasures(*world, *findMeasures("quake"), 1, nullptr);
    QVERIFY(given.game == nullptr);
    QCOMPARE(world->count<Character>() + world->count<NavAgent>(), std::size_t{0});
    QVERIFY(QString::fromStdString(given.sentence).contains(QStringLiteral("56 m tall")));
}

void TestMapMeasures::aMapWithoutAStartStaysAsItIs()
{
    const auto world = importedStairs("{\n\"classname\" \"worldspawn\"\n" +
                                      boxText({0, 0, 0}, {64, 64, 16}) + "}\n");
    const auto given = giveMeasures(*world, *findMeasures("quake"), Unit, nullptr);
    QVERIFY(given.game == nullptr);
    QCOMPARE(world->count<NavAgent>(), std::size_t{0});
    QVERIFY(QString::fromStdString(given.sentence).contains(QStringLiteral("no player start")));
}

PLAIN_TEST(TestMapMeasures)
} // namespace tst_map_measures

#include "tst_map_measures.moc"
