#include "engine_core/navigation/nav_why.h"

#include "engine_core/navigation/nav_islands.h"
#include "engine_core/navigation/nav_stretch.h"
#include "engine_core/scene/level_checks.h"

#include <algorithm>
#include <set>

namespace engine
{
namespace
{
/// Tiles that one relaxed build may have.
constexpr std::size_t MostTiles = 256;
constexpr double LeastMargin = 12;   ///< metres around start and goal that are looked at
constexpr double HighestStep = 2.5;  ///< metres; what is higher is no step any more
constexpr double SteepestSlope = 82; ///< degrees

std::string at(const Vec3d& place)
{
    return fmt::format("{:.2f}, {:.2f}, {:.2f}", place.x, place.y, place.z);
}

/// Everything with one thing that stands in the way taken out.
NavScene withoutObstacles(const NavScene& scene, std::vector<NavPiecePtr>& obstacles)
{
    std::vector<NavPiecePtr> rest;
    for (const auto& piece : scene.all()) {
        const bool isBlockedBox = piece->kind == NavPieceKind::Box &&
                                  piece->box.role == NavVolumeRole::Area &&
                                  piece->box.area == NavArea::Blocked;
        const auto& areas = piece->solid.areas;
        const bool isBlockedSolid =
            piece->kind == NavPieceKind::Solid &&
            std::find(areas.begin(), areas.end(), NavArea::Blocked) != areas.end();
        if (piece->kind == NavPieceKind::Posts || piece->kind == NavPieceKind::Model ||
            isBlockedBox || isBlockedSolid)
            obstacles.push_back(piece);
        else
            rest.push_back(piece);
    }
    return NavScene{std::move(rest)};
}

/// One question, asked again and again under other conditions.
class Inquiry
{
public:
    Inquiry(const World& world,
            const NavScene& scene,
            const NavMesh& mesh,
            const NavQuestion& question,
            unsigned threads)
        : m_world{world}
        , m_scene{scene}
        , m_mesh{mesh}
        , m_question{question}
        , m_threads{threads}
        , m_config{mesh.config()}
        , m_agent{m_config.profile.agent}
        , m_name{"'" + m_config.profile.name + "'"}
    {
    }

    NavWhy answer()
    {
        NavQuery query{m_mesh, m_question.filter};
        query.setNodeLimit(m_question.nodeLimit);
        m_path = query.findPath(m_question.from, m_question.to);
        if (m_path.found)
            return {};
        for (const auto ask : {&Inquiry::isNodeLimit, &Inquiry::isArea, &Inquiry::isLinkOff,
                               &Inquiry::isStale, &Inquiry::isSize, &Inquiry::isOffMesh})
            if (auto why = (this->*ask)())
                return *std::move(why);
        return otherIsland();
    }

private:
    using Maybe = std::optional<NavWhy>;

    Maybe isNodeLimit()
    {
        if (!m_path.ranOutOfNodes)
            return std::nullopt;
        const NavQuery query{m_mesh, m_question.filter};
        if (!query.findPath(m_question.from, m_question.to).found)
            return std::nullopt;
        const auto place =
            m_path.corners.empty() ? m_question.from : m_path.corners.back().position;
        return NavWhy{
            NavCause::NodeLimit,
            place,
            {},
            static_cast<double>(m_path.visited),
            static_cast<double>(m_question.nodeLimit),
            fmt::format("The search gave up at {} after {} polygons, though there is a way.",
                        at(place), m_path.visited),
            "Allow the search more nodes."};
    }

    Maybe isArea()
    {
        auto filter = NavFilter::everything();
        const NavQuery query{m_mesh, filter};
        const auto path = query.findPath(m_question.from, m_question.to);
        if (!path.found)
            return std::nullopt;
        const auto portals = query.portals(path.corridor);
        for (std::size_t i = 0; i < path.corridor.size(); ++i) {
            const auto area = query.areaOf(path.corridor[i]);
            if (m_question.filter.cost[static_cast<std::size_t>(area)] > 0)
                continue;
            const auto place = i > 0 && i <= portals.size()
                                   ? (portals[i - 1].left + portals[i - 1].right) / 2.0
                                   : path.start->position;
            const auto* name = navAreaNames()[static_cast<std::size_t>(area)];
            return NavWhy{
                NavCause::Area,
                place,
                query.linkOf(path.corridor[i]),
                0,
                0,
                fmt::format("The way leads over {} at {}, which {} does not enter.", name,
                            at(place), m_name),
                fmt::format("Give {} a cost for {}, or build a way around it.", name, m_name)};
        }
        return std::nullopt;
    }

