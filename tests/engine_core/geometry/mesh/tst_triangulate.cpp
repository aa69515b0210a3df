#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/geometry/chart_frame.h"
#include "engine_core/geometry/mesh/triangulate.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <limits>

namespace tst_triangulate
{
using namespace engine;

class TestTriangulate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void boxBecomesTwelveTriangles();
    void trianglesFaceOutwards();
    void trianglesCoverTheFaces();
    void tangentRunsAlongGrowingU_data();
    void tangentRunsAlongGrowingU();
    void textureAxisIntoTheFaceStillGivesATangent();
    void faceKeepsItsMaterial();

    void chartFrameHoldsTheFace();
    void chartFrameFollowsTheFace();
    void chartFrameIgnoresTheTexture();
    void chartFrameNumbersGoFromZeroToOne();
};

namespace
{
Brush sampleBox()
{
    return *makeBox({{-1, 0, -2}, {3, 5, 7}}, Name{"walls/brick"});
}

Brush turnedBox()
{
    Transform by;
    by.rotation = glm::angleAxis(0.7, glm::normalize(Vec3d{1, 2, 3}));
    return *transformed(sampleBox(), by, TextureLock::On);
}

Brush withUv(const Brush& brush, FaceIndex face, const UvMapping& uv)
{
    std::vector<BrushFace> faces{brush.faces().begin(), brush.faces().end()};
    faces[face].uv = uv;
    return *Brush::fromFaces(std::move(faces));
}

struct Corners
{
    const MeshVertex& a;
    const MeshVertex& b;
    const MeshVertex& c;

    [[nodiscard]] Vec3f cross() const
    {
        return glm::cross(b.position - a.position, c.position - a.position);
    }
};

Corners triangleAt(const Mesh& mesh, std::size_t index)
{
    return {mesh.vertices[mesh.indices[index]], mesh.vertices[mesh.indices[index + 1]],
            mesh.vertices[mesh.indices[index + 2]]};
}
} // namespace

void TestTriangulate::boxBecomesTwelveTriangles()
{
    const auto mesh = triangulate(sampleBox());
    QCOMPARE(mesh.vertices.size(), std::size_t{24});
    QCOMPARE(mesh.indices.size(), std::size_t{36});
    QCOMPARE(mesh.faces.size(), std::size_t{6});
    QCOMPARE(mesh.faces[5].face, FaceIndex{5});
    QCOMPARE(mesh.faces[5].firstIndex, 30U);
    QCOMPARE(mesh.faces[5].indexCount, 6U);
    QCOMPARE(mesh.vertices[0].lightmapUv, Vec2f{0});
}

void TestTriangulate::trianglesFaceOutwards()
{
    const auto mesh = triangulate(turnedBox());
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const auto triangle = triangleAt(mesh, i);
        QVERIFY(glm::dot(triangle.cross(), triangle.a.normal) > 0);
    }
}

void TestTriangulate::trianglesCoverTheFaces()
{
    const auto brush = turnedBox();
    const auto mesh = triangulate(brush);
    for (const auto& face : mesh.faces) {
        double area = 0;
        for (std::uint32_t i = 0; i < face.indexCount; i += 3)
            area += glm::length(triangleAt(mesh, face.firstIndex + i).cross()) / 2.0;
        QVERIFY(std::abs(area - faceArea(brush, face.face)) < 1e-4);
    }
}

void TestTriangulate::tangentRunsAlongGrowingU_data()
{
    QTest::addColumn<Vec2d>("scale");
    QTest::addColumn<float>("sign");
    QTest::newRow("upright") << Vec2d{2, 0.5} << 1.0F;
    QTest::newRow("mirrored in u") << Vec2d{-2, 0.5} << -1.0F;
    QTest::newRow("mirrored in v") << Vec2d{2, -0.5} << -1.0F;
    QTest::newRow("turned half around") << Vec2d{-2, -0.5} << 1.0F;
}

