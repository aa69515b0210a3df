#include "tests/benchmarks/bench_million_plants.h"

#include "editor/document/journal.h"
#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/base/contract.h"
#include "engine_core/base/files/files.h"
#include "engine_core/lighting/lighting_system.h"
#include "engine_core/render/foliage/foliage_cull.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/foliage_file.h"
#include "tests/benchmarks/meadow.h"
#include "tests/support/fixtures/model_source.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <random>
#include <thread>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr std::size_t Million = 1'000'000;

/// A million plants on 300 x 300 m.
std::shared_ptr<const FoliageInstances> aMillion()
{
    std::mt19937 random{1};
    std::uniform_real_distribution<float> place{0, 300};
    FoliageEdit edit{nullptr};
    for (std::size_t i = 0; i < Million; ++i) {
        FoliageInstance plant;
        plant.position = {place(random), 0, place(random)};
        plant.seed = static_cast<std::uint32_t>(random());
        plant.brush = static_cast<std::uint32_t>(2 + i % 100);
        plant.type = static_cast<std::uint8_t>(i % 4);
        edit.add(plant);
    }
    return edit.finish();
}

std::vector<Row> fileRows(const std::shared_ptr<const FoliageInstances>& plants)
{
    const auto file = fs::temp_directory_path() /
                      fmt::format("mapwright_bench_{}.foliage", hashToText(plants->hash()));
    const double save = medianMilliseconds(
        3, [&] { ENGINE_EXPECT(writeFileAtomically(file, foliageToBytes(*plants))); });
    const double load = medianMilliseconds(3, [&] {
        const auto bytes = readFile(file);
        ENGINE_EXPECT(bytes);
        const auto read = foliageFromBytes(*bytes);
        ENGINE_EXPECT(read && (*read)->hash() == plants->hash());
    });
    const auto size = fs::file_size(file);
    fs::remove(file);
    std::size_t memory = 0;
    for (const auto& cell : plants->cells())
        memory += cell.chunk->instances.capacity() * sizeof(FoliageInstance) +
                  cell.chunk->brushes.capacity() * sizeof(std::uint32_t) + sizeof(FoliageChunk) +
                  sizeof cell;
    const auto work = fmt::format(
        "{} plants, {} bytes in the file, {:.1f} bytes each in memory, {}", plants->count(), size,
        static_cast<double>(memory) / static_cast<double>(plants->count()),
        hashToText(plants->hash()));
    return {promised("load_1m", work, load, 2000), promised("save_1m", work, save, 1000)};
}

/// For a journal of unsaved work; gone with this.
struct JournalFolder
{
    JournalFolder() { fs::remove_all(path); }

    JournalFolder(const JournalFolder&) = delete;
    JournalFolder& operator=(const JournalFolder&) = delete;

    ~JournalFolder()
    {
        std::error_code error;
        fs::remove_all(path, error);
    }

    /// Of the journal itself.
    [[nodiscard]] std::uintmax_t bytes() const
    {
        std::uintmax_t all = 0;
        for (const auto& entry : fs::directory_iterator{path})
            all += entry.path().extension() == ".journal" ? entry.file_size() : 0;
        return all;
    }

    fs::path path =
        fs::temp_directory_path() / fmt::format("mapwright_bench_journal_{}", ::getpid());
};

