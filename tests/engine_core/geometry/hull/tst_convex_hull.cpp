#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/geometry/hull/convex_hull.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_promises.h"

#include <QtTest>

#include <algorithm>
#include <limits>
#include <random>

namespace tst_convex_hull
{
using namespace engine;

class TestConvexHull : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cornersOfABoxGiveTheBox();
    void planesOfLikeFacesAreKept();
    void newFacesAreWorldAligned();
    void pointsInsideAndOnFacesAreLeftOut();
    void orderOfPointsDoesNotMatter();
    void nearlyEqualPointsBecomeOne();
    void nearlyCoplanarPointsBecomeOneFace();
    void tooLittleIsRefused_data();
    void tooLittleIsRefused();
    void hundredSidedPrismComesBack();
    void cloudsKeepTheirPromises_data();
    void cloudsKeepTheirPromises();
    void brushesComeBackFromTheirCorners();
    void latticesMakeBoxes();
    void thousandsOfPointsAreRefusedOrBuilt();
};

namespace
{
using Points = std::vector<Vec3d>;
using Random = std::mt19937;

Points pointsOf(const Brush& brush)
{
    return {brush.vertices().begin(), brush.vertices().end()};
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

bool hasVertexNear(const Brush& brush, const Vec3d& point, double within)
{
    return std::any_of(brush.vertices().begin(), brush.vertices().end(),
                       [&](const Vec3d& p) { return glm::distance(p, point) <= within; });
}

Brush sampleBox()
{
    return *makeBox({{-1, 0, -2}, {3, 5, 7}}, Name{"brick"});
}

std::vector<BrushFace> sampleFaces()
{
    const auto box = sampleBox();
    return {box.faces().begin(), box.faces().end()};
}
} // namespace

void TestConvexHull::cornersOfABoxGiveTheBox()
{
    const auto box = sampleBox();
    const auto hull = brushFromPoints(box.vertices(), {}, Name{"brick"});
    VERIFY_OK(hull);
    QCOMPARE(brokenPromise(*hull), std::string{});
    QCOMPARE(hull->faceCount(), std::size_t{6});
    for (const auto& face : box.faces())
        QVERIFY(std::find(hull->faces().begin(), hull->faces().end(), face) != hull->faces().end());
}

void TestConvexHull::planesOfLikeFacesAreKept()
{
    auto faces = sampleFaces();
    faces[2].material = Name{"marble"};
    faces[2].uv.offset = {0.25, 0.5};
    const auto hull = brushFromPoints(sampleBox().vertices(), faces, Name{"wood"});
    VERIFY_OK(hull);
    for (const auto& face : faces)
        QVERIFY(std::find(hull->faces().begin(), hull->faces().end(), face) != hull->faces().end());
}

void TestConvexHull::newFacesAreWorldAligned()
{
    auto points = pointsOf(sampleBox());
    points.push_back({1, 8, 2}); // a roof on top
    const auto hull = brushFromPoints(points, sampleBox().faces(), Name{"slate"});
    VERIFY_OK(hull);
    QCOMPARE(hull->faceCount(), std::size_t{9});
    int fresh = 0;
    for (const auto& face : hull->faces())
        if (face.material == Name{"slate"}) {
            QVERIFY(face.uv == worldAlignedUv(face.plane.normal));
            ++fresh;
        }
    QCOMPARE(fresh, 4);
}

void TestConvexHull::pointsInsideAndOnFacesAreLeftOut()
{
    Random random{1};
    const auto box = sampleBox();
    auto points = pointsOf(box);
    for (int i = 0; i < 500; ++i) {
        Vec3d p{between(random, -1, 3), between(random, 0, 5), between(random, -2, 7)};
        if (i % 3 == 1)
            p.y = i % 2 == 0 ? 0 : 5;
        if (i % 3 == 2)
            p = {p.x, 5, 7}; // on an edge
        points.push_back(p);
    }
    const auto hull = brushFromPoints(points, {});
    VERIFY_OK(hull);
    QCOMPARE(hull->faceCount(), std::size_t{6});
    QCOMPARE(hull->vertices().size(), std::size_t{8});
    QVERIFY(hull->bounds() == box.bounds());
}

void TestConvexHull::orderOfPointsDoesNotMatter()
{
    Random random{2};
    Points points;
    for (int i = 0; i < 40; ++i)
        points.push_back(glm::round(randomPoint(random, 10)));
    const auto first = brushFromPoints(points, {});
    VERIFY_OK(first);
    for (int i = 0; i < 20; ++i) {
        std::shuffle(points.begin(), points.end(), random);
        const auto again = brushFromPoints(points, {});
        VERIFY_OK(again);
        QCOMPARE(again->faceCount(), first->faceCount());
        QVERIFY(std::abs(volume(*again) - volume(*first)) < 1e-9 * volume(*first));
    }
}

void TestConvexHull::nearlyEqualPointsBecomeOne()
{
    Random random{3};
    Points points;
    for (const auto& corner : pointsOf(sampleBox()))
        for (int i = 0; i < 20; ++i)
            points.push_back(corner + randomPoint(random, 2e-6));
    const auto hull = brushFromPoints(points, sampleBox().faces());
    VERIFY_OK(hull);
    QCOMPARE(hull->faceCount(), std::size_t{6});
    QCOMPARE(hull->vertices().size(), std::size_t{8});
    QVERIFY(hull->bounds() == sampleBox().bounds());
}

void TestConvexHull::nearlyCoplanarPointsBecomeOneFace()
{
    Random random{4};
    Points points{{0, -5, 0}};
    for (int i = 0; i < 64; ++i) {
        const double angle = 2 * Pi * i / 64;
        points.push_back(
            {10 * std::cos(angle), between(random, -3e-6, 3e-6), 10 * std::sin(angle)});
    }
    const auto hull = brushFromPoints(points, {});
    VERIFY_OK(hull);
    QCOMPARE(hull->faceCount(), std::size_t{65});
    QCOMPARE(brokenPromise(*hull), std::string{});
}

void TestConvexHull::tooLittleIsRefused_data()
{
    QTest::addColumn<Points>("points");
    QTest::addColumn<QString>("reason");
    QTest::newRow("nothing") << Points{} << "four corners";
    QTest::newRow("three") << Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}} << "four corners";
    QTest::newRow("one place") << Points(9, Vec3d{1, 2, 3}) << "one plane";
    QTest::newRow("line") << Points{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {5, 5, 5}} << "one plane";
    QTest::newRow("square") << Points{{0, 1, 0}, {4, 1, 0}, {4, 1, 4}, {0, 1, 4}, {1, 1, 1}}
                            << "one plane";
    QTest::newRow("slanted") << Points{{0, 0, 0}, {4, 3, 1}, {8, 6, 2}, {1, 5, 7}, {5, 8, 8}}
                             << "one plane";
    QTest::newRow("hair") << Points{{0, 0, 0}, {4, 0, 0}, {4, 0, 4}, {0, 5e-6, 4}} << "one plane";
    QTest::newRow("not a number") << Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, std::nan(""), 1}}
                                  << "not a place in the world";
    QTest::newRow("infinite") << Points{{0, 0, 0},
                                        {1, 0, 0},
                                        {0, 1, 0},
                                        {0, std::numeric_limits<double>::infinity(), 1}}
                              << "not a place in the world";
    QTest::newRow("beyond the world")
        << Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1e6}} << "edge of the world";
}

