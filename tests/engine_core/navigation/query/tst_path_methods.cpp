#include "engine_core/navigation/query/path_methods.h"
#include "engine_core/navigation/search/nav_graph.h"
#include "engine_core/navigation/search/nav_grid.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

#include <random>

namespace tst_path_methods
{
using namespace engine;
using namespace mapwright::test;

/// Searches over meshes and grids of random levels, compared with each other.
class TestPathMethods : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void allMethodsFindTheWay();
    void theFrontierIsKnownAtEveryStep();
    void portalsHoldTheString();
    void searchesOverPolygonsAgree();
    void aPulledStringStaysInItsCorridorAndIsShort();
    void pricesLeadAround();
    void linksAreFollowed();
    void gridsKnowTheFloorThatIsNearerOnFoot();
    void gridsDoNotTakeAnotherFloorForTheGoal();
    void whatCannotBeFoundIsSaid();
    void aCancelledSearchFindsNothing();
};

namespace
{
double between(std::mt19937& random, double low, double high)
{
    return std::uniform_real_distribution{low, high}(random);
}

/// A floor of 24 m with pillars in the way.
NavMesh pillars(unsigned seed)
{
    std::mt19937 random{seed};
    NavFixture level;
    level.box({-12, -1, -12}, {12, 0, 12});
    for (int i = 0; i < 24; ++i) {
        const Vec3d at{between(random, -11, 10), 0, between(random, -11, 10)};
        level.box(at, at + Vec3d{between(random, 0.5, 3), 3, between(random, 0.5, 3)});
    }
    return level.mesh();
}

std::optional<NavPoint> randomPlace(const NavQuery& query, std::mt19937& random)
{
    return query.nearest({between(random, -11, 11), 0, between(random, -11, 11)}, {0.1, 0.5, 0.1});
}

/// How far outside of all polygons of the corridor a place is, seen from above.
double distanceTo(const std::map<NavPolygonRef, NavPolygon>& polygons,
                  const std::vector<NavPolygonRef>& corridor,
                  const Vec3d& place)
{
    double nearest = 1e9;
    for (const auto ref : corridor) {
        const auto& corners = polygons.at(ref).corners;
        double outside = 0;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto& a = corners[i];
            const auto along = corners[(i + 1) % corners.size()] - a;
            const auto away = glm::normalize(Vec3d{-along.z, 0, along.x});
            outside = std::max(outside, glm::dot(place - a, away));
        }
        nearest = std::min(nearest, outside);
    }
    return nearest;
}

double lengthOf(const std::vector<Vec3d>& places)
{
    double length = 0;
    for (std::size_t i = 1; i < places.size(); ++i)
        length += glm::distance(places[i - 1], places[i]);
    return length;
}
} // namespace

void TestPathMethods::allMethodsFindTheWay()
{
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10});
    level.box({-1, 0, -10}, {1, 3, 7}); // a wall with a gap at one end
    const auto mesh = level.mesh();
    const auto filter = NavFilter::of(level.agent);
    std::map<PathMethod, PathTrace> traces;
    for (const auto method : AllPathMethods) {
        const auto trace = tracePath(mesh, filter, method, {-8, 0, -8}, {8, 0, -8});
        QVERIFY2(trace.found(), pathMethodName(method));
        QVERIFY(glm::distance(trace.corners.front(), Vec3d{-8, 0, -8}) < 0.2);
        QVERIFY(glm::distance(trace.corners.back(), Vec3d{8, 0, -8}) < 0.2);
        // Round the wall's end: 2 x 16.6 m and the wall's thickness.
        // Steps of a grid have eight directions, which makes its ways up to 8 % longer.
        QVERIFY2(trace.length > 33 && trace.length < 40, pathMethodName(method));
        QVERIFY(!trace.closed.empty());
        QVERIFY(trace.cost > 30);
        traces.emplace(method, trace);
    }
    const auto looked = [&](PathMethod method) {
        return traces[method].closed.size() + traces[method].waiting.size();
    };
    QVERIFY(looked(PathMethod::GridJumpPoint) * 2 < looked(PathMethod::GridAStar));
    QVERIFY(looked(PathMethod::GridAStar) <= looked(PathMethod::GridDijkstra));
    QVERIFY(std::abs(traces[PathMethod::GridJumpPoint].cost -
                     traces[PathMethod::GridDijkstra].cost) < 1e-9);
    QVERIFY(traces[PathMethod::MeshAStar].length < traces[PathMethod::GridAStar].length + 1e-6);
}

