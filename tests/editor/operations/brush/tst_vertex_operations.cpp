#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/vertex_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "engine_core/geometry/hull/convex_hull.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_promises.h"

#include <QtTest>

namespace tst_vertex_operations
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestVertexOperations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void neighboursShareHandles();
    void nearlyTouchingCornersAreOneHandle();
    void sharedVertexMovesInEveryBrush();
    void sharedEdgesAndFacesMoveInEveryBrush();
    void oneRefusalRefusesAll();
    void doUndoRedoKeepsTheContent();
    void movesAreOfTheWorldBelowTransforms();
    void mirroredBrushesMoveTheRightWay();
    void newVertexGrowsWhoCanGrow();
    void removedHandlesMustLeaveSolids();
    void weldedVerticesMeet();
    void snapPutsEveryCornerOnTheGrid();
    void snapOfChosenLeavesTheOthers();
    void snapThatFlattensLeavesThatBrush();
};

namespace
{
bool has(const DocumentFixture& fixture, EntityId entity, const Vec3d& world)
{
    const auto place = worldTransform(fixture.document.world(), entity);
    for (const auto& vertex : fixture.brushOf(entity).vertices())
        if (glm::distance(place.apply(vertex), world) < 1e-6)
            return true;
    return false;
}

PointMap by(const Vec3d& way)
{
    return [way](const Vec3d& p) {
        return p + way;
    };
}

std::vector<ShapeHandle> vertexAt(const Vec3d& place)
{
    return {{{place}}};
}
} // namespace

void TestVertexOperations::neighboursShareHandles()
{
    DocumentFixture fixture;
    const std::vector brushes{fixture.addBox({0, 0, 0}, {2, 2, 2}),
                              fixture.addBox({2, 0, 0}, {4, 2, 2})};
    const auto& world = fixture.document.world();
    QCOMPARE(shapeHandles(world, brushes, HandleKind::Vertex).size(), std::size_t{12});
    QCOMPARE(shapeHandles(world, brushes, HandleKind::Edge).size(), std::size_t{20});
    QCOMPARE(shapeHandles(world, brushes, HandleKind::Face).size(), std::size_t{11});
    QCOMPARE(shapeHandles(world, std::span{brushes}.first(1), HandleKind::Edge).size(),
             std::size_t{12});
}

void TestVertexOperations::nearlyTouchingCornersAreOneHandle()
{
    DocumentFixture fixture;
    const std::vector near{fixture.addBox({0, 0, 0}, {2, 2, 2}),
                           fixture.addBox({2.00008, 0, 0}, {4, 2, 2})};
    const std::vector apart{near[0], fixture.addBox({2.0003, 0, 0}, {4, 2, 2})};
    const auto& world = fixture.document.world();
    QCOMPARE(shapeHandles(world, near, HandleKind::Vertex).size(), std::size_t{12});
    QCOMPARE(shapeHandles(world, apart, HandleKind::Vertex).size(), std::size_t{16});
}

void TestVertexOperations::sharedVertexMovesInEveryBrush()
{
    DocumentFixture fixture;
    const auto a = fixture.addBox({0, 0, 0}, {2, 2, 2});
    const auto b = fixture.addBox({2, 0, 0}, {4, 2, 2});
    const std::vector brushes{a, b};
    VERIFY_OK(fixture.run([&](Transaction& transaction) {
        return moveHandles(transaction, brushes, HandleKind::Vertex, vertexAt({2, 2, 2}),
                           by({0, 1, 0}));
    }));
    for (const auto entity : brushes) {
        QVERIFY(has(fixture, entity, {2, 3, 2}));
        QCOMPARE(brokenPromise(fixture.brushOf(entity)), std::string{});
    }
}

void TestVertexOperations::sharedEdgesAndFacesMoveInEveryBrush()
{
    DocumentFixture fixture;
    const auto a = fixture.addBox({0, 0, 0}, {2, 2, 2});
    const auto b = fixture.addBox({2, 0, 0}, {4, 2, 2});
    const std::vector brushes{a, b};
    const std::vector<ShapeHandle> edge{{{{2, 2, 0}, {2, 2, 2}}}};
    VERIFY_OK(fixture.run([&](Transaction& transaction) {
        return moveHandles(transaction, brushes, HandleKind::Edge, edge, by({0, 0.5, 0}));
    }));
    QVERIFY(has(fixture, a, {2, 2.5, 0}) && has(fixture, b, {2, 2.5, 2}));
    const std::vector<ShapeHandle> wall{{{{2, 0, 0}, {2, 2.5, 0}, {2, 2.5, 2}, {2, 0, 2}}}};
    VERIFY_OK(fixture.run([&](Transaction& transaction) {
        return moveHandles(transaction, brushes, HandleKind::Face, wall, by({0.5, 0, 0}));
    }));
    QVERIFY(has(fixture, a, {2.5, 0, 0}) && has(fixture, b, {2.5, 2.5, 2}));
}

