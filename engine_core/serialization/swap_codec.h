#pragma once

#include "engine_core/base/json_tree.h"
#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/world/change_set.h"
#include "engine_core/scene/world/edit.h"
#include "engine_core/serialization/foliage_codec.h"

#include <optional>
#include <string>
#include <string_view>

namespace engine
{
/// [entity, "type", component or null]: what the change made of it, as writeComponent() has it.
/// Plants are written as their difference from what was before.
/// @param put gets plants as they are written, see writeFoliageDelta()
void writeSwap(std::string& out,
               const Change& change,
               const TypeInfo& type,
               const PutText& put = {});

struct ReadSwap
{
    Swap swap;                          ///< without a value if there are plants
    std::optional<FoliageDelta> plants; ///< from what the entity has before it
};

/// @param file what it stands in, for messages: "journal"
[[nodiscard]] Result<ReadSwap>
readSwap(const JsonValue& json, const TypeRegistry& types, std::string_view file);
} // namespace engine
