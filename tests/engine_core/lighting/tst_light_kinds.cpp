#include "engine_core/lighting/traced_light.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/light/scene_light.h"
#include "tests/engine_core/lighting/light_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

namespace tst_light_kinds
{
using namespace engine;
using namespace mapwright::test;

namespace
{
bool near(double a, double b, double share)
{
    return std::abs(a - b) <= share * std::abs(b);
}

/// The form factor of a rectangle for a small face below its middle that is parallel to it, from
/// any textbook on radiative transfer.
double rectangleAbove(double halfWidth, double halfHeight, double distance)
{
    const double a = halfWidth / distance;
    const double b = halfHeight / distance;
    const double rootA = std::sqrt(1 + a * a);
    const double rootB = std::sqrt(1 + b * b);
    return 2 / Pi * (a / rootA * std::atan(b / rootA) + b / rootB * std::atan(a / rootB));
}
} // namespace

class TestLightKinds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void spotsShineIntoTheirConesOnly();
    void theSunIsTheSameEverywhere();
    void shadowsOfTheSunLieWhereGeometrySays();
    void aWideSunHasSoftShadows();
    void largeLampsHaveSoftShadows();
    void areasGiveWhatTheirFormFactorSays();
    void areasShineToTheirFrontOnly();
    void farAreasAreLikeLamps();
    void formFactorsAreCutAtThePlane();
    void facesThatGlowLightTheRoom();
    void aRoomOfGlowGivesBackWhatItsAlbedoSays();
    void theSkyLightsOpenGround();
    void wallsTakeTheSkyAway();
    void theSkyReachesProbes();
    void clearFacesLetLightThrough();
    void holesOfFacesLetLightThrough();
    void unseenFacesGetTheFewestLuxels();
    void hostileKindsAreLeftOut();
    void theSameSeedGivesTheSameBytes();
    void pointsAreAsTheyWere();
    void largeGlowingFacesLightTheirWholeSurroundings();
    void mirroredLightsShineTheOtherWay();
};

void TestLightKinds::spotsShineIntoTheirConesOnly()
{
    KindFixture fixture;
    auto spot = lightOf(LightKind::Spot);
    spot.cone = 90;
    spot.innerCone = 45;
    fixture.add(spot, {0, 4, 0});
    const auto baked = fixture.bake(directOnly());
    const auto expected = [&](double x) {
        const double distance = std::sqrt(16 + x * x);
        const double cosine = 4 / distance;
        return 30 * cosine * lightFalloff(distance, 30) / Pi *
               static_cast<double>(LightCone{spot}.share(static_cast<float>(cosine)));
    };
    for (const double x : {0.0, 1.0, 2.5, 3.5})
        QVERIFY2(near(fixture.on(baked, {x, 0, 0}), expected(x), 0.03),
                 qPrintable(QString::number(x)));
    QCOMPARE(fixture.on(baked, {4.3, 0, 0}), 0.0);
    QCOMPARE(fixture.on(baked, {0, 0, -7}), 0.0);
}

void TestLightKinds::theSunIsTheSameEverywhere()
{
    KindFixture fixture;
    auto sun = lightOf(LightKind::Sun);
    sun.intensity = 3;
    // 60 degrees above the horizon.
    fixture.add(sun, {500, -20, 3}, glm::angleAxis(-Pi / 3, Vec3d{1, 0, 0}));
    const auto baked = fixture.bake(directOnly());
    const double expected = 3 * std::sin(Pi / 3) / Pi;
    for (const auto& point : {Vec3d{0, 0, 0}, Vec3d{-7, 0, 7}, Vec3d{7.5, 0, -7.5}})
        QVERIFY(near(fixture.on(baked, point), expected, 0.002));
}

