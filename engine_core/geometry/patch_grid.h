#pragma once

#include "engine_core/base/name.h"
#include "engine_core/base/result.h"
#include "engine_core/math/aabb.h"

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine
{
class MeshShape;

/// A control point of a curved patch.
struct PatchPoint
{
    Vec3d position{0}; ///< metres
    Vec2d uv{0};       ///< repeats of the texture, v downwards
    friend bool operator==(const PatchPoint&, const PatchPoint&) = default;
};

/// Into how many straight parts each piece of a patch is cut; 0: as many as its bend needs.
struct PatchSteps
{
    int columns = 0; ///< along a row, 0 to MostPatchSteps
    int rows = 0;    ///< along a column
    friend bool operator==(const PatchSteps&, const PatchSteps&) = default;
};

inline constexpr int FewestPatchPoints = 3; ///< along either side
inline constexpr int MostPatchPoints = 31;  ///< what Quake III takes
inline constexpr int MostPatchSteps = 32;

/// An immutable curved patch: a grid of control points whose every second row and column the
/// surface goes through. Three by three of them are one piece, a quadratic Bezier surface;
/// neighbouring pieces share a row or column. The front is where
/// cross(along a row, along a column) points, as in Quake III. Const calls may run on several
/// threads at once.
class PatchGrid
{
public:
    using Ptr = std::shared_ptr<const PatchGrid>;

    /// `points` row by row. Refused: sides that are even, below 3 or above 31; numbers that are not
    /// finite or beyond the world; points that lie on one line.
    [[nodiscard]] static Result<Ptr> create(int columns, std::vector<PatchPoint> points);

    PatchGrid(const PatchGrid&) = delete;
    PatchGrid& operator=(const PatchGrid&) = delete;

    [[nodiscard]] int columns() const { return m_columns; }

    [[nodiscard]] int rows() const { return static_cast<int>(m_points.size()) / m_columns; }

    [[nodiscard]] std::span<const PatchPoint> points() const { return m_points; }

    [[nodiscard]] const PatchPoint& at(int column, int row) const
    {
        return m_points[static_cast<std::size_t>(row * m_columns + column)];
    }

    /// Whether the point lies on the surface; the others pull at it.
    [[nodiscard]] bool isOnSurface(std::size_t point) const
    {
        const auto columns = static_cast<std::size_t>(m_columns);
        return point % columns % 2 == 0 && point / columns % 2 == 0;
    }

    /// Of the control points, which hold the surface.
    [[nodiscard]] Aabb bounds() const;

    /// Its triangles, made when first asked for and kept for the latest few looks; many of them
    /// only as long as somebody holds them, since the history holds every grid that a patch ever
    /// had. Null where nothing is left of it, since all triangles are too thin.
    [[nodiscard]] std::shared_ptr<const MeshShape> mesh(Name material, PatchSteps steps) const;

    friend bool operator==(const PatchGrid& a, const PatchGrid& b)
    {
        return a.m_columns == b.m_columns && a.m_points == b.m_points;
    }

private:
    struct Made
    {
        Name material;
        PatchSteps steps;
        bool isEmpty = false;
        std::weak_ptr<const MeshShape> mesh;
        std::shared_ptr<const MeshShape> kept; ///< the same if it is small
    };

    PatchGrid(int columns, std::vector<PatchPoint> points);

    int m_columns;
    std::vector<PatchPoint> m_points;
    mutable std::mutex m_mutex;
    mutable std::vector<Made> m_made; ///< the newest last
};

/// "x y z u v, x y z u v, ... | ...": points between commas, rows between bars. Numbers read back
/// to the same bits.
[[nodiscard]] std::string textOfPatch(const PatchGrid& grid);

/// An error says which point is wrong, or what create() refuses.
[[nodiscard]] Result<PatchGrid::Ptr> patchFromText(std::string_view text);
} // namespace engine
