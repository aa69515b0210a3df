#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/math/types.h"

#include <string>
#include <variant>
#include <vector>

namespace engine
{
/// A path below the project's assets/ folder (or scripts/, for scripts), with forward slashes.
/// Materials leave out their ending ".material.json".
struct AssetPath
{
    std::string path;
    friend bool operator==(const AssetPath&, const AssetPath&) = default;
    friend auto operator<=>(const AssetPath&, const AssetPath&) = default;
};

struct NamedValue;
struct Value;

/// Values of one kind in their order; what an array of a script is kept in.
using ValueList = std::vector<Value>;

/// Named values in the order of their names; what a script's public properties are kept in.
using ValueBag = std::vector<NamedValue>;

/// A property's value without its C++ type: what JSON, inspector, scripts and live editing share.
struct Value
{
    std::variant<std::monostate,
                 bool,
                 std::int64_t,
                 double,
                 std::string,
                 Vec2d,
                 Vec3d,
                 Quatd,
                 Color,
                 EntityId,
                 AssetPath,
                 ValueBag,
                 ValueList>
        data;

    template <typename T>
    [[nodiscard]] const T* as() const
    {
        return std::get_if<T>(&data);
    }

    friend bool operator==(const Value&, const Value&);
};

struct NamedValue
{
    std::string name;
    Value value;
    friend bool operator==(const NamedValue&, const NamedValue&) = default;
};

inline bool operator==(const Value& a, const Value& b)
{
    return a.data == b.data;
}

[[nodiscard]] const Value* findValue(const ValueBag& bag, std::string_view name);

/// Keeps the order of names.
void setValue(ValueBag& bag, std::string_view name, Value value);
} // namespace engine