void TestLightKinds::shadowsOfTheSunLieWhereGeometrySays()
{
    KindFixture fixture;
    addBox(fixture.world, {-4, 0, -1}, {4, 2, 0}, "wall");
    auto sun = lightOf(LightKind::Sun);
    sun.sunAngle = 0;
    // It shines along -Z and down by 45 degrees: the wall's edge at z = -1 throws to z = -3.
    fixture.add(sun, {0, 5, 0}, glm::angleAxis(-Pi / 4, Vec3d{1, 0, 0}));
    const auto baked = fixture.bake(directOnly());
    const double open = 30 * std::sin(Pi / 4) / Pi;
    QVERIFY(near(fixture.on(baked, {0, 0, -3.3}), open, 0.01));
    QVERIFY(near(fixture.on(baked, {0, 0, 1}), open, 0.01));
    QCOMPARE(fixture.on(baked, {0, 0, -2.7}), 0.0);
    QCOMPARE(fixture.on(baked, {0, 0, -1.5}), 0.0);
}

void TestLightKinds::aWideSunHasSoftShadows()
{
    KindFixture fixture;
    addBox(fixture.world, {-4, 0, -1}, {4, 2, 0}, "wall");
    auto sun = lightOf(LightKind::Sun);
    sun.sunAngle = 10;
    fixture.add(sun, {0, 5, 0}, glm::angleAxis(-Pi / 4, Vec3d{1, 0, 0}));
    const auto baked = fixture.bake(directOnly());
    const double open = 30 * std::sin(Pi / 4) / Pi;
    // The sun's middle is hidden from z = -3 on, all of it before 1 + 2 / tan(50 degrees).
    QVERIFY(near(fixture.on(baked, {0, 0, -3}), open / 2, 0.15));
    QCOMPARE(fixture.on(baked, {0, 0, -2.5}), 0.0);
    QVERIFY(near(fixture.on(baked, {0, 0, -3.6}), open, 0.01));
    double last = -1;
    for (double z = -2.5; z > -3.6; z -= 0.25) {
        QVERIFY(fixture.on(baked, {0, 0, z}) >= last - 0.05 * open);
        last = fixture.on(baked, {0, 0, z});
    }
}

void TestLightKinds::largeLampsHaveSoftShadows()
{
    KindFixture fixture;
    addBox(fixture.world, {0, 1.9, -4}, {4, 2, 4}, "shelf");
    auto lamp = lightOf(LightKind::Point);
    const auto id = fixture.add(lamp, {0, 4, 0});
    const auto hard = fixture.bake(directOnly());
    lamp.radius = 0.5;
    fixture.set(id, lamp);
    const auto soft = fixture.bake(directOnly());
    // The shelf's edge lies between the lamp and x = 0: half of the ball is seen from there.
    const double open = 30.0 / 16 / Pi * (1 - std::pow(4.0 / 30, 4));
    QVERIFY(near(fixture.on(soft, {0, 0, 0}), open / 2, 0.2));
    QVERIFY(fixture.on(hard, {0.3, 0, 0}) == 0.0);
    QVERIFY(fixture.on(soft, {0.3, 0, 0}) > 0.02 * open);
    QVERIFY(fixture.on(soft, {-0.3, 0, 0}) < 0.99 * fixture.on(hard, {-0.3, 0, 0}));
    QVERIFY(near(fixture.on(soft, {-3, 0, 0}), fixture.on(hard, {-3, 0, 0}), 0.02));
}

void TestLightKinds::areasGiveWhatTheirFormFactorSays()
{
    KindFixture fixture;
    auto area = lightOf(LightKind::Area);
    area.width = 4;
    area.height = 2;
    area.range = 256;
    fixture.add(area, {0, 3, 0});
    const auto baked = fixture.bake(directOnly());
    const double expected = 30.0 / 8 * rectangleAbove(2, 1, 3);
    QVERIFY(near(fixture.on(baked, {0, 0, 0}), expected, 0.005));
}

void TestLightKinds::areasShineToTheirFrontOnly()
{
    KindFixture fixture;
    fixture.add(lightOf(LightKind::Area), {0, 3, 0}, glm::angleAxis(Pi / 2, Vec3d{1, 0, 0}));
    QCOMPARE(fixture.bake(directOnly()).stats.meanDirect, 0.0);
}