void TestPathMethods::theFrontierIsKnownAtEveryStep()
{
    const auto mesh = pillars(3);
    const auto filter = NavFilter::everything();
    for (const auto method : AllPathMethods) {
        const auto trace = tracePath(mesh, filter, method, {-11, 0, -11.5}, {11, 0, 11.5});
        QVERIFY2(trace.found() && trace.closed.size() > 2, pathMethodName(method));
        QCOMPARE(trace.waitingAfter(0).size(), std::size_t{1}); // the start
        for (std::size_t step = 0; step < trace.closed.size(); ++step) {
            const auto waiting = trace.waitingAfter(step);
            const auto isNext = [&](const PathVisit& visit) {
                return visit.place == trace.closed[step].place;
            };
            QVERIFY2(std::any_of(waiting.begin(), waiting.end(), isNext), pathMethodName(method));
        }
        QVERIFY(!trace.waiting.empty() || method != PathMethod::GridAStar);
        QCOMPARE(trace.waitingAfter(trace.closed.size()).size(), trace.waiting.size());
    }
}

void TestPathMethods::portalsHoldTheString()
{
    const auto mesh = pillars(3);
    const auto filter = NavFilter::everything();
    for (const auto method : {PathMethod::MeshAStar, PathMethod::MeshDijkstra}) {
        const auto trace = tracePath(mesh, filter, method, {-11, 0, -11.5}, {11, 0, 11.5});
        QVERIFY(!trace.portals.empty());
        // Every turn of the string is an end of a portal.
        for (std::size_t i = 1; i + 1 < trace.corners.size(); ++i) {
            const auto isEnd = [&](const NavPortal& portal) {
                return std::min(glm::distance(portal.left, trace.corners[i]),
                                glm::distance(portal.right, trace.corners[i])) < 0.05;
            };
            QVERIFY2(std::any_of(trace.portals.begin(), trace.portals.end(), isEnd),
                     pathMethodName(method));
        }
    }
    QVERIFY(tracePath(mesh, filter, PathMethod::GridAStar, {-11, 0, -11.5}, {11, 0, 11.5})
                .portals.empty());
}

void TestPathMethods::searchesOverPolygonsAgree()
{
    int found = 0;
    for (unsigned seed = 0; seed < 20; ++seed) {
        const auto mesh = pillars(seed);
        const auto filter = NavFilter::everything();
        const NavQuery query{mesh, filter};
        std::mt19937 random{seed + 1000}; // not the numbers that placed the pillars
        for (int pair = 0; pair < 30; ++pair) {
            const auto from = randomPlace(query, random);
            const auto to = randomPlace(query, random);
            if (!from || !to)
                continue;
            const NavGraph graph{mesh, filter, *from, *to};
            const auto blind = searchGraph(graph, graph.start(), noEstimate);
            const auto towards =
                searchGraph(graph, graph.start(), [&](GraphNode n) { return graph.estimate(n); });
            QCOMPARE(towards.found(), blind.found());
            QCOMPARE(towards.cost, blind.cost);
            QVERIFY(towards.closedCount <= blind.closedCount);
            QCOMPARE(query.findPath(from->position, to->position).found, blind.found());
            found += blind.found() ? 1 : 0;
        }
    }
    QVERIFY2(found > 250, qPrintable(QString::number(found)));
}

