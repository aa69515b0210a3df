#pragma once

#include "engine_core/reflect/type_registry.h"
#include "engine_core/scripting/binding/script_binder.h"

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace engine::scriptcore
{
/// Properties of components by their names, as in entity.getNumber("light.range"): the same for the
/// scripts of a game and those of the editor. `Active` returns the running script's host, which has
/// `world`, `types` and `write(entity, type, value)`; or null after it has stopped the script.
template <auto Active>
struct PropertyAccess
{
    struct Place
    {
        const TypeInfo* type = nullptr;
        const Property* property = nullptr;
    };

    using Host = std::remove_pointer_t<decltype(Active())>;

    static constexpr bool HasMembers = requires(const Host& host)
    {
        host.scriptMember(EntityId{}, std::string{});
    };

    /// What "light.intensity" means.
    static Result<Place> findPlace(const TypeRegistry& types, const std::string& path)
    {
        const auto dot = path.find('.');
        const auto* type = types.find(std::string_view{path}.substr(0, dot));
        const auto* property = type != nullptr && dot != std::string::npos
                                   ? type->findProperty(std::string_view{path}.substr(dot + 1))
                                   : nullptr;
        if (property == nullptr)
            return Error{"There is no property '{}'", path};
        return Place{type, property};
    }

    /// The public property of a running script that "script.health" means; empty if the path means
    /// a component's, or if the host runs no scripts of objects.
    static std::string memberOf(const Host& host, const std::string& path)
    {
        constexpr std::string_view Scripts = "script.";
        if constexpr (HasMembers)
            if (path.starts_with(Scripts)) {
                const auto name = path.substr(Scripts.size());
                const auto* type = host.types.find("script");
                if (type == nullptr || type->findProperty(name) == nullptr)
                    return name;
            }
        return {};
    }

    /// Fails with a sentence for the script.
    static Result<void>
    write(Host& host, const EntityId& entity, const std::string& path, const Value& value)
    {
        if constexpr (HasMembers)
            if (const auto member = memberOf(host, path); !member.empty())
                return host.setScriptMember(entity, member, value);
        const auto place = findPlace(host.types, path);
        if (!place)
            return place.error();
        if (!host.world.exists(entity))
            return Error{"This entity does not exist"};
        const auto before = host.world.value(entity, place->type->id);
        auto after = withProperty(*place->type, before, *place->property, value);
        if (!after)
            return after.error().withContext("{}", path);
        if (!before || !place->type->equal(before.get(), after->get()))
            host.write(entity, place->type->id, *std::move(after));
        return {};
    }

    /// Fails with a sentence for the script.
    static Result<Value> read(const Host& host, const EntityId& entity, const std::string& path)
    {
        if constexpr (HasMembers)
            if (const auto member = memberOf(host, path); !member.empty())
                return host.scriptMember(entity, member);
        const auto place = findPlace(host.types, path);
        if (!place)
            return place.error();
        const auto& component = host.world.value(entity, place->type->id);
        if (!component)
            return Error{"The entity has no '{}'", place->type->name};
        return place->property->get(component.get());
    }

    static void set(const EntityId& entity, const std::string& path, const Value& value)
    {
        auto* host = Active();
        if (host == nullptr)
            return;
        if (const auto written = write(*host, entity, path, value); !written)
            raiseInScript(written.error().message());
    }

    static Value get(const EntityId& entity, const std::string& path)
    {
        const auto* host = Active();
        if (host == nullptr)
            return {};
        auto value = read(*host, entity, path);
        if (value)
            return *std::move(value);
        raiseInScript(value.error().message());
        return {};
    }

    static void raiseUnlessEmpty(const Value& value, const std::string& path, const char* kind)
    {
        if (!std::holds_alternative<std::monostate>(value.data))
            raiseInScript(fmt::format("'{}' is no {}", path, kind));
    }

    template <typename T>
    static T getAs(const EntityId& entity, const std::string& path, const char* kind)
    {
        const auto value = get(entity, path);
        if (const auto* data = value.as<T>())
            return *data;
        raiseUnlessEmpty(value, path, kind);
        return {};
    }

    static double getNumber(const EntityId& entity, const std::string& path)
    {
        const auto value = get(entity, path);
        if (const auto* whole = value.as<std::int64_t>())
            return static_cast<double>(*whole);
        if (const auto* number = value.as<double>())
            return *number;
        raiseUnlessEmpty(value, path, "number");
        return 0;
    }

    static std::string getText(const EntityId& entity, const std::string& path)
    {
        const auto value = get(entity, path);
        if (const auto* asset = value.as<AssetPath>())
            return asset->path;
        if (const auto* text = value.as<std::string>())
            return *text;
        raiseUnlessEmpty(value, path, "text");
        return {};
    }

    static void setText(const EntityId& entity, const std::string& path, const std::string& text)
    {
        const auto* host = Active();
        if (host == nullptr)
            return;
        const auto place = findPlace(host->types, path);
        const bool isAsset = place && place->property->kind == PropertyKind::Asset;
        set(entity, path, isAsset ? Value{AssetPath{text}} : Value{text});
    }

    static Result<void> bind(ScriptBinder& binder)
    {
        const char* entity = "Entity";
        using Path = const std::string&;
        using Id = const EntityId&;
        binder.method(entity, "double getNumber(const string &in path) const", getNumber,
                      "A number of a component, such as \"light.range\"");
        binder.method(
            entity, "bool getBool(const string &in path) const",
            +[](Id e, Path p) { return getAs<bool>(e, p, "yes or no"); },
            "A yes or no of a component");
        binder.method(entity, "string getText(const string &in path) const", getText,
                      "A text, a choice or an asset's path");
        binder.method(
            entity, "Vec3 getVec3(const string &in path) const",
            +[](Id e, Path p) { return getAs<Vec3d>(e, p, "Vec3"); }, "Three numbers");
        binder.method(
            entity, "Color getColor(const string &in path) const",
            +[](Id e, Path p) { return getAs<Color>(e, p, "colour"); }, "A colour");
        binder.method(
            entity, "void setNumber(const string &in path, double value)",
            +[](Id e, Path p, double v) { set(e, p, {v}); },
            "Sets a number; the component is added if it is missing");
        binder.method(
            entity, "void setInt(const string &in path, int64 value)",
            +[](Id e, Path p, std::int64_t v) { set(e, p, {v}); }, "Sets a whole number");
        binder.method(
            entity, "void setBool(const string &in path, bool value)",
            +[](Id e, Path p, bool v) { set(e, p, {v}); }, "Sets a yes or no");
        binder.method(entity, "void setText(const string &in path, const string &in value)",
                      setText, "Sets a text, a choice or an asset's path");
        binder.method(
            entity, "void setVec3(const string &in path, const Vec3 &in value)",
            +[](Id e, Path p, const Vec3d& v) { set(e, p, {v}); }, "Sets three numbers");
        binder.method(
            entity, "void setColor(const string &in path, const Color &in value)",
            +[](Id e, Path p, const Color& v) { set(e, p, {v}); }, "Sets a colour");
        return binder.finish("property");
    }
};
} // namespace engine::scriptcore