/// A million plants that a worker found come and go: what the main thread does, from the step to
/// the faces whose light is stale and the journal of unsaved work. The pictures are measured by
/// plant_frame.
Row stepRow(const std::shared_ptr<const FoliageInstances>& plants)
{
    Meadow meadow{1, 2, 150};
    auto& document = meadow.document;
    const test::ModelSource models;
    LightingSystem lighting;
    auto& world = document.worldForSystems();
    world.setMeshes(&models);
    world.addSystem(lighting);
    const auto lit = document.run("Light", [&](editor::Transaction& tx) -> Result<void> {
        const auto kind = foliageTypes(tx.world(), meadow.layer)[0];
        auto type = kind.type;
        type.mesh = {"tree"};
        tx.set(kind.entity, type);
        const auto lamp = tx.create("Lamp");
        tx.set(lamp, TransformComponent{.position = {150, 20, 150}});
        Light light;
        light.range = 500;
        tx.set(lamp, light);
        tx.set(SceneEntity, LightmapRef{"a.exr", "0000000000000001"});
        return {};
    });
    ENGINE_EXPECT(lit);
    lighting.markAllFresh();
    const JournalFolder folder;
    editor::Journal journal{document, {folder.path, folder.path}};
    double longest = 0;
    std::size_t stale = 0;
    const auto measure = [&](const auto& step) {
        longest = std::max(longest, medianMilliseconds(1, [&] {
                               step();
                               stale = std::max(stale, lighting.staleFaces().size());
                           }));
    };
    // As the editor does, while a worker writes what the step before it changed.
    const auto writeUp = [&] {
        constexpr double Never = 1e9; // an autosave
        do {
            std::this_thread::yield();
            measure([&] { journal.update(0, Never); });
        } while (journal.isBehind());
    };
    measure([&] {
        const auto done = document.run("Plant", [&](editor::Transaction& tx) -> Result<void> {
            editor::setFoliage(tx, meadow.layer, plants);
            return {};
        });
        ENGINE_EXPECT(done);
    });
    writeUp();
    const auto once = folder.bytes();
    for (int i = 0; i < 3; ++i) {
        measure([&] { document.undo(); });
        writeUp();
        measure([&] { document.redo(); });
        writeUp();
    }
    ENGINE_EXPECT(once > plants->count() * sizeof(FoliageInstance));
    ENGINE_EXPECT(folder.bytes() > 4 * (once - 10'000)); // all four times that they came
    world.removeSystem(lighting);
    world.setMeshes(nullptr);
    return promised("step_1m",
                    fmt::format("the longest of planting {} and of three undos and redos, {} stale "
                                "faces, {} bytes of journal written meanwhile",
                                plants->count(), stale, folder.bytes()),
                    longest, 16);
}

std::vector<Row> cullRows(const std::shared_ptr<const FoliageInstances>& plants)
{
    std::vector<std::vector<FoliageRun>> runs;
    std::vector<FoliageCullCell> cells;
    std::uint32_t first = 0;
    for (const auto& cell : plants->cells()) {
        runs.push_back(foliageRuns(*cell.chunk, first));
        first += static_cast<std::uint32_t>(cell.chunk->instances.size());
    }
    for (std::size_t i = 0; i < runs.size(); ++i)
        cells.push_back({plants->cells()[i].chunk->min, plants->cells()[i].chunk->max, runs[i]});
    FoliageLevels level;
    level.reach = 5;
    level.ends = {20, 40, 80, 150};
    const std::vector<FoliageLevels> levels(4, level);
    ViewCamera camera;
    camera.position = {150, 2, 150};
    const Frustum frustum{camera, 16.0 / 9};
    FoliageDrawLists lists;
    const double ms = medianMilliseconds(
        101, [&] { cullFoliage(cells, levels, {}, frustum, Vec3f{camera.position}, lists); });
    std::size_t draws = 0;
    std::size_t drawn = 0;
    for (const auto& kind : lists)
        for (const auto& each : kind) {
            draws += each.runs.size();
            for (const auto& run : each.runs)
                drawn += run.count;
        }
    std::size_t visible = 0;
    const double flat = medianMilliseconds(5, [&] {
        visible = 0;
        for (const auto& cell : plants->cells())
            for (const auto& plant : cell.chunk->instances)
                visible += static_cast<std::size_t>(
                    frustum.touchesBox(plant.position - 1.F, plant.position + 1.F));
    });
    ENGINE_EXPECT(visible > 0 && drawn > visible / 2); // far ones are not drawn
    const auto work = fmt::format("{} plants in {} cells, 4 kinds at 4 levels: {} runs with {} "
                                  "plants; one by one {} are in view",
                                  plants->count(), cells.size(), draws, drawn, visible);
    auto flatRow = promised("cull_1m_flat", work, ms, flat);
    flatRow.compares = "a flat test of the box of each plant; value / baseline";
    return {promised("cull_1m", work, ms, 0.5), flatRow};
}
} // namespace

std::vector<Row> benchMillionPlants()
{
    const auto plants = aMillion();
    auto rows = fileRows(plants);
    rows.push_back(stepRow(plants));
    for (auto& each : cullRows(plants))
        rows.push_back(std::move(each));
    return rows;
}
} // namespace mapwright::bench
