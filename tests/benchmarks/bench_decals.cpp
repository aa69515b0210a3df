#include "engine_core/geometry/brush_transform.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/decals/decal.h"
#include "tests/benchmarks/bench.h"
#include "tests/support/fixtures/gl_fixture.h"
#include "tests/support/levels/level_builder.h"

#include <fmt/core.h>

#include <fstream>
#include <random>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Decals = 1'000;
constexpr std::size_t Brushes = 2'000; ///< of the rest of the level

void addDecal(World& world, const char* material, const Transform& place)
{
    Edit edit;
    const auto entity = world.newId();
    Decal decal;
    decal.material.path = material;
    decal.size = {0.4, 0.4, 0.3};
    edit.swaps.push_back(swapTo(entity, Node{.name = "decal", .parent = {}}));
    edit.swaps.push_back(
        swapTo(entity, TransformComponent{.position = place.position, .rotation = place.rotation}));
    edit.swaps.push_back(swapTo(entity, decal));
    world.apply(edit);
}

/// A wall before the viewer and a level behind it; its decals, if there are some, all in view.
EntityId build(World& world, int decals)
{
    test::buildLevel(world, Brushes);
    const auto wall = test::addBox(world, {-8, 100, -5}, {8, 108, -4}, "wall");
    test::addLight(world, {0, 104, 0}, 20, 60);
    std::mt19937 random{5};
    std::uniform_real_distribution<double> across{-7, 7};
    std::uniform_real_distribution<double> up{101, 107};
    for (int i = 0; i < decals; ++i)
        addDecal(world, i % 3 == 0 ? "mark" : "soot",
                 placeOnSurface({across(random), up(random), -4}, {0, 0, 1}, {0, 1, 0},
                                static_cast<double>(i)));
    return wall;
}

ViewRequest viewOf(ViewQuality quality)
{
    auto view = test::viewFrom({0, 104, 5}, {0, 104, -4});
    view.width = 1280;
    view.height = 720;
    view.mode = ViewMode::Lit;
    view.quality = quality;
    return view;
}

struct Level
{
    Level(test::GlFixture& gl, int decals) : system{gl.resources()}
    {
        wall = build(world, decals);
        world.addSystem(system);
    }

    ~Level() { world.removeSystem(system); }

    World world;
    RenderSystem system;
    EntityId wall;
};

Row frameRow(test::GlFixture& gl, const char* name, ViewQuality quality)
{
    Level with{gl, Decals};
    Level without{gl, 0};
    const auto view = viewOf(quality);
    RenderStats stats;
    RenderStats bare;
    static_cast<void>(renderToImage(with.system, view, &stats));
    static_cast<void>(renderToImage(without.system, view, &bare));
    Row row;
    std::tie(row.value, row.baseline) = medianMillisecondsInTurn(
        15, [&] { static_cast<void>(renderToImage(with.system, view, &stats)); },
        [&] { static_cast<void>(renderToImage(without.system, view, &bare)); });
    row.name = name;
    row.work =
        fmt::format("{} decals of two materials in view, {} draw calls and {} triangles; "
                    "without: {} and {}; 1280 x 720",
                    Decals, stats.drawCalls, stats.triangles, bare.drawCalls, bare.triangles);
    row.unit = "ms";
    row.ratio = row.value / row.baseline;
    row.compares = "the same picture without decals; value / baseline";
    return row;
}

Row attachRow(test::GlFixture& gl)
{
    World with;
    World without;
    build(with, Decals);
    build(without, 0);
    const auto attach = [&](World& world) {
        RenderSystem system{gl.resources()};
        system.attach(world);
    };
    attach(with); // the meshes of the brushes are warm from here on
    attach(without);
    Row row;
    std::tie(row.value, row.baseline) = medianMillisecondsInTurn(
        9, [&] { attach(with); }, [&] { attach(without); });
    row.name = "cut_all";
    row.work = fmt::format("a level of {} brushes shown anew, with {} decals cut", Brushes, Decals);
    row.unit = "ms";
    row.ratio = row.value / row.baseline;
    row.compares = "the same level without decals; value / baseline";
    return row;
}

/// One step of a drag of the wall that all decals lie on.
Row dragRow(test::GlFixture& gl)
{
    Level level{gl, Decals};
    level.system.update(0);
    double by = 0.001;
    const auto ms = medianMilliseconds(15, [&] {
        const auto& brush = *level.world.get<BrushComponent>(level.wall)->brush;
        const auto moved = translated(brush, {by, 0, 0}, TextureLock::On);
        Edit edit;
        edit.swaps.push_back(
            swapTo(level.wall, BrushComponent{std::make_shared<const Brush>(*moved)}));
        level.world.apply(edit, ChangeKind::Preview);
        level.system.update(0);
        by = -by;
    });
    return promised("drag_wall", fmt::format("a step of a drag of the wall with {} decals", Decals),
                    ms, 16);
}

Row layRow(test::GlFixture& gl)
{
    Level level{gl, Decals};
    level.system.update(0);
    const auto ms = medianMilliseconds(51, [&] {
        addDecal(level.world, "mark", placeOnSurface({0, 104, -4}, {0, 0, 1}));
        level.system.update(0);
    });
    return promised("lay_one", fmt::format("one more beside {}, {} brushes", Decals, Brushes), ms,
                    1);
}
} // namespace

/// What decals cost: in pictures, when a level is shown, in drags, and one by one in a game.
std::vector<Row> benchDecals(const Settings& /*settings*/)
{
    const auto root = fs::temp_directory_path() / "mapwright_bench_decals";
    fs::create_directories(root / "assets");
    for (const auto* name : {"mark", "soot"})
        std::ofstream{root / "assets" / (std::string{name} + ".material.json")}
            << R"({"format": 1, "tint": [0.5, 0.2, 0.1], "opacity": "blend", "alpha": 0.6})";
    auto gl = test::GlFixture::create(root);
    if (!gl) {
        fmt::print(stderr, "decals: {}\n", gl.error().message());
        return {};
    }
    std::vector<Row> rows;
    rows.push_back(frameRow(**gl, "frame_fast", ViewQuality::Fast));
    rows.push_back(frameRow(**gl, "frame_full", ViewQuality::Full));
    rows.push_back(attachRow(**gl));
    rows.push_back(dragRow(**gl));
    rows.push_back(layRow(**gl));
    (*gl).reset();
    fs::remove_all(root);
    return rows;
}
} // namespace mapwright::bench
