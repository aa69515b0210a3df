#include "engine_core/scripting/runtime/carry_over.h"

#include "engine_core/reflect/value_hash.h"
#include "engine_core/scripting/runtime/script_core.h"
#include "engine_core/scripting/values/handle_memory.h"
#include "engine_core/scripting/values/type_ids.h"

#include <angelscript.h>
#include <angelscript/scriptarray.h>
#include <angelscript/scriptdictionary.h>

#include <algorithm>
#include <cstddef>
#include <span>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
/// How deep containers lie in each other; a dictionary may hold itself.
constexpr int MaxDepth = 16;

bool isObjectOfClass(int typeId)
{
    return (typeId & asTYPEID_SCRIPTOBJECT) != 0;
}

bool isEnumeration(const asITypeInfo* type)
{
    return type != nullptr && (type->GetFlags() & asOBJ_ENUM) != 0;
}

/// A value of the program's own, such as a Task or a Sound: bytes that refer to nothing of a
/// script.
bool isPlain(const asITypeInfo* type)
{
    constexpr asQWORD Plain = asOBJ_VALUE | asOBJ_POD;
    return type != nullptr && (type->GetFlags() & Plain) == Plain &&
           (type->GetFlags() & asOBJ_SCRIPT_OBJECT) == 0;
}

bool isNamed(const asITypeInfo* type, std::string_view name)
{
    return type != nullptr && name == type->GetName();
}

bool isAlike(const asITypeInfo& a, const asITypeInfo& b)
{
    return std::string_view{a.GetName()} == b.GetName() &&
           std::string_view{a.GetNamespace()} == b.GetNamespace();
}

/// Adds what variables hold to a hash.
class HeldHasher
{
public:
    explicit HeldHasher(asIScriptEngine& scripts) : m_scripts{scripts} {}

    /// False if it belongs to one version of a script.
    bool add(int typeId, const void* address, Hasher& hasher, int depth = 0)
    {
        if (address == nullptr || depth > MaxDepth)
            return false;
        if (isHandle(typeId))
            return addBehindHandle(typeId, handleAt(address), hasher, depth);
        if (kindOf(m_scripts, typeId)) {
            addValue(hasher, readValue(m_scripts, typeId, address));
            return true;
        }
        auto* type = m_scripts.GetTypeInfoById(typeId);
        if (isEnumeration(type)) {
            hasher.add(*static_cast<const std::int32_t*>(address));
            return true;
        }
        if (isObjectOfClass(typeId))
            return addMembers(*static_cast<const asIScriptObject*>(address), hasher, depth);
        if (isPlain(type)) {
            hasher.addBytes(std::span{static_cast<const std::byte*>(address), type->GetSize()});
            return true;
        }
        if (isNamed(type, "array"))
            return addArray(*static_cast<const CScriptArray*>(address), hasher, depth);
        if (isNamed(type, "dictionary"))
            return addDictionary(*static_cast<const CScriptDictionary*>(address), hasher, depth);
        return false;
    }

private:
    bool addBehindHandle(int typeId, const void* object, Hasher& hasher, int depth)
    {
        hasher.add(object != nullptr);
        if (object == nullptr)
            return true;
        return !isObjectOfClass(typeId) &&
               add(typeId & ~(asTYPEID_OBJHANDLE | asTYPEID_HANDLETOCONST), object, hasher,
                   depth + 1);
    }

    bool addMembers(const asIScriptObject& object, Hasher& hasher, int depth)
    {
        for (asUINT i = 0; i < object.GetPropertyCount(); ++i)
            if (!add(object.GetPropertyTypeId(i),
                     const_cast<asIScriptObject&>(object).GetAddressOfProperty(i), hasher,
                     depth + 1))
                return false;
        return true;
    }

    bool addArray(const CScriptArray& array, Hasher& hasher, int depth)
    {
        hasher.add(array.GetSize());
        for (asUINT i = 0; i < array.GetSize(); ++i)
            if (!add(array.GetElementTypeId(), array.At(i), hasher, depth + 1))
                return false;
        return true;
    }

