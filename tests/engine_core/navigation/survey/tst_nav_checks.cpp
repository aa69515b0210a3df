#include "engine_core/navigation/survey/nav_checks.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/nav_fixture.h"

#include <QTest>

namespace tst_nav_checks
{
using namespace engine;
using namespace mapwright::test;

/// Path checks: what they say of places that are no ground, or none for that agent.
class TestNavChecks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void endsOffTheMeshProveNothing_data();
    void endsOffTheMeshProveNothing();
    void targetsTooSmallForTheAgentAreNotReached_data();
    void targetsTooSmallForTheAgentAreNotReached();
};

void TestNavChecks::endsOffTheMeshProveNothing_data()
{
    QTest::addColumn<Vec3d>("from");
    QTest::addColumn<Vec3d>("to");
    QTest::addColumn<QString>("off"); // empty: the ends are on the mesh
    const Vec3d left{-5, 0, 0};
    const Vec3d right{5, 0, 2};
    QTest::newRow("on ground") << left << right << "";
    QTest::newRow("at the height of a chest") << left + Vec3d{0, 1.2, 0} << right << "";
    QTest::newRow("start in the air") << left + Vec3d{0, 4, 0} << right << "start";
    QTest::newRow("target in the air") << left << right + Vec3d{0, 4, 0} << "target";
    QTest::newRow("target in a wall") << left << Vec3d{0, 1, -3} << "target";
    QTest::newRow("target below the floor") << left << right - Vec3d{0, 0.9, 0} << "target";
}

void TestNavChecks::endsOffTheMeshProveNothing()
{
    QFETCH(Vec3d, from);
    QFETCH(Vec3d, to);
    QFETCH(QString, off);
    for (const auto expect : {NavExpectation::Reach, NavExpectation::NotReach}) {
        NavFixture level;
        level.box({-10, -1, -5}, {10, 0, 5}, "floor");
        level.box({4.8, 0, -0.2}, {5.2, 1, 0.2}, "plinth");
        level.box({-0.25, 0, -5}, {0.25, 4, -1}, "wall");
        NavCheck check;
        check.target = to - from;
        check.expect = expect;
        const auto entity = level.place(from, check, "treasure");
        const auto outcomes = runNavChecks(level.world, level.mesh());
        QCOMPARE(outcomes.size(), std::size_t{1});
        const auto& outcome = outcomes.front();
        const bool isOn = off.isEmpty();
        QVERIFY2(outcome.holds == (isOn && expect == NavExpectation::Reach),
                 outcome.message.c_str());
        QCOMPARE(QString::fromStdString(outcome.message).contains("is off the navigation mesh"),
                 !isOn);
        QVERIFY(isOn || QString::fromStdString(outcome.message).contains("the " + off + " at"));

        JobControl control;
        const auto issues = findNavigationProblems(level.world, {}, control);
        QCOMPARE(issues.size(), std::size_t{outcome.holds ? 0U : 1U});
        if (!issues.empty() && !isOn && expect == NavExpectation::NotReach) {
            QCOMPARE(issues.front().message, outcome.message); // no advice how to get there
            QCOMPARE(issues.front().entity, entity);
        }
    }
}

void TestNavChecks::targetsTooSmallForTheAgentAreNotReached_data()
{
    QTest::addColumn<Vec3d>("to");
    QTest::addColumn<bool>("isBig");
    QTest::newRow("on a plinth") << Vec3d{5, 1, 0} << false;
    QTest::newRow("in a closet") << Vec3d{8, 0, 3} << true;
    QTest::newRow("on the shelf of a closet") << Vec3d{8, 0.7, 3} << true;
}

void TestNavChecks::targetsTooSmallForTheAgentAreNotReached()
{
    QFETCH(Vec3d, to);
    QFETCH(bool, isBig);
    for (const auto expect : {NavExpectation::Reach, NavExpectation::NotReach}) {
        NavFixture level;
        level.box({-10, -1, -5}, {10, 0, 5}, "floor");
        level.box({4.8, 0, -0.2}, {5.2, 1, 0.2}, "plinth");
        level.box({6.5, 1.2, 1.5}, {10, 4, 5}, "closet"); // open, but 1.2 m high
        if (isBig) {
            level.agent.radius = 0.9;
            level.agent.height = 2.5;
        }
        const Vec3d from{-5, 0, 0};
        NavCheck check;
        check.target = to - from;
        check.expect = expect;
        level.place(from, check, "treasure");
        const auto outcomes = runNavChecks(level.world, level.mesh());
        QCOMPARE(outcomes.size(), std::size_t{1});
        const auto& outcome = outcomes.front();
        QVERIFY(!outcome.isStartOff && outcome.isTargetOff);
        QVERIFY2(outcome.holds == (expect == NavExpectation::NotReach), outcome.message.c_str());
        QCOMPARE(outcome.message.empty(), outcome.holds);
        JobControl control;
        QCOMPARE(findNavigationProblems(level.world, {}, control).empty(), outcome.holds);
    }
}

PLAIN_TEST(TestNavChecks)
} // namespace tst_nav_checks

#include "tst_nav_checks.moc"
