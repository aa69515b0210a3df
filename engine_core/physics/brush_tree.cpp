#include "engine_core/physics/brush_tree.h"

#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>

namespace engine
{
namespace
{
float roundedDown(double value)
{
    const auto near = static_cast<float>(value);
    return static_cast<double>(near) > value
               ? std::nextafter(near, -std::numeric_limits<float>::infinity())
               : near;
}

float roundedUp(double value)
{
    return -roundedDown(-value);
}

btDbvtVolume volumeOf(const Aabb& box)
{
    return btDbvtVolume::FromMM(
        btVector3(roundedDown(box.min.x), roundedDown(box.min.y), roundedDown(box.min.z)),
        btVector3(roundedUp(box.max.x), roundedUp(box.max.y), roundedUp(box.max.z)));
}

/// Slab test of the box's centre against the volume grown by the box's half size; touching counts.
bool touches(const SweptBox& box, const btDbvtVolume& volume)
{
    double enter = 0;
    double leave = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const double low = static_cast<double>(volume.Mins()[axis]) - box.halfSize[axis];
        const double high = static_cast<double>(volume.Maxs()[axis]) + box.halfSize[axis];
        const double from = box.center[axis];
        const double by = box.motion[axis];
        if (std::abs(by) < 1e-12) {
            if (from < low || from > high)
                return false;
            continue;
        }
        const double a = (low - from) / by;
        const double b = (high - from) / by;
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
        if (enter > leave)
            return false;
    }
    return true;
}
} // namespace

struct BrushTree::State
{
    struct Entry
    {
        CollisionBrush shape;
        btDbvtNode* leaf = nullptr;
    };

    btDbvt tree;
    std::unordered_map<EntityId, Entry> entries; ///< its elements never move: leaves point at them
};

BrushTree::BrushTree() : m_state{std::make_unique<State>()} {}

BrushTree::~BrushTree() = default;
BrushTree::BrushTree(BrushTree&&) noexcept = default;
BrushTree& BrushTree::operator=(BrushTree&&) noexcept = default;

void BrushTree::set(EntityId entity, std::shared_ptr<const Brush> brush)
{
    if (!brush) {
        remove(entity);
        return;
    }
    auto& entry = m_state->entries[entity];
    auto volume = volumeOf(brush->bounds());
    entry.shape = {entity, std::move(brush)};
    if (entry.leaf != nullptr)
        m_state->tree.update(entry.leaf, volume);
    else
        entry.leaf = m_state->tree.insert(volume, &entry.shape);
}

void BrushTree::remove(EntityId entity)
{
    const auto at = m_state->entries.find(entity);
    if (at == m_state->entries.end())
        return;
    m_state->tree.remove(at->second.leaf);
    m_state->entries.erase(at);
}

void BrushTree::clear()
{
    m_state->tree.clear();
    m_state->entries.clear();
}

void BrushTree::reserve(std::size_t brushes)
{
    m_state->entries.reserve(brushes);
}

std::size_t BrushTree::size() const
{
    return m_state->entries.size();
}

void BrushTree::find(const SweptBox& box, std::vector<const CollisionBrush*>& found) const
{
    if (m_state->tree.m_root == nullptr)
        return;
    std::vector<const btDbvtNode*> open;
    open.reserve(64);
    open.push_back(m_state->tree.m_root);
    while (!open.empty()) {
        const auto* node = open.back();
        open.pop_back();
        if (!touches(box, node->volume))
            continue;
        if (node->isleaf()) {
            found.push_back(static_cast<const CollisionBrush*>(node->data));
            continue;
        }
        open.push_back(node->childs[0]);
        open.push_back(node->childs[1]);
    }
}
} // namespace engine
