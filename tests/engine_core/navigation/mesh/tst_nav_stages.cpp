#include "engine_core/navigation/mesh/nav_stages.h"
#include "engine_core/navigation/mesh/nav_tile_builder.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/nav_fixture.h"

#include <QTest>

namespace tst_nav_stages
{
using namespace engine;
using namespace mapwright::test;

class TestNavStages : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyStageIsDrawnInItsTile_data();
    void everyStageIsDrawnInItsTile();
    void theHeightfieldHasTopsAndTheRegionsGroundOnly();
    void anEmptyTileHasNoPicture();
};

namespace
{
/// A floor with a crate that is too high to climb, in the tile right of the origin.
NavTileInput tileWithCrate(NavFixture& level)
{
    level.box({-20, -1, -20}, {20, 0, 20});
    level.box({3, 0, 3}, {5, 2, 5});
    return gatherTile(level.config(), NavScene{level.world}, {0, 0});
}

double area(const DebugDraw& draw, float from, float to)
{
    double sum = 0;
    for (const auto& triangle : draw.triangles)
        if (triangle.a.y >= from && triangle.a.y <= to)
            sum += glm::length(glm::cross(triangle.b - triangle.a, triangle.c - triangle.a)) / 2;
    return sum;
}
} // namespace

void TestNavStages::everyStageIsDrawnInItsTile_data()
{
    QTest::addColumn<int>("stage");
    for (const auto stage : AllNavStages)
        QTest::newRow(navStageName(stage)) << static_cast<int>(stage);
}

void TestNavStages::everyStageIsDrawnInItsTile()
{
    QFETCH(int, stage);
    NavFixture level;
    const auto input = tileWithCrate(level);
    const auto draw = drawNavStage(input, static_cast<NavStage>(stage));
    QVERIFY(!draw.triangles.empty() || !draw.lines.empty());
    const auto box = tileBounds(level.config(), {0, 0}).grown(0.01);
    for (const auto& triangle : draw.triangles)
        for (const auto& corner : {triangle.a, triangle.b, triangle.c})
            QVERIFY(box.contains(Vec3d{corner}));
    for (const auto& line : draw.lines)
        QVERIFY(box.contains(Vec3d{line.from}) && box.contains(Vec3d{line.to}));
}

void TestNavStages::theHeightfieldHasTopsAndTheRegionsGroundOnly()
{
    NavFixture level;
    const auto input = tileWithCrate(level);
    const double whole = std::pow(level.config().tileSize(), 2);
    const auto heights = drawNavStage(input, NavStage::Heightfield);
    QVERIFY(std::abs(area(heights, 1.5F, 2.5F) - 4) < 0.8); // the top of the crate
    QVERIFY(std::abs(area(heights, -0.5F, 0.5F) - whole) < 4.8);
    // Around the crate the agent's radius is kept clear.
    const auto regions = drawNavStage(input, NavStage::Regions);
    const double clear = std::pow(2 + 2 * level.config().profile.agent.radius, 2);
    QVERIFY(std::abs(area(regions, -0.5F, 0.5F) - (whole - clear)) < 4);
}

void TestNavStages::anEmptyTileHasNoPicture()
{
    NavFixture level;
    const auto input = gatherTile(level.config(), NavScene{level.world}, {0, 0});
    for (const auto stage : AllNavStages) {
        const auto draw = drawNavStage(input, stage);
        QVERIFY(draw.triangles.empty() && draw.lines.empty());
    }
}

PLAIN_TEST(TestNavStages)
} // namespace tst_nav_stages

#include "tst_nav_stages.moc"
