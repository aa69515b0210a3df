#include "engine_core/navigation/query/nav_inquiry.h"
#include "engine_core/scene/checks/level_checks.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace engine
{
namespace
{
constexpr double LongestLink = 6;    ///< metres that a link may lead across to mend a way
constexpr double HighestLadder = 8;  ///< metres
constexpr double LongestClimb = 2.5; ///< metres to the side that a ladder may lead
constexpr double HighestJump = 1;    ///< metres up; higher takes a ladder
constexpr double LinkRadius = 0.5;   ///< metres
constexpr double MostAstray = 3;     ///< metres that the end of a link may be off its ground

bool isFor(const NavLink& link, const std::string& agent)
{
    return link.agents.empty() || listHasName(link.agents, agent);
}

/// The ground near an end of a link that found none.
std::optional<NavPoint> groundNear(const NavMesh& mesh, const Vec3d& end)
{
    return NavQuery{mesh, NavFilter::everything()}.nearest(end, Vec3d{MostAstray});
}

/// Links of which both ends found ground.
std::set<EntityId> connectedLinks(const NavMesh& mesh)
{
    std::set<EntityId> connected;
    for (const auto& link : mesh.links())
        if (link.isConnected)
            connected.insert(link.entity);
    return connected;
}

/// The link if it led both ways, for every agent, from ground to ground.
NavPiecePtr relaxed(const NavPiece& piece, const NavMesh& mesh, bool isBroken)
{
    auto copy = piece;
    auto& [from, to, link] = copy.way;
    link.bothWays = link.enabled = true;
    link.agents.clear();
    if (isBroken)
        for (auto* end : {&from, &to})
            if (const auto ground = groundNear(mesh, *end))
                *end = ground->position;
    copy.bounds = {};
    copy.bounds.add(from);
    return std::make_shared<const NavPiece>(std::move(copy));
}
} // namespace

NavMend mendByLink(const Vec3d& from, const Vec3d& way)
{
    const bool isClimb = std::abs(way.y) > HighestJump;
    NavMend mend;
    mend.kind = NavMendKind::AddLink;
    mend.label = isClimb ? "Add ladder" : "Add link";
    mend.from = from;
    mend.link.kind = isClimb ? NavLinkKind::Ladder : NavLinkKind::Jump;
    mend.link.end = way;
    mend.link.radius = LinkRadius;
    mend.link.bothWays = true;
    return mend;
}

NavMend NavInquiry::linkOver(const NavStretch& stretch, const NavMeasure& step)
{
    const auto along = stretch.points.back() - stretch.points.front();
    const auto ahead = glm::normalize(Vec3d{along.x, 0, along.z});
    if (!isFinite(ahead))
        return {};
    const NavQuery query{m_mesh, m_question.filter};
    // Not so far that the ground behind the step could be taken for that before it.
    const double away = m_agent.radius + 2 * m_config.cellSize;
    const Vec3d reach{away, m_agent.stepHeight, away};
    const auto find = [&](const Vec3d& side) {
        auto ground = query.nearest(step.place + side, reach); // as high as the step, or below it
        return ground ? ground : query.nearest(step.place + side - Vec3d{0, step.actual, 0}, reach);
    };
    return linkBetween(find(-ahead * away), find(ahead * away), step.place.y);
}

NavMend NavInquiry::linkAcross(const Vec3d& from, const Vec3d& to)
{
    const NavQuery query{m_mesh, m_question.filter};
    const double aside = 2 * m_agent.radius + 4 * m_config.cellSize;
    const Vec3d reach{aside, m_agent.stepHeight + 4 * m_config.cellHeight, aside};
    return linkBetween(query.nearest(from, reach), query.nearest(to, reach), from.y);
}

NavMend NavInquiry::linkBetween(const std::optional<NavPoint>& start,
                                const std::optional<NavPoint>& end,
                                double over)
{
    if (!start || !end || start->polygon == end->polygon)
        return {};
    const auto way = end->position - start->position;
    const double across = std::hypot(way.x, way.z);
    const bool isClimb = std::abs(way.y) > HighestJump;
    if (across > (isClimb ? LongestClimb : LongestLink) || std::abs(way.y) > HighestLadder)
        return {};
    Aabb box;
    box.add(start->position);
    box.add(end->position);
    const NavProbe probe{m_scene, box.grown(m_agent.height + 2 * m_agent.radius)};
    // High over the ground of the upper end, where a jump or the last rung of a ladder leads.
    const double lift = std::max({start->position.y, end->position.y, over});
    const auto level = [&](const Vec3d& place) {
        return Vec3d{place.x, lift, place.z};
    };
    for (const auto& place : {start->position, end->position})
        if (const auto above = probe.ceiling(place, place.y + 0.02); above && above->height < lift)
            return {}; // through a floor
    if (!isFreeAcross(probe, level(start->position), level(end->position), m_agent))
        return {};
    auto mend = mendByLink(start->position, way);
    if (m_question.filter.cost[static_cast<std::size_t>(NavArea::Jump)] <= 0)
        mend.link.area = NavArea::Ground; // else it would not be used
    NavPiece piece;
    piece.kind = NavPieceKind::Way;
    piece.way = {start->position, end->position, mend.link};
    piece.bounds.add(start->position);
    const std::array<NavPiecePtr, 1> links{std::make_shared<const NavPiece>(std::move(piece))};
    return tried(withLinks(links)) ? mend : NavMend{};
}

NavInquiry::Maybe NavInquiry::isLinkUnfit()
{
    if (m_region.empty())
        m_region = region();
    const std::set<TileCoord> near{m_region.begin(), m_region.end()};
    const auto connected = connectedLinks(m_mesh);
    const auto isBroken = [&](const NavPiece& piece) {
        return isFor(piece.way.link, m_config.profile.name) && !connected.contains(piece.entity);
    };
    std::map<EntityId, NavPiecePtr> links; // as they are
    std::vector<NavPiecePtr> served;       // as they could be
    for (const auto& piece : m_scene.all()) {
        if (piece->kind != NavPieceKind::Way)
            continue;
        const auto tiles = tilesReachedBy(m_config, piece->bounds);
        if (std::none_of(tiles.begin(), tiles.end(),
                         [&](auto tile) { return near.contains(tile); }))
            continue;
        links[piece->entity] = piece;
        served.push_back(relaxed(*piece, m_mesh, isBroken(*piece)));
    }
    if (links.empty())
        return std::nullopt;
    const auto mesh = withLinks(served);
    const auto path = tried(mesh);
    if (!path)
        return std::nullopt;
    const NavQuery query{mesh};
    for (const auto& corner : path->corners) {
        const auto link = links.find(corner.link != 0 ? query.linkOf(corner.link) : EntityId{});
        if (link == links.end())
            continue;
        const auto& way = link->second->way;
        const bool isBack =
            glm::distance(corner.position, way.from) > glm::distance(corner.position, way.to);
        auto why = unfitness(*link->second, isBroken(*link->second), isBack);
        if (!why)
            continue;
        why->entity = link->first;
        why->shortWay = path->length;
        return why;
    }
    return std::nullopt;
}

NavInquiry::Maybe NavInquiry::unfitness(const NavPiece& piece, bool isBroken, bool isBack)
{
    const auto& [from, to, link] = piece.way;
    const auto title = titleOf(m_world, piece.entity);
    if (!isFor(link, m_config.profile.name))
        return forOthers(piece);
    if (!link.enabled)
        return switchedOff(piece.entity, from);
    if (isBroken)
        return withoutGround(piece);
    if (!isBack || link.bothWays)
        return std::nullopt;
    NavWhy why;
    why.cause = NavCause::LinkOneWay;
    why.place = to;
    if (link.kind == NavLinkKind::Drop) {
        why.message = fmt::format("The link {} drops from {} to {}; nobody gets up there.", title,
                                  navPlaceText(from), where(to));
        why.fix = "Put a ladder or stairs there.";
        why.mend = linkAcross(to, from);
        return why;
    }
    why.message = fmt::format("The link {} leads from {} to {} only, not back.", title,
                              navPlaceText(from), where(to));
    why.fix = "Let it lead both ways, or build a way back.";
    why.mend.kind = NavMendKind::BothWays;
    why.mend.entity = piece.entity;
    why.mend.label = "Make link lead both ways";
    return why;
}

NavWhy NavInquiry::switchedOff(EntityId link, const Vec3d& place) const
{
    NavWhy why;
    why.cause = NavCause::LinkOff;
    why.place = place;
    why.entity = link;
    why.message =
        fmt::format("The link {} at {} is switched off.", titleOf(m_world, link), where(place));
    why.fix = "Switch the link on.";
    why.mend.kind = NavMendKind::EnableLink;
    why.mend.entity = link;
    why.mend.label = "Switch link on";
    return why;
}

NavWhy NavInquiry::forOthers(const NavPiece& piece) const
{
    const auto& [from, to, link] = piece.way;
    NavWhy why;
    why.cause = NavCause::LinkAgents;
    why.place = from;
    why.message = fmt::format("The link {} at {} is for {} only, not for {}.",
                              titleOf(m_world, piece.entity), where(from), link.agents, m_name);
    why.fix = fmt::format("Let {} use it, too, or build a way.", m_name);
    if (listHasName(m_config.profile.name, m_config.profile.name)) { // else no list can name it
        why.mend.kind = NavMendKind::LinkForAgent;
        why.mend.entity = piece.entity;
        why.mend.label = fmt::format("Let {} use the link", m_name);
    }
    return why;
}

NavWhy NavInquiry::withoutGround(const NavPiece& piece) const
{
    const auto& [from, to, link] = piece.way;
    const NavQuery query{m_mesh, NavFilter::everything()};
    // As Detour looks for it: in a box, but no farther aside than the radius.
    const auto hasGround = [&, radius = link.radius](const Vec3d& end) {
        const auto ground = query.nearest(end, {radius, m_agent.stepHeight, radius});
        return ground &&
               std::hypot(ground->position.x - end.x, ground->position.z - end.z) <= radius;
    };
    const bool isEnd = hasGround(from) && !hasGround(to);
    const auto& place = isEnd ? to : from;
    const auto ground = groundNear(m_mesh, place);
    NavWhy why;
    why.cause = NavCause::LinkBroken;
    why.place = place;
    why.actual = ground ? glm::distance(ground->position, place) : 0;
    why.limit = link.radius;
    why.message = fmt::format("The link {} is not connected: there is no ground at its {} at {}; "
                              "the nearest is {:.2f} m away.",
                              titleOf(m_world, piece.entity), isEnd ? "end" : "start", where(place),
                              why.actual);
    why.fix = fmt::format("Move its {} onto the ground, or make its radius bigger.",
                          isEnd ? "end" : "start");
    return why;
}

NavMesh NavInquiry::withLinks(std::span<const NavPiecePtr> links)
{
    std::set<EntityId> changed;
    std::set<TileCoord> coords;
    for (const auto& link : links) {
        changed.insert(link->entity);
        for (const auto coord : tilesReachedBy(m_config, link->bounds))
            coords.insert(coord);
    }
    auto pieces = m_scene.all();
    std::erase_if(pieces, [&](const NavPiecePtr& piece) {
        return piece->kind == NavPieceKind::Way && changed.contains(piece->entity);
    });
    pieces.insert(pieces.end(), links.begin(), links.end());
    const std::vector<TileCoord> list{coords.begin(), coords.end()};
    auto tiles = buildNavTiles(m_config, NavScene{std::move(pieces)}, list, m_threads, m_control);
    NavMesh mesh{m_config};
    if (m_control.isCancelled())
        return mesh;
    for (const auto& [coord, tile] : m_mesh.tiles())
        if (!coords.contains(coord))
            tiles.push_back(tile);
    static_cast<void>(mesh.setTiles(std::move(tiles))); // without room it finds no path
    return mesh;
}
} // namespace engine
