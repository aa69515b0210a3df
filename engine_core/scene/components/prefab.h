#pragma once

#include "engine_core/reflect/type_builder.h"

namespace engine
{
/// On a LinkedGroup: its contents are those of a prefab file, but for what this instance overrides.
/// The scene holds the contents as well, so that a missing file loses nothing.
struct PrefabInstance
{
    static constexpr std::string_view TypeName = "prefab";

    AssetPath file; ///< "prefabs/torch.prefab.json"
    friend bool operator==(const PrefabInstance&, const PrefabInstance&) = default;
};

/// What of an entity inside a prefab instance is not as the file has it. Each value is a level: by
/// which prefab instance around it the override is kept, counted from the nearest, which is 1. So
/// what a prefab's own file overrides in a prefab inside it (1) is told from what the scene
/// overrides there (2). See engine_core/scene/prefab_parts.h for the names.
struct PrefabOverrides
{
    static constexpr std::string_view TypeName = "prefab_overrides";

    ValueBag values;  ///< "light.intensity": 1
    ValueBag removed; ///< on an instance: path of a part of the file that it lacks, and the level
    friend bool operator==(const PrefabOverrides&, const PrefabOverrides&) = default;
};

void describe(TypeBuilder<PrefabInstance>& instance);
void describe(TypeBuilder<PrefabOverrides>& overrides);
} // namespace engine
