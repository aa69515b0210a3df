#include "engine_core/play/bots/explore.h"
#include "engine_core/play/bots/heat_map.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/repeat_until.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

#include <set>
#include <thread>

namespace tst_heat_map
{
using namespace engine;
using namespace mapwright::test;

class TestHeatMap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itEndsWhereTheGroundDoes();
    void whatIsAboveEachOtherIsOneColour();
    void storeysAreKeptApart();
    void whoFallsCountsNowhere();
    void itLiesOnSlopes();
    void ofTooManyTheMostVisitedStay();
    void cancelledBotsLeaveNone();
};

namespace
{
/// In the square of that middle, at that height.
BotCell cell(double x, double y, double z, std::uint32_t ticks = 1)
{
    return {{x, y, z}, ticks};
}

double areaOf(const std::vector<HeatPatch>& patches)
{
    double area = 0;
    for (const auto& [corners, ticks] : patches) {
        const auto& [a, b, c] = corners;
        area += std::abs(double{(b.x - a.x) * (c.z - a.z) - (c.x - a.x) * (b.z - a.z)}) / 2;
    }
    return area;
}

std::set<std::uint32_t> ticksOf(const std::vector<HeatPatch>& patches)
{
    std::set<std::uint32_t> all;
    for (const auto& patch : patches)
        all.insert(patch.ticks);
    return all;
}
} // namespace

void TestHeatMap::itEndsWhereTheGroundDoes()
{
    NavFixture level;
    level.box({-5, -1, -5}, {5.1, 0, 5}, "floor");
    const std::vector cells{cell(4.75, 0, 0.25), cell(5.25, 0, 0.25), cell(0.25, 0, 0.25)};
    const auto patches = heatMap(level.mesh(), cells);
    QVERIFY(!patches.empty());
    for (const auto& patch : patches)
        for (const auto& corner : patch.corners)
            QVERIFY(corner.x <= 5.1F - 0.3F && std::abs(corner.y) < 0.1F); // the agent's radius
    QVERIFY(areaOf(patches) > 0.3 && areaOf(patches) < 0.45); // a whole square and half a one
}

/// Soles are now a hair below the floor, now a hair above it, and in a jump higher.
void TestHeatMap::whatIsAboveEachOtherIsOneColour()
{
    NavFixture level;
    level.box({-5, -1, -5}, {5, 0, 5}, "floor");
    const std::vector cells{cell(0.25, -0.0004, 0.25, 3), cell(0.25, 0, 0.25, 4),
                            cell(0.25, 0.5, 0.25, 2)};
    const auto patches = heatMap(level.mesh(), cells);
    QVERIFY(std::abs(areaOf(patches) - 0.25) < 0.001);
    QCOMPARE(ticksOf(patches), std::set<std::uint32_t>{9});
}

void TestHeatMap::storeysAreKeptApart()
{
    NavFixture level;
    level.box({-5, -1, -5}, {5, 0, 5}, "floor");
    level.box({-5, 3, -5}, {5, 3.2, 5}, "upper floor");
    const std::vector cells{cell(0.25, 0, 0.25, 3), cell(0.25, 3.2, 0.25, 4)};
    const auto patches = heatMap(level.mesh(), cells);
    QVERIFY(std::abs(areaOf(patches) - 0.5) < 0.001);
    for (const auto& patch : patches)
        QCOMPARE(patch.ticks, patch.corners[0].y > 2 ? 4U : 3U);
}

void TestHeatMap::whoFallsCountsNowhere()
{
    NavFixture level;
    level.box({-5, -1, -5}, {5, 0, 5}, "floor");
    const std::vector cells{cell(0.25, 2.5, 0.25), cell(0.25, -9, 0.25), cell(7.25, 0, 0.25)};
    QVERIFY(heatMap(level.mesh(), cells).empty());
}

void TestHeatMap::itLiesOnSlopes()
{
    NavFixture level;
    const std::array<Vec2d, 3> side{Vec2d{-5, 0}, {5, 0}, {5, 4}};
    level.prism(side, -5, 5, "ramp");
    const auto patches = heatMap(level.mesh(), std::vector{cell(0.25, 2, 0.25)});
    QVERIFY(std::abs(areaOf(patches) - 0.25) < 0.001);
    for (const auto& patch : patches)
        for (const auto& corner : patch.corners)
            QVERIFY(std::abs(corner.y - (corner.x + 5) * 0.4F) < 0.15F);
}

void TestHeatMap::ofTooManyTheMostVisitedStay()
{
    NavFixture level;
    level.box({-5, -1, -5}, {5, 0, 5}, "floor");
    std::vector<BotCell> cells;
    for (std::uint32_t i = 0; i < 6; ++i)
        cells.push_back(cell(0.25 + 0.5 * i, 0, 0.25, i + 1));
    const auto patches = heatMap(level.mesh(), cells, 3);
    QCOMPARE(patches.size(), std::size_t{3});
    QVERIFY(*ticksOf(patches).begin() > 3);
}

/// Nobody waits for a cancelled job's picture, which may take long.
void TestHeatMap::cancelledBotsLeaveNone()
{
    PlayFixture level;
    addBox(level.world, {-5, -1, -5}, {5, 0, 5}, "floor");
    addPlayerStart(level.world, {0, 0, 0});
    ExploreOptions options;
    options.runsBots = true;
    options.bots.seconds = 600; // cancelled long before that
    JobControl control;
    std::optional<Result<ExploreReport>> report;
    std::thread worker{[&] {
        report = exploreLevel(level.world, level.assets.project(), options, control);
    }};
    constexpr double Playing = 0.15; // of all progress: after the mesh and the analysis
    const bool hasBegun = spinUntil([&] { return control.progress() > Playing; });
    control.cancel();
    worker.join();
    QVERIFY2(hasBegun, "The bots never begin");
    VERIFY_OK(*report);
    QVERIFY(!(*report)->bots.cells.empty());
    QVERIFY((*report)->heat.empty());
}

PLAIN_TEST(TestHeatMap)
} // namespace tst_heat_map

#include "tst_heat_map.moc"
