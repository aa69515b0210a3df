#include "engine_core/geometry/chart_frame.h"
#include "engine_core/geometry/hull/convex_hull.h"
#include "engine_core/lighting/incremental/rebake.h"
#include "engine_core/lighting/luxel_fill.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "tests/engine_core/lighting/light_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

namespace tst_bake_edges
{
using namespace engine;
using namespace mapwright::test;

namespace
{
BakeOptions quickBake(int bounces = 2)
{
    BakeOptions options;
    options.bounces = bounces;
    options.samples = 16;
    options.threads = 1;
    return options;
}

/// Two rooms of 4 x 3 x 4 m in one, parted by a wall of 5 cm that stands across at an angle, with a
/// lamp on one side of it.
struct PartedRoom : KindFixture
{
    double turn;
    EntityId wall;

    PartedRoom(double degreesOfTurn, float density)
        : KindFixture{Floor::None}, turn{radians(degreesOfTurn)}
    {
        setDensity(density);
        addBox(world, {-2, -0.25, -2}, {2, 0, 2}, "floor");
        addBox(world, {-2, 3, -2}, {2, 3.25, 2}, "ceiling");
        addBox(world, {-2.25, 0, -2}, {-2, 3, 2}, "west");
        addBox(world, {2, 0, -2}, {2.25, 3, 2}, "east");
        addBox(world, {-2.25, 0, -2.25}, {2.25, 3, -2}, "north");
        addBox(world, {-2.25, 0, 2}, {2.25, 3, 2.25}, "south");
        wall = addBox(world, {-2.9, 0, -0.025}, {2.9, 3, 0.025}, "wall");
        set(wall, TransformComponent{.position = {0.1, 0, -0.05},
                                     .rotation = glm::angleAxis(turn, Vec3d{0, 1, 0})});
        auto lamp = lightOf(LightKind::Point);
        add(lamp, Vec3d{0, 2, 0} + normal() * 0.8);
    }

    [[nodiscard]] Vec3d normal() const { return {std::sin(turn), 0, std::cos(turn)}; }

    /// Metres in front of the wall's middle.
    [[nodiscard]] double before(const Vec3d& place) const
    {
        return glm::dot(place - Vec3d{0.1, 0, -0.05}, normal());
    }
};

struct Sides
{
    double lit = 0;  ///< mean
    double dark = 0; ///< brightest
    Vec3d brightest{0};
    int darkLuxels = 0;
};

/// Of all luxels inside the room that no place beyond the wall is read with.
Sides sidesOf(const PartedRoom& room, const Lightmap& lightmap, double luxel)
{
    Sides sides;
    int count = 0;
    for (const auto& [key, chart] : lightmap.charts) {
        const auto brush = brushInWorld(room.world, key.first);
        const auto frame = chartFrame(*brush, key.second);
        for (int y = 0; y < chart.height; ++y)
            for (int x = 0; x < chart.width; ++x) {
                const auto place = frame.at({static_cast<double>(x) / (chart.width - 1),
                                             static_cast<double>(y) / (chart.height - 1)});
                const bool isInside = std::abs(place.x) <= 2.001 && std::abs(place.z) <= 2.001 &&
                                      place.y >= -0.001 && place.y <= 3.001;
                const auto faced = brush->faces()[key.second].plane.normal;
                const bool isWall = key.first == room.wall;
                // The outside of the shell is at |x| or |z| above 2.
                if (!isInside || (isWall && std::abs(faced.y) > 0.5))
                    continue;
                const double before = isWall ? glm::dot(faced, room.normal()) : room.before(place);
                const auto value =
                    static_cast<double>(mapwright::test::luxel(lightmap, chart, x, y).x);
                const double apart = isWall ? 0.5 : 0.03 + luxel * 1.5;
                if (before > apart) {
                    sides.lit += value;
                    ++count;
                } else if (before < -apart) {
                    ++sides.darkLuxels;
                    if (value > sides.dark) {
                        sides.dark = value;
                        sides.brightest = place;
                    }
                }
            }
    }
    sides.lit /= std::max(count, 1);
    return sides;
}

bool near(double a, double b, double share)
{
    return std::abs(a - b) <= share * std::max(std::abs(a), std::abs(b));
}
} // namespace

class TestBakeEdges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thinWallsKeepADarkRoomDark_data();
    void thinWallsKeepADarkRoomDark();
    void facesTracedAnewSeeNoLightThroughThinWalls();
    void luxelsBesideAWallBelongToOneSide();
    void neighboursInOnePlaneMeetWithoutASeam();
    void bakingAFaceTwiceMovesNoKeptBorder();
    void neighboursOfOtherDensityMeetWithoutASeam();
    void slantedNeighboursMeetWithoutASeam();
    void aWallOnTheSeamStillParts();
    void firstPicturesStopAtThinWalls();
};

