#pragma once

#include "engine_core/math/transform.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace engine
{
[[nodiscard]] bool isFiniteMatrix(const Mat4d& matrix);

/// True for numbers that a scene can hold.
[[nodiscard]] bool isPlaceable(const Transform& place);

/// What an object can be placed with; nullopt for sheared and flat matrices, and for those beyond
/// what a scene holds.
[[nodiscard]] std::optional<Transform> placeOfMatrix(const Mat4d& matrix);

/// Where a glTF node is within its parent.
[[nodiscard]] Mat4d gltfMatrix(const nlohmann::json& node);

/// Whether nobody could tell one from the other: they differ by no more than that share of their
/// size.
[[nodiscard]] bool isSamePlace(const Mat4d& a, const Mat4d& b, double share = 8e-6);
} // namespace engine
