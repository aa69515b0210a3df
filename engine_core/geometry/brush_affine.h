#pragma once

#include "engine_core/geometry/brush_transform.h"

#include <glm/mat3x3.hpp>

namespace engine
{
/// Any map that keeps straight lines straight, shear among them: linear part, then offset.
struct Affine
{
    glm::dmat3 linear{1};
    Vec3d offset{0};

    [[nodiscard]] Vec3d apply(const Vec3d& p) const { return linear * p + offset; }

    [[nodiscard]] Affine operator*(const Affine& first) const
    {
        return {linear * first.linear, linear * first.offset + offset};
    }

    [[nodiscard]] static Affine of(const Transform& transform)
    {
        return {glm::dmat3{transform.matrix()}, transform.position};
    }
};

/// The brush with every corner mapped. Refused if the map flattens space.
[[nodiscard]] Result<Brush> mapped(const Brush& brush, const Affine& by, TextureLock lock);
} // namespace engine
