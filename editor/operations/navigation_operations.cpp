#include "editor/operations/navigation_operations.h"

#include "editor/operations/entity_operations.h"
#include "engine_core/navigation/nav_config.h"

#include <algorithm>

namespace editor
{
using namespace engine;

EntityId addNavAgent(Transaction& transaction, const std::string& name)
{
    const auto profiles = navProfiles(transaction.world());
    auto unique = name;
    const auto isTaken = [&](const NavProfile& profile) {
        return profile.name == unique;
    };
    for (int i = 2; std::any_of(profiles.begin(), profiles.end(), isTaken); ++i)
        unique = fmt::format("{} {}", name, i);
    const auto entity = addEntity(transaction, unique, {0, 0, 0});
    transaction.set(entity, NavAgent{});
    return entity;
}

std::vector<EntityId> addNavLinks(Transaction& transaction, std::span<const NavProposal> proposals)
{
    std::vector<EntityId> added;
    for (const auto& proposal : proposals) {
        const bool isDrop = proposal.kind == NavLinkKind::Drop;
        added.push_back(addEntity(transaction, isDrop ? "drop" : "jump", proposal.from));
        transaction.set(added.back(), proposal.link());
    }
    return added;
}
} // namespace editor
