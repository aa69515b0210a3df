#include "editor/tools/brush/floor_height.h"

#include "engine_core/scene/spatial/spatial_index.h"

#include <optional>

namespace editor
{
double floorHeight(const Document& document, const engine::Vec3d& place)
{
    constexpr double Headroom = 1.8; // metres
    const engine::Ray down{{place.x, engine::WorldLimit, place.z}, {0, -1, 0}};
    constexpr double Gap = 0.3; // metres: less is no room, such as under a double ceiling
    std::optional<double> uppermost, roomiest;
    double most = Gap;
    double underside = 0; // of what is above the surface looked at
    for (const auto& hit : engine::pickBrushes(document.world(), document.index(), down)) {
        const double above = underside - hit.point.y;
        if (uppermost && above >= Headroom)
            return hit.point.y;
        if (uppermost && above >= most) {
            most = above;
            roomiest = hit.point.y;
        }
        if (!uppermost)
            uppermost = hit.point.y;
        underside = engine::boundsOf(document.world(), hit.entity).min.y;
    }
    return roomiest ? *roomiest : uppermost.value_or(0);
}
} // namespace editor
