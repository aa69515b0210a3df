#include "editor/operations/navigation/navigation_operations.h"

#include "editor/operations/entity/entity_operations.h"
#include "engine_core/navigation/mesh/nav_config.h"
#include "engine_core/scene/checks/agent_names.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/scene_settings.h"

#include <algorithm>

namespace editor
{
using namespace engine;

namespace
{
const char* linkName(NavLinkKind kind)
{
    switch (kind) {
    case NavLinkKind::Walk:
        break;
    case NavLinkKind::Drop:
        return "drop";
    case NavLinkKind::Jump:
        return "jump";
    case NavLinkKind::Ladder:
        return "ladder";
    }
    return "link";
}

/// Others of several agents may jump less far, or be too big for what is at its end. All get a link
/// for an agent whose name cannot stand in a list.
std::string agentsOfLink(const World& world, const std::string& agent)
{
    const auto profile = findNavProfile(world, agent);
    const bool isOneOfSeveral = profile && navProfiles(world).size() > 1;
    return isOneOfSeveral && listHasName(profile->name, profile->name) ? profile->name
                                                                       : std::string{};
}

EntityId
addNavLink(Transaction& transaction, const Vec3d& from, NavLink link, const std::string& agent)
{
    link.agents = agentsOfLink(transaction.world(), agent);
    const auto entity = addEntity(transaction, linkName(link.kind), from);
    transaction.set(entity, link);
    return entity;
}

/// Changes a copy of the object's component; an error if it has none.
template <typename T, typename Change>
Result<void> change(Transaction& transaction, EntityId entity, const Change& edit)
{
    const auto* found = transaction.world().get<T>(entity);
    if (found == nullptr)
        return Error{"The object that was in the way is gone"};
    auto copy = *found;
    edit(copy);
    transaction.set(entity, copy);
    return {};
}

double NavAgent::*costOf(NavArea area)
{
    switch (area) {
    case NavArea::Ground:
        return &NavAgent::groundCost;
    case NavArea::Grass:
        return &NavAgent::grassCost;
    case NavArea::Water:
        return &NavAgent::waterCost;
    case NavArea::Door:
        return &NavAgent::doorCost;
    case NavArea::Jump:
        return &NavAgent::jumpCost;
    case NavArea::Blocked:
        break;
    }
    return nullptr;
}

Result<void> enterArea(Transaction& transaction, const NavMend& mend, const std::string& agent)
{
    const auto profile = findNavProfile(transaction.world(), agent);
    const auto member = costOf(mend.area);
    if (!profile)
        return profile.error();
    if (member == nullptr)
        return Error{"Nobody can enter ground that is blocked"};
    auto entity = profile->entity;
    if (!entity) { // the agent of scenes without one becomes an object
        entity = addEntity(transaction, profile->name, {0, 0, 0});
        transaction.set(entity, profile->agent);
    }
    return change<NavAgent>(transaction, entity,
                            [&](NavAgent& changed) { changed.*member = mend.value; });
}

/// Adds the agent to those that the link is for.
Result<void> openLink(Transaction& transaction, EntityId entity, const std::string& agent)
{
    const auto profile = findNavProfile(transaction.world(), agent);
    if (!profile)
        return profile.error();
    return change<NavLink>(transaction, entity, [&](NavLink& link) {
        if (!link.agents.empty() && !listHasName(link.agents, profile->name))
            link.agents += ", " + profile->name;
    });
}

/// The name, with a number if one of these agents has it or one that gives the same name of a file.
std::string freeAgentName(const std::vector<NavProfile>& others, const std::string& name)
{
    auto unique = name;
    const auto isTaken = [&](const NavProfile& other) {
        return agentFileName(other.name) == agentFileName(unique);
    };
    for (int i = 2; std::any_of(others.begin(), others.end(), isTaken); ++i)
        unique = fmt::format("{} {}", name, i);
    return unique;
}

/// Lets `renamed` change the name, or the names, of agents in all components of a kind.
template <typename T, typename Rename>
void renameIn(Transaction& transaction, std::string T::*agents, const Rename& renamed)
{
    std::vector<std::pair<EntityId, T>> changed;
    transaction.world().forEach<T>([&](EntityId entity, const T& component) {
        if (auto names = renamed(component.*agents); names != component.*agents) {
            changed.emplace_back(entity, component);
            changed.back().second.*agents = std::move(names);
        }
    });
    for (auto& [entity, component] : changed)
        transaction.set(entity, std::move(component));
}

/// The list, its names separated by commas, with `to` in the place of `from`.
std::string replacedInList(const std::string& list, const std::string& from, const std::string& to)
{
    if (!listHasName(list, from))
        return list;
    std::string result;
    for (std::size_t at = 0; at < list.size();) {
        const auto end = std::min(list.find(',', at), list.size());
        const auto word = list.substr(at, end - at);
        if (at > 0)
            result += ',';
        result +=
            listHasName(word, from) ? word.substr(0, word.find_first_not_of(" \t")) + to : word;
        at = end + 1;
    }
    return result;
}
} // namespace

EntityId addNavAgent(Transaction& transaction, const std::string& name)
{
    const auto entity =
        addEntity(transaction, freeAgentName(navProfiles(transaction.world()), name), {0, 0, 0});
    transaction.set(entity, NavAgent{});
    return entity;
}

void renameNavAgent(Transaction& transaction, EntityId agent)
{
    const auto& world = transaction.world();
    const auto from = agentNameOf(world, agent);
    auto others = navProfiles(world);
    std::erase_if(others, [&](const NavProfile& other) { return other.entity == agent; });
    const auto to = freeAgentName(others, from);
    rename(transaction, agent, to);
    if (std::any_of(others.begin(), others.end(),
                    [&](const NavProfile& other) { return other.name == from; }))
        return; // that one is meant
    const auto one = [&](const std::string& name) {
        return name == from ? to : name;
    };
    renameIn(transaction, &NavWalker::agent, one);
    renameIn(transaction, &NavCheck::agent, one);
    renameIn(transaction, &FoliageType::agent, one);
    renameIn(transaction, &NavLink::agents,
             [&](const std::string& names) { return replacedInList(names, from, to); });
}

std::vector<EntityId> addNavLinks(Transaction& transaction, std::span<const NavProposal> proposals)
{
    std::vector<EntityId> added;
    for (const auto& proposal : proposals)
        added.push_back(addNavLink(transaction, proposal.from, proposal.link(), proposal.agent));
    return added;
}

Result<void> applyNavMend(Transaction& transaction, const NavMend& mend, const std::string& agent)
{
    switch (mend.kind) {
    case NavMendKind::EnableLink:
        return change<NavLink>(transaction, mend.entity,
                               [](NavLink& link) { link.enabled = true; });
    case NavMendKind::BothWays:
        return change<NavLink>(transaction, mend.entity,
                               [](NavLink& link) { link.bothWays = true; });
    case NavMendKind::LinkForAgent:
        return openLink(transaction, mend.entity, agent);
    case NavMendKind::AddLink:
        addNavLink(transaction, mend.from, mend.link, agent);
        return {};
    case NavMendKind::EnterArea:
        return enterArea(transaction, mend, agent);
    case NavMendKind::OpenVolume:
        return change<NavVolume>(transaction, mend.entity,
                                 [](NavVolume& volume) { volume.area = NavArea::Ground; });
    case NavMendKind::SmallerCells: {
        auto settings = navSettingsOf(transaction.world());
        settings.cellSize = mend.value;
        transaction.set(SceneEntity, settings);
        return {};
    }
    case NavMendKind::None:
    case NavMendKind::RebuildTiles:
    case NavMendKind::MoreNodes:
        break;
    }
    return Error{"There is nothing here that could be mended by itself"};
}
} // namespace editor