    Maybe isLinkOff()
    {
        auto filter = m_question.filter;
        filter.usesDisabledLinks = true;
        const NavQuery query{m_mesh, filter};
        const auto path = query.findPath(m_question.from, m_question.to);
        if (!path.found)
            return std::nullopt;
        for (const auto& link : m_mesh.links())
            if (!link.isEnabled && std::find(path.corridor.begin(), path.corridor.end(),
                                             link.ref) != path.corridor.end())
                return NavWhy{NavCause::LinkOff,
                              link.from,
                              link.entity,
                              0,
                              0,
                              fmt::format("The link {} at {} is switched off.",
                                          titleOf(m_world, link.entity), at(link.from)),
                              "Switch the link on."};
        return std::nullopt;
    }

    /// The tiles around start and goal, or along the line between them if these are too many.
    std::vector<TileCoord> region()
    {
        Aabb box;
        box.add(m_question.from);
        box.add(m_question.to);
        const double distance = glm::length(m_question.to - m_question.from);
        auto tiles = tilesReachedBy(m_config, box.grown(std::max(LeastMargin, distance / 2)));
        if (!tiles.empty() && tiles.size() <= MostTiles)
            return tiles;
        std::set<TileCoord> along;
        const double size = m_config.tileSize();
        const auto steps = static_cast<int>(std::min(std::ceil(distance / size), 1000.0)) + 1;
        for (int i = 0; i <= steps && along.size() < MostTiles; ++i) {
            Aabb point;
            point.add(m_question.from + (m_question.to - m_question.from) * (i / double(steps)));
            const auto near = tilesReachedBy(m_config, point.grown(size / 2));
            along.insert(near.begin(), near.end());
        }
        return {along.begin(), along.end()};
    }

    NavMesh built(const NavConfig& config, const NavScene& scene)
    {
        if (m_region.empty())
            m_region = region();
        JobControl control;
        NavMesh mesh{config};
        // Too many polygons for one mesh leaves it empty, and then it explains nothing.
        static_cast<void>(
            mesh.setTiles(buildNavTiles(config, scene, m_region, m_threads, control)));
        return mesh;
    }

    /// A path under other conditions; nothing if there is none either.
    std::optional<NavPath> tried(const NavMesh& mesh) const
    {
        auto filter = m_question.filter;
        const NavQuery query{mesh, filter};
        auto path = query.findPath(m_question.from, m_question.to);
        return path.found ? std::optional{std::move(path)} : std::nullopt;
    }

    Maybe isStale()
    {
        if (m_region.empty())
            m_region = region();
        std::optional<TileCoord> stale;
        for (const auto coord : m_region) {
            const auto tile = m_mesh.tiles().find(coord);
            const auto input = gatherTile(m_config, m_scene, coord);
            const bool isCurrent =
                tile != m_mesh.tiles().end() ? tile->second->inputs == input.hash : input.isEmpty();
            if (!isCurrent) {
                stale = coord;
                break;
            }
        }
        if (!stale)
            return std::nullopt;
        const auto fresh = built(m_config, m_scene);
        if (!tried(fresh))
            return std::nullopt;
        auto place = tileBounds(m_config, *stale).center();
        place.y = m_question.from.y;
        return NavWhy{NavCause::StaleTile,
                      place,
                      {},
                      0,
                      0,
                      fmt::format("The navigation mesh at {} is older than the level.", at(place)),
                      "Build the navigation mesh again."};
    }

    /// Relaxes one measure at a time; of those that help, the one that is missed by least counts.
    Maybe isSize()
    {
        Maybe best;
        double bestMiss = std::numeric_limits<double>::infinity();
        const auto take = [&](Maybe why) {
            if (!why)
                return;
            const double miss = why->cause == NavCause::Radius || why->cause == NavCause::Headroom
                                    ? why->limit / std::max(why->actual, 1e-3)
                                : why->limit > 0 ? why->actual / why->limit
                                                 : 10.0;
            if (miss < bestMiss) {
                bestMiss = miss;
                best = std::move(why);
            }
        };
        if (auto why = obstacle())
            return why; // what stands on the ground is the first thing to look at
        take(step());
        take(headroom());
        take(slope());
        take(radius());
        return best;
    }

