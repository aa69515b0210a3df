#pragma once

#include "engine_core/navigation/mesh/nav_mesh.h"
#include "engine_core/play/bots/bot_cells.h"

#include <array>
#include <span>
#include <vector>

namespace engine
{
/// Ground on which bots were, or over which they jumped.
struct HeatPatch
{
    std::array<Vec3f, 3> corners{}; ///< on the surface of the mesh, world space
    std::uint32_t ticks = 0;        ///< of all bots together, in its square of half a metre
};

/// Where bots were, as the ground of the mesh shows it: no patch reaches over its edge, and no two
/// of one storey cover each other. Who fell from higher up counts nowhere. `most` triangles at
/// most, those of the most visited squares.
[[nodiscard]] std::vector<HeatPatch>
heatMap(const NavMesh& mesh, std::span<const BotCell> cells, std::size_t most = 200000);
} // namespace engine
