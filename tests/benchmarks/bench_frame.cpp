#include "engine_core/base/contract.h"
#include "engine_core/base/hash.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/world/world.h"
#include "tests/benchmarks/bench.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/fixtures/gl_fixture.h"
#include "tests/support/levels/level_builder.h"

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

/// What each of several pictures took, part by part.
struct Parts
{
    std::vector<double> own, fill, record, draw, rest, submit, ours;

    void add(const RenderStats& stats)
    {
        own.push_back(stats.ownMilliseconds);
        fill.push_back(stats.fillMilliseconds);
        record.push_back(stats.recordMilliseconds);
        draw.push_back(stats.drawMilliseconds);
        ours.push_back(own.back() + fill.back() + record.back());
        submit.push_back(stats.submitMilliseconds);
        rest.push_back(submit.back() - ours.back() - draw.back());
    }
};

/// A million plants of two triangles each on 300 x 300 m, in a picture small enough that drawing it
/// on a processor hides little of what the commands cost.
std::vector<Row> measurePlants(test::GlFixture& gl)
{
    constexpr std::size_t Million = 1'000'000;
    constexpr std::size_t Kinds = 4; // so that cells are not drawn in one go
    test::FoliageFixture fixture;
    FoliageType type;
    type.kind = FoliageKind::Billboard;
    type.size = {0.2, 0.3};
    type.fadeStart = type.cullDistance = 400;
    for (std::size_t i = 0; i < Kinds; ++i)
        fixture.addType(type);
    std::mt19937 random{1};
    std::uniform_real_distribution<float> place{0, 300};
    std::vector<FoliageInstance> plants(Million);
    for (std::size_t i = 0; i < Million; ++i) {
        plants[i].position = {place(random), 0, place(random)};
        plants[i].seed = static_cast<std::uint32_t>(random());
        plants[i].type = static_cast<std::uint8_t>(i % Kinds);
    }
    fixture.set(test::instancesOf(plants));
    RenderSystem system{gl.resources()};
    system.attach(fixture.world);
    auto view = test::viewFrom({150, 2, 150}, {150, 2, 0});
    view.width = 64;
    view.height = 36;
    view.mode = ViewMode::Unlit;
    view.quality = ViewQuality::Full;
    RenderStats first, stats;
    static_cast<void>(renderToImage(system, view, &first)); // with shaders to be compiled
    const auto moved = gl.resources().use().plantBytesMoved;
    Parts parts;
    for (int i = 0; i < 9; ++i) {
        static_cast<void>(renderToImage(system, view, &stats));
        ENGINE_EXPECT(stats.commands == first.commands && stats.drawCalls == first.drawCalls);
        ENGINE_EXPECT(stats.bytesFilled == first.bytesFilled);
        parts.add(stats);
    }
    // Nothing of the work was left out, and plants that are there do not go there again.
    ENGINE_EXPECT(stats.triangles > Million / 4 && stats.commands > 20 * Kinds);
    ENGINE_EXPECT(gl.resources().use().plantBytesMoved == moved);
    const auto work = fmt::format(
        "{} plants of {} kinds, {} triangles in view, {} commands in {} draw calls, {} "
        "bytes filled",
        Million, Kinds, stats.triangles, stats.commands, stats.drawCalls, stats.bytesFilled);
    const double rest = median(parts.rest);
    return {
        millisecondsRow("foliage_1m", work + ", the driver's drawing included",
                        median(parts.submit)),
        millisecondsRow("own_foliage_1m", "culling and draw lists, without the driver",
                        median(parts.own)),
        promised(
            "submit_foliage_1m",
            fmt::format("{:.3f} ms of culling and draw lists, {:.3f} of filling buffers, {:.3f} "
                        "of programs, materials and uniforms; without the draw calls",
                        median(parts.own), median(parts.fill), median(parts.record)),
            median(parts.ours), 1.5),
        millisecondsRow("draw_foliage_1m",
                        fmt::format("within the draw calls of plants, where a driver in software "
                                    "draws; presenting takes {:.3f} ms more",
                                    rest),
                        median(parts.draw))};
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
