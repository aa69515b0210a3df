#include "editor/scripting/script_state.h"

#include "engine_core/base/json_writer.h"
#include "engine_core/scripting/runtime/script_core.h"
#include "engine_core/serialization/json_values.h"

#include <angelscript.h>
#include <angelscript/scriptarray.h>

namespace editor
{
using namespace AngelScript;
using namespace engine;
using namespace engine::scriptcore;

namespace
{
constexpr std::size_t MaxItems = 100'000;

/// A public member that can be kept: a value, or an array of values.
struct Member
{
    std::string name;
    Property property; ///< its kind, or that of an array's elements
    int typeId = 0;    ///< of the value or element
    void* address = nullptr;
    CScriptArray* array = nullptr; ///< null if it is a value
};

/// The array that a member is or points to; null if it is none.
CScriptArray* arrayAt(asIScriptEngine& scripts, int typeId, void* address)
{
    const auto* type = scripts.GetTypeInfoById(typeId);
    if (type == nullptr || (typeId & asTYPEID_TEMPLATE) == 0 ||
        std::string_view{type->GetName()} != "array" || (typeId & asTYPEID_OBJHANDLE) != 0)
        return nullptr;
    return static_cast<CScriptArray*>(address);
}

/// The type whose values lie in memory as those of `typeId`, and can be kept: an enum's numbers,
/// and the bits of the largest whole numbers.
int keptTypeOf(asIScriptEngine& scripts, int typeId)
{
    if (typeId == asTYPEID_UINT64)
        return asTYPEID_INT64;
    const auto* type = scripts.GetTypeInfoById(typeId);
    return type != nullptr && (type->GetFlags() & asOBJ_ENUM) != 0 ? asTYPEID_INT32 : typeId;
}

std::optional<Member> memberAt(asIScriptObject& object, asUINT index)
{
    auto& scripts = *object.GetEngine();
    const char* name = nullptr;
    bool isPrivate = false;
    bool isProtected = false;
    Member member;
    object.GetObjectType()->GetProperty(index, &name, &member.typeId, &isPrivate, &isProtected);
    if (isPrivate || isProtected)
        return std::nullopt;
    member.name = name;
    member.address = object.GetAddressOfProperty(index);
    member.array = arrayAt(scripts, member.typeId, member.address);
    if (member.array != nullptr)
        member.typeId = member.array->GetElementTypeId();
    member.typeId = keptTypeOf(scripts, member.typeId);
    const auto kind = kindOf(scripts, member.typeId);
    if (!kind)
        return std::nullopt;
    member.property.kind = *kind;
    return member;
}

template <typename Visit>
void forEachMember(asIScriptObject& object, const Visit& visit)
{
    for (asUINT i = 0; i < object.GetPropertyCount(); ++i)
        if (auto member = memberAt(object, i))
            visit(*member);
}

void restoreArray(asIScriptEngine& scripts, const Member& member, const JsonValue& json)
{
    if (!json.isArray() || json.count() > MaxItems)
        return;
    member.array->Resize(static_cast<asUINT>(json.count()));
    asUINT index = 0;
    json.forEachItem([&](const JsonValue& item) {
        if (const auto value = readValue(member.property, item))
            static_cast<void>(writeValue(scripts, member.typeId, member.array->At(index), *value));
        ++index;
    });
}
} // namespace

std::string stateOf(asIScriptObject& object)
{
    auto& scripts = *object.GetEngine();
    std::string out{"{"};
    forEachMember(object, [&](const Member& member) {
        if (out.size() > 1)
            out += ", ";
        appendJsonKey(out, member.name);
        const auto append = [&](const void* address) {
            engine::writeValue(out, member.property, readValue(scripts, member.typeId, address));
        };
        out += ' ';
        if (member.array == nullptr) {
            append(member.address);
            return;
        }
        out += '[';
        for (asUINT i = 0; i < member.array->GetSize(); ++i) {
            if (i > 0)
                out += ", ";
            append(member.array->At(i));
        }
        out += ']';
    });
    return out + '}';
}

void restoreState(asIScriptObject& object, std::string_view state)
{
    const auto tree = JsonTree::parse(state, "window state");
    if (!tree || !tree->root().isObject())
        return;
    auto& scripts = *object.GetEngine();
    forEachMember(object, [&](const Member& member) {
        const auto json = tree->root().find(member.name);
        if (!json)
            return;
        if (member.array != nullptr)
            return restoreArray(scripts, member, *json);
        if (const auto value = readValue(member.property, *json))
            static_cast<void>(writeValue(scripts, member.typeId, member.address, *value));
    });
}
} // namespace editor
