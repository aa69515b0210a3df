#pragma once

#include "engine_core/scene/world/world.h"

#include <string>

namespace editor
{
/// What a brush is called whose name a user has taken away.
inline constexpr auto NamelessBrush = "Brush";

/// Whether the program gave the brush its name, such as "Brush" or "Box 12", and no user did.
[[nodiscard]] bool isGivenName(std::string_view name);

/// What tells an object from others of its name, made of what it is: material and size of a brush
/// without a name of its own, class or target of an entity of a map file. Empty for all others.
[[nodiscard]] std::string distinctionOf(const engine::World& world, engine::EntityId entity);

/// The name as lists show it, with the distinction behind it: "Brush: brick_02, 4 x 2.5 x 0.25 m",
/// "lift1 (func_door)". Scenes keep the name alone. Empty if there is no such object.
[[nodiscard]] std::string shownNameOf(const engine::World& world, engine::EntityId entity);
} // namespace editor
