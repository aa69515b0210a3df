#include "tests/program/registry.h"
#include "tests/support/fixtures/model_source.h"

#include <QTest>

#include <random>

namespace tst_mesh_shape
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A soup of triangles within 10 metres.
MeshShape soup(std::size_t triangles, std::mt19937& random)
{
    std::uniform_real_distribution<float> place{-5, 5};
    std::uniform_real_distribution<float> edge{-0.7f, 0.7f};
    Mesh mesh;
    for (std::size_t i = 0; i < triangles; ++i) {
        const Vec3f at{place(random), place(random), place(random)};
        for (int corner = 0; corner < 3; ++corner) {
            mesh.indices.push_back(static_cast<std::uint32_t>(mesh.vertices.size()));
            MeshVertex vertex{};
            vertex.position = at + Vec3f{edge(random), edge(random), edge(random)};
            mesh.vertices.push_back(vertex);
        }
    }
    mesh.faces.push_back({0, {}, 0, static_cast<std::uint32_t>(mesh.indices.size())});
    return MeshShape{std::move(mesh)};
}

/// Every triangle by itself, with the plane and three edges.
double nearestOneByOne(const MeshShape& shape, const Ray& ray)
{
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < shape.triangleCount(); ++i) {
        const auto [a, b, c] = shape.corners(i);
        const auto plane = Plane::through(a, b, c);
        if (!plane)
            continue;
        const auto at = intersect(ray, *plane);
        if (!at)
            continue;
        const auto p = ray.at(*at);
        const auto inside = [&](const Vec3d& from, const Vec3d& to) {
            return glm::dot(glm::cross(to - from, p - from), plane->normal) >= 0;
        };
        if (inside(a, b) && inside(b, c) && inside(c, a))
            nearest = std::min(nearest, *at);
    }
    return nearest;
}
} // namespace

class TestMeshShape : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void raysMeetWhatTestingEachTriangleFinds()
    {
        std::mt19937 random{7};
        std::uniform_real_distribution<double> number{-1, 1};
        for (const std::size_t triangles : {1U, 5U, 40U, 3000U}) {
            const auto shape = soup(triangles, random);
            int hits = 0;
            for (int i = 0; i < 300; ++i) {
                const Vec3d from{number(random) * 9, number(random) * 9, number(random) * 9};
                const auto way = Vec3d{number(random), number(random), number(random)} * 5.0 - from;
                const Ray ray{from, glm::normalize(way)};
                const auto hit = shape.raycast(ray);
                const double expected = nearestOneByOne(shape, ray);
                QCOMPARE(hit.has_value(), std::isfinite(expected));
                if (!hit)
                    continue;
                ++hits;
                QVERIFY(std::abs(hit->distance - expected) < 1e-6);
                QVERIFY(glm::dot(hit->normal, ray.direction) <= 0);
                QVERIFY(!shape.raycast(ray, hit->distance * 0.999));
            }
            if (triangles > 1000)
                QVERIFY(hits > 50);
        }
    }

    void aBoxHasTwelveEdgesAndNoDiagonals()
    {
        const auto box = boxModel({Vec3d{-1}, Vec3d{1}});
        QCOMPARE(box->triangleCount(), std::size_t{12});
        QCOMPARE(box->edges().size(), std::size_t{12});
    }

    void boundsFollowThePlace()
    {
        const auto box = boxModel({{0, 0, 0}, {1, 2, 3}});
        const Transform place{{10, 0, 0}, glm::angleAxis(Pi / 2, Vec3d{0, 1, 0}), {2, 1, 1}};
        const auto bounds = box->boundsAt(place);
        QVERIFY(glm::length(bounds.min - Vec3d{10, 0, -2}) < 1e-6);
        QVERIFY(glm::length(bounds.max - Vec3d{13, 2, 0}) < 1e-6);
    }

    void equalTrianglesHaveEqualHashes()
    {
        const auto a = boxModel({Vec3d{0}, Vec3d{1}});
        QCOMPARE(a->hash(), boxModel({Vec3d{0}, Vec3d{1}})->hash());
        QVERIFY(a->hash() != boxModel({Vec3d{0}, Vec3d{2}})->hash());
    }

    void theMarkerIsAClosedBoxThatSaysWhy()
    {
        const auto marker = MeshShape::marker(Name{"m"}, "it is gone");
        QCOMPARE(marker->problem(), std::string{"it is gone"});
        QCOMPARE(marker->edges().size(), std::size_t{12});
        for (std::size_t i = 0; i < marker->triangleCount(); ++i) {
            const auto [a, b, c] = marker->corners(i);
            QVERIFY(glm::dot(glm::cross(b - a, c - a), a) > 0); // fronts point outwards
        }
    }
};

PLAIN_TEST(TestMeshShape)
} // namespace tst_mesh_shape

#include "tst_mesh_shape.moc"
