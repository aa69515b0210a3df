#pragma once

#include "engine_core/scene/checks/issue.h"
#include "engine_core/scene/world/world.h"

#include <vector>

namespace engine
{
/// Components and properties that a file holds and nobody here knows: a misspelt name, a plugin
/// that is missing, a newer version. They are kept and do nothing. One issue for each name, with
/// all objects that have it.
[[nodiscard]] std::vector<Issue> findUnknownParts(const World& world);
} // namespace engine