void TestConvexHull::tooLittleIsRefused()
{
    QFETCH(Points, points);
    QFETCH(QString, reason);
    const auto hull = brushFromPoints(points, {});
    QVERIFY(!hull);
    QVERIFY2(QString::fromStdString(hull.error().message()).contains(reason),
             hull.error().message().c_str());
}

void TestConvexHull::hundredSidedPrismComesBack()
{
    Points points;
    for (int i = 0; i < 100; ++i) {
        const double angle = 2 * Pi * i / 100;
        for (const double y : {0.0, 4.0})
            points.push_back({2 * std::cos(angle), y, 2 * std::sin(angle)});
    }
    const auto hull = brushFromPoints(points, {});
    VERIFY_OK(hull);
    QCOMPARE(hull->faceCount(), std::size_t{102});
    QCOMPARE(hull->vertices().size(), std::size_t{200});
    QCOMPARE(brokenPromise(*hull), std::string{});
}

void TestConvexHull::cloudsKeepTheirPromises_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("size");
    QTest::addColumn<double>("away");
    for (const int count : {4, 5, 8, 20, 100, 300})
        for (const double size : {0.1, 1.0, 100.0, 30000.0})
            QTest::addRow("%d in %g m", count, size) << count << size << 0.0;
    QTest::newRow("far corner") << 50 << 3.0 << 32765.0;
}

