#include "editor/document/document.h"
#include "editor/document/journal.h"
#include "editor/operations/foliage_operations.h"
#include "editor/operations/transform_operations.h"
#include "engine_core/base/contract.h"
#include "engine_core/foliage/foliage_growth.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/lighting/lighting_system.h"
#include "engine_core/render/foliage_cull.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/foliage_file.h"
#include "tests/benchmarks/bench.h"
#include "tests/support/foliage_fixture.h"
#include "tests/support/model_source.h"

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

Row row(std::string name, std::string work, double value, std::string unit = "ms")
{
    Row made;
    made.name = std::move(name);
    made.work = std::move(work);
    made.value = value;
    made.unit = std::move(unit);
    return made;
}

Row promised(std::string name, std::string work, double value, double target)
{
    auto made = row(std::move(name), std::move(work), value);
    made.baseline = target;
    made.ratio = value / target;
    made.compares = "the promise; value / baseline";
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

/// A document with grounds and a layer of plants.
class Meadow
{
public:
    Meadow(double density, int side, double size) : m_types{registered()}, document{m_types}
    {
        const auto filled = document.run("Fill", [&](editor::Transaction& tx) -> Result<void> {
            for (int x = 0; x < side; ++x)
                for (int z = 0; z < side; ++z) {
                    brushes.push_back(tx.create("ground"));
                    tx.set(brushes.back(), boxAt({x * size, -1, z * size}, size));
                }
            layer = editor::createFoliageLayer(tx, "Plants");
            FoliageType type;
            type.density = density;
            const auto added = editor::addFoliageType(tx, layer, type, "Grass");
            return added ? Result<void>{} : added.error();
        });
        ENGINE_EXPECT(filled);
    }

    void plant()
    {
        const auto planted = document.run("Plant", [&](editor::Transaction& tx) -> Result<void> {
            JobControl control;
            return editor::plantFoliage(
                tx, layer,
                scatterFoliage(collectScatter(tx.world(), document.index(), layer, brushes),
                               control)
                    .instances);
        });
        ENGINE_EXPECT(planted);
    }

    [[nodiscard]] std::shared_ptr<const FoliageInstances> plants() const
    {
        return foliageOf(document.world(), layer);
    }

private:
    static TypeRegistry registered()
    {
        TypeRegistry types;
        registerComponents(types);
        return types;
    }

    static BrushComponent boxAt(const Vec3d& corner, double size)
    {
        auto box = makeBox({corner, corner + Vec3d{size, 1, size}}, Name{});
        ENGINE_EXPECT(box);
        return {std::make_shared<const Brush>(*std::move(box))};
    }

    TypeRegistry m_types;

public:
    editor::Document document;
    std::vector<EntityId> brushes;
    EntityId layer;
};

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
    editor::Journal journal{document, folder.path};
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

Row cullRow(const std::shared_ptr<const FoliageInstances>& plants)
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
    auto made = row("cull_1m",
                    fmt::format("{} plants in {} cells, 4 kinds at 4 levels: {} runs with {} "
                                "plants; one by one {} are in view",
                                plants->count(), cells.size(), draws, drawn, visible),
                    ms);
    made.baseline = flat;
    made.ratio = ms / flat;
    made.compares = "a flat test of the box of each plant; value / baseline";
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
    const auto plants = aMillion();
    for (auto& each : fileRows(plants))
        rows.push_back(std::move(each));
    rows.push_back(stepRow(plants));
    rows.push_back(cullRow(plants));
    return rows;
}
} // namespace mapwright::bench
