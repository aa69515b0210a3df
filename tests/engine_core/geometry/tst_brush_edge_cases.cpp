#include "engine_core/geometry/brush_affine.h"
#include "engine_core/geometry/brush_csg.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/geometry/brush_vertices.h"
#include "engine_core/geometry/hull/convex_hull.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_fuzz.h"

#include <QtTest>

#include <functional>

namespace tst_brush_edge_cases
{
using namespace engine;
using namespace mapwright::test;

namespace
{
using Points = std::vector<Vec3d>;
using Brushes = std::vector<Brush>;

Brush box(const Vec3d& min, const Vec3d& max)
{
    return *makeBox({min, max});
}

Brush hullOf(const Points& points)
{
    const auto hull = brushFromPoints(points, {});
    ENGINE_EXPECT(hull);
    return *hull;
}

Brushes shape(ShapeKind kind, const Aabb& bounds, const ShapeSettings& settings = {})
{
    auto parts = makeShape(kind, bounds, settings);
    ENGINE_EXPECT(parts);
    return *std::move(parts);
}

double volumeOf(const Brushes& brushes)
{
    double sum = 0;
    for (const auto& brush : brushes)
        sum += volume(brush);
    return sum;
}

VertexIndex at(const Brush& brush, const Vec3d& place)
{
    const auto vertex = findVertex(brush, place, 1e-4);
    ENGINE_EXPECT(vertex);
    return *vertex;
}

/// A cone without its top.
Brush truncatedCone(double low, double high)
{
    Points points;
    for (int i = 0; i < 12; ++i) {
        const double angle = 2 * Pi * i / 12;
        const Vec3d way{std::cos(angle), 0, std::sin(angle)};
        points.push_back(way * low);
        points.push_back(way * high + Vec3d{0, 3, 0});
    }
    return hullOf(points);
}

Points cornersOf(const Brush& brush)
{
    return {brush.vertices().begin(), brush.vertices().end()};
}
} // namespace

#define VERIFY_VALID(brush)                                                                        \
    do {                                                                                           \
        const auto problem = problemOf(brush);                                                     \
        QVERIFY2(problem.empty(), problem.c_str());                                                \
    } while (false)

/// The situations in which brush editors are known to have gone wrong, each by name.
class TestBrushEdgeCases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hullsOfFewPointsAreRefused_data();
    void hullsOfFewPointsAreRefused();
    void pointsThatAddNothingAreNoCorners_data();
    void pointsThatAddNothingAreNoCorners();
    void pointsAddedOneByOneGiveTheHullOfAll();
    void turnedBoxesKeepSixFaces();

    void movedCornersGiveTheHullOfWhatRemains_data();
    void movedCornersGiveTheHullOfWhatRemains();
    void aCornerLiftedBackMergesItsFacesAgain();
    void cornersBetweenOthersOfAnEdgeVanish();
    void cornersAtTheEdgeOfTheWorldCannotLeaveIt();
    void facesWhoseCornersWouldMeetAreRefused();

    void subtractionsLeaveExactlyTheRest_data();
    void subtractionsLeaveExactlyTheRest();
    void aDoorThroughManyWallsIsCutFromEach();

    void aFaceOf45DegreesKeepsItsTextureWhenPulled();
    void thereAndBackIsTheSameBrush_data();
    void thereAndBackIsTheSameBrush();

    void everyEditHoldsWhereverItIsDone_data();
    void everyEditHoldsWhereverItIsDone();
    void sliversAreBuiltOrRefusedButNeverBroken();
    void shapesOfNoExtentAreRefusedWithASentence_data();
    void shapesOfNoExtentAreRefusedWithASentence();
};

