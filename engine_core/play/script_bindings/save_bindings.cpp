#include "engine_core/play/script_bindings/play_bindings.h"

namespace engine
{
namespace
{
void keepValue(const std::string& name, const Value& value)
{
    auto* play = activePlay();
    if (play == nullptr)
        return;
    if (const auto kept = play->saves.set(name, value); !kept)
        raiseInScript(kept.error().message());
}

/// What was kept, or else the other value.
template <typename T>
T keptOr(const std::string& name, const T& otherwise)
{
    const auto* play = activePlay();
    const auto value = play != nullptr ? play->saves.get(name) : Value{};
    const auto* kept = value.as<T>();
    return kept != nullptr ? *kept : otherwise;
}

/// One type of value: as scripts return and take it, and as a parameter of natives.
template <typename P, typename T = std::remove_cvref_t<P>>
void bindKept(ScriptBinder& binder,
              const char* kind,
              const char* returned,
              const char* taken,
              const char* otherwise)
{
    binder.function(
        fmt::format("void set{}(const string &in name, {} value)", kind, taken).c_str(),
        +[](const std::string& name, P value) { keepValue(name, {T{value}}); },
        "Keeps it under that name from one game to the next");
    binder.function(
        fmt::format("{} get{}(const string &in name, {} otherwise = {})", returned, kind, taken,
                    otherwise)
            .c_str(),
        +[](const std::string& name, P instead) { return keptOr<T>(name, instead); },
        "What was kept under that name; the other value if there is none of its kind");
}

bool hasKept(const std::string& name)
{
    const auto* play = activePlay();
    return play != nullptr && play->saves.has(name);
}

void removeKept(const std::string& name)
{
    if (auto* play = activePlay())
        play->saves.remove(name);
}

void clearKept()
{
    if (auto* play = activePlay())
        play->saves.clear();
}
} // namespace

Result<void> bindSaves(ScriptBinder& binder)
{
    binder.space("Save");
    bindKept<double>(binder, "Number", "double", "double", "0");
    bindKept<bool>(binder, "Bool", "bool", "bool", "false");
    bindKept<const std::string&>(binder, "Text", "string", "const string &in", "\"\"");
    bindKept<const Vec3d&>(binder, "Vec3", "Vec3", "const Vec3 &in", "Vec3(0, 0, 0)");
    binder.function("bool has(const string &in name)", hasKept,
                    "Whether something is kept under that name");
    binder.function("void remove(const string &in name)", removeKept, "Forgets it");
    binder.function("void clear()", clearKept, "Forgets everything that the project has kept");
    binder.space("");
    return binder.finish("save");
}
} // namespace engine
