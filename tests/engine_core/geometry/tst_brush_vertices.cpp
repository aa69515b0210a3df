#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/geometry/brush_vertices.h"
#include "engine_core/geometry/hull/convex_hull.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_promises.h"

#include <QtTest>

#include <algorithm>
#include <random>

namespace tst_brush_vertices
{
using namespace engine;

class TestBrushVertices : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cubeHasTwelveEdges();
    void nearestVertexIsFound();
    void nothingMovedIsTheSameBrush();

    void vertexMoves_data();
    void vertexMoves();
    void vertexGoesOntoItsNeighbourAndBack();
    void tetrahedronCanTurnInsideOut();
    void tetrahedronVertexOnItsOppositeSideIsRefused();
    void verticesTurnTogether();
    void vertexPushedThroughIsRefused();
    void vertexBeyondTheWorldIsRefused();
    void vertexAtTheEdgeOfTheWorldMoves();

    void edgeMoves();
    void edgesThatWouldVanishAreRefused();
    void faceMoves();
    void facesThatCannotGoThereAreRefused_data();
    void facesThatCannotGoThereAreRefused();
    void twoFacesMoveAtOnce();

    void addedVertexGrowsTheBrush();
    void addedVertexInsideIsRefused();
    void removedVerticesCutTheCornersOff();
    void removingTooManyIsRefused();

    void unmovedFacesStayBitForBit();
    void splitFacesKeepTheirMaterial();
    void lockedTextureFollowsAMovedFace();
    void lockedTextureFollowsAMovedEdge();
    void lockedTextureFollowsTrianglesOfAMovedVertex();
    void lockedTextureStaysMirrored();
    void unlockedTextureStaysInTheWorld();
    void faceThatTurnsEdgeOnGetsUprightTexture();

    void randomMovesKeepEveryPromise_data();
    void randomMovesKeepEveryPromise();
};

namespace
{
using Random = std::mt19937;
using Vertices = std::vector<VertexIndex>;

Brush cube()
{
    return *makeBox({Vec3d{-1}, Vec3d{1}}, Name{"brick"});
}

VertexIndex at(const Brush& brush, const Vec3d& place)
{
    const auto vertex = findVertex(brush, place, 1e-4);
    return vertex ? *vertex : VertexIndex{0xffff};
}

bool hasVertex(const Brush& brush, const Vec3d& place)
{
    return findVertex(brush, place, 1e-4).has_value();
}

Vertices allAt(const Brush& brush, std::initializer_list<Vec3d> places)
{
    Vertices vertices;
    for (const auto& place : places)
        vertices.push_back(at(brush, place));
    return vertices;
}

PointMap by(const Vec3d& way)
{
    return [way](const Vec3d& p) {
        return p + way;
    };
}

FaceIndex faceTowards(const Brush& brush, const Vec3d& direction)
{
    FaceIndex best = 0;
    for (FaceIndex i = 0; i < brush.faceCount(); ++i)
        if (glm::dot(brush.faces()[i].plane.normal, direction) >
            glm::dot(brush.faces()[best].plane.normal, direction))
            best = i;
    return best;
}

Result<Brush> moved(const Brush& brush, const Vec3d& from, const Vec3d& to)
{
    const Vertices vertices{at(brush, from)};
    return moveVertices(brush, vertices, by(to - from));
}

double between(Random& random, double low, double high)
{
    return std::uniform_real_distribution<double>{low, high}(random);
}

Vec3d randomPoint(Random& random, double size)
{
    return {between(random, -size, size), between(random, -size, size),
            between(random, -size, size)};
}

QString messageOf(const Result<Brush>& result)
{
    return result ? QString{} : QString::fromStdString(result.error().message());
}
} // namespace

