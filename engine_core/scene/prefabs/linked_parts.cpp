#include "engine_core/scene/prefabs/linked_parts.h"

#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/world/hierarchy.h"

#include <algorithm>
#include <unordered_set>

namespace engine
{
namespace
{

std::int64_t sourceOf(const World& world, EntityId entity)
{
    const auto* member = world.get<LinkedMember>(entity);
    return member != nullptr ? member->source : static_cast<std::int64_t>(entity.value);
}
} // namespace

EntityId linkedGroupAbove(const World& world, EntityId entity)
{
    if (world.count<LinkedGroup>() == 0)
        return {};
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        const auto* node = world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
        if (entity && world.get<LinkedGroup>(entity) != nullptr)
            return entity;
    }
    return {};
}

std::vector<EntityId> linkedMembers(const World& world, EntityId group)
{
    std::vector<EntityId> members;
    std::vector<EntityId> open{group};
    for (std::size_t i = 0; i < open.size() && open.size() <= world.entityCount(); ++i)
        for (const auto child : world.children(open[i])) {
            members.push_back(child);
            if (world.get<LinkedGroup>(child) == nullptr)
                open.push_back(child);
        }
    return members;
}

std::vector<LinkedPart> linkedParts(const World& world, EntityId group)
{
    struct Open
    {
        EntityId entity;
        PartPath above; ///< of the nearest linked group
    };

    std::vector<LinkedPart> parts;
    std::vector<Open> open{{group, {}}};
    for (std::size_t i = 0; i < open.size() && open.size() <= world.entityCount() + 1; ++i) {
        const auto above = open[i].above;
        for (const auto child : world.children(open[i].entity)) {
            auto path = above;
            path.push_back(sourceOf(world, child));
            const bool isLinked = world.get<LinkedGroup>(child) != nullptr;
            open.push_back({child, isLinked ? path : above});
            parts.push_back({std::move(path), child});
        }
    }
    return parts;
}

PartPath partPath(const World& world, EntityId group, EntityId entity)
{
    PartPath path;
    for (auto at = entity; at && at != group && path.size() < MaxHierarchyDepth;
         at = linkedGroupAbove(world, at))
        path.push_back(sourceOf(world, at));
    std::reverse(path.begin(), path.end());
    return path;
}

std::int64_t unusedLink(const World& world, EntityId wish)
{
    std::unordered_set<std::int64_t> used{0};
    world.forEach<LinkedGroup>([&](EntityId, const LinkedGroup& each) { used.insert(each.link); });
    auto link = static_cast<std::uint32_t>(wish.value);
    while (used.contains(link))
        link = link * 1664525U + 1013904223U; // a full cycle through all 32-bit numbers
    return link;
}
} // namespace engine
