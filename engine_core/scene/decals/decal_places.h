#pragma once

#include "engine_core/scene/spatial/spatial_index.h"
#include "engine_core/scene/world/world.h"

#include <vector>

namespace engine
{
/// Where an entity is as seen from what moves it.
struct RootedPlace
{
    EntityId root;       ///< the nearest Mover or Body above it, or itself; null: it stands still
    Transform place;     ///< as seen from the root, or in the world
    bool hidden = false; ///< it, or something above it
};

/// The place changes with neither the root nor what is above that.
[[nodiscard]] RootedPlace rootedPlace(const World& world, EntityId entity);

/// The decals that lie on a place of a surface, the uppermost first. Those that are hidden, or that
/// have such an ancestor, are left out. Looks at every decal of the world.
[[nodiscard]] std::vector<EntityId> decalsAt(const World& world, const PickHit& hit);

/// Whether the decal `upper` is drawn over `lower`; both exist.
[[nodiscard]] bool liesOver(const World& world, EntityId upper, EntityId lower);
} // namespace engine