void TestBrushVertices::cubeHasTwelveEdges()
{
    const auto edges = edgesOf(cube());
    QCOMPARE(edges.size(), std::size_t{12});
    for (const auto& edge : edges)
        QVERIFY(std::abs(glm::distance(cube().vertices()[edge.a], cube().vertices()[edge.b]) - 2) <
                1e-12);
    QVERIFY(std::is_sorted(edges.begin(), edges.end()));
}

void TestBrushVertices::nearestVertexIsFound()
{
    const auto brush = cube();
    QVERIFY(!findVertex(brush, {0, 0, 0}, 0.5));
    const auto vertex = findVertex(brush, {0.9, 1, 1}, 0.5);
    QVERIFY(vertex && brush.vertices()[*vertex] == Vec3d{1});
}

void TestBrushVertices::nothingMovedIsTheSameBrush()
{
    const auto brush = cube();
    const auto none = moveVertices(brush, {}, by({1, 2, 3}));
    VERIFY_OK(none);
    QVERIFY(*none == brush);
    const Vertices all{0, 1, 2, 3, 4, 5, 6, 7};
    const auto same = moveVertices(brush, all, by(Vec3d{0}));
    VERIFY_OK(same);
    QVERIFY(*same == brush);
}

void TestBrushVertices::vertexMoves_data()
{
    QTest::addColumn<Vec3d>("to"); // of the corner at 1, 1, 1
    QTest::addColumn<int>("faces");
    QTest::addColumn<int>("vertices");
    QTest::addColumn<bool>("remains");
    QTest::newRow("outward along an edge splits one face") << Vec3d{1, 2, 1} << 7 << 8 << true;
    QTest::newRow("outward along the diagonal splits three") << Vec3d{2} << 9 << 8 << true;
    QTest::newRow("along a face moves its two sides") << Vec3d{2, 1, 2} << 8 << 8 << true;
    QTest::newRow("inward a little folds") << Vec3d{0.9} << 9 << 8 << true;
    QTest::newRow("inward along an edge") << Vec3d{1, 0.5, 1} << 7 << 8 << true;
    QTest::newRow("into the plane of its neighbours merges") << Vec3d{1.0 / 3} << 7 << 7 << false;
    QTest::newRow("inward beyond that vanishes") << Vec3d{0} << 7 << 7 << false;
    QTest::newRow("onto a neighbour fuses") << Vec3d{1, -1, 1} << 7 << 7 << true;
    QTest::newRow("onto a neighbour the other way") << Vec3d{-1, 1, 1} << 7 << 7 << true;
    QTest::newRow("across a face") << Vec3d{1, 0, 0} << 7 << 7 << false;
    QTest::newRow("up an edge until it is straight") << Vec3d{1, 3, -1} << 7 << 7 << true;
}

void TestBrushVertices::vertexMoves()
{
    QFETCH(Vec3d, to);
    QFETCH(int, faces);
    QFETCH(int, vertices);
    QFETCH(bool, remains);
    const auto result = moved(cube(), Vec3d{1}, to);
    VERIFY_OK(result);
    QCOMPARE(brokenPromise(*result), std::string{});
    QCOMPARE(static_cast<int>(result->faceCount()), faces);
    QCOMPARE(static_cast<int>(result->vertices().size()), vertices);
    QCOMPARE(hasVertex(*result, to), remains);
    for (const auto& corner : {Vec3d{-1}, Vec3d{-1, -1, 1}, Vec3d{1, -1, -1}})
        QVERIFY(hasVertex(*result, corner));
}

void TestBrushVertices::vertexGoesOntoItsNeighbourAndBack()
{
    const auto fused = moved(cube(), Vec3d{1}, {1, -1, 1});
    VERIFY_OK(fused);
    const auto back = moved(*fused, {1, -1, 1}, Vec3d{1});
    VERIFY_OK(back);
    QCOMPARE(brokenPromise(*back), std::string{});
    QVERIFY(hasVertex(*back, Vec3d{1}));
    QVERIFY(!hasVertex(*back, {1, -1, 1})); // there was but one left to move
}

