#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/bake_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

namespace tst_lightmap_bake
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr FaceIndex Top = 2;    // +Y of makeBox
constexpr FaceIndex Bottom = 3; // -Y

BakeOptions directOnly()
{
    BakeOptions options;
    options.bounces = 0;
    options.threads = 1;
    return options;
}

/// A floor of 16 x 16 m with its top at y = 0 and a light above its middle.
struct FloorFixture : BakeFixture
{
    EntityId floor = addBox(world, {-8, -0.25, -8}, {8, 0, 8}, "floor");
    EntityId lamp;

    explicit FloorFixture(float range = 30.0f) { lamp = addLight(world, {0, 4, 0}, range, 30.0f); }

    [[nodiscard]] float on(const BakeResult& baked, const Vec3d& point) const
    {
        return lightAt(world, *baked.lightmap, floor, Top, point).x;
    }
};

/// What a light of 30 cd at (0, 4, 0) gives an open place on the floor.
double expectedOnFloor(const Vec3d& point, double range)
{
    const double distance = glm::length(point - Vec3d{0, 4, 0});
    return 30.0 * (4.0 / distance) * lightFalloff(distance, range) / Pi;
}

bool near(double a, double b, double share)
{
    return std::abs(a - b) <= share * std::abs(b);
}
} // namespace

class TestLightmapBake : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClosedRoomGivesBackWhatItsAlbedoSays_data();
    void aClosedRoomGivesBackWhatItsAlbedoSays();
    void openFloorIsLitAsTheFormulaSays();
    void shadowOfAPillarLiesWhereGeometrySays();
    void lightsWithoutShadowsShineThrough();
    void nothingIsLitBeyondTheRange();
    void symmetricRoomsAreLitSymmetrically();
    void coloursStayApart();
    void withoutLightsItIsBlack();
    void lightsThatAreNotBakedCountForNothing();
    void ambientIsLeftToTheRenderer();
    void moversAreLeftOut();
    void turnedBrushesAreLitInWorldSpace();
    void wallsOnTheFloorLeaveNoSeam();
    void buriedFloorTakesTheLightOfItsNeighbours();
    void slantedFacesAreLitToTheirEdges();
    void bouncesReachWhereNoLightShines();
    void levelsFarFromTheOriginAreLitTheSame();
    void hostileLightsAreLeftOut();
};

void TestLightmapBake::aClosedRoomGivesBackWhatItsAlbedoSays_data()
{
    QTest::addColumn<double>("albedo");
    QTest::addColumn<int>("bounces");
    QTest::addColumn<double>("x");
    QTest::addColumn<double>("y");
    QTest::newRow("middle") << 0.6 << 4 << 0.0 << 2.0;
    QTest::newRow("corner") << 0.6 << 4 << 6.5 << 1.0;
    QTest::newRow("near the ceiling") << 0.6 << 4 << -3.0 << 3.7;
    QTest::newRow("bright walls") << 0.9 << 3 << 2.0 << 2.0;
    QTest::newRow("dark walls") << 0.2 << 2 << 2.0 << 3.0;
}

void TestLightmapBake::aClosedRoomGivesBackWhatItsAlbedoSays()
{
    QFETCH(double, albedo);
    QFETCH(int, bounces);
    QFETCH(double, x);
    QFETCH(double, y);
    BakeFixture fixture;
    fixture.albedo = static_cast<float>(albedo);
    buildRoom(fixture.world);
    addLight(fixture.world, {x, y, 1.0}, 20.0f);
    auto settings = fixture.settings();
    settings.luxelsPerMetre = 3;
    fixture.setSettings(settings);
    BakeOptions options;
    options.bounces = bounces;
    options.samples = 48;
    const auto stats = fixture.bake(options).stats;
    double expected = 0;
    for (int k = 0; k <= bounces; ++k)
        expected += std::pow(albedo, k);
    const double ratio = stats.meanTotal / stats.meanDirect;
    QVERIFY2(near(ratio, expected, 0.01),
             qPrintable(QString{"%1 instead of %2"}.arg(ratio).arg(expected)));
}

void TestLightmapBake::openFloorIsLitAsTheFormulaSays()
{
    const FloorFixture fixture{9.0f};
    const auto baked = fixture.bake(directOnly());
    for (const auto& point : {Vec3d{0, 0, 0}, Vec3d{1, 0, 2}, Vec3d{-5, 0, 3}, Vec3d{6, 0, -2}}) {
        const double expected = expectedOnFloor(point, 9.0);
        QVERIFY(near(static_cast<double>(fixture.on(baked, point)), expected, 0.01));
    }
}

