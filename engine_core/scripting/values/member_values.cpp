#include "engine_core/scripting/values/member_values.h"

#include "engine_core/scripting/runtime/script_core.h"
#include "engine_core/scripting/values/type_ids.h"

#include <angelscript.h>
#include <angelscript/scriptarray.h>

#include <memory>
#include <string_view>
#include <utility>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
struct ReleaseArray
{
    void operator()(const CScriptArray* array) const { array->Release(); }
};

/// Null unless the type is an enumeration.
const asITypeInfo* enumerationOf(asIScriptEngine& scripts, int typeId)
{
    const auto* type = scripts.GetTypeInfoById(typeId);
    return type != nullptr && (type->GetFlags() & asOBJ_ENUM) != 0 ? type : nullptr;
}

/// The type id of what an array holds; nothing unless it is one.
std::optional<int> elementTypeOf(asIScriptEngine& scripts, int typeId)
{
    if (isHandle(typeId))
        return std::nullopt;
    const auto* type = scripts.GetTypeInfoById(typeId);
    if (type == nullptr || std::string_view{type->GetName()} != "array" ||
        type->GetSubTypeCount() != 1)
        return std::nullopt;
    return type->GetSubTypeId();
}

Value readEnumeration(const asITypeInfo& type, std::int32_t number)
{
    for (asUINT i = 0; i < type.GetEnumValueCount(); ++i) {
        int value = 0;
        const char* name = type.GetEnumValueByIndex(i, &value);
        if (value == number)
            return {std::string{name}};
    }
    return {std::int64_t{number}};
}

Result<std::int32_t> numberOfChoice(const asITypeInfo& type, const Value& value)
{
    if (const auto* number = value.as<std::int64_t>();
        number && std::in_range<std::int32_t>(*number))
        return static_cast<std::int32_t>(*number);
    const auto* wanted = value.as<std::string>();
    if (wanted == nullptr)
        return Error{"expected a value of {}", type.GetName()};
    for (asUINT i = 0; i < type.GetEnumValueCount(); ++i) {
        int number = 0;
        if (*wanted == type.GetEnumValueByIndex(i, &number))
            return number;
    }
    return Error{"{} has no value '{}'", type.GetName(), *wanted};
}

Result<void> writeArray(asIScriptEngine& scripts, CScriptArray& array, const Value& value)
{
    const auto* list = value.as<ValueList>();
    if (list == nullptr)
        return Error{"expected a list"};
    // Filled beside it, so that one element that does not fit leaves the array as it was.
    const std::unique_ptr<CScriptArray, ReleaseArray> filled{
        CScriptArray::Create(array.GetArrayObjectType(), static_cast<asUINT>(list->size()))};
    if (filled == nullptr || filled->GetSize() != list->size())
        return Error{"there is no room for {} values", list->size()};
    for (asUINT i = 0; i < filled->GetSize(); ++i)
        if (auto written =
                writeMember(scripts, array.GetElementTypeId(), filled->At(i), (*list)[i]);
            !written)
            return written.error().withContext("value {} of the list", i + 1);
    array = *filled;
    return {};
}
} // namespace

std::optional<MemberType> memberTypeOf(asIScriptEngine& scripts, int typeId)
{
    if (const auto kind = kindOf(scripts, typeId))
        return MemberType{*kind, {}, {}};
    if (const auto* type = enumerationOf(scripts, typeId)) {
        MemberType member{PropertyKind::Enum, {}, {}};
        for (asUINT i = 0; i < type->GetEnumValueCount(); ++i) {
            int number = 0;
            member.choices.emplace_back(type->GetEnumValueByIndex(i, &number));
        }
        return member;
    }
    const auto elements = elementTypeOf(scripts, typeId);
    auto member = elements ? memberTypeOf(scripts, *elements) : std::nullopt;
    if (!member || member->kind == PropertyKind::List)
        return std::nullopt;
    member->elementKind = std::exchange(member->kind, PropertyKind::List);
    return member;
}

Value readMember(asIScriptEngine& scripts, int typeId, const void* address)
{
    if (kindOf(scripts, typeId))
        return readValue(scripts, typeId, address);
    if (const auto* type = enumerationOf(scripts, typeId))
        return readEnumeration(*type, *static_cast<const std::int32_t*>(address));
    if (address == nullptr || !memberTypeOf(scripts, typeId))
        return {};
    const auto& array = *static_cast<const CScriptArray*>(address);
    ValueList list;
    list.reserve(array.GetSize());
    for (asUINT i = 0; i < array.GetSize(); ++i)
        list.push_back(readMember(scripts, array.GetElementTypeId(), array.At(i)));
    return {std::move(list)};
}

Result<void> writeMember(asIScriptEngine& scripts, int typeId, void* address, const Value& value)
{
    if (const auto* type = enumerationOf(scripts, typeId)) {
        const auto number = numberOfChoice(*type, value);
        if (!number)
            return number.error();
        *static_cast<std::int32_t*>(address) = *number;
        return {};
    }
    if (address != nullptr && elementTypeOf(scripts, typeId) && memberTypeOf(scripts, typeId))
        return writeArray(scripts, *static_cast<CScriptArray*>(address), value);
    return writeValue(scripts, typeId, address, value);
}
} // namespace engine::scriptcore
