#pragma once

#include "engine_core/reflect/property.h"
#include "engine_core/scene/world/world.h"

#include <QString>

#include <vector>

namespace editor
{
/// A value as people read it: "3.2", "on", the name of an object of `world`. Empty for the bag of a
/// script.
[[nodiscard]] QString valueText(const engine::World& world, const engine::Value& value);

/// What a row says below a property while the game runs: "In play: 3.2 m", or empty if the running
/// objects have the authored values. `played` are the values of those objects that are in the game;
/// `world` is the running one, for names of objects.
[[nodiscard]] QString playedText(const engine::Property& property,
                                 const std::vector<engine::Value>& authored,
                                 const std::vector<engine::Value>& played,
                                 const engine::World& world);
} // namespace editor
