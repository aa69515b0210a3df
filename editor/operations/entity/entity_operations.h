#pragma once

#include "editor/document/transaction.h"
#include "engine_core/scene/components/light.h"

#include <span>
#include <string>

namespace editor
{
using engine::EntityId;

/// "Box", then "Box 2", "Box 3": higher than the number of any object of that name, so that lists
/// and messages tell them apart.
[[nodiscard]] std::string freeName(const engine::World& world, const std::string& base);

/// An entity with a transform at that place of the parent's space and nothing else.
EntityId addEntity(Transaction& transaction,
                   const std::string& name,
                   const engine::Vec3d& at,
                   EntityId parent = {});

/// A light of that kind as bright as one would begin with.
[[nodiscard]] engine::Light usualLight(engine::LightKind kind);

/// Straight down; of the sun, as in the afternoon.
[[nodiscard]] engine::Quatd usualLightRotation(engine::LightKind kind);

EntityId addLight(Transaction& transaction,
                  const engine::Vec3d& at,
                  const engine::Light& light = {},
                  EntityId parent = {});

/// `yaw` in radians, counter-clockwise from above; 0 looks along -Z. `at` is on the floor.
EntityId addPlayerStart(Transaction& transaction,
                        const engine::Vec3d& at,
                        double yaw = 0,
                        EntityId parent = {});

/// The axis (0, 1, 2) that leads off a surface best: slopes count as floors or walls.
[[nodiscard]] int surfaceAxis(const engine::Vec3d& normal);

/// A model standing on a surface: the side of its bounds towards the surface touches `at`. Upright,
/// named after the file. `path` is below assets/.
EntityId addModel(Transaction& transaction,
                  const std::string& path,
                  const engine::Vec3d& at,
                  const engine::Vec3d& surfaceNormal = {0, 1, 0});

/// Puts the objects below a new entity that a script moves: a Mover with `script`'s class at the
/// middle of their bounds. Refused if there are none.
engine::Result<EntityId> addDoor(Transaction& transaction,
                                 std::span<const EntityId> entities,
                                 const std::string& name = "Door",
                                 const std::string& script = "door.as",
                                 const std::string& className = "Door");

/// Makes the objects children of `parent` (null: the top level); they stay where they are in the
/// world. Refused if one of them would be above itself.
engine::Result<void>
reparent(Transaction& transaction, std::span<const EntityId> entities, EntityId parent);

void rename(Transaction& transaction, EntityId entity, const std::string& name);

/// Hidden objects, and everything below them, are not drawn in the editor and cannot be picked.
void hide(Transaction& transaction, std::span<const EntityId> entities);
void show(Transaction& transaction, std::span<const EntityId> entities);
void showAll(Transaction& transaction);

/// Hides everything but the objects, what is below and what is above them.
void isolate(Transaction& transaction, std::span<const EntityId> entities);

/// Locked objects are drawn and cannot be picked.
void lock(Transaction& transaction, std::span<const EntityId> entities);
void unlock(Transaction& transaction, std::span<const EntityId> entities);

/// A new entity above the objects, below the parent of the first. Refused if there are none.
engine::Result<EntityId> group(Transaction& transaction,
                               std::span<const EntityId> entities,
                               const std::string& name = "Group");

/// Takes away each group among the objects and leaves what was in it, where it was; other objects
/// stay as they are. Returns what was in them. Refused if there is no group, or if one does more
/// than to hold others (a door, an entity of a Quake map): the sentence names what would be lost.
engine::Result<std::vector<EntityId>> ungroup(Transaction& transaction,
                                              std::span<const EntityId> entities);
} // namespace editor