    /// Its keys have no order.
    bool addDictionary(const CScriptDictionary& dictionary, Hasher& hasher, int depth)
    {
        ContentHash sum = 0;
        for (auto at = dictionary.begin(); at != dictionary.end(); ++at) {
            Hasher entry;
            entry.add(std::string_view{at.GetKey()});
            if (!add(at.GetTypeId(), at.GetAddressOfValue(), entry, depth + 1))
                return false;
            sum += entry.result();
        }
        hasher.add(dictionary.GetSize()).add(sum);
        return true;
    }

    asIScriptEngine& m_scripts;
};

std::optional<ContentHash> hashOf(asIScriptEngine& scripts, const ScriptVariable& variable)
{
    Hasher hasher;
    if (!HeldHasher{scripts}.add(variable.typeId, variable.address, hasher))
        return std::nullopt;
    return hasher.result();
}

const ScriptVariable* find(const std::vector<ScriptVariable>& variables, const std::string& name)
{
    const auto at = std::find_if(variables.begin(), variables.end(),
                                 [&](const ScriptVariable& each) { return each.name == name; });
    return at != variables.end() ? &*at : nullptr;
}

Result<void> carryEnumeration(const asITypeInfo& before, int value, asITypeInfo& now, void* address)
{
    for (asUINT i = 0; i < before.GetEnumValueCount(); ++i) {
        int number = 0;
        const std::string_view name = before.GetEnumValueByIndex(i, &number);
        if (number != value)
            continue;
        for (asUINT k = 0; k < now.GetEnumValueCount(); ++k)
            if (name == now.GetEnumValueByIndex(k, &number)) {
                *static_cast<std::int32_t*>(address) = number;
                return {};
            }
        return Error{"was {}, which {} no longer has", name, now.GetName()};
    }
    *static_cast<std::int32_t*>(address) = value; // no value of the enumeration in both
    return {};
}

Result<void> carryMembers(asIScriptEngine& scripts, asIScriptObject& before, asIScriptObject& now)
{
    const auto members = membersOf(now);
    for (const auto& member : membersOf(before)) {
        const auto* same = find(members, member.name);
        if (same == nullptr)
            continue; // as with members of the script itself that are removed
        if (auto carried = carryOver(scripts, member, *same); !carried)
            return Error{"{} in '{}'", carried.error().message(), member.name};
    }
    return {};
}

/// Arrays of what has another type in each version: enumerations and objects by value.
Result<void> carryElements(asIScriptEngine& scripts, CScriptArray& before, CScriptArray& now)
{
    now.Resize(before.GetSize());
    for (asUINT i = 0; i < std::min(before.GetSize(), now.GetSize()); ++i) {
        auto carried = carryOver(scripts, {{}, before.GetElementTypeId(), before.At(i)},
                                 {{}, now.GetElementTypeId(), now.At(i)});
        if (!carried) {
            now.Resize(0);
            return carried;
        }
    }
    return {};
}

void shareObject(asIScriptEngine& scripts, int typeId, void* before, void* now)
{
    auto* type = scripts.GetTypeInfoById(typeId);
    void* object = handleAt(before);
    void* replaced = exchangeHandle(now, object);
    if (object != nullptr)
        scripts.AddRefScriptObject(object, type);
    if (replaced != nullptr)
        scripts.ReleaseScriptObject(replaced, type);
}

/// What has one type in both versions and holds nothing that belongs to one of them.
Result<void>
carrySame(asIScriptEngine& scripts, const ScriptVariable& before, const ScriptVariable& now)
{
    if (isHandle(before.typeId))
        shareObject(scripts, before.typeId, before.address, now.address);
    else if (isEnumeration(scripts.GetTypeInfoById(before.typeId)))
        *static_cast<std::int32_t*>(now.address) = *static_cast<std::int32_t*>(before.address);
    else if (scripts.AssignScriptObject(now.address, before.address,
                                        scripts.GetTypeInfoById(before.typeId)) < 0)
        return Error{"cannot be copied"};
    return {};
}
} // namespace