void TestBakeEdges::thinWallsKeepADarkRoomDark_data()
{
    QTest::addColumn<double>("turn");
    QTest::addColumn<float>("density");
    for (int turn = 0; turn < 180; turn += 5)
        QTest::addRow("%d degrees", turn) << static_cast<double>(turn) << 4.0f;
    for (int turn = 0; turn < 180; turn += 45)
        QTest::addRow("%d degrees, coarse", turn) << static_cast<double>(turn) << 1.0f;
}

void TestBakeEdges::thinWallsKeepADarkRoomDark()
{
    QFETCH(double, turn);
    QFETCH(float, density);
    const PartedRoom room{turn, density};
    const auto baked = room.bake(quickBake());
    const auto sides = sidesOf(room, *baked.lightmap, 1.0 / static_cast<double>(density));
    QVERIFY(sides.lit > 0.1);
    QVERIFY(sides.darkLuxels > 20);
    QVERIFY2(sides.dark < 1e-4 * sides.lit, qPrintable(QString{"%1 of %2 at %3, %4, %5"}
                                                           .arg(sides.dark)
                                                           .arg(sides.lit)
                                                           .arg(sides.brightest.x)
                                                           .arg(sides.brightest.y)
                                                           .arg(sides.brightest.z)));
}

void TestBakeEdges::facesTracedAnewSeeNoLightThroughThinWalls()
{
    const PartedRoom room{45, 1};
    const auto whole = room.bake(quickBake());
    OldLight old;
    old.lightmap = whole.lightmap;
    for (const auto& [key, chart] : whole.lightmap->charts)
        old.stale.insert(key);
    old.anew = old.stale;
    JobControl control;
    const auto again = rebakeLightmap(room.input(), old, quickBake(), control);
    VERIFY_OK(again);
    const auto then = sidesOf(room, *whole.lightmap, 1);
    const auto now = sidesOf(room, *again->lightmap, 1);
    QVERIFY(now.lit > 0.1);
    QCOMPARE(now.darkLuxels, then.darkLuxels);
    QVERIFY(then.dark < 1e-4 * then.lit);
    QVERIFY2(now.dark < 1e-4 * now.lit, qPrintable(QString::number(now.dark)));
}

void TestBakeEdges::luxelsBesideAWallBelongToOneSide()
{
    // At 2 luxels a metre each luxel of the floor below the wall has cells on both sides of it.
    KindFixture fixture;
    fixture.setDensity(2);
    addBox(fixture.world, {-8, 0, 0.1}, {8, 3, 0.15}, "wall");
    fixture.add(lightOf(LightKind::Point), {0, 2, 2});
    const auto baked = fixture.bake(directOnly());
    // The luxel at z = 0 reaches to 0.25; more of it is on the dark side.
    QCOMPARE(fixture.on(baked, {0, 0, 0}), 0.0);
    QVERIFY(fixture.on(baked, {0, 0, 0.5}) > 0.5);
}

