#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/math/types.h"

#include <cstdint>

namespace editor
{
/// What a ray through the level meets, as it lies in scripts.
struct ScriptHit
{
    engine::Vec3d point{0};
    engine::Vec3d normal{0, 1, 0};
    double distance = 0;
    engine::EntityId entity;
    std::int32_t face = -1; ///< -1: of a model
    bool found = false;
};
} // namespace editor
