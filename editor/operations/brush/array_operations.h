#pragma once

#include "editor/document/transaction.h"
#include "engine_core/geometry/brush_transform.h"

#include <span>
#include <vector>

namespace editor
{
using engine::EntityId;

/// Copies in a row: the first is moved by `offset`, the second by twice that, ...
struct LinearArray
{
    int copies = 3; ///< besides the original; 1..1000
    engine::Vec3d offset{1, 0, 0};
};

/// Copies around an axis of the world through `pivot`: turned by `angle`, twice that, ...
struct RadialArray
{
    int copies = 3;                ///< besides the original; 1..1000
    double angle = engine::Pi / 2; ///< radians from one to the next
    engine::Vec3d pivot{0};
    int axis = 1; ///< 0, 1, 2 for X, Y, Z
};

/// The copies, not the originals. Refused: nothing selected, numbers out of range, more than
/// 100,000 new objects, places outside the world.
engine::Result<std::vector<EntityId>> makeArray(Transaction& transaction,
                                                std::span<const EntityId> entities,
                                                const LinearArray& array,
                                                engine::TextureLock lock = engine::TextureLock::On);

engine::Result<std::vector<EntityId>> makeArray(Transaction& transaction,
                                                std::span<const EntityId> entities,
                                                const RadialArray& array,
                                                engine::TextureLock lock = engine::TextureLock::On);

/// Mirrors about the plane at `place` of an axis of the world; with `copy` the originals stay and
/// the copies, which are returned, are mirrored.
engine::Result<std::vector<EntityId>> mirror(Transaction& transaction,
                                             std::span<const EntityId> entities,
                                             int axis,
                                             double place,
                                             bool copy = false,
                                             engine::TextureLock lock = engine::TextureLock::On);

/// Does the steps of Document::repeatSteps() with `entities`; returns what shall be selected
/// afterwards. Refused if there are no steps or nothing is selected.
engine::Result<std::vector<EntityId>> repeatTransform(Transaction& transaction,
                                                      std::span<const RepeatStep> steps,
                                                      std::span<const EntityId> entities);
} // namespace editor
