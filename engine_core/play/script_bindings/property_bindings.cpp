#include "engine_core/play/script_bindings/play_bindings.h"

namespace engine
{
namespace
{
struct PropertyPlace
{
    const TypeInfo* type = nullptr;
    const Property* property = nullptr;
};

/// What "light.intensity" means; an empty place, with an exception in the script, if nothing.
PropertyPlace findPlace(const PlayState& play, const std::string& path)
{
    const auto dot = path.find('.');
    const auto* type = play.types.find(std::string_view{path}.substr(0, dot));
    const auto* property = type != nullptr && dot != std::string::npos
                               ? type->findProperty(std::string_view{path}.substr(dot + 1))
                               : nullptr;
    if (property == nullptr) {
        raiseInScript(fmt::format("There is no property '{}'", path));
        return {};
    }
    return {type, property};
}

void setProperty(const EntityId& entity, const std::string& path, const Value& value)
{
    auto* play = activePlay();
    if (play == nullptr)
        return;
    const auto place = findPlace(*play, path);
    if (place.property == nullptr)
        return;
    if (!play->world.exists(entity)) {
        raiseInScript("This entity does not exist");
        return;
    }
    const auto& before = play->world.value(entity, place.type->id);
    auto after = withProperty(*place.type, before, *place.property, value);
    if (!after)
        raiseInScript(fmt::format("{}: {}", path, after.error().message()));
    else if (!before || !place.type->equal(before.get(), after->get()))
        play->write(entity, place.type->id, *std::move(after));
}

Value getProperty(const EntityId& entity, const std::string& path)
{
    const auto* play = activePlay();
    if (play == nullptr)
        return {};
    const auto place = findPlace(*play, path);
    if (place.property == nullptr)
        return {};
    const auto& component = play->world.value(entity, place.type->id);
    if (!component) {
        raiseInScript(fmt::format("The entity has no '{}'", place.type->name));
        return {};
    }
    return place.property->get(component.get());
}

template <typename T>
T getAs(const EntityId& entity, const std::string& path, const char* kind)
{
    const auto value = getProperty(entity, path);
    if (const auto* data = value.as<T>())
        return *data;
    if (!std::holds_alternative<std::monostate>(value.data))
        raiseInScript(fmt::format("'{}' is no {}", path, kind));
    return {};
}

double getNumber(const EntityId& entity, const std::string& path)
{
    const auto value = getProperty(entity, path);
    if (const auto* whole = value.as<std::int64_t>())
        return static_cast<double>(*whole);
    if (const auto* number = value.as<double>())
        return *number;
    if (!std::holds_alternative<std::monostate>(value.data))
        raiseInScript(fmt::format("'{}' is no number", path));
    return 0;
}

std::string getText(const EntityId& entity, const std::string& path)
{
    const auto value = getProperty(entity, path);
    const auto* asset = value.as<AssetPath>();
    if (asset != nullptr)
        return asset->path;
    if (const auto* text = value.as<std::string>())
        return *text;
    if (!std::holds_alternative<std::monostate>(value.data))
        raiseInScript(fmt::format("'{}' is no text", path));
    return {};
}

void setText(const EntityId& entity, const std::string& path, const std::string& text)
{
    const auto* play = activePlay();
    if (play == nullptr)
        return;
    const auto place = findPlace(*play, path);
    if (place.property == nullptr)
        return;
    setProperty(entity, path,
                place.property->kind == PropertyKind::Asset ? Value{AssetPath{text}} : Value{text});
}
} // namespace

Result<void> bindProperties(ScriptBinder& binder)
{
    const char* entity = "Entity";
    using Path = const std::string&;
    using Id = const EntityId&;
    binder.method(entity, "double getNumber(const string &in path) const", getNumber);
    binder.method(
        entity, "bool getBool(const string &in path) const",
        +[](Id e, Path p) { return getAs<bool>(e, p, "yes or no"); });
    binder.method(entity, "string getText(const string &in path) const", getText);
    binder.method(
        entity, "Vec3 getVec3(const string &in path) const",
        +[](Id e, Path p) { return getAs<Vec3d>(e, p, "Vec3"); });
    binder.method(
        entity, "Color getColor(const string &in path) const",
        +[](Id e, Path p) { return getAs<Color>(e, p, "colour"); });
    binder.method(
        entity, "void setNumber(const string &in path, double value)",
        +[](Id e, Path p, double v) { setProperty(e, p, {v}); });
    binder.method(
        entity, "void setInt(const string &in path, int64 value)",
        +[](Id e, Path p, std::int64_t v) { setProperty(e, p, {v}); });
    binder.method(
        entity, "void setBool(const string &in path, bool value)",
        +[](Id e, Path p, bool v) { setProperty(e, p, {v}); });
    binder.method(entity, "void setText(const string &in path, const string &in value)", setText);
    binder.method(
        entity, "void setVec3(const string &in path, const Vec3 &in value)",
        +[](Id e, Path p, const Vec3d& v) { setProperty(e, p, {v}); });
    binder.method(
        entity, "void setColor(const string &in path, const Color &in value)",
        +[](Id e, Path p, const Color& v) { setProperty(e, p, {v}); });
    return binder.finish("property");
}
} // namespace engine
