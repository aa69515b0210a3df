#include "engine_core/scripting/values/script_array.h"

#include "engine_core/scripting/binding/direct_binder.h"
#include "engine_core/scripting/limits/script_budget.h"
#include "engine_core/scripting/limits/script_memory.h"
#include "engine_core/scripting/values/array_elements.h"
#include "engine_core/scripting/values/array_sort.h"
#include "engine_core/scripting/values/array_use.h"
#include "engine_core/scripting/values/element_sort.h"
#include "engine_core/scripting/values/type_ids.h"

#include <angelscript.h>
#include <angelscript/scriptarray.h>

#include <algorithm>
#include <bit>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
/// Most memory of one array and what lies in it, and so the longest stall by one call.
constexpr std::uint64_t MaxArrayBytes = 256U << 20U;

/// Under which CScriptArray keeps how its elements compare with their type.
constexpr asPWORD ComparisonTag = 1000;

/// What one element costs. Arrays point to their objects.
std::uint64_t elementBytes(asITypeInfo& arrayType)
{
    const int element = arrayType.GetSubTypeId();
    if (!isObject(element))
        return static_cast<std::uint64_t>(arrayType.GetEngine()->GetSizeOfPrimitiveType(element));
    const bool ownsIt = !isHandle(element);
    return sizeof(void*) + (ownsIt ? arrayType.GetSubType()->GetSize() : 0U);
}

/// Whether an array may have that many elements; otherwise the script gets an exception.
bool mayHold(asITypeInfo& arrayType, std::uint64_t count)
{
    const auto bytes = count * elementBytes(arrayType);
    if (bytes > MaxArrayBytes) {
        raiseInScript(fmt::format("An array of {} elements is too big", count));
        return false;
    }
    if (scriptMemory().hasRoomFor(bytes))
        return true;
    raiseInScript(ScriptBudget::of(*arrayType.GetEngine())->tooMuch());
    return false;
}

/// Room for that many elements and some more, so that appending one by one takes no square of time.
bool makeRoom(CScriptArray& array, std::uint64_t count)
{
    if (!mayHold(*array.GetArrayObjectType(), count))
        return false;
    array.Reserve(std::bit_ceil(static_cast<asUINT>(count)));
    return true;
}

/// Changes it, unless something works on it already; elements that go run destructors.
template <typename Change>
void change(CScriptArray& array, const Change& how)
{
    if (!ArrayUse::mayChange(array))
        return;
    const ArrayUse use{array};
    how();
}

/// Null once the budget is spent: a million of them may be the elements of another array.
CScriptArray* makeEmpty(asITypeInfo* type)
{
    const auto& budget = *ScriptBudget::of(*type->GetEngine());
    if (!budget.isSpent())
        return CScriptArray::Create(type);
    raiseInScript(budget.whySpent());
    return nullptr;
}

CScriptArray* makeOfLength(asITypeInfo* type, asUINT length)
{
    return mayHold(*type, length) ? CScriptArray::Create(type, length) : nullptr;
}

CScriptArray* makeFilled(asITypeInfo* type, asUINT length, void* value)
{
    return mayHold(*type, length) ? CScriptArray::Create(type, length, value) : nullptr;
}

void resize(CScriptArray& array, asUINT length)
{
    change(array, [&] {
        if (mayHold(*array.GetArrayObjectType(), length))
            array.Resize(length);
    });
}

void reserve(CScriptArray& array, asUINT length)
{
    change(array, [&] {
        if (mayHold(*array.GetArrayObjectType(), length))
            array.Reserve(length);
    });
}

void insertLast(CScriptArray& array, void* value)
{
    change(array, [&] {
        if (makeRoom(array, std::uint64_t{array.GetSize()} + 1))
            array.InsertLast(value);
    });
}

void insertAt(CScriptArray& array, asUINT index, void* value)
{
    change(array, [&] {
        if (makeRoom(array, std::uint64_t{array.GetSize()} + 1))
            array.InsertAt(index, value);
    });
}

void insertAllAt(CScriptArray& array, asUINT index, const CScriptArray& others)
{
    change(array, [&] {
        const ArrayUse use{others};
        if (makeRoom(array, std::uint64_t{array.GetSize()} + others.GetSize()))
            array.InsertAt(index, others);
    });
}

CScriptArray* assign(CScriptArray& array, const CScriptArray& other)
{
    change(array, [&] {
        const ArrayUse use{other};
        array = other;
    });
    return &array;
}

/// Takes away what there is of the range.
void removeRange(CScriptArray& array, asUINT start, asUINT count)
{
    change(array, [&] {
        const asUINT size = array.GetSize();
        if (start < size)
            array.RemoveRange(start, std::min(count, size - start));
    });
}

/// While something works on the array, a script could let go of an element by its reference.
void* elementToChange(CScriptArray& array, asUINT index)
{
    return ArrayUse::mayChange(array) ? array.At(index) : nullptr;
}

void sort(CScriptArray& array, asUINT start, asUINT count, bool ascending)
{
    change(array, [&] {
        if (!sortNumbers(array, start, count, ascending))
            sortElements(array, nullptr, start, count, ascending);
    });
}

void sortBy(CScriptArray& array, asIScriptFunction* less, asUINT start, asUINT count)
{
    change(array, [&] { sortElements(array, less, start, count, true); });
}

int findFrom(const CScriptArray& array, asUINT start, void* value)
{
    const ArrayUse use{array};
    return array.Find(start, value);
}

bool isSame(const CScriptArray& array, const CScriptArray& other)
{
    const ArrayUse use{array};
    const ArrayUse otherUse{other};
    return array == other;
}

