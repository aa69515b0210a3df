#include "engine_core/base/hash.h"
#include "engine_core/navigation/mesh/navmesh_system.h"
#include "engine_core/play/play_library.h"
#include "engine_core/play/play_session.h"
#include "engine_core/render/gl/headless_context.h"
#include "engine_core/render/gl/offscreen.h"
#include "engine_core/render/scene/render_system.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/benchmarks/bench.h"
#include "tests/support/levels/level_builder.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <vector>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Repeats = 7;
constexpr int Width = 640;
constexpr int Height = 360;
constexpr double TargetStart = 100; ///< milliseconds
constexpr double TargetStop = 50;   ///< milliseconds

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// An editor that has shown the level: collision, compiled scripts and meshes are warm, and the
/// navigation mesh is built if somebody walks on it.
class WarmEditor
{
public:
    WarmEditor(World& world,
               const TypeRegistry& types,
               RenderResources& resources,
               AssetDatabase& assets)
        : m_world{world}
        , m_types{types}
        , m_resources{resources}
        , m_assets{assets}
        , m_scripts{makeScriptLibrary(assets, ScriptTrust::On)}
        , m_render{resources}
    {
        m_world.addSystem(m_collision);
        m_world.addSystem(m_render);
        m_world.addSystem(m_navigation);
        if (m_world.count<NavWalker>() > 0) {
            ENGINE_EXPECT(m_navigation.build(""));
            m_navigation.finish();
        }
        draw(m_render, {});
    }

    ~WarmEditor()
    {
        m_world.removeSystem(m_navigation);
        m_world.removeSystem(m_render);
        m_world.removeSystem(m_collision);
    }

    WarmEditor(const WarmEditor&) = delete;
    WarmEditor& operator=(const WarmEditor&) = delete;

    /// Of the navigation mesh; 0 if there is none.
    [[nodiscard]] std::size_t tiles() const
    {
        const auto agent = navProfiles(m_world).front().name;
        const auto* mesh = m_navigation.mesh(agent);
        return mesh != nullptr ? mesh->tiles().size() : 0;
    }

    struct Times
    {
        double start = 0; ///< to the end of the first frame's drawing
        double stop = 0;
        std::size_t triangles = 0;
        ContentHash state = 0;
    };

    /// From the key press to the first picture of the game, and back.
    Result<Times> playOnce()
    {
        Times times;
        m_navigation.makeSpares(); // by a worker, while nothing else happens
        m_navigation.finish();
        PlaySetup setup{m_assets, m_types};
        setup.collision = &m_collision;
        setup.scripts = m_scripts.get();
        setup.navigation = &m_navigation;
        const auto start = Clock::now();
        auto session = PlaySession::start(m_world, setup);
        if (!session)
            return session.error();
        auto render = std::make_unique<RenderSystem>(m_resources);
        (*session)->world().addSystem(*render);
        (*session)->tick({});
        times.triangles = draw(*render, (*session)->camera()).triangles;
        times.start = millisecondsSince(start);
        times.state = (*session)->stateHash();
        const auto stop = Clock::now();
        (*session)->world().removeSystem(*render);
        render.reset();
        session->reset();
        times.stop = millisecondsSince(stop);
        return times;
    }

private:
    /// Reads the picture back, so that the drawing has really ended when this returns.
    static RenderStats draw(RenderSystem& system, const ViewCamera& camera)
    {
        ViewRequest view;
        view.camera = camera;
        view.mode = ViewMode::Lit;
        view.width = Width;
        view.height = Height;
        RenderStats stats;
        ENGINE_EXPECT(renderToImage(system, view, &stats));
        return stats;
    }

    World& m_world;
    const TypeRegistry& m_types;
    RenderResources& m_resources;
    AssetDatabase& m_assets;
    std::unique_ptr<ScriptLibrary> m_scripts;
    StaticCollision m_collision;
    RenderSystem m_render;
    NavmeshSystem m_navigation;
};

/// A level with its project and everything that shows it.
struct Level
{
    TypeRegistry types;
    std::unique_ptr<World> world = std::make_unique<World>();
    std::unique_ptr<AssetDatabase> assets;
};