    Maybe obstacle()
    {
        std::vector<NavPiecePtr> obstacles;
        const auto rest = withoutObstacles(m_scene, obstacles);
        if (obstacles.empty())
            return std::nullopt;
        const auto mesh = built(m_config, rest);
        const auto path = tried(mesh);
        if (!path)
            return std::nullopt;
        const auto stretch = stretchOf(*path);
        const NavPiecePtr* nearest = nullptr;
        double nearestDistance = std::numeric_limits<double>::infinity();
        Vec3d place = stretch.middle();
        for (const auto& piece : obstacles) {
            const auto& point = stretch.middle();
            const double distance = piece->bounds.distanceTo(point);
            if (distance >= nearestDistance)
                continue;
            nearestDistance = distance;
            nearest = &piece;
            place = glm::clamp(point, piece->bounds.min, piece->bounds.max);
        }
        const auto entity = (*nearest)->entity;
        return NavWhy{NavCause::Obstacle,
                      place,
                      entity,
                      0,
                      0,
                      fmt::format("{} blocks the way at {}.", titleOf(m_world, entity), at(place)),
                      "Move it aside, or let navigation ignore it."};
    }

    NavStretch stretchOf(const NavPath& path) const
    {
        return blockedStretch(m_mesh, m_question.filter, m_question.from, m_question.to, path);
    }

    NavProbe probeOf(const NavStretch& stretch) const
    {
        Aabb box;
        for (const auto& point : stretch.points)
            box.add(point);
        return NavProbe{m_scene, box.grown(m_agent.radius * 4 + m_agent.height + HighestStep)};
    }

    Maybe step()
    {
        for (const double step : {m_agent.stepHeight * 1.6, m_agent.stepHeight * 3, HighestStep}) {
            auto config = m_config;
            config.stepCells = static_cast<int>(std::ceil(step / config.cellHeight));
            config.profile.agent.stepHeight = step;
            const auto mesh = built(config, m_scene);
            const auto path = tried(mesh);
            if (!path)
                continue;
            const auto stretch = stretchOf(*path);
            const auto found = highestStep(probeOf(stretch), stretch, step);
            if (!found || found->actual <= m_agent.stepHeight)
                continue;
            return NavWhy{NavCause::Step,
                          found->place,
                          found->entity,
                          found->actual,
                          m_agent.stepHeight,
                          fmt::format("The step at {} ({}) is {:.2f} m high, {} climbs {:.2f} m.",
                                      at(found->place), titleOf(m_world, found->entity),
                                      found->actual, m_name, m_agent.stepHeight),
                          "Lower the step, put another one before it, or add a link."};
        }
        return std::nullopt;
    }

    Maybe headroom()
    {
        auto config = m_config;
        config.profile.agent.height = std::max(m_agent.height * 0.3, 0.1);
        config.heightCells = std::max(
            static_cast<int>(std::ceil(config.profile.agent.height / config.cellHeight)), 3);
        const auto mesh = built(config, m_scene);
        const auto path = tried(mesh);
        if (!path)
            return std::nullopt;
        const auto stretch = stretchOf(*path);
        const auto found = lowestRoom(probeOf(stretch), stretch);
        if (!found || found->actual >= m_agent.height + 2 * m_config.cellHeight)
            return std::nullopt;
        return NavWhy{NavCause::Headroom,
                      found->place,
                      found->entity,
                      found->actual,
                      m_agent.height,
                      fmt::format("At {} there are {:.2f} m of room below {}, {} needs {:.2f} m.",
                                  at(found->place), found->actual, titleOf(m_world, found->entity),
                                  m_name, m_agent.height),
                      "Raise what is above, or lower the ground."};
    }

    Maybe slope()
    {
        auto config = m_config;
        config.groundNormalY = std::cos(radians(SteepestSlope));
        // Steep ground rises by more than a step from cell to cell.
        const double rise = m_config.cellSize * std::tan(radians(SteepestSlope - 5));
        for (const double step : {m_agent.stepHeight, std::max(rise, m_agent.stepHeight)}) {
            config.stepCells = static_cast<int>(std::ceil(step / config.cellHeight));
            config.profile.agent.stepHeight = step;
            const auto mesh = built(config, m_scene);
            const auto path = tried(mesh);
            if (!path)
                continue;
            const auto stretch = stretchOf(*path);
            const auto found = steepestGround(probeOf(stretch), stretch);
            if (!found || found->actual <= m_agent.maxSlope)
                continue;
            return NavWhy{
                NavCause::Slope,
                found->place,
                found->entity,
                found->actual,
                m_agent.maxSlope,
                fmt::format("The ground at {} ({}) rises by {:.0f} degrees, {} climbs {:.0f}.",
                            at(found->place), titleOf(m_world, found->entity), found->actual,
                            m_name, m_agent.maxSlope),
                "Make it flatter, or put stairs there."};
        }
        return std::nullopt;
    }

