#include "engine_core/render/scene/model_light.h"

#include "engine_core/render/scene/mesh_cache.h"
#include "engine_core/scene/light/light_on.h"

namespace engine
{
ModelLight lightOnModel(const LightVolume& volume, const GpuMesh& mesh, const Transform& place)
{
    const auto middle = Vec3d{mesh.min + mesh.max} * 0.5;
    std::array<Vec3f, 3> mean{};
    std::array<Vec3f, 3> gradient{};
    for (int axis = 0; axis < 3; ++axis) {
        Vec3d aside{0};
        aside[axis] = (static_cast<double>(mesh.max[axis]) - mesh.min[axis]) / 2;
        Vec3d out{0};
        out[axis] = place.scale[axis] < 0 ? -1 : 1;
        out = place.rotation * out;
        const auto front = lightOn(volume, place.apply(middle + aside), out);
        const auto back = lightOn(volume, place.apply(middle - aside), -out);
        mean[static_cast<std::size_t>(axis)] = (front + back) * 0.5F;
        gradient[static_cast<std::size_t>(axis)] = (front - back) * 0.5F;
    }
    ModelLight light;
    std::array<Vec2f, 3> bend{};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto channel = static_cast<int>(i);
        light.probe[i] = {gradient[0][channel], gradient[1][channel], gradient[2][channel],
                          mean[2][channel]};
        bend[i] = {mean[0][channel] - mean[2][channel], mean[1][channel] - mean[2][channel]};
    }
    light.bend = {Vec4f{bend[0], bend[1]}, Vec4f{bend[2], 1, 0}};
    return light;
}
} // namespace engine
