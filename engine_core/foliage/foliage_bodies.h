#pragma once

#include "engine_core/math/aabb.h"
#include "engine_core/scene/components/foliage.h"

#include <vector>

namespace engine
{
/// The part of a plant that stands in the way: an upright cylinder.
struct FoliageBody
{
    Vec3d foot{0}; ///< middle of the lower end
    double radius = 0;
    double height = 0;
    EntityId layer; ///< that the plant belongs to

    friend bool operator==(const FoliageBody&, const FoliageBody&) = default;
};

/// Of all standing plants whose kinds collide and that stand within the box; in an order that
/// depends on nothing but the plants. Main thread, as foliageBodySize().
[[nodiscard]] std::vector<FoliageBody> foliageBodies(const World& world, const Aabb& box);
} // namespace engine
