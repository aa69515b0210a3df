#include "editor/app/welcome/tour.h"

#include "editor/app/welcome/room_steps.h"
#include "editor/app/workspace/workspace.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/navigation/survey/nav_checks.h"
#include "engine_core/navigation/survey/nav_draw.h"
#include "engine_core/play/play_session.h"
#include "engine_core/render/gl/headless_context.h"
#include "engine_core/render/gl/offscreen.h"
#include "engine_core/render/scene/render_system.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"

#include <algorithm>
#include <chrono>

namespace editor
{
using namespace engine;

namespace
{
using Clock = std::chrono::steady_clock;

/// Everything that the stages share. The graphics context goes last.
class Tour
{
public:
    Tour(fs::path folder, const std::function<void(const TourStage&)>& progress)
        : m_folder{std::move(folder)}, m_progress{progress}
    {
    }

    ~Tour()
    {
        m_session.reset();
        if (m_render)
            m_workspace->document().worldForSystems().removeSystem(*m_render);
    }

    TourReport run();

private:
    using Work = std::function<Result<std::string>()>;

    /// Runs one stage, takes its picture and reports it. After a failure the rest is left out.
    void step(const std::string& name, const Work& work);
    Result<void> picture(TourStage& step);

    Result<std::string> open();
    Result<std::string> build(const char* told, Result<void> (*edit)(Document&));
    Result<std::string> bake();
    Result<std::string> navmesh();
    Result<std::string> plant();
    Result<std::string> save();
    Result<std::string> play();
    Result<std::string> editWhilePlaying();
    Result<std::string> stop();
    void walkTowards(const Vec3d& goal, int ticks);

