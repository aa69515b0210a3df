#pragma once

#include "engine_core/math/types.h"

#include <array>

namespace engine
{
struct GpuMesh;
struct LightVolume;
struct Transform;

/// Baked light on the six sides of a box, as GpuTransform has it.
struct ModelLight
{
    std::array<Vec4f, 3> probe{Vec4f{0}, Vec4f{0}, Vec4f{0}};
    std::array<Vec4f, 2> bend{Vec4f{0}, Vec4f{0}};
};

/// The light in the open on the sides of the mesh's box. Six walks through the volume's grid.
[[nodiscard]] ModelLight
lightOnModel(const LightVolume& volume, const GpuMesh& mesh, const Transform& place);
} // namespace engine
