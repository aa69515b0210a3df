#include "engine_core/serialization/json_values.h"

#include "engine_core/base/json_writer.h"

#include <array>
#include <cmath>
#include <span>

namespace engine
{
namespace
{
/// How far a rotation's length may be off before it is no rotation any more.
constexpr double RotationSlack = 1e-3;

template <std::size_t Count>
Result<std::array<double, Count>> readNumbers(const JsonValue& json)
{
    std::array<double, Count> numbers{};
    std::size_t count = 0;
    bool good = json.isArray();
    json.forEachItem([&](const JsonValue& item) {
        const auto number = item.number();
        good = good && number && count < Count;
        if (good)
            numbers[count] = *number;
        ++count;
    });
    if (!good || count != Count)
        return Error{"expected {} numbers", Count};
    return numbers;
}

template <typename T>
void writeList(std::string& out, std::span<const T> numbers)
{
    char before = '[';
    for (const T number : numbers) {
        out += before;
        appendJson(out, number);
        before = ',';
    }
    out += ']';
}

void writeRotation(std::string& out, const Quatd& turn)
{
    writeList<double>(out, std::array{turn.x, turn.y, turn.z, turn.w});
}

void writeColor(std::string& out, const Color& color)
{
    writeList<float>(out, std::array{color.r, color.g, color.b});
}

Result<Quatd> readRotation(const JsonValue& json)
{
    const auto numbers = readNumbers<4>(json);
    if (!numbers)
        return numbers.error();
    const auto [x, y, z, w] = *numbers;
    const Quatd turn{w, x, y, z};
    if (!(std::abs(glm::length(turn) - 1.0) < RotationSlack))
        return Error{"a rotation's four numbers must have the length 1"};
    return turn;
}

Result<Color> readColor(const JsonValue& json)
{
    const auto numbers = readNumbers<3>(json);
    if (!numbers)
        return Error{"expected a colour of three numbers"};
    const auto [r, g, b] = *numbers;
    const Color color{static_cast<float>(r), static_cast<float>(g), static_cast<float>(b)};
    if (!std::isfinite(color.r) || !std::isfinite(color.g) || !std::isfinite(color.b))
        return Error{"a colour's number is too big"};
    return color;
}

Result<EntityId> readEntityId(const JsonValue& json)
{
    const auto id = json.whole();
    if (!id || *id < 0)
        return Error{"expected the id of an entity"};
    return EntityId{static_cast<std::uint64_t>(*id)};
}

Result<AssetPath> readAsset(const JsonValue& json)
{
    if (!json.isText())
        return Error{"expected the path of an asset"};
    if (auto good = checkAssetPath(json.text()); !good)
        return good.error();
    return AssetPath{std::string{json.text()}};
}

template <typename T>
Result<Value> asValue(const Result<T>& result)
{
    if (!result)
        return result.error();
    return Value{*result};
}

void writeBag(std::string& out, const ValueBag& bag);

void writeTagged(std::string& out, std::string_view tag, const auto& write)
{
    out += '{';
    appendJsonKey(out, tag);
    write();
    out += '}';
}

/// With a point or an exponent, so that it is read as a double again.
void writeBagNumber(std::string& out, double number)
{
    const auto before = out.size();
    appendJson(out, number);
    if (out.find_first_of(".e", before) == std::string::npos)
        out += ".0";
}

struct BagValueWriter
{
    std::string& out;

    void operator()(std::monostate) const { out += "null"; }

    void operator()(bool value) const { appendJson(out, value); }

    void operator()(std::int64_t value) const { appendJson(out, value); }

    void operator()(double value) const { writeBagNumber(out, value); }

    void operator()(const std::string& value) const { appendJsonText(out, value); }

    void operator()(const Vec2d& value) const { writeNumbers(out, value); }

    void operator()(const Vec3d& value) const { writeNumbers(out, value); }

    void operator()(const Quatd& value) const { writeRotation(out, value); }

    void operator()(const Color& value) const
    {
        writeTagged(out, "color", [&] { writeColor(out, value); });
    }

    void operator()(const EntityId& value) const
    {
        writeTagged(out, "entity",
                    [&] { appendJson(out, static_cast<std::int64_t>(value.value)); });
    }

    void operator()(const AssetPath& value) const
    {
        writeTagged(out, "asset", [&] { appendJsonText(out, value.path); });
    }

    void operator()(const ValueBag& value) const
    {
        writeTagged(out, "bag", [&] { writeBag(out, value); });
    }

