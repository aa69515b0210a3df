#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/math/aabb.h"
#include "engine_core/reflect/type_info.h"

#include <vector>

namespace engine
{
/// Preview: a drag is under way, more will follow. Final: it stays.
enum class ChangeKind
{
    Preview,
    Final
};

/// What became of one component of one entity.
struct Change
{
    EntityId entity;
    TypeId type = 0;
    ComponentValue before; ///< null: it had none
    ComponentValue after;  ///< null: it has none any more
};

/// What one edit changed. Receivers only mark things dirty and never edit.
struct ChangeSet
{
    ChangeKind kind = ChangeKind::Final;
    std::vector<Change> changes;
    /// World space, of everything that changed place, shape or look: before and after. Endless for
    /// the ticks of a game.
    Aabb bounds;
};
} // namespace engine
