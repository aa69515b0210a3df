#include "engine_core/navigation/survey/nav_islands.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_fuzz.h"

#include <QTest>

namespace tst_nav_query
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// Two rooms side by side with an opening at z = 3.
struct TwoRooms : NavFixture
{
    TwoRooms()
    {
        box({-10, -1, -5}, {10, 0, 5});
        box({-0.2, 0, -5}, {0.2, 3, 2});
        box({-0.2, 0, 4}, {0.2, 3, 5});
    }
};
} // namespace

class TestNavQuery : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aPathGoesAroundTheCorner();
    void aPathEndsWhereTheGroundEnds();
    void withinOnePolygonThePathIsStraight();
    void areasWithAPriceAreAvoided();
    void portalsHoldTheStringInTheirMiddle();
    void portalsHaveTheirLeftEndOnTheLeft();
    void visitsTellTheOrderOfTheSearch();
    void fewNodesRunOut();
    void groundIsBelowAPlaceNotAbove_data();
    void groundIsBelowAPlaceNotAbove();
    void raysStopAtWalls();
    void wallsAreAsFarAsTheyAre();
    void reachableGroundGrowsWithTheCost();
    void linksAreWalkedAndSwitchedOff();
    void queriesFollowChangesOfTheMesh();
    void pathsAreNeverShorterThanTheBeeline();
};

void TestNavQuery::aPathGoesAroundTheCorner()
{
    const TwoRooms level;
    const auto mesh = level.mesh();
    const auto path = NavQuery{mesh}.findPath({-5, 0, -3}, {5, 0, -3});
    QVERIFY(path.found && !path.isPartial);
    QVERIFY(path.corners.size() >= 3);
    QVERIFY(path.length > 2 * std::hypot(4.5, 5.2) && path.length < 2 * std::hypot(5, 6) + 1);
    QVERIFY(std::abs(path.cost - path.length) < 1e-9); // all ground has the price 1
    QVERIFY(path.visited >= path.corridor.size());
    for (const auto& corner : path.corners)
        QVERIFY(NavQuery{mesh}.nearest(corner.position, {0.2, 0.3, 0.2}).has_value());
}

void TestNavQuery::aPathEndsWhereTheGroundEnds()
{
    TwoRooms level;
    level.box({-0.2, 0, 1}, {0.2, 3, 5}, "shut");
    const auto mesh = level.mesh();
    const auto path = NavQuery{mesh}.findPath({-5, 0, -3}, {5, 0, 0});
    QVERIFY(!path.found && path.isPartial);
    QVERIFY(path.start && path.goal);
    QVERIFY(path.corners.back().position.x < 0);
    const auto off = NavQuery{mesh}.findPath({-5, 40, -3}, {5, 0, 0});
    QVERIFY(!off.start && off.goal && !off.found && off.corners.empty());
}

void TestNavQuery::withinOnePolygonThePathIsStraight()
{
    NavFixture level;
    level.box({1, -1, 1}, {9, 0, 9}); // within one tile
    const auto mesh = level.mesh();
    const auto path = NavQuery{mesh}.findPath({4, 0, 4}, {6, 0, 6});
    QVERIFY(path.found);
    QCOMPARE(path.corners.size(), std::size_t{2});
    QVERIFY(std::abs(path.length - std::hypot(2, 2)) < 0.01);
    QVERIFY(std::abs(path.cost - path.length) < 0.01);
}

void TestNavQuery::areasWithAPriceAreAvoided()
{
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10});
    level.place({0, 0, -3}, NavVolume{{4, 2, 14}, NavVolumeRole::Area, NavArea::Water});
    const auto mesh = level.mesh();
    NavAgent agent;
    agent.waterCost = 1;
    const auto straight = NavQuery{mesh, NavFilter::of(agent)}.findPath({-6, 0, -8}, {6, 0, -8});
    agent.waterCost = 1.5; // through 4 m of water is still the shorter way
    const auto wading = NavQuery{mesh, NavFilter::of(agent)}.findPath({-6, 0, -8}, {6, 0, -8});
    QVERIFY(wading.found && std::abs(wading.length - straight.length) < 0.5);
    QVERIFY2(std::abs(wading.cost - (wading.length + 0.5 * 4)) < 0.5,
             qPrintable(QString::number(wading.cost)));
    QVERIFY(std::abs(straight.cost - straight.length) < 0.01);
    agent.waterCost = 100;
    const auto around = NavQuery{mesh, NavFilter::of(agent)}.findPath({-6, 0, -8}, {6, 0, -8});
    agent.waterCost = 0;
    const auto dry = NavQuery{mesh, NavFilter::of(agent)}.findPath({-6, 0, -8}, {6, 0, -8});
    QVERIFY(straight.found && around.found && dry.found);
    QVERIFY(straight.length < 12.5);
    QVERIFY(around.length > 20 && std::abs(around.length - dry.length) < 1);
}

