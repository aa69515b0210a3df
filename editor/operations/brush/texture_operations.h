#pragma once

#include "editor/operations/brush/material_operations.h"
#include "engine_core/interchange/maps/map_geometry.h"

#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace editor
{
/// What materials that a project had none of turned out to be.
using FoundTextures = std::unordered_map<engine::Name, engine::MapTexture>;

/// The materials that the faces and curved patches of a level name.
[[nodiscard]] std::unordered_set<engine::Name> materialsOf(const engine::World& world);

/// The brushes with a face of one of these materials, ascending, then the curved patches.
[[nodiscard]] std::vector<engine::EntityId> brushesWith(const engine::World& world,
                                                        const FoundTextures& found);

/// The faces that show the material, by object and number.
[[nodiscard]] std::vector<engine::FaceRef> facesWith(const engine::World& world,
                                                     engine::Name material);

/// The patches that show the material, ascending.
[[nodiscard]] std::vector<engine::EntityId> patchesWith(const engine::World& world,
                                                        engine::Name material);

/// How many faces and patches show the material.
[[nodiscard]] std::size_t countOf(const engine::World& world, engine::Name material);

/// All faces and patches that show `from` show `to` from now on.
engine::Result<void> replaceMaterial(Transaction& transaction, engine::Name from, engine::Name to);

/// Gives these brushes and patches the materials that were found for theirs. An import takes a
/// texture that it does not find to be engine::AssumedTextureSize texels a side, so the scale of
/// each is set right by the size that it has, unless the import noted that the texture lies in
/// repeats (engine::MapTextures); patches always do.
engine::Result<void> adoptTextures(Transaction& transaction,
                                   std::span<const engine::EntityId> brushes,
                                   const FoundTextures& found);
} // namespace editor