void TestConvexHull::cloudsKeepTheirPromises()
{
    QFETCH(int, count);
    QFETCH(double, size);
    QFETCH(double, away);
    Random random{static_cast<unsigned>(count)};
    const double tolerance = 3 * WeldDistance * std::max(1.0, size / 1000);
    for (int round = 0; round < 100; ++round) {
        Points points;
        for (int i = 0; i < count; ++i)
            points.push_back(Vec3d{away} + randomPoint(random, size));
        const auto hull = brushFromPoints(points, {});
        if (!hull && count < 6)
            continue; // four points can well be nearly flat
        VERIFY_OK(hull);
        if (size <= 1000)
            QCOMPARE(brokenPromise(*hull), std::string{});
        for (const auto& point : points)
            QVERIFY(hull->contains(point, tolerance));
        for (const auto& vertex : hull->vertices()) // none but the points themselves
            QVERIFY(std::any_of(points.begin(), points.end(), [&](const Vec3d& p) {
                return glm::distance(p, vertex) <= 100 * tolerance;
            }));
    }
}

void TestConvexHull::brushesComeBackFromTheirCorners()
{
    Random random{5};
    for (int round = 0; round < 300; ++round) {
        auto faces = sampleFaces();
        for (int i = 0; i < 6; ++i) {
            const auto direction = randomPoint(random, 1);
            if (glm::length(direction) < 0.2)
                continue;
            const auto normal = glm::normalize(direction);
            faces.push_back({{normal, glm::dot(normal, Vec3d{1, 2, 2}) + between(random, 1, 4)},
                             Name{"cut"},
                             worldAlignedUv(normal)});
        }
        auto brush = Brush::fromFaces(faces);
        VERIFY_OK(brush);
        if (round % 2 == 1)
            brush = translated(*brush, randomPoint(random, 20000), TextureLock::On);
        VERIFY_OK(brush);
        const auto hull = brushFromPoints(brush->vertices(), brush->faces());
        VERIFY_OK(hull);
        QCOMPARE(brokenPromise(*hull), std::string{});
        for (const auto& vertex : brush->vertices())
            QVERIFY(hasVertexNear(*hull, vertex, 1e-3));
        for (const auto& face : hull->faces())
            QVERIFY(std::find(brush->faces().begin(), brush->faces().end(), face) !=
                    brush->faces().end());
    }
}

void TestConvexHull::latticesMakeBoxes()
{
    for (const double step : {1.0 / 64, 0.1, 1.0, 1000.0}) {
        Points points;
        for (int x = 0; x < 10; ++x)
            for (int y = 0; y < 10; ++y)
                for (int z = 0; z < 10; ++z)
                    points.push_back(Vec3d{x, y, z} * step);
        const auto hull = brushFromPoints(points, {});
        VERIFY_OK(hull);
        QCOMPARE(hull->faceCount(), std::size_t{6});
        QVERIFY(hull->bounds() == (Aabb{Vec3d{0}, Vec3d{9} * step}));
    }
}

void TestConvexHull::thousandsOfPointsAreRefusedOrBuilt()
{
    Random random{6};
    Points cloud;
    Points sphere;
    for (int i = 0; i < 5000; ++i) {
        cloud.push_back(randomPoint(random, 100));
        sphere.push_back(glm::normalize(randomPoint(random, 1) + 1e-9) * 10.0);
    }
    const auto hull = brushFromPoints(cloud, {});
    VERIFY_OK(hull);
    QCOMPARE(brokenPromise(*hull), std::string{});
    const auto tooRound = brushFromPoints(sphere, {});
    QVERIFY(!tooRound);
    QVERIFY(QString::fromStdString(tooRound.error().message()).contains("1024 faces"));
}

PLAIN_TEST(TestConvexHull)
} // namespace tst_convex_hull

#include "tst_convex_hull.moc"