void TestLightmapBake::shadowOfAPillarLiesWhereGeometrySays()
{
    FloorFixture fixture;
    addBox(fixture.world, {1, 0, -0.5}, {2, 2, 0.5}, "pillar");
    const auto baked = fixture.bake(directOnly());
    // Its upper edge at (2, 2) throws the end of the shadow from (0, 4) to x = 4; the upper corner
    // at z = 0.5 throws its side to z = 1 there.
    QCOMPARE(fixture.on(baked, {2.5, 0, 0}), 0.0f);
    QCOMPARE(fixture.on(baked, {3.8, 0, 0}), 0.0f);
    QCOMPARE(fixture.on(baked, {3.8, 0, 0.8}), 0.0f);
    for (const auto& open : {Vec3d{4.2, 0, 0}, Vec3d{3.8, 0, 1.2}, Vec3d{-3, 0, 0}})
        QVERIFY(
            near(static_cast<double>(fixture.on(baked, open)), expectedOnFloor(open, 30), 0.02));
    // The luxels on the edge itself are partly in the shadow.
    const auto edge = static_cast<double>(fixture.on(baked, {4, 0, 0}));
    QVERIFY(edge > 0 && edge < expectedOnFloor({4, 0, 0}, 30));
}

void TestLightmapBake::lightsWithoutShadowsShineThrough()
{
    FloorFixture fixture;
    addBox(fixture.world, {1, 1, -0.5}, {2, 2, 0.5}, "block");
    auto light = *fixture.world.get<Light>(fixture.lamp);
    light.castShadows = false;
    Edit edit;
    edit.swaps.push_back(swapTo(fixture.lamp, light));
    fixture.world.apply(edit);
    const auto baked = fixture.bake(directOnly());
    QVERIFY(near(static_cast<double>(fixture.on(baked, {2.5, 0, 0})),
                 expectedOnFloor({2.5, 0, 0}, 30), 0.01));
    QCOMPARE(baked.stats.rays, std::uint64_t{0});
}

void TestLightmapBake::nothingIsLitBeyondTheRange()
{
    const FloorFixture fixture{5.0f};
    const auto baked = fixture.bake(directOnly());
    QVERIFY(fixture.on(baked, {2.5, 0, 0}) > 0);
    // sqrt(25 - 16) = 3 m is where the sphere meets the floor.
    QCOMPARE(fixture.on(baked, {3.3, 0, 0}), 0.0f);
    QCOMPARE(fixture.on(baked, {7, 0, 7}), 0.0f);
}

void TestLightmapBake::symmetricRoomsAreLitSymmetrically()
{
    BakeFixture fixture;
    buildRoom(fixture.world);
    addLight(fixture.world, {0, 2, 0});
    auto settings = fixture.settings();
    settings.luxelsPerMetre = 2;
    fixture.setSettings(settings);
    const auto baked = fixture.bake(directOnly());
    const EntityId floor{1024};
    const auto& chart = *baked.lightmap->find(floor, Top);
    for (int y = 0; y < chart.height; ++y)
        for (int x = 0; x < chart.width; ++x) {
            const auto here = luxel(*baked.lightmap, chart, x, y).x;
            const auto mirrored =
                luxel(*baked.lightmap, chart, chart.width - 1 - x, chart.height - 1 - y).x;
            QVERIFY(std::abs(here - mirrored) <= 0.002f * here + 1e-6f);
        }
    // The same after bounces, but for noise, of two opposite walls.
    BakeOptions options;
    options.bounces = 2;
    options.samples = 64;
    const auto bounced = fixture.bake(options);
    const auto north = lightAt(fixture.world, *bounced.lightmap, EntityId{1025}, 4, {0, 2, -8}).x;
    const auto south = lightAt(fixture.world, *bounced.lightmap, EntityId{1026}, 5, {0, 2, 8}).x;
    QVERIFY(near(static_cast<double>(north), static_cast<double>(south), 0.08));
}

