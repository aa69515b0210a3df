#include "engine_core/navigation/mesh/nav_tile.h"

#include "engine_core/base/jobs.h"

#include <algorithm>
#include <unordered_set>

namespace engine
{
namespace
{
/// So many places in tiles are looked at when tiles are counted; more is no level but an accident.
constexpr double MostLooks = 2e7;

struct TileRect
{
    double minX = 0, minZ = 0, maxX = -1, maxZ = -1; ///< inclusive; doubles cannot overflow here

    [[nodiscard]] double count() const
    {
        return std::max(maxX - minX + 1, 0.0) * std::max(maxZ - minZ + 1, 0.0);
    }
};

/// Nothing of a level lies outside, and so far out tiles can still be counted.
const Aabb Everywhere{Vec3d{-2 * WorldLimit}, Vec3d{2 * WorldLimit}};

Aabb cut(const Aabb& box, const Aabb& by)
{
    return {glm::max(box.min, by.min), glm::min(box.max, by.max)};
}

TileRect rectOf(const NavConfig& config, const Aabb& box)
{
    const auto inside = cut(box, Everywhere);
    if (inside.isEmpty())
        return {};
    const double size = config.tileSize();
    return {std::floor(inside.min.x / size), std::floor(inside.min.z / size),
            std::floor(inside.max.x / size), std::floor(inside.max.z / size)};
}

template <typename Visit>
void forEachTile(const TileRect& rect, const Visit& visit)
{
    for (double z = rect.minZ; z <= rect.maxZ; ++z)
        for (double x = rect.minX; x <= rect.maxX; ++x)
            visit(TileCoord{static_cast<std::int32_t>(x), static_cast<std::int32_t>(z)});
}

Error tooMany(const NavConfig& config, double tiles)
{
    return Error{"The ground reaches over {:.0f} tiles of {:.1f} m, and {} are the most; take "
                 "bigger cells or tiles, or put bounds volumes around what is walked on",
                 tiles, config.tileSize(), MaxNavTiles};
}

/// Boxes of all that may carry ground, cut to the bounds volumes if there are some.
std::vector<Aabb> groundBoxes(const NavScene& scene)
{
    const auto pieces = scene.all();
    std::vector<Aabb> limits;
    for (const auto& piece : pieces)
        if (piece->kind == NavPieceKind::Box && piece->box.role == NavVolumeRole::Bounds)
            limits.push_back(piece->bounds);
    std::vector<Aabb> boxes;
    for (const auto& piece : pieces) {
        if (!piece->isGround())
            continue;
        if (!scene.hasBoundsVolume()) {
            boxes.push_back(piece->bounds);
            continue;
        }
        for (const auto& limit : limits)
            if (const auto inside = cut(piece->bounds, limit); !inside.isEmpty())
                boxes.push_back(inside);
    }
    return boxes;
}
} // namespace

Aabb tileBounds(const NavConfig& config, TileCoord tile)
{
    const double size = config.tileSize();
    return {{tile.x * size, -2 * WorldLimit, tile.z * size},
            {(tile.x + 1) * size, 2 * WorldLimit, (tile.z + 1) * size}};
}

Aabb tileReach(const NavConfig& config, TileCoord tile)
{
    auto box = tileBounds(config, tile);
    const double border = config.borderCells() * config.cellSize;
    box.min -= Vec3d{border, 0, border};
    box.max += Vec3d{border, 0, border};
    return box;
}

std::vector<TileCoord> tilesReachedBy(const NavConfig& config, const Aabb& box)
{
    // A little more than the border, so that rounding never leaves a tile out.
    const double border = (config.borderCells() + 0.01) * config.cellSize;
    const auto rect = rectOf(config, box.grown(border));
    std::vector<TileCoord> tiles;
    if (rect.count() <= static_cast<double>(MaxNavTiles))
        forEachTile(rect, [&](TileCoord tile) { tiles.push_back(tile); });
    return tiles;
}

std::string navTileText(const NavConfig& config, TileCoord tile)
{
    const auto middle = tileBounds(config, tile).center();
    return fmt::format("tile {}, {} at {:.1f}, {:.1f}", tile.x, tile.z, middle.x, middle.z);
}

Result<std::vector<TileCoord>>
groundTiles(const NavConfig& config, const NavScene& scene, const JobControl* control)
{
    std::unordered_set<TileCoord> found;
    double looks = 0;
    for (const auto& box : groundBoxes(scene)) {
        if (control != nullptr && control->isCancelled())
            break;
        const auto rect = rectOf(config, box);
        looks += rect.count();
        if (rect.count() > static_cast<double>(MaxNavTiles) || looks > MostLooks)
            return tooMany(config, std::max(rect.count(), static_cast<double>(found.size())));
        forEachTile(rect, [&](TileCoord tile) { found.insert(tile); });
        if (found.size() > MaxNavTiles)
            return tooMany(config, static_cast<double>(found.size()));
    }
    std::vector<TileCoord> tiles(found.begin(), found.end());
    std::sort(tiles.begin(), tiles.end());
    return tiles;
}

NavTileInput gatherTile(const NavConfig& config, const NavScene& scene, TileCoord tile)
{
    NavTileInput input{config, tile, scene.touching(tileReach(config, tile)),
                       scene.hasBoundsVolume(), 0};
    const auto own = tileBounds(config, tile);
    std::erase_if(input.pieces, [&](const NavPiecePtr& piece) {
        if (piece->kind != NavPieceKind::Way)
            return false;
        const auto& from = piece->way.from; // a start on the seam belongs to one tile alone
        return from.x < own.min.x || from.x >= own.max.x || from.z < own.min.z ||
               from.z >= own.max.z ||
               !(piece->way.link.agents.empty() ||
                 listHasName(piece->way.link.agents, config.profile.name));
    });
    const bool hasGround =
        std::any_of(input.pieces.begin(), input.pieces.end(), [&](const NavPiecePtr& piece) {
            return piece->isGround() && piece->bounds.intersects(own);
        });
    if (!hasGround)
        input.pieces.clear();
    Hasher hasher;
    hasher.add(config.hash()).add(tile.x).add(tile.z).add(input.isBounded);
    for (const auto& piece : input.pieces)
        hasher.add(piece->hash);
    input.hash = hasher.result();
    return input;
}
} // namespace engine
