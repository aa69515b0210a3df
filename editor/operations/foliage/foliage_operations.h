#pragma once

#include "editor/document/transaction.h"
#include "engine_core/foliage/foliage_scatter.h"
#include "engine_core/foliage/foliage_stroke.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/spatial/spatial_index.h"

#include <bitset>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace editor
{
using engine::EntityId;

/// An entity of the top level that plants belong to; its id.
EntityId createFoliageLayer(Transaction& transaction, const std::string& name);

/// Adds a kind of plant to a layer, under a slot of its own. Refused if the layer has 256 kinds
/// already, or is none.
engine::Result<EntityId> addFoliageType(Transaction& transaction,
                                        EntityId layer,
                                        engine::FoliageType type,
                                        const std::string& name);

/// Removes a kind with all plants of it.
engine::Result<void> removeFoliageType(Transaction& transaction, EntityId type);

/// What stands in the layer from now on.
void setFoliage(Transaction& transaction,
                EntityId layer,
                std::shared_ptr<const engine::FoliageInstances> instances);

/// Adds the plants to those that stand there. Refused if the entity is no layer.
engine::Result<void> plantFoliage(Transaction& transaction,
                                  EntityId layer,
                                  std::span<const engine::FoliageInstance> plants);

/// One plant by hand where a ray met a face, whatever slope, height or distance say. Refused if the
/// layer has no such kind, if that was no brush that stands still, or if the place is more than a
/// centimetre beside the face.
engine::Result<engine::FoliageInstance> placeFoliage(Transaction& transaction,
                                                     EntityId layer,
                                                     std::uint8_t slot,
                                                     const engine::PickHit& hit);

/// Removes these plants of the layer; those that are not there any more do not matter. What had
/// grown by rule does not grow there again (engine::FoliageMarks).
void removeFoliage(Transaction& transaction,
                   EntityId layer,
                   std::span<const engine::FoliageInstance> plants);

/// How plants are changed by hand; afterwards rules and "reapply" leave them alone.
struct FoliageTransform
{
    engine::Vec3d shift{
        0};          ///< metres of the world; afterwards they stand on the nearest face there
    double turn = 0; ///< radians about their own axes, counter-clockwise
    double scale = 1;
};

/// The plants as they stand now, in the order given. Refused if one of them would stand on no face.
engine::Result<std::vector<engine::FoliageInstance>>
transformFoliage(Transaction& transaction,
                 const engine::SpatialIndex& index,
                 EntityId layer,
                 std::span<const engine::FoliageInstance> plants,
                 const FoliageTransform& by);

/// Lets what was erased and moved by hand grow by rule again, except for the kinds in `kept`, by
/// slot. How many marks went.
std::size_t
forgetFoliageMarks(Transaction& transaction, EntityId layer, const std::bitset<256>& kept = {});

/// Forgets what was painted of the layer's density (engine::PaintedWeights).
void forgetFoliageDensity(Transaction& transaction, EntityId layer);

/// Plants whose faces are gone.
[[nodiscard]] std::vector<engine::FoliageInstance> foliageOrphans(const engine::World& world,
                                                                  EntityId layer);

/// Removes these orphans of the layer; those that are not there any more do not matter.
void removeFoliageOrphans(Transaction& transaction,
                          EntityId layer,
                          std::span<const engine::FoliageInstance> orphans);

/// Lets orphans stand on the nearest face within `reach` metres that their kind may grow on; how
/// many found one. Refused if none does.
engine::Result<std::size_t> rehomeFoliage(Transaction& transaction,
                                          const engine::SpatialIndex& index,
                                          EntityId layer,
                                          std::span<const engine::FoliageInstance> orphans,
                                          double reach);

/// A rule of every document: plants follow the brushes that they stand on (followBrushes) and their
/// kinds (followFoliageKinds), and billboards keep their rules.
engine::Result<void> followFoliage(Transaction& transaction);
} // namespace editor
