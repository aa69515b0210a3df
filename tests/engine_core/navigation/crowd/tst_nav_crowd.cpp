#include "engine_core/navigation/crowd/link_motion.h"
#include "engine_core/navigation/crowd/nav_crowd.h"
#include "engine_core/navigation/mesh/navmesh_system.h"
#include "engine_core/scene/components/scene_settings.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/crowd_walk.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

namespace tst_nav_crowd
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// Borders of tiles lie elsewhere.
void addCellSizes()
{
    QTest::addColumn<double>("cellSize");
    for (const double size : {0.0, 0.1, 0.15, 0.175, 0.2})
        QTest::addRow("%g", size) << size;
}

const EntityId One{1};
const EntityId Two{2};
const EntityId Far{1000};
} // namespace

class TestNavCrowd : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aWalkerReachesItsGoal();
    void goalsOutOfReachFailWithAReason();
    void stopAndHoldEndAndPauseAWalk();
    void aCrowdGathersAtOneGoal_data();
    void aCrowdGathersAtOneGoal();
    void thoseBeyondAWallKeepNobodyAway();
    void placesBesideOthersAreReached_data();
    void placesBesideOthersAreReached();
    void whoIsSentAgainAndAgainArrives();
    void linksAreJumpedDroppedAndClimbed_data();
    void linksAreJumpedDroppedAndClimbed();
    void motionsBeginAndEndWhereTheyShould();
    void longWaysAreWalkedToTheirEnd();
    void waysAlongTileBordersAreWalked_data();
    void waysAlongTileBordersAreWalked();
    void cutWaysAreSearchedAnew();
    void groundThatIsBuiltAnewKeepsItsWalkers();
    void goingRoundAvoidsDoors();
    void equalCallsGiveEqualPlaces();
};

void TestNavCrowd::aWalkerReachesItsGoal()
{
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10});
    level.box({-1, 0, -8}, {1, 3, 8}); // a wall to go around
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(One, {-6, 0, 0}, {.speed = 3}));
    QVERIFY(!crowd.add(Two, {40, 0, 0}, {}));
    QCOMPARE(crowd.count(), std::size_t{1});
    crowd.moveTo(One, {6, 0, 0});
    CrowdWalk walk{crowd};
    double fastest = 0;
    bool wasInWall = false;
    QVERIFY(walk.untilEvents(1, 20, [&] {
        const auto now = crowd.placeOf(One);
        fastest = std::max(fastest, glm::length(now.velocity));
        wasInWall |= std::abs(now.position.x) < 1.2 && std::abs(now.position.z) < 8.2;
        if (now.move == CrowdMove::Walking)
            QVERIFY(across(crowd.corners(One).back(), {6, 0, 0}) < 0.01);
    }));
    QVERIFY(walk.events[0].arrived);
    QVERIFY(across(crowd.placeOf(One).position, {6, 0, 0}) < 0.2);
    QVERIFY(!wasInWall);
    QVERIFY(fastest > 2.9 && fastest < 3.1);
    QVERIFY(walk.steps * CrowdTick < 10); // 21 m at 3 m/s, and a little to start and stop
    walk.seconds(1);
    QCOMPARE(crowd.placeOf(One).move, CrowdMove::Standing);
    QVERIFY(glm::length(crowd.placeOf(One).velocity) < 0.05);
    QVERIFY(crowd.corners(One).empty());
}

void TestNavCrowd::goalsOutOfReachFailWithAReason()
{
    NavFixture level;
    level.box({-5, -1, -5}, {5, 0, 5});
    level.box({10, -1, -5}, {15, 0, 5});
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(One, {0, 0, 0}, {}));
    crowd.moveTo(One, {12, 0, 0});
    CrowdWalk walk{crowd};
    QVERIFY(walk.untilEvents(1, 1));
    QVERIFY(!walk.events[0].arrived);
    QCOMPARE(walk.events[0].problem, "No way leads to the goal");
    crowd.moveTo(One, {0, 40, 0});
    QVERIFY(walk.untilEvents(2, 1));
    QCOMPARE(walk.events[1].problem, "There is no ground at the goal");
    QVERIFY(across(crowd.placeOf(One).position, {0, 0, 0}) < 0.01);
}

