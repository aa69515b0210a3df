#include "engine_core/interchange/maps/map_export.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/interchange/maps/map_lights.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/light/scene_light.h"
#include "engine_core/scene/spatial/surface_table.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <glm/gtc/quaternion.hpp>

namespace tst_map_lights
{
using namespace engine;

namespace
{
/// A map with a box of that texture and an entity of those keys besides worldspawn's.
std::string mapOf(const std::string& world, const std::string& entity, const char* texture = "wall")
{
    std::string text = "{\n\"classname\" \"worldspawn\"\n" + world + "{\n";
    for (const char* face :
         {"( -64 -64 -16 ) ( -64 -63 -16 ) ( -64 -64 -15 )",
          "( -64 -64 -16 ) ( -64 -64 -15 ) ( -63 -64 -16 )",
          "( -64 -64 -16 ) ( -63 -64 -16 ) ( -64 -63 -16 )",
          "( 64 64 16 ) ( 64 65 16 ) ( 65 64 16 )", "( 64 64 16 ) ( 65 64 16 ) ( 64 64 17 )",
          "( 64 64 16 ) ( 64 64 17 ) ( 64 65 16 )"})
        text += std::string{face} + " " + texture + " 0 0 0 1 1\n";
    return text + "}\n}\n" + entity;
}

struct Found
{
    EntityId entity;
    Light light;
    Vec3d direction{0};
};

/// The lights of the world, in the order of the file.
std::vector<Found> lightsOf(const World& world)
{
    std::vector<Found> found;
    world.forEach<Light>([&](EntityId entity, const Light& light) {
        found.push_back({entity, light, lightDirection(worldTransform(world, entity).rotation)});
    });
    return found;
}

bool isNear(const Vec3d& a, const Vec3d& b)
{
    return glm::distance(a, b) < 1e-6;
}
} // namespace

class TestMapLights : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSunOfWorldspawnBecomesALight();
    void theSunOfHalfLifeBecomesALight();
    void lightsWithATargetAreSpots();
    void lightsWithAMangleAreSpots();
    void spotsOfHalfLifeHaveTwoCones();
    void plainLightsStayPoints();
    void stylesOfGamesAreRead_data();
    void stylesOfGamesAreRead();
    void stylesAndGroupsComeBack_data();
    void stylesAndGroupsComeBack();
    void facesOfTheSkyOpenTheLevel();
    void skiesAreKnownByName();
    void everyKindComesBack_data();
    void everyKindComesBack();
    void aChangedKindForgetsWhatItWas();
    void turnedLightsOfHalfLifeComeBack_data();
    void turnedLightsOfHalfLifeComeBack();
    void lightsThatAimKeepTheirTargetUntilTheyAreTurned();
    void aClassThatIsAnotherKindIsLeft();
};

void TestMapLights::theSunOfWorldspawnBecomesALight()
{
    const auto map = importMap(mapOf("\"_sunlight\" \"300\"\n\"_sun_mangle\" \"90 -45 0\"\n"
                                     "\"_sunlight_color\" \"255 0 0\"\n\"wad\" \"x.wad\"\n",
                                     ""),
                               {});
    VERIFY_OK(map);
    const auto lights = lightsOf(*map->world);
    QCOMPARE(lights.size(), std::size_t{1});
    QVERIFY(lights[0].light.kind == LightKind::Sun);
    QVERIFY(std::abs(lights[0].light.intensity - 2 * static_cast<float>(Pi)) < 1e-4F);
    QCOMPARE(lights[0].light.color, (Color{1, 0, 0}));
    // Quake's 90 degrees are +Y, which is our -Z; it shines down by half a right angle.
    QVERIFY(isNear(lights[0].direction, glm::normalize(Vec3d{0, -1, -1})));
    // The keys are the light's now: an export does not write the sun twice.
    QVERIFY(map->world->get<MapEntity>(SceneEntity)->keys.find("_sunlight") == std::string::npos);
    QVERIFY(map->world->get<MapEntity>(SceneEntity)->keys.find("wad") != std::string::npos);
}

void TestMapLights::theSunOfHalfLifeBecomesALight()
{
    const auto map =
        importMap(mapOf("", "{\n\"classname\" \"light_environment\"\n\"angles\" "
                            "\"0 90 0\"\n\"pitch\" \"-30\"\n\"_light\" \"255 255 255 150\"\n}\n"),
                  {});
    VERIFY_OK(map);
    const auto lights = lightsOf(*map->world);
    QCOMPARE(lights.size(), std::size_t{1});
    QVERIFY(lights[0].light.kind == LightKind::Sun);
    QVERIFY(std::abs(static_cast<double>(lights[0].light.intensity) - Pi) < 1e-4);
    QVERIFY(isNear(lights[0].direction, {0, -0.5, -std::sqrt(0.75)}));
}

