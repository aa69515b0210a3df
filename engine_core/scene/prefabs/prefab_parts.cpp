#include "engine_core/scene/prefabs/prefab_parts.h"

#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/transform_component.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_set>

namespace engine
{
namespace
{
constexpr std::size_t MaxNesting = 64; ///< of prefabs in prefabs

/// The prefab instances around something, nearest first.
std::vector<EntityId> chainFrom(const World& world, EntityId nearest)
{
    std::vector<EntityId> chain;
    for (auto at = nearest; at && chain.size() < MaxNesting; at = prefabAbove(world, at))
        chain.push_back(at);
    return chain;
}

/// How many of the chain count: up to the first that was added to what is around it.
std::size_t ownLength(const World& world, const std::vector<EntityId>& chain)
{
    auto length = chain.size();
    for (auto i = chain.size(); i-- > 1;) {
        const auto level = overrideLevel(world, chain[i - 1], AddedOverride);
        if (level > 0 && level >= static_cast<int>(length - i))
            length = i;
    }
    return length;
}
} // namespace

std::string
overrideName(std::string_view component, std::string_view property, std::string_view entry)
{
    auto name = std::string{component} + "." + std::string{property};
    return entry.empty() ? name : name + "." + std::string{entry};
}

bool belongsAround(std::string_view component)
{
    constexpr std::array Around{
        AddedOverride,          Node::TypeName,           LinkedGroup::TypeName,
        LinkedMember::TypeName, PrefabInstance::TypeName, TransformComponent::TypeName};
    return std::find(Around.begin(), Around.end(), component) != Around.end();
}

EntityId prefabAbove(const World& world, EntityId entity)
{
    auto at = linkedGroupAbove(world, entity);
    for (std::size_t i = 0; at && i < MaxNesting; at = linkedGroupAbove(world, at), ++i)
        if (world.get<PrefabInstance>(at) != nullptr)
            return at;
    return {};
}

PrefabPlace prefabPlace(const World& world, EntityId entity, std::string_view component)
{
    if (world.count<PrefabInstance>() == 0)
        return {}; // asked for each of thousands of objects
    const bool isInside = world.get<PrefabInstance>(entity) != nullptr && !belongsAround(component);
    const auto chain = chainFrom(world, isInside ? entity : prefabAbove(world, entity));
    if (chain.empty())
        return {};
    const auto length = ownLength(world, chain);
    return {chain[length - 1], static_cast<int>(length)};
}

int overrideLevel(const World& world, EntityId entity, std::string_view name)
{
    const auto* overrides = world.get<PrefabOverrides>(entity);
    const auto* value = overrides != nullptr ? findValue(overrides->values, name) : nullptr;
    const auto* level = value != nullptr ? value->as<std::int64_t>() : nullptr;
    return level != nullptr ? static_cast<int>(std::clamp<std::int64_t>(*level, 0, MaxNesting)) : 0;
}

bool isOverridden(const World& world,
                  EntityId entity,
                  std::string_view component,
                  std::string_view property,
                  std::string_view entry)
{
    const auto place = prefabPlace(world, entity, component);
    return place &&
           (overrideLevel(world, entity, component) >= place.depth ||
            overrideLevel(world, entity, overrideName(component, property, entry)) >= place.depth);
}

bool isAddedToPrefab(const World& world, EntityId entity)
{
    const auto place = prefabPlace(world, entity, AddedOverride);
    return place && overrideLevel(world, entity, AddedOverride) >= place.depth;
}

std::vector<EntityId> prefabInstances(const World& world)
{
    std::vector<EntityId> found;
    world.forEach<PrefabInstance>([&](EntityId entity, const PrefabInstance& instance) {
        if (!instance.file.path.empty() && prefabPlace(world, entity, {}).root == entity)
            found.push_back(entity);
    });
    return found;
}

Result<void> visitPrefabInstances(const World& world,
                                  const std::function<Result<void>(EntityId)>& visit)
{
    std::unordered_set<EntityId> seen;
    for (std::size_t before = 0, round = 0; round == 0 || seen.size() > before; ++round) {
        before = seen.size();
        for (const auto instance : prefabInstances(world))
            if (world.get<PrefabInstance>(instance) != nullptr && seen.insert(instance).second)
                if (auto done = visit(instance); !done)
                    return done;
    }
    return {};
}

std::string pathToText(const PartPath& path)
{
    std::string text;
    for (const auto source : path)
        text += (text.empty() ? "" : "/") + std::to_string(source);
    return text;
}

PartPath pathFromText(std::string_view text)
{
    PartPath path;
    const auto* at = text.data();
    const auto* const end = at + text.size();
    while (at < end) {
        auto& source = path.emplace_back();
        const auto [behind, failed] = std::from_chars(at, end, source);
        if (failed != std::errc{} || (behind < end && *behind != '/'))
            return {};
        at = behind + 1;
    }
    return path;
}
} // namespace engine
