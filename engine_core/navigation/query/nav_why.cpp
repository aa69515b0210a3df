#include "engine_core/navigation/query/nav_why.h"

#include "engine_core/navigation/query/nav_inquiry.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr double DetourShare = 1.5;      ///< times the straight line
constexpr double DetourMetres = 3;       ///< on top of it
constexpr double WorthTelling = 2.0 / 3; ///< of the detour; what is longer saves too little
} // namespace

const char* navCauseName(NavCause cause)
{
    switch (cause) {
    case NavCause::None:
        break;
    case NavCause::OffMesh:
        return "off_mesh";
    case NavCause::Island:
        return "island";
    case NavCause::Area:
        return "area";
    case NavCause::Radius:
        return "radius";
    case NavCause::Headroom:
        return "headroom";
    case NavCause::Step:
        return "step";
    case NavCause::Slope:
        return "slope";
    case NavCause::LinkOff:
        return "link_off";
    case NavCause::LinkOneWay:
        return "link_one_way";
    case NavCause::LinkAgents:
        return "link_agents";
    case NavCause::LinkBroken:
        return "link_broken";
    case NavCause::NodeLimit:
        return "node_limit";
    case NavCause::Obstacle:
        return "obstacle";
    case NavCause::StaleTile:
        return "stale_tile";
    }
    return "none";
}

const char* navMendName(NavMendKind kind)
{
    switch (kind) {
    case NavMendKind::None:
        break;
    case NavMendKind::EnableLink:
        return "enable_link";
    case NavMendKind::BothWays:
        return "both_ways";
    case NavMendKind::LinkForAgent:
        return "link_for_agent";
    case NavMendKind::AddLink:
        return "add_link";
    case NavMendKind::EnterArea:
        return "enter_area";
    case NavMendKind::OpenVolume:
        return "open_volume";
    case NavMendKind::SmallerCells:
        return "smaller_cells";
    case NavMendKind::RebuildTiles:
        return "rebuild_tiles";
    case NavMendKind::MoreNodes:
        return "more_nodes";
    }
    return "none";
}

NavWhy explainPath(const World& world,
                   const NavScene& scene,
                   const NavMesh& mesh,
                   const NavQuestion& question,
                   unsigned threads,
                   JobControl* control)
{
    JobControl own;
    return NavInquiry{world, scene, mesh, question, threads, control != nullptr ? *control : own}
        .answer();
}

bool isDetour(const NavPath& path, const Vec3d& from, const Vec3d& to)
{
    const double straight = glm::length(to - from);
    return path.found && path.length > std::max(straight * DetourShare, straight + DetourMetres);
}

NavWhy explainDetour(const World& world,
                     const NavScene& scene,
                     const NavMesh& mesh,
                     const NavQuestion& question,
                     unsigned threads,
                     JobControl* control)
{
    const NavQuery query{mesh, question.filter};
    const auto path = query.findPath(question.from, question.to);
    if (!isDetour(path, question.from, question.to))
        return {};
    auto shorter = question;
    shorter.longest = path.length * WorthTelling;
    return explainPath(world, scene, mesh, shorter, threads, control);
}
} // namespace engine