void TestLightKinds::farAreasAreLikeLamps()
{
    KindFixture fixture;
    auto area = lightOf(LightKind::Area);
    area.width = area.height = 0.2F;
    fixture.add(area, {0, 4, 0});
    const auto baked = fixture.bake(directOnly());
    QVERIFY(near(fixture.on(baked, {0, 0, 0}), 30 * lightFalloff(4, 30) / Pi, 0.01));
    const double distance = std::sqrt(32.0);
    QVERIFY(near(fixture.on(baked, {4, 0, 0}), 30 * 0.5 * lightFalloff(distance, 30) / Pi, 0.02));
}

void TestLightKinds::formFactorsAreCutAtThePlane()
{
    const std::vector<Vec3f> wall{
        {-1000, -1000, 1}, {1000, -1000, 1}, {1000, 1000, 1}, {-1000, 1000, 1}};
    // Half of an endless wall is above a floor, and gives half of the light.
    QVERIFY(near(static_cast<double>(formFactor({0, 0, 0}, {0, 1, 0}, wall)), 0.5, 0.01));
    QVERIFY(near(static_cast<double>(formFactor({0, 0, 0}, {0, 0, 1}, wall)), 1.0, 0.01));
    QCOMPARE(formFactor({0, 0, 0}, {0, 0, -1}, wall), 0.0F);
    const std::vector<Vec3f> below{{-1, -2, 1}, {1, -2, 1}, {0, -1, 1}};
    QCOMPARE(formFactor({0, 0, 0}, {0, 1, 0}, below), 0.0F);
}

void TestLightKinds::facesThatGlowLightTheRoom()
{
    KindFixture fixture;
    addBox(fixture.world, {-1, 3, -0.5}, {1, 3.2, 0.5}, "panel", Name{"lamp"});
    fixture.glow[Name{"lamp"}] = {5, 5, 5};
    const auto baked = fixture.bake(directOnly());
    const double distance = 3;
    // The range of a face that glows takes a little away from its far light.
    QVERIFY(near(fixture.on(baked, {0, 0, 0}), 5 * rectangleAbove(1, 0.5, distance), 0.02));
    QVERIFY(fixture.on(baked, {5, 0, 0}) > 0);
}

void TestLightKinds::aRoomOfGlowGivesBackWhatItsAlbedoSays()
{
    KindFixture fixture{Floor::None};
    fixture.albedo = 0.5F;
    // Their inner faces are the room's and no larger, so that all of what glows is seen.
    addBox(fixture.world, {-2, -1, -2}, {2, 0, 2}, "floor", Name{"glow"});
    addBox(fixture.world, {-2, 3, -2}, {2, 4, 2}, "ceiling", Name{"glow"});
    addBox(fixture.world, {-3, 0, -2}, {-2, 3, 2}, "left", Name{"glow"});
    addBox(fixture.world, {2, 0, -2}, {3, 3, 2}, "right", Name{"glow"});
    addBox(fixture.world, {-2, 0, -3}, {2, 3, -2}, "back", Name{"glow"});
    const auto front = addBox(fixture.world, {-2, 0, 2}, {2, 3, 3}, "front", Name{"glow"});
    fixture.setDensity(3);
    fixture.glow[Name{"glow"}] = {1, 1, 1};
    auto options = directOnly();
    options.bounces = 6;
    options.samples = 64;
    const auto baked = fixture.bake(options);
    double expected = 0;
    for (int k = 0; k <= 6; ++k)
        expected += std::pow(0.5, k);
    constexpr FaceIndex Inner = 5; // -Z of makeBox
    const auto light = lightAt(fixture.world, *baked.lightmap, front, Inner, {0.3, 1.7, 2});
    QVERIFY2(near(static_cast<double>(light.x), expected, 0.01),
             qPrintable(QString{"%1 instead of %2"}.arg(light.x).arg(expected)));
}

void TestLightKinds::theSkyLightsOpenGround()
{
    KindFixture fixture;
    fixture.setDensity(2);
    fixture.shineFromTheSky(0.7F);
    const auto baked = fixture.bake(directOnly());
    QVERIFY(near(fixture.on(baked, {0, 0, 0}), 0.7, 0.005));
    QVERIFY(near(fixture.on(baked, {7, 0, -7}), 0.7, 0.005));
    QVERIFY(baked.stats.meanTotal > 0);
}

