#pragma once

#include "engine_core/scripting/binding/script_binder.h"

#include <angelscript.h>

namespace engine::scriptcore
{
/// Declares a type whose natives AngelScript calls with its own addresses, without the aligned
/// copies of ScriptBinder: containers, which are too big to copy at every call.
class DirectBinder
{
public:
    DirectBinder(ScriptBinder& binder, const char* type) : m_binder{binder}, m_type{type} {}

    /// Behaviours that have no object yet: factories.
    template <typename R, typename... A>
    void behaviour(AngelScript::asEBehaviours what, const char* declaration, R (*native)(A...))
    {
        declare(what, declaration, AngelScript::asFunctionPtr(native), AngelScript::asCALL_CDECL);
    }

    /// Behaviours of an object, which is the first parameter.
    template <typename R, typename... A>
    void life(AngelScript::asEBehaviours what, const char* declaration, R (*native)(A...))
    {
        declare(what, declaration, AngelScript::asFunctionPtr(native),
                AngelScript::asCALL_CDECL_OBJFIRST);
    }

    /// The object is the first parameter.
    template <typename R, typename... A>
    void method(const char* declaration, R (*native)(A...))
    {
        m_binder.check(m_binder.engine().RegisterObjectMethod(m_type, declaration,
                                                              AngelScript::asFunctionPtr(native),
                                                              AngelScript::asCALL_CDECL_OBJFIRST),
                       declaration);
    }

    template <typename R, typename... A>
    void function(const char* declaration, R (*native)(A...))
    {
        m_binder.check(m_binder.engine().RegisterGlobalFunction(declaration,
                                                                AngelScript::asFunctionPtr(native),
                                                                AngelScript::asCALL_CDECL),
                       declaration);
    }

private:
    void declare(AngelScript::asEBehaviours what,
                 const char* declaration,
                 const AngelScript::asSFuncPtr& native,
                 AngelScript::asDWORD convention)
    {
        m_binder.check(m_binder.engine().RegisterObjectBehaviour(m_type, what, declaration, native,
                                                                 convention),
                       declaration);
    }

    ScriptBinder& m_binder;
    const char* m_type;
};
} // namespace engine::scriptcore