void TestBrushEdgeCases::hullsOfFewPointsAreRefused_data()
{
    QTest::addColumn<Points>("points");
    QTest::newRow("one point") << Points{{1, 2, 3}};
    QTest::newRow("two identical points") << Points{{1, 2, 3}, {1, 2, 3}};
    QTest::newRow("two points") << Points{{0, 0, 0}, {1, 0, 0}};
    QTest::newRow("three points in a line") << Points{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    QTest::newRow("a triangle and a point in it")
        << Points{{0, 0, 0}, {4, 0, 0}, {0, 0, 4}, {1, 0, 1}};
    QTest::newRow("four points of a plane") << Points{{0, 0, 0}, {4, 0, 0}, {4, 0, 4}, {0, 0, 4}};
    QTest::newRow("a trapezoid with a point on its side")
        << Points{{0, 0, 0}, {6, 0, 0}, {4, 0, 4}, {2, 0, 4}, {3, 0, 0}};
}

void TestBrushEdgeCases::hullsOfFewPointsAreRefused()
{
    QFETCH(Points, points);
    QVERIFY(!brushFromPoints(points, {}));
}

void TestBrushEdgeCases::pointsThatAddNothingAreNoCorners_data()
{
    QTest::addColumn<Points>("solid");
    QTest::addColumn<Vec3d>("extra");
    const Points tetrahedron{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}};
    QTest::newRow("inside a tetrahedron") << tetrahedron << Vec3d{0.5};
    QTest::newRow("on a face of it") << tetrahedron << Vec3d{1, 1, 0};
    QTest::newRow("on an edge of it") << tetrahedron << Vec3d{2, 0, 0};
    QTest::newRow("at a corner of it") << tetrahedron << Vec3d{4, 0, 0};
    const auto cube = cornersOf(box(Vec3d{0}, Vec3d{4}));
    QTest::newRow("at the middle of a square") << cube << Vec3d{2, 4, 2};
    QTest::newRow("a hair above the square") << cube << Vec3d{2, 4 + 0.5 * WeldDistance, 2};
    QTest::newRow("a hair beside a corner") << cube << Vec3d{4, 4, 4 - 0.5 * WeldDistance};
    QTest::newRow("in the middle of a cube") << cube << Vec3d{2};
    const Points roof{{0, 0, 0}, {4, 0, 0}, {0, 0, 4}, {4, 0, 4}, {0, 3, 0}, {4, 3, 0}};
    QTest::newRow("on the edge of two rectangles") << roof << Vec3d{1, 0, 0};
}

void TestBrushEdgeCases::pointsThatAddNothingAreNoCorners()
{
    QFETCH(Points, solid);
    QFETCH(Vec3d, extra);
    const auto expected = hullOf(solid);
    for (std::size_t place = 0; place <= solid.size(); ++place) {
        auto points = solid;
        points.insert(points.begin() + static_cast<std::ptrdiff_t>(place), extra);
        const auto hull = brushFromPoints(points, {});
        VERIFY_OK(hull);
        VERIFY_VALID(*hull);
        QCOMPARE(hull->vertices().size(), solid.size());
        QCOMPARE(hull->faceCount(), expected.faceCount());
        QVERIFY(std::abs(volume(*hull) - volume(expected)) < 1e-3);
    }
}

void TestBrushEdgeCases::pointsAddedOneByOneGiveTheHullOfAll()
{
    Dice dice{21};
    for (int round = 0; round < 60; ++round) {
        auto points = cornersOf(box(Vec3d{-1}, Vec3d{1}));
        auto brush = hullOf(points);
        for (int i = 0; i < 12; ++i) {
            const auto point = round % 2 == 0 ? dice.gridPlace(4) : dice.place(4);
            const auto grown = addVertex(brush, point);
            points.push_back(point);
            if (!grown)
                continue; // it is inside
            VERIFY_VALID(*grown);
            brush = *grown;
        }
        const auto all = hullOf(points);
        QCOMPARE(brush.vertices().size(), all.vertices().size());
        QVERIFY(std::abs(volume(brush) - volume(all)) < 1e-3);
    }
}

