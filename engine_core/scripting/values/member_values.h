#pragma once

#include "engine_core/base/result.h"
#include "engine_core/reflect/property.h"

#include <optional>
#include <string>
#include <vector>

namespace AngelScript
{
class asIScriptEngine;
}

namespace engine::scriptcore
{
/// What a member of a script class holds, as far as levels can keep it: what kindOf() knows,
/// enumerations by the names of their values, and arrays of one of those.
struct MemberType
{
    PropertyKind kind = PropertyKind::Float;
    PropertyKind elementKind = PropertyKind::Float; ///< of a List
    std::vector<std::string> choices; ///< of an Enum or a List of them, in the order of the script
};

[[nodiscard]] std::optional<MemberType> memberTypeOf(AngelScript::asIScriptEngine& scripts,
                                                     int typeId);

/// Nothing for other types. A value of an enumeration that has no name is a whole number.
[[nodiscard]] Value
readMember(AngelScript::asIScriptEngine& scripts, int typeId, const void* address);

/// Fails on a value of another kind and on a name that the enumeration does not have, and leaves
/// the member as it was. Within a ScriptBudget::Entry: arrays take memory of the scripts.
[[nodiscard]] Result<void>
writeMember(AngelScript::asIScriptEngine& scripts, int typeId, void* address, const Value& value);
} // namespace engine::scriptcore
