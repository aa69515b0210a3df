#include "engine_core/navigation/survey/nav_launch.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr double ShortestEdge = 0.3; ///< metres
} // namespace

std::vector<NavLaunch> navLaunches(const NavMesh& mesh, TileCoord tile, double spacing)
{
    std::vector<NavLaunch> all;
    for (const auto& border : mesh.borders(tile)) {
        const auto along = border.to - border.from;
        const double length = glm::length(along);
        const auto level = glm::normalize(Vec3d{along.z, 0, -along.x});
        if (length < ShortestEdge || !isFinite(level))
            continue;
        const auto outwards = glm::dot(level, border.inside - border.from) > 0 ? -level : level;
        const auto count = std::max(std::floor(length / spacing), 1.0);
        for (double i = 0; i < count; ++i)
            all.push_back({border.from + along * ((i + 0.5) / count), outwards, border.polygon});
    }
    return all;
}

void visitLaunches(const NavScene& scene,
                   const NavMesh& mesh,
                   double spacing,
                   double reach,
                   JobControl& control,
                   const std::function<void(const NavProbe&, const NavLaunch&)>& visit)
{
    std::size_t done = 0;
    for (const auto& [coord, tile] : mesh.tiles()) {
        if (control.isCancelled())
            return;
        if (const auto launches = navLaunches(mesh, coord, spacing); !launches.empty()) {
            auto box = tileBounds(mesh.config(), coord);
            box.min -= Vec3d{reach, 0, reach};
            box.max += Vec3d{reach, 0, reach};
            const NavProbe probe{scene, box};
            for (const auto& launch : launches)
                visit(probe, launch);
        }
        control.setProgress(static_cast<double>(++done) / static_cast<double>(mesh.tiles().size()));
    }
}
} // namespace engine