void TestBrushEdgeCases::turnedBoxesKeepSixFaces()
{
    const auto plate = box({-4, -0.125, -0.5}, {4, 0.125, 0.5});
    for (int degrees = 1; degrees < 360; ++degrees)
        for (const auto& axis : {Vec3d{0, 1, 0}, Vec3d{1, 0, 0}, glm::normalize(Vec3d{1, 2, 3})}) {
            const Transform turn{{3, 2, 1}, glm::angleAxis(radians(degrees), axis), Vec3d{1}};
            const auto turned = transformed(plate, turn, TextureLock::On);
            VERIFY_OK(turned);
            QCOMPARE(turned->faceCount(), std::size_t{6});
            QCOMPARE(turned->vertices().size(), std::size_t{8});
            const auto again = Brush::fromFaces({turned->faces().begin(), turned->faces().end()});
            VERIFY_OK(again);
            QVERIFY(*again == *turned);
        }
}

void TestBrushEdgeCases::movedCornersGiveTheHullOfWhatRemains_data()
{
    QTest::addColumn<Points>("solid");
    QTest::addColumn<Vec3d>("from");
    QTest::addColumn<Vec3d>("to");
    QTest::addColumn<int>("corners");
    const auto cube = cornersOf(box(Vec3d{0}, Vec3d{4}));
    QTest::newRow("outward, nothing merges") << cube << Vec3d{4} << Vec3d{5, 6, 7} << 8;
    QTest::newRow("inward, nothing merges") << cube << Vec3d{4} << Vec3d{3.9, 3.8, 3.7} << 8;
    QTest::newRow("outward in the plane of one face") << cube << Vec3d{4} << Vec3d{5, 4, 6} << 8;
    QTest::newRow("outward in the planes of two") << cube << Vec3d{4} << Vec3d{4, 7, 4} << 8;
    QTest::newRow("onto an edge") << cube << Vec3d{4} << Vec3d{4, 0, 2} << 7;
    QTest::newRow("beyond a neighbour, which stays a corner")
        << cube << Vec3d{4} << Vec3d{4, -3, 4} << 8;
    const Points house{{0, 0, 0}, {4, 0, 0}, {0, 0, 4}, {4, 0, 4}, {0, 4, 0},
                       {4, 4, 0}, {0, 4, 4}, {4, 4, 4}, {2, 6, 2}};
    QTest::newRow("a top into the plane below merges four faces")
        << house << Vec3d{2, 6, 2} << Vec3d{2, 4, 2} << 8;
    QTest::newRow("a top moved sideways") << house << Vec3d{2, 6, 2} << Vec3d{0, 6, 2} << 9;
    QTest::newRow("a top moved until a side is straight")
        << house << Vec3d{2, 6, 2} << Vec3d{4, 6, 2} << 9;
    QTest::newRow("a top onto the line of an edge lengthens it")
        << house << Vec3d{2, 6, 2} << Vec3d{4, 6, 4} << 8;
}

void TestBrushEdgeCases::movedCornersGiveTheHullOfWhatRemains()
{
    QFETCH(Points, solid);
    QFETCH(Vec3d, from);
    QFETCH(Vec3d, to);
    QFETCH(int, corners);
    const auto brush = hullOf(solid);
    const std::array vertices{at(brush, from)};
    const auto moved = moveVertices(brush, vertices, [&](const Vec3d&) { return to; });
    VERIFY_OK(moved);
    VERIFY_VALID(*moved);
    auto rest = solid;
    for (auto& point : rest)
        point = point == from ? to : point;
    const auto expected = hullOf(rest);
    QCOMPARE(static_cast<int>(moved->vertices().size()), corners);
    QCOMPARE(moved->vertices().size(), expected.vertices().size());
    QCOMPARE(moved->faceCount(), expected.faceCount());
    QVERIFY(std::abs(volume(*moved) - volume(expected)) < 1e-9);
}

