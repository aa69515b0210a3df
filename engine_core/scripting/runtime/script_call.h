#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace AngelScript
{
class asIScriptGeneric;
} // namespace AngelScript

/// How natives are called by scripts. AngelScript aligns its stack, and what lies in its objects,
/// to 4 bytes only, so a native must never look at a Vec3, a double or a string where a script
/// holds it. Everything therefore goes through copies that are aligned as C++ wants them.
namespace engine::scriptcore
{
/// The value at an address of any alignment.
template <typename T>
[[nodiscard]] T copyFrom(const void* address)
{
    static_assert(std::is_trivially_copyable_v<T>);
    std::array<std::byte, sizeof(T)> bytes;
    std::memcpy(bytes.data(), address, sizeof(T));
    return std::bit_cast<T>(bytes);
}

/// Puts the value at an address of any alignment.
template <typename T>
void copyTo(void* address, const T& value)
{
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(address, &value, sizeof(T));
}

template <typename T>
struct IsList : std::false_type
{
};

/// Scripts' arrays are vectors here.
template <typename T>
struct IsList<std::vector<T>> : std::true_type
{
};

/// One call of a native from a script, as AngelScript hands it over.
class ScriptCall
{
public:
    using Thunk = void (*)(AngelScript::asIScriptGeneric*);

    explicit ScriptCall(AngelScript::asIScriptGeneric& call) : m_call{call} {}

    /// What was registered with the declaration: the native itself.
    [[nodiscard]] void* native() const;

    /// The object of a method; the memory to fill of a constructor.
    [[nodiscard]] void* object() const;

    /// Where a number, truth value or enumerator lies.
    [[nodiscard]] const void* number(unsigned index) const;

    /// Where an `&in` argument lies.
    [[nodiscard]] const void* reference(unsigned index) const;

    [[nodiscard]] std::string text(unsigned index) const;

    /// Where the result goes: numbers and plain values.
    [[nodiscard]] void* result() const;

    /// How many items the array that is an argument has; 0 for null.
    [[nodiscard]] std::size_t listSize(unsigned index) const;
    [[nodiscard]] const void* listItem(unsigned index, std::size_t item) const;

    /// The elements of an array: numbers, plain values or texts.
    template <typename T>
    [[nodiscard]] std::vector<T> list(unsigned index) const
    {
        std::vector<T> items(listSize(index));
        for (std::size_t i = 0; i < items.size(); ++i)
            if constexpr (std::is_same_v<T, std::string>)
                items[i] = *static_cast<const std::string*>(listItem(index, i));
            else
                items[i] = copyFrom<T>(listItem(index, i));
        return items;
    }

    /// Makes the array that is returned, and calls put(where, item) for each of its elements.
    void returnList(std::size_t size,
                    const std::function<void(void* where, std::size_t item)>& put) const;

    void returnText(std::string text) const;
    void returnReference(void* object) const;

private:
    AngelScript::asIScriptGeneric& m_call;
};

/// The argument for a parameter of type P: numbers and handles by value, everything else by const
/// reference.
template <typename P>
[[nodiscard]] std::decay_t<P> takeArgument(const ScriptCall& call, unsigned index)
{
    using T = std::decay_t<P>;
    // Handles are the script's own; who keeps one counts it.
    constexpr bool isNumber = std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_pointer_v<T>;
    static_assert(isNumber == !std::is_reference_v<P>,
                  "take numbers and handles by value, others by const &");
    static_assert(isNumber || std::is_const_v<std::remove_reference_t<P>>,
                  "scripts do not hear of changed arguments");
    if constexpr (isNumber)
        return copyFrom<T>(call.number(index));
    else if constexpr (std::is_same_v<T, std::string>)
        return call.text(index);
    else if constexpr (IsList<T>::value)
        return call.list<typename T::value_type>(index);
    else
        return copyFrom<T>(call.reference(index));
}

/// Calls `native` and gives its result to the script. A reference can only be to the object.
template <typename R, typename Native>
void answer(const ScriptCall& call, const Native& native)
{
    if constexpr (std::is_void_v<R>) {
        native();
    } else if constexpr (std::is_reference_v<R>) {
        native();
        call.returnReference(call.object());
    } else if constexpr (std::is_same_v<R, std::string>) {
        call.returnText(native());
    } else if constexpr (IsList<R>::value) {
        const R items = native();
        call.returnList(items.size(), [&items](void* where, std::size_t item) {
            using T = typename R::value_type;
            if constexpr (std::is_same_v<T, std::string>)
                *static_cast<std::string*>(where) = items[item];
            else
                copyTo<T>(where, items[item]);
        });
    } else {
        copyTo<R>(call.result(), native());
    }
}

template <typename R, typename... A>
void callFunction(AngelScript::asIScriptGeneric* generic)
{
    const ScriptCall call{*generic};
    const auto native = reinterpret_cast<R (*)(A...)>(call.native());
    [&]<std::size_t... I>(std::index_sequence<I...>)
    {
        // Braces keep the order of evaluation.
        const std::tuple<std::decay_t<A>...> arguments{takeArgument<A>(call, I)...};
        answer<R>(call, [&]() -> R { return native(std::get<I>(arguments)...); });
    }
    (std::index_sequence_for<A...>{});
}

template <typename R, typename Object, typename... A>
void callMethod(AngelScript::asIScriptGeneric* generic)
{
    static_assert(std::is_reference_v<Object>);
    const ScriptCall call{*generic};
    const auto native = reinterpret_cast<R (*)(Object, A...)>(call.native());
    [&]<std::size_t... I>(std::index_sequence<I...>)
    {
        const std::tuple<std::decay_t<A>...> arguments{takeArgument<A>(call, I)...};
        auto object = copyFrom<std::decay_t<Object>>(call.object());
        answer<R>(call, [&]() -> R { return native(object, std::get<I>(arguments)...); });
        if constexpr (!std::is_const_v<std::remove_reference_t<Object>>)
            copyTo(call.object(), object);
    }
    (std::index_sequence_for<A...>{});
}

template <typename T, typename... A>
void callConstructor(AngelScript::asIScriptGeneric* generic)
{
    const ScriptCall call{*generic};
    const auto native = reinterpret_cast<T (*)(A...)>(call.native());
    [&]<std::size_t... I>(std::index_sequence<I...>)
    {
        const std::tuple<std::decay_t<A>...> arguments{takeArgument<A>(call, I)...};
        copyTo(call.object(), native(std::get<I>(arguments)...));
    }
    (std::index_sequence_for<A...>{});
}
} // namespace engine::scriptcore
