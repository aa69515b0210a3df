#pragma once

#include "engine_core/scene/spatial/spatial_index.h"

namespace engine
{
/// Where the ray enters the entity's own brush or model; nullopt if it does not, or if the entity
/// or one above it is hidden (or locked, unless that is included).
[[nodiscard]] std::optional<PickHit>
pickObject(const World& world, EntityId entity, const Ray& ray, Locked locked = Locked::LeftOut);
} // namespace engine
