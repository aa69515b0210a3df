#include "editor/scripting/component_reference.h"

#include "editor/scripting/script_api.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace editor
{
using namespace engine;

namespace
{
/// "a, b or c".
std::string listOf(const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += fmt::format("{}{}", i == 0 ? "" : i + 1 == names.size() ? " or " : ", ", names[i]);
    return text;
}

std::string kindText(const Property& property)
{
    switch (property.kind) {
    case PropertyKind::Bool:
        return "yes or no";
    case PropertyKind::Int:
        return "whole number";
    case PropertyKind::Float:
        return "number";
    case PropertyKind::Text:
        return "text";
    case PropertyKind::Vec2:
        return "two numbers";
    case PropertyKind::Vec3:
        return "three numbers";
    case PropertyKind::Rotation:
        return "rotation";
    case PropertyKind::Color:
        return "colour";
    case PropertyKind::Entity:
        return "object";
    case PropertyKind::Asset:
        return "file";
    case PropertyKind::Enum:
        return listOf(property.choices);
    case PropertyKind::Bag:
        return "properties of a script";
    case PropertyKind::List:
        return "list";
    }
    return {};
}

/// How scripts get and set it; empty where they cannot.
const char* accessOf(PropertyKind kind)
{
    switch (kind) {
    case PropertyKind::Bool:
        return "`Bool`";
    case PropertyKind::Int:
        return "`getNumber`, `setInt`";
    case PropertyKind::Float:
        return "`Number`";
    case PropertyKind::Text:
    case PropertyKind::Asset:
    case PropertyKind::Enum:
        return "`Text`";
    case PropertyKind::Vec3:
        return "`Vec3`";
    case PropertyKind::Color:
        return "`Color`";
    default:
        return "";
    }
}

std::string numberText(double number)
{
    return number == std::floor(number) ? fmt::format("{:.0f}", number)
                                        : fmt::format("{:g}", number);
}

std::string textOf(const Value& value)
{
    return std::visit(
        []<typename T>(const T& data) -> std::string {
            if constexpr (std::is_same_v<T, bool>)
                return data ? "yes" : "no";
            else if constexpr (std::is_arithmetic_v<T>)
                return numberText(static_cast<double>(data));
            else if constexpr (std::is_same_v<T, std::string>)
                return data;
            else if constexpr (std::is_same_v<T, Vec2d>)
                return fmt::format("{:g}, {:g}", data.x, data.y);
            else if constexpr (std::is_same_v<T, Vec3d>)
                return fmt::format("{:g}, {:g}, {:g}", data.x, data.y, data.z);
            else if constexpr (std::is_same_v<T, Color>)
                return fmt::format("{:g}, {:g}, {:g}", data.r, data.g, data.b);
            else
                return {}; // none
        },
        value.data);
}

std::string rangeOf(const Property& property)
{
    auto text = property.range ? fmt::format("{} to {}", numberText(property.range->min),
                                             numberText(property.range->max))
                               : std::string{};
    if (!property.unit.empty())
        text += fmt::format("{}{}", text.empty() ? "" : " ", property.unit);
    return text;
}

const char* effectOf(Apply apply)
{
    switch (apply) {
    case Apply::Live:
        return "at once";
    case Apply::Respawn:
        return "the object is rebuilt";
    case Apply::NextPlay:
        return "at the next start";
    }
    return "";
}

std::string rowOf(const TypeInfo& type, const Property& property)
{
    return fmt::format("| `{}.{}` | {} | {} | {} | {} | {} | {} |\n", type.name, property.name,
                       tableCell(kindText(property)), rangeOf(property),
                       tableCell(textOf(property.defaultValue)), accessOf(property.kind),
                       effectOf(property.apply), tableCell(property.tooltip));
}
} // namespace

std::string componentPage(const TypeRegistry& types)
{
    std::string page =
        "# Components\n\nEvery component and its properties, written by `mapwright script-api` "
        "from "
        "the program itself. Scripts name a property by its path: "
        "`entity.getNumber(\"light.range\")`, `entity.setText(\"mesh.mesh\", \"Meshes/fir.obj\")`. "
        "The column *script* says by which pair: `Number` stands for `getNumber` and `setNumber`. "
        "`--set` of the command line takes the same paths. *Played* says what a change does while "
        "the game runs.\n";
    std::vector<const TypeInfo*> sorted;
    for (const auto& type : types.all())
        if (!type.properties.empty())
            sorted.push_back(&type);
    std::sort(sorted.begin(), sorted.end(),
              [](const auto* a, const auto* b) { return a->name < b->name; });
    for (const auto* type : sorted) {
        page += fmt::format("\n## {} (`{}`)\n", type->label, type->name);
        if (!type->tooltip.empty())
            page += type->tooltip + ".\n\n";
        page += "| path | holds | range | default | script | played | "
                "|\n|---|---|---|---|---|---|---|\n";
        for (const auto& property : type->properties)
            page += rowOf(*type, property);
    }
    return page;
}
} // namespace editor