void TestBrushVertices::tetrahedronCanTurnInsideOut()
{
    const std::vector<Vec3d> points{{0, 0, 0}, {2, 0, 0}, {0, 0, 2}, {0.5, 2, 0.5}};
    const auto tetrahedron = brushFromPoints(points, {}, Name{"stone"});
    VERIFY_OK(tetrahedron);
    const auto turned = moved(*tetrahedron, points[3], {0.5, -2, 0.5});
    VERIFY_OK(turned);
    QCOMPARE(brokenPromise(*turned), std::string{});
    QCOMPARE(turned->faceCount(), std::size_t{4});
    QVERIFY(hasVertex(*turned, {0.5, -2, 0.5}));
    for (const auto& face : turned->faces())
        QCOMPARE(face.material, Name{"stone"});
}

void TestBrushVertices::tetrahedronVertexOnItsOppositeSideIsRefused()
{
    const std::vector<Vec3d> points{{0, 0, 0}, {2, 0, 0}, {0, 0, 2}, {0.5, 2, 0.5}};
    const auto result = moved(*brushFromPoints(points, {}), points[3], {0.5, 0, 0.5});
    QVERIFY2(messageOf(result).contains("flat"), qPrintable(messageOf(result)));
}

void TestBrushVertices::verticesTurnTogether()
{
    const auto brush = cube();
    const auto top = allAt(brush, {{1, 1, 1}, {1, 1, -1}, {-1, 1, 1}, {-1, 1, -1}});
    const double turn = radians(30);
    const auto twisted = moveVertices(brush, top, [&](const Vec3d& p) {
        return Vec3d{p.x * std::cos(turn) + p.z * std::sin(turn), p.y,
                     p.z * std::cos(turn) - p.x * std::sin(turn)};
    });
    VERIFY_OK(twisted);
    QCOMPARE(brokenPromise(*twisted), std::string{});
    QCOMPARE(twisted->vertices().size(), std::size_t{8});
    QCOMPARE(twisted->faceCount(), std::size_t{10}); // each side folds
}

void TestBrushVertices::vertexPushedThroughIsRefused()
{
    for (const auto& to : {Vec3d{-3}, Vec3d{1, -3, 1} - Vec3d{1, 0, 1}, Vec3d{-2, 0.5, 0.5}}) {
        const auto result = moved(cube(), Vec3d{1}, to);
        QVERIFY2(messageOf(result).contains("through"), qPrintable(messageOf(result)));
    }
}

void TestBrushVertices::vertexBeyondTheWorldIsRefused()
{
    const auto result = moved(cube(), Vec3d{1}, {1, 2 * WorldLimit, 1});
    QVERIFY2(messageOf(result).contains("world"), qPrintable(messageOf(result)));
    const auto broken = moved(cube(), Vec3d{1}, {1, std::nan(""), 1});
    QVERIFY2(messageOf(broken).contains("not a place in the world"), qPrintable(messageOf(broken)));
}

void TestBrushVertices::vertexAtTheEdgeOfTheWorldMoves()
{
    const Vec3d far{32760, 32760, -32760};
    const auto brush = makeBox({far, far + 4.0});
    VERIFY_OK(brush);
    const auto result = moved(*brush, far + 4.0, far + Vec3d{4, 4.015625, 4});
    VERIFY_OK(result);
    QCOMPARE(brokenPromise(*result), std::string{});
    QCOMPARE(result->faceCount(), std::size_t{7});
    QVERIFY(hasVertex(*result, far + Vec3d{4, 4.015625, 4}));
}

void TestBrushVertices::edgeMoves()
{
    const auto brush = cube();
    const std::vector<BrushEdge> edges{
        {std::minmax({at(brush, {1, 1, 1}), at(brush, {1, 1, -1})}).first,
         std::minmax({at(brush, {1, 1, 1}), at(brush, {1, 1, -1})}).second}};
    const auto roof = moveEdges(brush, edges, by({0, 1, 0}));
    VERIFY_OK(roof);
    QCOMPARE(brokenPromise(*roof), std::string{});
    QCOMPARE(roof->faceCount(), std::size_t{6});
    QVERIFY(hasVertex(*roof, {1, 2, 1}) && hasVertex(*roof, {1, 2, -1}));
}

