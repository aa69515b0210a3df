// Boxes in Bullet's dynamic bounding volume tree.
#pragma once

#include "engine_core/physics/brush_tree.h"

#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include <algorithm>
#include <limits>
#include <vector>

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

/// Calls visit(void* data) for every leaf that the box touches on its way.
template <typename Visit>
void forEachTouched(const btDbvt& tree, const SweptBox& box, const Visit& visit)
{
    if (tree.m_root == nullptr)
        return;
    std::vector<const btDbvtNode*> open;
    open.reserve(64);
    open.push_back(tree.m_root);
    while (!open.empty()) {
        const auto* node = open.back();
        open.pop_back();
        if (!touches(box, node->volume))
            continue;
        if (node->isleaf()) {
            visit(node->data);
            continue;
        }
        open.push_back(node->childs[0]);
        open.push_back(node->childs[1]);
    }
}
} // namespace engine