void TestBrushEdgeCases::aCornerLiftedBackMergesItsFacesAgain()
{
    const auto cube = box(Vec3d{0}, Vec3d{4});
    for (const auto& lowered : {Vec3d{4, 3, 4}, Vec3d{3, 3, 4}, Vec3d{3, 3, 3}, Vec3d{5, 6, 7}}) {
        const std::array corner{at(cube, Vec3d{4})};
        const auto split = moveVertices(cube, corner, [&](const Vec3d&) { return lowered; });
        VERIFY_OK(split);
        QVERIFY(split->faceCount() > 6);
        const std::array same{at(*split, lowered)};
        const auto merged = moveVertices(*split, same, [](const Vec3d&) { return Vec3d{4}; });
        VERIFY_OK(merged);
        VERIFY_VALID(*merged);
        QCOMPARE(merged->faceCount(), std::size_t{6});
        QCOMPARE(merged->vertices().size(), std::size_t{8});
    }
}

/// A corner in the middle of two edges that become one line is none any more.
void TestBrushEdgeCases::cornersBetweenOthersOfAnEdgeVanish()
{
    const Points roof{{0, 0, 0}, {8, 0, 0}, {0, 0, 4}, {8, 0, 4}, {4, 3, 2}, {8, 2, 2}, {0, 2, 2}};
    const auto brush = hullOf(roof);
    const std::array ridge{at(brush, {4, 3, 2})};
    const auto flat = moveVertices(brush, ridge, [](const Vec3d&) { return Vec3d{4, 2, 2}; });
    VERIFY_OK(flat);
    VERIFY_VALID(*flat);
    QCOMPARE(flat->vertices().size(), std::size_t{6});
    const std::array end{at(brush, {8, 2, 2})};
    const auto longer = moveVertices(brush, end, [](const Vec3d&) { return Vec3d{8, 4, 2}; });
    VERIFY_OK(longer); // the ridge is a straight line now, from 0, 2 over 4, 3 to 8, 4
    VERIFY_VALID(*longer);
    QCOMPARE(longer->vertices().size(), std::size_t{6});
}

void TestBrushEdgeCases::cornersAtTheEdgeOfTheWorldCannotLeaveIt()
{
    const auto corner = box(Vec3d{WorldLimit - 4}, Vec3d{WorldLimit});
    const std::array vertex{at(corner, Vec3d{WorldLimit})};
    const auto out = moveVertices(corner, vertex, [](const Vec3d& p) { return p + 1.0; });
    QVERIFY(!out);
    QVERIFY(out.error().message().find("edge of the world") != std::string::npos);
    QVERIFY(!moveFace(corner, 0, 1));
    QVERIFY(!hollow(corner, 1, WallSide::Outward, WallJoint::Mitred));
    VERIFY_OK(moveFace(corner, 0, -1));
}

void TestBrushEdgeCases::facesWhoseCornersWouldMeetAreRefused()
{
    const auto cube = box(Vec3d{0}, Vec3d{4});
    const std::array<FaceIndex, 1> top{2};
    // All four into one point, and two and two into a line.
    QVERIFY(!moveFaceVertices(cube, top, [](const Vec3d&) { return Vec3d{2, 4, 2}; }));
    QVERIFY(!moveFaceVertices(cube, top, [](const Vec3d& p) { return Vec3d{2, p.y, p.z}; }));
    // Turned over, so that it would look inwards.
    QVERIFY(!moveFaceVertices(cube, top, [](const Vec3d& p) { return Vec3d{4 - p.x, p.y, p.z}; }));
    VERIFY_OK(moveFaceVertices(cube, top, [](const Vec3d& p) {
        return Vec3d{p.x / 2 + 1, p.y, p.z};
    }));
}

