#include "engine_core/reflect/value_convert.h"
#include "engine_core/scripting/runtime/script_call.h"
#include "engine_core/scripting/runtime/script_core.h"

#include <angelscript.h>

#include <array>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
struct NamedKind
{
    const char* name;
    PropertyKind kind;
};

constexpr std::array<NamedKind, 6> ObjectKinds{{{"string", PropertyKind::Text},
                                                {"Vec2", PropertyKind::Vec2},
                                                {"Vec3", PropertyKind::Vec3},
                                                {"Quat", PropertyKind::Rotation},
                                                {"Color", PropertyKind::Color},
                                                {"Entity", PropertyKind::Entity}}};

/// Calls visit(T) with a null pointer of the C++ type behind the script type.
template <typename Result, typename Visit>
Result visitType(asIScriptEngine& scripts, int typeId, const Visit& visit, Result otherwise)
{
    switch (typeId) {
    case asTYPEID_BOOL:
        return visit(static_cast<bool*>(nullptr));
    case asTYPEID_INT8:
        return visit(static_cast<std::int8_t*>(nullptr));
    case asTYPEID_INT16:
        return visit(static_cast<std::int16_t*>(nullptr));
    case asTYPEID_INT32:
        return visit(static_cast<std::int32_t*>(nullptr));
    case asTYPEID_INT64:
        return visit(static_cast<std::int64_t*>(nullptr));
    case asTYPEID_UINT8:
        return visit(static_cast<std::uint8_t*>(nullptr));
    case asTYPEID_UINT16:
        return visit(static_cast<std::uint16_t*>(nullptr));
    case asTYPEID_UINT32:
        return visit(static_cast<std::uint32_t*>(nullptr));
    case asTYPEID_FLOAT:
        return visit(static_cast<float*>(nullptr));
    case asTYPEID_DOUBLE:
        return visit(static_cast<double*>(nullptr));
    default:
        break;
    }
    switch (kindOf(scripts, typeId).value_or(PropertyKind::Bag)) {
    case PropertyKind::Text:
        return visit(static_cast<std::string*>(nullptr));
    case PropertyKind::Vec2:
        return visit(static_cast<Vec2d*>(nullptr));
    case PropertyKind::Vec3:
        return visit(static_cast<Vec3d*>(nullptr));
    case PropertyKind::Rotation:
        return visit(static_cast<Quatd*>(nullptr));
    case PropertyKind::Color:
        return visit(static_cast<Color*>(nullptr));
    case PropertyKind::Entity:
        return visit(static_cast<EntityId*>(nullptr));
    default:
        return otherwise;
    }
}
} // namespace

std::optional<PropertyKind> kindOf(asIScriptEngine& scripts, int typeId)
{
    if (typeId == asTYPEID_BOOL)
        return PropertyKind::Bool;
    if (typeId >= asTYPEID_INT8 && typeId <= asTYPEID_UINT32)
        return PropertyKind::Int;
    if (typeId == asTYPEID_FLOAT || typeId == asTYPEID_DOUBLE)
        return PropertyKind::Float;
    if ((typeId & (asTYPEID_OBJHANDLE | asTYPEID_SCRIPTOBJECT | asTYPEID_TEMPLATE)) != 0)
        return std::nullopt;
    const auto* type = scripts.GetTypeInfoById(typeId);
    if (type == nullptr)
        return std::nullopt;
    for (const auto& known : ObjectKinds)
        if (std::string_view{type->GetName()} == known.name)
            return known.kind;
    return std::nullopt;
}

Value readValue(asIScriptEngine& scripts, int typeId, const void* address)
{
    return visitType(
        scripts, typeId,
        [&]<typename T>(T*) -> Value {
            if constexpr (std::is_same_v<T, std::string>) // objects hold theirs apart and aligned
                return ValueConvert<T>::toValue(*static_cast<const T*>(address));
            else
                return ValueConvert<T>::toValue(copyFrom<T>(address));
        },
        Value{});
}

Result<void> writeValue(asIScriptEngine& scripts, int typeId, void* address, const Value& value)
{
    return visitType(
        scripts, typeId,
        [&]<typename T>(T*) -> Result<void> {
            // An [asset(...)] property is a plain string in the script.
            const auto* asset = value.as<AssetPath>();
            auto converted = ValueConvert<T>::fromValue(
                asset != nullptr && std::is_same_v<T, std::string> ? Value{asset->path} : value);
            if (!converted)
                return converted.error();
            if constexpr (std::is_same_v<T, std::string>)
                *static_cast<T*>(address) = *std::move(converted);
            else
                copyTo<T>(address, *converted);
            return {};
        },
        Result<void>{Error{"scripts cannot be given a value of this type"}});
}
} // namespace engine::scriptcore