void TestVertexOperations::oneRefusalRefusesAll()
{
    DocumentFixture fixture;
    const std::vector brushes{fixture.addBox({0, 0, 0}, {2, 2, 2}),
                              fixture.addBox({2, 0, 0}, {3, 2, 2})};
    const auto before = fixture.document.contentHash();
    const std::vector<ShapeHandle> wall{{{{2, 0, 0}, {2, 2, 0}, {2, 2, 2}, {2, 0, 2}}}};
    const auto done = fixture.run([&](Transaction& transaction) {
        return moveHandles(transaction, brushes, HandleKind::Face, wall, by({1.5, 0, 0}));
    });
    QVERIFY(!done);
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestVertexOperations::doUndoRedoKeepsTheContent()
{
    DocumentFixture fixture;
    const std::vector brushes{fixture.addBox({0, 0, 0}, {2, 2, 2})};
    const auto before = fixture.document.contentHash();
    VERIFY_OK(fixture.run([&](Transaction& transaction) {
        return moveHandles(transaction, brushes, HandleKind::Vertex, vertexAt({2, 2, 2}),
                           by({0.3, 0.7, 0.1}), TextureLock::On);
    }));
    const auto after = fixture.document.contentHash();
    QVERIFY(before != after);
    fixture.document.undo();
    QCOMPARE(fixture.document.contentHash(), before);
    fixture.document.redo();
    QCOMPARE(fixture.document.contentHash(), after);
}

void TestVertexOperations::movesAreOfTheWorldBelowTransforms()
{
    DocumentFixture fixture;
    const auto parent = fixture.addPoint({10, 0, 0});
    const auto box = fixture.addBox({0, 0, 0}, {2, 2, 2}, "box", parent);
    VERIFY_OK(fixture.run([&](Transaction& transaction) -> Result<void> {
        transaction.set(parent, TransformComponent{
                                    {10, 0, 0}, glm::angleAxis(Pi / 2, Vec3d{0, 1, 0}), Vec3d{2}});
        return {};
    }));
    const auto corner = worldTransform(fixture.document.world(), box).apply({2, 2, 2});
    const std::vector brushes{box};
    VERIFY_OK(fixture.run([&](Transaction& transaction) {
        return moveHandles(transaction, brushes, HandleKind::Vertex, vertexAt(corner),
                           by({1, 0.5, -1}));
    }));
    QVERIFY(has(fixture, box, corner + Vec3d{1, 0.5, -1}));
}

void TestVertexOperations::mirroredBrushesMoveTheRightWay()
{
    DocumentFixture fixture;
    const auto parent = fixture.addPoint({0, 0, 0});
    const auto box = fixture.addBox({1, 0, 0}, {3, 2, 2}, "box", parent);
    VERIFY_OK(fixture.run([&](Transaction& transaction) -> Result<void> {
        transaction.set(parent, TransformComponent{.scale = {-1, 1, 1}});
        return {};
    }));
    const std::vector brushes{box};
    const auto faces = shapeHandles(fixture.document.world(), brushes, HandleKind::Face);
    for (const auto& face : faces) { // counter-clockwise in the world as well
        const auto& c = face.corners;
        const auto normal = glm::cross(c[1] - c[0], c[2] - c[0]);
        QVERIFY(glm::dot(normal, face.place() - Vec3d{-2, 1, 1}) > 0);
    }
    VERIFY_OK(fixture.run([&](Transaction& transaction) {
        return moveHandles(transaction, brushes, HandleKind::Vertex, vertexAt({-3, 2, 2}),
                           by({-1, 0, 0}));
    }));
    QVERIFY(has(fixture, box, {-4, 2, 2}));
}

void TestVertexOperations::newVertexGrowsWhoCanGrow()
{
    DocumentFixture fixture;
    const auto a = fixture.addBox({0, 0, 0}, {2, 2, 2});
    const auto b = fixture.addBox({2, 0, 0}, {4, 2, 2});
    const std::vector brushes{a, b};
    const ShapeHandle edge{{{2, 2, 0}, {2, 2, 2}}};
    VERIFY_OK(fixture.run([&](Transaction& transaction) {
        return addVertex(transaction, brushes, edge, {2, 3, 1});
    }));
    QVERIFY(has(fixture, a, {2, 3, 1}) && has(fixture, b, {2, 3, 1}));
    const ShapeHandle wall{{{2, 0, 0}, {2, 2, 0}, {2, 2, 2}, {2, 0, 2}}};
    VERIFY_OK(fixture.run([&](Transaction& transaction) {
        return addVertex(transaction, brushes, wall, {2.5, 1, 1});
    }));
    QVERIFY(has(fixture, a, {2.5, 1, 1}) && !has(fixture, b, {2.5, 1, 1}));
    QVERIFY(!fixture.run([&](Transaction& transaction) {
        return addVertex(transaction, brushes, edge, {2, 2, 1});
    }));
}

void TestVertexOperations::removedHandlesMustLeaveSolids()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {2, 2, 2});
    const std::vector brushes{box};
    VERIFY_OK(fixture.run([&](Transaction& transaction) {
        return removeHandles(transaction, brushes, vertexAt({2, 2, 2}));
    }));
    QCOMPARE(fixture.brushOf(box).vertices().size(), std::size_t{7});
    const std::vector<ShapeHandle> floor{{{{0, 0, 0}, {2, 0, 0}, {2, 0, 2}, {0, 0, 2}}}};
    const auto refused = fixture.run(
        [&](Transaction& transaction) { return removeHandles(transaction, brushes, floor); });
    QVERIFY(!refused);
    QVERIFY(QString::fromStdString(refused.error().message()).contains("flat"));
}

