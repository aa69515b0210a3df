#include "engine_core/scripting/runtime/script_call.h"

#include <angelscript.h>
#include <angelscript/scriptarray.h>

#include <cstdint>

namespace engine::scriptcore
{
using namespace AngelScript;

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
    void* place = m_call.GetArgAddress(index);
    if (reinterpret_cast<std::uintptr_t>(place) % alignof(std::string) == 0)
        return *static_cast<const std::string*>(place);
    // Only the code of the type itself may touch a string that lies in the stack.
    auto& scripts = *m_call.GetEngine();
    std::string copy;
    scripts.AssignScriptObject(&copy, place, scripts.GetTypeInfoById(m_call.GetArgTypeId(index)));
    return copy;
}

std::size_t ScriptCall::listSize(unsigned index) const
{
    const auto* array = static_cast<const CScriptArray*>(m_call.GetArgAddress(index));
    return array != nullptr ? array->GetSize() : 0;
}

const void* ScriptCall::listItem(unsigned index, std::size_t item) const
{
    const auto* array = static_cast<const CScriptArray*>(m_call.GetArgAddress(index));
    return array->At(static_cast<asUINT>(item));
}

void ScriptCall::returnList(std::size_t size,
                            const std::function<void(void*, std::size_t)>& put) const
{
    auto* type = m_call.GetEngine()->GetTypeInfoById(m_call.GetReturnTypeId());
    auto* array = CScriptArray::Create(type, static_cast<asUINT>(size));
    for (std::size_t i = 0; i < size; ++i)
        put(array->At(static_cast<asUINT>(i)), i);
    m_call.SetReturnObject(array); // counts the handle
    array->Release();
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