void TestMapLights::lightsWithATargetAreSpots()
{
    const auto map = importMap(
        mapOf("", "{\n\"classname\" \"light\"\n\"origin\" \"0 0 128\"\n\"target\" \"spot\"\n"
                  "\"angle\" \"50\"\n}\n{\n\"classname\" \"info_null\"\n\"origin\" \"128 0 0\"\n"
                  "\"targetname\" \"spot\"\n}\n"),
        {});
    VERIFY_OK(map);
    const auto lights = lightsOf(*map->world);
    QCOMPARE(lights.size(), std::size_t{1});
    QVERIFY(lights[0].light.kind == LightKind::Spot);
    QCOMPARE(lights[0].light.cone, 50.0F);
    QVERIFY(isNear(lights[0].direction, glm::normalize(Vec3d{1, -1, 0})));
}

void TestMapLights::lightsWithAMangleAreSpots()
{
    const auto map = importMap(
        mapOf("",
              "{\n\"classname\" \"light\"\n\"origin\" \"0 0 128\"\n\"mangle\" \"0 -90 0\"\n}\n"),
        {});
    VERIFY_OK(map);
    const auto lights = lightsOf(*map->world);
    QVERIFY(lights.at(0).light.kind == LightKind::Spot);
    QCOMPARE(lights[0].light.cone, 40.0F);
    QVERIFY(isNear(lights[0].direction, {0, -1, 0}));
}

void TestMapLights::spotsOfHalfLifeHaveTwoCones()
{
    const auto map =
        importMap(mapOf("", "{\n\"classname\" \"light_spot\"\n\"pitch\" \"-90\"\n\"_cone\" \"20\"\n"
                            "\"_cone2\" \"35\"\n\"_light\" \"255 128 0 200\"\n}\n"),
                  {});
    VERIFY_OK(map);
    const auto lights = lightsOf(*map->world);
    QVERIFY(lights.at(0).light.kind == LightKind::Spot);
    QCOMPARE(lights[0].light.innerCone, 40.0F);
    QCOMPARE(lights[0].light.cone, 70.0F);
    QVERIFY(isNear(lights[0].direction, {0, -1, 0}));
}

void TestMapLights::plainLightsStayPoints()
{
    const auto map = importMap(
        mapOf("", "{\n\"classname\" \"light\"\n\"angle\" \"90\"\n\"light\" \"200\"\n}\n"), {});
    VERIFY_OK(map);
    QVERIFY(lightsOf(*map->world).at(0).light.kind == LightKind::Point);
}

void TestMapLights::stylesOfGamesAreRead_data()
{
    QTest::addColumn<QString>("keys");
    QTest::addColumn<QString>("pattern");
    QTest::newRow("Quake") << "\"style\" \"4\"\n"
                           << "mamamamamama";
    QTest::newRow("_style") << "\"_style\" \"9\"\n"
                            << "aaaaaaaazzzzzzzz";
    QTest::newRow("Half-Life") << "\"pattern\" \"azb\"\n\"style\" \"4\"\n"
                               << "azb";
    QTest::newRow("no pattern") << "\"pattern\" \"A!\"\n"
                                << "";
    QTest::newRow("switched") << "\"style\" \"32\"\n"
                              << "";
    QTest::newRow("steady") << "\"style\" \"0\"\n"
                            << "";
    QTest::newRow("broken") << "\"style\" \"1e300\"\n"
                            << "";
}

void TestMapLights::stylesOfGamesAreRead()
{
    QFETCH(QString, keys);
    QFETCH(QString, pattern);
    const auto map =
        importMap(mapOf("", "{\n\"classname\" \"light\"\n" + keys.toStdString() + "}\n"), {});
    VERIFY_OK(map);
    const auto light = lightsOf(*map->world).at(0).light;
    QCOMPARE(light.style, pattern.isEmpty() ? LightStyle::Steady : LightStyle::Pattern);
    if (!pattern.isEmpty())
        QCOMPARE(QString::fromStdString(light.pattern), pattern);
    QCOMPARE(isBaked(light), pattern.isEmpty());
}

void TestMapLights::stylesAndGroupsComeBack_data()
{
    QTest::addColumn<int>("style");
    for (int style = 0; style <= static_cast<int>(LightStyle::Pattern); ++style)
        QTest::addRow("%d", style) << style;
}

