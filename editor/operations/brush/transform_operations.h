#pragma once

#include "editor/document/transaction.h"
#include "engine_core/geometry/brush_transform.h"

#include <span>

namespace editor
{
using engine::EntityId;

/// All of these work on the objects that have no ancestor among `entities`: what is below them
/// follows. Brushes are changed in their planes, entities with a transform in that; directions,
/// pivots and axes are the world's. A failure leaves the transaction half done: let it go back
/// (Document::run and Transaction::replace do).

engine::Result<void> translate(Transaction& transaction,
                               std::span<const EntityId> entities,
                               const engine::Vec3d& by,
                               engine::TextureLock lock = engine::TextureLock::On);

/// `axis` has unit length; `angle` in radians, counter-clockwise seen from the axis' tip. Quarter
/// turns about X, Y and Z are exact for brushes: four of them give the same planes back.
engine::Result<void> rotate(Transaction& transaction,
                            std::span<const EntityId> entities,
                            const engine::Vec3d& pivot,
                            const engine::Vec3d& axis,
                            double angle,
                            engine::TextureLock lock = engine::TextureLock::On);

/// Every place moves away from `anchor` by the factors; negative ones mirror, 0 is refused. Lights
/// and other things without a body move but keep their own size. Things that are turned by other
/// than quarter turns can only be scaled evenly, since they would be sheared.
engine::Result<void> scale(Transaction& transaction,
                           std::span<const EntityId> entities,
                           const engine::Vec3d& anchor,
                           const engine::Vec3d& factors,
                           engine::TextureLock lock = engine::TextureLock::On);

/// What undoes a transform. Refused for a scale of 0, and for uneven scales of turned things.
[[nodiscard]] engine::Result<engine::Transform> inverse(const engine::Transform& of);

/// Brings an object to another place without touching its parent: `by` is a transform of the
/// world.
engine::Result<void> transformObject(Transaction& transaction,
                                     EntityId entity,
                                     const engine::Transform& by,
                                     engine::TextureLock lock = engine::TextureLock::On);

/// The same for a transform of the entity's parent space.
engine::Result<void> transformInParent(Transaction& transaction,
                                       EntityId entity,
                                       const engine::Transform& by,
                                       engine::TextureLock lock = engine::TextureLock::On);
} // namespace editor