void TestPathMethods::aPulledStringStaysInItsCorridorAndIsShort()
{
    int bends = 0;
    for (unsigned seed = 100; seed < 120; ++seed) {
        const auto mesh = pillars(seed);
        const NavQuery query{mesh};
        std::map<NavPolygonRef, NavPolygon> polygons;
        for (const auto& polygon : mesh.polygons())
            polygons.emplace(polygon.ref, polygon);
        std::mt19937 random{seed + 1000}; // not the numbers that placed the pillars
        for (int pair = 0; pair < 20; ++pair) {
            const auto from = randomPlace(query, random);
            const auto to = randomPlace(query, random);
            if (!from || !to)
                continue;
            const auto path = query.findPath(from->position, to->position);
            if (!path.found)
                continue;
            const auto pulled =
                query.straighten(path.corridor, path.start->position, path.goal->position).corners;
            std::vector<Vec3d> places;
            for (const auto& corner : pulled)
                places.push_back(corner.position);
            QVERIFY(std::abs(lengthOf(places) - path.length) < 1e-6);
            bends += static_cast<int>(places.size()) - 2;
            for (std::size_t i = 1; i < places.size(); ++i)
                for (int part = 0; part <= 10; ++part) {
                    const auto place = glm::mix(places[i - 1], places[i], part / 10.0);
                    QVERIFY2(distanceTo(polygons, path.corridor, place) < 0.01,
                             qPrintable(QStringLiteral("seed %1").arg(seed)));
                }
            const auto portals = query.portals(path.corridor);
            for (int sample = 0; sample < 20; ++sample) {
                std::vector<Vec3d> other{places.front()};
                for (const auto& portal : portals)
                    other.push_back(glm::mix(portal.left, portal.right, between(random, 0, 1)));
                other.push_back(places.back());
                QVERIFY(lengthOf(places) <= lengthOf(other) + 1e-4);
            }
        }
    }
    QVERIFY(bends > 100); // there was something to go round
}

void TestPathMethods::pricesLeadAround()
{
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10});
    NavVolume pond;
    pond.size = {4, 2, 12};
    pond.area = NavArea::Water;
    level.place({0, 0, 0}, pond);
    const auto mesh = level.mesh();
    const Vec3d from{-8, 0, 0};
    const Vec3d to{8, 0, 0};
    for (const auto method : {PathMethod::MeshAStar, PathMethod::MeshDijkstra}) {
        const auto dry = tracePath(mesh, NavFilter::of(level.agent), method, from, to);
        const auto any = tracePath(mesh, NavFilter::everything(), method, from, to);
        QVERIFY2(dry.length > any.length + 1, pathMethodName(method));
        QVERIFY(any.length < 16.5);
    }
}

void TestPathMethods::linksAreFollowed()
{
    NavFixture level;
    level.box({-10, -1, -4}, {-2, 0, 4});
    level.box({2, -1, -4}, {10, 0, 4});
    level.agent.jumpDistance = 5;
    level.place({-2.8, 0, 0}, linkTo({5.6, 0, 0}), "jump");
    const auto mesh = level.mesh();
    QCOMPARE(mesh.linkCount(), std::size_t{1});
    const auto filter = NavFilter::of(level.agent);
    const auto there = tracePath(mesh, filter, PathMethod::MeshDijkstra, {-8, 0, 0}, {8, 0, 0});
    QVERIFY(there.found());
    QVERIFY2(there.length > 15 && there.length < 18, qPrintable(QString::number(there.length)));
    const NavQuery query{mesh, filter};
    const auto path = query.findPath({-8, 0, 0}, {8, 0, 0});
    const auto portals = query.portals(path.corridor);
    QCOMPARE(portals.size() + 1, path.corridor.size());
    const auto isAt = [&](const Vec3d& place) {
        return std::any_of(portals.begin(), portals.end(), [&](const NavPortal& portal) {
            return portal.left == portal.right && glm::distance(portal.left, place) < 0.05;
        });
    };
    QVERIFY(isAt({-2.8, 0, 0}) && isAt({2.8, 0, 0}));
    const auto back = tracePath(mesh, filter, PathMethod::MeshDijkstra, {8, 0, 0}, {-8, 0, 0});
    QVERIFY(!back.found()); // it leads one way
    QVERIFY(!tracePath(mesh, filter, PathMethod::GridAStar, {-8, 0, 0}, {8, 0, 0}).found());
}

