#include "engine_core/physics/capsule_contact.h"

#include <algorithm>
#include <limits>

namespace engine
{
namespace
{
/// Metres: nearer than this is touching.
constexpr double Touching = 1e-7;

/// Part of the motion that may go into a surface and still counts as going along it.
constexpr double Along = 1e-9;

constexpr std::uint16_t NoVertex = 0xffff;

/// The nearest pair of points on an edge of the solid and the axis.
struct EdgePair
{
    double squared = std::numeric_limits<double>::infinity();
    Vec3d onAxis{0};
    Vec3d onEdge{0};
    std::uint16_t from = NoVertex;
    std::uint16_t to = NoVertex; ///< the same as `from` at a corner
};

Vec3d highEnd(const CapsuleAxis& axis)
{
    return axis.low + Vec3d{0, axis.length, 0};
}

double lowestAbove(const Plane& plane, const CapsuleAxis& axis)
{
    const double low = plane.above(axis.low);
    return std::min(low, low + plane.normal.y * axis.length);
}

/// Whether the point, moved onto the face's plane, lies in the face.
bool isOverFace(const Brush& brush, FaceIndex face, const Vec3d& point)
{
    const auto corners = brush.faceVertices(face);
    const auto vertices = brush.vertices();
    const auto& normal = brush.faces()[face].plane.normal;
    Vec3d before = vertices[corners.back()];
    for (const auto corner : corners) {
        const Vec3d& here = vertices[corner];
        if (glm::dot(glm::cross(normal, here - before), point - before) < 0)
            return false;
        before = here;
    }
    return true;
}

void meetEdge(const CapsuleAxis& axis,
              std::span<const Vec3d> vertices,
              std::uint16_t from,
              std::uint16_t to,
              EdgePair& best)
{
    const Vec3d& start = vertices[from];
    const Vec3d edge = vertices[to] - start;
    const Vec3d between = axis.low - start;
    const double edgeSquared = glm::dot(edge, edge);
    if (edgeSquared <= 0)
        return;
    const double onto = glm::dot(edge, between);
    const double length = axis.length;
    // The axis is (0, length, 0), so its products are those of the y components.
    const double cross = length * edge.y;
    const double determinant = length * length * edgeSquared - cross * cross;
    double s = 0;
    if (determinant > 1e-12 * length * length * edgeSquared)
        s = std::clamp((cross * onto - length * between.y * edgeSquared) / determinant, 0.0, 1.0);
    double t = (cross * s + onto) / edgeSquared;
    if (t < 0 || t > 1) {
        t = std::clamp(t, 0.0, 1.0);
        s = length > 0 ? std::clamp((edge.y * t - between.y) / length, 0.0, 1.0) : 0.0;
    }
    const Vec3d onAxis = axis.low + Vec3d{0, length * s, 0};
    const Vec3d onEdge = start + edge * t;
    const Vec3d apart = onAxis - onEdge;
    const double squared = glm::dot(apart, apart);
    if (squared < best.squared)
        best = {squared, onAxis, onEdge, t < 1 ? from : to, t > 0 ? to : from};
}

EdgePair nearestEdge(const Brush& brush, const CapsuleAxis& axis)
{
    EdgePair best;
    const auto vertices = brush.vertices();
    for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
        const auto corners = brush.faceVertices(face);
        auto before = corners.back();
        for (const auto corner : corners) {
            if (before < corner) // each edge belongs to two faces, once in either direction
                meetEdge(axis, vertices, before, corner, best);
            before = corner;
        }
    }
    return best;
}

Vec3d mostUpwardFaceAt(const Brush& brush, std::uint16_t a, std::uint16_t b)
{
    Vec3d best{0, -2, 0};
    for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
        const auto corners = brush.faceVertices(face);
        const auto has = [&](std::uint16_t vertex) {
            return std::find(corners.begin(), corners.end(), vertex) != corners.end();
        };
        const auto& normal = brush.faces()[face].plane.normal;
        if (normal.y > best.y && has(a) && has(b))
            best = normal;
    }
    return best;
}

/// The part of the axis behind every face's plane, if there is any.
bool pierces(const Brush& brush, const CapsuleAxis& axis)
{
    double enter = 0;
    double leave = axis.length;
    for (const auto& face : brush.faces()) {
        const double low = face.plane.above(axis.low);
        const double slope = face.plane.normal.y;
        if (std::abs(slope) < 1e-12) {
            if (low > 0)
                return false;
            continue;
        }
        const double crossing = -low / slope;
        if (slope > 0)
            leave = std::min(leave, crossing);
        else
            enter = std::max(enter, crossing);
        if (enter > leave)
            return false;
    }
    return true;
}

