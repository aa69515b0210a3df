#pragma once

#include "engine_core/scene/world/world.h"

#include <string>

namespace engine
{
/// What settings and commands call the agent that the entity is: the name of its node, or its
/// number if it has none.
[[nodiscard]] std::string agentNameOf(const World& world, EntityId entity);

/// The name as a part of a file's name. Different names may give the same one.
[[nodiscard]] std::string agentFileName(const std::string& name);
} // namespace engine
