#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/base/result.h"
#include "engine_core/math/types.h"

#include <string>

namespace engine
{
struct PlayState;

/// A copy of the entity and of everything below it, with ids of spawned entities and the same
/// parent; what points from one of them to another points to its copy. Refused if the game would
/// hold more than MaxSceneEntities.
[[nodiscard]] Result<EntityId> copyTree(PlayState& play, EntityId original);

/// An instance of a prefab of the project ("prefabs/torch.prefab.json") at the top level, at a
/// place in the world in metres. It holds what the file held when the game first asked for it.
/// Refused if the file cannot be read, or if the game would hold more than MaxSceneEntities.
[[nodiscard]] Result<EntityId>
spawnPrefab(PlayState& play, const std::string& path, const Vec3d& position);
} // namespace engine