void TestMapLights::stylesAndGroupsComeBack()
{
    QFETCH(int, style);
    World world;
    world.setNextId(100);
    Light light;
    light.style = static_cast<LightStyle>(style);
    light.pattern = light.style == LightStyle::Pattern ? "abzm" : "m";
    light.styleSpeed = 1.5F;
    light.group = "hall";
    light.on = false;
    light.dimmer = 0.25F;
    const auto id = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(id, Node{"Lamp", {}}));
    edit.swaps.push_back(swapTo(id, TransformComponent{.position = {1, 2, 3}}));
    edit.swaps.push_back(swapTo(id, light));
    world.apply(edit);
    const auto exported = exportMap(world, {});
    VERIFY_OK(exported);
    const auto back = importMap(exported->text, {});
    VERIFY_OK(back);
    auto found = lightsOf(*back->world).at(0).light;
    found.intensity = light.intensity; // of which the numbers of maps keep four digits
    found.range = light.range;
    QVERIFY(found == light);
}

void TestMapLights::facesOfTheSkyOpenTheLevel()
{
    const auto plain = importMap(mapOf("", ""), {});
    VERIFY_OK(plain);
    QVERIFY(!hasSky(*plain->world->get<SceneSettings>(SceneEntity)));
    const auto open = importMap(mapOf("\"_sunlight2\" \"150\"\n", "", "sky4"), {});
    VERIFY_OK(open);
    QVERIFY(hasSkyLight(*open->world->get<SceneSettings>(SceneEntity)));
    const auto dim = importMap(mapOf("", "", "sky1"), {});
    VERIFY_OK(dim);
    QVERIFY(hasSky(*dim->world->get<SceneSettings>(SceneEntity)));
    QVERIFY(!hasSkyLight(*dim->world->get<SceneSettings>(SceneEntity)));
}

void TestMapLights::skiesAreKnownByName()
{
    for (const char* sky :
         {"sky1", "SKY", "Textures/id/sky4", "tools/toolsskybox", "skies/killsky"})
        QVERIFY2(isSkyTexture(sky), sky);
    for (const char* wall : {"skylight", "skyline2", "wall_sky", "base/sky_panel", "skies"})
        QVERIFY2(!isSkyTexture(wall), wall);
    const auto traits = SurfaceTable{}.of(Name{"sky4"});
    QVERIFY(!traits.seen && traits.collides && !traits.castsShadow);
}

void TestMapLights::everyKindComesBack_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("point") << 0;
    QTest::newRow("spot") << 1;
    QTest::newRow("sun") << 2;
    QTest::newRow("area") << 3;
}

void TestMapLights::everyKindComesBack()
{
    QFETCH(int, kind);
    World world;
    world.setNextId(100);
    Light light;
    light.kind = static_cast<LightKind>(kind);
    light.intensity = kind == 2 ? 3.0F : 45.0F;
    light.radius = kind == 0 || kind == 1 ? 0.25F : 0.0F;
    light.cone = kind == 1 ? 70.0F : light.cone;
    light.innerCone = kind == 1 ? 30.0F : light.innerCone;
    light.sunAngle = kind == 2 ? 2.0F : light.sunAngle;
    light.width = kind == 3 ? 2.5F : light.width;
    light.range = kind == 2 ? light.range : 12.0F;
    const auto turn = glm::angleAxis(0.7, Vec3d{0, 1, 0}) * glm::angleAxis(-0.9, Vec3d{1, 0, 0});
    const auto id = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(id, Node{"Lamp", {}}));
    edit.swaps.push_back(swapTo(id, TransformComponent{.position = {1, 2, 3}, .rotation = turn}));
    edit.swaps.push_back(swapTo(id, light));
    world.apply(edit);
    const auto exported = exportMap(world, {});
    VERIFY_OK(exported);
    const auto back = importMap(exported->text, {});
    VERIFY_OK(back);
    const auto lights = lightsOf(*back->world);
    QCOMPARE(lights.size(), std::size_t{1});
    auto found = lights[0].light;
    QVERIFY(std::abs(found.intensity - light.intensity) < 1e-3F);
    QVERIFY(std::abs(found.range - light.range) < 1e-3F);
    found.intensity = light.intensity;
    found.range = light.range;
    QVERIFY(found == light);
    if (kind != 0)
        QVERIFY(isNear(lights[0].direction, lightDirection(turn)));
    // Nothing changes from then on.
    const auto again = exportMap(*back->world, {});
    VERIFY_OK(again);
    const auto twice = importMap(again->text, {});
    VERIFY_OK(twice);
    QVERIFY(lightsOf(*twice->world).at(0).light == lights[0].light);
}

