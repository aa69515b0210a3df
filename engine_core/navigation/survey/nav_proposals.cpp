#include "engine_core/navigation/survey/nav_proposals.h"

#include "engine_core/navigation/query/nav_probe.h"
#include "engine_core/navigation/survey/nav_islands.h"
#include "engine_core/navigation/survey/nav_launch.h"

#include <algorithm>
#include <array>

namespace engine
{
namespace
{
constexpr double ProposalSpacing = 1;  ///< metres between places along a border
constexpr double ProposalStride = 0.2; ///< metres between landings that are tried
constexpr double Neighbour = 1.6;      ///< metres; nearer proposals are one
constexpr double MostDetour = 3;       ///< times the length of the link
constexpr double LinkRadius = 0.5;     ///< metres
constexpr double LadderSpacing = 6;    ///< metres; of ladders up one wall the first is enough
constexpr double Rung = 0.4;           ///< metres between places of the wall that are looked at
constexpr double UprightNormal = 0.1;  ///< of a wall's normal upwards
constexpr double FlatWall = 0.15;      ///< metres that a wall may jut out or recede
constexpr double DropReach = 1;        ///< metres beyond the edge in which a drop ends
constexpr double LadderLanding = 1; ///< metres beyond the wall in which its upper end is looked for

/// Looks for links from every border of the mesh.
class Search
{
public:
    Search(const NavScene& scene, const NavMesh& mesh)
        : m_scene{scene}
        , m_mesh{mesh}
        , m_query{mesh}
        , m_islands{mesh}
        , m_agent{mesh.config().profile.agent}
        , m_name{mesh.config().profile.name}
        , m_cell{mesh.config().cellSize}
    {
        for (const auto& link : mesh.links())
            m_found.push_back({NavLinkKind::Walk, link.from, link.to, 0, 0, 0, m_name});
        m_known = m_found.size();
    }

    void lookAround(JobControl& control)
    {
        const double reach = std::max(m_agent.jumpDistance, 2.0) + 4 * m_agent.radius + 4 * m_cell;
        visitLaunches(m_scene, m_mesh, ProposalSpacing, reach, control,
                      [this](const NavProbe& probe, const NavLaunch& launch) {
                          if (m_agent.dropHeight > m_agent.stepHeight)
                              tryDrop(probe, launch);
                          if (m_agent.jumpDistance > 0)
                              tryJump(probe, launch);
                          if (m_agent.ladderHeight > m_agent.stepHeight)
                              tryLadder(probe, launch);
                      });
    }

    std::vector<NavProposal> take()
    {
        m_found.erase(m_found.begin(), m_found.begin() + static_cast<std::ptrdiff_t>(m_known));
        return std::move(m_found);
    }

private:
    /// From the border, where the middle of an agent may be, to beyond the edge of the ground.
    [[nodiscard]] double nearestLanding() const { return 2 * m_agent.radius + 2 * m_cell; }

    /// Where landings are looked for.
    struct Scan
    {
        NavLinkKind kind = NavLinkKind::Jump;
        double first = 0, last = 0; ///< metres from the launch
        double top = 0;             ///< height above which no ground counts
    };

    /// Offers what `heightOf` gives a height for, of how far ground lies above the launch, until
    /// one is not to be looked beyond.
    template <typename HeightOf>
    void scan(const NavProbe& probe,
              const NavLaunch& launch,
              const Scan& where,
              const HeightOf& heightOf)
    {
        for (double away = where.first; away <= where.last; away += ProposalStride) {
            const auto place = launch.place + launch.outwards * away;
            const auto floor = probe.floor(place, where.top);
            if (!floor)
                continue;
            const std::optional<double> height = heightOf(floor->height - launch.place.y);
            const Vec3d to{place.x, floor->height, place.z};
            if (height && offer(probe, {where.kind, launch.place, to, away, *height, 0, m_name},
                                launch.polygon))
                return;
        }
    }

    void tryDrop(const NavProbe& probe, const NavLaunch& launch)
    {
        const Scan where{NavLinkKind::Drop, nearestLanding(), nearestLanding() + DropReach,
                         launch.place.y + 0.05};
        scan(probe, launch, where, [&](double up) -> std::optional<double> {
            if (-up <= m_agent.stepHeight + m_cell || -up > m_agent.dropHeight)
                return std::nullopt;
            return -up;
        });
    }

    void tryJump(const NavProbe& probe, const NavLaunch& launch)
    {
        // The gap itself is what the agent jumps over; at both sides its middle stays on ground.
        const Scan where{NavLinkKind::Jump, nearestLanding(),
                         m_agent.jumpDistance + nearestLanding() + m_cell,
                         launch.place.y + m_agent.stepHeight};
        scan(probe, launch, where, [&](double up) {
            return std::abs(up) > m_agent.stepHeight ? std::nullopt : std::optional{0.0};
        });
    }

