#include "engine_core/navigation/mesh/nav_seams.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace engine
{
namespace
{
/// Detour takes edges so near to each other for the same border.
constexpr float SameBorder = 0.01F;

/// A border between tiles: points that share one coordinate.
struct Border
{
    int axis = 0; ///< the shared coordinate: 0 or 2
    float place = 0;

    [[nodiscard]] bool has(const float* point) const
    {
        return std::abs(point[axis] - place) <= SameBorder;
    }
};

/// A piece of a border that the surface reaches: places along it, and the heights there.
struct Piece
{
    double from = 0, to = 0;
    double fromHeight = 0, toHeight = 0;

    [[nodiscard]] double heightAt(double place) const
    {
        return fromHeight + (toHeight - fromHeight) * (place - from) / (to - from);
    }
};

const float* detailCorner(const dtMeshTile& tile, std::size_t index, unsigned corner)
{
    const auto& polygon = tile.polys[index];
    const auto& detail = tile.detailMeshes[index];
    return corner < polygon.vertCount
               ? &tile.verts[std::size_t{polygon.verts[corner]} * 3]
               : &tile.detailVerts[(std::size_t{detail.vertBase} + corner - polygon.vertCount) * 3];
}

/// Where the surface of a polygon reaches the border.
std::vector<Piece> surfaceAlong(const Border& border, const dtMeshTile& tile, std::size_t index)
{
    std::vector<Piece> pieces;
    const auto& detail = tile.detailMeshes[index];
    const int along = 2 - border.axis;
    for (unsigned t = 0; t < detail.triCount; ++t) {
        const auto* triangle = &tile.detailTris[(std::size_t{detail.triBase} + t) * 4];
        for (const auto& [a, b] : {std::array{0, 1}, std::array{1, 2}, std::array{2, 0}}) {
            const auto* from = detailCorner(tile, index, triangle[a]);
            const auto* to = detailCorner(tile, index, triangle[b]);
            if (from[along] > to[along])
                std::swap(from, to);
            if (from[along] < to[along] && border.has(from) && border.has(to))
                pieces.push_back({from[along], to[along], from[1], to[1]});
        }
    }
    return pieces;
}

/// Whether the surfaces come so near to each other somewhere.
bool meet(const std::vector<Piece>& ones, const std::vector<Piece>& others, double limit)
{
    for (const auto& one : ones)
        for (const auto& other : others) {
            const double from = std::max(one.from, other.from);
            const double to = std::min(one.to, other.to);
            if (from >= to)
                continue;
            const double first = one.heightAt(from) - other.heightAt(from);
            const double last = one.heightAt(to) - other.heightAt(to);
            if (std::min(std::abs(first), std::abs(last)) <= limit || first * last < 0)
                return true;
        }
    return false;
}

/// Detour has no call for this, so it is done here as dtNavMesh::unconnectLinks does it.
void removeLink(dtMeshTile& tile, unsigned& pointer)
{
    const auto link = pointer;
    pointer = tile.links[link].next;
    tile.links[link].next = tile.linksFreeList;
    tile.linksFreeList = link;
}

class Parting
{
public:
    Parting(const dtNavMesh& mesh, double error) : m_mesh{mesh}, m_error{error} {}

    /// Of the links from the tile; only those to the other one unless it is null.
    void partLinks(dtMeshTile& tile, const dtMeshTile* only) const
    {
        for (int i = 0; i < tile.header->offMeshBase; ++i)
            for (auto* at = &tile.polys[i].firstLink; *at != DT_NULL_LINK;) {
                const auto& link = tile.links[*at];
                if (isWrong(tile, static_cast<std::size_t>(i), link, only))
                    removeLink(tile, *at);
                else
                    at = &tile.links[*at].next;
            }
    }

private:
    [[nodiscard]] bool isWrong(const dtMeshTile& tile,
                               std::size_t index,
                               const dtLink& link,
                               const dtMeshTile* only) const
    {
        const dtMeshTile* otherTile = nullptr;
        const dtPoly* other = nullptr;
        const auto& polygon = tile.polys[index];
        if (link.edge >= polygon.vertCount || (polygon.neis[link.edge] & DT_EXT_LINK) == 0)
            return false; // to the same tile, or to a NavLink
        m_mesh.getTileAndPolyByRefUnsafe(link.ref, &otherTile, &other);
        if (only != nullptr && otherTile != only)
            return false;
        const int axis = link.side == 0 || link.side == 4 ? 0 : 2;
        const Border border{
            axis,
            tile.verts[std::size_t{polygon.verts[link.edge]} * 3 + static_cast<std::size_t>(axis)]};
        const auto ones = surfaceAlong(border, tile, index);
        const auto others = surfaceAlong(border, *otherTile, m_mesh.decodePolyIdPoly(link.ref));
        const double step = double{tile.header->walkableClimb} + m_error;
        return !ones.empty() && !others.empty() &&
               !meet(ones, others, std::min(step, double{tile.header->walkableHeight}));
    }

    const dtNavMesh& m_mesh;
    double m_error;
};
} // namespace

void partFloors(dtNavMesh& mesh, dtTileRef tile, double error)
{
    const dtNavMesh& read = mesh;
    // The links lie in bytes that the mesh's owner gave it; Detour only hands them out as const.
    const auto editable = [](const dtMeshTile* each) {
        return const_cast<dtMeshTile*>(each);
    };
    auto* own = editable(read.getTileByRef(tile));
    const Parting parting{read, error};
    parting.partLinks(*own, nullptr);
    const std::array<std::array<int, 2>, 4> sides{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
    for (const auto& [x, z] : sides)
        if (auto* next = editable(read.getTileAt(own->header->x + x, own->header->y + z, 0)))
            parting.partLinks(*next, own);
}
} // namespace engine