void TestBrushEdgeCases::subtractionsLeaveExactlyTheRest_data()
{
    QTest::addColumn<Brush>("from");
    QTest::addColumn<Brushes>("cutters");
    QTest::addColumn<double>("rest");
    const auto cube = box(Vec3d{0}, Vec3d{4});
    QTest::newRow("cube in the middle") << cube << Brushes{box(Vec3d{1}, Vec3d{3})} << 56.0;
    QTest::newRow("all the way through") << cube << Brushes{box({1, -1, 1}, {3, 5, 3})} << 48.0;
    QTest::newRow("in from one side") << cube << Brushes{box({1, 2, 1}, {3, 5, 3})} << 56.0;
    QTest::newRow("flush with one side") << cube << Brushes{box({1, 2, 1}, {3, 4, 3})} << 56.0;
    QTest::newRow("along a whole side") << cube << Brushes{box({-1, -1, -1}, {5, 2, 5})} << 32.0;
    QTest::newRow("two opposite corners off")
        << cube << Brushes{box(Vec3d{-1}, Vec3d{1}), box(Vec3d{3}, Vec3d{5})} << 62.0;
    QTest::newRow("a rhombus through it") << cube
                                          << Brushes{hullOf({{2, 1, -1},
                                                             {3, 2, -1},
                                                             {2, 3, -1},
                                                             {1, 2, -1},
                                                             {2, 1, 5},
                                                             {3, 2, 5},
                                                             {2, 3, 5},
                                                             {1, 2, 5}})}
                                          << 64.0 - 2 * 4;
    QTest::newRow("a tetrahedron inside")
        << cube << Brushes{hullOf({{1, 1, 1}, {3, 1, 1}, {1, 3, 1}, {1, 1, 3}})} << 64.0 - 8.0 / 6;
    QTest::newRow("a tetrahedron whose corners touch the faces")
        << cube << Brushes{hullOf({{0, 1, 1}, {3, 0, 1}, {2, 4, 2}, {1, 1, 4}})} << -1.0;
    QTest::newRow("a truncated cone out of another")
        << truncatedCone(3, 2) << Brushes{truncatedCone(2, 1)} << -1.0;
    QTest::newRow("a dome out of a block")
        << box({-3, 0, -3}, {3, 4, 3})
        << shape(ShapeKind::Sphere, {{-2, -2, -2}, {2, 2, 2}}, {.sides = 12, .rings = 6}) << -1.0;
    QTest::newRow("a pipe out of a cube") << box(Vec3d{-3}, Vec3d{3})
                                          << shape(ShapeKind::Cylinder, {{-2, -4, -2}, {2, 4, 2}},
                                                   {.sides = 12, .hollow = true, .thickness = 0.5})
                                          << -1.0;
    QTest::newRow("an icosphere out of a cube")
        << box(Vec3d{-3}, Vec3d{3})
        << shape(ShapeKind::Icosphere, {Vec3d{-2}, Vec3d{2}}, {.detail = 1}) << -1.0;
    QTest::newRow("stairs out of a block")
        << box({0, 0, 0}, {4, 4, 4})
        << shape(ShapeKind::Stairs, {{0, 0, 1}, {4, 3, 3}}, {.stepHeight = 0.5}) << -1.0;
    QTest::newRow("an arch's stones out of a wall")
        << box({-3, 0, 0}, {3, 3, 1})
        << shape(ShapeKind::Arch, {{-2, 0, -1}, {2, 2, 2}}, {.axis = 2, .sides = 7}) << -1.0;
    QTest::newRow("a cylinder of a hundred sides")
        << cube << shape(ShapeKind::Cylinder, {{1, -1, 1}, {3, 5, 3}}, {.sides = 100}) << -1.0;
    QTest::newRow("disjoint") << cube << Brushes{box(Vec3d{5}, Vec3d{6})} << 64.0;
    QTest::newRow("itself") << cube << Brushes{cube} << 0.0;
}

