#pragma once

#include <angelscript.h>

namespace engine::scriptcore
{
inline bool isHandle(int typeId)
{
    return (typeId & AngelScript::asTYPEID_OBJHANDLE) != 0;
}

inline bool isObject(int typeId)
{
    return (typeId & AngelScript::asTYPEID_MASK_OBJECT) != 0;
}
} // namespace engine::scriptcore
