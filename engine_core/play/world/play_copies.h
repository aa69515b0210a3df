#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/base/result.h"
#include "engine_core/math/types.h"

#include <string>

namespace engine
{
class World;
struct PlayState;

/// An Error, in words for the writer of a script, if the game would hold more than MaxSceneEntities
/// with so many more.
[[nodiscard]] Result<void> checkRoom(const PlayState& play, std::size_t more);

/// All objects of another scene below one of the game, with ids of spawned entities; what points
/// from one of them to another points to its copy. Layers become groups, those that are left out of
/// play stay away, and so do player starts and the settings of that scene. Refused if the game
/// would hold more than MaxSceneEntities.
Result<void> copyLevel(PlayState& play, const World& level, EntityId root);

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
