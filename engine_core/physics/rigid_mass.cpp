#include "engine_core/physics/rigid_mass.h"

#include "engine_core/math/aabb.h"

#include <LinearMath/btConvexHullComputer.h>
#include <LinearMath/btMatrix3x3.h>

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
/// Sums over volumes: of 1, of the place, and of the products of its coordinates.
struct Moments
{
    double volume = 0;
    Vec3d first{0};
    glm::dmat3 second{0};

    /// The tetrahedron between the origin and a triangle.
    void add(const Vec3d& a, const Vec3d& b, const Vec3d& c)
    {
        const double part = glm::dot(a, glm::cross(b, c)) / 6;
        const auto sum = a + b + c;
        volume += part;
        first += sum * (part / 4);
        second += (glm::outerProduct(sum, sum) + glm::outerProduct(a, a) + glm::outerProduct(b, b) +
                   glm::outerProduct(c, c)) *
                  (part / 20);
    }
};

bool isDiagonal(const glm::dmat3& inertia)
{
    const double off =
        std::max({std::abs(inertia[0][1]), std::abs(inertia[0][2]), std::abs(inertia[1][2])});
    return off <= 1e-6 * std::max({inertia[0][0], inertia[1][1], inertia[2][2]});
}

void turnToAxes(const glm::dmat3& inertia, MassProperties& result)
{
    result.inertia = {inertia[0][0], inertia[1][1], inertia[2][2]};
    if (isDiagonal(inertia))
        return;
    const auto at = [&](int column, int row) {
        return static_cast<float>(inertia[column][row]);
    };
    btMatrix3x3 tensor(at(0, 0), at(1, 0), at(2, 0), at(0, 1), at(1, 1), at(2, 1), at(0, 2),
                       at(1, 2), at(2, 2));
    btMatrix3x3 axes = btMatrix3x3::getIdentity();
    constexpr int MaxRounds = 32;
    tensor.diagonalize(axes, btScalar(1e-6), MaxRounds);
    btQuaternion turn;
    axes.getRotation(turn);
    result.axes =
        glm::normalize(Quatd{static_cast<double>(turn.w()), static_cast<double>(turn.x()),
                             static_cast<double>(turn.y()), static_cast<double>(turn.z())});
    result.inertia = {static_cast<double>(tensor[0][0]), static_cast<double>(tensor[1][1]),
                      static_cast<double>(tensor[2][2])};
}

constexpr std::size_t AlongSides = 26; ///< to faces, edges and corners of a box
constexpr std::size_t OutermostDirections = 112;

/// Those of a box, so that flat sides along the axes stay, and others spread evenly over the sphere
/// (Keinert and others, "Spherical Fibonacci Mapping", 2015).
std::vector<Vec3d> outermostDirections()
{
    std::vector<Vec3d> all;
    for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y)
            for (int z = -1; z <= 1; ++z)
                if (x != 0 || y != 0 || z != 0)
                    all.emplace_back(x, y, z);
    constexpr double Golden = 2.39996322972865332; // radians
    constexpr auto Count = static_cast<int>(OutermostDirections - AlongSides);
    for (int i = 0; i < Count; ++i) {
        const double up = 1 - (2.0 * i + 1) / Count;
        const double aside = std::sqrt(1 - up * up);
        all.emplace_back(aside * std::cos(Golden * i), up, aside * std::sin(Golden * i));
    }
    return all;
}
} // namespace

std::vector<Vec3d> outermost(std::span<const Vec3d> points)
{
    if (points.size() <= OutermostDirections)
        return {points.begin(), points.end()};
    static const auto directions = outermostDirections();
    std::vector<std::size_t> found;
    found.reserve(directions.size());
    for (const auto& direction : directions) {
        std::size_t best = 0;
        double most = glm::dot(points[0], direction);
        for (std::size_t i = 1; i < points.size(); ++i)
            if (const double along = glm::dot(points[i], direction); along > most) {
                best = i;
                most = along;
            }
        found.push_back(best);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::vector<Vec3d> corners;
    for (const auto index : found)
        corners.push_back(points[index]);
    return corners;
}

HullMesh hullAround(std::span<const Vec3d> points)
{
    btConvexHullComputer computer;
    if (points.size() >= 4)
        computer.compute(&points.front().x, sizeof(Vec3d), static_cast<int>(points.size()), 0, 0);
    HullMesh hull;
    if (computer.faces.size() < 4)
        return hull;
    // The computer rounds to floats; the corners themselves are exact.
    for (int i = 0; i < computer.original_vertex_index.size(); ++i)
        hull.corners.push_back(points[static_cast<std::size_t>(computer.original_vertex_index[i])]);
    for (int face = 0; face < computer.faces.size(); ++face) {
        const auto* first = &computer.edges[computer.faces[face]];
        const auto pivot = static_cast<std::size_t>(first->getSourceVertex());
        for (const auto* edge = first->getNextEdgeOfFace(); edge->getNextEdgeOfFace() != first;
             edge = edge->getNextEdgeOfFace())
            hull.triangles.push_back({pivot, static_cast<std::size_t>(edge->getSourceVertex()),
                                      static_cast<std::size_t>(edge->getTargetVertex())});
    }
    return hull;
}

MassProperties massProperties(std::span<const HullMesh> solids)
{
    Aabb bounds;
    for (const auto& solid : solids)
        for (const auto& corner : solid.corners)
            bounds.add(corner);
    MassProperties result;
    if (bounds.isEmpty())
        return result;
    // About a point nearby, since solids may lie far from where they are seen from.
    const auto origin = bounds.center();
    Moments moments;
    for (const auto& solid : solids)
        for (const auto& [a, b, c] : solid.triangles)
            moments.add(solid.corners[a] - origin, solid.corners[b] - origin,
                        solid.corners[c] - origin);
    if (!(moments.volume > 1e-12))
        return result;
    result.volume = moments.volume;
    const auto middle = moments.first / moments.volume;
    result.middle = origin + middle;
    const auto spread = moments.second / moments.volume - glm::outerProduct(middle, middle);
    const double trace = spread[0][0] + spread[1][1] + spread[2][2];
    turnToAxes(glm::dmat3{trace} - spread, result);
    return result;
}
} // namespace engine
