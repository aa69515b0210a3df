#pragma once

#include "editor/document/transaction.h"
#include "engine_core/geometry/brush_transform.h"

#include <span>

namespace editor
{
using engine::EntityId;

/// Pushes everything sideways, the more the farther it is along an axis: a point moves by
/// `way * (point[axis] - fixed)`. `way` is metres per metre with nothing along the axis itself; the
/// plane at `fixed` stays. Works on the objects that have no ancestor among `entities` and on all
/// below them. Entities with a transform keep turn and scale and move; the brushes below are
/// sheared in their own space. Refused for ways longer than 1000.
engine::Result<void> shear(Transaction& transaction,
                           std::span<const EntityId> entities,
                           int axis,
                           double fixed,
                           const engine::Vec3d& way,
                           engine::TextureLock lock = engine::TextureLock::On);
} // namespace editor
