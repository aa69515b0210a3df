#include "engine_core/navigation/query/nav_why.h"
#include "engine_core/navigation/survey/nav_checks.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

#include <chrono>
#include <functional>
#include <thread>

namespace tst_nav_detours
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// Two halves of a hall with a wall between, open at the far end, and a gap at z = 0 in which
/// something stands.
void hallWithGap(NavFixture& level)
{
    level.box({-10, -1, -3}, {10, 0, 30}, "floor");
    level.box({-0.3, 0, -3}, {0.3, 4, -1}, "wall");
    level.box({-0.3, 0, 1}, {0.3, 4, 26}, "wall");
}
} // namespace

class TestNavDetours : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void detoursNameWhatClosedTheShortWay_data();
    void detoursNameWhatClosedTheShortWay();
    void aShortWayIsNoDetour();
    void aLimitOfLengthNamesTheDetour();
    void lookingForProblemsEndsWithItsJob();
};

void TestNavDetours::detoursNameWhatClosedTheShortWay_data()
{
    QTest::addColumn<int>("cause");
    QTest::addColumn<std::function<void(NavFixture&)>>("close");
    const auto row = [](const char* name, NavCause cause, std::function<void(NavFixture&)> close) {
        QTest::newRow(name) << static_cast<int>(cause) << std::move(close);
    };
    row("step", NavCause::Step, [](NavFixture& level) {
        level.box({-0.3, 0, -1}, {0.3, 0.5, 1}, "sill");
    });
    row("headroom", NavCause::Headroom, [](NavFixture& level) {
        level.box({-0.3, 1.4, -1}, {0.3, 4, 1}, "beam");
    });
    row("radius", NavCause::Radius, [](NavFixture& level) {
        level.box({-0.3, 0, -1}, {0.3, 4, -0.25}, "jamb");
        level.box({-0.3, 0, 0.25}, {0.3, 4, 1}, "jamb");
    });
    row("area", NavCause::Area, [](NavFixture& level) {
        level.place({0, 0, 0}, NavVolume{{1, 2, 4}, NavVolumeRole::Area, NavArea::Water});
        level.agent.waterCost = 0;
    });
    row("dear area", NavCause::Area, [](NavFixture& level) {
        level.place({0, 0, 0}, NavVolume{{4, 2, 4}, NavVolumeRole::Area, NavArea::Water});
        level.agent.waterCost = 100;
    });
    row("obstacle", NavCause::Obstacle, [](NavFixture& level) {
        level.set(level.box({-0.3, 0, -1}, {0.3, 2, 1}, "crate"),
                  NavSurface{NavUse::Obstacle, NavArea::Ground});
    });
    row("link off", NavCause::LinkOff, [](NavFixture& level) {
        level.box({-0.3, 0, -1}, {0.3, 4, 1}, "window");
        auto link = linkTo({2.4, 0, 0});
        link.enabled = false;
        level.place({-1.2, 0, 0}, link, "rope");
    });
    row("wall", NavCause::Obstacle, [](NavFixture& level) {
        level.box({-0.3, 0, -1}, {0.3, 4, 1}, "bricks");
    });
}

void TestNavDetours::detoursNameWhatClosedTheShortWay()
{
    QFETCH(int, cause);
    QFETCH(std::function<void(NavFixture&)>, close);
    NavFixture level;
    hallWithGap(level);
    close(level);
    const Vec3d from{-5, 0, 0};
    const Vec3d to{5, 0, 0};
    const auto mesh = level.mesh();
    const NavQuestion question{from, to, NavFilter::of(level.agent)};
    const NavQuery query{mesh, question.filter};
    QVERIFY(query.findPath(from, to).length > 40);
    const auto why = explainDetour(level.world, NavScene{level.world}, mesh, question);
    QVERIFY2(why.cause == static_cast<NavCause>(cause), why.message.c_str());
    QVERIFY2(glm::length(why.place) < 2.5, why.message.c_str());
    QVERIFY2(why.message.starts_with("The way is ") && why.message.ends_with('.'),
             why.message.c_str());
    QVERIFY(why.shortWay > 9.9 && why.shortWay < 14);
    QVERIFY(!why.fix.empty());
}

void TestNavDetours::aShortWayIsNoDetour()
{
    NavFixture level;
    hallWithGap(level);
    const auto mesh = level.mesh();
    const auto why = explainDetour(level.world, NavScene{level.world}, mesh,
                                   {{-5, 0, 0}, {5, 0, 0}, NavFilter::of(level.agent)});
    QCOMPARE(why.cause, NavCause::None);
    QVERIFY(why.message.empty());
}

void TestNavDetours::aLimitOfLengthNamesTheDetour()
{
    NavFixture level;
    hallWithGap(level);
    level.box({-0.3, 0, -1}, {0.3, 0.5, 1}, "sill");
    NavCheck check;
    check.target = {10, 0, 0};
    check.expect = NavExpectation::AtMost;
    check.maxLength = 15;
    level.place({-5, 0, 0}, check, "short cut");
    JobControl control;
    const auto issues = findNavigationProblems(level.world, {}, control);
    QCOMPARE(issues.size(), std::size_t{1});
    QVERIFY2(issues[0].message.find("15.00 m are the most. The way is") != std::string::npos,
             issues[0].message.c_str());
    QVERIFY2(issues[0].message.find("'sill'") != std::string::npos, issues[0].message.c_str());
}

/// Nothing but a few checks that do not hold, each of which asks for a reason for a while.
void TestNavDetours::lookingForProblemsEndsWithItsJob()
{
    NavFixture level;
    level.box({-10, -1, -3}, {10, 0, 3});
    level.box({-0.3, 0, -3}, {0.3, 4, 3}, "wall");
    NavCheck check;
    check.target = {12, 0, 0};
    constexpr std::size_t Checks = 6;
    for (std::size_t i = 0; i < Checks; ++i)
        level.place({-6, 0, -2.0 + 0.5 * static_cast<double>(i)}, check);
    JobControl undisturbed;
    const auto all = findNavigationProblems(level.world, {}, undisturbed);
    QCOMPARE(all.size(), Checks);
    QVERIFY2(all[0].message.find("cannot get from") != std::string::npos, all[0].message.c_str());

    JobControl control;
    std::vector<Issue> some;
    {
        const std::jthread canceller{[&](const std::stop_token& ended) {
            while (control.progress() < 1 && !ended.stop_requested()) // the mesh is there then
                std::this_thread::sleep_for(std::chrono::milliseconds{1});
            control.cancel();
        }};
        some = findNavigationProblems(level.world, {}, control);
    }
    QVERIFY(some.size() < Checks);
    for (std::size_t i = 0; i < some.size(); ++i)
        QCOMPARE(some[i].entity, all[i].entity);

    JobControl cancelled;
    cancelled.cancel();
    QVERIFY(findNavigationProblems(level.world, {}, cancelled).empty());
    const auto inputs = hashOfInputs(level.config(), NavScene{level.world}, &cancelled);
    QVERIFY(!inputs); // half a hash would be that of another level
    QVERIFY(runNavChecks(level.world, level.mesh(), &cancelled).empty());
}

PLAIN_TEST(TestNavDetours)
} // namespace tst_nav_detours

#include "tst_nav_detours.moc"
