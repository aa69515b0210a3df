#pragma once

#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/world/entity_copies.h"
#include "engine_core/scene/world/world.h"

#include <functional>
#include <map>

namespace engine
{
/// A prefab as its file describes it: its parts are at the top level, and what the instance's own
/// entity has besides name and place (a Script, a Mover) is on SceneEntity.
using PrefabWorld = World;

/// The links that new linked groups got so far, by the link of the instance and the one in the
/// file: instances that are linked copies of each other get the same.
using NewLinks = std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t>;

/// What gives an instance the contents of its prefab, empty if it has them already. Kept is what
/// the instance overrides. A part that the prefab has no more goes, unless the instance overrides
/// something of it: then it stays as a part of this instance alone. New parts, and what the file
/// has in links, get ids and numbers of their own. `newId` makes an id that `world` never had;
/// whoever merges several instances hands the same `links` to each.
[[nodiscard]] std::vector<Swap> mergePrefab(const World& world,
                                            EntityId instance,
                                            const PrefabWorld& prefab,
                                            const TypeRegistry& types,
                                            const std::function<EntityId()>& newId,
                                            NewLinks& links);

/// Which part of the instance answers to which entity of the prefab; SceneEntity to the instance.
[[nodiscard]] EntityMap
partsInInstance(const World& world, EntityId instance, const PrefabWorld& prefab);
} // namespace engine