AxisDistance depthBehind(const Plane& plane, const CapsuleAxis& axis)
{
    const Vec3d end = plane.normal.y < 0 ? highEnd(axis) : axis.low;
    const double above = plane.above(end);
    return {above, plane.normal, plane.normal, end - plane.normal * above};
}

/// The face that separates the two best, and how far.
std::pair<FaceIndex, double> farthestFace(const Brush& brush, const CapsuleAxis& axis)
{
    std::pair<FaceIndex, double> best{0, -std::numeric_limits<double>::infinity()};
    for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
        const double above = lowestAbove(brush.faces()[face].plane, axis);
        if (above > best.second)
            best = {face, above};
    }
    return best;
}

/// An end of the axis straight above the face it is nearest to; nothing if it is beside the face.
std::optional<AxisDistance> overFace(const Brush& brush, FaceIndex face, const CapsuleAxis& axis)
{
    const auto& plane = brush.faces()[face].plane;
    const Vec3d nearEnd = plane.normal.y < 0 ? highEnd(axis) : axis.low;
    const bool parallel = std::abs(plane.normal.y) * axis.length < 1e-12;
    for (const Vec3d& end : {nearEnd, parallel ? highEnd(axis) : nearEnd})
        if (isOverFace(brush, face, end)) {
            const double above = plane.above(end);
            return AxisDistance{above, plane.normal, plane.normal, end - plane.normal * above};
        }
    return std::nullopt;
}

/// Where the capsule's way can meet the solid at the earliest: it must be within `radius` of every
/// plane's back. nullopt if it never is.
std::optional<double>
earliest(const Brush& brush, const CapsuleAxis& axis, double radius, const Vec3d& motion)
{
    double from = 0;
    double until = 1;
    for (const auto& face : brush.faces()) {
        const double gap = lowestAbove(face.plane, axis) - radius;
        const double approach = -glm::dot(face.plane.normal, motion);
        if (gap > 0) {
            if (approach <= 0)
                return std::nullopt;
            from = std::max(from, gap / approach);
        } else if (approach < 0) {
            until = std::min(until, gap / approach);
        }
        if (from > until)
            return std::nullopt;
    }
    return from;
}

bool isOver(const CollisionTriangle& triangle, const Vec3d& point)
{
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& from = triangle.corners[i];
        const auto& to = triangle.corners[(i + 1) % 3];
        if (glm::dot(glm::cross(triangle.normal, to - from), point - from) < 0)
            return false;
    }
    return true;
}

/// Where the axis crosses the triangle; nullopt if it does not.
std::optional<Vec3d> crossing(const CollisionTriangle& triangle, const CapsuleAxis& axis)
{
    const double low = glm::dot(triangle.normal, axis.low - triangle.corners[0]);
    const double high = low + triangle.normal.y * axis.length;
    if (low * high > 0 || low == high)
        return std::nullopt;
    const auto at = axis.low + Vec3d{0, axis.length * (low / (low - high)), 0};
    return isOver(triangle, at) ? std::optional{at} : std::nullopt;
}

std::optional<double> earliest(const CollisionTriangle& triangle,
                               const CapsuleAxis& axis,
                               double radius,
                               const Vec3d& motion)
{
    // Only the side that the whole axis is on can be met first.
    const double low = glm::dot(triangle.normal, axis.low - triangle.corners[0]);
    const double high = low + triangle.normal.y * axis.length;
    if (low * high <= 0)
        return 0.0;
    const double gap = std::min(std::abs(low), std::abs(high)) - radius;
    if (gap <= 0)
        return 0.0;
    const double approach = -glm::dot(triangle.normal, motion) * (low > 0 ? 1.0 : -1.0);
    if (approach < gap)
        return std::nullopt;
    return gap / approach;
}

