#include "engine_core/scripting/binding/script_binder.h"

#include "engine_core/scripting/runtime/active_script.h"

#include <angelscript.h>

namespace engine
{
using namespace AngelScript;

void ScriptBinder::space(const char* name)
{
    check(m_engine.SetDefaultNamespace(name), name);
}

void ScriptBinder::addFunction(const char* declaration, Thunk thunk, void* native, const char* text)
{
    describe(
        m_engine.RegisterGlobalFunction(declaration, asFunctionPtr(thunk), asCALL_GENERIC, native),
        declaration, text);
}

void ScriptBinder::addMethod(
    const char* type, const char* declaration, Thunk thunk, void* native, const char* text)
{
    describe(m_engine.RegisterObjectMethod(type, declaration, asFunctionPtr(thunk), asCALL_GENERIC,
                                           native),
             declaration, text);
}

void ScriptBinder::describe(int function, const char* declaration, const char* text)
{
    check(function, declaration);
    if (function >= 0 && *text != '\0')
        m_texts.push_back({function, text});
}

void ScriptBinder::addConstructor(const char* type,
                                  const char* declaration,
                                  Thunk thunk,
                                  void* native)
{
    check(m_engine.RegisterObjectBehaviour(type, asBEHAVE_CONSTRUCT, declaration,
                                           asFunctionPtr(thunk), asCALL_GENERIC, native),
          declaration);
}

void ScriptBinder::addValue(const char* name, std::size_t size)
{
    check(m_engine.RegisterObjectType(name, static_cast<int>(size),
                                      asOBJ_VALUE | asOBJ_POD | asOBJ_APP_CLASS_CDAK),
          name);
}

void ScriptBinder::member(const char* type, const char* declaration, std::size_t offset)
{
    check(m_engine.RegisterObjectProperty(type, declaration, static_cast<int>(offset)),
          declaration);
}

void ScriptBinder::enumeration(const char* name,
                               std::initializer_list<std::pair<const char*, int>> values)
{
    check(m_engine.RegisterEnum(name), name);
    for (const auto& [value, number] : values)
        check(m_engine.RegisterEnumValue(name, value, number), value);
}

void ScriptBinder::check(int answer, const char* declaration)
{
    if (answer < 0 && m_refused.empty())
        m_refused = fmt::format("'{}' was refused with {}", declaration, answer);
}

Result<void> ScriptBinder::finish(std::string_view module) const
{
    if (!m_refused.empty())
        return Error{"The {} script bindings are wrong: {}", module, m_refused};
    return {};
}

void raiseInScript(const std::string& message)
{
    if (auto* context = asGetActiveContext())
        context->SetException(message.c_str());
}

void* hostOfActiveScript()
{
    return scriptcore::activeScript().host;
}

EntityId entityOfActiveScript()
{
    const auto* entity = scriptcore::activeScript().entity;
    return entity != nullptr ? *entity : EntityId{};
}

scriptcore::ActiveScript& scriptcore::activeScript()
{
    thread_local ActiveScript active;
    return active;
}
} // namespace engine
