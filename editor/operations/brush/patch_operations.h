#pragma once

#include "editor/document/transaction.h"
#include "engine_core/geometry/patch_edit.h"
#include "engine_core/math/grid.h"
#include "engine_core/scene/patches/curved_patch.h"

#include <span>
#include <vector>

namespace editor
{
using engine::EntityId;

/// Null if the entity is no curved patch, or one without a shape. Valid until the next edit.
[[nodiscard]] const engine::CurvedPatch* patchOf(const engine::World& world, EntityId entity);

/// The patches among the entities and below them, each once, in the order of the entities. Hidden
/// and locked parts are left out, as by brushesAmong().
[[nodiscard]] std::vector<EntityId> patchesAmong(const engine::World& world,
                                                 std::span<const EntityId> entities);

/// Gives a patch another shape; everything else stays.
void setPatchGrid(Transaction& transaction, EntityId entity, engine::PatchGrid::Ptr grid);

/// Adds a patch as big as the box, at the box's place in the parent's space.
engine::Result<EntityId> createPatch(Transaction& transaction,
                                     engine::PatchShape shape,
                                     const engine::Aabb& box,
                                     engine::Name material = {},
                                     EntityId parent = {});

/// A patch in the place of the brushes among the entities: as big as the box around them, with the
/// material of the first one's first face. Refused without a brush.
engine::Result<EntityId> replaceByPatch(Transaction& transaction,
                                        std::span<const EntityId> entities,
                                        engine::PatchShape shape);

/// Maps the control points of a patch in its own space; nothing happens to what is none.
engine::Result<void> mapPatch(Transaction& transaction, EntityId entity, const engine::Affine& by);

/// What was the back of the patches among the entities is in front. Refused if there is none.
engine::Result<void> turnPatchesAround(Transaction& transaction,
                                       std::span<const EntityId> entities);

/// Puts all control points of a patch on the grid of the world.
engine::Result<void> snapPatch(Transaction& transaction, EntityId entity, const engine::Grid& grid);
} // namespace editor
