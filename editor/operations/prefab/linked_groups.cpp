#include "editor/operations/prefab/linked_groups.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/prefab/link_update.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/sibling_order.h"
#include "engine_core/scene/components/transform_component.h"

#include <algorithm>
#include <unordered_set>

namespace editor
{
namespace
{
using engine::Error;
using engine::LinkedGroup;
using engine::LinkedMember;
using engine::Node;
using engine::Result;
using engine::TransformComponent;
using engine::Vec3d;
using engine::World;

/// Puts the group's own place to the middle of its underside; its contents stay where they are.
Result<void> givePlace(Transaction& transaction, EntityId group)
{
    const auto& world = transaction.world();
    if (world.get<TransformComponent>(group) != nullptr)
        return {};
    Vec3d pivot{0};
    const auto bounds = wholeBoundsOf(world, std::span{&group, 1});
    if (engine::worldTransform(world, group) == engine::Transform{} && !bounds.isEmpty()) {
        // On a grid that every brush on a grid is moved by without rounding.
        constexpr double PivotStep = 1.0 / 16;
        const auto center = bounds.center();
        pivot = glm::round(Vec3d{center.x, bounds.min.y, center.z} / PivotStep) * PivotStep;
    }
    const auto children = world.children(group);
    for (const auto child : children)
        if (auto moved = transformInParent(transaction, child, {.position = -pivot}); !moved)
            return moved;
    transaction.set(group, TransformComponent{.position = pivot});
    return {};
}

std::string ownName(std::string_view component, std::string_view property)
{
    return std::string{component} + "." + std::string{property};
}

/// The bag of the entity that names what it keeps for itself; null if it is in no linked group.
const engine::ValueBag* ownBag(const World& world, EntityId entity)
{
    if (const auto* group = world.get<LinkedGroup>(entity))
        return &group->own;
    const auto* member = world.get<LinkedMember>(entity);
    return member != nullptr ? &member->own : nullptr;
}

void setOwnBag(Transaction& transaction, EntityId entity, engine::ValueBag bag)
{
    if (const auto* group = transaction.world().get<LinkedGroup>(entity))
        return transaction.set(entity, LinkedGroup{group->link, std::move(bag)});
    const auto source = transaction.world().get<LinkedMember>(entity)->source;
    transaction.set(entity, LinkedMember{source, std::move(bag)});
}

/// The same part in another copy than the entity's own; null if there is none.
EntityId counterpart(const World& world, EntityId entity)
{
    const bool isRoot = world.get<LinkedGroup>(entity) != nullptr;
    const auto root = isRoot ? entity : linkedGroupAbove(world, entity);
    for (const auto copy : linkedCopies(world, root)) {
        if (copy == root)
            continue;
        if (isRoot)
            return copy;
        for (const auto member : engine::linkedMembers(world, copy))
            if (const auto* link = world.get<LinkedMember>(member);
                link != nullptr && link->source == world.get<LinkedMember>(entity)->source)
                return member;
    }
    return {};
}

std::int64_t linkOf(const engine::ComponentValue& group)
{
    return static_cast<const LinkedGroup*>(group.get())->link;
}

/// Whether all but what is each copy's own is equal, and components of the type `ignored`.
bool haveSameContents(const World& world,
                      const engine::TypeRegistry& types,
                      EntityId a,
                      EntityId b,
                      engine::TypeId ignored = engine::typeIdOf<LinkedMember>())
{
    const auto first = engine::linkedMembers(world, a);
    const auto second = engine::linkedMembers(world, b);
    EntityMap map{{a, b}};
    std::unordered_map<std::int64_t, EntityId> bySource;
    for (const auto member : second)
        if (const auto* link = world.get<LinkedMember>(member))
            bySource[link->source] = member;
    for (const auto member : first)
        if (const auto* link = world.get<LinkedMember>(member))
            if (const auto at = bySource.find(link->source); at != bySource.end())
                map[member] = at->second;
    if (map.size() != first.size() + 1 || first.size() != second.size())
        return false;
    return std::all_of(first.begin(), first.end(), [&](EntityId member) {
        const auto other = map.at(member);
        return std::all_of(
            types.all().begin(), types.all().end(), [&](const engine::TypeInfo& type) {
                if (type.id == engine::typeIdOf<LinkedMember>() || type.id == ignored ||
                    type.id == engine::typeIdOf<engine::SiblingOrder>())
                    return true;
                const auto& y = world.value(other, type.id);
                const auto x = followedValue(world, member, other, type, map);
                if (x && y && type.id == engine::typeIdOf<LinkedGroup>())
                    return linkOf(x) == linkOf(y);
                return x && y ? type.equal(x.get(), y.get()) : !x && !y;
            });
    });
}
} // namespace

engine::Result<void> linkGroup(Transaction& transaction, EntityId group)
{
    if (transaction.world().get<LinkedGroup>(group) != nullptr)
        return {};
    if (auto placed = givePlace(transaction, group); !placed)
        return placed;
    transaction.set(group, LinkedGroup{engine::unusedLink(transaction.world(), group), {}});
    for (const auto member : engine::linkedMembers(transaction.world(), group))
        transaction.set(member, LinkedMember{static_cast<std::int64_t>(member.value), {}});
    return {};
}

Result<std::vector<EntityId>> createLinkedDuplicate(Transaction& transaction,
                                                    std::span<const EntityId> entities)
{
    std::vector<EntityId> groups;
    std::vector<EntityId> loose;
    for (const auto entity : topmost(transaction.world(), entities))
        (isContainer(transaction.world(), entity) ? groups : loose).push_back(entity);
    if (!loose.empty()) {
        const auto made = group(transaction, loose);
        if (!made)
            return made.error();
        groups.push_back(*made);
    }
    if (groups.empty())
        return Error{"Select the group or the objects to copy first"};
    for (const auto each : groups)
        if (auto linked = linkGroup(transaction, each); !linked)
            return linked.error();
    return duplicate(transaction, groups);
}

Result<void> separateLinked(Transaction& transaction, std::span<const EntityId> entities)
{
    bool any = false;
    for (const auto entity : entities) {
        if (transaction.world().get<LinkedGroup>(entity) == nullptr)
            continue;
        if (transaction.world().get<engine::PrefabInstance>(entity) != nullptr)
            return Error{"'{}' is an instance of a prefab: unpack it instead",
                         transaction.world().get<Node>(entity)->name};
        any = true;
        for (const auto member : engine::linkedMembers(transaction.world(), entity))
            transaction.remove<LinkedMember>(member);
        transaction.remove<LinkedGroup>(entity);
    }
    return any ? Result<void>{} : Error{"Select a linked group first"};
}

std::set<std::int64_t> unequalLinks(const World& world, const engine::TypeRegistry& types)
{
    std::unordered_map<std::int64_t, EntityId> firsts;
    std::set<std::int64_t> unequal;
    world.forEach<LinkedGroup>([&](EntityId entity, const LinkedGroup& group) {
        const auto first = firsts.emplace(group.link, entity).first->second;
        if (first != entity && !haveSameContents(world, types, first, entity,
                                                 engine::typeIdOf<engine::PrefabOverrides>()))
            unequal.insert(group.link);
    });
    return unequal;
}

std::vector<EntityId> linkedCopies(const World& world, EntityId group)
{
    std::vector<EntityId> copies;
    if (const auto* wanted = world.get<LinkedGroup>(group))
        world.forEach<LinkedGroup>([&](EntityId entity, const LinkedGroup& each) {
            if (each.link == wanted->link)
                copies.push_back(entity);
        });
    return copies;
}

void relinkPasted(Transaction& transaction, std::span<const EntityId> pasted)
{
    const auto& world = transaction.world();
    const std::unordered_set<EntityId> fresh{pasted.begin(), pasted.end()};
    std::unordered_map<std::int64_t, std::int64_t> changed;
    for (const auto entity : pasted) {
        const auto* group = world.get<LinkedGroup>(entity);
        if (group == nullptr || changed.contains(group->link))
            continue;
        for (const auto copy : linkedCopies(world, entity))
            if (!fresh.contains(copy) &&
                !haveSameContents(world, transaction.types(), entity, copy)) {
                changed[group->link] = static_cast<std::int64_t>(entity.value);
                break;
            }
    }
    for (const auto entity : pasted)
        if (const auto* group = world.get<LinkedGroup>(entity);
            group != nullptr && changed.contains(group->link))
            transaction.set(entity, LinkedGroup{changed[group->link], group->own});
}

bool keepsOwn(const World& world,
              EntityId entity,
              std::string_view component,
              std::string_view property)
{
    const auto* bag = ownBag(world, entity);
    return bag != nullptr && engine::findValue(*bag, ownName(component, property)) != nullptr;
}

Result<void> setKeepsOwn(Transaction& transaction,
                         EntityId entity,
                         std::string_view component,
                         std::string_view property,
                         bool own)
{
    const auto& world = transaction.world();
    const auto* type = transaction.types().find(component);
    const auto* described = type != nullptr ? type->findProperty(property) : nullptr;
    if (ownBag(world, entity) == nullptr)
        return Error{"Only parts of a linked group can keep a value of their own"};
    if (described == nullptr)
        return Error{"'{}' cannot be kept by one copy alone", ownName(component, property)};
    auto bag = *ownBag(world, entity);
    const auto name = ownName(component, property);
    std::erase_if(bag, [&](const auto& entry) { return entry.name == name; });
    if (own)
        engine::setValue(bag, name, {true});
    setOwnBag(transaction, entity, std::move(bag));
    const auto other = own ? EntityId{} : counterpart(world, entity);
    if (!other || !world.value(other, type->id) || !world.value(entity, type->id))
        return {};
    auto followed = engine::withProperty(*type, world.value(entity, type->id), *described,
                                         described->get(world.value(other, type->id).get()));
    if (!followed)
        return followed.error();
    transaction.swap({entity, type->id, *std::move(followed)});
    return {};
}
} // namespace editor
