#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/geometry/mesh/patch_mesh.h"
#include "engine_core/geometry/patch_edit.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <map>
#include <random>
#include <set>

namespace tst_curved_patch
{
using namespace engine;

class TestCurvedPatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void impossibleGridsAreRefused_data();
    void impossibleGridsAreRefused();
    void textReadsBackToTheSameBits();
    void hostileTextsAreRefused_data();
    void hostileTextsAreRefused();

    void surfaceGoesThroughItsEveryOtherPoint();
    void surfaceStaysWithinItsPoints();
    void framesOfTheSurfaceHaveUnitLength();
    void trianglesHaveAnArea();
    void noEdgeInsideIsOpen();
    void patchesWithACommonSideMeetWithoutAGap();
    void straightSideDoesNotFoldACurvedOne();
    void surfaceIsAsFlatAsPromised();

    void flatPatchHasTwoTriangles();
    void fixedStepsAreKept();
    void collapsedSideHasNoThinTriangles();
    void pointsThatOverlapGiveNothingOrSomethingUsable();
    void meshIsMadeOnce();

    void flatOneIsSeenFromAbove();
    void cylinderIsSeenFromOutsideAndSmoothAtItsSeam();
    void bevelIsSeenFromInside();
    void mirrorImageKeepsItsFront();
    void turnedAroundShowsItsBack();
};

namespace
{
using Points = std::vector<PatchPoint>;
using Random = std::mt19937_64;

double number(Random& random, double from, double to)
{
    return std::uniform_real_distribution<double>{from, to}(random);
}

/// A bent sheet: what people make, and no two points in one place.
Points sheet(Random& random, int columns, int rows)
{
    Points points;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            points.push_back({{column + number(random, -0.4, 0.4), number(random, -1.5, 1.5),
                               row + number(random, -0.4, 0.4)},
                              {number(random, -4, 4), number(random, -4, 4)}});
    return points;
}

int side(Random& random)
{
    return 2 * std::uniform_int_distribution<int>{1, 4}(random) + 1;
}

PatchGrid::Ptr sheetGrid(Random& random)
{
    const int columns = side(random);
    return *PatchGrid::create(columns, sheet(random, columns, side(random)));
}

PatchSteps randomSteps(Random& random)
{
    const bool isFixed = random() % 3 == 0;
    return isFixed ? PatchSteps{static_cast<int>(random() % 9), static_cast<int>(random() % 9)}
                   : PatchSteps{};
}

using Corner = std::tuple<float, float, float>;

Corner cornerOf(const Vec3f& p)
{
    return {p.x, p.y, p.z};
}

/// How often each way from one place to another is the edge of a triangle.
std::map<std::pair<Corner, Corner>, int> edgesOf(const Mesh& mesh)
{
    std::map<std::pair<Corner, Corner>, int> edges;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3)
        for (std::size_t k = 0; k < 3; ++k)
            ++edges[{cornerOf(mesh.vertices[mesh.indices[i + k]].position),
                     cornerOf(mesh.vertices[mesh.indices[i + (k + 1) % 3]].position)}];
    return edges;
}

/// Edges that one triangle has alone.
std::set<std::pair<Corner, Corner>> rimOf(const Mesh& mesh)
{
    const auto edges = edgesOf(mesh);
    std::set<std::pair<Corner, Corner>> rim;
    for (const auto& [edge, count] : edges)
        if (!edges.contains({edge.second, edge.first}))
            rim.insert(edge);
    return rim;
}

/// The places of the rim from one to another, in its direction; as many as there are at most.
std::vector<Vec3d> wayAlong(const Mesh& mesh, const Vec3d& from, const Vec3d& to)
{
    std::map<Corner, Corner> next;
    for (const auto& [a, b] : rimOf(mesh))
        next.emplace(a, b);
    std::vector<Vec3d> way{from};
    for (auto at = cornerOf(Vec3f{from}); at != cornerOf(Vec3f{to}) && way.size() <= next.size();) {
        at = next.at(at);
        way.emplace_back(std::get<0>(at), std::get<1>(at), std::get<2>(at));
    }
    return way;
}

