#pragma once

#include "engine_core/play/script_bindings/play_bindings.h"

#include <string>
#include <type_traits>

/// Functions by which scripts keep named values, for every kind of value that can be kept.
/// `storeOf(play)` is what keeps them: it has set(), get(), has() and remove() as PlaySaves has.
namespace engine::kept
{
template <auto storeOf>
void set(const std::string& name, const Value& value)
{
    auto* play = activePlay();
    if (play == nullptr)
        return;
    if (const auto done = storeOf(*play).set(name, value); !done)
        raiseInScript(done.error().message());
}

/// What was kept, or else the other value.
template <auto storeOf, typename T>
T getOr(const std::string& name, const T& otherwise)
{
    auto* play = activePlay();
    const auto value = play != nullptr ? storeOf(*play).get(name) : Value{};
    const auto* found = value.template as<T>();
    return found != nullptr ? *found : otherwise;
}

template <auto storeOf>
bool has(const std::string& name)
{
    auto* play = activePlay();
    return play != nullptr && storeOf(*play).has(name);
}

template <auto storeOf>
void remove(const std::string& name)
{
    if (auto* play = activePlay())
        storeOf(*play).remove(name);
}

/// One type of value: as scripts return and take it, and as a parameter of natives.
template <auto storeOf, typename P, typename T = std::remove_cvref_t<P>>
void bindKind(ScriptBinder& binder,
              const char* kind,
              const char* returned,
              const char* taken,
              const char* otherwise,
              const char* text)
{
    binder.function(
        fmt::format("void set{}(const string &in name, {} value)", kind, taken).c_str(),
        +[](const std::string& name, P value) { set<storeOf>(name, {T{value}}); }, text);
    binder.function(
        fmt::format("{} get{}(const string &in name, {} otherwise = {})", returned, kind, taken,
                    otherwise)
            .c_str(),
        +[](const std::string& name, P instead) { return getOr<storeOf, T>(name, instead); },
        "What was kept under that name; the other value if there is none of its kind");
}

/// setNumber(), getNumber() and so on, in the namespace that is open; `text` says what set does.
template <auto storeOf>
void bindAll(ScriptBinder& binder, const char* text)
{
    bindKind<storeOf, double>(binder, "Number", "double", "double", "0", text);
    bindKind<storeOf, bool>(binder, "Bool", "bool", "bool", "false", text);
    bindKind<storeOf, const std::string&>(binder, "Text", "string", "const string &in", "\"\"",
                                          text);
    bindKind<storeOf, const Vec3d&>(binder, "Vec3", "Vec3", "const Vec3 &in", "Vec3(0, 0, 0)",
                                    text);
    binder.function("bool has(const string &in name)", has<storeOf>,
                    "Whether something is kept under that name");
    binder.function("void remove(const string &in name)", remove<storeOf>, "Forgets it");
}
} // namespace engine::kept