    fs::path m_folder;
    const std::function<void(const TourStage&)>& m_progress;
    TourReport m_report;
    std::unique_ptr<HeadlessContext> m_context;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<RenderResources> m_resources;
    std::unique_ptr<RenderSystem> m_render;
    std::unique_ptr<PlaySession> m_session;
    std::unique_ptr<RenderSystem> m_playRender;
    DebugDraw m_overlay; ///< of the next picture only
    ContentHash m_hashBeforePlay = 0;
    bool m_failed = false;
};

ViewCamera outsideCamera()
{
    // Above a corner, looking in: near faces are cut away by standing inside the ceiling's height.
    ViewCamera camera;
    camera.position = {6.6, 3.4, 6.8};
    camera.rotation =
        glm::angleAxis(radians(42), Vec3d{0, 1, 0}) * glm::angleAxis(radians(-16), Vec3d{1, 0, 0});
    camera.fovY = radians(75);
    return camera;
}

/// The grass of the other sample, for the plants that the tour paints.
Result<void> copyGrass(const fs::path& project)
{
    const auto from = installationFolder() / "projects" / "forest_edge" / "assets";
    for (const char* file : {"Meshes/grass.obj", "Materials/forest/grass.png",
                             "Materials/forest/grass.material.json"}) {
        std::error_code failed;
        const auto to = project / "assets" / file;
        fs::create_directories(to.parent_path(), failed);
        fs::copy_file(from / file, to, fs::copy_options::overwrite_existing, failed);
        if (failed)
            return Error{"Cannot copy '{}': {}", (from / file).string(), failed.message()};
    }
    return {};
}

Result<std::string> Tour::open()
{
    std::error_code failed;
    fs::create_directories(m_folder, failed);
    const auto copy = m_folder / "first_room";
    fs::remove_all(copy, failed);
    auto project = createProject(copy, "first_room");
    if (!project)
        return project.error();
    if (auto copied = copyGrass(copy); !copied)
        return copied.error();
    auto context = HeadlessContext::create();
    if (!context)
        return context.error();
    m_context = *std::move(context);
    m_workspace = std::make_unique<Workspace>(*std::move(project), std::function<void()>{});
    m_workspace->newScene();
    m_resources = std::make_unique<RenderResources>(m_workspace->assets());
    m_render = std::make_unique<RenderSystem>(*m_resources);
    m_workspace->document().worldForSystems().addSystem(*m_render);
    return std::string{"a copy of the sample project, with an empty scene"};
}

Result<std::string> Tour::build(const char* told, Result<void> (*edit)(Document&))
{
    if (auto done = edit(m_workspace->document()); !done)
        return done.error();
    return std::string{told};
}

Result<std::string> Tour::bake()
{
    std::optional<Result<BakeStats>> outcome;
    BakeOptions options;
    options.quality = BakeQuality::Final;
    m_workspace->bake(options, [&](const Result<BakeStats>& stats) { outcome.emplace(stats); });
    m_workspace->jobs().finishAll();
    if (!outcome->hasValue())
        return outcome->error();
    const auto& stats = **outcome;
    return fmt::format("{} charts, {} luxels, {:.1f} million rays", stats.charts, stats.luxels,
                       static_cast<double>(stats.rays) / 1e6);
}

Result<std::string> Tour::navmesh()
{
    const auto& world = m_workspace->document().world();
    const NavScene scene{world};
    const auto profile = navProfiles(world).front();
    JobControl control;
    const auto found = navMeshOfScene(world, scene, profile, {}, 0, control);
    if (!found)
        return found.error();
    const NavIslands islands{found->mesh};
    const auto home = homeIsland(world, found->mesh, islands);
    const Vec3d goal{-5, 0, -5}; // where the bot will walk to
    const auto path = NavQuery{found->mesh}.findPath({0, 0, 5}, goal);
    if (!path.found)
        return Error{"The navigation mesh has no way through the door"};
    drawNavMesh(m_overlay, found->mesh, islands, home, NavColoring::Islands);
    return fmt::format("{} polygons; the player can walk on {:.0f} m2, and {:.1f} m to the goal",
                       found->mesh.polygonCount(), islands.all()[home].area, path.length);
}

/// One stroke along the near wall, as the foliage painter does it.
Result<std::string> Tour::plant()
{
    auto& document = m_workspace->document();
    std::size_t count = 0;
    auto done = document.run("Paint plants", [&](Transaction& tx) -> Result<void> {
        const auto layer = createFoliageLayer(tx, "Grass");
        FoliageType grass;
        grass.mesh.path = "Meshes/grass.obj";
        grass.density = 6;
        if (auto kind = addFoliageType(tx, layer, grass, "Grass"); !kind)
            return kind.error();
        FoliageStroke stroke{tx.world(), document.index(), layer, {}, {.radius = 1.5}};
        std::vector<FoliageInstance> plants;
        for (double x = -6; x <= 6; x += 0.5)
            for (const auto& plant : stroke.extend({{x, 0.25, 2.5 + 0.1 * x}, {0, 1, 0}}))
                plants.push_back(plant);
        count = plants.size();
        if (plants.empty())
            return Error{"The stroke met no floor"};
        return plantFoliage(tx, layer, plants);
    });
    if (!done)
        return done.error();
    return fmt::format("one stroke, {} plants", count);
}

Result<std::string> Tour::save()
{
    const auto file = m_workspace->assets().project().sceneFolder() / "tour.scene.json";
    if (auto named = m_workspace->nameLightmapAfter(file); !named)
        return named.error();
    std::optional<Result<void>> outcome;
    m_workspace->save(file, [&](const Result<void>& saved) { outcome.emplace(saved); });
    m_workspace->finishSaves();
    if (!outcome->hasValue())
        return outcome->error();
    const auto before = m_workspace->document().contentHash();
    if (auto again = m_workspace->openScene(file); !again)
        return again.error();
    if (m_workspace->document().contentHash() != before)
        return Error{"The scene read back differs from the one saved"};
    return std::string{"saved, and read back the same"};
}

void Tour::walkTowards(const Vec3d& goal, int ticks)
{
    for (int i = 0; i < ticks; ++i) {
        const auto to = goal - m_session->player().position;
        PlayerInput input;
        if (glm::length(Vec2d{to.x, to.z}) > 0.4) {
            const auto forward = m_session->camera().forward();
            const double wanted = std::atan2(to.x, -to.z);
            const double looks = std::atan2(forward.x, -forward.z);
            input.look.x = std::clamp(std::remainder(wanted - looks, 2 * Pi), -0.1, 0.1);
            input.keys = static_cast<std::uint32_t>(PlayerKey::Forward);
        }
        m_session->tick(input);
    }
}

Result<std::string> Tour::play()
{
    m_hashBeforePlay = m_workspace->document().contentHash();
    auto session =
        PlaySession::start(m_workspace->document().world(), {.assets = m_workspace->assets(),
                                                             .types = m_workspace->types(),
                                                             .collision = &m_workspace->collision(),
                                                             .audio = AudioOutput::Loopback,
                                                             .startFrom = std::nullopt,
                                                             .scripts = &m_workspace->scripts()});
    if (!session)
        return session.error();
    m_session = *std::move(session);
    m_playRender = std::make_unique<RenderSystem>(*m_resources);
    m_session->world().addSystem(*m_playRender);
    constexpr int TenSeconds = 600;
    // Through the door, which opens by itself, into the other half of the room.
    const Vec3d goal{-5, 0, -5};
    walkTowards({0, 0, 1}, 90);
    walkTowards({0, 0, -3}, 210);
    walkTowards(goal, TenSeconds - 300);
    const auto player = m_session->player();
    const double left = glm::length(Vec2d{goal.x - player.position.x, goal.z - player.position.z});
    if (left > 0.6 || !player.grounded)
        return Error{"The bot ended {:.2f} m from its goal", left};
    return fmt::format("10 s: the bot reached its goal, {} sounds were heard",
                       m_session->audio().playedCount());
}

Result<std::string> Tour::editWhilePlaying()
{
    auto& document = m_workspace->document();
    EntityId wall;
    document.world().forEach<BrushComponent>([&](EntityId entity, const BrushComponent&) {
        if (document.world().get<Node>(entity)->name == "Wall north")
            wall = entity;
    });
    auto connection = document.changed.connect(
        [this](const ChangeSet& changes) { m_session->applyLiveEdit(changes); });
    auto moved = document.run("Move 1 object", [&](Transaction& edit) {
        return translate(edit, std::vector{wall}, {0, 0, 2});
    });
    if (!moved)
        return moved.error();
    walkTowards({-5, 0, -9}, 120);
    const double z = m_session->player().position.z;
    if (z < -6.0)
        return Error{"The player walked through the wall's new place"};
    return fmt::format("moved the north wall by 2 m; the player stops at z = {:.2f}", z);
}

Result<std::string> Tour::stop()
{
    m_playRender.reset();
    m_session.reset();
    auto& document = m_workspace->document();
    if (!document.history().canUndo())
        return Error{"The edit made while playing was lost"};
    document.undo();
    if (document.contentHash() != m_hashBeforePlay)
        return Error{"Undoing the edit did not bring the scene back"};
    document.redo();
    return std::string{"the edit is kept, and one undo takes it back"};
}

Result<void> Tour::picture(TourStage& step)
{
    if (!m_render)
        return {};
    ViewRequest request;
    request.width = 1280;
    request.height = 720;
    request.camera = m_session ? m_session->camera() : outsideCamera();
    const bool lit = std::any_of(m_report.steps.begin(), m_report.steps.end(),
                                 [](const auto& each) { return each.name == "lights"; });
    request.mode = m_session || lit || step.name == "lights" ? ViewMode::Lit : ViewMode::Textured;
    request.showGrid = !m_session;
    request.showEditorObjects = !m_session;
    request.gameView = m_session != nullptr;
    request.quality = ViewQuality::Full;
    const auto overlay = std::exchange(m_overlay, {});
    request.overlay = &overlay;
    auto& system = m_playRender ? *m_playRender : *m_render;
    system.update(0);
    auto image = renderToImage(system, request);
    if (!image)
        return image.error();
    step.image = m_folder / fmt::format("{:02}_{}.png", m_report.steps.size() + 1, step.name);
    return savePng(*image, step.image);
}

void Tour::step(const std::string& name, const Work& work)
{
    if (m_failed)
        return;
    TourStage step{.name = name, .seconds = 0, .ok = false, .message = {}, .image = {}};
    const auto start = Clock::now();
    const auto done = work();
    step.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    step.ok = done.hasValue();
    step.message = done ? *done : done.error().message();
    if (step.ok)
        if (auto taken = picture(step); !taken) {
            step.ok = false;
            step.message = taken.error().message();
        }
    m_failed = !step.ok;
    m_report.steps.push_back(step);
    m_progress(step);
}

TourReport Tour::run()
{
    step("open", [this] { return open(); });
    step("floor", [this] { return build("16 x 0.25 x 16 m", roomsteps::addFloor); });
    step("walls", [this] { return build("four walls, 4 m high", roomsteps::addWalls); });
    step("ceiling", [this] { return build("closes the room", roomsteps::addCeiling); });
    step("materials",
         [this] { return build("floor, wall and ceiling materials", roomsteps::applyMaterials); });
    step("texture_scale", [this] { return build("both scales to 4", roomsteps::scaleTextures); });
    step("door", [this] {
        return build("a partition with a doorway and a sliding door", roomsteps::addDoor);
    });
    step("lights", [this] {
        return build("four point lights, range 9 m for all at once", roomsteps::addLights);
    });
    step("player", [this] { return build("player start and room tone", roomsteps::addPlayer); });
    step("bake", [this] { return bake(); });
    step("navmesh", [this] { return navmesh(); });
    step("foliage", [this] { return plant(); });
    step("save", [this] { return save(); });
    step("play", [this] { return play(); });
    step("edit_while_playing", [this] { return editWhilePlaying(); });
    step("stop", [this] { return stop(); });
    m_report.ok = !m_failed;
    return m_report;
}
} // namespace

TourReport runTour(const fs::path& folder, const std::function<void(const TourStage&)>& progress)
{
    Tour tour{folder, progress};
    return tour.run();
}
} // namespace editor
