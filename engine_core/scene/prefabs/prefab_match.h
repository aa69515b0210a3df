#pragma once

#include "engine_core/scene/prefabs/linked_parts.h"
#include "engine_core/scene/prefabs/prefab_merge.h"

#include <unordered_map>
#include <vector>

namespace engine
{
/// How the parts of a prefab instance answer to those of its file.
struct PrefabMatch
{
    /// A part of the instance as it is.
    struct Part
    {
        PartPath path;
        int around = 1; ///< prefab instances from the one above it up to the root
        int inside = 1; ///< the same, with itself if it is one
        bool isMatched = false;
        bool isKept = false;     ///< though the file has no such part
        bool becomesOwn = false; ///< an object of this instance alone
        bool wasAdded = false;   ///< here, and by now the file has it, too
    };

    std::unordered_map<EntityId, Part> parts;          ///< the instance itself, too
    std::vector<EntityId> order;                       ///< the parts, parents first
    std::vector<EntityId> wanted;                      ///< of the file, parents first
    std::unordered_map<EntityId, std::int64_t> source; ///< of those: LinkedMember::source
    EntityMap toInstance; ///< from the file; new ids for new parts, null for what has no place
    std::unordered_map<std::int64_t, std::int64_t> links; ///< of the file and here
};

/// See mergePrefab().
[[nodiscard]] PrefabMatch matchPrefab(const World& world,
                                      EntityId instance,
                                      const PrefabWorld& prefab,
                                      const std::function<EntityId()>& newId,
                                      NewLinks& newLinks);

/// The component that an override is about: "light" of "light.intensity".
[[nodiscard]] std::string_view componentOfOverride(std::string_view name);

/// The level of an override's value; 0 if it is none.
[[nodiscard]] std::int64_t levelOfOverride(const Value& value);

/// Whether the instance that is merged keeps it that `entity` lacks one of its parts.
[[nodiscard]] bool isRemovalKept(const World& world,
                                 EntityId entity,
                                 const PrefabMatch::Part& part,
                                 const Value& level);

/// From which level on an override of a component is the instance's that is merged.
[[nodiscard]] int levelNeeded(const PrefabMatch::Part& part, std::string_view component);
} // namespace engine
