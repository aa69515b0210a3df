#include "engine_core/assets/project/asset_database.h"
#include "engine_core/lighting/incremental/rebake.h"
#include "engine_core/lighting/lighting_system.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/benchmarks/bench.h"
#include "tests/support/fixtures/bake_fixture.h"
#include "tests/support/levels/level_builder.h"

#include <fmt/core.h>

#include <chrono>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr std::size_t Brushes = 5000;
constexpr int Samples = 16;
constexpr int SketchSamples = 6; ///< as the editor's first picture has
constexpr int Bounces = 2;

BakeOptions optionsFor(int samples)
{
    BakeOptions options;
    options.samples = samples;
    options.bounces = Bounces;
    return options;
}

/// Five hundred rooms with a lamp and crates in each, and the light of a whole bake.
struct BakedLevel : test::BakeFixture
{
    BakedLevel()
    {
        test::buildLevel(world, Brushes);
        auto changed = settings();
        changed.luxelsPerMetre = 1;
        changed.adaptiveDensity = true; // as scenes have it from the start
        setSettings(changed);
        world.addSystem(lighting);
        const auto baked = bakeAll();
        light = baked.lightmap;
        stats = baked.stats;
        set(SceneEntity, LightmapRef{.file = "x.exr", .hash = hashToText(light->hash)});
        lighting.markAllFresh();
        world.forEach<Light>([&](EntityId entity, const Light&) { lamp = entity; });
        world.forEach<Node>([&](EntityId entity, const Node& node) {
            if (node.name == "wall east")
                wall = entity;
        });
    }

    BakeResult bakeAll() const
    {
        const auto start = std::chrono::steady_clock::now();
        auto result = bake(optionsFor(Samples));
        seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return result;
    }

    template <typename T>
    void set(EntityId entity, const T& component)
    {
        Edit edit;
        edit.swaps.push_back(swapTo(entity, component));
        world.apply(edit);
    }

    BakeResult rebake(int samples, RebakeDepth depth)
    {
        auto old = lighting.oldLight();
        ENGINE_EXPECT(old);
        old->lightmap = light;
        JobControl control;
        auto result = rebakeLightmap(input(), *old, optionsFor(samples), control, depth);
        ENGINE_EXPECT(result);
        return *std::move(result);
    }

    LightingSystem lighting;
    std::shared_ptr<const Lightmap> light;
    BakeStats stats;
    mutable double seconds = 0; ///< of the last whole bake
    EntityId lamp;
    EntityId wall;
};

Row rebakeRow(BakedLevel& level, const std::string& name, RebakeDepth depth, std::size_t mostStale)
{
    const bool isWhole = depth == RebakeDepth::Whole;
    BakeStats stats;
    Row row;
    row.name = name + (isWhole ? "_final" : "_visible");
    row.value = 1e-3 * medianMilliseconds(3, [&] {
                    stats = level.rebake(isWhole ? Samples : SketchSamples, depth).stats;
                });
    ENGINE_EXPECT(stats.stale > 0 && stats.stale <= mostStale);
    ENGINE_EXPECT(stats.stale + stats.kept == level.stats.charts);
    row.baseline = level.seconds;
    row.unit = "s";
    row.ratio = row.value / row.baseline;
    row.compares = "a whole bake of the level in this run; value / baseline";
    row.work = fmt::format(
        "{} of {} charts lit anew, {} of {} luxels, {} and {} bounces, {:.2f} M rays", stats.stale,
        level.stats.charts, stats.litLuxels, level.stats.luxels, isWhole ? Samples : SketchSamples,
        Bounces, static_cast<double>(stats.rays) * 1e-6);
    return row;
}

void addRows(BakedLevel& level, const std::string& name, std::vector<Row>& rows)
{
    constexpr std::size_t MostStale = 400; // faces of the room and of what sees it from outside
    rows.push_back(rebakeRow(level, name, RebakeDepth::Sketch, MostStale));
    rows.push_back(rebakeRow(level, name, RebakeDepth::Whole, MostStale));
}

/// Until the faces of an edit are known.
Row staleRow(BakedLevel& level)
{
    double at = 0;
    std::size_t stale = 0;
    Row row;
    row.name = "stale_5k";
    row.value = medianMilliseconds(9, [&] {
        level.set(level.wall, TransformComponent{.position = {at += 0.1, 0, 0}});
        stale = level.lighting.staleFaces().size();
    });
    ENGINE_EXPECT(stale >= 6 && stale <= 200);
    row.baseline = level.seconds * 1e3;
    row.unit = "ms";
    row.ratio = row.value / row.baseline;
    row.compares = "a whole bake of the level in this run; value / baseline";
    row.work = fmt::format("a wall of a level of {} brushes moves: {} stale faces of {}", Brushes,
                           stale, level.lighting.faceCount());
    level.set(level.wall, TransformComponent{});
    ENGINE_EXPECT(level.lighting.staleFaces().empty());
    return row;
}

/// What the window's thread does after an edit before a worker goes on.
Row gatherRow(const std::string& name, std::size_t brushes)
{
    constexpr double Stall = 16; // ms: what an input may wait
    World world;
    test::buildLevel(world, brushes);
    AssetDatabase assets{
        Project{installationFolder() / "projects" / "first_room", "first_room", {}}};
    assets.supply(world);
    std::size_t gathered = 0;
    Row row;
    row.name = name;
    row.value = medianMilliseconds(5, [&] {
        const auto input = collectBakeInput(world, assets);
        const World copy{world};
        gathered = input.brushes.size() + copy.count<Light>();
    });
    ENGINE_EXPECT(gathered > brushes);
    row.baseline = Stall;
    row.unit = "ms";
    row.ratio = row.value / row.baseline;
    row.compares = "what an input may wait; value / baseline";
    row.work = fmt::format("a level of {} brushes is gathered for a worker", brushes);
    return row;
}

/// The tutorial's room, drafted as the editor does where nothing was baked.
Row firstPicture()
{
    test::BakeFixture room;
    test::buildRoom(room.world);
    for (const double x : {-4.0, 4.0})
        test::addLight(room.world, {x, 2, 0});
    BakeStats stats;
    Row row;
    row.name = "first_picture_room";
    row.value = 1e-3 * medianMilliseconds(
                           3, [&] { stats = room.bake({.quality = BakeQuality::Draft}).stats; });
    row.baseline =
        1e-3 * medianMilliseconds(1, [&] { (void)room.bake({.quality = BakeQuality::Preview}); });
    row.unit = "s";
    row.ratio = row.value / row.baseline;
    row.compares = "a bake in preview quality; value / baseline";
    row.work = fmt::format("draft of {} luxels at default density", stats.luxels);
    return row;
}
} // namespace

std::vector<Row> benchBakeEdits(const Settings&)
{
    BakedLevel level;
    std::vector<Row> rows{firstPicture(), staleRow(level), gatherRow("gather_5k", Brushes),
                          gatherRow("gather_20k", 4 * Brushes)};
    auto place = *level.world.get<TransformComponent>(level.lamp);
    const auto before = place;
    place.position += Vec3d{2, -0.5, 1};
    level.set(level.lamp, place);
    addRows(level, "moved_light_5k", rows);
    level.set(level.lamp, before);
    level.set(level.wall, TransformComponent{.position = {-1, 0, 0}});
    addRows(level, "moved_wall_5k", rows);
    return rows;
}
} // namespace mapwright::bench
