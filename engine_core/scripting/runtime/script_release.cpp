#include "engine_core/scripting/runtime/script_release.h"

#include "engine_core/scripting/values/handle_memory.h"

#include <angelscript.h>
#include <angelscript/scriptarray.h>
#include <angelscript/scriptdictionary.h>

#include <string_view>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
/// Up to here the collector frees in the order that scripts may expect. It looks at all objects
/// again for each link of a chain, so a longer one would take it minutes.
constexpr asUINT MaxOrderly = 10'000;

asUINT countOf(const asIScriptEngine& scripts)
{
    asUINT count = 0;
    scripts.GetGCStatistics(&count);
    return count;
}

/// Clears its handles to other objects.
void unlink(asIScriptEngine& scripts, asIScriptObject& object)
{
    for (asUINT i = 0; i < object.GetPropertyCount(); ++i) {
        const int typeId = object.GetPropertyTypeId(i);
        if ((typeId & asTYPEID_OBJHANDLE) == 0)
            continue;
        void* other = exchangeHandle(object.GetAddressOfProperty(i), nullptr);
        if (other != nullptr)
            scripts.ReleaseScriptObject(other, scripts.GetTypeInfoById(typeId));
    }
}

/// Takes all links between objects away.
void unlinkAll(asIScriptEngine& scripts)
{
    for (asUINT i = 0; i < countOf(scripts); ++i) {
        void* object = nullptr;
        asITypeInfo* type = nullptr;
        if (scripts.GetObjectInGC(i, nullptr, &object, &type) < 0 || type == nullptr)
            continue;
        if ((type->GetFlags() & asOBJ_SCRIPT_OBJECT) != 0)
            unlink(scripts, *static_cast<asIScriptObject*>(object));
        else if (std::string_view{type->GetName()} == "array")
            static_cast<CScriptArray*>(object)->ReleaseAllHandles(&scripts);
        else if (std::string_view{type->GetName()} == "dictionary")
            static_cast<CScriptDictionary*>(object)->ReleaseAllReferences(&scripts);
    }
}
} // namespace

void releaseScripts(asIScriptEngine& scripts)
{
    scripts.SetEngineProperty(asEP_AUTO_GARBAGE_COLLECT, 0);
    if (countOf(scripts) > MaxOrderly)
        unlinkAll(scripts); // while the modules know the types
    while (scripts.GetModuleCount() > 0)
        scripts.GetModuleByIndex(0)->Discard();
    scripts.GarbageCollect(asGC_FULL_CYCLE);
}
} // namespace engine::scriptcore
