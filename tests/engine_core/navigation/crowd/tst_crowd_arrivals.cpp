#include "engine_core/navigation/crowd/nav_crowd.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/crowd_walk.h"
#include "tests/support/fixtures/nav_fixture.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_crowd_arrivals
{
using namespace engine;
using namespace mapwright::test;

namespace
{
const EntityId One{1};
const EntityId Two{2};
const EntityId Post{1000};

EntityId walkerOf(int i)
{
    return EntityId{static_cast<std::uint64_t>(i) + 1};
}

/// A plain of 50 by 40 m.
struct PlainFixture : NavFixture
{
    PlainFixture() { box({-25, -1, -20}, {25, 0, 20}); }

    /// A corridor of that width along x, 16 m long.
    void addCorridor(double width)
    {
        box({-8, 0, -20}, {8, 3, -width / 2});
        box({-8, 0, width / 2}, {8, 3, 20});
    }
};

bool allArrived(const std::vector<CrowdEvent>& events)
{
    return std::all_of(events.begin(), events.end(),
                       [](const CrowdEvent& event) { return event.arrived; });
}
} // namespace

/// That every walk ends with an event, and where.
class TestCrowdArrivals : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void severalSentToOnePlaceArrive_data();
    void severalSentToOnePlaceArrive();
    void placesWhereSomebodyStandsAreReached_data();
    void placesWhereSomebodyStandsAreReached();
    void aGoalBeyondAThinWallIsNotReached();
    void linksInACrowdAreReached_data();
    void linksInACrowdAreReached();
    void whoMeetsInACorridorGetsPast_data();
    void whoMeetsInACorridorGetsPast();
    void groupsThatCrossArrive_data();
    void groupsThatCrossArrive();
    void aRowOfOthersIsPushedAside();
    void aClosedWayEndsWithAReason();
    void aQueueBehindOneWhoIsHeldWaits();
    void whoFollowsSomebodyFastGoesOn();
    void slowWalkersAreNotStuck();
    void fastWalkersStopAtTheirGoal_data();
    void fastWalkersStopAtTheirGoal();
    void whoIsSentOnOverALinkArrivesOnce();
    void aGoalOutOfReachIsToldOnce();
};

void TestCrowdArrivals::severalSentToOnePlaceArrive_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {2, 3, 4, 6})
        QTest::addRow("%d", count) << count;
}

void TestCrowdArrivals::severalSentToOnePlaceArrive()
{
    QFETCH(const int, count);
    const PlainFixture level;
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    for (int i = 0; i < count; ++i) {
        const double angle = 2 * glm::pi<double>() * i / count + 0.3;
        QVERIFY(crowd.add(walkerOf(i), {6 * std::cos(angle), 0, 6 * std::sin(angle)}, {}));
        crowd.moveTo(walkerOf(i), {0, 0, 0});
    }
    CrowdWalk walk{crowd};
    QVERIFY(walk.untilEvents(static_cast<std::size_t>(count), 10));
    for (const auto& event : walk.events) {
        QVERIFY(event.arrived);
        QVERIFY(across(crowd.placeOf(event.walker).position, {0, 0, 0}) < 1.5);
    }
}

void TestCrowdArrivals::placesWhereSomebodyStandsAreReached_data()
{
    QTest::addColumn<bool>("isWalker");
    QTest::newRow("a post") << false;
    QTest::newRow("a walker who was sent nowhere") << true;
}

void TestCrowdArrivals::placesWhereSomebodyStandsAreReached()
{
    QFETCH(const bool, isWalker);
    const PlainFixture level;
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(One, {-6, 0, 0.1}, {}));
    if (isWalker)
        QVERIFY(crowd.add(Two, {0, 0, 0}, {}));
    else
        crowd.setObstacle(Post, {.position = {0, 0, 0}});
    crowd.moveTo(One, {0, 0, 0});
    CrowdWalk walk{crowd};
    QVERIFY(walk.untilEvents(1, 8));
    QVERIFY(walk.events[0].arrived);
    QVERIFY(across(crowd.placeOf(One).position, {0, 0, 0}) < 1);
}

void TestCrowdArrivals::aGoalBeyondAThinWallIsNotReached()
{
    // A slow one gets no nearer for long where it has to go along the wall.
    PlainFixture level;
    level.box({-12, 0, -0.02}, {-2, 3, 0.02});
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(One, {-8, 0, -0.4}, {.speed = 0.4}));
    QVERIFY(crowd.add(Two, {-7.6, 0, -0.4}, {}));
    crowd.moveTo(One, {-8, 0, 0.25});
    CrowdWalk walk{crowd};
    QVERIFY(walk.untilEvents(1, 60));
    QVERIFY(walk.events[0].arrived);
    QVERIFY(crowd.placeOf(One).position.z > 0);
}

void TestCrowdArrivals::linksInACrowdAreReached_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("height"); // of the far platform
    QTest::newRow("jump") << static_cast<int>(NavLinkKind::Jump) << 0.0;
    QTest::newRow("ladder") << static_cast<int>(NavLinkKind::Ladder) << 4.0;
}

