// Boxes in Bullet's dynamic bounding volume tree.
#pragma once

#include "engine_core/physics/brush_tree.h"

#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace engine
{
inline float roundedDown(double value)
{
    const auto near = static_cast<float>(value);
    return static_cast<double>(near) > value
               ? std::nextafter(near, -std::numeric_limits<float>::infinity())
               : near;
}

inline float roundedUp(double value)
{
    return -roundedDown(-value);
}

inline btDbvtVolume volumeOf(const Aabb& box)
{
    return btDbvtVolume::FromMM(
        btVector3(roundedDown(box.min.x), roundedDown(box.min.y), roundedDown(box.min.z)),
        btVector3(roundedUp(box.max.x), roundedUp(box.max.y), roundedUp(box.max.z)));
}

/// Gives the entry's leaf this box, and the entry one if it has none yet. The leaf points at the
/// entry, which must not move.
template <typename Entry>
void setLeaf(btDbvt& tree, Entry& entry, const Aabb& box)
{
    auto volume = volumeOf(box);
    if (entry.leaf != nullptr)
        tree.update(entry.leaf, volume);
    else
        entry.leaf = tree.insert(volume, &entry);
}

/// Slab test of the box's centre against the volume grown by the box's half size; touching counts.
inline bool touches(const SweptBox& box, const btDbvtVolume& volume)
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

/// All that a shape with these bounds can get to while it goes no farther than `leeway` metres, and
/// turns about the upright axis through a point that goes with it.
inline Aabb reachOf(const Aabb& bounds, const Vec3d& axis, double leeway)
{
    const auto far = glm::max(glm::abs(bounds.min - axis), glm::abs(bounds.max - axis));
    const double across = std::hypot(far.x, far.z) + leeway;
    return {{axis.x - across, bounds.min.y - leeway, axis.z - across},
            {axis.x + across, bounds.max.y + leeway, axis.z + across}};
}

/// The volume around all of the box's way.
inline btDbvtVolume volumeOf(const SweptBox& box)
{
    const auto end = box.center + box.motion;
    return volumeOf(
        Aabb{glm::min(box.center, end) - box.halfSize, glm::max(box.center, end) + box.halfSize});
}

/// Calls visit(void* data) for every leaf at or below the node that isTouched(volume), as all that
/// holds it then is.
template <typename IsTouched, typename Visit>
void forEachLeaf(const btDbvtNode* node, const IsTouched& isTouched, const Visit& visit)
{
    std::array<const btDbvtNode*, 64> open;
    std::size_t count = 0;
    open[count++] = node;
    while (count > 0) {
        node = open[--count];
        if (!isTouched(node->volume))
            continue;
        if (node->isleaf()) {
            visit(node->data);
            continue;
        }
        for (const auto* child : node->childs)
            if (count < open.size())
                open[count++] = child;
            else // trees as deep as that are rare
                forEachLeaf(child, isTouched, visit);
    }
}

/// Calls visit(void* data) for every leaf that the box touches on its way.
template <typename Visit>
void forEachTouched(const btDbvt& tree, const SweptBox& box, const Visit& visit)
{
    if (tree.m_root == nullptr)
        return;
    const auto whole = volumeOf(box);
    const int axes = (box.motion.x != 0) + (box.motion.y != 0) + (box.motion.z != 0);
    const bool isSlanted = axes > 1; // else the way fills its volume
    forEachLeaf(
        tree.m_root,
        [&](const btDbvtVolume& volume) {
            return Intersect(volume, whole) && (!isSlanted || touches(box, volume));
        },
        visit);
}
} // namespace engine
