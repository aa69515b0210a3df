#include "engine_core/render/passes/packed_frame.h"
#include "engine_core/render/scene/mesh_cache.h"
#include "engine_core/render/scene/model_mesh.h"
#include "tests/program/registry.h"
#include "tests/support/levels/brush_fuzz.h"

#include <QTest>

#include <glm/geometric.hpp>

#include <algorithm>
#include <set>

namespace tst_brush_mesh
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A prism whose sides have two materials in turn.
Brush striped(int sides)
{
    const auto plain = makePrism({1, 2, 3}, 2, 1, sides);
    std::vector<BrushFace> painted{plain.faces().begin(), plain.faces().end()};
    for (std::size_t i = 0; i < painted.size(); ++i)
        painted[i].material = Name{i % 2 == 0 ? "wall" : "floor"};
    auto brush = Brush::fromFaces(std::move(painted));
    return *std::move(brush);
}

/// As the cache makes it, at the start of the index buffer.
GpuMesh uploaded(const Brush& brush)
{
    GpuMesh mesh;
    mesh.source = std::make_shared<const Brush>(brush);
    std::vector<MeshPart> parts;
    for (const auto& range : buildBrushMesh(brush).materials)
        parts.push_back(
            {static_cast<std::uint32_t>(parts.size()), range.firstIndex + 100, range.indexCount});
    mesh.parts.assign(parts);
    return mesh;
}

using Ends = std::pair<std::array<float, 3>, std::array<float, 3>>;

Ends endsOf(const Vec3f& a, const Vec3f& b)
{
    const std::array<float, 3> from{a.x, a.y, a.z};
    const std::array<float, 3> to{b.x, b.y, b.z};
    return from < to ? Ends{from, to} : Ends{to, from};
}
} // namespace

class TestBrushMesh : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyEdgeIsThereOnce();
    void cornersCarryTheirFacesDirections();
    void facesAreFoundAmongTheParts();
    void facesOfAnotherShapeAreNotFound();
    void luxelsFollowTheVertices();
    void edgesOfAModelJoinItsVertices();
};

void TestBrushMesh::everyEdgeIsThereOnce()
{
    Dice dice{5};
    for (int i = 0; i < 200; ++i) {
        const auto brush = randomBrush(dice, 100);
        std::set<Ends> expected;
        std::size_t corners = 0;
        for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
            const auto loop = brush.faceVertices(face);
            corners += loop.size();
            for (std::size_t k = 0; k < loop.size(); ++k)
                expected.insert(endsOf(Vec3f{brush.vertices()[loop[k]]},
                                       Vec3f{brush.vertices()[loop[(k + 1) % loop.size()]]}));
        }
        const auto mesh = buildBrushMesh(brush);
        QCOMPARE(mesh.vertices.size(), corners);
        std::set<Ends> found;
        for (const auto& edge : mesh.edges)
            found.insert(
                endsOf(mesh.vertices[edge.from].position, mesh.vertices[edge.to].position));
        QCOMPARE(mesh.edges.size() * 2, corners);
        QVERIFY(found == expected);
    }
}

void TestBrushMesh::cornersCarryTheirFacesDirections()
{
    const auto brush = striped(7);
    const auto mesh = buildBrushMesh(brush);
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const auto& a = mesh.vertices[mesh.indices[i]];
        const auto& b = mesh.vertices[mesh.indices[i + 1]];
        const auto& c = mesh.vertices[mesh.indices[i + 2]];
        const auto out =
            glm::normalize(glm::cross(b.position - a.position, c.position - a.position));
        QCOMPARE(b.frame, a.frame);
        QCOMPARE(c.frame, a.frame);
        QVERIFY(glm::dot(unpackFrame(a.frame).normal, out) > 0.99999F);
    }
}

void TestBrushMesh::facesAreFoundAmongTheParts()
{
    for (const auto& brush : {makePrism({0, 0, 0}, 1, 1, 5), striped(6)}) {
        const auto data = buildBrushMesh(brush);
        const auto mesh = uploaded(brush);
        std::vector<FacePart> faces;
        findFaces(mesh, faces);
        QCOMPARE(faces.size(), brush.faceCount());
        std::set<std::uint32_t> indices;
        for (const auto& [face, part] : faces) {
            const auto name = data.materials[part.material].material;
            QCOMPARE(name.text(), brush.faces()[face].material.text());
            for (std::uint32_t i = 0; i < part.indexCount; ++i) {
                QVERIFY(indices.insert(part.firstIndex + i).second);
                const auto& corner = data.vertices[data.indices[part.firstIndex - 100 + i]];
                const auto above = brush.faces()[face].plane.above(Vec3d{corner.position});
                QVERIFY(std::abs(above) < 1e-5);
            }
        }
        QCOMPARE(indices.size(), data.indices.size());
    }
}

void TestBrushMesh::facesOfAnotherShapeAreNotFound()
{
    auto mesh = uploaded(striped(6));
    mesh.source = std::make_shared<const Brush>(striped(5));
    std::vector<FacePart> faces(3);
    findFaces(mesh, faces);
    QVERIFY(faces.empty());
}

void TestBrushMesh::luxelsFollowTheVertices()
{
    const auto brush = striped(6);
    const auto mesh = buildBrushMesh(brush);
    QVERIFY(mesh.luxels.empty());
    const auto luxels = buildLuxels(brush, nullptr, EntityId{7});
    QCOMPARE(luxels.size(), mesh.vertices.size());
    // Without a chart luxels are metres on the face: they are as far apart as the corners.
    for (std::size_t i = 0; i < mesh.indices.size(); ++i) {
        const auto a = mesh.indices[i];
        const auto b = mesh.indices[i - i % 3];
        QCOMPARE(luxels[a].atlas, std::int16_t{-1});
        const auto metres = glm::length(mesh.vertices[a].position - mesh.vertices[b].position);
        QVERIFY(std::abs(glm::length(luxels[a].luxel - luxels[b].luxel) - metres) < 1e-4F);
    }
}

void TestBrushMesh::edgesOfAModelJoinItsVertices()
{
    const auto shape = MeshShape::marker(Name{"wall"}, "gone");
    const auto mesh = buildModelMesh(*shape);
    std::set<Ends> expected;
    for (const auto& edge : shape->edges())
        expected.insert(endsOf(edge.from, edge.to));
    QCOMPARE(expected.size(), std::size_t{12});
    std::set<Ends> found;
    for (const auto& edge : mesh.edges)
        found.insert(endsOf(mesh.vertices[edge.from].position, mesh.vertices[edge.to].position));
    QVERIFY(found == expected);
}

PLAIN_TEST(TestBrushMesh)
} // namespace tst_brush_mesh

#include "tst_brush_mesh.moc"