/// The parts do not overlap each other nor a cutter, and with what the cutters took they are all of
/// the brush.
void TestBrushEdgeCases::subtractionsLeaveExactlyTheRest()
{
    QFETCH(Brush, from);
    QFETCH(Brushes, cutters);
    QFETCH(double, rest);
    double taken = 0; // the cutters do not overlap each other in any row
    for (const auto& cutter : cutters) {
        const Brushes both{from, cutter};
        if (const auto common = intersect(both))
            taken += volume(*common);
    }
    const auto result = subtract(from, cutters);
    VERIFY_OK(result);
    const auto& parts = result->fragments;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        VERIFY_VALID(parts[i]);
        for (std::size_t j = i + 1; j < parts.size(); ++j) {
            const Brushes both{parts[i], parts[j]};
            const auto common = intersect(both);
            QVERIFY2(!common || volume(*common) < 1e-6, "two parts overlap");
        }
        for (const auto& cutter : cutters) {
            const Brushes both{parts[i], cutter};
            const auto common = intersect(both);
            QVERIFY2(!common || volume(*common) < 1e-6, "a part overlaps a cutter");
        }
    }
    QVERIFY(std::abs(volumeOf(parts) + taken - volume(from)) < 1e-5);
    if (rest >= 0)
        QVERIFY(std::abs(volumeOf(parts) - rest) < 1e-9);
}

void TestBrushEdgeCases::aDoorThroughManyWallsIsCutFromEach()
{
    const auto door = box({1, 0, -1}, {2, 2, 100});
    for (int i = 0; i < 40; ++i) {
        const auto wall = box({0, 0, 2.0 * i}, {3, 3, 2.0 * i + 0.25});
        const auto result = subtract(wall, std::span{&door, 1});
        VERIFY_OK(result);
        QCOMPARE(result->fragments.size(), std::size_t{3});
        QVERIFY(std::abs(volumeOf(result->fragments) - (9 - 2) * 0.25) < 1e-9);
    }
}

void TestBrushEdgeCases::aFaceOf45DegreesKeepsItsTextureWhenPulled()
{
    const auto wedge = hullOf({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}, {4, 0, 4}, {0, 4, 4}});
    FaceIndex slope = 0;
    while (std::abs(wedge.faces()[slope].plane.normal.x - std::sqrt(0.5)) > 1e-9)
        ++slope;
    auto brush = wedge;
    for (int i = 0; i < 50; ++i) {
        const auto pulled = moveFace(brush, slope, i % 2 == 0 ? 0.25 : -0.125);
        VERIFY_OK(pulled);
        VERIFY_VALID(*pulled);
        QCOMPARE(pulled->faces()[slope].uv, wedge.faces()[slope].uv);
        QVERIFY(pulled->faces()[slope].plane.normal == wedge.faces()[slope].plane.normal);
        brush = *pulled;
    }
}

void TestBrushEdgeCases::thereAndBackIsTheSameBrush_data()
{
    QTest::addColumn<Vec3d>("scale");
    QTest::addColumn<double>("degrees");
    QTest::newRow("turned by 15 degrees") << Vec3d{1} << 15.0;
    QTest::newRow("turned by 90 degrees") << Vec3d{1} << 90.0;
    QTest::newRow("mirrored") << Vec3d{-1, 1, 1} << 0.0;
    QTest::newRow("halved") << Vec3d{0.5} << 0.0;
    QTest::newRow("stretched") << Vec3d{1, 3, 0.25} << 0.0;
}

void TestBrushEdgeCases::thereAndBackIsTheSameBrush()
{
    QFETCH(Vec3d, scale);
    QFETCH(double, degrees);
    Dice dice{31};
    for (int i = 0; i < 200; ++i) {
        const auto brush = randomBrush(dice, 50);
        const auto turn = glm::angleAxis(radians(degrees), dice.direction());
        const auto by = Affine::of({dice.place(20), turn, scale});
        const Affine back{glm::inverse(by.linear), -(glm::inverse(by.linear) * by.offset)};
        const auto there = mapped(brush, by, TextureLock::On);
        if (!there)
            continue; // a detail would be smaller than the weld
        const auto again = mapped(*there, back, TextureLock::On);
        if (!again || again->vertices().size() != brush.vertices().size())
            continue;
        VERIFY_VALID(*again);
        for (FaceIndex face = 0; face < brush.faceCount(); ++face)
            for (const auto corner : brush.faceVertices(face)) {
                const auto& p = brush.vertices()[corner];
                QVERIFY(findVertex(*again, p, 1e-4).has_value());
                QVERIFY(glm::distance(again->faces()[face].uv.at(p), brush.faces()[face].uv.at(p)) <
                        1e-6);
            }
    }
}

