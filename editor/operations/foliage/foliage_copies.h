#pragma once

#include "editor/document/transaction.h"
#include "engine_core/foliage/foliage_anchors.h"
#include "engine_core/scene/world/entity_copies.h"

#include <span>
#include <vector>

namespace editor
{
using engine::EntityId;

/// Lets the plants of a layer that was just added stand in this scene: on the copies of their
/// brushes, on the brushes that they stood on if those are here, or on whatever face is right
/// there. The others become orphans; none is lost.
void anchorPasted(Transaction& transaction, EntityId layer, const engine::EntityMap& copies);

/// Lets the plants of duplicated layers stand on the duplicates of their brushes: only those come
/// along, since the others would stand twice where they are. If no brush of a layer was duplicated
/// with it, its copy has all the same plants on the same brushes. `copies`: by original.
void anchorDuplicates(Transaction& transaction, const engine::EntityMap& copies);

/// Takes the plants of objects along that are new in this transaction: the document's own rule
/// knows nothing of where a new brush was before.
class PlantsAlong
{
public:
    /// `entities`: the objects, with all below them, where they are now. Those that are older than
    /// the transaction do not count.
    PlantsAlong(Transaction& transaction, std::span<const EntityId> entities);

    /// After they were moved.
    void follow();

private:
    Transaction& m_transaction;
    std::vector<engine::BrushChange> m_brushes;
    std::vector<EntityId> m_layers;
};
} // namespace editor
