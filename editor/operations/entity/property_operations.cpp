#include "editor/operations/entity/property_operations.h"

#include "editor/operations/entity/entity_operations.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"

namespace editor
{
using engine::Error;
using engine::Result;

namespace
{
/// "slopeMax" for "slopeMin" and the other way round; null if the type has no such pair of numbers.
const engine::Property* otherEnd(const engine::TypeInfo& type, const engine::Property& property)
{
    constexpr std::string_view Least = "Min";
    constexpr std::string_view Most = "Max";
    const std::string_view name = property.name;
    const bool isLeast = name.ends_with(Least);
    if (property.kind != engine::PropertyKind::Float || (!isLeast && !name.ends_with(Most)))
        return nullptr;
    const std::string stem{name.substr(0, name.size() - Least.size())};
    const auto* other = type.findProperty(stem + std::string{isLeast ? Most : Least});
    return other != nullptr && other->kind == engine::PropertyKind::Float ? other : nullptr;
}

/// The end of a range that is pushed over the other takes that along. A most of 0 that is so by
/// default means that there is none.
Result<engine::ComponentValue> withOrderedEnds(const engine::TypeInfo& type,
                                               const engine::Property& property,
                                               const engine::ComponentValue& component)
{
    const auto* other = otherEnd(type, property);
    if (other == nullptr)
        return component;
    const auto value = property.get(component.get());
    const auto* now = value.as<double>();
    const auto end = other->get(component.get());
    const auto* there = end.as<double>();
    if (now == nullptr || there == nullptr)
        return component;
    const bool isLeast = property.name.ends_with("Min");
    const auto& most = isLeast ? *other : property;
    const auto* usual = most.defaultValue.as<double>();
    const double highest = isLeast ? *there : *now;
    const bool isOpen = highest == 0 && usual != nullptr && *usual == 0;
    if (isOpen || (isLeast ? *now <= *there : *now >= *there))
        return component;
    return engine::withProperty(type, component, *other, value);
}

/// A sun's strength is counted in lux: with the number of a lamp's candela everything would be
/// white, and the other way round dark.
engine::ComponentValue withFittingStrength(const engine::TypeInfo& type,
                                           const engine::Property& property,
                                           const engine::ComponentValue& before,
                                           const engine::ComponentValue& component)
{
    if (type.id != engine::typeIdOf<engine::Light>() || property.name != "kind")
        return component;
    const auto& old = *static_cast<const engine::Light*>(before.get());
    auto light = *static_cast<const engine::Light*>(component.get());
    if (isSun(old) == isSun(light))
        return component;
    light.intensity = usualLight(light.kind).intensity;
    return std::make_shared<const engine::Light>(light);
}
} // namespace

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
        if (changed)
            changed = withOrderedEnds(type, property, *changed);
        if (changed)
            changed = withFittingStrength(type, property, component, *changed);
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
