#pragma once

#include "engine_core/geometry/polygon_clip.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace engine
{
/// Cuts a closed surface by one plane after the other. Each corner is on one side of a plane for
/// all faces around it, so the surface stays closed where faces that are cut by themselves would
/// disagree: planes that meet nearly in one point or in one line. Slower than BrushBuilder, which
/// asks it only then.
class SolidCutter
{
public:
    /// False if the solid is open on a side, nothing is left of it, or the planes are too much at
    /// odds even so.
    [[nodiscard]] bool cut(std::span<const CutPlane> planes);

    [[nodiscard]] const std::vector<Vec3d>& corners() const { return m_corners; }

    /// By plane: indices into corners(), counter-clockwise seen from outside. Empty where the plane
    /// does not touch the solid with more than an edge.
    [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& polygons() const
    {
        return m_polygons;
    }

private:
    using CornerIndex = std::uint32_t;
    using Edge = std::pair<CornerIndex, CornerIndex>;

    void startWithTheWorld(std::size_t planes);
    [[nodiscard]] bool cutBy(const Plane& plane, std::size_t index);
    void cutPolygon(std::vector<CornerIndex>& polygon);
    CornerIndex crossing(CornerIndex kept, CornerIndex lost);
    [[nodiscard]] bool close(std::size_t index);
    void placeCorners(std::span<const CutPlane> planes);
    void weldEdges();
    void dropUnused();

    std::vector<Vec3d> m_corners;
    std::vector<std::vector<CornerIndex>> m_polygons; ///< the last six: the edge of the world
    std::vector<double> m_above;                      ///< by corner: metres in front of the plane
    std::map<Edge, CornerIndex> m_crossings;          ///< of the edges that the plane cuts
};
} // namespace engine
