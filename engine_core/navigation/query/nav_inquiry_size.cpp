#include "engine_core/navigation/query/nav_inquiry.h"
#include "engine_core/scene/checks/level_checks.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr double HighestStep = 2.5;  ///< metres; what is higher is no step any more
constexpr double SteepestSlope = 82; ///< degrees
constexpr double MuchTooBig = 2;     ///< times the limit

/// Everything with the things that stand in the way taken out.
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

/// By how many times the limit is missed.
double missOf(const NavWhy& why)
{
    if (why.cause == NavCause::Radius || why.cause == NavCause::Headroom)
        return why.limit / std::max(why.actual, 1e-3);
    return why.limit > 0 ? why.actual / why.limit : 10.0;
}

/// Metres; what is as low as that may be high enough in cells.
double leastRoom(const NavConfig& config)
{
    return std::max(config.profile.agent.height - 2 * config.cellHeight, 0.05);
}
} // namespace

/// Relaxes one measure at a time; of those that help, the one that is missed by least counts.
NavInquiry::Maybe NavInquiry::isSize()
{
    if (auto why = obstacle())
        return why; // what stands on the ground is the first thing to look at
    Maybe best;
    for (const auto ask :
         {&NavInquiry::step, &NavInquiry::headroom, &NavInquiry::slope, &NavInquiry::radius}) {
        if (m_control.isCancelled())
            return std::nullopt;
        if (auto why = (this->*ask)(); why && (!best || missOf(*why) < missOf(*best)))
            best = std::move(why);
    }
    if (best && missOf(*best) < MuchTooBig)
        return best;
    auto link = isLinkUnfit(); // nearer to what was meant than to move walls and floors
    return link ? link : best;
}

NavInquiry::Maybe NavInquiry::obstacle()
{
    std::vector<NavPiecePtr> obstacles;
    const auto rest = withoutObstacles(m_scene, obstacles);
    if (obstacles.empty())
        return std::nullopt;
    const auto path = tried(built(m_config, rest));
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
    NavWhy why{NavCause::Obstacle,
               place,
               entity,
               0,
               0,
               fmt::format("{} blocks the way at {}.", titleOf(m_world, entity), where(place)),
               "Move it aside, or let navigation ignore it.",
               {},
               path->length};
    if ((*nearest)->kind == NavPieceKind::Box) {
        why.mend.kind = NavMendKind::OpenVolume;
        why.mend.entity = entity;
        why.mend.label = "Make it ground";
    }
    return why;
}

NavStretch NavInquiry::stretchOf(const NavPath& path) const
{
    return m_path.found
               ? detourStretch(m_mesh, m_question.filter, path)
               : blockedStretch(m_mesh, m_question.filter, m_question.from, m_question.to, path);
}

NavProbe NavInquiry::probeOf(const NavStretch& stretch) const
{
    Aabb box;
    for (const auto& point : stretch.points)
        box.add(point);
    return NavProbe{m_scene, box.grown(m_agent.radius * 4 + m_agent.height + HighestStep)};
}

NavInquiry::Maybe NavInquiry::step()
{
    for (const double step : {m_agent.stepHeight * 1.6, m_agent.stepHeight * 3, HighestStep}) {
        auto config = m_config;
        config.stepCells = static_cast<int>(std::ceil(step / config.cellHeight));
        // Detour joins tiles over up to twice that height.
        config.profile.agent.stepHeight = std::max(step / 2, m_agent.stepHeight);
        const auto path = tried(built(config, m_scene));
        if (!path)
            continue;
        const auto stretch = stretchOf(*path);
        const auto found = highestStep(probeOf(stretch), stretch, leastRoom(config), step);
        // Ground that lies higher than that is another storey, which no step led to.
        if (!found || found->actual <= m_agent.stepHeight ||
            found->actual > config.stepCells * config.cellHeight + config.cellHeight)
            continue;
        return NavWhy{NavCause::Step,
                      found->place,
                      found->entity,
                      found->actual,
                      m_agent.stepHeight,
                      fmt::format("The step at {} ({}) is {:.2f} m high, {} climbs {:.2f} m.",
                                  where(found->place), titleOf(m_world, found->entity),
                                  found->actual, m_name, m_agent.stepHeight),
                      "Lower the step, put another one before it, or add a link.",
                      linkOver(stretch, *found),
                      path->length};
    }
    return std::nullopt;
}

