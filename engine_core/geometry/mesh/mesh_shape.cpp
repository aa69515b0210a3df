#include "engine_core/geometry/mesh/mesh_shape.h"

#include "engine_core/base/contract.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace engine
{
namespace
{
constexpr std::uint32_t LeafTriangles = 4;

/// Up to so many corners bounds are taken from each of them; a box turned within a box is a
/// little too large, which is good enough for the rest.
constexpr std::size_t ExactCorners = 4096;

/// Sides turned less than this against each other are one flat side: 1 degree.
const float LevelCosine = std::cos(static_cast<float>(radians(1.0)));

/// A tree over n triangles is no deeper than this, whatever n fits into memory.
constexpr std::size_t StackSize = 64;

struct Box
{
    Vec3f min{std::numeric_limits<float>::max()};
    Vec3f max{-std::numeric_limits<float>::max()};

    void add(const Vec3f& p)
    {
        min = glm::min(min, p);
        max = glm::max(max, p);
    }
};

/// Metres to where the ray enters the box; infinity if it misses it.
double enter(const Ray& ray, const Vec3f& min, const Vec3f& max)
{
    const auto at = intersect(ray, Aabb{Vec3d{min}, Vec3d{max}});
    return at.value_or(std::numeric_limits<double>::infinity());
}

using Place = std::tuple<float, float, float>;

Place placeOf(const Vec3f& p)
{
    return {p.x, p.y, p.z};
}

/// The triangles at an edge, as far as they matter.
struct EdgeSides
{
    Vec3f from{0}, to{0};
    Vec3f normal{0}; ///< of the first
    bool shown = true;
    int count = 0;
};
} // namespace

MeshShape::MeshShape(Mesh mesh) : m_mesh{std::move(mesh)}
{
    ENGINE_EXPECT(m_mesh.indices.size() >= 3 && m_mesh.indices.size() % 3 == 0);
    for (const auto& vertex : m_mesh.vertices)
        m_bounds.add(Vec3d{vertex.position});
    Hasher hasher;
    for (const auto index : m_mesh.indices) {
        const auto& p = m_mesh.vertices[index].position;
        hasher.add(p.x).add(p.y).add(p.z);
    }
    m_hash = hasher.result();
    buildTree();
}

std::shared_ptr<const MeshShape> MeshShape::marker(Name material, std::string problem)
{
    constexpr float Half = 0.25f;
    Mesh mesh;
    for (int axis = 0; axis < 3; ++axis)
        for (const float sign : {-1.0f, 1.0f}) {
            Vec3f normal{0};
            Vec3f along{0};
            normal[axis] = sign;
            along[(axis + 1) % 3] = 1;
            const auto across = glm::cross(normal, along);
            const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
            for (const auto& [s, t] : {std::pair{-1.f, -1.f}, {1.f, -1.f}, {1.f, 1.f}, {-1.f, 1.f}})
                mesh.vertices.push_back({(normal + along * s + across * t) * Half, normal,
                                         Vec4f{along, 1}, Vec2f{s + 1, 1 - t} * 0.5f, Vec2f{0}});
            for (const auto corner : {0U, 1U, 2U, 0U, 2U, 3U})
                mesh.indices.push_back(first + corner);
        }
    mesh.faces.push_back({0, material, 0, static_cast<std::uint32_t>(mesh.indices.size())});
    auto shape = std::make_shared<MeshShape>(std::move(mesh));
    shape->m_problem = std::move(problem);
    return shape;
}

std::array<Vec3d, 3> MeshShape::corners(std::size_t triangle) const
{
    const auto at = [&](std::size_t corner) {
        return Vec3d{m_mesh.vertices[m_mesh.indices[triangle * 3 + corner]].position};
    };
    return {at(0), at(1), at(2)};
}

void MeshShape::buildTree()
{
    const auto count = static_cast<std::uint32_t>(triangleCount());
    m_order.resize(count);
    std::iota(m_order.begin(), m_order.end(), 0U);
    std::vector<Vec3f> middles(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto [a, b, c] = corners(i);
        middles[i] = Vec3f{(a + b + c) / 3.0};
    }

    struct Work
    {
        std::uint32_t from, to;
        std::uint32_t parent; ///< whose second child this is; none for first children
    };

    constexpr auto None = ~std::uint32_t{0};
    std::vector<Work> stack{{0, count, None}};
    while (!stack.empty()) {
        const auto work = stack.back();
        stack.pop_back();
        const auto index = static_cast<std::uint32_t>(m_nodes.size());
        if (work.parent != None)
            m_nodes[work.parent].first = index;
        Box box;
        Box spread;
        for (auto i = work.from; i < work.to; ++i) {
            for (const auto& corner : corners(m_order[i]))
                box.add(Vec3f{corner});
            spread.add(middles[m_order[i]]);
        }
        m_nodes.push_back({box.min, box.max, work.from, work.to - work.from});
        if (work.to - work.from <= LeafTriangles)
            continue;
        const auto size = spread.max - spread.min;
        const int axis = size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
        const auto middle = work.from + (work.to - work.from) / 2;
        const auto begin = m_order.begin();
        std::nth_element(begin + work.from, begin + middle, begin + work.to,
                         [&](auto a, auto b) { return middles[a][axis] < middles[b][axis]; });
        m_nodes[index].count = 0;
        stack.push_back({middle, work.to, index});
        stack.push_back({work.from, middle, None}); // next, so that it follows its parent
    }
}

void MeshShape::hitTriangle(const Ray& ray,
                            std::size_t triangle,
                            double& limit,
                            std::optional<Hit>& best) const
{
    // Moeller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection" (1997).
    const auto [a, b, c] = corners(triangle);
    const auto ab = b - a;
    const auto ac = c - a;
    const auto p = glm::cross(ray.direction, ac);
    const double determinant = glm::dot(ab, p);
    if (std::abs(determinant) < 1e-30)
        return;
    const auto from = ray.origin - a;
    const double u = glm::dot(from, p) / determinant;
    const auto q = glm::cross(from, ab);
    const double v = glm::dot(ray.direction, q) / determinant;
    const double distance = glm::dot(ac, q) / determinant;
    // A hair more than the triangle, so that no ray slips through between two.
    constexpr double Rim = 1e-9;
    if (u < -Rim || v < -Rim || u + v > 1 + Rim || distance < 0 || distance > limit)
        return;
    auto normal = glm::cross(ab, ac);
    const double length = glm::length(normal);
    if (!(length > 0))
        return;
    normal /= length;
    if (glm::dot(normal, ray.direction) > 0)
        normal = -normal;
    limit = distance;
    best = Hit{distance, normal, triangle};
}

std::optional<MeshShape::Hit> MeshShape::raycast(const Ray& ray, double limit) const
{
    std::optional<Hit> best;
    std::array<std::pair<std::uint32_t, double>, StackSize> stack;
    std::size_t open = 0;
    if (const double at = enter(ray, m_nodes[0].min, m_nodes[0].max); at <= limit)
        stack[open++] = {0, at};
    while (open > 0) {
        const auto [index, distance] = stack[--open];
        if (distance > limit)
            continue;
        const auto& node = m_nodes[index];
        if (node.count > 0) {
            for (std::uint32_t i = 0; i < node.count; ++i)
                hitTriangle(ray, m_order[node.first + i], limit, best);
            continue;
        }
        std::array<std::uint32_t, 2> children{index + 1, node.first};
        std::array<double, 2> at{};
        for (std::size_t i = 0; i < 2; ++i)
            at[i] = enter(ray, m_nodes[children[i]].min, m_nodes[children[i]].max);
        const std::size_t nearer = at[0] <= at[1] ? 0 : 1;
        for (const auto i : {1 - nearer, nearer})
            if (at[i] <= limit && open < StackSize)
                stack[open++] = {children[i], at[i]};
    }
    return best;
}

std::vector<MeshEdge> MeshShape::edges() const
{
    std::map<std::pair<Place, Place>, EdgeSides> sides;
    for (std::size_t i = 0; i + 2 < m_mesh.indices.size(); i += 3) {
        std::array<Vec3f, 3> at{};
        for (std::size_t k = 0; k < 3; ++k)
            at[k] = m_mesh.vertices[m_mesh.indices[i + k]].position;
        const auto cross = glm::cross(at[1] - at[0], at[2] - at[0]);
        const float length = glm::length(cross);
        if (!(length > 0))
            continue;
        const auto normal = cross / length;
        for (std::size_t k = 0; k < 3; ++k) {
            auto from = at[k];
            auto to = at[(k + 1) % 3];
            if (placeOf(to) < placeOf(from))
                std::swap(from, to);
            auto& side = sides[{placeOf(from), placeOf(to)}];
            if (++side.count == 1) {
                side.from = from;
                side.to = to;
                side.normal = normal;
            } else if (side.count == 2) {
                side.shown = glm::dot(side.normal, normal) < LevelCosine;
            } else {
                side.shown = true;
            }
        }
    }
    std::vector<MeshEdge> result;
    for (const auto& [key, side] : sides)
        if (side.shown)
            result.push_back({side.from, side.to});
    return result;
}

Aabb MeshShape::boundsAt(const Transform& place) const
{
    Aabb box;
    if (m_mesh.vertices.size() <= ExactCorners) {
        for (const auto& vertex : m_mesh.vertices)
            box.add(place.apply(Vec3d{vertex.position}));
        return box;
    }
    for (unsigned i = 0; i < 8; ++i)
        box.add(place.apply({(i & 1U) != 0 ? m_bounds.max.x : m_bounds.min.x,
                             (i & 2U) != 0 ? m_bounds.max.y : m_bounds.min.y,
                             (i & 4U) != 0 ? m_bounds.max.z : m_bounds.min.z}));
    return box;
}

std::optional<LocalRay> rayWithin(const Transform& place, const Ray& ray)
{
    if (place.scale.x == 0 || place.scale.y == 0 || place.scale.z == 0)
        return std::nullopt;
    const auto back = glm::conjugate(place.rotation);
    const auto direction = (back * ray.direction) / place.scale;
    const double length = glm::length(direction);
    return LocalRay{{(back * (ray.origin - place.position)) / place.scale, direction / length},
                    length};
}
} // namespace engine