void TestLightKinds::wallsTakeTheSkyAway()
{
    KindFixture fixture;
    fixture.albedo = 0;
    fixture.setDensity(2);
    addBox(fixture.world, {-8, 0, 0}, {8, 100, 1}, "wall");
    fixture.shineFromTheSky(1);
    auto options = directOnly();
    options.samples = 256;
    const auto baked = fixture.bake(options);
    QVERIFY(near(fixture.on(baked, {0, 0, -0.3}), 0.5, 0.08));
    addBox(fixture.world, {-8, 3, -8}, {8, 3.2, 0}, "roof");
    addBox(fixture.world, {-8, 0, -8.2}, {8, 3, -8}, "far wall");
    addBox(fixture.world, {-8.2, 0, -8}, {-8, 3, 0}, "left wall");
    addBox(fixture.world, {8, 0, -8}, {8.2, 3, 0}, "right wall");
    QCOMPARE(fixture.on(fixture.bake(options), {0, 0, -4}), 0.0);
}

void TestLightKinds::theSkyReachesProbes()
{
    KindFixture fixture;
    fixture.setDensity(1);
    addBox(fixture.world, {-8, 0, -8}, {-7, 6, -7}, "pillar"); // the grid is as high as the level
    fixture.shineFromTheSky(1);
    const auto baked = fixture.bake(directOnly());
    QVERIFY(!baked.lightmap->volume.probes.empty());
    float brightest = 0;
    for (const auto& probe : baked.lightmap->volume.probes)
        brightest = std::max(brightest, probe.channels[0].w);
    QVERIFY(brightest > 0.1F);
}

void TestLightKinds::clearFacesLetLightThrough()
{
    KindFixture fixture;
    addBox(fixture.world, {-8, 2, -8}, {8, 2.2, 8}, "pane", Name{"glass"});
    fixture.add(lightOf(LightKind::Point), {0, 4, 0});
    auto input = fixture.input();
    JobControl control;
    const auto dark = bakeLightmap(input, directOnly(), control);
    VERIFY_OK(dark);
    QCOMPARE(fixture.on(*dark, {0, 0, 0}), 0.0);
    input.clear.insert(Name{"glass"});
    const auto lit = bakeLightmap(input, directOnly(), control);
    VERIFY_OK(lit);
    QVERIFY(near(fixture.on(*lit, {0, 0, 0}), 30 * lightFalloff(4, 30) / Pi, 0.01));
}

void TestLightKinds::holesOfFacesLetLightThrough()
{
    KindFixture fixture;
    addBox(fixture.world, {-8, 2, -8}, {8, 2.2, 8}, "fence", Name{"fence"});
    auto sun = lightOf(LightKind::Sun);
    sun.sunAngle = 0;
    fixture.add(sun, {0, 9, 0});
    auto input = fixture.input();
    // Its right half is cut out: the texture repeats, so half of the floor is lit.
    auto picture = std::make_shared<Image>();
    picture->width = 2;
    picture->height = 1;
    picture->rgba = {255, 255, 255, 255, 255, 255, 255, 0};
    input.pierced.emplace(Name{"fence"}, std::make_shared<const AlphaMask>(*picture, 128));
    JobControl control;
    const auto baked = bakeLightmap(input, directOnly(), control);
    VERIFY_OK(baked);
    const auto half = baked->stats.meanDirect;
    input.clear.insert(Name{"fence"});
    const auto open = bakeLightmap(input, directOnly(), control);
    VERIFY_OK(open);
    int lit = 0;
    int dark = 0;
    for (double x = -7; x < 7; x += 0.53)
        for (double z = -7; z < 7; z += 0.61)
            (fixture.on(*baked, {x, 0, z}) > 0 ? lit : dark) += 1;
    QVERIFY(lit > 100 && dark > 100);
    QVERIFY(half > 0 && half < open->stats.meanDirect);
}

