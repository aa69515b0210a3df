#include "engine_core/assets/project/unknown_parts.h"

#include "engine_core/scene/checks/level_checks.h"
#include "engine_core/scene/components/unread_data.h"
#include "engine_core/serialization/unread_keys.h"

#include <fmt/format.h>

#include <map>
#include <string_view>

namespace engine
{
namespace
{
constexpr std::string_view Components = "components/";

/// "the component 'portal'", "'falloff' of the component 'light'"; empty for what is neither.
std::string partOf(std::string_view key)
{
    if (!key.starts_with(Components))
        return {};
    const auto slash = key.find('/', Components.size());
    const auto component = nameOfUnreadKey(key.substr(0, slash));
    return slash == std::string_view::npos
               ? fmt::format("the component '{}'", component)
               : fmt::format("'{}' of the component '{}'", nameOfUnreadKey(key), component);
}
} // namespace

std::vector<Issue> findUnknownParts(const World& world)
{
    std::map<std::string, std::vector<EntityId>> users; // by key
    world.forEach<UnreadData>([&](EntityId entity, const UnreadData& unread) {
        for (const auto& [key, json] : unread.json)
            users[key].push_back(entity);
    });
    std::vector<Issue> issues;
    for (auto& [key, entities] : users) {
        const auto part = partOf(key);
        if (part.empty())
            continue;
        const auto first = entities.front();
        entities.erase(entities.begin());
        const auto more =
            entities.empty() ? std::string{} : fmt::format(" and {} more have", entities.size());
        issues.push_back(
            {Severity::Warning, "unknown-component", first, "",
             fmt::format("{}{} {}, which is not known here and does nothing.",
                         titleOf(world, first), more.empty() ? " has" : more, part),
             "Mend the name, or install the plugin it belongs to; it is kept as it is.",
             std::move(entities)});
    }
    return issues;
}
} // namespace engine
