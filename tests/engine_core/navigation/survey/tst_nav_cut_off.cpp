#include "engine_core/navigation/survey/nav_checks.h"
#include "engine_core/navigation/survey/nav_cut_off.h"
#include "engine_core/scene/components/gameplay.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

namespace tst_nav_cut_off
{
using namespace engine;
using namespace mapwright::test;

/// A start on a small piece of ground, and what keeps it from the rest.
class TestNavCutOff : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aStepThatCutsTheStartOffIsNamed();
    void aCeilingAboveItIsNoStep();
    void aGapThatCutsTheStartOffIsNamed();
    void aGapToWhatIsHigherOrLowerIsTold_data();
    void aGapToWhatIsHigherOrLowerIsTold();
    void aNarrowLedgeIsToldByItsHeight();
    void aStartWithAWayOutIsFine();
    void aRoofIsNoGroundThatAnybodyMisses();
    void aLinkIsAWayOut();
    void validateTellsOfItWhereAgentsMatter();
};

namespace
{
/// A podium of 3 x 3 m on a floor of 20 x 20 m, with the player on it.
struct Podium : NavFixture
{
    EntityId podium;
    EntityId start;

    explicit Podium(double height)
    {
        box({-10, -1, -10}, {10, 0, 10}, "floor");
        podium = box({-1.5, 0, -1.5}, {1.5, height, 1.5}, "podium");
        start = place({0, height, 0}, PlayerStart{}, "start");
    }

    [[nodiscard]] std::optional<NavCutOff> cutOff() const
    {
        JobControl control;
        return findCutOff(world, NavScene{world}, mesh(), control);
    }
};
} // namespace

void TestNavCutOff::aStepThatCutsTheStartOffIsNamed()
{
    const Podium level{0.56};
    const auto found = level.cutOff();
    QVERIFY(found);
    QCOMPARE(found->why.cause, NavCause::Step);
    QCOMPARE(found->start, level.start);
    const auto issue = issueOf(*found);
    const auto message = QString::fromStdString(issue.message);
    // First what is to be read in a narrow list.
    QVERIFY2(message.startsWith(QStringLiteral(
                 "The start is cut off: the step is 0.56 m high, 'walker' climbs 0.35 m.")),
             qPrintable(message));
    QVERIFY2(message.endsWith(QStringLiteral(" m\u00b2 of ground.")) &&
                 message.contains(QStringLiteral(" The start has ")), // not what lies beyond
             qPrintable(message));
    QVERIFY(!issue.fix.empty());
    QCOMPARE(issue.path.size(), std::size_t{2}); // a link over it would do
}

void TestNavCutOff::aCeilingAboveItIsNoStep()
{
    Podium level{1.2};
    level.box({-10, 3.2, -10}, {10, 3.4, 10}, "ceiling");
    const auto found = level.cutOff();
    QVERIFY(found);
    QCOMPARE(found->why.entity, level.podium);
    const auto issue = issueOf(*found);
    QVERIFY2(issue.message.find("is 1.20 m high, 'walker' climbs 0.35 m") != std::string::npos,
             issue.message.c_str());
    for (const auto& place : issue.path) // what a double click shows
        QVERIFY(std::abs(std::abs(place.x) - 1.5) < 0.7 || std::abs(std::abs(place.z) - 1.5) < 0.7);
}

/// The way there is too narrow as well, so that no single limit explains it.
void TestNavCutOff::aNarrowLedgeIsToldByItsHeight()
{
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10}, "floor");
    level.box({-1.5, 0, -1.5}, {1.5, 0.9, 1.5}, "podium");
    for (const int side : {-1, 1}) { // railings, with a gap of 0.4 m in one of them
        level.box({-1.5, 0.9, std::min(1.4 * side, 1.5 * side)},
                  {1.5, 4, std::max(1.4 * side, 1.5 * side)}, "railing");
        level.box({1.4, 0.9, std::min(0.2 * side, 1.5 * side)},
                  {1.5, 4, std::max(0.2 * side, 1.5 * side)}, "railing");
    }
    level.box({-1.5, 0.9, -1.5}, {-1.4, 4, 1.5}, "railing");
    level.place({0, 0.9, 0}, PlayerStart{}, "start");
    JobControl control;
    const auto found = findCutOff(level.world, NavScene{level.world}, level.mesh(), control);
    QVERIFY(found);
    QCOMPARE(found->why.cause, NavCause::Island);
    const auto issue = issueOf(*found);
    QVERIFY2(issue.message.find("the rest is 0.90 m down. The start has") != std::string::npos,
             issue.message.c_str());
    QVERIFY2(issue.place.find(", 0.00, ") != std::string::npos, issue.place.c_str());
    QCOMPARE(issue.path.size(), std::size_t{1});
    QVERIFY(issue.path[0].y > 0.2 && issue.path[0].y < 0.7); // between both
}