    void operator()(const ValueList& value) const
    {
        writeTagged(out, "list", [&] {
            out += '[';
            for (const auto& each : value) {
                if (&each != value.data())
                    out += ',';
                std::visit(*this, each.data);
            }
            out += ']';
        });
    }
};

void writeBag(std::string& out, const ValueBag& bag)
{
    out += '{';
    bool first = true;
    for (const auto& [name, value] : bag) {
        if (!first)
            out += ',';
        first = false;
        appendJsonKey(out, name);
        std::visit(BagValueWriter{out}, value.data);
    }
    out += '}';
}

Result<ValueBag> readBag(const JsonValue& json);
Result<ValueList> readList(const JsonValue& json);

Result<Value> readTagged(const JsonValue& json)
{
    if (json.count() == 1) {
        if (const auto color = json.find("color"))
            return asValue(readColor(*color));
        if (const auto entity = json.find("entity"))
            return asValue(readEntityId(*entity));
        if (const auto asset = json.find("asset"))
            return asValue(readAsset(*asset));
        if (const auto bag = json.find("bag"))
            return asValue(readBag(*bag));
        if (const auto list = json.find("list"))
            return asValue(readList(*list));
    }
    return Error{"expected {{\"color\": ...}}, {{\"entity\": ...}}, {{\"asset\": ...}}, "
                 "{{\"bag\": ...}} or {{\"list\": ...}}"};
}

Result<Value> readBagArray(const JsonValue& json)
{
    switch (json.count()) {
    case 2:
        return asValue(readVec2(json));
    case 3:
        return asValue(readVec3(json));
    case 4:
        return asValue(readRotation(json));
    default:
        return Error{"expected two, three or four numbers"};
    }
}

Result<Value> readBagValue(const JsonValue& json)
{
    switch (json.type()) {
    case JsonType::Null:
        return Value{};
    case JsonType::Bool:
        return Value{*json.boolean()};
    case JsonType::Text:
        return Value{std::string{json.text()}};
    case JsonType::Array:
        return readBagArray(json);
    case JsonType::Object:
        return readTagged(json);
    case JsonType::Number:
        break;
    }
    if (const auto whole = json.whole())
        return Value{*whole};
    if (const auto number = json.number())
        return Value{*number};
    return Error{"a number is too big"};
}

Result<ValueList> readList(const JsonValue& json)
{
    if (!json.isArray())
        return Error{"expected the values of a list"};
    ValueList list;
    std::optional<Error> bad;
    json.forEachItem([&](const JsonValue& item) {
        if (bad)
            return;
        if (auto read = readBagValue(item))
            list.push_back(*std::move(read));
        else
            bad = read.error().withContext("value {} of the list", list.size() + 1);
    });
    if (bad)
        return *bad;
    return list;
}

Result<ValueBag> readBag(const JsonValue& json)
{
    if (!json.isObject())
        return Error{"expected named values"};
    ValueBag bag;
    std::optional<Error> bad;
    json.forEachMember([&](std::string_view name, const JsonValue& value) {
        if (bad)
            return;
        if (auto read = readBagValue(value))
            setValue(bag, name, *std::move(read));
        else
            bad = read.error().withContext("'{}'", name);
    });
    if (bad)
        return *bad;
    return bag;
}

Result<Value> readNumber(const JsonValue& json)
{
    if (json.type() != JsonType::Number)
        return Error{"expected a number"};
    const auto number = json.number();
    if (!number)
        return Error{"the number {} is too big", json.raw().substr(0, 40)};
    return Value{*number};
}
} // namespace

Result<void> checkAssetPath(std::string_view path)
{
    const auto climbs = [&] {
        for (std::size_t at = 0; at <= path.size();) {
            const auto slash = std::min(path.find('/', at), path.size());
            if (path.substr(at, slash - at) == "..")
                return true;
            at = slash + 1;
        }
        return false;
    };
    const bool strange = path.find('\\') != std::string_view::npos ||
                         path.find('\0') != std::string_view::npos ||
                         (path.size() > 1 && path[1] == ':');
    if (path.starts_with('/') || strange || climbs())
        return Error{"the path '{}' leads out of the project", path.substr(0, 200)};
    return {};
}

Result<Vec2d> readVec2(const JsonValue& json)
{
    const auto numbers = readNumbers<2>(json);
    if (!numbers)
        return numbers.error();
    return Vec2d{(*numbers)[0], (*numbers)[1]};
}

Result<Vec3d> readVec3(const JsonValue& json)
{
    const auto numbers = readNumbers<3>(json);
    if (!numbers)
        return numbers.error();
    return Vec3d{(*numbers)[0], (*numbers)[1], (*numbers)[2]};
}

void writeNumbers(std::string& out, const Vec2d& numbers)
{
    writeList<double>(out, std::array{numbers.x, numbers.y});
}

void writeNumbers(std::string& out, const Vec3d& numbers)
{
    writeList<double>(out, std::array{numbers.x, numbers.y, numbers.z});
}

void writeValue(std::string& out, const Property& property, const Value& value)
{
    if (property.kind == PropertyKind::Float) {
        if (const auto* number = value.as<double>()) {
            if (property.singlePrecision)
                appendJson(out, static_cast<float>(*number));
            else
                appendJson(out, *number);
            return;
        }
    }
    if (const auto* color = value.as<Color>())
        return writeColor(out, *color);
    if (const auto* entity = value.as<EntityId>())
        return appendJson(out, static_cast<std::int64_t>(entity->value));
    if (const auto* asset = value.as<AssetPath>())
        return appendJsonText(out, asset->path);
    if (const auto* bag = value.as<ValueBag>())
        return writeBag(out, *bag);
    std::visit(BagValueWriter{out}, value.data);
}

Result<Value> readValue(const Property& property, const JsonValue& json)
{
    switch (property.kind) {
    case PropertyKind::Bool:
        if (const auto value = json.boolean())
            return Value{*value};
        return Error{"expected true or false"};
    case PropertyKind::Int:
        if (const auto value = json.whole())
            return Value{*value};
        return Error{"expected a whole number"};
    case PropertyKind::Float:
        return readNumber(json);
    case PropertyKind::Text:
    case PropertyKind::Enum:
        if (json.isText())
            return Value{std::string{json.text()}};
        return Error{"expected a text"};
    case PropertyKind::Vec2:
        return asValue(readVec2(json));
    case PropertyKind::Vec3:
        return asValue(readVec3(json));
    case PropertyKind::Rotation:
        return asValue(readRotation(json));
    case PropertyKind::Color:
        return asValue(readColor(json));
    case PropertyKind::Entity:
        return asValue(readEntityId(json));
    case PropertyKind::Asset:
        return asValue(readAsset(json));
    case PropertyKind::Bag:
        return asValue(readBag(json));
    case PropertyKind::List:
        return readBagValue(json);
    }
    return Error{"the property is of a kind that files do not know"};
}
} // namespace engine
