#include "engine_core/scripting/runtime/script_class.h"

#include <algorithm>

namespace engine
{
namespace
{
/// The value as one of that kind; nothing if it is none.
std::optional<Value>
valueOfKind(const ScriptProperty& property, PropertyKind kind, const Value& value)
{
    const auto* text = value.as<std::string>();
    const auto* asset = value.as<AssetPath>();
    const auto* whole = value.as<std::int64_t>();
    bool fits = false;
    switch (kind) {
    case PropertyKind::Bool:
        fits = value.as<bool>() != nullptr;
        break;
    case PropertyKind::Int:
        fits = whole != nullptr;
        break;
    case PropertyKind::Float:
        if (whole != nullptr)
            return Value{static_cast<double>(*whole)};
        fits = value.as<double>() != nullptr;
        break;
    case PropertyKind::Text:
        if (asset != nullptr)
            return Value{asset->path};
        fits = text != nullptr;
        break;
    case PropertyKind::Asset:
        if (text != nullptr)
            return Value{AssetPath{*text}};
        fits = asset != nullptr;
        break;
    case PropertyKind::Vec2:
        fits = value.as<Vec2d>() != nullptr;
        break;
    case PropertyKind::Vec3:
        fits = value.as<Vec3d>() != nullptr;
        break;
    case PropertyKind::Rotation:
        fits = value.as<Quatd>() != nullptr;
        break;
    case PropertyKind::Color:
        fits = value.as<Color>() != nullptr;
        break;
    case PropertyKind::Entity:
        fits = value.as<EntityId>() != nullptr;
        break;
    case PropertyKind::Enum: // a number where the script combines choices
        fits = whole != nullptr ||
               (text != nullptr && std::find(property.choices.begin(), property.choices.end(),
                                             *text) != property.choices.end());
        break;
    case PropertyKind::List:
        if (const auto* list = value.as<ValueList>()) {
            ValueList same;
            for (const auto& each : *list)
                if (auto element = valueOfKind(property, property.elementKind, each))
                    same.push_back(*std::move(element));
            if (same.size() == list->size())
                return Value{std::move(same)};
        }
        break;
    case PropertyKind::Bag:
        break;
    }
    return fits ? std::optional{value} : std::nullopt;
}
} // namespace

const ScriptProperty* ScriptClassInfo::findProperty(std::string_view name) const
{
    const auto at = std::find_if(properties.begin(), properties.end(),
                                 [&](const auto& property) { return property.name == name; });
    return at != properties.end() ? &*at : nullptr;
}

const ScriptMessage* ScriptClassInfo::findMessage(std::string_view name) const
{
    const auto at = std::find_if(messages.begin(), messages.end(),
                                 [&](const auto& message) { return message.name == name; });
    return at != messages.end() ? &*at : nullptr;
}

const ScriptClassInfo* ScriptProgram::findClass(std::string_view className) const
{
    const auto at = std::find_if(classes.begin(), classes.end(),
                                 [&](const auto& info) { return info.className == className; });
    return at != classes.end() ? &*at : nullptr;
}

Value scriptValue(const ScriptProperty& property, const ValueBag& authored)
{
    const auto* value = findValue(authored, property.name);
    return value != nullptr
               ? valueOfKind(property, property.kind, *value).value_or(property.initial)
               : property.initial;
}
} // namespace engine
