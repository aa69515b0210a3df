#include "engine_core/math/aabb.h"
#include "engine_core/math/grid.h"
#include "engine_core/math/plane.h"
#include "engine_core/math/ray.h"
#include "engine_core/math/transform.h"
#include "tests/program/registry.h"

#include <QtTest>

namespace tst_math
{
using namespace engine;

class TestMath : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void planeFacesTheSideSeenCounterClockwise();
    void planeRefusesPointsOnALine();
    void planeMoves();
    void emptyBoxHasNoSize();
    void boxGrowsByPointsAndBoxes();
    void touchingBoxesIntersect();
    void distanceToABoxIsZeroInside();
    void rayMeetsPlanesInFrontOnly();
    void rayMeetsBoxes_data();
    void rayMeetsBoxes();
    void dragFollowsTheMouseAlongAnAxis();
    void gridSnapsToMultiplesOfItsStep();
    void gridWithoutAStepDoesNotSnap();
    void transformScalesRotatesAndMoves();
    void matrixDoesWhatApplyDoes();
    void childTransformIsSeenFromItsParent();
};

namespace
{
constexpr double Tiny = 1e-12;

Quatd quarterTurnAboutY()
{
    return glm::angleAxis(Pi / 2, Vec3d{0, 1, 0});
}

bool isNear(const Vec3d& a, const Vec3d& b)
{
    return glm::distance(a, b) < Tiny;
}
} // namespace

void TestMath::planeFacesTheSideSeenCounterClockwise()
{
    const auto plane = Plane::through({0, 2, 0}, {0, 2, 1}, {1, 2, 0});
    QVERIFY(plane.has_value());
    QCOMPARE(plane->normal, (Vec3d{0, 1, 0}));
    QCOMPARE(plane->distance, 2.0);
    QCOMPARE(plane->above({5, 5, 5}), 3.0);
    QCOMPARE(plane->flipped().above({5, 5, 5}), -3.0);
}

void TestMath::planeRefusesPointsOnALine()
{
    QVERIFY(!Plane::through({0, 0, 0}, {1, 1, 1}, {3, 3, 3}));
    QVERIFY(!Plane::through({1, 2, 3}, {1, 2, 3}, {4, 5, 6}));
    QVERIFY(!Plane::through({NAN, 0, 0}, {0, 1, 0}, {0, 0, 1}));
}

void TestMath::planeMoves()
{
    const Plane plane{{0, 1, 0}, 2};
    QCOMPARE(plane.translated({7, 3, -4}), (Plane{{0, 1, 0}, 5}));
}

void TestMath::emptyBoxHasNoSize()
{
    const Aabb empty;
    QVERIFY(empty.isEmpty());
    QCOMPARE(empty.size(), Vec3d{0});
    QVERIFY(empty.grown(1).isEmpty());
    QVERIFY(empty.translated(Vec3d{1}).isEmpty());
    QVERIFY(!empty.intersects(Aabb{Vec3d{-1}, Vec3d{1}}));
}

void TestMath::boxGrowsByPointsAndBoxes()
{
    Aabb box;
    box.add(Vec3d{1, 2, 3});
    QVERIFY(!box.isEmpty());
    box.add(Aabb{Vec3d{-1}, Vec3d{0}});
    QCOMPARE(box, (Aabb{Vec3d{-1}, Vec3d{1, 2, 3}}));
    QCOMPARE(box.size(), (Vec3d{2, 3, 4}));
    QCOMPARE(box.center(), (Vec3d{0, 0.5, 1}));
    QVERIFY(box.grown(1).contains(box));
    QVERIFY(!box.contains(box.grown(1)));
}

void TestMath::touchingBoxesIntersect()
{
    const Aabb box{Vec3d{0}, Vec3d{1}};
    QVERIFY(box.intersects(box.translated({1, 0, 0})));
    QVERIFY(!box.intersects(box.translated({1.001, 0, 0})));
    QVERIFY(box.contains(Vec3d{1}));
}

void TestMath::distanceToABoxIsZeroInside()
{
    const Aabb box{Vec3d{0}, Vec3d{1}};
    QCOMPARE(box.distanceTo(Vec3d{0.5}), 0.0);
    QCOMPARE(box.distanceTo({4, 5, 0.5}), 5.0);
}

void TestMath::rayMeetsPlanesInFrontOnly()
{
    const Plane floor{{0, 1, 0}, 0};
    QCOMPARE(intersect(Ray{{0, 3, 0}, {0, -1, 0}}, floor), std::optional{3.0});
    QVERIFY(!intersect(Ray{{0, 3, 0}, {0, 1, 0}}, floor));
    QVERIFY(!intersect(Ray{{0, 3, 0}, {1, 0, 0}}, floor));
}

