#pragma once

#include "engine_core/scene/checks/level_checks.h"

namespace engine
{
/// Bodies that weigh nothing, have nothing to collide with, are a part of another one, or are moved
/// by weight and by something else at once.
void checkBodies(const LevelCheckContext& context, std::vector<Issue>& issues);
} // namespace engine