double distanceToWay(const Vec3d& place, const std::vector<Vec3d>& way)
{
    double least = glm::distance(place, way.front());
    for (std::size_t i = 1; i < way.size(); ++i) {
        const auto along = way[i] - way[i - 1];
        const double share = glm::dot(place - way[i - 1], along) / glm::dot(along, along);
        least =
            std::min(least, glm::distance(place, way[i - 1] + along * std::clamp(share, 0.0, 1.0)));
    }
    return least;
}

Vec3f normalOf(const Mesh& mesh, std::size_t triangle)
{
    const auto at = [&](std::size_t corner) {
        return mesh.vertices[mesh.indices[3 * triangle + corner]].position;
    };
    return glm::normalize(glm::cross(at(1) - at(0), at(2) - at(0)));
}

const Aabb Box{{2, 1, 3}, {4, 4, 7}};
} // namespace

void TestCurvedPatch::impossibleGridsAreRefused_data()
{
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("rows");
    QTest::addColumn<double>("number");
    QTest::newRow("even") << 4 << 3 << 1.0;
    QTest::newRow("one row") << 3 << 1 << 1.0;
    QTest::newRow("none") << 0 << 0 << 1.0;
    QTest::newRow("33") << 33 << 3 << 1.0;
    QTest::newRow("33 rows") << 3 << 33 << 1.0;
    QTest::newRow("not a number") << 3 << 3 << std::nan("");
    QTest::newRow("infinite") << 3 << 3 << std::numeric_limits<double>::infinity();
    QTest::newRow("beyond the world") << 3 << 3 << 1e6;
    QTest::newRow("one place") << 3 << 3 << 0.0;
}

void TestCurvedPatch::impossibleGridsAreRefused()
{
    QFETCH(int, columns);
    QFETCH(int, rows);
    QFETCH(double, number);
    Points points;
    for (int i = 0; i < columns * rows; ++i)
        points.push_back(
            {Vec3d{i % std::max(columns, 1), i / std::max(columns, 1), 1} * number, {0, 0}});
    const auto grid = PatchGrid::create(columns, points);
    QVERIFY(!grid);
    QVERIFY(grid.error().message().find("curved patch") != std::string::npos);
}

void TestCurvedPatch::textReadsBackToTheSameBits()
{
    Random random{1};
    for (int i = 0; i < 100; ++i) {
        const auto grid = sheetGrid(random);
        const auto read = patchFromText(textOfPatch(*grid));
        VERIFY_OK(read);
        QVERIFY(**read == *grid);
    }
}