void TestNavCrowd::stopAndHoldEndAndPauseAWalk()
{
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10});
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(One, {-8, 0, 0}, {}));
    crowd.moveTo(One, {8, 0, 0});
    CrowdWalk walk{crowd};
    walk.seconds(1);
    crowd.setHeld(One, true);
    walk.seconds(1);
    const auto held = crowd.placeOf(One);
    QVERIFY(held.position.x > -7 && held.position.x < -3);
    QVERIFY(glm::length(held.velocity) < 0.01);
    QCOMPARE(held.move, CrowdMove::Walking);
    crowd.setHeld(One, false);
    walk.seconds(1);
    QVERIFY(crowd.placeOf(One).position.x > held.position.x + 1);
    crowd.stop(One);
    walk.seconds(1);
    QCOMPARE(crowd.placeOf(One).move, CrowdMove::Standing);
    QVERIFY(crowd.placeOf(One).position.x < 4);
    QVERIFY(walk.events.empty());
}

void TestNavCrowd::aCrowdGathersAtOneGoal_data()
{
    addCellSizes();
}

void TestNavCrowd::aCrowdGathersAtOneGoal()
{
    QFETCH(const double, cellSize);
    NavFixture level;
    level.settings.cellSize = cellSize;
    level.box({-20, -1, -20}, {20, 0, 20});
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    for (std::uint64_t i = 0; i < 60; ++i) { // more than there is room for at first
        const EntityId walker{i + 1};
        QVERIFY(crowd.add(
            walker, {-15.0 + static_cast<double>(i % 10), 0, static_cast<double>(i / 10)}, {}));
        crowd.moveTo(walker, {10, 0, 0});
    }
    CrowdWalk walk{crowd};
    double nearest = 100;
    const auto look = [&] {
        for (std::uint64_t i = 1; i < 60; ++i)
            for (std::uint64_t j = 0; j < i; ++j)
                nearest = std::min(nearest, across(crowd.placeOf(EntityId{i + 1}).position,
                                                   crowd.placeOf(EntityId{j + 1}).position));
    };
    QVERIFY(walk.untilEvents(60, 60, look));
    QVERIFY2(nearest > level.agent.radius,
             qPrintable(QString::number(nearest))); // they may squeeze
    for (const auto& event : walk.events) {
        QVERIFY(event.arrived);
        QVERIFY(across(crowd.placeOf(event.walker).position, {10, 0, 0}) < 7);
    }
}

void TestNavCrowd::thoseBeyondAWallKeepNobodyAway()
{
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10});
    level.box({-10, 0, -0.1}, {-2, 3, 0.1}); // a wall to go around
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(One, {-5, 0, 2}, {}));
    crowd.moveTo(One, {-5, 0, 0.5});
    CrowdWalk walk{crowd};
    QVERIFY(walk.untilEvents(1, 5));
    QVERIFY(crowd.add(Two, {-5, 0, -0.5}, {.speed = 0.4}));
    crowd.moveTo(Two, {-5, 0, 1.1});
    QVERIFY(walk.untilEvents(2, 60));
    QVERIFY(walk.events[1].arrived);
    QVERIFY(crowd.placeOf(Two).position.z > 0);
}

void TestNavCrowd::placesBesideOthersAreReached_data()
{
    QTest::addColumn<double>("speed");
    QTest::addColumn<double>("beside"); // metres from the middle of who stands there
    for (const double speed : {3.0, 1.0, 0.3})
        for (const double beside : {0.75, 0.9, 1.2, 2.0})
            QTest::addRow("%g m/s, %g m", speed, beside) << speed << beside;
}

