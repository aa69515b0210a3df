#include "engine_core/base/hash.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/world.h"
#include "tests/benchmarks/bench.h"
#include "tests/support/foliage_fixture.h"
#include "tests/support/gl_fixture.h"
#include "tests/support/level_builder.h"

#include <fmt/core.h>

#include <algorithm>
#include <random>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Repeats = 31;

struct Level
{
    std::string name;
    std::size_t brushes = 0;
};

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// From above a corner, so that the whole level is in view.
ViewRequest overview(const World& world)
{
    Aabb bounds;
    world.forEach<BrushComponent>(
        [&](EntityId entity, const BrushComponent&) { bounds.add(boundsOf(world, entity)); });
    const Vec3d eye = bounds.min + Vec3d{-30, bounds.size().x * 0.4, -30};
    auto view = test::viewFrom(eye, bounds.center());
    view.mode = ViewMode::Lit;
    return view;
}

ContentHash hashOf(const Image& image)
{
    return hashBytes(std::as_bytes(std::span{image.rgba}));
}

/// Milliseconds from an edit of one brush to its new mesh, on the processor.
double moveOneBrush(World& world, RenderSystem& system)
{
    EntityId brush;
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent&) { brush = entity; });
    return medianMilliseconds(
        Repeats, [&] { system.update(0); },
        [&] {
            const auto moved =
                translated(*world.get<BrushComponent>(brush)->brush, {0.01, 0, 0}, TextureLock::On);
            Edit step;
            step.swaps.push_back(
                swapTo(brush, BrushComponent{std::make_shared<const Brush>(*moved)}));
            world.apply(step);
        });
}

Row millisecondsRow(std::string name, std::string work, double value)
{
    Row row;
    row.name = std::move(name);
    row.work = std::move(work);
    row.value = value;
    row.unit = "ms";
    return row;
}

std::vector<Row> measure(test::GlFixture& gl, const Level& level)
{
    World world;
    test::buildLevel(world, level.brushes);
    RenderSystem system{gl.resources()};
    system.attach(world);
    world.addSystem(system);
    const auto view = overview(world);
    const auto picture = test::GlFixture::picture(system, view);
    std::vector<double> submits;
    std::vector<double> own;
    RenderStats stats;
    for (int i = 0; i < Repeats; ++i) {
        const auto image = renderToImage(system, view, &stats);
        submits.push_back(stats.submitMilliseconds);
        own.push_back(stats.ownMilliseconds);
    }
    std::vector<Row> rows;
    rows.push_back(millisecondsRow(
        level.name,
        fmt::format("{} brushes, {} triangles, {} draw calls, picture {}", level.brushes,
                    stats.triangles, stats.drawCalls, hashToText(hashOf(picture))),
        median(std::move(submits))));
    rows.push_back(millisecondsRow("own_" + level.name.substr(6),
                                   "culling and draw lists, without the driver",
                                   median(std::move(own))));
    const auto built = gl.resources().use().meshesBuilt;
    const double attach = medianMilliseconds(9, [&] {
        World play{world};
        RenderSystem second{gl.resources()};
        second.attach(play);
    });
    rows.push_back(
        millisecondsRow("attach_" + level.name.substr(6),
                        fmt::format("a copy of {} brushes, {} meshes built", level.brushes,
                                    gl.resources().use().meshesBuilt - built),
                        attach));
    rows.push_back(millisecondsRow("move_" + level.name.substr(6),
                                   fmt::format("1 of {} brushes, to its new mesh", level.brushes),
                                   moveOneBrush(world, system)));
    world.removeSystem(system);
    return rows;
}

/// A million plants of two triangles each on 300 x 300 m, in a picture small enough that drawing it
/// on a processor hides little of what the commands cost.
std::vector<Row> measurePlants(test::GlFixture& gl)
{
    constexpr std::size_t Million = 1'000'000;
    test::FoliageFixture fixture;
    FoliageType type;
    type.kind = FoliageKind::Billboard;
    type.size = {0.2, 0.3};
    type.fadeStart = type.cullDistance = 400;
    fixture.addType(type);
    std::mt19937 random{1};
    std::uniform_real_distribution<float> place{0, 300};
    std::vector<FoliageInstance> plants(Million);
    for (auto& plant : plants) {
        plant.position = {place(random), 0, place(random)};
        plant.seed = static_cast<std::uint32_t>(random());
    }
    fixture.set(test::instancesOf(plants));
    RenderSystem system{gl.resources()};
    system.attach(fixture.world);
    auto view = test::viewFrom({150, 2, 150}, {150, 2, 0});
    view.width = 64;
    view.height = 36;
    view.mode = ViewMode::Unlit;
    view.quality = ViewQuality::Full;
    std::vector<double> submits, own;
    RenderStats stats;
    for (int i = 0; i < 5; ++i) {
        static_cast<void>(renderToImage(system, view, &stats));
        submits.push_back(stats.submitMilliseconds);
        own.push_back(stats.ownMilliseconds);
    }
    const auto work = fmt::format("{} plants, {} triangles in view, {} draw calls", Million,
                                  stats.triangles, stats.drawCalls);
    return {millisecondsRow("foliage_1m", work, median(std::move(submits))),
            millisecondsRow("own_foliage_1m", "culling and draw lists, without the driver",
                            median(std::move(own)))};
}
} // namespace

std::vector<Row> benchFrame(const Settings& /*settings*/)
{
    auto gl = test::GlFixture::create(installationFolder() / "projects" / "first_room");
    if (!gl) {
        fmt::print(stderr, "mapwright: {}\n", gl.error().message());
        return {};
    }
    std::vector<Row> rows;
    for (const auto& level : {Level{"level_5k", 5'000}, Level{"level_20k", 20'000}})
        for (auto& row : measure(**gl, level))
            rows.push_back(std::move(row));
    for (auto& row : measurePlants(**gl))
        rows.push_back(std::move(row));
    return rows;
}
} // namespace mapwright::bench
