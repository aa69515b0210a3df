#include "tests/support/levels/linked_check.h"

#include "editor/operations/prefab/linked_groups.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/sibling_order.h"
#include "engine_core/scene/components/transform_component.h"

#include <map>

namespace mapwright::test
{
using namespace engine;

namespace
{
using Parts = std::map<std::int64_t, EntityId>;

/// The parts by source; a source that stands twice is told in `twice`.
Parts partsOf(const World& world, EntityId group, std::string& wrong)
{
    Parts parts{{0, group}};
    for (const auto entity : subtree(world, group)) {
        if (entity == group || editor::linkedGroupAbove(world, entity) != group)
            continue;
        const auto* member = world.get<LinkedMember>(entity);
        if (member == nullptr)
            wrong = fmt::format("{} has no source", entity.value);
        else if (!parts.emplace(member->source, entity).second)
            wrong = fmt::format("the source {} stands twice", member->source);
    }
    return parts;
}

bool isOwnMatter(const TypeInfo& type, const Property& property, std::int64_t source)
{
    if (type.id == typeIdOf<Node>())
        return property.name == "hidden" || property.name == "locked" || source == 0;
    return type.id == typeIdOf<LinkedGroup>() && property.name == "own";
}

/// A reference as the source it points to, so that copies can be compared.
Value normal(Value value, const Parts& parts)
{
    if (const auto* entity = value.as<EntityId>())
        for (const auto& [source, part] : parts)
            if (part == *entity)
                return {fmt::format("part {}", source)};
    if (const auto* bag = value.as<ValueBag>()) {
        ValueBag changed;
        for (const auto& [name, inner] : *bag)
            changed.emplace_back(name, normal(inner, parts));
        return {changed};
    }
    if (const auto* list = value.as<ValueList>()) {
        ValueList changed;
        for (const auto& inner : *list)
            changed.push_back(normal(inner, parts));
        return {changed};
    }
    return value;
}

std::string compare(const World& world, const TypeRegistry& types, const Parts& a, const Parts& b)
{
    if (a.size() != b.size())
        return fmt::format("{} and {} parts", a.size(), b.size());
    for (const auto& [source, first] : a) {
        const auto other = b.find(source);
        if (other == b.end())
            return fmt::format("no part {}", source);
        const auto second = other->second;
        for (const auto& type : types.all()) {
            if (type.id == typeIdOf<LinkedMember>() || type.id == typeIdOf<PrefabOverrides>() ||
                type.id == typeIdOf<SiblingOrder>() ||
                (source == 0 && type.id == typeIdOf<TransformComponent>()))
                continue;
            const auto& x = world.value(first, type.id);
            const auto& y = world.value(second, type.id);
            if (!x != !y)
                return fmt::format("part {}: only one has {}", source, type.name);
            if (x && type.properties.empty() && !type.equal(x.get(), y.get()))
                return fmt::format("part {}: {} differs", source, type.name);
            for (const auto& property : type.properties)
                if (x && !isOwnMatter(type, property, source) &&
                    !editor::keepsOwn(world, first, type.name, property.name) &&
                    !editor::keepsOwn(world, second, type.name, property.name) &&
                    !(normal(property.get(x.get()), a) == normal(property.get(y.get()), b)))
                    return fmt::format("part {}: {}.{} differs", source, type.name, property.name);
        }
    }
    return {};
}
} // namespace

std::string linkedDifference(const World& world, const TypeRegistry& types)
{
    std::string wrong;
    std::map<std::int64_t, EntityId> firsts;
    world.forEach<LinkedGroup>([&](EntityId entity, const LinkedGroup& group) {
        const auto [first, isNew] = firsts.emplace(group.link, entity);
        if (!wrong.empty())
            return;
        const auto a = partsOf(world, first->second, wrong);
        const auto b = partsOf(world, entity, wrong);
        if (wrong.empty())
            wrong = compare(world, types, a, b);
    });
    return wrong;
}
} // namespace mapwright::test