    void tryLadder(const NavProbe& probe, const NavLaunch& launch)
    {
        const auto foot =
            probe.wall({launch.place + Vec3d{0, Rung, 0}, launch.outwards}, nearestLanding());
        if (!foot)
            return;
        const double first = foot->distance + m_agent.radius + m_cell;
        const Scan where{NavLinkKind::Ladder, first, first + LadderLanding,
                         launch.place.y + m_agent.ladderHeight};
        scan(probe, launch, where, [&](double up) -> std::optional<double> {
            if (up <= m_agent.stepHeight + m_cell ||
                !isClimbable(probe, launch, up, foot->distance))
                return std::nullopt;
            return up;
        });
    }

    /// A flat wall of the right kind from the ground up to the floor, and room to climb before it.
    [[nodiscard]] bool isClimbable(const NavProbe& probe,
                                   const NavLaunch& launch,
                                   double height,
                                   double distance) const
    {
        for (double up = Rung; up < height; up += Rung) {
            const auto wall =
                probe.wall({launch.place + Vec3d{0, up, 0}, launch.outwards}, distance + FlatWall);
            if (!wall || wall->distance < distance - FlatWall ||
                std::abs(wall->normal.y) > UprightNormal)
                return false;
            if (!m_agent.ladderMaterials.empty() &&
                !listHasName(m_agent.ladderMaterials, wall->material.text()))
                return false;
        }
        const auto above = probe.ceiling(launch.place, launch.place.y + 0.02);
        return !above || above->height >= launch.place.y + height + m_agent.height;
    }

    /// Keeps the proposal if it is good. True: do not look any farther from here.
    bool offer(const NavProbe& probe, NavProposal proposal, NavPolygonRef from)
    {
        const auto landing = m_query.nearest(proposal.to, {m_cell, 0.3, m_cell});
        if (!landing || landing->polygon == from)
            return false;
        if (!isClear(probe, proposal))
            return true; // what is in the way is in the way of farther places, too
        const auto near = [&](const NavProposal& other) {
            if (proposal.kind == NavLinkKind::Ladder && other.kind == NavLinkKind::Drop)
                return false; // down is no way up
            const double apart = proposal.kind == NavLinkKind::Ladder ? LadderSpacing : Neighbour;
            const bool isSame = glm::length(other.from - proposal.from) < apart &&
                                glm::length(other.to - proposal.to) < apart;
            const bool isBack = other.kind != NavLinkKind::Drop &&
                                glm::length(other.to - proposal.from) < apart &&
                                glm::length(other.from - proposal.to) < apart;
            return isSame || isBack;
        };
        if (std::any_of(m_found.begin(), m_found.end(), near))
            return true;
        if (m_islands.of(landing->polygon) == m_islands.of(from)) {
            const auto path = m_query.findPath(proposal.from, proposal.to);
            proposal.detour = path.found ? path.length : 0;
            if (path.found && path.length < MostDetour * (proposal.distance + proposal.height))
                return true;
        }
        m_found.push_back(std::move(proposal));
        return true;
    }

    /// Whether nothing is in the way of the body from the launch to above the landing.
    [[nodiscard]] bool isClear(const NavProbe& probe, const NavProposal& proposal) const
    {
        const auto high = std::max(proposal.from.y, proposal.to.y);
        if (!isFreeAcross(probe, {proposal.from.x, high, proposal.from.z}, proposal.to, m_agent))
            return false;
        const auto above = probe.ceiling(proposal.to, proposal.to.y + 0.02);
        return !above || above->height >= high + m_agent.height;
    }

    const NavScene& m_scene;
    const NavMesh& m_mesh;
    NavQuery m_query;
    NavIslands m_islands;
    const NavAgent& m_agent;
    const std::string& m_name;
    double m_cell;
    std::vector<NavProposal> m_found; ///< the links of the mesh first
    std::size_t m_known = 0;
};
} // namespace

NavLink NavProposal::link() const
{
    NavLink link;
    link.kind = kind;
    link.area = NavArea::Jump;
    link.end = to - from;
    link.radius = LinkRadius;
    link.bothWays = kind != NavLinkKind::Drop;
    return link;
}

std::vector<NavProposal>
proposeLinks(const NavScene& scene, const NavMesh& mesh, JobControl& control)
{
    Search search{scene, mesh};
    search.lookAround(control);
    return search.take();
}
} // namespace engine
