#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/base/result.h"

#include <optional>
#include <string>
#include <vector>

namespace AngelScript
{
class asIScriptEngine;
class asIScriptModule;
class asIScriptObject;
} // namespace AngelScript

/// What a script that is loaded again keeps of its old version: values by name and type. Handles to
/// objects of the script's own classes, and functions, belong to one version and are not kept.
namespace engine::scriptcore
{
/// A global variable or a member of an object, as the engine holds it.
struct ScriptVariable
{
    std::string name; ///< with its namespace
    int typeId = 0;
    void* address = nullptr;
};

/// Global variables that scripts can change.
[[nodiscard]] std::vector<ScriptVariable> globalsOf(AngelScript::asIScriptModule& scriptModule);

/// Members of an object, those of base classes first.
[[nodiscard]] std::vector<ScriptVariable> membersOf(AngelScript::asIScriptObject& object);

/// What each of some variables holds, in their order; nothing for one that holds what belongs to
/// one version.
using HeldHashes = std::vector<std::optional<ContentHash>>;
[[nodiscard]] HeldHashes hashesOf(AngelScript::asIScriptEngine& scripts,
                                  const std::vector<ScriptVariable>& variables);

/// Gives `now` what `before` holds: where types are the same, of an enumeration what is named
/// alike, of an object by value its members. Numbers become numbers. Fails with why it cannot, as a
/// clause.
[[nodiscard]] Result<void> carryOver(AngelScript::asIScriptEngine& scripts,
                                     const ScriptVariable& before,
                                     const ScriptVariable& now);

/// The same for all that no longer hold what they began with, which is in their order. What could
/// not be kept is returned as clauses ("'score' is no longer there").
[[nodiscard]] std::vector<std::string> carryOverAll(AngelScript::asIScriptEngine& scripts,
                                                    const std::vector<ScriptVariable>& before,
                                                    const HeldHashes& beganWith,
                                                    const std::vector<ScriptVariable>& now);
} // namespace engine::scriptcore
