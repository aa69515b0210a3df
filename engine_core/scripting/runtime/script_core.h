#pragma once

#include "engine_core/base/log.h"
#include "engine_core/scripting/binding/script_binder.h"
#include "engine_core/scripting/compile/script_sources.h"
#include "engine_core/scripting/limits/script_limits.h"
#include "engine_core/scripting/runtime/script_class.h"
#include "engine_core/scripting/runtime/script_runtime.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace AngelScript
{
class asIScriptContext;
class asIScriptEngine;
class asIScriptFunction;
class asIScriptModule;
class asITypeInfo;
} // namespace AngelScript

namespace engine::scriptcore
{
class ScriptBudget;
struct CompiledModule;
} // namespace engine::scriptcore

/// What hosts of AngelScript share: this module, which drives the objects of a game, and the
/// editor's, which runs its windows.
namespace engine::scriptcore
{
struct EngineRelease
{
    void operator()(AngelScript::asIScriptEngine* scripts) const;
};

using EnginePtr = std::unique_ptr<AngelScript::asIScriptEngine, EngineRelease>;

struct ContextRelease
{
    void operator()(AngelScript::asIScriptContext* context) const;
};

using ContextPtr = std::unique_ptr<AngelScript::asIScriptContext, ContextRelease>;

/// AngelScript with limits set and all types declared: strings, arrays, dictionaries, mathematics
/// and what `bindings` adds. Its messages go into `messages`, which outlives it. The sentences of
/// all declarations go into `texts`, if that is given.
[[nodiscard]] Result<EnginePtr> createEngine(const ScriptBindings& bindings,
                                             void* host,
                                             std::vector<LogMessage>& messages,
                                             std::vector<ScriptText>* texts = nullptr,
                                             const ScriptLimits& limits = {});

/// The base class of scripts, a section of every module.
inline constexpr const char* NodeSection = "node";
inline constexpr const char* NodeSource = "abstract class Node { Entity entity; }\n";

/// The kind of Value for a script type; nullopt if it has none.
[[nodiscard]] std::optional<PropertyKind> kindOf(AngelScript::asIScriptEngine& scripts, int typeId);

/// Nothing for types without a kind.
[[nodiscard]] Value
readValue(AngelScript::asIScriptEngine& scripts, int typeId, const void* address);

/// Fails on a value of another kind. Whole numbers are numbers, too.
[[nodiscard]] Result<void>
writeValue(AngelScript::asIScriptEngine& scripts, int typeId, void* address, const Value& value);

/// The classes of the module that derive from Node and are not abstract, by name.
[[nodiscard]] std::vector<AngelScript::asITypeInfo*>
nodeClasses(AngelScript::asIScriptModule& scriptModule);

/// The program of a compiled file: makes an object of each class in a scratch engine, to know what
/// they begin with. Errors are sentences with a place.
[[nodiscard]] Result<std::shared_ptr<const ScriptProgram>>
makeProgram(AngelScript::asIScriptEngine& scripts,
            CompiledModule compiled,
            const ScriptSources& sources,
            ContentHash hash);

/// Logs everything and returns the first error as a sentence; `file` is what to name if none does.
[[nodiscard]] Error reportMessages(std::vector<LogMessage>& messages, const std::string& file);

/// A context whose calls are held to the budget of its engine.
[[nodiscard]] ContextPtr makeContext(AngelScript::asIScriptEngine& scripts);

/// Calls what the context is prepared for, within the budget of its engine.
[[nodiscard]] std::optional<ScriptFailure> execute(AngelScript::asIScriptContext& context);

/// Why a call that ended so (asEContextState) was stopped, and where.
[[nodiscard]] ScriptFailure failureOf(AngelScript::asIScriptContext& context, int ended);

/// Runs the initialisers of the module's globals. Fails with the place of one that throws or loops.
[[nodiscard]] Result<void> startGlobals(AngelScript::asIScriptModule& scriptModule,
                                        AngelScript::asIScriptContext& context);

/// Core declarations: Vec2, Vec3, Quat, Color, Entity, mathematics, print.
[[nodiscard]] Result<void> bindCore(ScriptBinder& binder);

/// What is reckoned with directions, angles and colours.
[[nodiscard]] Result<void> bindDirections(ScriptBinder& binder);
} // namespace engine::scriptcore
