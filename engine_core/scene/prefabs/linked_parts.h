#pragma once

#include "engine_core/scene/world/world.h"

#include <compare>
#include <cstdint>
#include <vector>

namespace engine
{
/// The nearest linked group that the entity is part of; null if there is none.
[[nodiscard]] EntityId linkedGroupAbove(const World& world, EntityId entity);

/// The parts whose nearest linked group is this one, parents first.
[[nodiscard]] std::vector<EntityId> linkedMembers(const World& world, EntityId group);

/// Names a part by the sources of the linked groups around it and its own, outermost first. Stays
/// the same in all copies, and wherever the part is moved inside its group.
using PartPath = std::vector<std::int64_t>;

struct LinkedPart
{
    PartPath path;
    EntityId entity;
};

/// Everything below a linked group, parents first. What has no source yet is named by its own id;
/// so null, the top level, gives the parts of a prefab file.
[[nodiscard]] std::vector<LinkedPart> linkedParts(const World& world, EntityId group);

/// The path of an entity seen from a linked group above it.
[[nodiscard]] PartPath partPath(const World& world, EntityId group, EntityId entity);

/// A number that no linked group has as its link: `wish` if it is free.
[[nodiscard]] std::int64_t unusedLink(const World& world, EntityId wish);
} // namespace engine