void TestBrushVertices::edgesThatWouldVanishAreRefused()
{
    const auto brush = cube();
    const auto edge = [&](const Vec3d& a, const Vec3d& b) {
        const auto [low, high] = std::minmax({at(brush, a), at(brush, b)});
        return BrushEdge{low, high};
    };
    const std::vector<BrushEdge> one{edge({1, 1, 1}, {1, 1, -1})};
    const std::vector<BrushEdge> two{edge({1, 1, 1}, {1, 1, -1}), edge({-1, 1, 1}, {-1, 1, -1})};
    QVERIFY(messageOf(moveEdges(brush, one, by({-1.5, -1.5, 0}))).contains("edge"));
    QVERIFY(messageOf(moveEdges(brush, one, by({-2, 0, 0}))).contains("vanish")); // onto the other
    QVERIFY(messageOf(moveEdges(brush, one, by({-3, -3, 0}))).contains("through"));
    QVERIFY(!moveEdges(brush, two, by({0, -2, 0})));
    VERIFY_OK(moveEdges(brush, two, by({0, -1, 0})));
}

void TestBrushVertices::faceMoves()
{
    const auto brush = cube();
    const std::vector<FaceIndex> top{faceTowards(brush, {0, 1, 0})};
    const auto slanted = moveFaceVertices(brush, top, by({0.5, 1, 0.25}));
    VERIFY_OK(slanted);
    QCOMPARE(brokenPromise(*slanted), std::string{});
    QCOMPARE(slanted->faceCount(), std::size_t{6});
    QVERIFY(hasVertex(*slanted, {1.5, 2, 1.25}));
    const auto larger = moveFaceVertices(brush, top, [](const Vec3d& p) {
        return Vec3d{2 * p.x, p.y, 2 * p.z};
    });
    VERIFY_OK(larger);
    QVERIFY(hasVertex(*larger, {2, 1, 2}) && hasVertex(*larger, {1, -1, 1}));
}

void TestBrushVertices::facesThatCannotGoThereAreRefused_data()
{
    QTest::addColumn<Vec3d>("way");
    QTest::newRow("onto the opposite face") << Vec3d{0, -2, 0};
    QTest::newRow("beyond the opposite face") << Vec3d{0, -3, 0};
    QTest::newRow("beyond it, aside") << Vec3d{5, -3, 5};
    QTest::newRow("almost flat") << Vec3d{0, -2 + 1e-7, 0};
}

void TestBrushVertices::facesThatCannotGoThereAreRefused()
{
    QFETCH(Vec3d, way);
    const auto brush = cube();
    const std::vector<FaceIndex> top{faceTowards(brush, {0, 1, 0})};
    QVERIFY(!moveFaceVertices(brush, top, by(way)));

    // The same beyond an opposing edge and vertex.
    const std::vector<Vec3d> wedge{{-1, 1, -1}, {-1, 1, 1},  {1, 1, -1},
                                   {1, 1, 1},   {0, -1, -1}, {0, -1, 1}};
    const std::vector<Vec3d> pyramid{{-1, 1, -1}, {-1, 1, 1}, {1, 1, -1}, {1, 1, 1}, {0, -1, 0}};
    for (const auto& points : {wedge, pyramid}) {
        const auto solid = brushFromPoints(points, {});
        VERIFY_OK(solid);
        const std::vector<FaceIndex> lid{faceTowards(*solid, {0, 1, 0})};
        QVERIFY(!moveFaceVertices(*solid, lid, by(way)));
        VERIFY_OK(moveFaceVertices(*solid, lid, by({0, -1, 0})));
    }
}

