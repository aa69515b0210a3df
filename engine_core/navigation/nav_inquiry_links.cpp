#include "engine_core/navigation/nav_inquiry.h"

#include <algorithm>
#include <array>
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
} // namespace

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
    NavMend mend;
    mend.kind = NavMendKind::AddLink;
    mend.from = start->position;
    mend.link.kind = isClimb ? NavLinkKind::Ladder : NavLinkKind::Jump;
    mend.link.end = way;
    mend.link.radius = LinkRadius;
    if (m_question.filter.cost[static_cast<std::size_t>(NavArea::Jump)] <= 0)
        mend.link.area = NavArea::Ground; // else it would not be used
    mend.link.bothWays = true;
    mend.label = isClimb ? "Add ladder" : "Add link";
    NavPiece piece;
    piece.kind = NavPieceKind::Way;
    piece.way = {start->position, end->position, mend.link};
    piece.bounds.add(start->position);
    const std::array<NavPiecePtr, 1> links{std::make_shared<const NavPiece>(std::move(piece))};
    return tried(withLinks(links)) ? mend : NavMend{};
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