void TestLightmapBake::coloursStayApart()
{
    FloorFixture fixture;
    auto light = *fixture.world.get<Light>(fixture.lamp);
    light.color = {1, 0.5f, 0};
    Edit edit;
    edit.swaps.push_back(swapTo(fixture.lamp, light));
    fixture.world.apply(edit);
    const auto baked = fixture.bake(directOnly());
    const auto color = lightAt(fixture.world, *baked.lightmap, fixture.floor, Top, {1, 0, 1});
    QVERIFY(near(static_cast<double>(color.y), 0.5 * static_cast<double>(color.x), 0.002));
    QCOMPARE(color.z, 0.0f);
}

void TestLightmapBake::withoutLightsItIsBlack()
{
    BakeFixture fixture;
    buildRoom(fixture.world);
    auto settings = fixture.settings();
    settings.luxelsPerMetre = 2;
    fixture.setSettings(settings);
    const auto baked = fixture.bake({});
    QCOMPARE(baked.stats.meanTotal, 0.0);
    QCOMPARE(baked.stats.rays, std::uint64_t{0});
    for (const auto& atlas : baked.lightmap->atlases)
        for (const auto half : atlas.halfs)
            QCOMPARE(half, std::uint16_t{0});
}

void TestLightmapBake::lightsThatAreNotBakedCountForNothing()
{
    FloorFixture fixture;
    auto light = *fixture.world.get<Light>(fixture.lamp);
    light.baked = false;
    Edit edit;
    edit.swaps.push_back(swapTo(fixture.lamp, light));
    fixture.world.apply(edit);
    QCOMPARE(fixture.bake({}).stats.meanTotal, 0.0);
}

void TestLightmapBake::ambientIsLeftToTheRenderer()
{
    FloorFixture fixture;
    const auto dark = fixture.bake(directOnly());
    auto settings = fixture.settings();
    settings.ambient = {0.25f, 0.5f, 1};
    fixture.setSettings(settings);
    QCOMPARE(fixture.bake(directOnly()).lightmap->hash, dark.lightmap->hash);
}

void TestLightmapBake::moversAreLeftOut()
{
    FloorFixture fixture;
    const auto door = addBox(fixture.world, {1, 0, -0.5}, {2, 2, 0.5}, "door");
    Edit edit;
    edit.swaps.push_back(swapTo(door, Mover{}));
    fixture.world.apply(edit);
    const auto baked = fixture.bake(directOnly());
    QVERIFY(baked.lightmap->find(door, Top) == nullptr);
    QVERIFY(fixture.on(baked, {2.5, 0, 0}) > 0);
}

void TestLightmapBake::turnedBrushesAreLitInWorldSpace()
{
    FloorFixture fixture;
    const auto box = addBox(fixture.world, {-1, -1, -1}, {1, 1, 1}, "turned");
    Edit edit;
    TransformComponent place;
    place.position = {4, 1, 0};
    place.rotation = glm::angleAxis(radians(90), Vec3d{0, 0, 1});
    edit.swaps.push_back(swapTo(box, place));
    fixture.world.apply(edit);
    const auto baked = fixture.bake(directOnly());
    // Its +X face looks up after the turn.
    const Vec3d point{4, 2, 0};
    const double distance = glm::length(point - Vec3d{0, 4, 0});
    const double expected = 30.0 * (2.0 / distance) * lightFalloff(distance, 30) / Pi;
    const auto light = lightAt(fixture.world, *baked.lightmap, box, 0, point).x;
    QVERIFY(near(static_cast<double>(light), expected, 0.01));
}

void TestLightmapBake::wallsOnTheFloorLeaveNoSeam()
{
    FloorFixture fixture;
    addBox(fixture.world, {-8, 0, 3}, {8, 3, 3.25}, "wall");
    const auto baked = fixture.bake(directOnly());
    // Up to the wall's foot the floor is as bright as the formula says: no dark line along it.
    for (double z = 2.5; z < 3.0; z += 0.02) {
        const auto light = static_cast<double>(fixture.on(baked, {0.5, 0, z}));
        QVERIFY(near(light, expectedOnFloor({0.5, 0, z}, 30), 0.05));
    }
    // Behind it, away from luxels that stand on both sides, there is none.
    QCOMPARE(fixture.on(baked, {0.5, 0, 3.5}), 0.0f);
}

void TestLightmapBake::buriedFloorTakesTheLightOfItsNeighbours()
{
    FloorFixture fixture;
    const auto crate = addBox(fixture.world, {2, 0, 2}, {4, 1, 4}, "crate");
    const auto baked = fixture.bake(directOnly());
    QVERIFY(fixture.on(baked, {3, 0, 3}) > 0);
    // The crate's own underside lies on the floor: nobody sees it, and it stays black.
    QCOMPARE(lightAt(fixture.world, *baked.lightmap, crate, Bottom, {3, 0, 3}), Vec3f(0));
}

