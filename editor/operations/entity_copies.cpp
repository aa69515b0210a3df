#include "editor/operations/entity_copies.h"

namespace editor
{
namespace
{
EntityId copyOf(const EntityMap& copies, EntityId entity)
{
    const auto at = copies.find(entity);
    return at == copies.end() ? entity : at->second;
}

/// True if something pointed to a copied entity.
bool retarget(engine::ValueBag& bag, const EntityMap& copies)
{
    bool changed = false;
    for (auto& [name, value] : bag) {
        if (auto* entity = std::get_if<EntityId>(&value.data); entity != nullptr) {
            changed |= copies.contains(*entity);
            *entity = copyOf(copies, *entity);
        } else if (auto* inner = std::get_if<engine::ValueBag>(&value.data)) {
            changed |= retarget(*inner, copies);
        }
    }
    return changed;
}
} // namespace

engine::ComponentValue
retargeted(const engine::TypeInfo* type, engine::ComponentValue value, const EntityMap& copies)
{
    if (type == nullptr)
        return value;
    for (const auto& property : type->properties) {
        auto held = property.get(value.get());
        if (const auto* entity = held.as<EntityId>(); entity != nullptr) {
            if (!copies.contains(*entity))
                continue;
            held.data = copyOf(copies, *entity);
        } else if (auto* bag = std::get_if<engine::ValueBag>(&held.data)) {
            if (!retarget(*bag, copies))
                continue;
        } else {
            continue;
        }
        if (auto changed = engine::withProperty(*type, value, property, held))
            value = *std::move(changed);
    }
    return value;
}
} // namespace editor
