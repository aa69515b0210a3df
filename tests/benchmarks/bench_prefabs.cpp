#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/prefab/prefab_news.h"
#include "engine_core/base/contract.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/prefab.h"
#include "tests/benchmarks/bench.h"
#include "tests/support/fixtures/prefab_fixture.h"

#include <fmt/core.h>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Parts = 5'000;
constexpr int Repeats = 7;
constexpr double Frame = 16; ///< milliseconds that the main thread may work in one turn

/// A prefab of many boxes, placed three times.
struct BigPrefab : test::PrefabFixture
{
    EntityId instance;

    BigPrefab()
    {
        std::vector<EntityId> boxes;
        const auto added = run([&](editor::Transaction& edit) -> Result<void> {
            for (int i = 0; i < Parts; ++i) {
                const Vec3d at{(i % 100) * 2.0, 0, (i / 100) * 2.0};
                boxes.push_back(*editor::createBox(edit, {at, at + Vec3d{1, 1, 1}}, {}, "box"));
            }
            return {};
        });
        ENGINE_EXPECT(added);
        instance = make("big", boxes);
        place("big", {0, 0, 300});
        place("big", {0, 0, 600});
    }

    /// Another program writes the file with one box renamed.
    void changeFile(int round)
    {
        auto text = textOf("big");
        const std::string before = R"("name":"box)";
        const auto at = text.find(before);
        ENGINE_EXPECT(at != std::string::npos);
        const auto end = text.find('"', at + before.size());
        text.replace(at, end - at, fmt::format("{}{}", before, round));
        ENGINE_EXPECT(writeFileAtomically(fileOf("big"), text));
    }
};

std::string workOf(const BigPrefab& level)
{
    return fmt::format("3 instances of a prefab of {} brushes, {} brushes in all", Parts,
                       level.document.world().count<BrushComponent>());
}
} // namespace

std::vector<Row> benchPrefabs(const Settings&)
{
    BigPrefab level;
    std::vector<Row> rows;
    const auto add = [&](const char* name, double value, double target, const char* compares) {
        rows.push_back(
            {name, workOf(level), value, "ms", target, target > 0 ? value / target : 0, compares});
    };
    const auto& world = level.document.world();
    add("read_file_5k",
        medianMilliseconds(Repeats,
                           [&] {
                               auto library = level.library();
                               ENGINE_EXPECT(library.load(level.pathOf("big")));
                           }),
        0, "");
    auto library = level.library();
    const auto prefab = *library.load(level.pathOf("big"));
    std::size_t swaps = 0;
    add("merge_unchanged_5k",
        medianMilliseconds(Repeats,
                           [&] {
                               NewLinks links;
                               auto edit = mergePrefab(
                                   world, level.instance, *prefab, level.types,
                                   [] { return EntityId{}; }, links);
                               swaps = edit.size();
                           }),
        0, "");
    ENGINE_EXPECT(swaps == 0);
    int round = 0;
    editor::PrefabNews news;
    const auto find = [&] {
        World copy{world};
        auto fresh = level.library();
        JobControl control;
        news = editor::findPrefabNews(copy, fresh, level.types, control);
        ENGINE_EXPECT(news.merges.size() == 3);
    };
    add("worker_reads_change",
        medianMilliseconds(Repeats, find, [&] { level.changeFile(++round); }), 0, "");
    add("main_takes_change",
        medianMilliseconds(
            Repeats,
            [&] {
                const auto done = level.run([&](editor::Transaction& edit) -> Result<void> {
                    editor::takePrefabNews(edit, news);
                    return {};
                });
                ENGINE_EXPECT(done);
            },
            [&] {
                level.changeFile(++round);
                find();
            }),
        Frame, "a frame, in which the main thread works alone; value / baseline");
    return rows;
}
} // namespace mapwright::bench
