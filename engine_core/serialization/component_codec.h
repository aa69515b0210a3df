#pragma once

#include "engine_core/base/json_tree.h"
#include "engine_core/reflect/type_info.h"

#include <string>

namespace engine
{
/// A component as one JSON object: {"property": value, ...}, with what of it could not be read, or
/// a brush as writeBrush() has it. Plants are the matter of writeFoliageDelta().
void writeComponent(std::string& out, const TypeInfo& type, const ComponentValue& value);

/// What is not there keeps its default. An Error for values that the type does not take.
[[nodiscard]] Result<ComponentValue> readComponent(const TypeInfo& type, const JsonValue& json);
} // namespace engine