void TestCurvedPatch::hostileTextsAreRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << "";
    QTest::newRow("words") << "a b c";
    QTest::newRow("too short") << "0 0 0 0";
    QTest::newRow("even") << "0 0 0 0 0, 1 0 0 0 0 | 0 1 0 0 0, 1 1 0 0 0";
    QTest::newRow("ragged") << "0 0 0 0 0, 1 0 0 0 0, 2 0 0 0 0 | 0 1 0 0 0";
    QTest::newRow("nan") << "nan 0 0 0 0, 1 0 0 0 0, 2 0 0 0 0 | 0 1 0 0 0, 1 1 0 0 0, 2 1 0 0 0 "
                            "| 0 2 0 0 0, 1 2 0 0 0, 2 2 0 0 0";
    QTest::newRow("sign") << "0 0 0 0 0; 1 0 0 0 0";
    QTest::newRow("many") << QStringLiteral("0 0 0 0 0,").repeated(100'000);
    QTest::newRow("many rows") << QStringLiteral("0 0 0 0 0|").repeated(100'000);
}

void TestCurvedPatch::hostileTextsAreRefused()
{
    QFETCH(QString, text);
    QVERIFY(!patchFromText(text.toStdString()));
}

void TestCurvedPatch::surfaceGoesThroughItsEveryOtherPoint()
{
    Random random{2};
    for (int i = 0; i < 100; ++i) {
        const auto grid = sheetGrid(random);
        std::set<Corner> corners;
        for (const auto& vertex : tessellate(*grid, randomSteps(random), {}).vertices)
            corners.insert(cornerOf(vertex.position));
        for (std::size_t k = 0; k < grid->points().size(); ++k)
            if (grid->isOnSurface(k))
                QVERIFY(corners.contains(cornerOf(Vec3f{grid->points()[k].position})));
    }
}

void TestCurvedPatch::surfaceStaysWithinItsPoints()
{
    Random random{3};
    for (int i = 0; i < 100; ++i) {
        const auto grid = sheetGrid(random);
        const auto mesh = tessellate(*grid, randomSteps(random), {});
        // Nothing lies farther out than the points do, in whichever direction one looks.
        for (int k = 0; k < 20; ++k) {
            const Vec3d way{number(random, -1, 1), number(random, -1, 1), number(random, -1, 1)};
            double most = -1e9;
            for (const auto& point : grid->points())
                most = std::max(most, glm::dot(point.position, way));
            for (const auto& vertex : mesh.vertices)
                QVERIFY(glm::dot(Vec3d{vertex.position}, way) <= most + 1e-5);
        }
    }
}

void TestCurvedPatch::framesOfTheSurfaceHaveUnitLength()
{
    Random random{4};
    for (int i = 0; i < 100; ++i)
        for (const auto& vertex :
             tessellate(*sheetGrid(random), randomSteps(random), {}).vertices) {
            const Vec3f tangent{vertex.tangent};
            QVERIFY(std::abs(glm::length(vertex.normal) - 1) < 1e-4F);
            QVERIFY(std::abs(glm::length(tangent) - 1) < 1e-4F);
            QVERIFY(std::abs(glm::dot(vertex.normal, tangent)) < 1e-3F);
            QVERIFY(std::abs(vertex.tangent.w) == 1);
        }
}

void TestCurvedPatch::trianglesHaveAnArea()
{
    Random random{5};
    for (int i = 0; i < 100; ++i) {
        auto points = sheet(random, 5, 5);
        // Any points may lie on each other.
        for (int k = 0; k < i % 12; ++k)
            points[random() % points.size()] = points[random() % points.size()];
        const auto grid = PatchGrid::create(5, points);
        VERIFY_OK(grid);
        const auto mesh = tessellate(**grid, randomSteps(random), {});
        QCOMPARE(mesh.faces.size(), std::size_t{1});
        QCOMPARE(std::size_t{mesh.faces[0].indexCount}, mesh.indices.size());
        for (std::size_t k = 0; k < mesh.indices.size() / 3; ++k)
            QVERIFY(std::abs(glm::length(normalOf(mesh, k)) - 1) < 1e-3F);
        for (const auto& vertex : mesh.vertices)
            QVERIFY(std::abs(glm::length(vertex.normal) - 1) < 1e-3F);
    }
}

void TestCurvedPatch::noEdgeInsideIsOpen()
{
    Random random{6};
    for (int i = 0; i < 200; ++i) {
        const auto grid = sheetGrid(random);
        const auto mesh = tessellate(*grid, randomSteps(random), {});
        for (const auto& [edge, count] : edgesOf(mesh))
            QCOMPARE(count, 1); // in each direction
        // The open edges form one ring: each place has one that comes and one that goes.
        std::map<Corner, int> degree;
        const auto rim = rimOf(mesh);
        for (const auto& [from, to] : rim) {
            ++degree[from];
            --degree[to];
        }
        for (const auto& [place, balance] : degree)
            QCOMPARE(balance, 0);
        QCOMPARE(degree.size(), rim.size());
        auto at = rim.begin()->first;
        std::size_t length = 0;
        do {
            at = rim.lower_bound({at, Corner{-1e9F, -1e9F, -1e9F}})->second;
            ++length;
        } while (at != rim.begin()->first && length <= rim.size());
        QCOMPARE(length, rim.size());
    }
}

void TestCurvedPatch::patchesWithACommonSideMeetWithoutAGap()
{
    Random random{7};
    for (int i = 0; i < 200; ++i) {
        const int columns = side(random);
        const int rows = side(random);
        auto above = sheet(random, columns, rows);
        auto below = sheet(random, columns, side(random));
        // The last row of the one is the first of the other, from the other end in each second try.
        const bool isReversed = i % 2 == 1;
        for (int column = 0; column < columns; ++column)
            below[static_cast<std::size_t>(isReversed ? columns - 1 - column : column)].position =
                above[static_cast<std::size_t>((rows - 1) * columns + column)].position;
        const auto last = static_cast<std::size_t>((rows - 1) * columns);
        const auto width = static_cast<std::size_t>(columns);
        // Seen from the front, the rim runs along the first row and back along the last.
        const auto one = wayAlong(tessellate(**PatchGrid::create(columns, above), {}, {}),
                                  above[last + width - 1].position, above[last].position);
        const auto other = wayAlong(tessellate(**PatchGrid::create(columns, below), {}, {}),
                                    below[0].position, below[width - 1].position);
        QVERIFY(one.size() >= 2 && other.size() >= 2);
        for (const auto& place : one)
            QVERIFY(distanceToWay(place, other) < 1e-5);
        for (const auto& place : other)
            QVERIFY(distanceToWay(place, one) < 1e-5);
    }
}

void TestCurvedPatch::straightSideDoesNotFoldACurvedOne()
{
    // A wall around an arch: its upper side is straight, with points that lie on each other.
    const std::string top = "0 2 0 0 0, 0 2 0 0 0, 2 2 0 0 0, 4 2 0 0 0, 4 2 0 0 0";
    const auto grid = patchFromText("0 0 0 0 0, 0 2 0 0 0, 2 2 0 0 0, 4 2 0 0 0, 4 0 0 0 0 | " +
                                    top + " | " + top);
    VERIFY_OK(grid);
    const auto mesh = (*grid)->mesh({}, {});
    const auto hits = [&](double x, double y) {
        return mesh->raycast({{x, y, 5}, {0, 0, -1}}).has_value();
    };
    for (const double x : {0.3, 3.7}) {
        QVERIFY(hits(x, 1.9));  // in the corner of the wall
        QVERIFY(!hits(x, 0.5)); // in the arch
        // Between the curve and the straight line from its top to its foot.
        QVERIFY(!hits(2 + (x - 2) * 0.6, 1.3));
    }
}

void TestCurvedPatch::surfaceIsAsFlatAsPromised()
{
    // A quarter of a pipe of 3 m: no triangle of it is farther from the curve than promised.
    const auto grid = *makePatch(PatchShape::Bevel, {{0, 0, 0}, {3, 1, 3}});
    const auto fine = tessellate(*grid, {32, 1}, {});
    const auto coarse = grid->mesh({}, {});
    for (const auto& vertex : fine.vertices) {
        const Vec3d p{vertex.position};
        const Vec3d n{vertex.normal};
        const auto hit = coarse->raycast({p + n, -n}, 1.5);
        QVERIFY(hit);
        QVERIFY(std::abs(hit->distance - 1) < PatchFlatness);
    }
    QVERIFY(coarse->triangleCount() < 40);
}

void TestCurvedPatch::flatPatchHasTwoTriangles()
{
    const auto grid = *makePatch(PatchShape::Flat, Box);
    QCOMPARE(grid->mesh({}, {})->triangleCount(), std::size_t{2});
}

void TestCurvedPatch::fixedStepsAreKept()
{
    const auto grid = *makePatch(PatchShape::Flat, Box);
    QCOMPARE(grid->mesh({}, {4, 2})->triangleCount(), std::size_t{16});
    Random random{8};
    const auto big = *PatchGrid::create(5, sheet(random, 5, 9));
    QCOMPARE(big->mesh({}, {3, 2})->triangleCount(), std::size_t{2 * (2 * 3) * (4 * 2)});
}

void TestCurvedPatch::collapsedSideHasNoThinTriangles()
{
    // The cap of a dome: its last row is one point.
    auto grid = *makePatch(PatchShape::Cylinder, Box);
    Points points{grid->points().begin(), grid->points().end()};
    for (int column = 0; column < grid->columns(); ++column)
        points[static_cast<std::size_t>(column)].position = {3, 4, 5};
    grid = *PatchGrid::create(grid->columns(), points);
    const auto mesh = tessellate(*grid, {4, 4}, {});
    QCOMPARE(mesh.indices.size() / 3, std::size_t{2 * 16 * 4 - 16});
    for (const auto& vertex : mesh.vertices)
        if (cornerOf(vertex.position) == Corner{3, 4, 5})
            QVERIFY(vertex.normal.y > 0.1F);
}

void TestCurvedPatch::pointsThatOverlapGiveNothingOrSomethingUsable()
{
    Random random{9};
    for (int i = 0; i < 200; ++i) {
        Points points;
        for (int k = 0; k < 9; ++k)
            points.push_back({{static_cast<double>(random() % 2), static_cast<double>(random() % 2),
                               static_cast<double>(random() % 2)},
                              {0, 0}});
        const auto grid = PatchGrid::create(3, points);
        if (!grid)
            continue;
        if (const auto mesh = (*grid)->mesh({}, {}))
            for (const auto& vertex : mesh->mesh().vertices)
                QVERIFY(std::abs(glm::length(vertex.normal) - 1) < 1e-3F);
    }
}

void TestCurvedPatch::meshIsMadeOnce()
{
    const auto grid = *makePatch(PatchShape::Cylinder, Box);
    const auto wall = grid->mesh(Name{"wall"}, {});
    QCOMPARE(grid->mesh(Name{"wall"}, {}), wall);
    QVERIFY(grid->mesh(Name{"floor"}, {}) != wall);
    QCOMPARE(grid->mesh(Name{"wall"}, {}), wall);
    QCOMPARE(wall->mesh().faces[0].material.text(), std::string{"wall"});
}

void TestCurvedPatch::flatOneIsSeenFromAbove()
{
    const auto mesh = (*makePatch(PatchShape::Flat, Box))->mesh({}, {})->mesh();
    for (std::size_t i = 0; i < mesh.indices.size() / 3; ++i)
        QVERIFY(normalOf(mesh, i).y > 0.99F);
    for (const auto& vertex : mesh.vertices)
        QVERIFY(vertex.normal.y > 0.99F);
}

void TestCurvedPatch::cylinderIsSeenFromOutsideAndSmoothAtItsSeam()
{
    const auto mesh = (*makePatch(PatchShape::Cylinder, Box))->mesh({}, {})->mesh();
    for (const auto& vertex : mesh.vertices) {
        const Vec3f away{vertex.position.x - 3, 0, vertex.position.z - 5};
        QVERIFY(glm::dot(vertex.normal, away) > 0);
        QVERIFY(std::abs(vertex.normal.y) < 1e-4F);
        if (std::abs(away.x) < 1e-6F && away.z < 0) // both ends of the row
            QVERIFY(glm::distance(vertex.normal, Vec3f{0, 0, -1}) < 1e-4F);
    }
    for (std::size_t i = 0; i < mesh.indices.size() / 3; ++i) {
        const auto& p = mesh.vertices[mesh.indices[3 * i]].position;
        QVERIFY(glm::dot(normalOf(mesh, i), Vec3f{p.x - 3, 0, p.z - 5}) > 0);
    }
}

void TestCurvedPatch::bevelIsSeenFromInside()
{
    const auto mesh = (*makePatch(PatchShape::Bevel, Box))->mesh({}, {})->mesh();
    for (const auto& vertex : mesh.vertices)
        QVERIFY(vertex.normal.x > -1e-4F && vertex.normal.z > -1e-4F);
}

void TestCurvedPatch::mirrorImageKeepsItsFront()
{
    const auto grid = *makePatch(PatchShape::Flat, Box);
    const auto mirrored = transformed(*grid, {.scale = {-1, 1, 1}});
    VERIFY_OK(mirrored);
    for (const auto& vertex : (*mirrored)->mesh({}, {})->mesh().vertices)
        QVERIFY(vertex.normal.y > 0.99F);
}

void TestCurvedPatch::turnedAroundShowsItsBack()
{
    const auto grid = *makePatch(PatchShape::Flat, Box);
    const auto turned = turnedAround(*grid);
    VERIFY_OK(turned);
    QCOMPARE((*turned)->bounds().min, grid->bounds().min);
    for (const auto& vertex : (*turned)->mesh({}, {})->mesh().vertices)
        QVERIFY(vertex.normal.y < -0.99F);
    const auto again = turnedAround(**turned);
    VERIFY_OK(again);
    QVERIFY(**again == *grid);
}

PLAIN_TEST(TestCurvedPatch)
} // namespace tst_curved_patch

#include "tst_curved_patch.moc"
