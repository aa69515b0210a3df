#pragma once

#include "engine_core/render/passes/view.h"
#include "engine_core/scene/world/world.h"

#include <span>
#include <vector>

namespace editor
{
using engine::EntityId;
using engine::FaceRef;

/// Those that exist and have no ancestor among the others, in the same order, each once. Moving
/// these moves all, and none twice. Never the scene itself.
[[nodiscard]] std::vector<EntityId> topmost(const engine::World& world,
                                            std::span<const EntityId> entities);

/// Those and everything below them, each once.
[[nodiscard]] std::vector<EntityId> withDescendants(const engine::World& world,
                                                    std::span<const EntityId> entities);

/// Whether the entity holds others and is no brush itself.
[[nodiscard]] bool isContainer(const engine::World& world, EntityId entity);

/// Every face of every brush among the entities and below them.
[[nodiscard]] std::vector<FaceRef> facesOf(const engine::World& world,
                                           std::span<const EntityId> entities);

/// Box around the bodies of the entities and all below them. Lights and other things without a body
/// count as the point where they are, however far they shine.
[[nodiscard]] engine::Aabb boundsOfAll(const engine::World& world,
                                       std::span<const EntityId> entities);

/// boundsOfAll() for a picture of the entities: a player start counts with the player's height, and
/// a light by itself with its reach.
[[nodiscard]] engine::Aabb boundsToShow(const engine::World& world,
                                        std::span<const EntityId> entities);

/// boundsOfAll() for what keeps what it measures: waits for the models among the entities and below
/// them, so that none is measured by what stands in for it (MeshSource::shown()).
[[nodiscard]] engine::Aabb wholeBoundsOf(const engine::World& world,
                                         std::span<const EntityId> entities);
} // namespace editor
