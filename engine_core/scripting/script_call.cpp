#include "engine_core/scripting/script_call.h"

#include <angelscript.h>

namespace engine::scriptcore
{
void* ScriptCall::native() const
{
    return m_call.GetAuxiliary();
}

void* ScriptCall::object() const
{
    return m_call.GetObject();
}

const void* ScriptCall::number(unsigned index) const
{
    return m_call.GetAddressOfArg(index);
}

const void* ScriptCall::reference(unsigned index) const
{
    return m_call.GetArgAddress(index);
}

std::string ScriptCall::text(unsigned index) const
{
    // The add-on that made the string copies it: only its own code may touch it where it lies.
    auto& scripts = *m_call.GetEngine();
    std::string copy;
    scripts.AssignScriptObject(&copy, m_call.GetArgAddress(index),
                               scripts.GetTypeInfoById(m_call.GetArgTypeId(index)));
    return copy;
}

void* ScriptCall::result() const
{
    return m_call.GetAddressOfReturnLocation();
}

void ScriptCall::returnText(std::string text) const
{
    m_call.SetReturnObject(&text); // copies it
}

void ScriptCall::returnReference(void* object) const
{
    m_call.SetReturnAddress(object);
}
} // namespace engine::scriptcore