void TestNavCrowd::placesBesideOthersAreReached()
{
    QFETCH(const double, speed);
    QFETCH(const double, beside);
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10});
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(Two, {0, 0, 0.1}, {}));
    crowd.setObstacle(Far, {.position = {0, 0, 200}, .radius = 5}); // does not matter
    QVERIFY(crowd.add(One, {-4, 0, 0.1}, {.speed = speed}));
    const Vec3d goal{-beside, 0, 0.1};
    crowd.moveTo(One, goal);
    CrowdWalk walk{crowd};
    QVERIFY(walk.untilEvents(1, 4 / speed + 5));
    QVERIFY(walk.events[0].arrived);
    QVERIFY(across(crowd.placeOf(One).position, goal) < 0.15);
    QVERIFY(across(crowd.placeOf(Two).position, {0, 0, 0.1}) < 0.1);
}

void TestNavCrowd::whoIsSentAgainAndAgainArrives()
{
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10});
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(Two, {1, 0, 0}, {}));
    crowd.moveTo(Two, {0, 0, 0});
    QVERIFY(crowd.add(One, {-6, 0, 0}, {}));
    CrowdWalk walk{crowd};
    QVERIFY(walk.untilEvents(1, 5));
    int tick = 0;
    QVERIFY(walk.untilEvents(2, 8, [&] {
        if (tick++ % 20 == 0)
            crowd.moveTo(One, {0, 0, 0});
    }));
    QVERIFY(walk.events[1].arrived);
}

void TestNavCrowd::linksAreJumpedDroppedAndClimbed_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("height"); // of the far platform
    QTest::newRow("jump over a gap") << static_cast<int>(NavLinkKind::Jump) << 0.0;
    QTest::newRow("jump up") << static_cast<int>(NavLinkKind::Jump) << 1.5;
    QTest::newRow("drop") << static_cast<int>(NavLinkKind::Drop) << -3.0;
    QTest::newRow("ladder up") << static_cast<int>(NavLinkKind::Ladder) << 4.0;
    QTest::newRow("ladder down") << static_cast<int>(NavLinkKind::Ladder) << -4.0;
}

void TestNavCrowd::linksAreJumpedDroppedAndClimbed()
{
    QFETCH(int, kind);
    QFETCH(double, height);
    const auto which = static_cast<NavLinkKind>(kind);
    NavFixture level;
    level.box({-10, -6, -5}, {0, 0, 5});
    level.box({2, -8, -5}, {12, height, 5});
    auto link = linkTo({3.2, height, 0});
    link.kind = which;
    const auto linkEntity = level.place({-0.6, 0, 0}, link);
    const auto mesh = level.mesh();
    EntityId asked;
    NavCrowd crowd{mesh, [&](EntityId entity) {
                       asked = entity;
                       return which;
                   }};
    QVERIFY(crowd.add(One, {-6, 0, 2}, {}));
    crowd.moveTo(One, {8, height, -2});
    CrowdWalk walk{crowd};
    double highest = -100;
    double longestStep = 0;
    int stepsOnLink = 0;
    auto last = crowd.placeOf(One).position;
    QVERIFY(walk.untilEvents(1, 20, [&] {
        const auto now = crowd.placeOf(One);
        stepsOnLink += now.move == CrowdMove::OnLink ? 1 : 0;
        highest = std::max(highest, now.position.y);
        longestStep = std::max(longestStep, glm::length(now.position - last));
        last = now.position;
    }));
    QVERIFY2(walk.events[0].arrived, walk.events[0].problem.c_str());
    QCOMPARE(asked, linkEntity);
    QVERIFY(stepsOnLink > 20);
    QVERIFY2(longestStep < 0.3, qPrintable(QString::number(longestStep))); // no leap at once
    const double top = std::max(height, 0.0);
    QCOMPARE(highest > top + 0.25, which == NavLinkKind::Jump);
    QVERIFY(std::abs(crowd.placeOf(One).position.y - height) < 0.1);
}