void TestCrowdArrivals::linksInACrowdAreReached()
{
    QFETCH(const int, kind);
    QFETCH(const double, height);
    NavFixture level;
    level.box({-20, -6, -10}, {0, 0, 10});
    level.box({2, -8, -10}, {22, height, 10});
    auto link = linkTo({3.2, height, 0});
    link.kind = static_cast<NavLinkKind>(kind);
    level.place({-0.6, 0, 0}, link);
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh, [&](EntityId) {
                       return link.kind;
                   }};
    constexpr int Count = 20;
    for (int i = 0; i < Count; ++i) {
        const double z = (i % 12 - 5.5) * 0.9;
        QVERIFY(crowd.add(walkerOf(i), {-6.0 - i / 12, 0, z}, {}));
        crowd.moveTo(walkerOf(i), {14, height, z});
    }
    CrowdWalk walk{crowd};
    QVERIFY(walk.untilEvents(Count, 60));
    QVERIFY(allArrived(walk.events));
    for (int i = 0; i < Count; ++i)
        QVERIFY(crowd.placeOf(walkerOf(i)).position.x > 2);
}

void TestCrowdArrivals::whoMeetsInACorridorGetsPast_data()
{
    QTest::addColumn<double>("width");
    for (const double width : {1.4, 1.5, 1.6, 2.0})
        QTest::addRow("%g m", width) << width;
}

void TestCrowdArrivals::whoMeetsInACorridorGetsPast()
{
    QFETCH(const double, width);
    PlainFixture level;
    level.addCorridor(width);
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(One, {-12, 0, 0}, {}));
    QVERIFY(crowd.add(Two, {12, 0, 0}, {}));
    crowd.moveTo(One, {12, 0, 0});
    crowd.moveTo(Two, {-12, 0, 0});
    CrowdWalk walk{crowd};
    QVERIFY(walk.untilEvents(2, 25));
    QVERIFY(allArrived(walk.events));
}

void TestCrowdArrivals::groupsThatCrossArrive_data()
{
    QTest::addColumn<int>("count");  // of each of the two groups
    QTest::addColumn<double>("gap"); // metres between two walls through which they go; 0: no walls
    QTest::newRow("in the open") << 30 << 0.0;
    QTest::newRow("through a doorway") << 20 << 1.0;
}

void TestCrowdArrivals::groupsThatCrossArrive()
{
    QFETCH(const int, count);
    QFETCH(const double, gap);
    PlainFixture level;
    if (gap > 0) {
        level.box({-0.2, 0, -20}, {0.2, 3, -gap / 2});
        level.box({-0.2, 0, gap / 2}, {0.2, 3, 20});
    }
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    for (int i = 0; i < 2 * count; ++i) {
        const int at = i % count;
        const double side = i < count ? -1 : 1;
        const Vec3d from{side * (6.0 + at / 6), 0, at % 6 - 2.5};
        QVERIFY(crowd.add(walkerOf(i), from, {}));
        crowd.moveTo(walkerOf(i), {-from.x, 0, from.z});
    }
    CrowdWalk walk{crowd};
    QVERIFY(walk.untilEvents(static_cast<std::size_t>(2 * count), 90));
    QVERIFY(allArrived(walk.events));
}

void TestCrowdArrivals::aRowOfOthersIsPushedAside()
{
    const PlainFixture level;
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(walkerOf(20), {-8, 0, 0.1}, {}));
    for (int i = 0; i < 15; ++i)
        QVERIFY(crowd.add(walkerOf(i), {0, 0, (i - 7) * 0.9}, {}));
    crowd.moveTo(walkerOf(20), {8, 0, 0.1});
    CrowdWalk walk{crowd};
    QVERIFY(walk.untilEvents(1, 25));
    QVERIFY(walk.events[0].arrived);
}

void TestCrowdArrivals::aClosedWayEndsWithAReason()
{
    PlainFixture level;
    level.addCorridor(3);
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(One, {-12, 0, 0.1}, {}));
    crowd.moveTo(One, {12, 0, 0.1});
    for (int i = 0; i < 3; ++i)
        crowd.setObstacle(EntityId{1000 + static_cast<std::uint64_t>(i)},
                          {.position = {0, 0, i - 1.0}, .radius = 0.5});
    CrowdWalk walk{crowd};
    QVERIFY(walk.untilEvents(1, 30));
    QVERIFY(!walk.events[0].arrived);
    QCOMPARE(walk.events[0].problem, "Something stands in its way");
    QVERIFY(walk.steps * CrowdTick > 12); // it tried
    QCOMPARE(crowd.placeOf(One).move, CrowdMove::Standing);
}

void TestCrowdArrivals::aQueueBehindOneWhoIsHeldWaits()
{
    PlainFixture level;
    level.addCorridor(1.2);
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    constexpr int Count = 5;
    for (int i = 0; i < Count; ++i) {
        QVERIFY(crowd.add(walkerOf(i), {-1.0 - i, 0, 0}, {}));
        crowd.moveTo(walkerOf(i), {12.0, 0, i - 2.0});
    }
    CrowdWalk walk{crowd};
    walk.seconds(1);
    crowd.setHeld(walkerOf(0), true); // as at a door
    const auto held = crowd.placeOf(walkerOf(0)).position;
    walk.seconds(40);
    QVERIFY(walk.events.empty());
    QVERIFY(across(crowd.placeOf(walkerOf(0)).position, held) < 1);
    crowd.setHeld(walkerOf(0), false);
    QVERIFY(walk.untilEvents(Count, 20));
    QVERIFY(allArrived(walk.events));
}

