#include "editor/app/cli/heat_picture.h"

#include "editor/app/cli/cli_support.h"
#include "editor/operations/navigation/ground_colors.h"
#include "engine_core/assets/images/image.h"
#include "engine_core/math/aabb.h"
#include "engine_core/render/gl/headless_context.h"
#include "engine_core/render/gl/offscreen.h"
#include "engine_core/scene/debug_draw.h"

#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace editor
{
using namespace engine;

namespace
{
constexpr int LongSide = 1600; ///< pixels
constexpr float HeatAlpha = 0.75F;
constexpr double Margin = 1; ///< metres about what is shown

DebugDraw squares(std::span<const BotCell> cells)
{
    std::uint32_t most = 1;
    for (const auto& cell : cells)
        most = std::max(most, cell.ticks);
    DebugDraw draw;
    const float half = static_cast<float>(BotCell::Size / 2);
    for (const auto& cell : cells) {
        // By its logarithm: places to wait at would leave all others blue.
        const auto color = heatColor(std::log1p(cell.ticks) / std::log1p(most), HeatAlpha);
        const Vec3f at{cell.place};
        const auto corner = [&](float x, float z) {
            return at + Vec3f{x * half, 0, z * half};
        };
        draw.triangles.push_back(
            {corner(-1, -1), corner(-1, 1), corner(1, 1), color, DebugDraw::Depth::OnTop});
        draw.triangles.push_back(
            {corner(-1, -1), corner(1, 1), corner(1, -1), color, DebugDraw::Depth::OnTop});
    }
    return draw;
}

/// From above, so that all of the box is in the picture.
void lookDown(const Aabb& box, ViewRequest& view)
{
    const auto size = box.size();
    const double scale = LongSide / std::max(size.x, size.z);
    view.width = std::max(64, static_cast<int>(size.x * scale));
    view.height = std::max(64, static_cast<int>(size.z * scale));
    view.camera.orthographic = true;
    view.camera.viewHeight = view.height / scale;
    view.camera.position = {box.center().x, box.max.y + 1, box.center().z};
    view.camera.rotation = glm::angleAxis(-std::numbers::pi / 2, Vec3d{1, 0, 0});
    view.camera.farPlane = size.y + 2000;
}
} // namespace

struct HeatPictures::Scene
{
    TypeRegistry types = sceneTypes();
    LoadedScene loaded;
    std::unique_ptr<AssetDatabase> assets;
    std::unique_ptr<HeadlessContext> context; ///< made with the first picture
    std::unique_ptr<RenderResources> resources;
    std::unique_ptr<RenderSystem> system;
    Aabb bounds;

    Result<void> prepare()
    {
        if (system)
            return {};
        auto made = HeadlessContext::create();
        if (!made)
            return made.error();
        context = *std::move(made);
        resources = std::make_unique<RenderResources>(*assets);
        system = std::make_unique<RenderSystem>(*resources);
        system->attach(*loaded.world);
        return {};
    }
};

HeatPictures::HeatPictures(std::unique_ptr<Scene> scene) : m_scene{std::move(scene)} {}

HeatPictures::HeatPictures(HeatPictures&&) noexcept = default;
HeatPictures::~HeatPictures() = default;

Result<HeatPictures> HeatPictures::of(const std::string& word)
{
    auto scene = std::make_unique<Scene>();
    auto loaded = openScene(word, scene->types);
    if (!loaded)
        return loaded.error();
    const auto file = sceneFileOf(word);
    if (!file)
        return file.error();
    scene->loaded = *std::move(loaded);
    auto& world = *scene->loaded.world;
    const auto project = projectOfScene(*file);
    scene->assets =
        std::make_unique<AssetDatabase>(project ? *project : Project{file->parent_path(), {}, {}});
    scene->assets->supply(world);
    for (const auto entity : world.entities())
        if (const auto body = boundsOf(world, entity); !body.isEmpty()) {
            scene->bounds.add(body.min);
            scene->bounds.add(body.max);
        }
    return HeatPictures{std::move(scene)};
}

Result<void> HeatPictures::write(std::span<const BotCell> cells, const fs::path& file)
{
    if (const auto ready = m_scene->prepare(); !ready)
        return ready;
    auto box = m_scene->bounds;
    for (const auto& cell : cells)
        box.add(cell.place);
    const auto draw = squares(cells);
    ViewRequest view;
    view.mode = ViewMode::Wireframe;
    view.quality = ViewQuality::Full;
    view.overlay = &draw;
    lookDown(box.grown(Margin), view);
    const auto image = renderToImage(*m_scene->system, view);
    return image ? savePng(*image, file) : Result<void>{image.error()};
}
} // namespace editor