void TestBakeEdges::neighboursInOnePlaneMeetWithoutASeam()
{
    KindFixture fixture{Floor::None};
    fixture.setDensity(4);
    std::array<EntityId, 4> tiles;
    for (int i = 0; i < 4; ++i) {
        const Vec3d corner{i % 2 * 2.0 - 2, -0.25, i / 2 * 2.0 - 2};
        tiles[static_cast<std::size_t>(i)] =
            addBox(fixture.world, corner, corner + Vec3d{2, 0.25, 2}, "tile");
    }
    addBox(fixture.world, {-1, 0, -1.5}, {1, 2, -1}, "crate");
    fixture.add(lightOf(LightKind::Point), {0.7, 1.5, 0.5});
    fixture.shineFromTheSky(1);
    const auto baked = fixture.bake(quickBake());
    const auto on = [&](int tile, const Vec3d& place) {
        return static_cast<double>(lightAt(fixture.world, *baked.lightmap,
                                           tiles[static_cast<std::size_t>(tile)], Top, place)
                                       .x);
    };
    for (double along = 0; along <= 2; along += 0.05) {
        QVERIFY(near(on(2, {0, 0, along}), on(3, {0, 0, along}), 0.01));
        QVERIFY(near(on(1, {along, 0, 0}), on(3, {along, 0, 0}), 0.01));
        QVERIFY(near(on(0, {-along, 0, 0}), on(2, {-along, 0, 0}), 0.01));
    }
}

void TestBakeEdges::bakingAFaceTwiceMovesNoKeptBorder()
{
    KindFixture fixture{Floor::None};
    fixture.setDensity(4);
    const auto kept = addBox(fixture.world, {-2, -0.25, -1}, {0, 0, 1}, "kept");
    const auto anew = addBox(fixture.world, {0, -0.25, -1}, {2, 0, 1}, "anew");
    fixture.add(lightOf(LightKind::Point), {0.7, 1.5, 0.5});
    fixture.shineFromTheSky(1);
    OldLight old;
    old.lightmap = fixture.bake(quickBake()).lightmap;
    for (const auto& [key, chart] : old.lightmap->charts)
        if (key.first == anew)
            old.stale.insert(key);
    old.anew = old.stale;
    QVERIFY(!old.stale.empty());
    const auto rebake = [&] {
        JobControl control;
        auto baked = rebakeLightmap(fixture.input(), old, quickBake(), control);
        ENGINE_EXPECT(baked);
        return baked->lightmap;
    };
    const auto first = rebake();
    old.lightmap = first;
    for (int i = 0; i < 3; ++i)
        old.lightmap = rebake();
    constexpr double Step = 1.0 / 1024; // of a half-float
    for (const auto& [key, chart] : first->charts) {
        if (key.first != kept)
            continue;
        const auto& later = old.lightmap->charts.at(key);
        for (int y = 0; y < chart.height; ++y)
            for (int x = 0; x < chart.width; ++x) {
                const auto then = static_cast<double>(luxel(*first, chart, x, y).x);
                const auto now = static_cast<double>(luxel(*old.lightmap, later, x, y).x);
                QVERIFY(std::abs(now - then) <= then * Step + 1e-6);
            }
    }
}

void TestBakeEdges::neighboursOfOtherDensityMeetWithoutASeam()
{
    KindFixture fixture{Floor::None};
    fixture.setDensity(6);
    const auto wide = addBox(fixture.world, {-4, -0.25, -4}, {0, 0, 4}, "wide");
    // Luxels along 5.3 m are nearer to each other than those along 8 m.
    const auto narrow = addBox(fixture.world, {0, -0.25, -2.6}, {0.5, 0, 2.7}, "narrow");
    fixture.add(lightOf(LightKind::Point), {0.2, 2, 0});
    const auto baked = fixture.bake(directOnly());
    for (double z = -2.6; z <= 2.7; z += 0.05) {
        const Vec3d place{0, 0, z};
        QVERIFY2(
            near(static_cast<double>(lightAt(fixture.world, *baked.lightmap, wide, Top, place).x),
                 static_cast<double>(lightAt(fixture.world, *baked.lightmap, narrow, Top, place).x),
                 0.01),
            qPrintable(QString::number(z)));
    }
}

