#include "engine_core/scene/components/navigation.h"

#include "engine_core/scene/components/node.h"
#include "engine_core/scene/world/world.h"

namespace engine
{
namespace
{
std::vector<std::string> areaChoices()
{
    return {navAreaNames().begin(), navAreaNames().end()};
}

void describeBody(TypeBuilder<NavAgent>& agent)
{
    agent.property("radius", &NavAgent::radius)
        .range(0.05, 10)
        .unit("m")
        .affects(Derived::Navmesh)
        .tooltip("Its middle stays so far from walls");
    agent.property("height", &NavAgent::height)
        .range(0.1, 20)
        .unit("m")
        .affects(Derived::Navmesh)
        .tooltip("The room it needs above the ground");
    agent.property("stepHeight", &NavAgent::stepHeight)
        .range(0, 5)
        .unit("m")
        .affects(Derived::Navmesh)
        .tooltip("Higher steps block");
    agent.property("maxSlope", &NavAgent::maxSlope)
        .range(0, 89)
        .unit("deg")
        .affects(Derived::Navmesh)
        .tooltip("Steeper ground blocks");
    agent.property("jumpDistance", &NavAgent::jumpDistance)
        .range(0, 10)
        .unit("m")
        .tooltip("Gaps up to here are proposed as jumps; 0: none");
    agent.property("dropHeight", &NavAgent::dropHeight)
        .range(0, 20)
        .unit("m")
        .tooltip("Ledges up to here are proposed as drops; 0: none");
    agent.property("ladderHeight", &NavAgent::ladderHeight)
        .range(0, 50)
        .unit("m")
        .tooltip("Walls up to here are proposed for ladders; 0: none");
    agent.property("ladderMaterials", &NavAgent::ladderMaterials)
        .tooltip("Materials of walls that may get a ladder, separated by commas; empty: all");
}

void describeCosts(TypeBuilder<NavAgent>& agent)
{
    const auto cost = [&](const char* name, double NavAgent::*member) {
        agent.property(name, member)
            .range(0, 1000)
            .tooltip("A metre of it counts as so many metres of ground; 0: it does not enter. What "
                     "lies between 0 and 1 counts as 1.");
    };
    cost("groundCost", &NavAgent::groundCost);
    cost("grassCost", &NavAgent::grassCost);
    cost("waterCost", &NavAgent::waterCost);
    cost("doorCost", &NavAgent::doorCost);
    cost("jumpCost", &NavAgent::jumpCost);
}

void describeMaterials(TypeBuilder<NavSettings>& settings)
{
    const auto list = [&](const char* name, std::string NavSettings::*member) {
        settings.property(name, member)
            .affects(Derived::Navmesh)
            .tooltip("Faces with one of these materials, separated by commas");
    };
    list("grassMaterials", &NavSettings::grassMaterials);
    list("waterMaterials", &NavSettings::waterMaterials);
    list("doorMaterials", &NavSettings::doorMaterials);
    list("blockedMaterials", &NavSettings::blockedMaterials);
}

void describeDetail(TypeBuilder<NavSettings>& settings)
{
    settings.property("minRegionArea", &NavSettings::minRegionArea)
        .label("Least region")
        .range(0, 10000)
        .unit("m\u00b2")
        .affects(Derived::Navmesh)
        .tooltip("Smaller pieces of ground are left out");
    settings.property("mergeRegionArea", &NavSettings::mergeRegionArea)
        .label("Join regions below")
        .range(0, 10000)
        .unit("m\u00b2")
        .affects(Derived::Navmesh);
    settings.property("maxEdgeLength", &NavSettings::maxEdgeLength)
        .label("Longest edge")
        .range(0, 1000)
        .unit("m")
        .affects(Derived::Navmesh)
        .tooltip("Longer edges of the border are divided; 0: none is");
    settings.property("maxEdgeError", &NavSettings::maxEdgeError)
        .label("Edge error")
        .range(0.1, 10)
        .unit("cells")
        .affects(Derived::Navmesh)
        .tooltip("How far the border may be off");
    settings.property("detailDistance", &NavSettings::detailDistance)
        .range(0, 100)
        .unit("cells")
        .affects(Derived::Navmesh)
        .tooltip("Between samples of the height; 0: polygons are flat");
    settings.property("detailError", &NavSettings::detailError)
        .range(0, 100)
        .unit("cells")
        .affects(Derived::Navmesh)
        .tooltip("How many cell heights the surface may be off");
}
} // namespace

const std::array<const char*, NavAreaCount>& navAreaNames()
{
    static constexpr std::array<const char*, NavAreaCount> names{"ground", "grass", "water",
                                                                 "door",   "jump",  "blocked"};
    return names;
}

void describe(TypeBuilder<NavAgent>& agent)
{
    agent.type("nav_agent", "Navigation agent", "Who walks: its size, and what ground costs it");
    describeBody(agent);
    describeCosts(agent);
}

void describe(TypeBuilder<NavSettings>& settings)
{
    settings.type("nav_settings", "Navigation", "How the navigation mesh is built");
    settings.notAddable();
    settings.property("cellSize", &NavSettings::cellSize)
        .range(0, 5)
        .unit("m")
        .affects(Derived::Navmesh)
        .tooltip("0: a third of the agent's radius, less where its steps are low");
    settings.property("cellHeight", &NavSettings::cellHeight)
        .range(0, 5)
        .unit("m")
        .affects(Derived::Navmesh)
        .tooltip("0: an eighth of the agent's step");
    settings.property("tileSize", &NavSettings::tileSize)
        .range(0, 512)
        .unit("cells")
        .affects(Derived::Navmesh)
        .tooltip("0: 96 cells; between 16 and 512 otherwise");
    settings.property("partition", &NavSettings::partition, {"watershed", "monotone", "layers"})
        .affects(Derived::Navmesh)
        .tooltip("How the ground is cut into regions");
    describeDetail(settings);
    describeMaterials(settings);
}

void describe(TypeBuilder<NavSurface>& surface)
{
    surface.type("nav_surface", "Navigation surface",
                 "What the object and everything below it is to navigation");
    surface.property("use", &NavSurface::use, {"surface", "obstacle", "ignored"})
        .affects(Derived::Navmesh);
    surface.property("area", &NavSurface::area, areaChoices())
        .affects(Derived::Navmesh)
        .tooltip("Ground leaves it to the materials");
}

void describe(TypeBuilder<NavVolume>& volume)
{
    volume.type("nav_volume", "Navigation volume",
                "A box that gives the ground inside an area, or bounds the navigation mesh");
    volume.property("size", &NavVolume::size)
        .range(0.01, 2 * WorldLimit)
        .unit("m")
        .affects(Derived::Navmesh);
    volume.property("role", &NavVolume::role, {"area", "bounds"}).affects(Derived::Navmesh);
    volume.property("area", &NavVolume::area, areaChoices()).affects(Derived::Navmesh);
}

void describe(TypeBuilder<NavLink>& link)
{
    link.type("nav_link", "Navigation link", "A way from here to another place that is no ground");
    link.property("end", &NavLink::end)
        .range(-1000, 1000)
        .unit("m")
        .affects(Derived::Navmesh)
        .tooltip("Seen from the object");
    link.property("kind", &NavLink::kind, {"walk", "drop", "jump", "ladder"});
    link.property("area", &NavLink::area, areaChoices()).affects(Derived::Navmesh);
    link.property("radius", &NavLink::radius)
        .range(0.05, 10)
        .unit("m")
        .affects(Derived::Navmesh)
        .tooltip("How near the ground has to be to either end");
    link.property("bothWays", &NavLink::bothWays).affects(Derived::Navmesh);
    link.property("enabled", &NavLink::enabled).affects(Derived::Navmesh);
    link.property("agents", &NavLink::agents)
        .affects(Derived::Navmesh)
        .tooltip("Names separated by commas; empty: all");
}

void describe(TypeBuilder<NavCheck>& check)
{
    check.type("nav_check", "Path check", "A promise about the way from here to another place");
    check.property("target", &NavCheck::target)
        .range(-2 * WorldLimit, 2 * WorldLimit)
        .unit("m")
        .tooltip("Seen from the object");
    check.property("expect", &NavCheck::expect, {"reach", "not_reach", "at_most"});
    check.property("maxLength", &NavCheck::maxLength)
        .range(0, 1000000)
        .unit("m")
        .tooltip("Of the way; counts only where at most so much is expected");
    check.property("agent", &NavCheck::agent).tooltip("Its name; empty: every agent");
}

bool listHasName(std::string_view list, std::string_view name)
{
    constexpr std::string_view Blanks = " \t";
    while (!list.empty()) {
        const auto comma = std::min(list.find(','), list.size());
        auto word = list.substr(0, comma);
        list.remove_prefix(std::min(comma + 1, list.size()));
        const auto begin = word.find_first_not_of(Blanks);
        if (begin == std::string_view::npos)
            continue;
        word = word.substr(begin, word.find_last_not_of(Blanks) - begin + 1);
        if (word == name)
            return true;
    }
    return false;
}

std::optional<NavSurface> navSurfaceOf(const World& world, EntityId entity)
{
    while (entity) {
        if (const auto* surface = world.get<NavSurface>(entity))
            return *surface;
        const auto* node = world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return std::nullopt;
}
} // namespace engine
