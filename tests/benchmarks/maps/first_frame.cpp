#include "tests/benchmarks/maps/first_frame.h"

#include "engine_core/base/hash.h"
#include "engine_core/interchange/maps/map_import.h"
#include "tests/support/fixtures/gl_fixture.h"
#include "tests/support/levels/map_generator.h"

#include <fmt/core.h>
#include <malloc.h>

#include <array>
#include <ctime>
#include <optional>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Repeats = 5;

ViewRequest overview(const World& world)
{
    const auto bounds = boundsOfTree(world, {});
    auto view = test::viewFrom(bounds.max + bounds.size() * 0.2, bounds.center());
    view.mode = ViewMode::Lit;
    view.width = 1280;
    view.height = 720;
    return view;
}

/// A map that is read and drawn as when it is opened: nothing of it is known yet.
struct Shown
{
    std::unique_ptr<World> world;
    std::optional<RenderSystem> system;
    RenderStats stats;
    ContentHash picture = 0;
    std::array<double, 3> stages{}; ///< world, meshes, picture; processor time in milliseconds

    ~Shown()
    {
        if (system)
            world->removeSystem(*system);
    }
};

void show(Shown& shown, const std::string& text, RenderResources& resources)
{
    auto last = std::clock();
    const auto lap = [&](std::size_t stage) {
        const auto now = std::clock();
        shown.stages[stage] = static_cast<double>(now - last) * 1000 / CLOCKS_PER_SEC;
        last = now;
    };
    auto map = importMap(text, {});
    ENGINE_EXPECT(map);
    shown.world = std::move(map->world);
    lap(0);
    shown.system.emplace(resources);
    shown.world->addSystem(*shown.system);
    shown.system->update(0);
    lap(1);
    const auto image = renderToImage(*shown.system, overview(*shown.world), &shown.stats);
    ENGINE_EXPECT(image);
    lap(2);
    shown.picture = hashBytes(std::as_bytes(std::span{image->rgba}));
}

Row timeRow(const std::string& name, std::size_t brushes, double target, RenderResources& resources)
{
    const auto text = test::generateMap(brushes, 7);
    std::optional<Shown> shown;
    const auto built = resources.use().meshesBuilt;
    const double value = medianMilliseconds(
        Repeats, [&] { show(*shown, text, resources); }, [&] { shown.emplace(); });
    ENGINE_EXPECT(resources.use().meshesBuilt - built >= Repeats * brushes); // none was warm
    return {name,
            fmt::format(
                "{} bytes, {} brushes, {} triangles, {} draw calls at 1280 x 720; "
                "processor time of all cores: {:.0f} ms for the world, {:.0f} for the meshes, "
                "{:.0f} for the picture {}",
                text.size(), brushes, shown->stats.triangles, shown->stats.drawCalls,
                shown->stages[0], shown->stages[1], shown->stages[2], hashToText(shown->picture)),
            value,
            "ms",
            target,
            value / target,
            "the target, from text to the picture read back; value / baseline"};
}

/// The process's own memory; what the driver holds for buffers is told beside it.
Row memoryRow(std::size_t brushes, RenderResources& resources)
{
    const auto used = [] {
        const auto info = mallinfo2();
        return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
    };
    constexpr double Target = 3;
    const auto text = test::generateMap(brushes, 7);
    const double before = used();
    auto map = importMap(text, {});
    ENGINE_EXPECT(map);
    const double world = used() - before;
    RenderSystem system{resources};
    map->world->addSystem(system);
    system.update(0);
    const double both = used() - before;
    const auto count = static_cast<double>(map->brushes);
    const auto buffers = static_cast<double>(resources.use().meshBytes);
    map->world->removeSystem(system);
    const double value = both / count / 1024;
    return {
        "memory_per_brush_shown",
        fmt::format("{} brushes, {:.2f} KB each in the world; {:.2f} KB each are buffers of the "
                    "graphics driver, which are in this figure only where it draws on the "
                    "processor",
                    map->brushes, world / count / 1024, buffers / count / 1024),
        value,
        "KB",
        Target,
        value / Target,
        "the target, world and renderer; value / baseline"};
}
} // namespace

std::vector<Row> firstFrameRows()
{
    auto gl = test::GlFixture::create(installationFolder() / "projects" / "first_room");
    if (!gl) {
        fmt::print(stderr, "mapwright: {}\n", gl.error().message());
        return {};
    }
    std::vector<Row> rows;
    {
        RenderResources resources{(*gl)->assets()}; // of its own: no buffers have grown yet
        rows.push_back(memoryRow(20'000, resources));
    }
    rows.push_back(timeRow("first_frame_10k", 10'000, 250, (*gl)->resources()));
    rows.push_back(timeRow("first_frame_50k", 50'000, 1'200, (*gl)->resources()));
    return rows;
}
} // namespace mapwright::bench
