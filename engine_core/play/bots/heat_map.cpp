#include "engine_core/play/bots/heat_map.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace engine
{
namespace
{
constexpr double StoreyApart = 1; ///< metres; ground of one square that is farther apart is another
constexpr double HighestJump = 1.5; ///< metres; who is higher above the ground falls
constexpr double BelowGround = 0.5; ///< metres that soles may be below the mesh, as on stairs

/// A place in the grid of squares.
using Square = std::pair<int, int>;

Square squareOf(double x, double z)
{
    return {static_cast<int>(std::floor(x / BotCell::Size)),
            static_cast<int>(std::floor(z / BotCell::Size))};
}

/// A triangle of the ground within one square.
struct Piece
{
    HeatPatch patch;
    float height = 0; ///< metres, of its middle
};

/// One square with all ground in it.
struct Column
{
    std::vector<const BotCell*> cells;
    std::vector<Piece> pieces;
};

using Columns = std::map<Square, Column>;

/// What is left of a convex polygon where `axis` is at least `limit`; with a `sign` of -1 at most.
std::vector<Vec3d> cut(const std::vector<Vec3d>& polygon, int axis, double limit, double sign)
{
    std::vector<Vec3d> left;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const auto& a = polygon[i];
        const auto& b = polygon[(i + 1) % polygon.size()];
        const double in = (a[axis] - limit) * sign;
        const double next = (b[axis] - limit) * sign;
        if (in >= 0)
            left.push_back(a);
        if ((in >= 0) != (next >= 0))
            left.push_back(a + (b - a) * (in / (in - next)));
    }
    return left;
}

/// The part of the ground's triangle that lies in the square, as triangles.
void addPieces(const std::vector<Vec3d>& triangle, const Square& square, std::vector<Piece>& pieces)
{
    auto inside = triangle;
    for (const auto& [axis, index] : {std::pair{0, square.first}, std::pair{2, square.second}}) {
        inside = cut(inside, axis, index * BotCell::Size, 1);
        inside = cut(inside, axis, (index + 1) * BotCell::Size, -1);
    }
    for (std::size_t i = 2; i < inside.size(); ++i) {
        const HeatPatch patch{{Vec3f{inside[0]}, Vec3f{inside[i - 1]}, Vec3f{inside[i]}}, 0};
        const auto& [a, b, c] = patch.corners;
        pieces.push_back({patch, (a.y + b.y + c.y) / 3});
    }
}

/// Cuts the ground along the grid, where bots were.
void addGround(const NavMesh& mesh, TileCoord tile, Columns& columns)
{
    const auto corners = mesh.surface(tile);
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
        const std::vector<Vec3d> triangle{Vec3d{corners[i]}, Vec3d{corners[i + 1]},
                                          Vec3d{corners[i + 2]}};
        Aabb box;
        for (const auto& corner : triangle)
            box.add(corner);
        const auto first = squareOf(box.min.x, box.min.z);
        const auto last = squareOf(box.max.x, box.max.z);
        for (int x = first.first; x <= last.first; ++x)
            for (auto at = columns.lower_bound({x, first.second});
                 at != columns.end() && at->first <= Square{x, last.second}; ++at)
                addPieces(triangle, at->first, at->second.pieces);
    }
}

/// Counts the ticks of each storey, and gives them to its ground.
void countTicks(Column& column)
{
    auto& pieces = column.pieces;
    std::sort(pieces.begin(), pieces.end(),
              [](const Piece& a, const Piece& b) { return a.height < b.height; });
    std::vector<const BotCell*> left = column.cells;
    // From the top: a bot is on the highest ground that is below it.
    for (auto end = pieces.end(); end != pieces.begin();) {
        auto begin = end - 1;
        while (begin != pieces.begin() && begin->height - (begin - 1)->height < StoreyApart)
            --begin;
        std::uint32_t ticks = 0;
        std::erase_if(left, [&](const BotCell* cell) {
            if (cell->place.y < begin->height - BelowGround)
                return false;
            if (cell->place.y < (end - 1)->height + HighestJump)
                ticks += cell->ticks;
            return true;
        });
        for (auto at = begin; at != end; ++at)
            at->patch.ticks = ticks;
        end = begin;
    }
}
} // namespace

std::vector<HeatPatch>
heatMap(const NavMesh& mesh, std::span<const BotCell> cells, std::size_t most)
{
    if (cells.empty())
        return {};
    Columns columns;
    for (const auto& cell : cells)
        columns[squareOf(cell.place.x, cell.place.z)].cells.push_back(&cell);
    for (const auto& [coord, tile] : mesh.tiles())
        addGround(mesh, coord, columns);
    std::vector<HeatPatch> patches;
    for (auto& [square, column] : columns) {
        countTicks(column);
        for (const auto& piece : column.pieces)
            if (piece.patch.ticks > 0)
                patches.push_back(piece.patch);
    }
    if (patches.size() > most) {
        std::stable_sort(patches.begin(), patches.end(),
                         [](const auto& a, const auto& b) { return a.ticks > b.ticks; });
        patches.resize(most);
    }
    return patches;
}
} // namespace engine