NavInquiry::Maybe NavInquiry::headroom()
{
    auto config = m_config;
    config.profile.agent.height = std::max(m_agent.height * 0.3, 0.1);
    config.heightCells =
        std::max(static_cast<int>(std::ceil(config.profile.agent.height / config.cellHeight)), 3);
    const auto path = tried(built(config, m_scene));
    if (!path)
        return std::nullopt;
    const auto stretch = stretchOf(*path);
    const auto found = lowestRoom(probeOf(stretch), stretch, leastRoom(config), m_agent.stepHeight);
    if (!found || found->actual >= m_agent.height + 2 * m_config.cellHeight)
        return std::nullopt;
    const auto room = fmt::format("At {} there are {:.2f} m of room below {}", where(found->place),
                                  found->actual, titleOf(m_world, found->entity));
    const bool isRounding = found->actual >= m_agent.height;
    return NavWhy{NavCause::Headroom,
                  found->place,
                  found->entity,
                  found->actual,
                  m_agent.height,
                  isRounding
                      ? fmt::format("{}: {} with {:.2f} m fits, but not in cells that are {:.3g} m "
                                    "high.",
                                    room, m_name, m_agent.height, m_config.cellHeight)
                      : fmt::format("{}, {} needs {:.2f} m.", room, m_name, m_agent.height),
                  isRounding ? "Raise what is above a little, or make the cells lower."
                             : "Raise what is above, or lower the ground.",
                  {},
                  path->length};
}

NavInquiry::Maybe NavInquiry::slope()
{
    auto config = m_config;
    config.groundNormalY = std::cos(radians(SteepestSlope));
    // Steep ground rises by more than a step from cell to cell.
    const double rise = m_config.cellSize * std::tan(radians(SteepestSlope - 5));
    for (const double step : {m_agent.stepHeight, std::max(rise, m_agent.stepHeight)}) {
        config.stepCells = static_cast<int>(std::ceil(step / config.cellHeight));
        config.profile.agent.stepHeight = step;
        const auto path = tried(built(config, m_scene));
        if (!path)
            continue;
        const auto stretch = stretchOf(*path);
        const auto found = steepestGround(probeOf(stretch), stretch, leastRoom(config));
        if (!found || found->actual <= m_agent.maxSlope)
            continue;
        return NavWhy{
            NavCause::Slope,
            found->place,
            found->entity,
            found->actual,
            m_agent.maxSlope,
            fmt::format("The ground at {} ({}) rises by {:.0f} degrees, {} climbs {:.0f}.",
                        where(found->place), titleOf(m_world, found->entity), found->actual, m_name,
                        m_agent.maxSlope),
            "Make it flatter, or put stairs there.",
            linkAcross(stretch.points.front(), stretch.points.back()),
            path->length};
    }
    return std::nullopt;
}

NavInquiry::Maybe NavInquiry::radius()
{
    auto config = m_config;
    config.profile.agent.radius = 0.01;
    config.radiusCells = 0;
    config.cellSize /= 2; // finer, so that narrow gaps are seen at all
    config.tileCells *= 2;
    config.minRegionCells = 0;
    const auto path = tried(built(config, m_scene));
    if (!path)
        return std::nullopt;
    const auto stretch = stretchOf(*path);
    const auto found = narrowestPlace(probeOf(stretch), stretch, leastRoom(config), m_agent);
    // The mesh rounds an agent up to whole cells.
    const double needed = 2 * std::max(m_agent.radius, m_config.radiusCells * m_config.cellSize);
    if (!found || found->actual > needed + 3 * m_config.cellSize)
        return std::nullopt;
    const bool isRounding = found->actual >= 2 * m_agent.radius;
    NavWhy why{NavCause::Radius,
               found->place,
               found->entity,
               found->actual,
               2 * m_agent.radius,
               isRounding
                   ? fmt::format("The gap at {} is {:.2f} m wide: {} with {:.2f} m fits, but not "
                                 "in cells of {:.2f} m.",
                                 where(found->place), found->actual, m_name, 2 * m_agent.radius,
                                 m_config.cellSize)
                   : fmt::format("The gap at {} is {:.2f} m wide, {} needs {:.2f} m.",
                                 where(found->place), found->actual, m_name, 2 * m_agent.radius),
               isRounding ? "Make the gap wider, or the cells smaller." : "Make the gap wider.",
               {},
               path->length};
    if (isRounding) {
        why.mend.kind = NavMendKind::SmallerCells;
        why.mend.value = m_config.cellSize / 2;
        why.mend.label = fmt::format("Build in cells of {:.3g} m", why.mend.value);
    }
    return why;
}
} // namespace engine
