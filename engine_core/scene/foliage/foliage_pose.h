#pragma once

#include "engine_core/scene/components/foliage.h"

#include <glm/mat3x3.hpp>

namespace engine
{
/// Where the corners of a plant's model lie: turn * corner + place, metres of the world.
struct FoliagePose
{
    glm::dmat3 turn{1};
    Vec3d place{0};
};

/// As it is drawn near by and without wind (resources/shaders/foliage.vert does the same).
[[nodiscard]] FoliagePose foliagePose(const FoliageType& type, const FoliageInstance& instance);
} // namespace engine
