#pragma once

#include "engine_core/base/json_tree.h"
#include "engine_core/reflect/type_info.h"

#include <string>
#include <string_view>

namespace engine
{
/// One property as JSON. Vectors are arrays, rotations [x, y, z, w], colours [r, g, b] in linear
/// light, entities their id (0 is none), assets their path, enumerations the name of the choice. A
/// bag, whose values have no description, tags what JSON cannot tell apart: {"color": [...]},
/// {"entity": 5}, {"asset": "door.wav"}, {"bag": {...}}; numbers with a point or exponent are
/// doubles, the others whole numbers.
void writeValue(std::string& out, const Property& property, const Value& value);

/// Refused with a reason: another kind, numbers too big for a double, rotations that are none, and
/// asset paths that are absolute or climb out of the project. Ranges are the setter's matter.
[[nodiscard]] Result<Value> readValue(const Property& property, const JsonValue& json);

/// Fails on paths that are absolute, climb out with "..", or hold a backslash or a null.
[[nodiscard]] Result<void> checkAssetPath(std::string_view path);

[[nodiscard]] Result<Vec2d> readVec2(const JsonValue& json);
[[nodiscard]] Result<Vec3d> readVec3(const JsonValue& json);

void writeNumbers(std::string& out, const Vec2d& numbers);
void writeNumbers(std::string& out, const Vec3d& numbers);
} // namespace engine
