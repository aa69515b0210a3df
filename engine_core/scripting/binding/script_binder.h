#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/base/result.h"
#include "engine_core/scripting/runtime/script_call.h"

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace AngelScript
{
class asIScriptEngine;
} // namespace AngelScript

namespace engine
{
/// What one declaration does, for the written reference.
struct ScriptText
{
    int function = 0; ///< AngelScript's id
    std::string text; ///< a sentence without its full stop
};

/// Declares native functions and types to scripts. Remembers the first declaration that AngelScript
/// refused, so that a module of bindings is a plain list with one check at its end. The `text` of a
/// declaration is a sentence for the reference, without its full stop.
class ScriptBinder
{
public:
    explicit ScriptBinder(AngelScript::asIScriptEngine& scripts) : m_engine{scripts} {}

    /// Names that follow are in this namespace; empty for the global one.
    void space(const char* name);

    /// A plain function. Like all natives it takes numbers by value and everything else by const
    /// reference (`const T &in` in the declaration), and gets aligned copies.
    template <typename R, typename... A>
    void function(const char* declaration, R (*native)(A...), const char* text = "")
    {
        addFunction(declaration, &scriptcore::callFunction<R, A...>,
                    reinterpret_cast<void*>(native), text);
    }

    /// A method, by a plain function whose first parameter is the object. If that is not const,
    /// what became of it is stored; a reference can be returned to the object only.
    template <typename R, typename Object, typename... A>
    void method(const char* type,
                const char* declaration,
                R (*native)(Object, A...),
                const char* text = "")
    {
        addMethod(type, declaration, &scriptcore::callMethod<R, Object, A...>,
                  reinterpret_cast<void*>(native), text);
    }

    /// A constructor, by a plain function that returns the value.
    template <typename T, typename... A>
    void constructor(const char* type, const char* declaration, T (*native)(A...))
    {
        addConstructor(type, declaration, &scriptcore::callConstructor<T, A...>,
                       reinterpret_cast<void*>(native));
    }

    /// A type whose values are copied byte by byte, made as T{}. Members are declared by member().
    template <typename T>
    void value(const char* name)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        addValue(name, sizeof(T));
        constructor(
            name, "void f()", +[] { return T{}; });
    }

    void member(const char* type, const char* declaration, std::size_t offset);

    void enumeration(const char* name, std::initializer_list<std::pair<const char*, int>> values);

    /// For registrations that have no function here: hands in AngelScript's answer.
    void check(int answer, const char* declaration);

    [[nodiscard]] AngelScript::asIScriptEngine& engine() const { return m_engine; }

    /// Sentences of all declarations so far that have one.
    [[nodiscard]] const std::vector<ScriptText>& texts() const { return m_texts; }

    /// Fails with the first refused declaration.
    [[nodiscard]] Result<void> finish(std::string_view module) const;

private:
    using Thunk = scriptcore::ScriptCall::Thunk;

    void addFunction(const char* declaration, Thunk thunk, void* native, const char* text);
    void addMethod(
        const char* type, const char* declaration, Thunk thunk, void* native, const char* text);
    void addConstructor(const char* type, const char* declaration, Thunk thunk, void* native);
    void addValue(const char* name, std::size_t size);
    void describe(int function, const char* declaration, const char* text);

    AngelScript::asIScriptEngine& m_engine;
    std::string m_refused;
    std::vector<ScriptText> m_texts;
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