void TestBrushVertices::twoFacesMoveAtOnce()
{
    const auto brush = cube();
    const std::vector<FaceIndex> faces{faceTowards(brush, {0, 1, 0}),
                                       faceTowards(brush, {1, 0, 0})};
    const auto result = moveFaceVertices(brush, faces, by({0.5, 0.5, 0}));
    VERIFY_OK(result);
    QCOMPARE(brokenPromise(*result), std::string{});
    QVERIFY(hasVertex(*result, {1.5, 1.5, 1}) && hasVertex(*result, {-0.5, 1.5, 1}));
}

void TestBrushVertices::addedVertexGrowsTheBrush()
{
    const auto onEdge = addVertex(cube(), {1.5, 1.5, 0});
    VERIFY_OK(onEdge);
    QCOMPARE(brokenPromise(*onEdge), std::string{});
    QCOMPARE(onEdge->vertices().size(), std::size_t{9});
    const auto onFace = addVertex(cube(), {0, 2, 0});
    VERIFY_OK(onFace);
    QCOMPARE(onFace->faceCount(), std::size_t{9});
    for (const auto& face : onFace->faces())
        QCOMPARE(face.material, Name{"brick"});
}

void TestBrushVertices::addedVertexInsideIsRefused()
{
    for (const auto& place : {Vec3d{0}, Vec3d{0, 1, 0}, Vec3d{1, 1, 0}, Vec3d{1}, Vec3d{0, 0.5, 0}})
        QVERIFY(messageOf(addVertex(cube(), place)).contains("outside"));
}

void TestBrushVertices::removedVerticesCutTheCornersOff()
{
    auto faces = std::vector<BrushFace>{};
    const auto brush = cube();
    for (const auto& face : brush.faces())
        faces.push_back(face);
    faces[faceTowards(brush, {0, 1, 0})].material = Name{"roof"};
    const auto painted = *Brush::fromFaces(faces);
    const auto one = removeVertices(painted, allAt(painted, {Vec3d{1}}));
    VERIFY_OK(one);
    QCOMPARE(brokenPromise(*one), std::string{});
    QCOMPARE(one->faceCount(), std::size_t{7});
    QCOMPARE(one->faces()[faceTowards(*one, {0, 1, 0})].material, Name{"roof"});
    const auto wedge = removeVertices(painted, allAt(painted, {{1, 1, 1}, {1, 1, -1}}));
    VERIFY_OK(wedge);
    QCOMPARE(wedge->faceCount(), std::size_t{5});
}

void TestBrushVertices::removingTooManyIsRefused()
{
    const auto brush = cube();
    const auto top = allAt(brush, {{1, 1, 1}, {1, 1, -1}, {-1, 1, 1}, {-1, 1, -1}});
    QVERIFY(messageOf(removeVertices(brush, top)).contains("flat"));
    const Vertices all{0, 1, 2, 3, 4, 5, 6, 7};
    QVERIFY(messageOf(removeVertices(brush, all)).contains("flat"));
}

void TestBrushVertices::unmovedFacesStayBitForBit()
{
    const auto brush = cube();
    const auto result = moved(brush, Vec3d{1}, {1, 1.5, 1});
    VERIFY_OK(result);
    for (const auto& direction : {Vec3d{-1, 0, 0}, Vec3d{0, -1, 0}, Vec3d{0, 0, -1}}) {
        const auto index = faceTowards(brush, direction);
        QVERIFY(result->faces()[index] == brush.faces()[index]); // in its old place as well
    }
}

void TestBrushVertices::splitFacesKeepTheirMaterial()
{
    std::vector<BrushFace> faces;
    const auto brush = cube();
    faces.assign(brush.faces().begin(), brush.faces().end());
    for (std::size_t i = 0; i < faces.size(); ++i)
        faces[i].material = Name{fmt::format("m{}", i)};
    const auto painted = *Brush::fromFaces(faces);
    const auto result = moved(painted, Vec3d{1}, {1.25, 1.5, 1.75});
    VERIFY_OK(result);
    QCOMPARE(result->faceCount(), std::size_t{9});
    for (FaceIndex i = 0; i < result->faceCount(); ++i) {
        const auto old = faceTowards(painted, result->faces()[i].plane.normal);
        QCOMPARE(result->faces()[i].material, painted.faces()[old].material);
    }
}

