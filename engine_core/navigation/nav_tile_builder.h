#pragma once

#include "engine_core/navigation/nav_tile.h"

namespace engine
{
/// Builds one tile with Recast. Needs nothing but its input, so any number may run at once; equal
/// inputs give equal bytes. What cannot be built is an empty tile with its `problem` said.
[[nodiscard]] NavTilePtr buildNavTile(const NavTileInput& input);

/// Flags of polygons in tiles: bit `NavArea` says what ground it is.
[[nodiscard]] constexpr std::uint16_t navAreaFlag(NavArea area)
{
    return static_cast<std::uint16_t>(1U << static_cast<unsigned>(area));
}

/// Set on links that are switched off.
inline constexpr std::uint16_t NavDisabledFlag = 1U << 15U;
} // namespace engine