std::vector<ScriptVariable> globalsOf(asIScriptModule& scriptModule)
{
    std::vector<ScriptVariable> globals;
    for (asUINT i = 0; i < scriptModule.GetGlobalVarCount(); ++i) {
        const char* name = nullptr;
        const char* space = nullptr;
        int typeId = 0;
        bool isConst = false;
        scriptModule.GetGlobalVar(i, &name, &space, &typeId, &isConst);
        if (isConst)
            continue;
        const std::string within{space != nullptr ? space : ""};
        globals.push_back({within.empty() ? name : within + "::" + name, typeId,
                           scriptModule.GetAddressOfGlobalVar(i)});
    }
    return globals;
}

std::vector<ScriptVariable> membersOf(asIScriptObject& object)
{
    std::vector<ScriptVariable> members;
    members.reserve(object.GetPropertyCount());
    for (asUINT i = 0; i < object.GetPropertyCount(); ++i)
        members.push_back({object.GetPropertyName(i), object.GetPropertyTypeId(i),
                           object.GetAddressOfProperty(i)});
    return members;
}

HeldHashes hashesOf(asIScriptEngine& scripts, const std::vector<ScriptVariable>& variables)
{
    HeldHashes hashes;
    hashes.reserve(variables.size());
    for (const auto& variable : variables)
        hashes.push_back(hashOf(scripts, variable));
    return hashes;
}

Result<void>
carryOver(asIScriptEngine& scripts, const ScriptVariable& before, const ScriptVariable& now)
{
    if (before.address == nullptr || now.address == nullptr)
        return Error{"holds nothing"};
    if (kindOf(scripts, before.typeId) && kindOf(scripts, now.typeId)) {
        if (writeValue(scripts, now.typeId, now.address,
                       readValue(scripts, before.typeId, before.address)))
            return {};
    } else if (before.typeId == now.typeId && !isObjectOfClass(before.typeId)) {
        if (hashOf(scripts, before))
            return carrySame(scripts, before, now);
        return Error{"holds objects or functions of the script"};
    }
    auto* typeBefore = scripts.GetTypeInfoById(before.typeId);
    auto* typeNow = scripts.GetTypeInfoById(now.typeId);
    if (typeBefore != nullptr && typeNow != nullptr && isAlike(*typeBefore, *typeNow)) {
        if (isHandle(before.typeId) && isHandle(now.typeId)) {
            if (handleAt(before.address) != nullptr)
                return Error{"refers to an object of a class of the script"};
            shareObject(scripts, now.typeId, before.address, now.address);
            return {};
        }
        if (isEnumeration(typeBefore) && isEnumeration(typeNow))
            return carryEnumeration(*typeBefore, *static_cast<std::int32_t*>(before.address),
                                    *typeNow, now.address);
        if (isObjectOfClass(before.typeId) && isObjectOfClass(now.typeId))
            return carryMembers(scripts, *static_cast<asIScriptObject*>(before.address),
                                *static_cast<asIScriptObject*>(now.address));
        if (isNamed(typeBefore, "array") && !isHandle(before.typeId) && !isHandle(now.typeId))
            return carryElements(scripts, *static_cast<CScriptArray*>(before.address),
                                 *static_cast<CScriptArray*>(now.address));
    }
    // The engine answers in one buffer.
    const std::string was = scripts.GetTypeDeclaration(before.typeId, true);
    return Error{"was {} and is {} now", was, scripts.GetTypeDeclaration(now.typeId, true)};
}

std::vector<std::string> carryOverAll(asIScriptEngine& scripts,
                                      const std::vector<ScriptVariable>& before,
                                      const HeldHashes& beganWith,
                                      const std::vector<ScriptVariable>& now)
{
    std::vector<std::string> lost;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const auto& variable = before[i];
        const auto hash = hashOf(scripts, variable);
        if (hash && i < beganWith.size() && beganWith[i] == hash)
            continue; // gets what the new version begins with
        const auto* same = find(now, variable.name);
        if (same == nullptr)
            lost.push_back(fmt::format("'{}' is no longer there", variable.name));
        else if (const auto carried = carryOver(scripts, variable, *same); !carried)
            lost.push_back(fmt::format("'{}' {}", variable.name, carried.error().message()));
    }
    return lost;
}
} // namespace engine::scriptcore
