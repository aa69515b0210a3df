#pragma once

#include "engine_core/reflect/value.h"

#include <optional>
#include <vector>

namespace editor
{
/// What all values have in common; nullopt if they differ or there are none.
template <typename Get>
auto common(const std::vector<engine::Value>& values, const Get& get)
    -> std::optional<decltype(get(values.front()))>
{
    if (values.empty())
        return {};
    const auto first = get(values.front());
    for (const auto& value : values)
        if (!(get(value) == first))
            return {};
    return first;
}

template <typename T>
T valueAs(const engine::Value& value)
{
    const auto* held = value.as<T>();
    return held != nullptr ? *held : T{};
}
} // namespace editor
