#pragma once

#include "engine_core/scene/checks/level_checks.h"

#include <vector>

namespace engine
{
/// Joints that tie nothing, or not what they seem to.
void checkJoints(const LevelCheckContext& context, std::vector<Issue>& issues);
} // namespace engine
