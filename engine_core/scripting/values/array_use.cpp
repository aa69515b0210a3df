#include "engine_core/scripting/values/array_use.h"

#include "engine_core/scripting/binding/script_binder.h"

#include <angelscript.h>
#include <angelscript/scriptarray.h>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
thread_local const ArrayUse* innermost = nullptr;
} // namespace

ArrayUse::ArrayUse(const CScriptArray& array) : m_array{array}, m_outer{innermost}
{
    m_array.AddRef();
    innermost = this;
}

ArrayUse::~ArrayUse()
{
    innermost = m_outer;
    m_array.Release();
}

bool ArrayUse::mayChange(const CScriptArray& array)
{
    for (const auto* use = innermost; use != nullptr; use = use->m_outer)
        if (&use->m_array == &array) {
            raiseInScript("The array is changed by what it calls itself");
            return false;
        }
    return true;
}
} // namespace engine::scriptcore