void TestNavCrowd::motionsBeginAndEndWhereTheyShould()
{
    for (const auto kind :
         {NavLinkKind::Walk, NavLinkKind::Drop, NavLinkKind::Jump, NavLinkKind::Ladder})
        for (const Vec3d& to : {Vec3d{3, 0, 0}, Vec3d{0, 4, 0}, Vec3d{2, -5, 1}, Vec3d{0.0}}) {
            const LinkMotion motion{kind, Vec3d{0}, to, 2.5};
            QVERIFY(motion.seconds() > 0 && motion.seconds() < 10);
            QCOMPARE(motion.at(-1), Vec3d{0});
            QCOMPARE(motion.at(motion.seconds() + 1), to);
            const double most = 16.0 / 240; // nothing is faster than a fall over these heights
            for (double t = 0; t < motion.seconds(); t += 1.0 / 240)
                QVERIFY(glm::length(motion.at(t + 1.0 / 240) - motion.at(t)) < most);
        }
}

void TestNavCrowd::longWaysAreWalkedToTheirEnd()
{
    // A snake of far more polygons than Detour's corridors hold.
    NavFixture level;
    level.settings.tileSize = 16;
    constexpr int Lanes = 24;
    level.box({0, -1, 0}, {60, 0, Lanes * 3.0});
    for (int lane = 1; lane < Lanes; ++lane) {
        const double z = lane * 3.0;
        const double from = lane % 2 == 0 ? 3 : 0;
        level.box({from, 0, z - 0.1}, {from + 57, 3, z + 0.1});
    }
    const auto mesh = level.mesh();
    const Vec3d goal{30, 0, Lanes * 3.0 - 1.5};
    const auto path = NavQuery{mesh}.findPath({30, 0, 1.5}, goal);
    QVERIFY(path.found);
    QVERIFY2(path.corridor.size() > 300, qPrintable(QString::number(path.corridor.size())));
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(One, {30, 0, 1.5}, {.speed = 12, .acceleration = 60}));
    crowd.moveTo(One, goal);
    CrowdWalk walk{crowd};
    QVERIFY(walk.untilEvents(1, path.length / 12 * 2));
    QVERIFY(walk.events[0].arrived);
}

void TestNavCrowd::waysAlongTileBordersAreWalked_data()
{
    addCellSizes();
}

void TestNavCrowd::waysAlongTileBordersAreWalked()
{
    // Where four tiles meet Detour's corridor may lead back to their corner, and who stands on a
    // border may be in no polygon for it.
    QFETCH(const double, cellSize);
    NavFixture level;
    level.settings.cellSize = cellSize;
    level.box({-20, -1, -20}, {20, 0, 20});
    const auto mesh = level.mesh();
    for (const double from : {-15.0, -12.0, -9.6, -5.0}) {
        NavCrowd crowd{mesh};
        QVERIFY(crowd.add(One, {from, 0, 0}, {.speed = 2.5}));
        crowd.moveTo(One, {12, 0, 0});
        CrowdWalk walk{crowd};
        QVERIFY2(walk.untilEvents(1, (12 - from) / 2.5 + 3), qPrintable(QString::number(from)));
        QVERIFY(walk.events[0].arrived);
    }
}

void TestNavCrowd::cutWaysAreSearchedAnew()
{
    NavFixture level;
    NavmeshSystem system{{}, 1};
    level.world.addSystem(system);
    level.settings.tileSize = 32;
    level.set(SceneEntity, level.settings);
    level.box({-15, -1, -15}, {15, 0, 15});
    level.box({-1, 0, -15}, {1, 3, -2});
    const auto wall = level.box({-1, 0, 8}, {1, 3, 15});
    VERIFY_OK(system.build("walker"));
    system.finish();
    NavCrowd crowd{*system.mesh("walker")};
    QVERIFY(crowd.add(One, {-8, 0, 0}, {}));
    crowd.moveTo(One, {8, 0, 0});
    CrowdWalk walk{crowd};
    walk.seconds(1);
    level.reshape(wall, {-1, 0, -2.5}, {1, 3, 10}); // the gap is now beyond
    system.finish();
    bool wasInWall = false;
    QVERIFY(walk.untilEvents(1, 30, [&] {
        const auto at = crowd.placeOf(One).position;
        wasInWall |= std::abs(at.x) < 1.1 && at.z < 10.1;
    }));
    QVERIFY(walk.events[0].arrived);
    QVERIFY(!wasInWall);
    // And none is left at all.
    crowd.moveTo(One, {-8, 0, 0});
    walk.seconds(1);
    level.reshape(wall, {-1, 0, -2.5}, {1, 3, 15});
    system.finish();
    QVERIFY(walk.untilEvents(2, 5));
    QVERIFY(!walk.events[1].arrived);
    level.world.removeSystem(system);
}

