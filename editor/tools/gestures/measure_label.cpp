#include "editor/tools/gestures/measure_label.h"

#include "editor/tools/gestures/handle.h"
#include "editor/tools/gestures/number_input.h"

#include <optional>

namespace editor
{
using engine::Aabb;
using engine::Vec2d;
using engine::Vec3d;

namespace
{
constexpr double Apart = 18; ///< logical pixels from the box to the middle of the label
constexpr double Edge = 12;  ///< logical pixels that a label needs to a view's edge

struct Extent
{
    Vec2d min{0};
    Vec2d max{0};
};

/// Of the box on the screen; nullopt where a part of it is behind the camera.
std::optional<Extent> onScreen(const PointerEvent& event, const Aabb& box)
{
    std::optional<Extent> extent;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3d place{(corner & 1) != 0 ? box.max.x : box.min.x,
                          (corner & 2) != 0 ? box.max.y : box.min.y,
                          (corner & 4) != 0 ? box.max.z : box.min.z};
        const auto at = event.camera.project(place, event.viewSize.x, event.viewSize.y);
        if (!at)
            return std::nullopt;
        if (!extent)
            extent = Extent{*at, *at};
        extent->min = glm::min(extent->min, *at);
        extent->max = glm::max(extent->max, *at);
    }
    return extent;
}

/// As deep in the view as the box's middle, so that its label is drawn where it was reckoned.
Vec3d labelPlace(const PointerEvent& event, const Aabb& box)
{
    const auto center = box.center();
    const auto extent = onScreen(event, box);
    const auto middle = event.camera.project(center, event.viewSize.x, event.viewSize.y);
    if (!extent || !middle)
        return center;
    const double below = extent->max.y + Apart;
    const double above = extent->min.y - Apart;
    const double lowest = event.viewSize.y - Edge;
    double y = below;
    if (below > lowest)
        y = above >= Edge ? above : lowest; // a box higher than the view has no side in sight
    const double metres = metresOf(event, 1, center);
    return center +
           event.camera.right() * (((extent->min.x + extent->max.x) / 2 - middle->x) * metres) -
           event.camera.up() * ((y - middle->y) * metres);
}
} // namespace

void drawSizeLabel(engine::DebugDraw& draw, const PointerEvent& event, const Aabb& box)
{
    draw.labels.push_back(
        {engine::Vec3f{labelPlace(event, box)}, sizeText(box.size()), toolcolor::Text});
}
} // namespace editor