void TestMath::rayMeetsBoxes_data()
{
    QTest::addColumn<Vec3d>("origin");
    QTest::addColumn<Vec3d>("direction");
    QTest::addColumn<double>("expected"); // below 0 is a miss
    QTest::newRow("hit") << Vec3d{-2, 0.5, 0.5} << Vec3d{1, 0, 0} << 2.0;
    QTest::newRow("behind") << Vec3d{2, 0.5, 0.5} << Vec3d{1, 0, 0} << -1.0;
    QTest::newRow("inside") << Vec3d{0.5} << Vec3d{1, 0, 0} << 0.0;
    QTest::newRow("beside") << Vec3d{-2, 1.5, 0.5} << Vec3d{1, 0, 0} << -1.0;
    QTest::newRow("along a side") << Vec3d{-2, 1, 0.5} << Vec3d{1, 0, 0} << 2.0;
    QTest::newRow("slanted past") << Vec3d{-1, 1.5, 0.5} << glm::normalize(Vec3d{1, 1, 0}) << -1.0;
}

void TestMath::rayMeetsBoxes()
{
    QFETCH(Vec3d, origin);
    QFETCH(Vec3d, direction);
    QFETCH(double, expected);
    const auto hit = intersect(Ray{origin, direction}, Aabb{Vec3d{0}, Vec3d{1}});
    QCOMPARE(hit.value_or(-1.0), expected);
}

void TestMath::dragFollowsTheMouseAlongAnAxis()
{
    const Ray ray{{3, 5, 1}, {0, -1, 0}};
    const auto along = closestDistanceOnAxis(ray, {1, 0, 0}, {1, 0, 0});
    QVERIFY(along.has_value());
    QCOMPARE(*along, 2.0);
    QCOMPARE(closestDistanceOnAxis(ray, {1, 0, 0}, {2, 0, 0}), std::optional{1.0});
    QVERIFY(!closestDistanceOnAxis(ray, {1, 0, 0}, {0, 1, 0}));
}

void TestMath::gridSnapsToMultiplesOfItsStep()
{
    const Grid grid{0.25, true};
    QCOMPARE(grid.snap(0.3), 0.25);
    QCOMPARE(grid.snap(-0.3), -0.25);
    QCOMPARE(grid.snapDown(0.49), 0.25);
    QCOMPARE(grid.snapUp(0.26), 0.5);
    QCOMPARE(grid.snapUp(0.5), 0.5);
    QCOMPARE(grid.snapDown(0.5), 0.5);
    QCOMPARE(grid.snap(Vec3d{0.1, 0.2, 0.9}), (Vec3d{0, 0.25, 1}));
}

void TestMath::gridWithoutAStepDoesNotSnap()
{
    QCOMPARE((Grid{0, true}.snap(0.3)), 0.3);
    QCOMPARE((Grid{-1, true}.snapUp(0.3)), 0.3);
    QCOMPARE((Grid{0.25, false}.snapDown(0.3)), 0.3);
}

void TestMath::transformScalesRotatesAndMoves()
{
    const Transform transform{{10, 0, 0}, quarterTurnAboutY(), {2, 1, 1}};
    QVERIFY(isNear(transform.apply({1, 0, 0}), {10, 0, -2}));
    QVERIFY(isNear(transform.applyToDirection({1, 0, 0}), {0, 0, -2}));
    QCOMPARE(Transform{}.apply({1, 2, 3}), (Vec3d{1, 2, 3}));
}

void TestMath::matrixDoesWhatApplyDoes()
{
    const Transform transform{{1, 2, 3}, quarterTurnAboutY(), {2, 3, 4}};
    const auto product = transform.matrix() * Vec4d{5, 6, 7, 1};
    QVERIFY(isNear(Vec3d{product}, transform.apply({5, 6, 7})));
}

void TestMath::childTransformIsSeenFromItsParent()
{
    const Transform parent{{1, 2, 3}, quarterTurnAboutY(), Vec3d{2}};
    const Transform child{{4, 5, 6}, quarterTurnAboutY(), Vec3d{3}};
    const Vec3d p{7, 8, 9};
    QVERIFY(glm::distance((parent * child).apply(p), parent.apply(child.apply(p))) < 1e-10);
}

PLAIN_TEST(TestMath)
} // namespace tst_math

#include "tst_math.moc"
