#pragma once

#include "engine_core/base/result.h"
#include "engine_core/reflect/property.h"
#include "engine_core/reflect/value.h"
#include "engine_core/scripting/runtime/script_runtime.h"

#include <array>
#include <memory>
#include <string>
#include <unordered_map>

namespace AngelScript
{
class asIScriptContext;
class asIScriptEngine;
class asIScriptFunction;
class asITypeInfo;
} // namespace AngelScript

namespace engine::scriptcore
{
inline constexpr auto EventCount = static_cast<std::size_t>(ScriptEvent::Count);

/// How a class takes an event or a message: its method, and what that wants to be told.
struct Handler
{
    AngelScript::asIScriptFunction* method = nullptr; ///< null if it takes none
    int parameterType = 0;                            ///< type id; 0 takes nothing
    std::optional<PropertyKind> kind{};               ///< of the parameter
    std::size_t plainSize = 0; ///< bytes of a number or bool; 0 for other parameters
    bool byReference = false;
};

/// What the engine calls of a class of a script.
struct ClassTable
{
    AngelScript::asITypeInfo* type = nullptr;
    AngelScript::asIScriptFunction* factory = nullptr;
    std::array<Handler, EventCount> handlers;
    std::unordered_map<std::string, Handler> messages; ///< those that were asked for
};

/// Fails if a method for an event takes what the event does not tell.
[[nodiscard]] Result<std::unique_ptr<ClassTable>>
makeClassTable(AngelScript::asIScriptEngine& scripts, AngelScript::asITypeInfo& type);

/// The public method of that name, with one parameter at most; one without a method if there is
/// none. Fails for names of events and for methods that no message can call.
[[nodiscard]] Result<Handler> findMessage(ClassTable& table, const std::string& name);

/// Whether a message can call the method; what it takes, besides its name, is in the handler.
[[nodiscard]] std::optional<Handler> messageHandler(AngelScript::asIScriptFunction& method);

/// What a message tells a method.
class MessageArgument
{
public:
    /// Fails, with a sentence, if the method takes something else; one that takes nothing takes
    /// all.
    [[nodiscard]] static Result<MessageArgument>
    create(const Handler& handler, const std::string& name, const Value& value);

    /// Hands it to a context that is prepared for the method, and may look at it until the call is
    /// over.
    void pass(AngelScript::asIScriptContext& context, const Handler& handler);

private:
    MessageArgument() = default;

    bool m_isText = false;
    std::string m_text;
    alignas(8) std::array<std::byte, 32> m_plain{}; // a Vec3 has 24
};
} // namespace engine::scriptcore
