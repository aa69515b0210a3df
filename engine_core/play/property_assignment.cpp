#include "engine_core/play/property_assignment.h"

#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

namespace engine
{
namespace
{
template <typename Number>
std::optional<Number> numberFrom(std::string_view text)
{
    Number number{};
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = read.ec == std::errc{} && read.ptr == text.data() + text.size();
    return whole ? std::optional{number} : std::nullopt;
}

/// Exactly `count` numbers with commas between them.
std::optional<std::vector<double>> numbersFrom(std::string_view text, std::size_t count)
{
    std::vector<double> numbers;
    while (true) {
        const auto comma = text.find(',');
        const auto number = numberFrom<double>(text.substr(0, comma));
        if (!number)
            return std::nullopt;
        numbers.push_back(*number);
        if (comma == std::string_view::npos)
            break;
        text.remove_prefix(comma + 1);
    }
    return numbers.size() == count ? std::optional{numbers} : std::nullopt;
}

std::optional<Value> truthFrom(std::string_view text)
{
    if (text == "true" || text == "yes" || text == "1")
        return Value{true};
    if (text == "false" || text == "no" || text == "0")
        return Value{false};
    return std::nullopt;
}

std::optional<Value> vectorFrom(PropertyKind kind, std::string_view text)
{
    const auto n = numbersFrom(text, kind == PropertyKind::Vec2 ? 2 : 3);
    if (!n)
        return std::nullopt;
    if (kind == PropertyKind::Vec2)
        return Value{Vec2d{(*n)[0], (*n)[1]}};
    const Vec3d three{(*n)[0], (*n)[1], (*n)[2]};
    if (kind == PropertyKind::Vec3)
        return Value{three};
    if (kind == PropertyKind::Color)
        return Value{Color{static_cast<float>(three.x), static_cast<float>(three.y),
                           static_cast<float>(three.z)}};
    return Value{Quatd{Vec3d{radians(three.x), radians(three.y), radians(three.z)}}};
}

std::optional<Value> simpleFrom(PropertyKind kind, std::string_view text)
{
    switch (kind) {
    case PropertyKind::Bool:
        return truthFrom(text);
    case PropertyKind::Int:
        if (const auto number = numberFrom<std::int64_t>(text))
            return Value{*number};
        return std::nullopt;
    case PropertyKind::Float:
        if (const auto number = numberFrom<double>(text))
            return Value{*number};
        return std::nullopt;
    case PropertyKind::Entity:
        if (const auto id = numberFrom<std::uint64_t>(text.substr(text.starts_with('#') ? 1 : 0)))
            return Value{EntityId{*id}};
        return std::nullopt;
    case PropertyKind::Asset:
        return Value{AssetPath{std::string{text}}};
    case PropertyKind::Text:
    case PropertyKind::Enum:
        return Value{std::string{text}};
    case PropertyKind::Vec2:
    case PropertyKind::Vec3:
    case PropertyKind::Rotation:
    case PropertyKind::Color:
        return vectorFrom(kind, text);
    case PropertyKind::Bag:
    case PropertyKind::List:
        break;
    }
    return std::nullopt;
}

/// The script of the player that play places where a scene has none.
const Script PlacedPlayer{{"player.as"}, "Player", {}};

EntityId findEntity(const World& world, std::string_view name)
{
    if (name.starts_with('#')) {
        const auto id = numberFrom<std::uint64_t>(name.substr(1));
        return id && world.exists(EntityId{*id}) ? EntityId{*id} : EntityId{};
    }
    EntityId found;
    world.forEach<Node>([&](EntityId entity, const Node& node) {
        if (!found && node.name == name)
            found = entity;
    });
    return found;
}

Result<void> assignComponent(World& world,
                             const TypeInfo& type,
                             EntityId entity,
                             std::string_view name,
                             std::string_view text)
{
    const auto* property = type.findProperty(name);
    if (property == nullptr)
        return Error{"'{}' has no property '{}'", type.name, name};
    const auto value = valueFromText(property->kind, text);
    if (!value)
        return value.error();
    auto changed = withProperty(type, world.value(entity, type.id), *property, *value);
    if (!changed)
        return changed.error();
    Edit edit;
    edit.swaps.push_back({entity, type.id, *std::move(changed)});
    world.apply(edit);
    return {};
}

Result<void> assignToBag(ScriptLibrary& scripts,
                         const Script& script,
                         ValueBag& bag,
                         std::string_view name,
                         std::string_view text)
{
    const auto info = scripts.classInfo(script.file.path, script.className);
    if (!info)
        return info.error();
    const auto* property = info->findProperty(name);
    if (property == nullptr)
        return Error{"the script class {} has no public property '{}'", info->className, name};
    auto value = valueFromText(property->kind, text);
    if (!value)
        return value.error();
    const auto& choices = property->choices;
    if (property->kind == PropertyKind::Enum &&
        std::find(choices.begin(), choices.end(), text) == choices.end())
        return Error{"'{}' is none of {}", text, fmt::format("{}", fmt::join(choices, ", "))};
    setValue(bag, name, *std::move(value));
    return {};
}
} // namespace

Result<Value> valueFromText(PropertyKind kind, std::string_view text)
{
    if (auto value = simpleFrom(kind, text))
        return *std::move(value);
    return Error{"'{}' is no value for this property", text};
}

Result<void> assignProperty(World& world,
                            const TypeRegistry& types,
                            ScriptLibrary& scripts,
                            ValueBag& playerBag,
                            std::string_view assignment)
{
    const auto equals = assignment.find('=');
    const auto dot = assignment.find('.');
    if (equals == std::string_view::npos || dot == std::string_view::npos || dot > equals)
        return Error{"'{}' is not of the form entity.property=value", assignment};
    const auto entityName = assignment.substr(0, dot);
    const auto path = assignment.substr(dot + 1, equals - dot - 1);
    const auto text = assignment.substr(equals + 1);
    const auto context = [&](const Result<void>& result) {
        return result ? result : result.error().withContext("Cannot set {}", assignment);
    };
    const auto entity = findEntity(world, entityName);
    if (!entity) {
        if (entityName == "player")
            return context(assignToBag(scripts, PlacedPlayer, playerBag, path, text));
        return Error{"The scene has no entity '{}'", entityName};
    }
    const auto inner = path.find('.');
    if (const auto* type = types.find(path.substr(0, inner));
        type != nullptr && inner != std::string_view::npos)
        return context(assignComponent(world, *type, entity, path.substr(inner + 1), text));
    const auto* script = world.get<Script>(entity);
    if (script == nullptr)
        return Error{"'{}' has no property '{}'", entityName, path};
    auto changed = *script;
    const auto done = assignToBag(scripts, changed, changed.properties, path, text);
    if (!done)
        return context(done);
    Edit edit;
    edit.swaps.push_back(swapTo(entity, std::move(changed)));
    world.apply(edit);
    return {};
}
} // namespace engine
