#pragma once

#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/world/world.h"

#include <vector>

namespace editor
{
using engine::EntityId;

/// Who has changed something since both sides were the same.
enum class ChangedBy
{
    Unknown, ///< what both began with is not known
    Here,
    Disk,
    Both
};

/// One property, or one whole component, that is not the same on both sides.
struct FieldDifference
{
    const engine::TypeInfo* type = nullptr;
    const engine::Property* property = nullptr; ///< null: the component as a whole
    engine::ComponentValue here;                ///< the component; null if there is none
    engine::ComponentValue disk;
    ChangedBy by = ChangedBy::Unknown;
};

/// An object that is not the same on both sides, or there on one alone.
struct ObjectDifference
{
    EntityId entity;
    bool isHere = false;
    bool isOnDisk = false;
    ChangedBy by = ChangedBy::Unknown;
    std::vector<FieldDifference> fields; ///< of an object that is on both sides
};

/// What is open here against what the file holds, by the ids of objects; by id. `base` is what both
/// were when the file was read or written last, or null if nobody knows. What is equal but written
/// otherwise is no difference.
[[nodiscard]] std::vector<ObjectDifference> compareScenes(const engine::World& here,
                                                          const engine::World& disk,
                                                          const engine::World* base,
                                                          const engine::TypeRegistry& types);
} // namespace editor