void TestCrowdArrivals::whoFollowsSomebodyFastGoesOn()
{
    // The way does not get shorter, and yet nothing is in it.
    const PlainFixture level;
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(One, {8, 0, 0}, {}));
    CrowdWalk walk{crowd};
    double angle = 1.5;
    walk.untilEvents(1, 40, [&] {
        angle += 3.5 / 12 * CrowdTick;
        crowd.moveTo(One, {12 * std::cos(angle), 0, 12 * std::sin(angle)});
    });
    QVERIFY(walk.events.empty());
}

void TestCrowdArrivals::slowWalkersAreNotStuck()
{
    const PlainFixture level;
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(One, {0, 0, 0}, {.speed = 0.01}));
    crowd.moveTo(One, {5, 0, 0});
    CrowdWalk walk{crowd};
    walk.seconds(60);
    QVERIFY(walk.events.empty());
}

void TestCrowdArrivals::fastWalkersStopAtTheirGoal_data()
{
    QTest::addColumn<double>("speed");
    QTest::addColumn<double>("acceleration");
    QTest::addColumn<bool>("isBehindCorner");
    QTest::newRow("8 m/s") << 8.0 << 10.0 << false;
    QTest::newRow("8 m/s, slow to stop") << 8.0 << 1.0 << false;
    QTest::newRow("3 m/s, slow to stop") << 3.0 << 1.0 << false;
    QTest::newRow("round a corner") << 8.0 << 10.0 << true;
}

void TestCrowdArrivals::fastWalkersStopAtTheirGoal()
{
    QFETCH(const double, speed);
    QFETCH(const double, acceleration);
    QFETCH(const bool, isBehindCorner);
    PlainFixture level;
    if (isBehindCorner)
        level.box({-20, 0, 0.5}, {-1, 3, 1});
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(One, {-20, 0, 0}, {.speed = speed, .acceleration = acceleration}));
    const auto goal = isBehindCorner ? Vec3d{-5, 0, 2} : Vec3d{5, 0, 0};
    crowd.moveTo(One, goal);
    CrowdWalk walk{crowd};
    double fastest = 0;
    QVERIFY(walk.untilEvents(
        1, 30, [&] { fastest = std::max(fastest, glm::length(crowd.placeOf(One).velocity)); }));
    QVERIFY(walk.events[0].arrived);
    walk.seconds(3);
    const double off = across(crowd.placeOf(One).position, goal);
    QVERIFY2(off < 0.15, qPrintable(QString::number(off)));
    QVERIFY(fastest > std::min(speed, 4.0) * 0.9);
    // Sent elsewhere, it is fast again.
    crowd.moveTo(One, {20, 0, -2});
    fastest = 0;
    QVERIFY(walk.untilEvents(
        2, 30, [&] { fastest = std::max(fastest, glm::length(crowd.placeOf(One).velocity)); }));
    QVERIFY(fastest > std::min(speed, 3.0) * 0.9);
}

void TestCrowdArrivals::whoIsSentOnOverALinkArrivesOnce()
{
    NavFixture level;
    level.box({-10, -6, -5}, {0, 0, 5});
    level.box({2, -8, -5}, {12, 0, 5});
    level.place({-0.6, 0, 0}, linkTo({3.2, 0, 0}));
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(One, {-3, 0, 0}, {}));
    crowd.moveTo(One, {2.6, 0, 0}); // where it lands
    CrowdWalk walk{crowd};
    bool isSent = false;
    QVERIFY(walk.untilEvents(1, 15, [&] {
        if (!isSent && crowd.placeOf(One).move == CrowdMove::OnLink) {
            isSent = true;
            crowd.moveTo(One, {10, 0, 3});
        }
    }));
    QVERIFY(isSent);
    QVERIFY(across(crowd.placeOf(One).position, {10, 0, 3}) < 0.2);
    walk.seconds(2);
    QCOMPARE(walk.events.size(), std::size_t{1});
}

void TestCrowdArrivals::aGoalOutOfReachIsToldOnce()
{
    const PlainFixture level;
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    constexpr int Count = 40; // more than there is room for at first
    for (int i = 0; i < Count; ++i) {
        QVERIFY(crowd.add(walkerOf(i), {i * 0.9 - 20, 0, 0}, {}));
        crowd.moveTo(walkerOf(i), {500, 0, 0});
    }
    CrowdWalk walk{crowd};
    walk.seconds(1);
    QCOMPARE(walk.events.size(), static_cast<std::size_t>(Count));
}

PLAIN_TEST(TestCrowdArrivals)
} // namespace tst_crowd_arrivals

#include "tst_crowd_arrivals.moc"
