#pragma once

#include "editor/document/transaction.h"
#include "engine_core/math/transform.h"

#include <string>

namespace editor
{
using engine::EntityId;

/// A decal as it is laid on a surface.
struct DecalOnSurface
{
    std::string material{};         ///< below assets/, as faces name it
    engine::Vec3d size{1, 1, 0.5};  ///< metres: width, height, depth
    engine::Vec3d at{0};            ///< of the world, on the surface
    engine::Vec3d normal{0, 0, 1};  ///< of the surface, unit length
    engine::Vec3d upwards{0, 1, 0}; ///< where the picture's upper side looks, as far as it can
    double turn = 0;                ///< radians, counter-clockwise as one looks at it
    EntityId on{};                  ///< whose surface it is
};

/// In the world.
[[nodiscard]] engine::Transform placeOf(const DecalOnSurface& decal);

/// Adds it below what moves the surface, if something does, so that it moves along. It lies over
/// the decals that are at its middle already: its order is theirs, or one more where that takes it.
EntityId addDecal(Transaction& transaction, const std::string& name, const DecalOnSurface& decal);
} // namespace editor
