#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/base/result.h"

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace AngelScript
{
class asIScriptEngine;
struct asSFuncPtr;
} // namespace AngelScript

namespace engine
{
/// Declares native functions and types to scripts. Remembers the first declaration that AngelScript
/// refused, so that a module of bindings is a plain list with one check at its end.
class ScriptBinder
{
public:
    explicit ScriptBinder(AngelScript::asIScriptEngine& scripts) : m_engine{scripts} {}

    /// Names that follow are in this namespace; empty for the global one.
    void space(const char* name);

    /// A plain function.
    void function(const char* declaration, const AngelScript::asSFuncPtr& native);

    /// A method, by a plain function whose first parameter is the object.
    void method(const char* type, const char* declaration, const AngelScript::asSFuncPtr& native);

    /// A constructor, by a plain function whose last parameter is the memory.
    void
    constructor(const char* type, const char* declaration, const AngelScript::asSFuncPtr& native);

    void member(const char* type, const char* declaration, std::size_t offset);

    void enumeration(const char* name, std::initializer_list<std::pair<const char*, int>> values);

    /// For registrations that have no function here: hands in AngelScript's answer.
    void check(int answer, const char* declaration);

    [[nodiscard]] AngelScript::asIScriptEngine& engine() const { return m_engine; }

    /// Fails with the first refused declaration.
    [[nodiscard]] Result<void> finish(std::string_view module) const;

private:
    AngelScript::asIScriptEngine& m_engine;
    std::string m_refused;
};

/// What a host adds to the core bindings.
using ScriptBindings = std::function<Result<void>(ScriptBinder&)>;

/// Stops the running script with a message; for bindings, which then return whatever they like.
void raiseInScript(const std::string& message);

/// What the running script's runtime was created with; null while a class is only looked at.
[[nodiscard]] void* hostOfActiveScript();

/// The entity whose script is running; null outside of one.
[[nodiscard]] EntityId entityOfActiveScript();
} // namespace engine
