#include "engine_core/geometry/brush.h"

#include <algorithm>
#include <limits>

namespace engine
{
namespace
{
/// Twice the area, along the normal.
Vec3d areaVector(const Brush& brush, FaceIndex face)
{
    const auto corners = brush.faceVertices(face);
    const auto& a = brush.vertices()[corners[0]];
    Vec3d sum{0};
    for (std::size_t i = 2; i < corners.size(); ++i)
        sum += glm::cross(brush.vertices()[corners[i - 1]] - a, brush.vertices()[corners[i]] - a);
    return sum;
}
} // namespace

bool Brush::contains(const Vec3d& point, double tolerance) const
{
    return std::all_of(m_faces.begin(), m_faces.end(),
                       [&](const BrushFace& face) { return face.plane.above(point) <= tolerance; });
}

std::optional<BrushHit> intersect(const Ray& ray, const Brush& brush)
{
    // Cyrus and Beck: the last plane entered before the first one left.
    BrushHit hit{0, -std::numeric_limits<double>::infinity()};
    double leave = std::numeric_limits<double>::infinity();
    for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
        const auto& plane = brush.faces()[face].plane;
        const double slope = glm::dot(plane.normal, ray.direction);
        const double above = plane.above(ray.origin);
        if (std::abs(slope) < 1e-12) {
            if (above > 0)
                return std::nullopt;
        } else if (slope > 0) {
            leave = std::min(leave, -above / slope);
        } else if (const double enter = -above / slope; enter > hit.distance) {
            hit = {face, enter};
        }
    }
    if (hit.distance < 0 || hit.distance > leave)
        return std::nullopt;
    return hit;
}

double faceArea(const Brush& brush, FaceIndex face)
{
    return glm::length(areaVector(brush, face)) / 2;
}

Vec3d faceCenter(const Brush& brush, FaceIndex face)
{
    const auto corners = brush.faceVertices(face);
    Vec3d sum{0};
    for (const auto corner : corners)
        sum += brush.vertices()[corner];
    return sum / static_cast<double>(corners.size());
}

double volume(const Brush& brush)
{
    const auto& origin = brush.vertices()[0]; // near by, so that little cancels out
    double sum = 0;
    for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
        const auto& a = brush.vertices()[brush.faceVertices(face)[0]];
        sum += glm::dot(a - origin, areaVector(brush, face));
    }
    return sum / 6;
}
} // namespace engine