    Maybe radius()
    {
        auto config = m_config;
        config.profile.agent.radius = 0.01;
        config.radiusCells = 0;
        config.cellSize /= 2; // finer, so that narrow gaps are seen at all
        config.tileCells *= 2;
        config.minRegionCells = 0;
        const auto mesh = built(config, m_scene);
        const auto path = tried(mesh);
        if (!path)
            return std::nullopt;
        const auto stretch = stretchOf(*path);
        const auto found = narrowestPlace(probeOf(stretch), stretch, m_agent);
        // The mesh rounds an agent up to whole cells.
        const double needed =
            2 * std::max(m_agent.radius, m_config.radiusCells * m_config.cellSize);
        if (!found || found->actual > needed + 3 * m_config.cellSize)
            return std::nullopt;
        const bool isRounding = found->actual >= 2 * m_agent.radius;
        return NavWhy{
            NavCause::Radius,
            found->place,
            found->entity,
            found->actual,
            2 * m_agent.radius,
            isRounding
                ? fmt::format("The gap at {} is {:.2f} m wide: {} with {:.2f} m fits, but not in "
                              "cells of {:.2f} m.",
                              at(found->place), found->actual, m_name, 2 * m_agent.radius,
                              m_config.cellSize)
                : fmt::format("The gap at {} is {:.2f} m wide, {} needs {:.2f} m.",
                              at(found->place), found->actual, m_name, 2 * m_agent.radius),
            isRounding ? "Make the gap wider, or the cells smaller." : "Make the gap wider."};
    }

    Maybe isOffMesh()
    {
        const bool isStart = !m_path.start.has_value();
        if (!isStart && m_path.goal)
            return std::nullopt;
        const auto& place = isStart ? m_question.from : m_question.to;
        constexpr double Reach = 20; ///< metres in which the nearest ground is looked for
        const NavQuery query{m_mesh, m_question.filter};
        const auto nearest = query.nearest(place, Vec3d{Reach});
        const double away = nearest ? glm::length(nearest->position - place) : 0;
        return NavWhy{
            NavCause::OffMesh,
            place,
            {},
            away,
            0,
            nearest
                ? fmt::format("The {} at {} is off the mesh: the nearest ground is {:.2f} m away, "
                              "at {}.",
                              isStart ? "start" : "goal", at(place), away, at(nearest->position))
                : fmt::format("The {} at {} is off the mesh, and no ground is near.",
                              isStart ? "start" : "goal", at(place)),
            "Put it on ground that is part of the navigation mesh."};
    }

    NavWhy otherIsland()
    {
        const auto gap = nearestPlaces(m_mesh, m_path.start->polygon, m_path.goal->polygon);
        return {NavCause::Island,
                gap.from,
                {},
                glm::length(gap.to - gap.from),
                0,
                fmt::format("No way leads from the island of the start to that of the goal; they "
                            "are {:.2f} m apart between {} and {}.",
                            glm::length(gap.to - gap.from), at(gap.from), at(gap.to)),
                "Build a way there, or add a link."};
    }

    const World& m_world;
    const NavScene& m_scene;
    const NavMesh& m_mesh;
    const NavQuestion& m_question;
    unsigned m_threads;
    const NavConfig& m_config;
    const NavAgent& m_agent;
    std::string m_name;
    NavPath m_path;
    std::vector<TileCoord> m_region;
};
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
    case NavCause::NodeLimit:
        return "node_limit";
    case NavCause::Obstacle:
        return "obstacle";
    case NavCause::StaleTile:
        return "stale_tile";
    }
    return "none";
}

NavWhy explainPath(const World& world,
                   const NavScene& scene,
                   const NavMesh& mesh,
                   const NavQuestion& question,
                   unsigned threads)
{
    return Inquiry{world, scene, mesh, question, threads}.answer();
}
} // namespace engine