void TestBakeEdges::slantedNeighboursMeetWithoutASeam()
{
    KindFixture fixture{Floor::None};
    fixture.setDensity(4);
    // Two prisms that make up a box, with triangles on top.
    const auto wedge = [&](double side) {
        std::vector<Vec3d> points;
        for (const double y : {-0.25, 0.0})
            for (const auto& p : {Vec2d{-2, -2}, Vec2d{2, 2}, Vec2d{-2 * side, 2 * side}})
                points.emplace_back(p.x, y, p.y);
        const auto brush = brushFromPoints(points, {});
        ENGINE_EXPECT(brush);
        const auto id = fixture.world.newId();
        fixture.set(id, Node{.name = "wedge", .parent = {}});
        fixture.set(id, BrushComponent{std::make_shared<const Brush>(*brush)});
        return id;
    };
    const auto topOf = [&](EntityId id) {
        const auto brush = brushInWorld(fixture.world, id);
        for (FaceIndex face = 0; face < brush->faceCount(); ++face)
            if (brush->faces()[face].plane.normal.y > 0.9)
                return face;
        return FaceIndex{0};
    };
    const auto a = wedge(1);
    const auto b = wedge(-1);
    fixture.add(lightOf(LightKind::Point), {0.4, 1.5, -0.3});
    const auto baked = fixture.bake(quickBake(0));
    for (double along = -1.9; along <= 1.9; along += 0.1) {
        const Vec3d place{along, 0, along};
        QVERIFY2(
            near(static_cast<double>(lightAt(fixture.world, *baked.lightmap, a, topOf(a), place).x),
                 static_cast<double>(lightAt(fixture.world, *baked.lightmap, b, topOf(b), place).x),
                 0.01),
            qPrintable(QString::number(along)));
    }
}

void TestBakeEdges::aWallOnTheSeamStillParts()
{
    KindFixture fixture{Floor::None};
    fixture.setDensity(2);
    const auto lit = addBox(fixture.world, {-4, -0.25, 0}, {4, 0, 4}, "lit");
    const auto dark = addBox(fixture.world, {-4, -0.25, -4}, {4, 0, 0}, "dark");
    addBox(fixture.world, {-4, 0, -0.025}, {4, 3, 0.025}, "wall");
    fixture.add(lightOf(LightKind::Point), {0, 2, 2});
    const auto baked = fixture.bake(directOnly());
    for (double x = -3; x <= 3; x += 0.5) {
        QCOMPARE(lightAt(fixture.world, *baked.lightmap, dark, Top, {x, 0, -0.1}).x, 0.0f);
        QVERIFY(lightAt(fixture.world, *baked.lightmap, lit, Top, {x, 0, 0.1}).x > 0.1f);
    }
}

/// Which buries no luxel: it stands between them.
void TestBakeEdges::firstPicturesStopAtThinWalls()
{
    KindFixture fixture;
    constexpr double Wall = 0.25; // between luxels half a metre apart
    addBox(fixture.world, {-9, 0, Wall - 0.025}, {9, 3, Wall + 0.025}, "wall");
    const auto brushes = staticBrushes(fixture.world);
    const auto charts = layOutCharts(brushes, 2, LuxelLimit);
    VERIFY_OK(charts);
    const auto chart = std::ranges::find_if(*charts, [&](const BakeChart& each) {
        return each.entity == fixture.floor && each.face == Top;
    });
    QVERIFY(chart != charts->end());
    const auto cover = CoverFinder{brushes, 1e-3}.coverOf(*chart);
    QVERIFY(cover.cuts != nullptr);
    std::vector<Vec3f> light(chart->luxels());
    const auto isLit = [&](std::size_t luxel) {
        const auto x = static_cast<int>(luxel) % chart->width;
        const auto y = static_cast<int>(luxel) / chart->width;
        const auto place = chart->frame.at({static_cast<double>(x) / (chart->width - 1),
                                            static_cast<double>(y) / (chart->height - 1)});
        return place.z > Wall;
    };
    for (std::size_t i = 0; i < light.size(); ++i)
        light[i] = Vec3f{isLit(i) ? 1.0f : 0.0f};
    smoothWidely(*chart, cover, light);
    for (std::size_t i = 0; i < light.size(); ++i)
        QCOMPARE(light[i].x, isLit(i) ? 1.0f : 0.0f);
}

PLAIN_TEST(TestBakeEdges)
} // namespace tst_bake_edges

#include "tst_bake_edges.moc"
