#pragma once

#include "engine_core/base/result.h"
#include "engine_core/scene/prefabs/linked_parts.h"

#include <functional>
#include <string>
#include <string_view>

namespace engine
{
/// The name of an override that says that the whole entity was added here.
inline constexpr std::string_view AddedOverride = "entity";

/// "light.intensity"; "script.properties.speed" for an entry of a bag.
[[nodiscard]] std::string
overrideName(std::string_view component, std::string_view property, std::string_view entry = {});

/// Whether a component of a prefab instance's own entity belongs to what is around the instance:
/// its name, place and links do, and so does AddedOverride.
[[nodiscard]] bool belongsAround(std::string_view component);

/// The prefab instance that keeps the overrides of an entity: the outermost one around it that did
/// not come to be there by an override itself. `depth` is the level that it keeps them with.
struct PrefabPlace
{
    EntityId root;
    int depth = 0;

    explicit operator bool() const { return !root.isNull(); }
};

/// Of one component (or AddedOverride) of the entity; null if it is in no prefab instance.
[[nodiscard]] PrefabPlace
prefabPlace(const World& world, EntityId entity, std::string_view component);

/// The nearest prefab instance that the entity is part of; null if there is none.
[[nodiscard]] EntityId prefabAbove(const World& world, EntityId entity);

/// With which level something is overridden; 0: it is not.
[[nodiscard]] int overrideLevel(const World& world, EntityId entity, std::string_view name);

/// Whether the instance that keeps the entity's overrides overrides this; with the whole component
/// each property is overridden.
[[nodiscard]] bool isOverridden(const World& world,
                                EntityId entity,
                                std::string_view component,
                                std::string_view property,
                                std::string_view entry = {});

/// Whether the entity itself is an override: it is not in the prefab's file.
[[nodiscard]] bool isAddedToPrefab(const World& world, EntityId entity);

/// Every prefab instance that follows its file by itself, in ascending order of ids. The others
/// came with the file of one around them, and follow that.
[[nodiscard]] std::vector<EntityId> prefabInstances(const World& world);

/// Calls `visit`, which may change the world, once for each of these that is still there; then for
/// those that became one meanwhile, as what an instance keeps though its file lost it does. Ends at
/// the first Error, which is returned.
Result<void> visitPrefabInstances(const World& world,
                                  const std::function<Result<void>(EntityId)>& visit);

/// "12/7" and back; a path that is none is empty.
[[nodiscard]] std::string pathToText(const PartPath& path);
[[nodiscard]] PartPath pathFromText(std::string_view text);
} // namespace engine