using Edit = std::function<Result<Brushes>(const Brush& cube, const Brush& prism)>;

Result<Brushes> single(Result<Brush> brush)
{
    if (!brush)
        return brush.error();
    return Brushes{*std::move(brush)};
}

void TestBrushEdgeCases::everyEditHoldsWhereverItIsDone_data()
{
    QTest::addColumn<Vec3d>("place");
    constexpr double Edge = 32'768;
    QTest::newRow("the origin") << Vec3d{0};
    QTest::newRow("off the grid") << Vec3d{0.1, 0.2, 0.3};
    QTest::newRow("+ + +") << Vec3d{Edge};
    QTest::newRow("- - -") << Vec3d{-Edge};
    QTest::newRow("+ - +") << Vec3d{Edge, -Edge, Edge};
    QTest::newRow("far along x alone") << Vec3d{Edge, 0, 0};
    QTest::newRow("far and off the grid") << Vec3d{Edge - 0.1, 17.3, -Edge + 0.7};
}

void TestBrushEdgeCases::everyEditHoldsWhereverItIsDone()
{
    QFETCH(Vec3d, place);
    const auto lid = [](const Brush& brush) {
        return at(brush, brush.bounds().max);
    };
    const std::vector<std::pair<const char*, Edit>> edits{
        {"a prism of a hundred sides",
         [](const Brush&, const Brush& prism) {
             return single(prism);
         }},
        {"subtract",
         [](const Brush& cube, const Brush& prism) -> Result<Brushes> {
             auto cut = subtract(cube, std::span{&prism, 1});
             if (!cut)
                 return cut.error();
             return std::move(cut->fragments);
         }},
        {"intersect",
         [](const Brush& cube, const Brush& prism) {
             const Brushes both{cube, prism};
             return single(intersect(both));
         }},
        {"merge",
         [](const Brush& cube, const Brush& prism) {
             const Brushes both{cube, prism};
             return single(mergeConvex(both));
         }},
        {"hollow",
         [](const Brush&, const Brush& prism) {
             return hollow(prism, 0.25, WallSide::Inward, WallJoint::Mitred);
         }},
        {"clip on a slant",
         [](const Brush& cube, const Brush&) {
             const auto normal = glm::normalize(Vec3d{1, 2, 3});
             return single(clip(cube, {normal, glm::dot(normal, cube.bounds().center())}));
         }},
        {"move a corner",
         [&](const Brush& cube, const Brush&) {
             const std::array corner{lid(cube)};
             return single(moveVertices(cube, corner, [](const Vec3d& p) {
                 return p + Vec3d{1, 2, 0.5};
             }));
         }},
        {"take a corner off",
         [&](const Brush& cube, const Brush&) {
             const std::array corner{lid(cube)};
             return single(removeVertices(cube, corner));
         }},
        {"turn",
         [](const Brush& cube, const Brush&) {
             const auto middle = cube.bounds().center();
             const auto turn = glm::angleAxis(0.3, glm::normalize(Vec3d{1, 1, 0}));
             return single(
                 transformed(cube, {middle - turn * middle, turn, Vec3d{1}}, TextureLock::On));
         }},
        {"shear",
         [](const Brush& cube, const Brush&) {
             Affine shear;
             shear.linear[1] = {0.5, 1, 0}; // x grows with y
             shear.offset = {-0.5 * cube.bounds().min.y, 0, 0};
             return single(mapped(cube, shear, TextureLock::On));
         }},
        {"pull a face",
         [](const Brush& cube, const Brush&) {
             return single(moveFace(cube, 2, 1));
         }},
    };
    const auto cubeAt = [](const Vec3d& at) {
        return box(at, at + 4.0);
    };
    const auto prismAt = [](const Vec3d& at) {
        return makePrism(at + Vec3d{2, 2, 2}, 1.5, 6, 100);
    };
    for (const auto& [name, edit] : edits) {
        const auto here = edit(cubeAt(Vec3d{0}), prismAt(Vec3d{0}));
        const auto there = edit(cubeAt(place), prismAt(place));
        QVERIFY2(here && there, name);
        QVERIFY2(here->size() == there->size(), name);
        for (const auto& brush : *there) {
            const auto problem = problemOf(brush);
            QVERIFY2(problem.empty(), (std::string{name} + ": " + problem).c_str());
        }
        QVERIFY2(std::abs(volumeOf(*here) - volumeOf(*there)) < 1e-4, name);
    }
}