void TestPathMethods::gridsKnowTheFloorThatIsNearerOnFoot()
{
    NavFixture level;
    level.box({-8, -1, -8}, {8, 0, 8});
    level.box({-8, 3, -8}, {8, 3.25, 8});
    const auto mesh = level.mesh();
    const NavQuery query{mesh};
    for (const double floor : {0.0, 3.25}) {
        const auto from = query.nearest({1, floor, 1}, {0.3, 0.3, 0.3});
        QVERIFY(from.has_value());
        const auto grid = NavGrid::around(mesh, *from);
        QVERIFY(grid.has_value());
        const auto cell = grid->freeCellNear({-6, floor, 5});
        QVERIFY(cell.has_value());
        const auto place = grid->placeOf(*cell);
        QVERIFY(std::abs(place.y - floor) < 0.1);
        QVERIFY(std::abs(place.x + 6) < grid->cellSize() &&
                std::abs(place.z - 5) < grid->cellSize());
        QVERIFY(!grid->map().isFree(grid->cellAt({100, floor, 0})));
        QVERIFY(!grid->freeCellNear({-6, 3.25 - floor, 5}).has_value());
    }
    // Few cells are bigger cells.
    const auto coarse = NavGrid::around(mesh, *query.nearest({1, 0, 1}), 100);
    QVERIFY(coarse->map().width() * coarse->map().height() <= 144);
}

void TestPathMethods::gridsDoNotTakeAnotherFloorForTheGoal()
{
    NavFixture level;
    level.box({-8, -1, -8}, {8, 0, 8});
    level.box({-8, 3, -8}, {8, 3.25, 8});
    const auto mesh = level.mesh();
    for (const auto method :
         {PathMethod::GridAStar, PathMethod::GridJumpPoint, PathMethod::GridDijkstra}) {
        const auto trace =
            tracePath(mesh, NavFilter::everything(), method, {1, 0, 1}, {-6, 3.25, 5});
        QVERIFY(!trace.found() && trace.closed.empty());
        QVERIFY2(trace.problem.starts_with("The goal is on another floor"), trace.problem.c_str());
        QVERIFY(
            tracePath(mesh, NavFilter::everything(), method, {1, 3.25, 1}, {-6, 3.25, 5}).found());
    }
}

void TestPathMethods::whatCannotBeFoundIsSaid()
{
    NavFixture level;
    level.box({-10, -1, -4}, {-2, 0, 4});
    level.box({2, -1, -4}, {10, 0, 4});
    const auto mesh = level.mesh();
    for (const auto method : AllPathMethods) {
        const auto apart = tracePath(mesh, NavFilter::everything(), method, {-8, 0, 0}, {8, 0, 0});
        QVERIFY(!apart.found());
        QVERIFY(!apart.problem.empty());
        QCOMPARE(apart.length, 0.0);
        const auto off = tracePath(mesh, NavFilter::everything(), method, {0, 50, 0}, {8, 0, 0});
        QCOMPARE(off.problem, std::string{"The start is off the mesh"});
        const auto goal = tracePath(mesh, NavFilter::everything(), method, {8, 0, 0}, {0, 50, 0});
        QCOMPARE(goal.problem, std::string{"The goal is off the mesh"});
    }
}

void TestPathMethods::aCancelledSearchFindsNothing()
{
    NavFixture level;
    level.box({-30, -1, -30}, {30, 0, 30});
    PathTraceOptions options;
    options.cancelled = [] {
        return true;
    };
    const auto trace = tracePath(level.mesh(), NavFilter::everything(), PathMethod::GridDijkstra,
                                 {-25, 0, -25}, {25, 0, 25}, options);
    QVERIFY(!trace.found());
    QVERIFY(trace.closed.size() <= 1024);
}

CORE_TEST(TestPathMethods)
} // namespace tst_path_methods

#include "tst_path_methods.moc"
