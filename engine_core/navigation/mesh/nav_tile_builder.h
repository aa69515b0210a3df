#pragma once

#include "engine_core/navigation/mesh/nav_tile.h"

namespace engine
{
/// Builds one tile with Recast. Needs nothing but its input, so any number may run at once; equal
/// inputs give equal bytes. What cannot be built is an empty tile with its `problem` said. One that
/// was given up, as for memory, is empty, too.
[[nodiscard]] NavTilePtr buildNavTile(const NavTileInput& input);

/// What stands for a tile that could not be built for that reason, a part of a sentence.
[[nodiscard]] NavTilePtr givenUpNavTile(const NavTileInput& input, const std::string& reason);

/// Flags of polygons in tiles: bit `NavArea` says what ground it is.
[[nodiscard]] constexpr std::uint16_t navAreaFlag(NavArea area)
{
    return static_cast<std::uint16_t>(1U << static_cast<unsigned>(area));
}

/// Set on links that are switched off.
inline constexpr std::uint16_t NavDisabledFlag = 1U << 15U;
} // namespace engine
