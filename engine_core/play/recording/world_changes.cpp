#include "engine_core/play/recording/world_changes.h"

#include <algorithm>

namespace engine
{
ChangeSet changesBetween(const World& before, const World& after)
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
    for (const auto entity : entities)
        for (const auto type : types) {
            const auto& was = before.value(entity, type);
            const auto& is = after.value(entity, type);
            if (was != is)
                changes.changes.push_back({entity, type, was, is});
        }
    return changes;
}
} // namespace engine
