#include "engine_core/scene/spatial/bounds_tree.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
double halfArea(const Aabb& box)
{
    const auto size = box.max - box.min;
    return size.x * size.y + size.y * size.z + size.z * size.x;
}

Aabb united(Aabb a, const Aabb& b)
{
    a.add(b);
    return a;
}
} // namespace

BoundsTree::Slabs::Slabs(const Ray& ray) : origin{ray.origin}
{
    // Not infinity: that times a distance of 0 is no number. This is as good for all our lengths.
    constexpr double Huge = 1e300;
    for (int axis = 0; axis < 3; ++axis)
        inverse[axis] =
            std::abs(ray.direction[axis]) > 1.0 / Huge ? 1.0 / ray.direction[axis] : Huge;
}

std::uint32_t BoundsTree::allocate()
{
    if (m_free == None) {
        m_nodes.emplace_back();
        return static_cast<std::uint32_t>(m_nodes.size() - 1);
    }
    const auto node = m_free;
    m_free = m_nodes[node].children[0];
    m_nodes[node] = Node{};
    return node;
}

void BoundsTree::release(std::uint32_t node)
{
    m_nodes[node] = Node{};
    m_nodes[node].children[0] = m_free;
    m_free = node;
}

void BoundsTree::build(std::span<const Item> items, std::vector<Leaf>& leaves)
{
    m_nodes.clear();
    m_nodes.reserve(items.size() * 2);
    m_free = None;
    m_count = items.size();
    leaves.resize(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        leaves[i] = allocate();
        m_nodes[leaves[i]].entity = items[i].first;
        m_nodes[leaves[i]].box = items[i].second;
    }
    auto order = leaves;
    m_root = order.empty() ? None : buildRange(order, None);
}

std::uint32_t BoundsTree::buildRange(std::span<std::uint32_t> leaves, std::uint32_t parent)
{
    if (leaves.size() == 1) {
        m_nodes[leaves[0]].parent = parent;
        return leaves[0];
    }
    Aabb centers;
    for (const auto leaf : leaves)
        centers.add(m_nodes[leaf].box.center());
    const auto size = centers.size();
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
    const auto middle = leaves.size() / 2;
    std::nth_element(leaves.begin(), leaves.begin() + static_cast<std::ptrdiff_t>(middle),
                     leaves.end(), [&](auto a, auto b) {
                         return m_nodes[a].box.center()[axis] < m_nodes[b].box.center()[axis];
                     });
    const auto node = allocate();
    m_nodes[node].parent = parent;
    const auto left = buildRange(leaves.first(middle), node);
    const auto right = buildRange(leaves.subspan(middle), node);
    m_nodes[node].children[0] = left;
    m_nodes[node].children[1] = right;
    m_nodes[node].box = united(m_nodes[left].box, m_nodes[right].box);
    return node;
}

std::uint32_t BoundsTree::bestSibling(const Aabb& box) const
{
    // Going down costs what the node grows by; stop where a new pair is cheaper than either child.
    auto at = m_root;
    while (!m_nodes[at].isLeaf()) {
        const auto& node = m_nodes[at];
        const double grown = halfArea(united(node.box, box));
        const double descend = grown - halfArea(node.box);
        double cost[2];
        for (int i = 0; i < 2; ++i) {
            const auto& child = m_nodes[node.children[i]];
            const double area = halfArea(united(child.box, box));
            cost[i] = descend + (child.isLeaf() ? area : area - halfArea(child.box));
        }
        if (grown < cost[0] && grown < cost[1])
            break;
        at = node.children[cost[1] < cost[0] ? 1 : 0];
    }
    return at;
}

BoundsTree::Leaf BoundsTree::insert(EntityId entity, const Aabb& box)
{
    const auto leaf = allocate();
    m_nodes[leaf].box = box;
    m_nodes[leaf].entity = entity;
    ++m_count;
    if (m_root == None) {
        m_root = leaf;
        return leaf;
    }
    const auto sibling = bestSibling(box);
    const auto above = m_nodes[sibling].parent;
    const auto pair = allocate();
    m_nodes[pair].parent = above;
    m_nodes[pair].children[0] = sibling;
    m_nodes[pair].children[1] = leaf;
    m_nodes[sibling].parent = pair;
    m_nodes[leaf].parent = pair;
    if (above == None)
        m_root = pair;
    else
        m_nodes[above].children[m_nodes[above].children[0] == sibling ? 0 : 1] = pair;
    refit(pair);
    return leaf;
}

void BoundsTree::remove(Leaf leaf)
{
    --m_count;
    const auto pair = m_nodes[leaf].parent;
    release(leaf);
    if (pair == None) {
        m_root = None;
        return;
    }
    const auto sibling = m_nodes[pair].children[m_nodes[pair].children[0] == leaf ? 1 : 0];
    const auto above = m_nodes[pair].parent;
    release(pair);
    m_nodes[sibling].parent = above;
    if (above == None) {
        m_root = sibling;
        return;
    }
    m_nodes[above].children[m_nodes[above].children[0] == pair ? 0 : 1] = sibling;
    refit(above);
}

void BoundsTree::refit(std::uint32_t node)
{
    for (; node != None; node = m_nodes[node].parent) {
        const auto& children = m_nodes[node].children;
        m_nodes[node].box = united(m_nodes[children[0]].box, m_nodes[children[1]].box);
        rotate(node);
    }
}

void BoundsTree::rotate(std::uint32_t node)
{
    // Exchange a child with one of the other child's children where that shrinks the latter most.
    double best = 0;
    int bestSide = -1;
    int bestGrandchild = 0;
    const auto children = m_nodes[node].children;
    for (int side = 0; side < 2; ++side) {
        const auto& other = m_nodes[children[1 - side]];
        if (other.isLeaf())
            continue;
        for (int g = 0; g < 2; ++g) {
            const auto& stays = m_nodes[other.children[1 - g]].box;
            const double saved =
                halfArea(other.box) - halfArea(united(stays, m_nodes[children[side]].box));
            if (saved > best) {
                best = saved;
                bestSide = side;
                bestGrandchild = g;
            }
        }
    }
    if (bestSide < 0)
        return;
    const auto down = children[bestSide];
    const auto other = children[1 - bestSide];
    const auto up = m_nodes[other].children[bestGrandchild];
    m_nodes[node].children[bestSide] = up;
    m_nodes[up].parent = node;
    m_nodes[other].children[bestGrandchild] = down;
    m_nodes[down].parent = other;
    m_nodes[other].box =
        united(m_nodes[m_nodes[other].children[0]].box, m_nodes[m_nodes[other].children[1]].box);
}
} // namespace engine
