#pragma once

#include "engine_core/navigation/mesh/nav_config.h"
#include "engine_core/navigation/mesh/nav_scene.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace engine
{
class JobControl;

/// Place of a tile in the endless grid of tiles, whose corner (0, 0) is the origin of the world.
struct TileCoord
{
    std::int32_t x = 0;
    std::int32_t z = 0;
    friend auto operator<=>(const TileCoord&, const TileCoord&) = default;
};

/// The most tiles that a navigation mesh may have; bounds time and memory.
inline constexpr std::size_t MaxNavTiles = 16384;

/// The tile's own square, endless upwards and downwards.
[[nodiscard]] Aabb tileBounds(const NavConfig& config, TileCoord tile);

/// With the border from which things reach into it.
[[nodiscard]] Aabb tileReach(const NavConfig& config, TileCoord tile);

/// Every tile on which a change within the box can have an effect. Far too many for MaxNavTiles:
/// empty, and the caller builds everything anew.
[[nodiscard]] std::vector<TileCoord> tilesReachedBy(const NavConfig& config, const Aabb& box);

/// Every tile that may carry ground, in ascending order. An error if there are too many. Once
/// `control` is cancelled, only some.
[[nodiscard]] Result<std::vector<TileCoord>>
groundTiles(const NavConfig& config, const NavScene& scene, const JobControl* control = nullptr);

/// All that the build of one tile looks at, by value.
struct NavTileInput
{
    NavConfig config;
    TileCoord tile;
    std::vector<NavPiecePtr> pieces; ///< sorted
    bool isBounded = false;          ///< only what lies in a bounds volume is ground
    ContentHash hash = 0;            ///< of all of it

    /// Whether there is anything that could be ground.
    [[nodiscard]] bool isEmpty() const { return pieces.empty(); }
};

[[nodiscard]] NavTileInput
gatherTile(const NavConfig& config, const NavScene& scene, TileCoord tile);

/// "tile 3, -1 at 40.5, -6.0": as the dock lists it, and its middle.
[[nodiscard]] std::string navTileText(const NavConfig& config, TileCoord tile);

/// One built tile. Immutable.
struct NavTile
{
    TileCoord coord;
    ContentHash inputs = 0;          ///< NavTileInput::hash it was built from
    ContentHash hash = 0;            ///< of `data`: equal tiles, equal hash
    std::vector<unsigned char> data; ///< as Detour takes it; empty if there is no ground
    std::uint32_t polygons = 0;      ///< links not counted
    std::uint32_t links = 0;
    double seconds = 0;     ///< that the build took
    std::string problem;    ///< why it is not as it should be, as a sentence; empty as a rule
    bool isGivenUp = false; ///< nothing is known of its ground, and a later try may go well
};

using NavTilePtr = std::shared_ptr<const NavTile>;
} // namespace engine

template <>
struct std::hash<engine::TileCoord>
{
    std::size_t operator()(engine::TileCoord tile) const noexcept
    {
        const auto bits = (std::uint64_t{static_cast<std::uint32_t>(tile.x)} << 32U) |
                          static_cast<std::uint32_t>(tile.z);
        return static_cast<std::size_t>(bits * 0x9e3779b97f4a7c15ULL);
    }
};