void TestBrushVertices::lockedTextureFollowsAMovedFace()
{
    const auto brush = cube();
    const auto top = faceTowards(brush, {0, 1, 0});
    const std::vector<FaceIndex> faces{top};
    const Vec3d way{0.3, 1, -0.2};
    const auto result = moveFaceVertices(brush, faces, by(way), TextureLock::On);
    VERIFY_OK(result);
    for (const auto& corner : brush.vertices()) {
        if (corner.y < 0)
            continue;
        const auto before = brush.faces()[top].uv.at(corner);
        const auto after = result->faces()[faceTowards(*result, {0, 1, 0})].uv.at(corner + way);
        QVERIFY(glm::distance(before, after) < 1e-9);
    }
}

void TestBrushVertices::lockedTextureFollowsAMovedEdge()
{
    const auto brush = cube();
    const auto side = faceTowards(brush, {0, 0, 1});
    const auto [low, high] = std::minmax({at(brush, {1, 1, 1}), at(brush, {1, 1, -1})});
    const std::vector<BrushEdge> edges{{low, high}};
    const auto result = moveEdges(brush, edges, by({0, 1, 0}), TextureLock::On);
    VERIFY_OK(result);
    // Two corners of the wall stayed, so the third decides; the bottom keeps its texels.
    const auto& uv = result->faces()[faceTowards(*result, {0, 0, 1})].uv;
    for (const auto& corner : {Vec3d{-1, 1, 1}, Vec3d{-1, -1, 1}, Vec3d{1, -1, 1}})
        QVERIFY(glm::distance(uv.at(corner), brush.faces()[side].uv.at(corner)) < 1e-9);
    // The roof turned as a whole.
    const auto roofNow = faceTowards(*result, glm::normalize(Vec3d{-1, 2, 0}));
    const auto roof = faceTowards(brush, {0, 1, 0});
    for (const auto& corner : brush.vertices()) {
        if (corner.y < 0)
            continue;
        const auto to = corner.x > 0 ? corner + Vec3d{0, 1, 0} : corner;
        QVERIFY(glm::distance(result->faces()[roofNow].uv.at(to),
                              brush.faces()[roof].uv.at(corner)) < 1e-9);
    }
}

void TestBrushVertices::lockedTextureFollowsTrianglesOfAMovedVertex()
{
    const auto brush = cube();
    const Vec3d from{1};
    const Vec3d to{1.25, 1.5, 1.75};
    const Vertices vertices{at(brush, from)};
    const auto result = moveVertices(brush, vertices, by(to - from), TextureLock::On);
    VERIFY_OK(result);
    int followed = 0;
    for (FaceIndex i = 0; i < result->faceCount(); ++i) {
        const auto corners = result->faceVertices(i);
        const auto& now = result->faces()[i];
        const auto& old = brush.faces()[faceTowards(brush, now.plane.normal)];
        for (const auto corner : corners) {
            const auto place = result->vertices()[corner];
            const bool isMoved = glm::distance(place, to) < 1e-6;
            QVERIFY(glm::distance(now.uv.at(place), old.uv.at(isMoved ? from : place)) < 1e-9);
            followed += isMoved ? 1 : 0;
        }
    }
    QCOMPARE(followed, 6);
}

