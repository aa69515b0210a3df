#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/geometry/brush.h"
#include "engine_core/scene/foliage/foliage_instances.h"

#include <span>

namespace engine
{
/// What an edit did to one brush, in world space.
struct BrushChange
{
    EntityId entity;
    std::shared_ptr<const Brush> before; ///< null: it is new
    std::shared_ptr<const Brush> after;  ///< null: it is gone
};

struct FoliageAnchored
{
    std::shared_ptr<const FoliageInstances> instances;
    std::size_t moved = 0;    ///< changed place, face or normal
    std::size_t orphaned = 0; ///< lost their face
};

/// Lets plants follow the brushes that they stand on:
/// - a brush that was moved, turned, mirrored or scaled evenly takes them along, at their own size;
/// - on a face that is where it was they stay, whichever brush it belongs to now (a clip or a
///   subtraction makes new ones);
/// - on a face that was pulled or tilted they are projected along its old normal;
/// - the others become orphans where they stood. No plant is ever added or taken away.
/// Costs what stands on the changed brushes.
[[nodiscard]] FoliageAnchored followBrushes(std::shared_ptr<const FoliageInstances> standing,
                                            std::span<const BrushChange> changes);

/// Whether something stands on one of these brushes.
[[nodiscard]] bool standsOn(const FoliageInstances& standing, std::span<const EntityId> brushes);
} // namespace engine
