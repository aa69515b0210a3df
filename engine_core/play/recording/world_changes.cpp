#include "engine_core/play/recording/world_changes.h"

#include "engine_core/reflect/type_registry.h"

#include <algorithm>

namespace engine
{
namespace
{
bool areEqual(const ComponentValue& a, const ComponentValue& b, const TypeInfo* type)
{
    return a == b || (a && b && type != nullptr && type->equal(a.get(), b.get()));
}
} // namespace

ChangeSet changesBetween(const World& before, const World& after, const TypeRegistry& registry)
{
    auto entities = before.entities();
    const auto more = after.entities();
    entities.insert(entities.end(), more.begin(), more.end());
    std::sort(entities.begin(), entities.end());
    entities.erase(std::unique(entities.begin(), entities.end()), entities.end());
    auto types = before.types();
    for (const auto type : after.types())
        if (std::find(types.begin(), types.end(), type) == types.end())
            types.push_back(type);
    ChangeSet changes;
    for (const auto type : types) {
        const auto* info = registry.find(type);
        for (const auto entity : entities) {
            const auto& was = before.value(entity, type);
            const auto& is = after.value(entity, type);
            if (!areEqual(was, is, info))
                changes.changes.push_back({entity, type, was, is});
        }
    }
    return changes;
}
} // namespace engine
