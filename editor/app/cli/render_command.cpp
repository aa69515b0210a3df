#include "editor/app/cli/cli_job.h"
#include "editor/app/cli/cli_support.h"
#include "editor/app/cli/commands.h"
#include "editor/views/room_view.h"
#include "engine_core/navigation/survey/nav_checks.h"
#include "engine_core/navigation/survey/nav_draw.h"
#include "engine_core/render/gl/headless_context.h"
#include "engine_core/render/gl/offscreen.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/void_faces.h"

#include <fmt/core.h>
#include <glm/gtc/quaternion.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <chrono>

namespace editor
{
using namespace engine;

namespace
{
struct Mode
{
    const char* name;
    ViewMode mode;
};

/// The level with its navigation mesh over it; not a mode of the renderer.
constexpr const char* NavmeshMode = "navmesh";

constexpr std::array<Mode, 19> Modes{{{"textured", ViewMode::Textured},
                                      {"lit", ViewMode::Lit},
                                      {"unlit", ViewMode::Unlit},
                                      {"lightmap", ViewMode::Lightmap},
                                      {"density", ViewMode::Density},
                                      {"direct", ViewMode::Direct},
                                      {"indirect", ViewMode::Indirect},
                                      {"overlap", ViewMode::Overlap},
                                      {"probes", ViewMode::Probes},
                                      {"noise", ViewMode::Noise},
                                      {"texels", ViewMode::Texels},
                                      {"checker", ViewMode::Checker},
                                      {"material", ViewMode::Material},
                                      {"normals", ViewMode::Normals},
                                      {"roughness", ViewMode::Roughness},
                                      {"metallic", ViewMode::Metallic},
                                      {"mips", ViewMode::Mips},
                                      {"wireframe", ViewMode::Wireframe},
                                      {NavmeshMode, ViewMode::Textured}}};

/// What the command line asks for.
struct RenderJob
{
    std::string scene;
    std::string output;
    std::optional<Vec3d> camera;
    std::optional<Vec3d> look;
    ViewRequest view;
    bool showNavmesh = false;
    std::string agent; ///< whose navigation mesh; empty: the first one
    bool isQuick = false;
    bool choosesMode = false; ///< textured where there is no light to see by
    std::optional<bool> cutsAway{}; ///< outer walls; unless said, where the camera is outside
    bool json = false;
};

Result<ViewMode> modeOf(const std::string& name)
{
    std::string known;
    for (const auto& mode : Modes) {
        if (name == mode.name)
            return mode.mode;
        known += fmt::format("{}{}", known.empty() ? "" : ", ", mode.name);
    }
    return Error{"there is no mode '{}'; there are: {}", name, known};
}

Result<void> takeSize(CliArguments& arguments, ViewRequest& view)
{
    const auto text = arguments.takeOption("--size", "1280x720");
    const auto numbers = numbersOf(text, 'x');
    constexpr double Most = 16384;
    if (numbers.size() != 2 || numbers[0] < 1 || numbers[1] < 1 || numbers[0] > Most ||
        numbers[1] > Most)
        return Error{"--size needs a size such as 1280x720, at most 16384x16384, not '{}'", text};
    view.width = static_cast<int>(numbers[0]);
    view.height = static_cast<int>(numbers[1]);
    return {};
}

Result<std::optional<bool>> takeCutAway(CliArguments& arguments)
{
    const auto text = arguments.takeOption("--cut-away");
    if (text == "on" || text == "off")
        return std::optional{text == "on"};
    if (!text.empty())
        return Error{"--cut-away is on or off, not '{}'", text};
    return std::optional<bool>{};
}

Result<RenderJob> readJob(CliArguments& arguments)
{
    RenderJob job;
    job.json = arguments.takeFlag("--json");
    job.isQuick = arguments.takeFlag("--quick");
    job.output = arguments.takeOption("-o");
    auto modeName = arguments.takeOption("--mode");
    job.choosesMode = modeName.empty() && job.isQuick;
    if (modeName.empty())
        modeName = "lit";
    const auto mode = modeOf(modeName);
    job.showNavmesh = modeName == NavmeshMode;
    job.agent = arguments.takeOption("--agent");
    const auto texels = takeNumber(arguments, "--texels", 1, 65536, 128);
    const auto camera = takePoint(arguments, "--camera");
    const auto look = takePoint(arguments, "--look");
    const auto size = takeSize(arguments, job.view);
    const auto cutAway = takeCutAway(arguments);
    job.view.showGrid = arguments.takeFlag("--grid");
    job.view.showEditorObjects = arguments.takeFlag("--objects");
    job.view.gameView = arguments.takeFlag("--game");
    job.scene = arguments.takeWord();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return Error{bad};
    if (job.scene.empty())
        return Error{"render needs a scene"};
    if (job.output.empty())
        return Error{"render needs a file for the picture: -o PNG"};
    if (auto ending = fs::path{job.output}.extension().string();
        ending != ".png" && ending != ".PNG")
        return Error{"render writes .png, not '{}'", job.output};
    if (!mode)
        return mode.error();
    if (!camera)
        return camera.error();
    if (!look)
        return look.error();
    if (!size)
        return size.error();
    if (!cutAway)
        return cutAway.error();
    if (!texels)
        return texels.error();
    job.view.texelsPerMetre = static_cast<float>(*texels);
    job.cutsAway = *cutAway;
    job.view.mode = *mode;
    job.camera = *camera;
    job.look = *look;
    if (job.camera && job.look && glm::length(*job.look - *job.camera) < 1e-6)
        return Error{"--camera and --look are the same point"};
    return job;
}

Aabb levelBounds(const World& world)
{
    Aabb bounds;
    world.forEach<BrushComponent>(
        [&](EntityId entity, const BrushComponent&) { bounds.add(boundsOf(world, entity)); });
    forEachMesh(world, [&](EntityId entity) { bounds.add(boundsOf(world, entity)); });
    return bounds.isEmpty() ? Aabb{Vec3d{-4}, Vec3d{4}} : bounds;
}

Quatd lookAlong(const Vec3d& direction)
{
    const auto ahead = glm::normalize(direction);
    const Vec3d up = std::abs(ahead.y) > 0.999 ? Vec3d{0, 0, -1} : Vec3d{0, 1, 0};
    return glm::quatLookAt(ahead, up);
}

/// Where the user says; else through the eyes of the player at the start; else the whole level from
/// above a corner.
void placeCamera(const World& world, const RenderJob& job, ViewCamera& camera)
{
    const auto bounds = levelBounds(world);
    std::optional<Transform> start;
    world.forEach<PlayerStart>([&](EntityId entity, const PlayerStart&) {
        if (!start)
            start = worldTransform(world, entity);
    });
    if (job.camera) {
        camera.position = *job.camera;
    } else if (start) {
        camera.position = start->position + Vec3d{0, Character{}.standHeight, 0};
        camera.rotation = start->rotation;
    } else {
        camera.position = bounds.max + bounds.size() * Vec3d{0.2, 0.6, 0.2};
    }
    if (job.look || job.camera || !start)
        camera.rotation = lookAlong((job.look ? *job.look : bounds.center()) - camera.position +
                                    Vec3d{0, 0, 1e-9});
}

/// The agent's mesh, from its file or built now.
Result<DebugDraw>
navmeshPicture(const World& world, const NavProfile& profile, const fs::path& file)
{
    JobControl control;
    const auto found = navMeshOfScene(world, NavScene{world}, profile, file, 0, control);
    if (!found)
        return found.error();
    DebugDraw picture;
    const NavIslands islands{found->mesh};
    drawNavMesh(picture, found->mesh, islands, homeIsland(world, found->mesh, islands),
                NavColoring::Islands);
    return picture;
}

struct Drawn
{
    Image image;
    RenderStats stats;
    double milliseconds = 0;
};

/// Whether the mode Lit shows nothing of it.
bool isDark(const World& world)
{
    const auto* baked = world.get<LightmapRef>(SceneEntity);
    const auto* settings = world.get<SceneSettings>(SceneEntity);
    return (baked == nullptr || baked->hash.empty()) && world.count<Light>() == 0 &&
           (settings == nullptr || settings->ambient == Color{0, 0, 0});
}

/// From outside one looks into closed rooms instead of at the backs of their walls.
void cutAway(World& world, const RenderJob& job, RenderSystem& system, ViewRequest& view)
{
    SpatialIndex index;
    index.attach(world);
    if (!job.cutsAway.value_or(!isEnclosed(world, index, view.camera.position, Locked::Included)))
        return;
    auto faces = voidFaces(world);
    if (faces.empty())
        return;
    system.setLeftOut(std::move(faces));
    if (view.mode == ViewMode::Lit)
        view.lamp = LampOutside;
}

Result<Drawn>
draw(World& world, const RenderJob& job, AssetDatabase& assets, const DebugDraw& overlay)
{
    const auto context = HeadlessContext::create();
    if (!context)
        return context.error();
    RenderResources resources{assets};
    RenderSystem system{resources};
    system.attach(world);
    auto view = job.view;
    view.quality = job.isQuick ? ViewQuality::Fast : ViewQuality::Full;
    view.overlay = &overlay;
    if (job.choosesMode && isDark(world))
        view.mode = ViewMode::Textured;
    placeCamera(world, job, view.camera);
    cutAway(world, job, system, view);
    // The first picture compiles shaders and loads textures; the second shows what drawing costs.
    if (!job.isQuick)
        if (auto first = renderToImage(system, view); !first)
            return first.error();
    Drawn drawn;
    const auto start = std::chrono::steady_clock::now();
    auto image = renderToImage(system, view, &drawn.stats);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    if (!image)
        return image.error();
    drawn.image = *std::move(image);
    drawn.milliseconds = took.count();
    return drawn;
}
} // namespace

ExitStatus runRender(CliArguments& arguments)
{
    const auto job = readJob(arguments);
    if (!job)
        return complain(ExitStatus::WrongUsage, job.error().message());
    const auto types = sceneTypes();
    const auto file = sceneFileOf(job->scene);
    if (!file)
        return complain(ExitStatus::UnreadableInput, file.error().message());
    const auto scene = loadScene(*file, types);
    if (!scene)
        return complain(ExitStatus::UnreadableInput, scene.error().message());
    followPrefabs(*scene->world, *file, types);
    const auto project = projectOfScene(*file);
    AssetDatabase assets{project ? *project : Project{file->parent_path(), {}, {}}};
    assets.supply(*scene->world);
    loadLightmapOf(*scene->world, *file, assets);
    Result<DebugDraw> overlay = DebugDraw{};
    if (job->showNavmesh) {
        const auto profile = findNavProfile(*scene->world, job->agent);
        if (!profile)
            return complain(ExitStatus::UnreadableInput, profile.error().message());
        overlay = navmeshPicture(*scene->world, *profile, *file);
    }
    if (!overlay)
        return complain(ExitStatus::ProblemsFound, overlay.error().message());
    const auto drawn = draw(*scene->world, *job, assets, *overlay);
    if (!drawn)
        return complain(ExitStatus::WrongUsage, drawn.error().message());
    if (const auto saved = savePng(drawn->image, job->output); !saved)
        return complain(ExitStatus::UnwritableOutput, saved.error().message());
    const auto& stats = drawn->stats;
    if (job->json)
        return printJson({{"size", {drawn->image.width, drawn->image.height}},
                          {"draw_calls", stats.drawCalls},
                          {"triangles", stats.triangles},
                          {"milliseconds", drawn->milliseconds},
                          {"submit_milliseconds", stats.submitMilliseconds}},
                         ExitStatus::Done);
    return printText(fmt::format("wrote {}: {} x {}, {} draw calls, {} triangles, {:.1f} ms\n",
                                 job->output, drawn->image.width, drawn->image.height,
                                 stats.drawCalls, stats.triangles, drawn->milliseconds),
                     ExitStatus::Done);
}
} // namespace editor
