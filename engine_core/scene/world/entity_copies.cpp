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
bool retarget(ValueBag& bag, const EntityMap& copies)
{
    bool changed = false;
    for (auto& [name, value] : bag) {
        if (auto* entity = std::get_if<EntityId>(&value.data); entity != nullptr) {
            changed |= copies.contains(*entity);
            *entity = copyOf(copies, *entity);
        } else if (auto* inner = std::get_if<ValueBag>(&value.data)) {
            changed |= retarget(*inner, copies);
        }
    }
    return changed;
}

void collect(const ValueBag& bag, std::vector<EntityId>& found)
{
    for (const auto& [name, value] : bag)
        if (const auto* entity = value.as<EntityId>())
            found.push_back(*entity);
        else if (const auto* inner = value.as<ValueBag>())
            collect(*inner, found);
}
} // namespace

ComponentValue retargeted(const TypeInfo* type, ComponentValue value, const EntityMap& copies)
{
    if (type == nullptr || !value)
        return value;
    for (const auto& property : type->properties) {
        auto held = property.get(value.get());
        if (const auto* entity = held.as<EntityId>(); entity != nullptr) {
            if (!copies.contains(*entity))
                continue;
            held.data = copyOf(copies, *entity);
        } else if (auto* bag = std::get_if<ValueBag>(&held.data)) {
            if (!retarget(*bag, copies))
                continue;
        } else {
            continue;
        }
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
        if (property.kind == PropertyKind::Entity || property.kind == PropertyKind::Bag)
            collect({{property.name, property.get(value.get())}}, found);
    return found;
}
} // namespace engine
