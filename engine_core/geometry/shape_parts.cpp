#include "engine_core/geometry/shape_parts.h"

#include "engine_core/geometry/unit_vector.h"
#include "engine_core/geometry/uv_mapping.h"

#include <algorithm>
#include <array>

namespace engine::shapes
{
namespace
{
constexpr double Dust = 1e-12;

BrushFace faceOn(const Plane& plane, Name material)
{
    return {plane, material, worldAlignedUv(plane.normal)};
}

/// The plane through an edge of the outline. Edges are looked at from the same end by both brushes
/// that share one, so that their planes are the same but for the sign.
Plane sidePlane(const Vec2d& from, const Vec2d& to, int axis)
{
    const bool turned = std::pair{to.x, to.y} < std::pair{from.x, from.y};
    const auto& a = turned ? to : from;
    const auto along = turned ? from - to : to - from;
    const auto normal =
        withoutDust(glm::normalize(inSpace({along.y, -along.x}, axis, 0))) * (turned ? -1.0 : 1.0);
    return {normal, glm::dot(normal, inSpace(a, axis, 0))};
}

/// By Newell's sum over all corners: exact for faces along the axes, steady for slender ones.
Plane facePlane(std::span<const Vec3d> points, const std::vector<std::size_t>& face)
{
    Vec3d sum{0};
    Vec3d middle{0};
    for (std::size_t i = 0; i < face.size(); ++i) {
        const auto& a = points[face[i]];
        const auto& b = points[face[(i + 1) % face.size()]];
        sum += glm::cross(a - points[face[0]], b - points[face[0]]);
        middle += a;
    }
    const auto normal = withoutDust(glm::normalize(sum));
    return {normal, glm::dot(normal, middle / static_cast<double>(face.size()))};
}

Result<Brush> complete(std::vector<BrushFace> faces)
{
    const auto wanted = faces.size();
    const auto tooSmall = Error{"The shape is too small for so many faces"};
    for (const auto& face : faces)
        if (!isFinite(face.plane.normal))
            return tooSmall;
    auto brush = Brush::fromFaces(std::move(faces));
    if (brush && brush->faceCount() != wanted)
        return tooSmall;
    return brush;
}

using Quad = std::array<Vec2d, 4>;

std::vector<Quad> quadsBetween(const Outline& outside, const Outline& inside, bool closed)
{
    std::vector<Quad> quads;
    const auto count = outside.size() - (closed ? 0 : 1);
    for (std::size_t i = 0; i < count; ++i) {
        const auto next = (i + 1) % outside.size();
        quads.push_back({outside[i], outside[next], inside[next], inside[i]});
    }
    return quads;
}
} // namespace

Rectangle crossSection(const Aabb& bounds, int axis)
{
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    return {{bounds.min[u], bounds.min[v]}, {bounds.max[u], bounds.max[v]}};
}

Vec3d inSpace(const Vec2d& place, int axis, double along)
{
    Vec3d point;
    point[axis] = along;
    point[(axis + 1) % 3] = place.x;
    point[(axis + 2) % 3] = place.y;
    return point;
}

double between(double lo, double hi, double part)
{
    if (part < Dust)
        return lo;
    if (part > 1 - Dust)
        return hi;
    return std::abs(part - 0.5) < Dust ? (lo + hi) * 0.5 : lo + (hi - lo) * part;
}

double cross(const Vec2d& a, const Vec2d& b)
{
    return a.x * b.y - a.y * b.x;
}

double area(std::span<const Vec2d> outline)
{
    double sum = 0;
    for (std::size_t i = 1; i + 1 < outline.size(); ++i)
        sum += cross(outline[i] - outline[0], outline[i + 1] - outline[0]);
    return sum;
}

bool isConvex(std::span<const Vec2d> outline)
{
    double turned = 0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const auto before = outline[(i + 1) % outline.size()] - outline[i];
        const auto after = outline[(i + 2) % outline.size()] - outline[(i + 1) % outline.size()];
        const double lengths = glm::length(before) * glm::length(after);
        if (!(cross(before, after) > 1e-9 * lengths))
            return false;
        turned += std::atan2(cross(before, after), glm::dot(before, after));
    }
    return std::abs(turned - 2 * Pi) < 1e-3; // once around, no star
}

Result<Brush> prism(std::span<const Vec2d> outline, int axis, double from, double to, Name material)
{
    Vec3d up{0};
    up[axis] = 1;
    std::vector<BrushFace> faces;
    for (std::size_t i = 0; i < outline.size(); ++i)
        faces.push_back(
            faceOn(sidePlane(outline[i], outline[(i + 1) % outline.size()], axis), material));
    faces.push_back(faceOn({up, std::max(from, to)}, material));
    faces.push_back(faceOn({-up, -std::min(from, to)}, material));
    return complete(std::move(faces));
}

Result<Brush>
solid(std::span<const Vec3d> points, std::span<const std::vector<std::size_t>> faces, Name material)
{
    std::vector<BrushFace> planes;
    planes.reserve(faces.size());
    for (const auto& face : faces)
        planes.push_back(faceOn(facePlane(points, face), material));
    return complete(std::move(planes));
}

Result<std::vector<Brush>> wall(const Outline& outside,
                                const Outline& inside,
                                const Outline& fallback,
                                bool closed,
                                int axis,
                                double from,
                                double to,
                                Name material)
{
    auto quads = quadsBetween(outside, inside, closed);
    if (!std::all_of(quads.begin(), quads.end(), [](const Quad& quad) { return isConvex(quad); }))
        quads = quadsBetween(outside, fallback, closed);
    std::vector<Brush> brushes;
    brushes.reserve(quads.size());
    for (const auto& quad : quads) {
        auto brush = prism(quad, axis, from, to, material);
        if (!brush)
            return brush.error();
        brushes.push_back(*std::move(brush));
    }
    return brushes;
}
} // namespace engine::shapes
