#pragma once

#include "engine_core/scene/checks/level_checks.h"

#include <optional>

namespace engine
{
/// Whether one can get from the player start into the void; if not, what nobody can get to.
void checkLeaks(const LevelCheckContext& context, std::vector<Issue>& issues);

void checkLightsInSolids(const LevelCheckContext& context, std::vector<Issue>& issues);

/// Things of the same kind that lie in the same place: all but the one with the lowest id.
void checkDuplicates(const LevelCheckContext& context, std::vector<Issue>& issues);

/// Walkers whose brushes or models stand still for everybody else.
void checkWalkerBodies(const LevelCheckContext& context, std::vector<Issue>& issues);

/// Agents whose name, or whose navigation mesh's file, one with a lower id has already.
void checkAgentNames(const LevelCheckContext& context, std::vector<Issue>& issues);

/// Kinds of plants whose slot another kind of their foliage has already: they have no plants.
void checkPlantKinds(const LevelCheckContext& context, std::vector<Issue>& issues);

/// Nodes with nothing but a name and nothing below them.
void checkEmptyGroups(const LevelCheckContext& context, std::vector<Issue>& issues);

/// The brush that a point is deeper in than a centimetre; nullopt if there is none.
[[nodiscard]] std::optional<std::size_t> solidAt(const LevelCheckContext& context, const Vec3d& at);
} // namespace engine
