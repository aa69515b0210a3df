#pragma once

#include "engine_core/reflect/property.h"

#include <concepts>
#include <type_traits>

namespace engine
{
/// How a member's C++ type maps to a PropertyKind and a Value alternative.
template <typename T>
struct ValueConvert;

namespace detail
{
[[nodiscard]] Error wrongKind(const char* expected);
[[nodiscard]] Error notFinite();
} // namespace detail

template <typename T>
struct DirectConvert
{
    using Stored = T;

    static Value toValue(const T& member) { return {member}; }

    static Result<T> fromValue(const Value& value)
    {
        if (const auto* stored = value.as<T>())
            return *stored;
        return detail::wrongKind(ValueConvert<T>::Expected);
    }
};

template <>
struct ValueConvert<bool> : DirectConvert<bool>
{
    static constexpr auto Kind = PropertyKind::Bool;
    static constexpr auto Expected = "true or false";
};

template <>
struct ValueConvert<std::string> : DirectConvert<std::string>
{
    static constexpr auto Kind = PropertyKind::Text;
    static constexpr auto Expected = "a text";
};

template <>
struct ValueConvert<EntityId> : DirectConvert<EntityId>
{
    static constexpr auto Kind = PropertyKind::Entity;
    static constexpr auto Expected = "an entity";
};

template <>
struct ValueConvert<AssetPath> : DirectConvert<AssetPath>
{
    static constexpr auto Kind = PropertyKind::Asset;
    static constexpr auto Expected = "an asset's path";
};

template <>
struct ValueConvert<ValueBag> : DirectConvert<ValueBag>
{
    static constexpr auto Kind = PropertyKind::Bag;
    static constexpr auto Expected = "named values";
};

template <>
struct ValueConvert<Vec2d> : DirectConvert<Vec2d>
{
    static constexpr auto Kind = PropertyKind::Vec2;
    static constexpr auto Expected = "two numbers";
};

template <>
struct ValueConvert<Vec3d> : DirectConvert<Vec3d>
{
    static constexpr auto Kind = PropertyKind::Vec3;
    static constexpr auto Expected = "three numbers";
};

template <>
struct ValueConvert<Quatd> : DirectConvert<Quatd>
{
    static constexpr auto Kind = PropertyKind::Rotation;
    static constexpr auto Expected = "a rotation";
};

template <>
struct ValueConvert<Color> : DirectConvert<Color>
{
    static constexpr auto Kind = PropertyKind::Color;
    static constexpr auto Expected = "a colour";
};

template <std::integral T>
struct ValueConvert<T>
{
    static constexpr auto Kind = PropertyKind::Int;

    static Value toValue(T member) { return {static_cast<std::int64_t>(member)}; }

    static Result<T> fromValue(const Value& value)
    {
        const auto* stored = value.as<std::int64_t>();
        if (stored == nullptr || !std::in_range<T>(*stored))
            return detail::wrongKind("a whole number");
        return static_cast<T>(*stored);
    }
};

template <std::floating_point T>
struct ValueConvert<T>
{
    static constexpr auto Kind = PropertyKind::Float;

    static Value toValue(T member) { return {static_cast<double>(member)}; }

    static Result<T> fromValue(const Value& value)
    {
        if (const auto* stored = value.as<double>()) {
            if (!std::isfinite(*stored))
                return detail::notFinite();
            return static_cast<T>(*stored);
        }
        if (const auto* whole = value.as<std::int64_t>())
            return static_cast<T>(*whole);
        return detail::wrongKind("a number");
    }
};
} // namespace engine