void TestVertexOperations::weldedVerticesMeet()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {2, 2, 2});
    const std::vector brushes{box};
    const std::vector<ShapeHandle> two{{{{2, 2, 0}}}, {{{2, 2, 2}}}};
    VERIFY_OK(fixture.run([&](Transaction& transaction) {
        return weldVertices(transaction, brushes, two, {2, 2, 1});
    }));
    QCOMPARE(fixture.brushOf(box).vertices().size(), std::size_t{7});
    QVERIFY(has(fixture, box, {2, 2, 1}));
}

void TestVertexOperations::snapPutsEveryCornerOnTheGrid()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0.1, 0.02, -0.13}, {2.09, 1.9, 2.1});
    const std::vector brushes{box};
    VERIFY_OK(fixture.run(
        [&](Transaction& transaction) { return snapToGrid(transaction, brushes, {}, 0.25); }));
    QVERIFY(fixture.boundsOf(box) == (Aabb{{0, 0, -0.25}, {2, 2, 2}}));
}

void TestVertexOperations::snapOfChosenLeavesTheOthers()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0.1, 0.1, 0.1}, {2.1, 2.1, 2.1});
    const std::vector brushes{box};
    VERIFY_OK(fixture.run([&](Transaction& transaction) {
        return snapToGrid(transaction, brushes, vertexAt(Vec3d{2.1}), 0.5);
    }));
    QVERIFY(has(fixture, box, Vec3d{2}) && has(fixture, box, Vec3d{0.1}));
}

void TestVertexOperations::snapThatFlattensLeavesThatBrush()
{
    DocumentFixture fixture;
    const auto thin = fixture.addBox({0, 0.01, 0}, {2, 0.05, 2});
    const auto thick = fixture.addBox({0.1, 1, 0}, {2, 2, 2});
    const std::vector both{thin, thick};
    VERIFY_OK(fixture.run(
        [&](Transaction& transaction) { return snapToGrid(transaction, both, {}, 1); }));
    QVERIFY(fixture.boundsOf(thin) == (Aabb{{0, 0.01, 0}, {2, 0.05, 2}}));
    QVERIFY(fixture.boundsOf(thick) == (Aabb{{0, 1, 0}, {2, 2, 2}}));
    QVERIFY(!fixture.run([&](Transaction& transaction) {
        return snapToGrid(transaction, std::span{&thin, 1}, {}, 1);
    }));
}

PLAIN_TEST(TestVertexOperations)
} // namespace tst_vertex_operations

#include "tst_vertex_operations.moc"