/// See sweepAxis.
template <typename Shape>
std::optional<AxisHit>
sweepShape(const Shape& shape, const CapsuleAxis& axis, double radius, const Vec3d& motion)
{
    const double length = glm::length(motion);
    const auto first = earliest(shape, axis, radius, motion);
    if (!first || !(length > 0))
        return std::nullopt;
    double at = *first;
    AxisDistance contact;
    constexpr int MaxSteps = 48;
    for (int step = 0; step < MaxSteps; ++step) {
        contact = distanceTo(shape, {axis.low + motion * at, axis.length});
        const double approach = -glm::dot(contact.normal, motion);
        if (approach <= Along * length)
            return std::nullopt;
        const double gap = contact.distance - radius;
        if (gap <= Touching)
            return AxisHit{at, contact};
        at += gap / approach;
        if (at > 1)
            return std::nullopt;
    }
    return AxisHit{at, contact};
}

} // namespace

AxisDistance distanceTo(const Brush& brush, const CapsuleAxis& axis)
{
    const auto [face, above] = farthestFace(brush, axis);
    const auto& plane = brush.faces()[face].plane;
    if (above <= 0 && pierces(brush, axis))
        return depthBehind(plane, axis);
    // No distance is smaller than that to the best separating plane: reached is proved.
    if (above > 0)
        if (auto straight = overFace(brush, face, axis))
            return *straight;

    const auto edge = nearestEdge(brush, axis);
    const double distance = std::sqrt(edge.squared);
    if (distance < 1e-9)
        return depthBehind(plane, axis);
    AxisDistance best{distance, (edge.onAxis - edge.onEdge) / distance,
                      mostUpwardFaceAt(brush, edge.from, edge.to), edge.onEdge};
    // An end may also be straight above a face that is not the best separating one.
    for (FaceIndex other = 0; other < brush.faceCount(); ++other)
        for (const Vec3d& end : {axis.low, highEnd(axis)}) {
            const auto& side = brush.faces()[other].plane;
            const double height = side.above(end);
            if (height > 0 && height < best.distance && isOverFace(brush, other, end))
                best = {height, side.normal, side.normal, end - side.normal * height};
        }
    return best;
}

std::optional<CollisionTriangle>
CollisionTriangle::through(const Vec3d& a, const Vec3d& b, const Vec3d& c)
{
    const auto plane = Plane::through(a, b, c);
    if (!plane)
        return std::nullopt;
    return CollisionTriangle{{a, b, c}, plane->normal};
}

AxisDistance distanceTo(const CollisionTriangle& triangle, const CapsuleAxis& axis)
{
    const auto& normal = triangle.normal;
    const auto above = [&](const Vec3d& p) {
        return glm::dot(normal, p - triangle.corners[0]);
    };
    if (const auto at = crossing(triangle, axis)) {
        const Vec3d deepest = normal.y < 0 ? highEnd(axis) : axis.low;
        return {std::min(above(deepest), 0.0), normal, normal, *at};
    }
    EdgePair edge;
    for (std::uint16_t i = 0; i < 3; ++i)
        meetEdge(axis, triangle.corners, i, static_cast<std::uint16_t>((i + 1) % 3), edge);
    AxisDistance best;
    best.distance = std::sqrt(edge.squared);
    const auto apart = edge.onAxis - edge.onEdge;
    const auto facing = glm::dot(normal, apart) < 0 ? -normal : normal;
    best.normal = best.distance > 1e-9 ? apart / best.distance : facing;
    best.surface = facing;
    best.point = edge.onEdge;
    for (const Vec3d& end : {axis.low, highEnd(axis)}) {
        const double height = above(end);
        if (std::abs(height) < best.distance && isOver(triangle, end)) {
            const auto side = height < 0 ? -normal : normal;
            best = {std::abs(height), side, side, end - normal * height};
        }
    }
    return best;
}

std::optional<double> intersect(const Ray& ray, const CollisionTriangle& triangle)
{
    const double slope = glm::dot(triangle.normal, ray.direction);
    if (slope == 0)
        return std::nullopt;
    const double distance = glm::dot(triangle.normal, triangle.corners[0] - ray.origin) / slope;
    return distance >= 0 && isOver(triangle, ray.at(distance)) ? std::optional{distance}
                                                               : std::nullopt;
}

std::optional<AxisHit>
sweepAxis(const Brush& brush, const CapsuleAxis& axis, double radius, const Vec3d& motion)
{
    return sweepShape(brush, axis, radius, motion);
}

std::optional<AxisHit> sweepAxis(const CollisionTriangle& triangle,
                                 const CapsuleAxis& axis,
                                 double radius,
                                 const Vec3d& motion)
{
    return sweepShape(triangle, axis, radius, motion);
}
} // namespace engine
