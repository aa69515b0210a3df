#pragma once

#include "engine_core/scene/checks/level_checks.h"

namespace engine
{
/// Ladders that lie on their backs, and ladders and water without a size.
void checkMovement(const LevelCheckContext& context, std::vector<Issue>& issues);
} // namespace engine