void TestLightmapBake::slantedFacesAreLitToTheirEdges()
{
    FloorFixture fixture;
    // A box with one upper edge cut off: its ends are pentagons that do not fill their charts.
    const auto box = makeBox({{2, 0, -3}, {4, 2, 3}});
    QVERIFY(box);
    auto faces = std::vector(box->faces().begin(), box->faces().end());
    BrushFace slope;
    slope.plane.normal = glm::normalize(Vec3d{-1, 1, 0});
    slope.plane.distance = glm::dot(slope.plane.normal, Vec3d{2, 1, 0});
    faces.push_back(slope);
    auto wedge = Brush::fromFaces(faces);
    VERIFY_OK(wedge);
    const auto id = addBox(fixture.world, {2, 0, -3}, {4, 2, 3}, "wedge");
    Edit edit;
    edit.swaps.push_back(
        swapTo(id, BrushComponent{std::make_shared<const Brush>(*std::move(wedge))}));
    fixture.world.apply(edit);
    const auto baked = fixture.bake(directOnly());
    const Vec3d point{2.5, 1.5, 0};
    const auto to = Vec3d{0, 4, 0} - point;
    const double distance = glm::length(to);
    const double cosine = glm::dot(slope.plane.normal, to) / distance;
    const double expected = 30.0 * cosine * lightFalloff(distance, 30) / Pi;
    const auto light = lightAt(fixture.world, *baked.lightmap, id, 6, point).x;
    QVERIFY(near(static_cast<double>(light), expected, 0.02));
}

void TestLightmapBake::bouncesReachWhereNoLightShines()
{
    BakeFixture fixture;
    buildRoom(fixture.world);
    addBox(fixture.world, {1, 0, -2}, {1.25, 3, 2}, "screen");
    addLight(fixture.world, {-2, 1.5, 0}, 20.0f);
    auto settings = fixture.settings();
    settings.luxelsPerMetre = 2;
    fixture.setSettings(settings);
    const EntityId floor{1024};
    const Vec3d behind{2, 0, 0};
    const auto direct = fixture.bake(directOnly());
    QCOMPARE(lightAt(fixture.world, *direct.lightmap, floor, Top, behind), Vec3f(0));
    BakeOptions options;
    options.bounces = 2;
    options.samples = 64;
    const auto bounced = fixture.bake(options);
    QVERIFY(lightAt(fixture.world, *bounced.lightmap, floor, Top, behind).x > 0.01f);
}

void TestLightmapBake::levelsFarFromTheOriginAreLitTheSame()
{
    const Vec3d far{30000, 100, -20000};
    FloorFixture near0;
    BakeFixture away;
    const auto floor = addBox(away.world, far + Vec3d{-8, -0.25, -8}, far + Vec3d{8, 0, 8});
    addLight(away.world, far + Vec3d{0, 4, 0}, 30.0f, 30.0f);
    const auto here = near0.bake(directOnly());
    const auto there = away.bake(directOnly());
    for (const auto& point : {Vec3d{1, 0, 1}, Vec3d{-4, 0, 2}}) {
        const auto a = near0.on(here, point);
        const auto b = lightAt(away.world, *there.lightmap, floor, Top, far + point).x;
        QVERIFY(near(static_cast<double>(a), static_cast<double>(b), 0.002));
    }
}

void TestLightmapBake::hostileLightsAreLeftOut()
{
    FloorFixture fixture;
    auto input = fixture.input();
    const auto fine = input.lights.at(0);
    auto bad = fine;
    bad.position.x = std::numeric_limits<double>::quiet_NaN();
    input.lights.push_back(bad);
    bad = fine;
    bad.light.intensity = std::numeric_limits<float>::infinity();
    input.lights.push_back(bad);
    bad = fine;
    bad.light.range = -1;
    input.lights.push_back(bad);
    JobControl control;
    const auto result = bakeLightmap(input, directOnly(), control);
    VERIFY_OK(result);
    QCOMPARE(result->stats.meanDirect, fixture.bake(directOnly()).stats.meanDirect);
}

PLAIN_TEST(TestLightmapBake)
} // namespace tst_lightmap_bake

#include "tst_lightmap_bake.moc"
