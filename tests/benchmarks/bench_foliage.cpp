#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/base/contract.h"
#include "engine_core/foliage/foliage_growth.h"
#include "engine_core/foliage/foliage_stroke.h"
#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/bench_million_plants.h"
#include "tests/benchmarks/meadow.h"
#include "tests/support/fixtures/foliage_fixture.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace mapwright::bench
{
using namespace engine;

namespace
{
Row row(std::string name, std::string work, double value, std::string unit = "ms")
{
    Row made;
    made.name = std::move(name);
    made.work = std::move(work);
    made.value = value;
    made.unit = std::move(unit);
    return made;
}

/// Bridson, "Fast Poisson disk sampling in arbitrary dimensions" (2007), with k = 30, in a square:
/// how many points it finds.
std::vector<Vec2f> bridson(double size, double radius)
{
    const double cell = radius / std::sqrt(2.0);
    const auto side = static_cast<int>(std::ceil(size / cell));
    std::vector<int> grid(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), -1);
    std::vector<Vec2f> points;
    std::vector<int> active;
    std::mt19937 random{1};
    std::uniform_real_distribution<double> unit{0, 1};
    const auto add = [&](const Vec2d& p) {
        const auto at = static_cast<std::size_t>(p.y / cell) * static_cast<std::size_t>(side) +
                        static_cast<std::size_t>(p.x / cell);
        grid[at] = static_cast<int>(points.size());
        active.push_back(grid[at]);
        points.emplace_back(p);
    };
    const auto isFree = [&](const Vec2d& p) {
        const auto x = static_cast<int>(p.x / cell);
        const auto y = static_cast<int>(p.y / cell);
        for (int j = std::max(y - 2, 0); j <= std::min(y + 2, side - 1); ++j)
            for (int i = std::max(x - 2, 0); i <= std::min(x + 2, side - 1); ++i) {
                const int other = grid[static_cast<std::size_t>(j * side + i)];
                if (other < 0)
                    continue;
                const auto apart = Vec2d{points[static_cast<std::size_t>(other)]} - p;
                if (glm::dot(apart, apart) < radius * radius)
                    return false;
            }
        return true;
    };
    add({size / 2, size / 2});
    while (!active.empty()) {
        const auto pick = static_cast<std::size_t>(random()) % active.size();
        const Vec2d from{points[static_cast<std::size_t>(active[pick])]};
        bool found = false;
        for (int k = 0; k < 30 && !found; ++k) {
            const double angle = unit(random) * 2 * Pi;
            const auto p =
                from + Vec2d{std::cos(angle), std::sin(angle)} * (radius * (1 + unit(random)));
            found = p.x >= 0 && p.y >= 0 && p.x < size && p.y < size && isFree(p);
            if (found)
                add(p);
        }
        if (!found) {
            active[pick] = active.back();
            active.pop_back();
        }
    }
    return points;
}

Row scatterRow()
{
    constexpr double Size = 300;
    constexpr double Radius = 1;
    std::size_t peers = 0;
    const double peer = medianMilliseconds(3, [&] { peers = bridson(Size, Radius).size(); });
    test::FoliageFixture fixture;
    FoliageType type;
    type.density = static_cast<double>(peers) / (Size * Size);
    fixture.addType(type);
    const auto ground = fixture.addGround({0, 0}, Size);
    std::vector<FoliageInstance> plants;
    const auto scatter = [&](unsigned threads) {
        return medianMilliseconds(
            5, [&] { plants = fixture.scatter(std::array{ground}, threads).instances; });
    };
    const double two = scatter(2);
    const auto hash = test::instancesOf(plants)->hash();
    const double one = scatter(1);
    ENGINE_EXPECT(test::instancesOf(plants)->hash() == hash);
    const auto rate = [](std::size_t count, double ms) {
        return static_cast<double>(count) / ms / 1000;
    };
    auto made = row("scatter",
                    fmt::format("{} plants on {} m^2 (the other way {}), {:.1f} Mpt/s with two "
                                "threads, the same plants {}",
                                plants.size(), Size * Size, peers, rate(plants.size(), two),
                                hashToText(hash)),
                    rate(plants.size(), one), "Mpt/s");
    made.baseline = rate(peers, peer);
    made.ratio = made.baseline / made.value;
    made.compares = "Bridson's Poisson disks with k = 30 at equal density, one thread; baseline / "
                    "value";
    return made;
}

/// Moves of the mouse that each uncover about 2,000 plants, on ground that holds 200,000 others,
/// through the document to a preview; then the same way erased.
std::vector<Row> strokeRows()
{
    Meadow meadow{10, 2, 200};
    const FoliageBrush brush{.radius = 10};
    constexpr double Step = 10;
    std::size_t added = 0;
    int moves = 0;
    double x = 12;
    FoliageStroke stroke{meadow.document.world(), meadow.document.index(), meadow.layer, {}, brush};
    static_cast<void>(stroke.extend({{x, 0, 50}, {0, 1, 0}}));
    auto tx = meadow.document.begin("Paint");
    const double paint = medianMilliseconds(31, [&] {
        x += Step;
        FoliageEdit edit{meadow.plants()};
        for (const auto& plant : stroke.extend({{x, 0, 50}, {0, 1, 0}})) {
            edit.add(plant);
            ++added;
        }
        editor::setFoliage(tx, meadow.layer, edit.finish());
        tx.preview();
        ++moves;
    });
    const auto each = added / static_cast<std::size_t>(moves);
    std::vector<Row> rows;
    rows.push_back(promised("stroke_2000",
                            fmt::format("a move of the mouse that adds {} plants, to the preview, "
                                        "{} in all, {}",
                                        each, added, hashToText(meadow.plants()->hash())),
                            paint, 16));
    double at = 12;
    const auto before = meadow.plants()->count();
    const double erase = medianMilliseconds(31, [&] {
        const StrokePoint from{{at, 0, 50}, {0, 1, 0}};
        at += Step;
        const auto standing = meadow.plants();
        FoliageEdit edit{standing};
        eraseFoliage(*standing, from, {{at, 0, 50}, {0, 1, 0}}, brush, {}, edit);
        editor::setFoliage(tx, meadow.layer, edit.finish());
        tx.preview();
    });
    rows.push_back(promised("erase_2000",
                            fmt::format("the same way back: {} of {} plants erased",
                                        before - meadow.plants()->count(), before),
                            erase, 16));
    tx.rollback();
    return rows;
}

Row reprojectManyRow()
{
    Meadow meadow{11.2, 10, 10};
    meadow.plant();
    const auto count = meadow.plants()->count();
    double by = 0.5;
    const double ms = medianMilliseconds(5, [&] {
        const auto moved = meadow.document.run("Move", [&](editor::Transaction& tx) {
            return editor::translate(tx, meadow.brushes, {by, 0.25, 0});
        });
        ENGINE_EXPECT(moved);
        by = -by;
    });
    return promised("reproject_100k",
                    fmt::format("{} plants follow {} brushes in one step, {}", count,
                                meadow.brushes.size(), hashToText(meadow.plants()->hash())),
                    ms, 100);
}

Row reprojectDragRow()
{
    Meadow meadow{11.2, 10, 10};
    meadow.plant();
    const auto others = meadow.plants()->count();
    const auto big = std::array{meadow.brushes[45]};
    // The others stay; the dragged one carries about five thousand.
    const auto thicker =
        meadow.document.run("Thicker", [&](editor::Transaction& tx) -> Result<void> {
            const auto kind = foliageTypes(tx.world(), meadow.layer)[0];
            auto type = kind.type;
            type.density = 50;
            tx.set(kind.entity, type);
            JobControl control;
            return editor::plantFoliage(
                tx, meadow.layer,
                scatterFoliage(
                    collectScatter(tx.world(), meadow.document.index(), meadow.layer, big), control)
                    .instances);
        });
    ENGINE_EXPECT(thicker);
    const auto carried = meadow.plants()->count() - others + others / meadow.brushes.size();
    auto drag = meadow.document.begin("Drag");
    double by = 0;
    const double ms = medianMilliseconds(31, [&] {
        by += 0.05;
        const auto moved = drag.replace([&](editor::Transaction& tx) {
            return editor::translate(tx, big, {by, by, 0});
        });
        ENGINE_EXPECT(moved);
    });
    drag.rollback();
    return promised("reproject_5k",
                    fmt::format("a move of a dragged brush with about {} of {} plants on it",
                                carried, meadow.plants()->count()),
                    ms, 16);
}

/// Everything by rule, then what an edit of one of a hundred brushes touches: the same plants.
Row growthRow()
{
    Meadow meadow{16, 10, 10};
    const auto grow = [&](const Aabb& dirty, std::shared_ptr<const FoliageInstances> standing) {
        auto growth =
            collectGrowth(meadow.document.world(), meadow.document.index(), meadow.layer, dirty);
        growth.scatter.standing = std::move(standing);
        JobControl control;
        return growFoliage(std::move(growth), control).instances;
    };
    std::shared_ptr<const FoliageInstances> all;
    const double whole = medianMilliseconds(
        3, [&] { all = grow(wholeFoliage(), std::make_shared<const FoliageInstances>()); });
    const auto dirty = boundsOf(meadow.document.world(), meadow.brushes[45]);
    std::shared_ptr<const FoliageInstances> again;
    const double part = medianMilliseconds(15, [&] { again = grow(dirty, all); });
    ENGINE_EXPECT(again == all);
    auto made = row("grow_part",
                    fmt::format("what the edit of one of {} brushes touches of {} plants grown by "
                                "rule, {}",
                                meadow.brushes.size(), all->count(), hashToText(all->hash())),
                    part);
    made.baseline = whole;
    made.ratio = part / whole;
    made.compares = "growing everything; value / baseline";
    return made;
}

} // namespace

std::vector<Row> benchFoliage(const Settings&)
{
    std::vector<Row> rows{scatterRow()};
    for (auto& each : strokeRows())
        rows.push_back(std::move(each));
    rows.push_back(reprojectManyRow());
    rows.push_back(reprojectDragRow());
    rows.push_back(growthRow());
    for (auto& each : benchMillionPlants())
        rows.push_back(std::move(each));
    return rows;
}
} // namespace mapwright::bench
