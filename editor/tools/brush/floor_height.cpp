#include "editor/tools/brush/floor_height.h"

#include "engine_core/scene/spatial/spatial_index.h"

#include <optional>

namespace editor
{
double floorHeight(const Document& document, const engine::Vec3d& place)
{
    constexpr double Headroom = 1.8; // metres
    const engine::Ray down{{place.x, engine::WorldLimit, place.z}, {0, -1, 0}};
    std::optional<double> uppermost;
    double underside = 0; // of what is above the surface looked at
    for (const auto& hit : engine::pickBrushes(document.world(), document.index(), down)) {
        if (uppermost && underside - hit.point.y >= Headroom)
            return hit.point.y;
        if (!uppermost)
            uppermost = hit.point.y;
        underside = engine::boundsOf(document.world(), hit.entity).min.y;
    }
    return uppermost.value_or(0);
}
} // namespace editor
