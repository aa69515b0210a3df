#pragma once

#include "engine_core/math/types.h"

#include <glm/common.hpp>

#include <limits>

namespace engine
{
/// An axis-aligned box; empty (min > max) until something is added.
struct Aabb
{
    Vec3d min{std::numeric_limits<double>::infinity()};
    Vec3d max{-std::numeric_limits<double>::infinity()};

    [[nodiscard]] bool isEmpty() const { return min.x > max.x || min.y > max.y || min.z > max.z; }

    [[nodiscard]] Vec3d size() const { return isEmpty() ? Vec3d{0} : max - min; }

    [[nodiscard]] Vec3d center() const { return isEmpty() ? Vec3d{0} : (min + max) * 0.5; }

    void add(const Vec3d& p)
    {
        min = glm::min(min, p);
        max = glm::max(max, p);
    }

    void add(const Aabb& other)
    {
        min = glm::min(min, other.min);
        max = glm::max(max, other.max);
    }

    [[nodiscard]] Aabb grown(double by) const
    {
        return isEmpty() ? *this : Aabb{min - by, max + by};
    }

    [[nodiscard]] Aabb translated(const Vec3d& by) const
    {
        return isEmpty() ? *this : Aabb{min + by, max + by};
    }

    /// Touching counts.
    [[nodiscard]] bool intersects(const Aabb& other) const
    {
        return min.x <= other.max.x && max.x >= other.min.x && min.y <= other.max.y &&
               max.y >= other.min.y && min.z <= other.max.z && max.z >= other.min.z;
    }

    [[nodiscard]] bool contains(const Vec3d& p) const
    {
        return p.x >= min.x && p.x <= max.x && p.y >= min.y && p.y <= max.y && p.z >= min.z &&
               p.z <= max.z;
    }

    [[nodiscard]] bool contains(const Aabb& other) const
    {
        return contains(other.min) && contains(other.max);
    }

    /// Metres from the point to the box; 0 inside.
    [[nodiscard]] double distanceTo(const Vec3d& p) const
    {
        return glm::length(glm::max(glm::max(min - p, p - max), Vec3d{0}));
    }

    friend bool operator==(const Aabb&, const Aabb&) = default;
};
} // namespace engine
