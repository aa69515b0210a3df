#include "engine_core/scene/world/entity_copies.h"

namespace engine
{
namespace
{
EntityId copyOf(const EntityMap& copies, EntityId entity)
{
    const auto at = copies.find(entity);
    return at == copies.end() ? entity : at->second;
}

/// True if something pointed to a copied entity.
bool retarget(Value& value, const EntityMap& copies)
{
    bool changed = false;
    if (auto* entity = std::get_if<EntityId>(&value.data)) {
        changed = copies.contains(*entity);
        *entity = copyOf(copies, *entity);
    } else if (auto* bag = std::get_if<ValueBag>(&value.data)) {
        for (auto& entry : *bag)
            changed |= retarget(entry.value, copies);
    } else if (auto* list = std::get_if<ValueList>(&value.data)) {
        for (auto& each : *list)
            changed |= retarget(each, copies);
    }
    return changed;
}

void collect(const Value& value, std::vector<EntityId>& found)
{
    if (const auto* entity = value.as<EntityId>())
        found.push_back(*entity);
    else if (const auto* bag = value.as<ValueBag>())
        for (const auto& entry : *bag)
            collect(entry.value, found);
    else if (const auto* list = value.as<ValueList>())
        for (const auto& each : *list)
            collect(each, found);
}
} // namespace

ComponentValue retargeted(const TypeInfo* type, ComponentValue value, const EntityMap& copies)
{
    if (type == nullptr || !value)
        return value;
    for (const auto& property : type->properties) {
        auto held = property.get(value.get());
        if (!retarget(held, copies))
            continue;
        if (auto changed = withProperty(*type, value, property, held))
            value = *std::move(changed);
    }
    return value;
}

ComponentValue retargetedInside(const TypeInfo* type, ComponentValue value, const EntityMap& copies)
{
    EntityMap known;
    for (const auto entity : referencesOf(type, value))
        if (entity)
            known[entity] = copies.contains(entity) ? copies.at(entity) : EntityId{};
    return known.empty() ? value : retargeted(type, std::move(value), known);
}

std::vector<EntityId> referencesOf(const TypeInfo* type, const ComponentValue& value)
{
    std::vector<EntityId> found;
    if (type == nullptr || !value)
        return found;
    for (const auto& property : type->properties)
        if (property.kind == PropertyKind::Entity || property.kind == PropertyKind::Bag ||
            property.kind == PropertyKind::List)
            collect(property.get(value.get()), found);
    return found;
}
} // namespace engine