void TestLightKinds::unseenFacesGetTheFewestLuxels()
{
    KindFixture fixture;
    const auto wall = addBox(fixture.world, {-4, 0, 2}, {4, 4, 3}, "wall", Name{"caulk"});
    auto input = fixture.input();
    input.unseen.insert(Name{"caulk"});
    JobControl control;
    const auto baked = bakeLightmap(input, directOnly(), control);
    VERIFY_OK(baked);
    for (std::uint32_t face = 0; face < 6; ++face) {
        const auto* chart = baked->lightmap->find(wall, face);
        QVERIFY(chart != nullptr);
        QCOMPARE(chart->width * chart->height, 4);
    }
    QVERIFY(baked->lightmap->find(fixture.floor, Top)->width > 100);
}

void TestLightKinds::hostileKindsAreLeftOut()
{
    KindFixture fixture;
    auto input = fixture.input();
    const float bad = std::numeric_limits<float>::quiet_NaN();
    auto light = lightOf(LightKind::Area);
    light.width = 0;
    input.lights.push_back({{0, 3, 0}, light, Down});
    light.width = bad;
    input.lights.push_back({{0, 3, 0}, light, Down});
    light = lightOf(LightKind::Spot);
    light.range = bad;
    input.lights.push_back({{0, 3, 0}, light, Down});
    input.glow.emplace(Name{}, Vec3f{bad});
    JobControl control;
    const auto baked = bakeLightmap(input, directOnly(), control);
    VERIFY_OK(baked);
    QCOMPARE(baked->stats.meanTotal, 0.0);
}

void TestLightKinds::theSameSeedGivesTheSameBytes()
{
    KindFixture fixture;
    addBox(fixture.world, {-1, 0, -1}, {1, 2, 1}, "box", Name{"lamp"});
    fixture.glow[Name{"lamp"}] = {2, 1, 1};
    fixture.shineFromTheSky(1);
    auto lamp = lightOf(LightKind::Point);
    lamp.radius = 0.3F;
    fixture.add(lamp, {3, 3, 0});
    auto settings = fixture.settings();
    settings.luxelsPerMetre = 2;
    fixture.setSettings(settings);
    BakeOptions options;
    options.bounces = 2;
    options.samples = 16;
    options.threads = 1;
    const auto one = fixture.bake(options).lightmap->hash;
    options.threads = 2;
    QCOMPARE(fixture.bake(options).lightmap->hash, one);
}

/// Light that earlier versions baked shows the truth: a point's inputs are what they were.
void TestLightKinds::pointsAreAsTheyWere()
{
    const Light light;
    QVERIFY(light.kind == LightKind::Point);
    QCOMPARE(light.radius, 0.0F);
    const LightCone cone{light};
    QCOMPARE(cone.share(-1), 1.0F);
    QCOMPARE(cone.share(1), 1.0F);
}

void TestLightKinds::largeGlowingFacesLightTheirWholeSurroundings()
{
    KindFixture fixture{Floor::None};
    fixture.setDensity(1);
    addBox(fixture.world, {-80, -1, -2}, {80, 0, 2}, "lava", Name{"lava"});
    const auto wall = addBox(fixture.world, {76, 0, 3}, {79, 3, 4}, "wall");
    fixture.glow[Name{"lava"}] = {2, 2, 2};
    const auto baked = fixture.bake(directOnly());
    constexpr FaceIndex Back = 5; // -Z of makeBox, towards the lava
    const auto light = lightAt(fixture.world, *baked.lightmap, wall, Back, {77.5, 0.5, 3});
    QVERIFY(light.x > 0.2F);
}

void TestLightKinds::mirroredLightsShineTheOtherWay()
{
    const Transform place{.position = {}, .rotation = Down, .scale = {1, 1, -1}};
    QVERIFY(glm::distance(lightDirection(place), Vec3d{0, 1, 0}) < 1e-9);
    KindFixture fixture;
    const auto spot = fixture.add(lightOf(LightKind::Spot), {0, 4, 0});
    fixture.set(spot,
                TransformComponent{.position = {0, 4, 0}, .rotation = Down, .scale = {1, 1, -1}});
    QCOMPARE(fixture.bake(directOnly()).stats.meanDirect, 0.0);
}

PLAIN_TEST(TestLightKinds)
} // namespace tst_light_kinds

#include "tst_light_kinds.moc"