void TestNavQuery::portalsHoldTheStringInTheirMiddle()
{
    const TwoRooms level;
    const auto mesh = level.mesh();
    const NavQuery query{mesh};
    const auto path = query.findPath({-9, 0, -4}, {9, 0, -4});
    const auto portals = query.portals(path.corridor);
    QCOMPARE(portals.size(), path.corridor.size() - 1);
    // The string crosses every portal between its ends.
    for (const auto& portal : portals) {
        double nearest = 1e9;
        for (std::size_t i = 1; i < path.corners.size(); ++i)
            for (int k = 0; k <= 200; ++k) {
                const auto p =
                    glm::mix(path.corners[i - 1].position, path.corners[i].position, k / 200.0);
                const auto along = portal.right - portal.left;
                const double t = std::clamp(glm::dot(p - portal.left, along) /
                                                std::max(glm::dot(along, along), 1e-9),
                                            0.0, 1.0);
                nearest = std::min(nearest, glm::length(p - (portal.left + along * t)));
            }
        QVERIFY(nearest < 0.2);
    }
}

void TestNavQuery::portalsHaveTheirLeftEndOnTheLeft()
{
    NavFixture level;
    level.box({-20, -1, -20}, {20, 0, 20}); // of several tiles
    level.box({-3, 0, -3}, {1, 2, 3});
    const auto mesh = level.mesh();
    const NavQuery query{mesh};
    const auto path = query.findPath({0, 0, 18}, {0, 0, -18});
    const auto portals = query.portals(path.corridor);
    QVERIFY(portals.size() > 3);
    for (const auto& portal : portals) // the walker looks along -z
        QVERIFY2(portal.left.x < portal.right.x,
                 qPrintable(QStringLiteral("%1 %2").arg(portal.left.x).arg(portal.right.x)));
}

void TestNavQuery::visitsTellTheOrderOfTheSearch()
{
    const TwoRooms level;
    const auto mesh = level.mesh();
    const NavQuery query{mesh};
    const auto path = query.findPath({-9, 0, -4}, {9, 0, -4});
    const auto visits = query.visits();
    QCOMPARE(visits.size(), path.visited);
    QCOMPARE(visits.front().polygon, path.corridor.front());
    QCOMPARE(visits.front().from, NavPolygonRef{0});
    for (std::size_t i = 1; i < visits.size(); ++i)
        QVERIFY(visits[i].from != 0 && visits[i].total >= visits[i].cost);
}

void TestNavQuery::fewNodesRunOut()
{
    NavFixture level;
    buildLevel(level.world, 10);
    const auto mesh = level.mesh();
    NavQuery query{mesh};
    query.setNodeLimit(4);
    const auto path = query.findPath({-7, 0, -7}, {7, 0, 7});
    QVERIFY(!path.found && path.ranOutOfNodes);
    query.setNodeLimit(0);
    QVERIFY(query.findPath({-7, 0, -7}, {7, 0, 7}).found);
}

void TestNavQuery::groundIsBelowAPlaceNotAbove_data()
{
    QTest::addColumn<Vec3d>("place");
    QTest::addColumn<double>("ground"); // height; below -100: there is none
    QTest::newRow("on it") << Vec3d{0, 0, 0} << 0.0;
    QTest::newRow("at the eyes") << Vec3d{0, 1.6, 0} << 0.0;
    QTest::newRow("too high") << Vec3d{0, 2, 0} << -1000.0;
    QTest::newRow("a step below") << Vec3d{0, -0.3, 0} << 0.0;
    QTest::newRow("too deep below") << Vec3d{0, -0.8, 0} << -1000.0;
    QTest::newRow("below the roof") << Vec3d{5, 2, 0} << -1000.0;
    QTest::newRow("above the roof") << Vec3d{5, 3.5, 0} << 3.0;
    QTest::newRow("between, nearer to what is above") << Vec3d{5, 1.6, 0} << 0.0;
    QTest::newRow("beside it") << Vec3d{-10.2, 0, 0} << 0.0;
    QTest::newRow("beside it and above") << Vec3d{-10.2, 1.2, 0} << -1000.0;
    QTest::newRow("at the edge and above") << Vec3d{-9.95, 1.2, 0} << 0.0;
}

void TestNavQuery::groundIsBelowAPlaceNotAbove()
{
    QFETCH(Vec3d, place);
    QFETCH(double, ground);
    NavFixture level;
    level.box({-10, -1, -3}, {10, 0, 3});
    level.box({2, 2.75, -3}, {10, 3, 3}, "roof");
    const auto mesh = level.mesh();
    const auto found = NavQuery{mesh}.nearest(place);
    QCOMPARE(found.has_value(), ground > -100);
    QVERIFY(!found || std::abs(found->position.y - ground) < 0.1);
}

void TestNavQuery::raysStopAtWalls()
{
    const TwoRooms level;
    const auto mesh = level.mesh();
    const NavQuery query{mesh};
    const auto hit = query.raycast({-5, 0, 0}, {5, 0, 0});
    QVERIFY(hit && hit->hit);
    QVERIFY(std::abs(hit->point.x + 0.2 + level.agent.radius) < 0.3);
    QVERIFY(hit->normal.x < -0.9);
    const auto free = query.raycast({-5, 0, 3}, {5, 0, 3});
    QVERIFY(free && !free->hit);
    QVERIFY(!query.raycast({0, 50, 0}, {1, 50, 0}));
}

