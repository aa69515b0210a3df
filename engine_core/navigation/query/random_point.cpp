#include "engine_core/navigation/query/random_point.h"

#include "engine_core/navigation/mesh/nav_mesh_state.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr int Tries = 16; ///< to stay within the cost; then it is the start

struct Triangle
{
    NavPolygonRef polygon = 0;
    Vec3d a{0}, b{0}, c{0};
    double areaUpTo = 0; ///< of all triangles up to this one
};

/// Fans of the polygons' triangles; links have none.
std::vector<Triangle> trianglesOf(const NavMesh& mesh, const NavReach& reach)
{
    std::vector<Triangle> triangles;
    double area = 0;
    for (const auto& place : reach.places) {
        const dtMeshTile* tile = nullptr;
        const dtPoly* polygon = nullptr;
        if (dtStatusFailed(
                mesh.state().detour->getTileAndPolyByRef(place.polygon, &tile, &polygon)) ||
            polygon->getType() != DT_POLYTYPE_GROUND)
            continue;
        const auto corner = [&](unsigned i) {
            return fromDetour(&tile->verts[std::size_t{polygon->verts[i]} * 3]);
        };
        for (unsigned i = 2; i < polygon->vertCount; ++i) {
            Triangle fan{place.polygon, corner(0), corner(i - 1), corner(i)};
            area += glm::length(glm::cross(fan.b - fan.a, fan.c - fan.a)) / 2;
            fan.areaUpTo = area;
            triangles.push_back(fan);
        }
    }
    return triangles;
}

/// Every place of the triangle as likely as any other (Turk, Graphics Gems, 1990).
Vec3d randomIn(const Triangle& triangle, double u, double v)
{
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    return triangle.a + (triangle.b - triangle.a) * u + (triangle.c - triangle.a) * v;
}
} // namespace

std::optional<Vec3d> randomReachablePoint(const NavMesh& mesh,
                                          const NavQuery& query,
                                          const Vec3d& from,
                                          double cost,
                                          const std::function<double()>& random)
{
    const auto start = query.nearest(from);
    const auto reach = query.reachable(from, cost);
    if (!start || !reach)
        return std::nullopt;
    const auto triangles = trianglesOf(mesh, *reach);
    if (triangles.empty())
        return start->position;
    for (int i = 0; i < Tries; ++i) {
        const double wanted = random() * triangles.back().areaUpTo;
        const auto triangle = std::lower_bound(
            triangles.begin(), std::prev(triangles.end()), wanted,
            [](const Triangle& each, double area) { return each.areaUpTo < area; });
        const double u = random();
        auto place = randomIn(*triangle, u, random());
        if (const auto height = query.heightOn(triangle->polygon, place))
            place.y = *height;
        // The search counts a big polygon as soon as it enters it.
        if (glm::length(place - start->position) <= cost)
            return place;
    }
    return start->position;
}
} // namespace engine
