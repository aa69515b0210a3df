#include "editor/operations/property_operations.h"

#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"

namespace editor
{
using engine::Error;
using engine::Result;

Result<void> setProperty(Transaction& transaction,
                         std::span<const EntityId> entities,
                         const engine::TypeInfo& type,
                         const engine::Property& property,
                         const engine::Value& value)
{
    for (const auto entity : entities) {
        const auto component = transaction.world().value(entity, type.id);
        if (!component)
            continue;
        auto changed = engine::withProperty(type, component, property, value);
        if (!changed)
            return changed.error().withContext("{}", property.label);
        if (!type.equal(component.get(), changed->get()))
            transaction.swap({entity, type.id, *std::move(changed)});
    }
    return {};
}

Result<void> resetProperty(Transaction& transaction,
                           std::span<const EntityId> entities,
                           const engine::TypeInfo& type,
                           const engine::Property& property)
{
    return setProperty(transaction, entities, type, property, property.defaultValue);
}

void setScriptProperty(Transaction& transaction,
                       std::span<const EntityId> entities,
                       const std::string& name,
                       const std::optional<engine::Value>& value)
{
    for (const auto entity : entities) {
        const auto* script = transaction.world().get<engine::Script>(entity);
        if (script == nullptr)
            continue;
        auto changed = *script;
        if (value)
            engine::setValue(changed.properties, name, *value);
        else
            std::erase_if(changed.properties, [&](const auto& held) { return held.name == name; });
        if (changed != *script)
            transaction.set(entity, std::move(changed));
    }
}

void addComponent(Transaction& transaction,
                  std::span<const EntityId> entities,
                  const engine::TypeInfo& type)
{
    for (const auto entity : entities)
        if (transaction.world().exists(entity) && !transaction.world().value(entity, type.id))
            transaction.swap({entity, type.id, type.makeDefault()});
}

Result<void> removeComponent(Transaction& transaction,
                             std::span<const EntityId> entities,
                             const engine::TypeInfo& type)
{
    if (type.id == engine::typeIdOf<engine::Node>())
        return Error{"An object cannot be without its name; delete it instead"};
    for (const auto entity : entities)
        if (transaction.world().value(entity, type.id))
            transaction.swap({entity, type.id, nullptr});
    return {};
}
} // namespace editor