void forgetComparison(asITypeInfo* arrayType)
{
    asFreeMem(arrayType->GetUserData(ComparisonTag));
}

void bindLife(DirectBinder& array)
{
    array.behaviour(asBEHAVE_TEMPLATE_CALLBACK, "bool f(int &in, bool &out)", &acceptsArrayElement);
    array.behaviour(asBEHAVE_FACTORY, "array<T>@ f(int &in)", &makeEmpty);
    array.behaviour(asBEHAVE_FACTORY, "array<T>@ f(int &in, uint length) explicit", &makeOfLength);
    array.behaviour(asBEHAVE_FACTORY, "array<T>@ f(int &in, uint length, const T &in value)",
                    &makeFilled);
    array.behaviour(
        asBEHAVE_LIST_FACTORY, "array<T>@ f(int &in, int &in) {repeat T}",
        +[](asITypeInfo* type, void* list) { return CScriptArray::Create(type, list); });
    array.life(
        asBEHAVE_ADDREF, "void f()", +[](CScriptArray& a) { a.AddRef(); });
    array.life(
        asBEHAVE_RELEASE, "void f()", +[](CScriptArray& a) { a.Release(); });
    array.life(
        asBEHAVE_GETREFCOUNT, "int f()", +[](CScriptArray& a) { return a.GetRefCount(); });
    array.life(
        asBEHAVE_SETGCFLAG, "void f()", +[](CScriptArray& a) { a.SetFlag(); });
    array.life(
        asBEHAVE_GETGCFLAG, "bool f()", +[](CScriptArray& a) { return a.GetFlag(); });
    array.life(
        asBEHAVE_ENUMREFS, "void f(int &in)",
        +[](CScriptArray& a, asIScriptEngine* scripts) { a.EnumReferences(scripts); });
    array.life(
        asBEHAVE_RELEASEREFS, "void f(int &in)",
        +[](CScriptArray& a, asIScriptEngine* scripts) { a.ReleaseAllHandles(scripts); });
}

void bindChanges(DirectBinder& array)
{
    array.method("T &opIndex(uint index)", &elementToChange);
    array.method(
        "const T &opIndex(uint index) const",
        +[](const CScriptArray& a, asUINT index) { return a.At(index); });
    array.method("array<T> &opAssign(const array<T> &in)", &assign);
    array.method("void insertAt(uint index, const T &in value)", &insertAt);
    array.method("void insertAt(uint index, const array<T> &arr)", &insertAllAt);
    array.method("void insertLast(const T &in value)", &insertLast);
    array.method(
        "void removeAt(uint index)",
        +[](CScriptArray& a, asUINT index) { change(a, [&] { a.RemoveAt(index); }); });
    array.method(
        "void removeLast()", +[](CScriptArray& a) { change(a, [&] { a.RemoveLast(); }); });
    array.method("void removeRange(uint start, uint count)", &removeRange);
    array.method(
        "uint length() const", +[](const CScriptArray& a) { return a.GetSize(); });
    array.method("void reserve(uint length)", &reserve);
    array.method("void resize(uint length)", &resize);
}

void bindOrder(DirectBinder& array)
{
    array.method(
        "void sortAsc()", +[](CScriptArray& a) { sort(a, 0, a.GetSize(), true); });
    array.method(
        "void sortAsc(uint startAt, uint count)",
        +[](CScriptArray& a, asUINT start, asUINT count) { sort(a, start, count, true); });
    array.method(
        "void sortDesc()", +[](CScriptArray& a) { sort(a, 0, a.GetSize(), false); });
    array.method(
        "void sortDesc(uint startAt, uint count)",
        +[](CScriptArray& a, asUINT start, asUINT count) { sort(a, start, count, false); });
    array.method(
        "void reverse()", +[](CScriptArray& a) { change(a, [&] { a.Reverse(); }); });
    array.method(
        "int find(const T &in if_handle_then_const value) const",
        +[](const CScriptArray& a, void* value) { return findFrom(a, 0, value); });
    array.method("int find(uint startAt, const T &in if_handle_then_const value) const", &findFrom);
    array.method(
        "int findByRef(const T &in if_handle_then_const value) const",
        +[](const CScriptArray& a, void* value) { return a.FindByRef(value); });
    array.method(
        "int findByRef(uint startAt, const T &in if_handle_then_const value) const",
        +[](const CScriptArray& a, asUINT start, void* value) {
            return a.FindByRef(start, value);
        });
    array.method("bool opEquals(const array<T> &in) const", &isSame);
    array.method(
        "bool isEmpty() const", +[](const CScriptArray& a) { return a.IsEmpty(); });
}
} // namespace

Result<void> bindArray(ScriptBinder& binder)
{
    auto& scripts = binder.engine();
    scripts.SetTypeInfoUserDataCleanupCallback(forgetComparison, ComparisonTag);
    binder.check(
        scripts.RegisterObjectType("array<class T>", 0, asOBJ_REF | asOBJ_GC | asOBJ_TEMPLATE),
        "array<class T>");
    DirectBinder array{binder, "array<T>"};
    bindLife(array);
    bindChanges(array);
    bindOrder(array);
    constexpr const char* Less = "bool array<T>::less(const T &in if_handle_then_const a, const T "
                                 "&in if_handle_then_const b)";
    binder.check(scripts.RegisterFuncdef(Less), Less);
    array.method("void sort(const less &in, uint startAt = 0, uint count = uint(-1))", &sortBy);
    binder.check(scripts.RegisterDefaultArrayType("array<T>"), "array<T>");
    return binder.finish("array");
}
} // namespace engine::scriptcore
