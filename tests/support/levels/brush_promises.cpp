#include "tests/support/levels/brush_promises.h"

#include <algorithm>
#include <map>

namespace engine
{
std::string brokenPromise(const Brush& brush)
{
    constexpr double Tolerance = 2 * WeldDistance;
    if (brush.faceCount() < 4)
        return "fewer than four faces";
    std::size_t corners = 0;
    std::map<std::pair<int, int>, int> edges;
    Aabb bounds;
    Vec3d middle{0};
    for (const auto& p : brush.vertices()) {
        bounds.add(p);
        middle += p;
        for (const auto& face : brush.faces())
            if (face.plane.above(p) > Tolerance)
                return "a vertex lies in front of a face";
    }
    if (bounds != brush.bounds())
        return "wrong bounds";
    Vec3d areas{0};
    for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
        const auto polygon = brush.faceVertices(face);
        const auto& plane = brush.faces()[face].plane;
        if (polygon.size() < 3)
            return "fewer than three corners";
        corners += polygon.size();
        Vec3d doubleArea{0};
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const int from = polygon[i];
            const int to = polygon[(i + 1) % polygon.size()];
            const auto& a = brush.vertices()[polygon[i]];
            const auto& b = brush.vertices()[static_cast<std::size_t>(to)];
            if (std::abs(plane.above(a)) > Tolerance)
                return "a corner is off its face";
            if (glm::distance(a, b) < WeldDistance)
                return "an edge is too short";
            ++edges[{from, to}];
            doubleArea += glm::cross(a - bounds.center(), b - bounds.center());
        }
        if (!(glm::dot(doubleArea, plane.normal) > 0))
            return "a polygon is not counter-clockwise";
        if (std::abs(glm::length(doubleArea) / 2 - faceArea(brush, face)) > 1e-6)
            return "wrong area";
        areas += plane.normal * faceArea(brush, face);
    }
    for (const auto& [edge, count] : edges)
        if (count != 1 || edges.count({edge.second, edge.first}) != 1)
            return "an edge has no twin";
    if (brush.vertices().size() + brush.faceCount() != corners / 2 + 2)
        return "Euler's formula fails";
    const auto size = glm::length(bounds.size());
    if (glm::length(areas) > 1e-4 * (1 + size))
        return "the areas do not sum to nothing";
    if (!(volume(brush) > 0))
        return "no volume";
    if (!brush.contains(middle / static_cast<double>(brush.vertices().size())))
        return "its middle is outside";
    return {};
}

std::string brokenRoundTrip(const Brush& brush)
{
    const auto again = Brush::fromFaces({brush.faces().begin(), brush.faces().end()});
    if (!again)
        return "refused: " + again.error().message();
    if (*again != brush)
        return "other faces";
    if (!std::equal(again->vertices().begin(), again->vertices().end(), brush.vertices().begin(),
                    brush.vertices().end()))
        return "other vertices";
    return {};
}
} // namespace engine