fs::path firstRoomFolder()
{
    return installationFolder() / "projects" / "first_room";
}

Level generatedLevel(std::size_t brushes)
{
    Level level;
    registerComponents(level.types);
    test::buildLevel(*level.world, brushes);
    level.assets = std::make_unique<AssetDatabase>(Project{firstRoomFolder(), "first_room", {}});
    return level;
}

/// The same with somebody who walks in it, for whom it has a navigation mesh.
Level levelWithWalker(std::size_t brushes)
{
    auto level = generatedLevel(brushes);
    Edit edit;
    const auto walker = level.world->newId();
    edit.swaps.push_back(swapTo(walker, Node{.name = "walker", .parent = {}}));
    edit.swaps.push_back(swapTo(walker, TransformComponent{}));
    edit.swaps.push_back(swapTo(walker, NavWalker{}));
    level.world->apply(edit);
    return level;
}

/// An empty name: the scene that the project starts with.
Result<Level> firstRoom(const fs::path& name = {})
{
    const auto project = openProject(firstRoomFolder());
    if (!project)
        return project.error();
    Level level = generatedLevel(0);
    const auto file = name.empty() ? fs::path{project->startScene} : "scenes" / name;
    auto scene = loadScene(project->root / file, level.types);
    if (!scene)
        return scene.error();
    level.world = std::move(scene->world);
    return level;
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

struct Measured
{
    Row start;
    Row stop;
};

Result<Measured> measure(const std::string& name, Result<Level> level)
{
    if (!level)
        return level.error();
    RenderResources resources{*level->assets};
    WarmEditor editor{*level->world, level->types, resources, *level->assets};
    std::vector<double> starts;
    std::vector<double> stops;
    WarmEditor::Times last;
    const auto edited = contentHash(*level->world, level->types);
    for (int i = 0; i < Repeats; ++i) {
        const auto times = editor.playOnce();
        if (!times)
            return times.error();
        ENGINE_EXPECT(i == 0 || times->state == last.state); // every play must be the same play
        last = *times;
        starts.push_back(last.start);
        stops.push_back(last.stop);
    }
    ENGINE_EXPECT(contentHash(*level->world, level->types) == edited);
    const auto work =
        fmt::format("{} brushes, {} entities, {} tiles of a navigation mesh, {} triangles drawn at "
                    "{} x {}, state {}",
                    level->world->count<BrushComponent>(), level->world->entityCount(),
                    editor.tiles(), last.triangles, Width, Height, hashToText(last.state));
    Measured rows;
    rows.start = {"start_" + name,
                  work,
                  median(starts),
                  "ms",
                  TargetStart,
                  0,
                  "the target; value / baseline"};
    rows.stop = {
        "stop_" + name, work, median(stops), "ms", TargetStop, 0, "the target; value / baseline"};
    for (auto* row : {&rows.start, &rows.stop})
        row->ratio = row->value / row->baseline;
    return rows;
}
} // namespace

std::vector<Row> benchPlay(const Settings&)
{
    std::vector<Row> rows;
    const auto context = HeadlessContext::create();
    if (!context) {
        fmt::print(stderr, "play: {}\n", context.error().message());
        return rows;
    }
    const auto add = [&](const std::string& name, Result<Level> level, bool withStop) {
        const auto measured = measure(name, std::move(level));
        if (!measured) {
            fmt::print(stderr, "play, {}: {}\n", name, measured.error().message());
            return;
        }
        rows.push_back(measured->start);
        if (withStop)
            rows.push_back(measured->stop);
    };
    add("first_room", firstRoom(), false);
    add("first_room_mesh", firstRoom("patrol.scene.json"), false);
    add("1k", generatedLevel(1'000), false);
    add("5k", generatedLevel(5'000), true);
    add("5k_mesh", levelWithWalker(5'000), false);
    add("20k", generatedLevel(20'000), false);
    add("20k_mesh", levelWithWalker(20'000), false);
    return rows;
}
} // namespace mapwright::bench