void TestNavCrowd::groundThatIsBuiltAnewKeepsItsWalkers()
{
    NavFixture level;
    NavmeshSystem system{{}, 1};
    level.world.addSystem(system);
    level.set(SceneEntity, level.settings);
    level.box({-15, -1, -15}, {15, 0, 15});
    VERIFY_OK(system.build("walker"));
    system.finish();
    NavCrowd crowd{*system.mesh("walker")};
    QVERIFY(crowd.add(One, {-8, 0, 0}, {}));
    crowd.moveTo(One, {8, 0, 0});
    CrowdWalk walk{crowd};
    auto last = crowd.placeOf(One).position;
    // A crate is put down beside the way again and again, and once more ground than ever.
    for (int i = 0; i < 12; ++i) {
        const auto crate = level.box({-1, 0, 1 + i * 0.5}, {1, 1, 1.5 + i * 0.5});
        if (i == 6)
            level.box({-200, -1, 20}, {200, 0, 200});
        system.finish();
        walk.seconds(0.5);
        const auto now = crowd.placeOf(One);
        QVERIFY(glm::length(now.position - last) < 2);
        last = now.position;
        level.remove(crate);
    }
    QVERIFY(walk.untilEvents(1, 10));
    QVERIFY(walk.events[0].arrived);
    level.world.removeSystem(system);
}

void TestNavCrowd::goingRoundAvoidsDoors()
{
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10});
    level.box({-0.2, 0, -10}, {0.2, 3, -1});
    level.box({-0.2, 0, 1}, {0.2, 3, 7}); // a doorway in the middle, and a gap at the far end
    level.place({0, 1, 0}, NavVolume{{1, 2, 2}, NavVolumeRole::Area, NavArea::Door});
    const auto mesh = level.mesh();
    NavCrowd crowd{mesh};
    QVERIFY(crowd.add(One, {-5, 0, 0}, {}));
    QVERIFY(!crowd.goRound(One)); // it goes nowhere
    crowd.moveTo(One, {5, 0, 0});
    CrowdWalk walk{crowd};
    walk.seconds(0.5);
    QVERIFY(crowd.goRound(One));
    double farthest = 0;
    QVERIFY(walk.untilEvents(
        1, 20, [&] { farthest = std::max(farthest, crowd.placeOf(One).position.z); }));
    QVERIFY(walk.events[0].arrived);
    QVERIFY(farthest > 7);
    crowd.moveTo(One, {-5, 0, 0}); // the next way may take the door again
    farthest = 0;
    QVERIFY(walk.untilEvents(
        2, 20, [&] { farthest = std::max(farthest, crowd.placeOf(One).position.z); }));
    QVERIFY(farthest < 2);
}

void TestNavCrowd::equalCallsGiveEqualPlaces()
{
    NavFixture level;
    level.box({-20, -1, -20}, {20, 0, 20});
    level.box({-4, 0, -4}, {4, 3, 4});
    const auto mesh = level.mesh();
    const auto run = [&] {
        NavCrowd crowd{mesh};
        for (std::uint64_t i = 1; i <= 40; ++i) {
            const double angle = static_cast<double>(i) * 0.7;
            const Vec3d at{15 * std::cos(angle), 0, 15 * std::sin(angle)};
            crowd.add(EntityId{i}, at, {.speed = 2 + static_cast<double>(i % 3)});
            crowd.moveTo(EntityId{i}, -at);
        }
        CrowdWalk{crowd}.seconds(8);
        std::vector<Vec3d> places;
        for (std::uint64_t i = 1; i <= 40; ++i)
            places.push_back(crowd.placeOf(EntityId{i}).position);
        return places;
    };
    QVERIFY(run() == run());
}

PLAIN_TEST(TestNavCrowd)
} // namespace tst_nav_crowd

#include "tst_nav_crowd.moc"