/// Thinner and thinner plates and needles, straight and turned, are cut, moved and hollowed.
void TestBrushEdgeCases::sliversAreBuiltOrRefusedButNeverBroken()
{
    Dice dice{41};
    int built = 0;
    for (int i = 0; i < 400; ++i) {
        const double thin = std::pow(10, dice.between(-5.5, -2));
        const Vec3d size{thin, dice.chance(0.5) ? thin : 3.0, 4};
        auto sliver = makeBox({Vec3d{0}, size});
        if (!sliver)
            continue;
        if (dice.chance(0.5))
            sliver = transformed(
                *sliver,
                {dice.place(100), glm::angleAxis(dice.between(0, 3), dice.direction()), Vec3d{1}},
                TextureLock::On);
        if (!sliver)
            continue;
        ++built;
        VERIFY_VALID(*sliver);
        const auto middle = sliver->bounds().center();
        if (const auto both = split(*sliver, randomPlane(dice, middle)))
            for (const auto* side : {&both->front, &both->behind})
                if (*side)
                    VERIFY_VALID(**side);
        const auto around = box(middle - 1.0, middle + 1.0);
        if (const auto cut = subtract(around, std::span{&*sliver, 1}))
            for (const auto& part : cut->fragments)
                VERIFY_VALID(part);
        const std::array<VertexIndex, 1> corner{0};
        const auto way = dice.place(thin * 2);
        if (const auto moved =
                moveVertices(*sliver, corner, [&](const Vec3d& p) { return p + way; }))
            VERIFY_VALID(*moved);
    }
    QVERIFY(built > 200);
}

void TestBrushEdgeCases::shapesOfNoExtentAreRefusedWithASentence_data()
{
    QTest::addColumn<int>("kind");
    for (const auto kind :
         {ShapeKind::Cylinder, ShapeKind::Cone, ShapeKind::Sphere, ShapeKind::Icosphere,
          ShapeKind::Wedge, ShapeKind::Stairs, ShapeKind::Arch})
        QTest::newRow(std::string{shapeName(kind)}.c_str()) << static_cast<int>(kind);
}

void TestBrushEdgeCases::shapesOfNoExtentAreRefusedWithASentence()
{
    QFETCH(int, kind);
    for (const auto& max : {Vec3d{0, 2, 2}, Vec3d{2, 0, 2}, Vec3d{2, 2, 0}, Vec3d{0}, Vec3d{1e-7}})
        for (int axis = 0; axis < 3; ++axis) {
            const auto made =
                makeShape(static_cast<ShapeKind>(kind), {Vec3d{0}, max}, {.axis = axis});
            QVERIFY(!made);
            QVERIFY(made.error().message().size() > 10);
        }
}

PLAIN_TEST(TestBrushEdgeCases)
} // namespace tst_brush_edge_cases

#include "tst_brush_edge_cases.moc"
