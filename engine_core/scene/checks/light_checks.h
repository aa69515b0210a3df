#pragma once

#include "engine_core/scene/checks/level_checks.h"

namespace engine
{
/// Lights that give nothing, whatever the game does: without strength, or with nothing in front of
/// them as far as they reach. Those in solids have a rule of their own (checkLightsInSolids()).
void checkWastedLights(const LevelCheckContext& context, std::vector<Issue>& issues);
} // namespace engine
