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

Result<void>
writeHeatPicture(const std::string& scene, std::span<const BotCell> cells, const fs::path& file)
{
    const auto types = sceneTypes();
    const auto loaded = openScene(scene, types);
    if (!loaded)
        return loaded.error();
    const auto sceneFile = sceneFileOf(scene);
    if (!sceneFile)
        return sceneFile.error();
    const auto project = projectOfScene(*sceneFile);
    AssetDatabase assets{project ? *project : Project{sceneFile->parent_path(), {}, {}}};
    assets.supply(*loaded->world);
    const auto context = HeadlessContext::create();
    if (!context)
        return context.error();
    RenderResources resources{assets};
    RenderSystem system{resources};
    system.attach(*loaded->world);
    Aabb box;
    for (const auto& cell : cells)
        box.add(cell.place);
    for (const auto entity : loaded->world->entities())
        if (const auto body = boundsOf(*loaded->world, entity); !body.isEmpty()) {
            box.add(body.min);
            box.add(body.max);
        }
    const auto draw = squares(cells);
    ViewRequest view;
    view.mode = ViewMode::Wireframe;
    view.quality = ViewQuality::Full;
    view.overlay = &draw;
    lookDown(box.grown(Margin), view);
    const auto image = renderToImage(system, view);
    return image ? savePng(*image, file) : Result<void>{image.error()};
}
} // namespace editor
