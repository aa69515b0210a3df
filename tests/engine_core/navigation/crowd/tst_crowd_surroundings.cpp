#include "engine_core/navigation/crowd/nav_crowd.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/crowd_walk.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

namespace tst_crowd_surroundings
{
using namespace engine;
using namespace mapwright::test;

namespace
{
const EntityId One{1};
const EntityId Two{2};
const EntityId Far{1000};

/// Two who meet head-on in the middle of a level, whatever else is there.
struct Meeting
{
    NavCrowd& crowd;
    double nearest = 100; ///< metres between their middles
    bool bothArrived = false;

    void run(const std::function<void()>& meanwhile = {})
    {
        ENGINE_EXPECT(crowd.add(One, {-8, 0, 0}, {}) && crowd.add(Two, {8, 0, 0}, {}));
        crowd.moveTo(One, {8, 0, 0});
        crowd.moveTo(Two, {-8, 0, 0});
        CrowdWalk walk{crowd};
        const bool ended = walk.untilEvents(2, 20, [&] {
            if (meanwhile)
                meanwhile();
            nearest =
                std::min(nearest, across(crowd.placeOf(One).position, crowd.placeOf(Two).position));
        });
        bothArrived = ended && walk.events[0].arrived && walk.events[1].arrived;
    }
};
} // namespace

/// Whom walkers see and what they keep away from.
class TestCrowdSurroundings : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void twoWhoMeetDoNotTouch();
    void thoseOnTheFloorAboveHideNobody();
    void obstaclesAreWalkedAround();
    void obstaclesMayBeManyAndGrow();
    void crowdsGoRoundWideObstacles_data();
    void crowdsGoRoundWideObstacles();
};

void TestCrowdSurroundings::twoWhoMeetDoNotTouch()
{
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10});
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    Meeting meeting{crowd};
    meeting.run();
    QVERIFY(meeting.bothArrived);
    QVERIFY2(meeting.nearest > 2 * level.agent.radius * 0.95,
             qPrintable(QString::number(meeting.nearest)));
}

void TestCrowdSurroundings::thoseOnTheFloorAboveHideNobody()
{
    NavFixture level;
    level.box({-20, -1, -20}, {20, 0, 20});
    level.box({-10, 3, -10}, {10, 3.3, 10});
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    for (int i = 0; i < 40; ++i)
        QVERIFY(crowd.add(EntityId{static_cast<std::uint64_t>(i) + 100},
                          {-3.6 + 0.8 * (i % 10), 3.3, -3.2 + 0.8 * (i / 10)}, {}));
    Meeting meeting{crowd};
    meeting.run();
    QVERIFY(meeting.bothArrived);
    QVERIFY2(meeting.nearest > 2 * level.agent.radius * 0.9,
             qPrintable(QString::number(meeting.nearest)));
}

void TestCrowdSurroundings::obstaclesAreWalkedAround()
{
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10});
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(One, {-8, 0, 0}, {}));
    const CrowdObstacle post{.position = {0, 0, 0.1}, .radius = 1};
    crowd.setObstacle(Two, post);
    crowd.moveTo(One, {8, 0, 0});
    CrowdWalk walk{crowd};
    double nearest = 100;
    QVERIFY(walk.untilEvents(1, 15, [&] {
        nearest = std::min(nearest, across(crowd.placeOf(One).position, post.position));
        crowd.setObstacle(Two, post);
    }));
    QVERIFY(walk.events[0].arrived);
    QVERIFY2(nearest > 1.2, qPrintable(QString::number(nearest)));
    crowd.remove(Two);
    crowd.moveTo(One, {-8, 0, 0});
    double widest = 0;
    QVERIFY(walk.untilEvents(
        2, 15, [&] { widest = std::max(widest, std::abs(crowd.placeOf(One).position.z)); }));
    QVERIFY(widest < 0.3);
}

void TestCrowdSurroundings::obstaclesMayBeManyAndGrow()
{
    NavFixture level;
    level.box({-20, -1, -20}, {20, 0, 20});
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    Meeting meeting{crowd};
    double radius = 0.2;
    meeting.run([&] {
        radius = std::min(radius + 0.02, 4.0);
        for (std::uint64_t i = 0; i < 60; ++i)
            crowd.setObstacle(EntityId{i + 100}, {.position = {static_cast<double>(i % 30) - 15, 0,
                                                               i < 30 ? -14.0 : 14.0},
                                                  .radius = radius});
    });
    QVERIFY(meeting.bothArrived);
    QVERIFY2(meeting.nearest > 2 * level.agent.radius * 0.9,
             qPrintable(QString::number(meeting.nearest)));
}

void TestCrowdSurroundings::crowdsGoRoundWideObstacles_data()
{
    QTest::addColumn<double>("radius");
    QTest::addColumn<int>("count");
    QTest::newRow("20 round 2 m") << 2.0 << 20;
    QTest::newRow("60 round 2 m") << 2.0 << 60;
    QTest::newRow("60 round 3 m") << 3.0 << 60;
}

void TestCrowdSurroundings::crowdsGoRoundWideObstacles()
{
    QFETCH(const double, radius);
    QFETCH(const int, count);
    NavFixture level;
    level.box({-20, -1, -20}, {20, 0, 20});
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    for (int i = 0; i < count; ++i) {
        const EntityId walker{static_cast<std::uint64_t>(i) + 1};
        QVERIFY(crowd.add(walker, {-15.0 + i % 10, 0, i / 10 - 2.5}, {}));
        crowd.moveTo(walker, {5.0 + i % 10, 0, i / 10 - 2.5});
    }
    CrowdWalk walk{crowd};
    double nearest = 100;
    walk.untilEvents(static_cast<std::size_t>(count), 15, [&] {
        crowd.setObstacle(Far, {.position = {0, 0, 0.3}, .radius = radius});
        for (int i = 0; i < count; ++i)
            nearest = std::min(
                nearest, across(crowd.placeOf(EntityId{static_cast<std::uint64_t>(i) + 1}).position,
                                {0, 0, 0.3}));
    });
    QVERIFY2(nearest > radius, qPrintable(QString::number(nearest - radius)));
    QVERIFY(walk.events.size() > static_cast<std::size_t>(count) * 8 / 10);
}

PLAIN_TEST(TestCrowdSurroundings)
} // namespace tst_crowd_surroundings

#include "tst_crowd_surroundings.moc"
