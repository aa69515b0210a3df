#include "tests/support/schema_validator.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <regex>
#include <string_view>

namespace mapwright::test
{
namespace
{
using Json = nlohmann::json;

constexpr std::array<std::string_view, 18> Known{
    "$schema", "title",    "description", "$defs",      "$ref",
    "type",    "const",    "required",    "properties", "additionalProperties",
    "items",   "minItems", "maxItems",    "minimum",    "maximum",
    "pattern", "default",  "enum"};

bool hasType(const Json& json, const Json& types)
{
    if (types.is_array())
        return std::any_of(types.begin(), types.end(),
                           [&](const Json& each) { return hasType(json, each); });
    const auto type = types.get<std::string>();
    if (type == "null")
        return json.is_null();
    if (type == "object")
        return json.is_object();
    if (type == "array")
        return json.is_array();
    if (type == "string")
        return json.is_string();
    if (type == "boolean")
        return json.is_boolean();
    if (type == "integer")
        return json.is_number_integer();
    return type == "number" && json.is_number();
}

class Validator
{
public:
    explicit Validator(const Json& root) : m_root{root} {}

    std::string check(const Json& json, const Json& schema, const std::string& path)
    {
        for (const auto& [keyword, value] : schema.items())
            if (std::find(Known.begin(), Known.end(), keyword) == Known.end())
                return fmt::format("{}: the schema uses '{}', which is not checked", path, keyword);
        if (schema.contains("$ref")) {
            const auto name = schema["$ref"].get<std::string>().substr(1);
            if (auto bad = check(json, m_root.at(Json::json_pointer{name}), path); !bad.empty())
                return bad;
        }
        if (schema.contains("const") && schema["const"] != json)
            return fmt::format("{}: is not {}", path, schema["const"].dump());
        if (schema.contains("enum") &&
            std::find(schema["enum"].begin(), schema["enum"].end(), json) == schema["enum"].end())
            return fmt::format("{}: is not one of {}", path, schema["enum"].dump());
        if (schema.contains("type") && !hasType(json, schema["type"]))
            return fmt::format("{}: is no {}", path, schema["type"].dump());
        if (json.is_object())
            return checkObject(json, schema, path);
        if (json.is_array())
            return checkArray(json, schema, path);
        if (json.is_number())
            return checkNumber(json, schema, path);
        if (json.is_string() && schema.contains("pattern") &&
            !std::regex_search(json.get<std::string>(),
                               std::regex{schema["pattern"].get<std::string>()}))
            return fmt::format("{}: does not match the pattern", path);
        return {};
    }

private:
    std::string checkObject(const Json& json, const Json& schema, const std::string& path)
    {
        for (const auto& key : schema.value("required", Json::array()))
            if (!json.contains(key.get<std::string>()))
                return fmt::format("{}: lacks '{}'", path, key.get<std::string>());
        const auto properties = schema.value("properties", Json::object());
        for (const auto& [key, value] : json.items()) {
            if (properties.contains(key)) {
                if (auto bad = check(value, properties[key], path + "/" + key); !bad.empty())
                    return bad;
            } else if (schema.contains("additionalProperties")) {
                return fmt::format("{}: has the unknown key '{}'", path, key);
            }
        }
        return {};
    }

    std::string checkArray(const Json& json, const Json& schema, const std::string& path)
    {
        if (json.size() < schema.value("minItems", std::size_t{0}) ||
            json.size() > schema.value("maxItems", json.size()))
            return fmt::format("{}: has {} items", path, json.size());
        if (schema.contains("items"))
            for (std::size_t i = 0; i < json.size(); ++i)
                if (auto bad = check(json[i], schema["items"], fmt::format("{}/{}", path, i));
                    !bad.empty())
                    return bad;
        return {};
    }

    static std::string checkNumber(const Json& json, const Json& schema, const std::string& path)
    {
        const auto number = json.get<double>();
        if (number < schema.value("minimum", number) || number > schema.value("maximum", number))
            return fmt::format("{}: {} is out of range", path, number);
        return {};
    }

    const Json& m_root;
};
} // namespace

std::string schemaViolation(const Json& json, const Json& schema)
{
    return Validator{schema}.check(json, schema, "");
}
} // namespace mapwright::test
