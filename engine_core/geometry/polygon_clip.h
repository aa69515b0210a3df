#pragma once

#include "engine_core/geometry/face_checks.h"
#include "engine_core/math/plane.h"

#include <array>
#include <cstdint>
#include <span>

namespace engine
{
using PlaneIndex = std::uint32_t;

/// The border of the sheet that a face is cut from.
inline constexpr PlaneIndex NoPlane = MaxFaces;

/// Of a plane whose normal runs along none of the axes.
inline constexpr int NoAxis = 3;

/// A corner this close to a plane lies in it. Far below WeldDistance, so that whatever two faces
/// see differently is welded away afterwards; far above what doubles lose inside WorldLimit.
/// Metres.
inline constexpr double OnPlane = 1e-8;

/// A corner of a polygon while it is being cut.
struct Corner
{
    Vec3d at;
    PlaneIndex edge; ///< the plane that made the edge from here to the next corner
};

/// A convex polygon while it is being cut; the corners are counter-clockwise seen from outside and
/// belong to whoever cuts.
struct Polygon
{
    Corner* corners;
    std::size_t count;
};

/// What clipping needs of a face, close together.
struct CutPlane
{
    Plane plane;
    int axis;    ///< the one that the normal runs along, or NoAxis
    double sign; ///< of the normal on that axis
};

[[nodiscard]] CutPlane cutPlane(const Plane& plane);

/// How far a brush reaches along the axes, by those of its planes that lie across them: what is
/// left of such a plane by the others is a rectangle, without any cutting. Most brushes have
/// nothing but such planes.
class AxisBounds
{
public:
    /// Planes that run along no axis change nothing.
    void add(const CutPlane& cut, PlaneIndex index);

    /// What is left of a plane that lies across an axis, if it was added; needs room for four
    /// corners.
    void makeRectangle(const CutPlane& cut, Polygon& out) const;

    /// A plane as far as the world goes, needs room for four corners. If the plane runs along an
    /// axis, as those of ramps and bevels do, the planes across that axis have cut it already;
    /// returns the axis, or NoAxis.
    [[nodiscard]] int makeSheet(const Plane& plane, Polygon& out) const;

private:
    struct Side
    {
        double place;
        PlaneIndex plane;
    };

    [[nodiscard]] static std::array<Side, 3> unbounded(double place);

    template <int Axis>
    void makeRectangleAcross(const CutPlane& cut, Polygon& out) const;

    std::array<Side, 3> m_low = unbounded(-1);
    std::array<Side, 3> m_high = unbounded(1);
};

/// Cuts off the corners that are `above` OnPlane metres over a plane, of which there is one. What
/// is cut off of a convex polygon is one run of corners; corners that lie in the plane are kept as
/// they are. Needs room for one more corner.
void cutOff(Polygon& polygon, const double* above, PlaneIndex by);

/// Cuts off what is in front of the plane, in place; most planes miss most polygons. Needs room for
/// one more corner, and `above` for as many numbers as there are corners.
inline void clip(Polygon& polygon, const Plane& plane, PlaneIndex by, double* above)
{
    bool isCut = false;
    for (std::size_t i = 0; i < polygon.count; ++i) {
        above[i] = plane.above(polygon.corners[i].at);
        isCut |= above[i] > OnPlane;
    }
    if (isCut)
        cutOff(polygon, above, by);
}

/// The corner of three planes, better than cutting found it, `near` the right place.
[[nodiscard]] Vec3d
exactCorner(const CutPlane& a, const CutPlane& b, const CutPlane& c, const Vec3d& near);
} // namespace engine
