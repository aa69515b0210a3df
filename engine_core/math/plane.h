#pragma once

#include "engine_core/math/types.h"

#include <optional>

namespace engine
{
/// The points p with dot(normal, p) == distance. The normal has unit length and points outwards.
struct Plane
{
    Vec3d normal{0, 1, 0};
    double distance = 0;

    /// Counter-clockwise seen from the front; nullopt if the points are (nearly) collinear.
    [[nodiscard]] static std::optional<Plane> through(Vec3d a, Vec3d b, Vec3d c)
    {
        const auto cross = glm::cross(b - a, c - a);
        const double length = glm::length(cross);
        const double scale = glm::length(b - a) * glm::length(c - a);
        if (!(length > 1e-9 * scale) || !(scale > 0))
            return std::nullopt;
        const auto normal = cross / length;
        return Plane{normal, glm::dot(normal, a)};
    }

    /// Signed metres in front of the plane.
    [[nodiscard]] double above(Vec3d p) const { return glm::dot(normal, p) - distance; }

    [[nodiscard]] Plane flipped() const { return {-normal, -distance}; }

    [[nodiscard]] Plane translated(Vec3d by) const
    {
        return {normal, distance + glm::dot(normal, by)};
    }

    friend bool operator==(const Plane&, const Plane&) = default;
};
} // namespace engine