void TestNavQuery::wallsAreAsFarAsTheyAre()
{
    NavFixture level;
    buildRoom(level.world);
    const auto mesh = level.mesh();
    const auto wall = NavQuery{mesh}.wallDistance({5, 0, 1}, 10);
    QVERIFY(wall.has_value());
    QVERIFY(std::abs(wall->distance - (3 - level.agent.radius)) < 0.2);
    QVERIFY(std::abs(wall->point.x - 7.65) < 0.2);
    QVERIFY(!NavQuery{mesh}.wallDistance({5, 0, 1}, 1)); // none so near
}

void TestNavQuery::reachableGroundGrowsWithTheCost()
{
    const TwoRooms level;
    const auto mesh = level.mesh();
    const NavQuery query{mesh};
    double last = 0;
    for (const double cost : {0.5, 8.0, 60.0}) {
        const auto reach = query.reachable({-8, 0, -4}, cost);
        QVERIFY(reach.has_value());
        QVERIFY(reach->area >= last);
        last = reach->area;
        for (const auto& place : reach->places)
            QVERIFY(place.cost <= cost);
    }
    QVERIFY(std::abs(last - groundArea(mesh)) < 0.01);
}

void TestNavQuery::linksAreWalkedAndSwitchedOff()
{
    NavFixture level;
    level.box({-6, -1, -3}, {-1, 0, 3});
    level.box({1, -1, -3}, {6, 0, 3});
    auto link = linkTo({3, 0, 0});
    const auto entity = level.place({-1.6, 0, 0}, link, "gap");
    auto mesh = level.mesh();
    QCOMPARE(mesh.linkCount(), std::size_t{1});
    QVERIFY(mesh.links().front().isConnected);
    QCOMPARE(mesh.links().front().entity, entity);
    const NavQuery query{mesh};
    const auto path = query.findPath({-5, 0, 0}, {5, 0, 0});
    QVERIFY(path.found);
    const auto jump = std::find_if(path.corners.begin(), path.corners.end(),
                                   [](const auto& corner) { return corner.link != 0; });
    QVERIFY(jump != path.corners.end());
    QCOMPARE(query.linkOf(jump->link), entity);
    QVERIFY(!leads(mesh, {5, 0, 0}, {-5, 0, 0})); // one way
    link.bothWays = true;
    level.set(entity, link);
    QVERIFY(leads(level.mesh(), {5, 0, 0}, {-5, 0, 0}));
    link.enabled = false;
    level.set(entity, link);
    QVERIFY(!leads(level.mesh(), {-5, 0, 0}, {5, 0, 0}));
    link.enabled = true;
    link.agents = "dog, cat";
    level.set(entity, link);
    QCOMPARE(level.mesh().linkCount(), std::size_t{0});
    link.agents = "dog, walker";
    link.end = {3, 9, 0}; // in the air
    level.set(entity, link);
    mesh = level.mesh();
    QVERIFY(!mesh.links().front().isConnected);
}

void TestNavQuery::queriesFollowChangesOfTheMesh()
{
    TwoRooms level;
    auto mesh = level.mesh();
    const NavQuery query{mesh};
    QVERIFY(query.findPath({-5, 0, -3}, {5, 0, -3}).found);
    level.box({-0.2, 0, 1}, {0.2, 3, 5}, "shut");
    const NavScene scene{level.world};
    const auto stale = staleTiles(mesh, scene);
    VERIFY_OK(stale);
    JobControl control;
    for (auto& tile : buildNavTiles(mesh.config(), scene, *stale, 1, control))
        VERIFY_OK(mesh.setTile(tile));
    QVERIFY(!query.findPath({-5, 0, -3}, {5, 0, -3}).found);
    VERIFY_OK(mesh.setTiles({}));
    QVERIFY(!query.findPath({-5, 0, -3}, {5, 0, -3}).start);
}

void TestNavQuery::pathsAreNeverShorterThanTheBeeline()
{
    NavFixture level;
    buildLevel(level.world, 40);
    const auto mesh = level.mesh();
    const NavQuery query{mesh};
    Dice dice{11};
    int found = 0;
    for (int i = 0; i < 500; ++i) {
        const Vec3d a{dice.between(-7, 7), 0, dice.between(-7, 7)};
        const Vec3d b{dice.between(-7, 7), 0, dice.between(-7, 7)};
        const auto path = query.findPath(a, b);
        if (!path.found)
            continue;
        ++found;
        const double beeline = glm::length(path.goal->position - path.start->position);
        QVERIFY(path.length >= beeline - 1e-3);
        const auto back = query.findPath(b, a);
        QVERIFY(back.found);
    }
    QVERIFY(found > 300);
}

PLAIN_TEST(TestNavQuery)
} // namespace tst_nav_query

#include "tst_nav_query.moc"
