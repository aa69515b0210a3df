#include "engine_core/render/foliage/foliage_cull.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/foliage_fixture.h"

#include <QTest>

#include <array>
#include <random>

namespace tst_foliage_cull
{
using namespace engine;
using namespace mapwright::test;

class TestFoliageCull : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsWhatTheViewSees();
};

void TestFoliageCull::findsWhatTheViewSees()
{
    std::mt19937 random{5};
    std::uniform_real_distribution<float> place{-100, 100};
    std::vector<FoliageInstance> plants;
    for (int i = 0; i < 20'000; ++i) {
        FoliageInstance plant;
        plant.position = {place(random), place(random) / 20, place(random)};
        plant.type = static_cast<std::uint8_t>(i % 3);
        if (i % 50 == 0)
            plant.flags = FoliageOrphan;
        plants.push_back(plant);
    }
    const auto instances = instancesOf(plants);
    std::vector<std::vector<FoliageRun>> runs;
    std::vector<FoliageInstance> drawn; // as the GPU has them
    for (const auto& cell : instances->cells()) {
        runs.push_back(foliageRuns(*cell.chunk, static_cast<std::uint32_t>(drawn.size())));
        for (const auto& each : cell.chunk->instances)
            if (!each.isOrphan())
                drawn.push_back(each);
    }
    std::vector<FoliageCullCell> cells;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto& chunk = *instances->cells()[i].chunk;
        cells.push_back({chunk.min, chunk.max, runs[i]});
    }
    FoliageLevels levels;
    levels.reach = 1;
    levels.ends = {15, 40, 80};
    ViewCamera camera;
    camera.position = {10, 2, 5};
    const Frustum frustum{camera, 1.5};
    FoliageDrawLists lists;
    const Vec3f eye{camera.position};
    cullFoliage(cells, std::array{levels, FoliageLevels{}, levels}, {}, frustum, eye, lists);
    QVERIFY(lists[1].empty()); // a kind without levels
    std::vector<std::array<int, 3>> seen(drawn.size(), {0, 0, 0});
    for (const auto type : {0U, 2U})
        for (std::size_t level = 0; level < 3; ++level)
            for (const auto& run : lists[type][level].runs)
                for (auto i = run.first; i < run.first + run.count; ++i) {
                    QCOMPARE(std::uint32_t{drawn[i].type}, type);
                    ++seen[i][level];
                }
    std::size_t visible = 0;
    std::size_t listed = 0;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const auto& p = drawn[i].position;
        const float away = glm::length(p - eye);
        for (std::size_t level = 0; level < 3; ++level) {
            QVERIFY(seen[i][level] <= 1);
            listed += static_cast<std::size_t>(seen[i][level]);
            const float begin = level == 0 ? 0 : levels.ends[level - 1];
            const bool isDrawn = drawn[i].type != 1 && away >= begin &&
                                 away <= levels.ends[level] && frustum.touchesBox(p - 1.F, p + 1.F);
            visible += isDrawn ? 1 : 0;
            QVERIFY(!isDrawn || seen[i][level] == 1);
        }
    }
    QVERIFY(visible > 500);
    QVERIFY(listed < drawn.size()); // and not simply everything
}

CORE_TEST(TestFoliageCull)
} // namespace tst_foliage_cull

#include "tst_foliage_cull.moc"
