#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/math/aabb.h"
#include "engine_core/math/ray.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace engine
{
/// A binary tree of boxes that changes a leaf at a time. Inserting walks down where the surface
/// grows least and swaps cousins on the way back up (Kensler, "Tree Rotations for Improving
/// Bounding Volume Hierarchies", 2008), so that it stays good without ever being rebuilt.
class BoundsTree
{
public:
    using Leaf = std::uint32_t;
    using Item = std::pair<EntityId, Aabb>;

    static constexpr Leaf None = ~std::uint32_t{0};

    /// Replaces everything. The leaf of items[i] goes to leaves[i].
    void build(std::span<const Item> items, std::vector<Leaf>& leaves);

    Leaf insert(EntityId entity, const Aabb& box);

    void remove(Leaf leaf);

    [[nodiscard]] const Aabb& boxOf(Leaf leaf) const { return m_nodes[leaf].box; }

    [[nodiscard]] std::size_t count() const { return m_count; }

    /// Of all boxes; empty without any.
    [[nodiscard]] Aabb bounds() const { return m_root != None ? m_nodes[m_root].box : Aabb{}; }

    /// Calls visit(EntityId) for every leaf that touches the box.
    template <typename Visit>
    void overlapping(const Aabb& box, const Visit& visit) const
    {
        std::vector<std::uint32_t> stack;
        stack.reserve(StackSize);
        if (m_root != None)
            stack.push_back(m_root);
        while (!stack.empty()) {
            const auto& node = m_nodes[stack.back()];
            stack.pop_back();
            if (!node.box.intersects(box))
                continue;
            if (node.isLeaf()) {
                visit(node.entity);
                continue;
            }
            stack.push_back(node.children[0]);
            stack.push_back(node.children[1]);
        }
    }

    /// Calls visit(EntityId, metres to the box) -> new limit, nearer boxes first as far as the tree
    /// knows.
    template <typename Visit>
    void alongRay(const Ray& ray, double limit, const Visit& visit) const
    {
        const Slabs slabs{ray};
        std::vector<std::pair<std::uint32_t, double>> stack;
        stack.reserve(StackSize);
        if (m_root != None)
            if (const double enter = slabs.enter(m_nodes[m_root].box); enter <= limit)
                stack.emplace_back(m_root, enter);
        while (!stack.empty()) {
            const auto [index, distance] = stack.back();
            stack.pop_back();
            if (distance > limit)
                continue;
            const auto& node = m_nodes[index];
            if (node.isLeaf()) {
                limit = visit(node.entity, distance);
                continue;
            }
            auto near = std::pair{node.children[0], slabs.enter(m_nodes[node.children[0]].box)};
            auto far = std::pair{node.children[1], slabs.enter(m_nodes[node.children[1]].box)};
            if (far.second < near.second)
                std::swap(near, far);
            if (far.second <= limit)
                stack.push_back(far);
            if (near.second <= limit)
                stack.push_back(near);
        }
    }

private:
    static constexpr std::size_t StackSize = 64;

    struct Node
    {
        Aabb box;
        std::uint32_t parent = None;
        std::uint32_t children[2] = {None, None}; // of a free node: [0] is the next free one
        EntityId entity;

        [[nodiscard]] bool isLeaf() const { return children[1] == None; }
    };

    /// A ray made ready for testing many boxes.
    struct Slabs
    {
        explicit Slabs(const Ray& ray);

        /// Metres to the box, 0 inside, infinity if the ray misses it.
        [[nodiscard]] double enter(const Aabb& box) const
        {
            const auto a = (box.min - origin) * inverse;
            const auto b = (box.max - origin) * inverse;
            const auto low = glm::min(a, b);
            const auto high = glm::max(a, b);
            const double in = std::max(std::max(low.x, low.y), std::max(low.z, 0.0));
            const double out = std::min(std::min(high.x, high.y), high.z);
            return in <= out ? in : std::numeric_limits<double>::infinity();
        }

        Vec3d origin;
        Vec3d inverse;
    };

    std::uint32_t allocate();
    void release(std::uint32_t node);
    std::uint32_t buildRange(std::span<std::uint32_t> leaves, std::uint32_t parent);
    [[nodiscard]] std::uint32_t bestSibling(const Aabb& box) const;
    void refit(std::uint32_t node);
    void rotate(std::uint32_t node);

    std::vector<Node> m_nodes;
    std::uint32_t m_root = None;
    std::uint32_t m_free = None;
    std::size_t m_count = 0;
};
} // namespace engine
