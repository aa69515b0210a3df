#include "engine_core/scripting/values/array_elements.h"

#include "engine_core/scripting/values/type_ids.h"

#include <angelscript.h>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
/// Whether an object of the type can be made of nothing, as the elements of a longer array are.
bool hasDefault(asITypeInfo& type)
{
    if ((type.GetFlags() & asOBJ_VALUE) != 0) {
        if ((type.GetFlags() & asOBJ_POD) != 0)
            return true;
        for (asUINT i = 0; i < type.GetBehaviourCount(); ++i) {
            asEBehaviours what{};
            const auto* behaviour = type.GetBehaviourByIndex(i, &what);
            if (what == asBEHAVE_CONSTRUCT && behaviour->GetParamCount() == 0)
                return true;
        }
        return false;
    }
    for (asUINT i = 0; i < type.GetFactoryCount(); ++i)
        if (type.GetFactoryByIndex(i)->GetParamCount() == 0)
            return true;
    return false;
}

/// Whether an element can lead back to its array, so that only the garbage collector frees both.
bool canFormCircles(asITypeInfo& type, bool byHandle)
{
    const auto flags = type.GetFlags();
    if ((flags & asOBJ_GC) != 0)
        return true;
    // A handle can be to an object of a class that derives from this one.
    const bool canBeDerived = (flags & asOBJ_SCRIPT_OBJECT) != 0 && (flags & asOBJ_NOINHERIT) == 0;
    return byHandle && canBeDerived;
}
} // namespace

bool acceptsArrayElement(asITypeInfo* arrayType, bool* skipsCollector)
{
    const int element = arrayType->GetSubTypeId();
    if (element == asTYPEID_VOID)
        return false;
    if (!isObject(element)) {
        *skipsCollector = true;
        return true;
    }
    auto& type = *arrayType->GetSubType();
    if (!isHandle(element) && !hasDefault(type)) {
        arrayType->GetEngine()->WriteMessage("array", 0, 0, asMSGTYPE_ERROR,
                                             "Elements of an array need a default constructor");
        return false;
    }
    *skipsCollector = !canFormCircles(type, isHandle(element));
    return true;
}
} // namespace engine::scriptcore