void TestBrushVertices::lockedTextureStaysMirrored()
{
    const auto plain = cube();
    std::vector<BrushFace> faces{plain.faces().begin(), plain.faces().end()};
    for (auto& face : faces)
        face.uv.scale = {-0.5, 2};
    const auto brush = *Brush::fromFaces(faces);
    const std::vector<FaceIndex> top{faceTowards(brush, {0, 1, 0})};
    const auto result = moveFaceVertices(brush, top, by({0, 1, 0}), TextureLock::On);
    VERIFY_OK(result);
    const auto& uv = result->faces()[faceTowards(*result, {0, 1, 0})].uv;
    QVERIFY(std::abs(uv.scale.x + 0.5) < 1e-9 && std::abs(uv.scale.y - 2) < 1e-9);
}

void TestBrushVertices::unlockedTextureStaysInTheWorld()
{
    const auto brush = cube();
    const auto top = faceTowards(brush, {0, 1, 0});
    const std::vector<FaceIndex> faces{top};
    const auto result = moveFaceVertices(brush, faces, by({0.3, 1, -0.2}));
    VERIFY_OK(result);
    QVERIFY(result->faces()[faceTowards(*result, {0, 1, 0})].uv == brush.faces()[top].uv);
}

void TestBrushVertices::faceThatTurnsEdgeOnGetsUprightTexture()
{
    // The top of a flat box becomes an upright wall.
    const auto brush = *makeBox({{-1, -1, -1}, {1, 0, 1}});
    const auto edge = allAt(brush, {{-1, 0, -1}, {-1, 0, 1}});
    const auto result = moveVertices(brush, edge, by({1.99, 30, 0}));
    VERIFY_OK(result);
    for (const auto& face : result->faces())
        QVERIFY(std::abs(glm::dot(glm::cross(face.uv.uAxis, face.uv.vAxis), face.plane.normal)) >
                0.05);
}

void TestBrushVertices::randomMovesKeepEveryPromise_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 12; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

void TestBrushVertices::randomMovesKeepEveryPromise()
{
    QFETCH(int, seed);
    Random random{static_cast<unsigned>(seed)};
    int done = 0;
    auto brush = cube();
    for (int step = 0; step < 400; ++step) {
        if (step % 25 == 0)
            brush =
                *makeBox({Vec3d{-2, -1, -3} * between(random, 0.2, 4), Vec3d{2, 3, 1}}, Name{"m"});
        const auto onGrid = [&](const Vec3d& way) {
            return seed % 2 == 0 ? glm::round(way * 8.0) / 8.0 : way;
        };
        const auto way = onGrid(randomPoint(random, step % 3 == 0 ? 0.3 : 2));
        const auto lock = step % 2 == 0 ? TextureLock::On : TextureLock::Off;
        const auto vertex = static_cast<VertexIndex>(random() % brush.vertices().size());
        Result<Brush> result = brush;
        switch (random() % 6) {
        case 0:
        case 1:
            result = moveVertices(brush, Vertices{vertex}, by(way), lock);
            break;
        case 2: {
            const auto edges = edgesOf(brush);
            const std::vector<BrushEdge> one{edges[random() % edges.size()]};
            result = moveEdges(brush, one, by(way), lock);
            break;
        }
        case 3: {
            const std::vector<FaceIndex> one{random() % brush.faceCount()};
            result = moveFaceVertices(brush, one, by(way), lock);
            break;
        }
        case 4:
            result = addVertex(brush, onGrid(randomPoint(random, 4)), lock);
            break;
        default:
            result = removeVertices(brush, Vertices{vertex}, lock);
            break;
        }
        if (!result) {
            QVERIFY(!result.error().message().empty());
            continue;
        }
        ++done;
        QVERIFY2(brokenPromise(*result).empty(),
                 fmt::format("step {}: {}", step, brokenPromise(*result)).c_str());
        QCOMPARE(brokenRoundTrip(*result), std::string{});
        for (const auto& face : result->faces())
            QCOMPARE(face.material, Name{"m"});
        brush = *result;
    }
    QVERIFY(done > 150);
}

PLAIN_TEST(TestBrushVertices)
} // namespace tst_brush_vertices

#include "tst_brush_vertices.moc"
