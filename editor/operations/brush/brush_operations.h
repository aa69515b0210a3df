#pragma once

#include "editor/document/transaction.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/render/passes/view.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace editor
{
using engine::EntityId;
using engine::FaceRef;

/// Adds a box whose sides lie at the box's places in the parent's space. Refused if it is flat.
engine::Result<EntityId> createBox(Transaction& transaction,
                                   const engine::Aabb& box,
                                   engine::Name material = {},
                                   const std::string& name = "Box",
                                   EntityId parent = {});

/// Gives a brush another shape; the entity keeps everything else.
void setBrush(Transaction& transaction, EntityId entity, engine::Brush brush);

/// The box that the brush is, or nullopt if its six faces do not lie along the axes.
[[nodiscard]] std::optional<engine::Aabb> asBox(const engine::Brush& brush);

/// Gives a box-shaped brush other sides in its own space; materials and textures stay. Refused if
/// the box is flat or the brush is none.
engine::Result<void> resizeBox(Transaction& transaction, EntityId entity, const engine::Aabb& box);

/// Moves each face by `distance` metres of the world along its own normal (outwards is positive).
/// Refused as a whole if one of them cannot go there: the number of faces never changes.
engine::Result<void> moveFaces(Transaction& transaction,
                               std::span<const FaceRef> faces,
                               double distance,
                               engine::TextureLock lock = engine::TextureLock::Off);

/// Removes the objects and everything below them. The scene itself stays.
void removeObjects(Transaction& transaction, std::span<const EntityId> entities);

/// Copies the objects, with everything below them, in place: the copies of those that have no
/// ancestor among `entities`, in the same order. References between copied entities (parents,
/// entity properties, script properties) point to the copies.
std::vector<EntityId> duplicate(Transaction& transaction, std::span<const EntityId> entities);
} // namespace editor