void TestNavCutOff::aGapThatCutsTheStartOffIsNamed()
{
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10}, "floor");
    level.box({11.5, -1, -2}, {14, 0, 2}, "ledge");
    level.place({13, 0, 0}, PlayerStart{}, "start");
    JobControl control;
    const auto found = findCutOff(level.world, NavScene{level.world}, level.mesh(), control);
    QVERIFY(found);
    const auto message = QString::fromStdString(issueOf(*found).message);
    QVERIFY2(message.contains(QStringLiteral("m away")), qPrintable(message));
}

void TestNavCutOff::aGapToWhatIsHigherOrLowerIsTold_data()
{
    QTest::addColumn<double>("height"); // of the start above the rest
    QTest::addColumn<QString>("told");
    QTest::newRow("up") << -0.5 << QStringLiteral(" m away and 0.50 m up, 'walker' climbs 0.35 m.");
    QTest::newRow("down") << 0.9 << QStringLiteral(" m away and 0.90 m down. The start has");
}

void TestNavCutOff::aGapToWhatIsHigherOrLowerIsTold()
{
    QFETCH(double, height);
    QFETCH(QString, told);
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10}, "floor");
    level.box({11.4, -1, -2}, {14, height, 2}, "ledge");
    level.place({13, height, 0}, PlayerStart{}, "start");
    JobControl control;
    const auto found = findCutOff(level.world, NavScene{level.world}, level.mesh(), control);
    QVERIFY(found);
    const auto message = QString::fromStdString(issueOf(*found).message);
    QVERIFY2(message.startsWith(QStringLiteral("The start is cut off: the rest is 2.")) &&
                 message.contains(told),
             qPrintable(message));
}

void TestNavCutOff::aStartWithAWayOutIsFine()
{
    QVERIFY(!Podium{0.3}.cutOff());
}

void TestNavCutOff::aRoofIsNoGroundThatAnybodyMisses()
{
    NavFixture level;
    level.box({-2.5, -0.2, -2.5}, {2.5, 0, 2.5}, "floor");
    level.box({-5, 3, -5}, {5, 3.2, 5}, "roof");
    for (const int side : {-1, 1}) {
        const double at = 2.5 * side;
        const double out = at + 0.2 * side;
        level.box({std::min(at, out), -0.2, -2.7}, {std::max(at, out), 3, 2.7});
        level.box({-2.7, -0.2, std::min(at, out)}, {2.7, 3, std::max(at, out)});
    }
    level.place({0, 0, 0}, PlayerStart{}, "start");
    const auto mesh = level.mesh();
    QVERIFY(isStartTiny(level.world, mesh, NavIslands{mesh}));
    JobControl control;
    QVERIFY(!findCutOff(level.world, NavScene{level.world}, mesh, control));
}

void TestNavCutOff::aLinkIsAWayOut()
{
    Podium level{0.56};
    level.place({1, 0.56, 0}, linkTo({1.5, -0.56, 0}));
    QVERIFY(!level.cutOff());
}

void TestNavCutOff::validateTellsOfItWhereAgentsMatter()
{
    Podium level{0.56};
    JobControl control;
    QVERIFY(findNavigationProblems(level.world, {}, control).empty()); // nobody walks here
    level.place({5, 0, 5}, NavAgent{}, "guard");
    const auto issues = findNavigationProblems(level.world, {}, control);
    QCOMPARE(issues.size(), std::size_t{1});
    QCOMPARE(issues.front().rule, std::string{"start-cut-off"});
    QCOMPARE(issues.front().entity, level.start);
    QVERIFY(issues.front().message.find("'guard' climbs 0.35 m") != std::string::npos);
}

PLAIN_TEST(TestNavCutOff)
} // namespace tst_nav_cut_off

#include "tst_nav_cut_off.moc"