void TestMapLights::aChangedKindForgetsWhatItWas()
{
    MapKeys keys{{"light", "300"}, {"mangle", "0 -90 0"}, {"_sun", "1"}, {"_deviance", "2"}};
    const Light light;
    writeMapLight("light", keys, light, Quatd{1, 0, 0, 0}, MapSpace{1.0 / 32});
    QVERIFY(findMapKey(keys, "mangle") == nullptr);
    QVERIFY(findMapKey(keys, "_sun") == nullptr);
    QVERIFY(*mapLight("light", keys, MapSpace{1.0 / 32}) == light);
}

void TestMapLights::turnedLightsOfHalfLifeComeBack_data()
{
    QTest::addColumn<double>("up"); // degrees
    QTest::newRow("level") << 0.0;
    QTest::newRow("down") << -40.0;
    QTest::newRow("up") << 25.0;
}

void TestMapLights::turnedLightsOfHalfLifeComeBack()
{
    QFETCH(double, up);
    auto map = importMap(mapOf("", "{\n\"classname\" \"light_environment\"\n\"angles\" \"0 90 0\"\n"
                                   "\"pitch\" \"-30\"\n}\n"),
                         {});
    VERIFY_OK(map);
    const auto sun = lightsOf(*map->world).at(0).entity;
    const auto turn =
        glm::angleAxis(0.4, Vec3d{0, 1, 0}) * glm::angleAxis(up * Pi / 180, Vec3d{1, 0, 0});
    Edit edit;
    edit.swaps.push_back(swapTo(sun, TransformComponent{.position = {}, .rotation = turn}));
    map->world->apply(edit);
    const auto exported = exportMap(*map->world, {});
    VERIFY_OK(exported);
    const auto back = importMap(exported->text, {});
    VERIFY_OK(back);
    QVERIFY(isNear(lightsOf(*back->world).at(0).direction, lightDirection(turn)));
}

void TestMapLights::lightsThatAimKeepTheirTargetUntilTheyAreTurned()
{
    auto map = importMap(
        mapOf("", "{\n\"classname\" \"light\"\n\"origin\" \"0 0 128\"\n\"target\" \"spot\"\n"
                  "\"angle\" \"50\"\n}\n{\n\"classname\" \"info_null\"\n\"origin\" \"128 0 0\"\n"
                  "\"targetname\" \"spot\"\n}\n"),
        {});
    VERIFY_OK(map);
    const auto same = exportMap(*map->world, {});
    VERIFY_OK(same);
    QVERIFY(same->text.find("\"target\" \"spot\"") != std::string::npos);
    QVERIFY(same->text.find("\"angle\" \"50\"") != std::string::npos);
    QVERIFY(same->text.find("angles") == std::string::npos);
    const auto spot = lightsOf(*map->world).at(0).entity;
    const auto turn = glm::angleAxis(-1.0, Vec3d{1, 0, 0});
    const auto at = map->world->get<TransformComponent>(spot)->position;
    Edit edit;
    edit.swaps.push_back(swapTo(spot, TransformComponent{.position = at, .rotation = turn}));
    map->world->apply(edit);
    const auto turned = exportMap(*map->world, {});
    VERIFY_OK(turned);
    const auto back = importMap(turned->text, {});
    VERIFY_OK(back);
    QVERIFY(isNear(lightsOf(*back->world).at(0).direction, lightDirection(turn)));
    QCOMPARE(lightsOf(*back->world).at(0).light.cone, 50.0F);
}

void TestMapLights::aClassThatIsAnotherKindIsLeft()
{
    auto map =
        importMap(mapOf("", "{\n\"classname\" \"light_environment\"\n\"pitch\" \"-30\"\n}\n"), {});
    VERIFY_OK(map);
    const auto sun = lightsOf(*map->world).at(0).entity;
    Edit edit;
    edit.swaps.push_back(swapTo(sun, Light{}));
    map->world->apply(edit);
    const auto exported = exportMap(*map->world, {});
    VERIFY_OK(exported);
    const auto back = importMap(exported->text, {});
    VERIFY_OK(back);
    QVERIFY(lightsOf(*back->world).at(0).light.kind == LightKind::Point);
}

PLAIN_TEST(TestMapLights)
} // namespace tst_map_lights

#include "tst_map_lights.moc"