void TestTriangulate::tangentRunsAlongGrowingU()
{
    QFETCH(Vec2d, scale);
    QFETCH(float, sign);
    for (FaceIndex face = 0; face < 6; ++face) {
        const auto box = sampleBox();
        auto uv = box.faces()[face].uv;
        uv.scale = scale;
        const auto mesh = triangulate(withUv(box, face, uv));
        const auto& v = mesh.vertices[face * 4];
        const Vec3f tangent{v.tangent};
        QCOMPARE(v.tangent.w, sign);
        QVERIFY(std::abs(glm::length(tangent) - 1) < 1e-6F);
        QVERIFY(std::abs(glm::dot(tangent, v.normal)) < 1e-6F);
        const Vec3d p{v.position};
        const auto up = Vec3d{glm::cross(v.normal, tangent) * sign};
        QVERIFY(uv.at(p + Vec3d{tangent}).x > uv.at(p).x);
        QVERIFY(uv.at(p + up).y < uv.at(p).y); // v grows downwards
        QCOMPARE(v.uv, Vec2f{uv.at(p)});
    }
}

void TestTriangulate::textureAxisIntoTheFaceStillGivesATangent()
{
    const auto box = sampleBox();
    auto uv = box.faces()[0].uv;
    uv.uAxis = box.faces()[0].plane.normal;
    const auto mesh = triangulate(withUv(box, 0, uv));
    QVERIFY(std::abs(glm::length(Vec3f{mesh.vertices[0].tangent}) - 1) < 1e-6F);
}

void TestTriangulate::faceKeepsItsMaterial()
{
    for (const auto& face : triangulate(sampleBox()).faces)
        QCOMPARE(face.material.text(), std::string{"walls/brick"});
}

void TestTriangulate::chartFrameHoldsTheFace()
{
    for (const auto& brush : {sampleBox(), turnedBox()})
        for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
            const auto& normal = brush.faces()[face].plane.normal;
            const auto frame = chartFrame(brush, face);
            QVERIFY(std::abs(glm::length(frame.sAxis) - 1) < 1e-12);
            QVERIFY(std::abs(glm::length(frame.tAxis) - 1) < 1e-12);
            QVERIFY(std::abs(glm::dot(frame.sAxis, frame.tAxis)) < 1e-12);
            QVERIFY(std::abs(glm::dot(frame.sAxis, normal)) < 1e-12);
            QVERIFY(std::abs(glm::dot(frame.tAxis, normal)) < 1e-12);
            Vec2d low{std::numeric_limits<double>::infinity()};
            Vec2d high{-std::numeric_limits<double>::infinity()};
            for (const auto corner : brush.faceVertices(face)) {
                const auto& p = brush.vertices()[corner];
                const auto st = frame.normalized(p);
                low = glm::min(low, st);
                high = glm::max(high, st);
                QVERIFY(glm::distance(frame.at(st), p) < 1e-9);
            }
            QVERIFY(glm::length(low) < 1e-9);
            QVERIFY(glm::distance(high, Vec2d{1}) < 1e-9);
        }
}

void TestTriangulate::chartFrameFollowsTheFace()
{
    const auto box = sampleBox();
    const auto moved = translated(box, {10, 20, 30}, TextureLock::Off);
    VERIFY_OK(moved);
    for (FaceIndex face = 0; face < box.faceCount(); ++face) {
        const auto before = chartFrame(box, face);
        const auto after = chartFrame(*moved, face);
        QCOMPARE(after.sAxis, before.sAxis);
        QCOMPARE(after.tAxis, before.tAxis);
        QCOMPARE(after.size, before.size);
        QCOMPARE(after.origin, before.origin + Vec3d(10, 20, 30));
    }
}

void TestTriangulate::chartFrameIgnoresTheTexture()
{
    const auto box = sampleBox();
    const auto other = withUv(box, 2, withUvRotation(box.faces()[2].uv, {0, 1, 0}, 1));
    QCOMPARE(chartFrame(other, 2).sAxis, chartFrame(box, 2).sAxis);
    QCOMPARE(chartFrame(other, 2).origin, chartFrame(box, 2).origin);
}

void TestTriangulate::chartFrameNumbersGoFromZeroToOne()
{
    const auto frame = chartFrame(sampleBox(), 2); // the top
    QCOMPARE(frame.origin, (Vec3d{-1, 5, -2}));
    QCOMPARE(frame.size, (Vec2d{4, 9}));
    QCOMPARE(frame.normalized({1, 5, 7}), (Vec2d{0.5, 1}));
}

PLAIN_TEST(TestTriangulate)
} // namespace tst_triangulate

#include "tst_triangulate.moc"
