#include "engine_core/foliage/walkable_ground.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace engine
{
namespace
{
constexpr std::uint32_t FewTriangles = 4;

/// Metres: edges of neighbours are floats.
constexpr double OnGround = 0.01;

Vec2d flat(const Vec3d& p)
{
    return {p.x, p.z};
}

double cross(const Vec2d& a, const Vec2d& b)
{
    return a.x * b.y - a.y * b.x;
}
} // namespace

WalkableGround::WalkableGround(std::vector<Vec3f> corners, double step)
    : m_corners{std::move(corners)}, m_step{step}
{
    m_corners.resize(m_corners.size() / 3 * 3);
    if (!m_corners.empty())
        build(0, static_cast<std::uint32_t>(triangleCount()));
}

/// Cuts the triangles at the middle of the longer side, until they are few.
void WalkableGround::build(std::uint32_t first, std::uint32_t count)
{
    const auto at = m_nodes.size();
    Node node{m_corners[std::size_t{first} * 3], m_corners[std::size_t{first} * 3], first, count};
    for (auto i = std::size_t{first} * 3; i < (std::size_t{first} + count) * 3; ++i) {
        node.min = glm::min(node.min, m_corners[i]);
        node.max = glm::max(node.max, m_corners[i]);
    }
    m_nodes.push_back(node);
    if (count <= FewTriangles)
        return;
    const auto size = node.max - node.min;
    const int axis = size.x >= size.z ? 0 : 2;
    using Triangle = std::array<Vec3f, 3>;
    std::vector<Triangle> sorted(count);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            sorted[i][k] = m_corners[(first + i) * 3 + k];
    const auto half = count / 2;
    std::nth_element(sorted.begin(), sorted.begin() + half, sorted.end(),
                     [axis](const Triangle& a, const Triangle& b) {
                         return a[0][axis] + a[1][axis] + a[2][axis] <
                                b[0][axis] + b[1][axis] + b[2][axis];
                     });
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            m_corners[(first + i) * 3 + k] = sorted[i][k];
    build(first, half);
    m_nodes[at].first = static_cast<std::uint32_t>(m_nodes.size());
    m_nodes[at].count = 0;
    build(first + half, count - half);
}

bool WalkableGround::isWithin(const Vec3d& place, double limit) const
{
    return !m_nodes.empty() && isNear(0, place, std::max(limit, OnGround));
}

bool WalkableGround::isNear(std::uint32_t index, const Vec3d& place, double limit) const
{
    const auto& node = m_nodes[index];
    const auto aside = place - glm::clamp(place, Vec3d{node.min}, Vec3d{node.max});
    const double up = std::max(std::abs(aside.y) - m_step, 0.0);
    if (aside.x * aside.x + aside.z * aside.z + up * up > limit * limit)
        return false;
    if (node.count == 0)
        return isNear(index + 1, place, limit) || isNear(node.first, place, limit);
    for (auto i = node.first; i < node.first + node.count; ++i)
        if (distance(i, place) <= limit)
            return true;
    return false;
}

/// Along the ground to the nearest place of the triangle seen from above, and from there up or
/// down, as far as that counts.
double WalkableGround::distance(std::uint32_t triangle, const Vec3d& place) const
{
    std::array<Vec3d, 3> p;
    for (std::size_t k = 0; k < 3; ++k)
        p[k] = Vec3d{m_corners[std::size_t{triangle} * 3 + k]};
    const auto at = flat(place);
    const double area = cross(flat(p[1] - p[0]), flat(p[2] - p[0]));
    const auto heightApart = [&](double height) {
        return std::max(std::abs(place.y - height) - m_step, 0.0);
    };
    if (std::abs(area) > 1e-12) {
        const double u = cross(at - flat(p[0]), flat(p[2] - p[0])) / area;
        const double v = cross(flat(p[1] - p[0]), at - flat(p[0])) / area;
        if (u >= 0 && v >= 0 && u + v <= 1)
            return heightApart(p[0].y + u * (p[1].y - p[0].y) + v * (p[2].y - p[0].y));
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k) {
        const auto& a = p[k];
        const auto along = p[(k + 1) % 3] - a;
        const double length = glm::dot(flat(along), flat(along));
        const double t =
            length > 0 ? std::clamp(glm::dot(at - flat(a), flat(along)) / length, 0.0, 1.0) : 0.0;
        const auto nearest = a + along * t;
        least =
            std::min(least, std::hypot(glm::length(at - flat(nearest)), heightApart(nearest.y)));
    }
    return least;
}
} // namespace engine
