#include "engine_core/navigation/query/nav_inquiry.h"

#include "engine_core/navigation/survey/nav_islands.h"
#include "engine_core/scene/checks/level_checks.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace engine
{
namespace
{
/// Tiles that one relaxed build may have.
constexpr std::size_t MostTiles = 256;
constexpr double LeastMargin = 12;  ///< metres around start and goal that are looked at
constexpr double NearDoor = 1;      ///< metres; a place so near to a door is at that door
constexpr double OffMeshReach = 20; ///< metres in which the nearest ground is looked for
constexpr double WallReach = 2;     ///< metres beyond the end of the ground

/// "The step" becomes "the step", to follow a colon.
std::string lowered(std::string sentence)
{
    if (!sentence.empty())
        sentence.front() =
            static_cast<char>(std::tolower(static_cast<unsigned char>(sentence.front())));
    return sentence;
}

/// For an agent that fits everywhere.
NavConfig smallest(NavConfig config)
{
    constexpr double Size = 0.2; // metres
    config.profile.agent.height = Size;
    config.heightCells = std::max(static_cast<int>(std::ceil(Size / config.cellHeight)), 3);
    config.radiusCells = 0;
    config.minRegionCells = 0;
    return config;
}
} // namespace

std::string navPlaceText(const Vec3d& place)
{
    return fmt::format("{:.2f}, {:.2f}, {:.2f}", place.x, place.y, place.z);
}

Aabb moverBounds(const World& world, EntityId mover)
{
    Aabb bounds;
    for (const auto entity : subtree(world, mover))
        if (world.get<BrushComponent>(entity) != nullptr)
            bounds.add(boundsOf(world, entity));
    return bounds;
}

NavInquiry::NavInquiry(const World& world,
                       const NavScene& scene,
                       const NavMesh& mesh,
                       const NavQuestion& question,
                       unsigned threads,
                       JobControl& control)
    : m_world{world}
    , m_scene{scene}
    , m_mesh{mesh}
    , m_question{question}
    , m_threads{threads}
    , m_control{control}
    , m_config{mesh.config()}
    , m_agent{m_config.profile.agent}
    , m_name{"'" + m_config.profile.name + "'"}
{
}

NavWhy NavInquiry::answer()
{
    NavQuery query{m_mesh, m_question.filter};
    query.setNodeLimit(m_question.nodeLimit);
    m_path = query.findPath(m_question.from, m_question.to);
    if (isGood(m_path))
        return {};
    for (const auto ask : {&NavInquiry::isNodeLimit, &NavInquiry::isArea, &NavInquiry::isLinkOff,
                           &NavInquiry::isStale, &NavInquiry::isSize, &NavInquiry::isOffMesh}) {
        auto why = (this->*ask)();
        if (m_control.isCancelled())
            return {};
        if (!why)
            continue;
        if (m_path.found)
            why->message = fmt::format("The way is {:.2f} m long where {:.2f} m would do: {}",
                                       m_path.length, why->shortWay, lowered(why->message));
        else
            why->shortWay = 0;
        return *std::move(why);
    }
    return m_path.found ? wayRound() : otherIsland();
}

bool NavInquiry::isGood(const NavPath& path) const
{
    return path.found && (m_question.longest <= 0 || path.length <= m_question.longest);
}

NavInquiry::Maybe NavInquiry::isNodeLimit()
{
    if (!m_path.ranOutOfNodes)
        return std::nullopt;
    const NavQuery query{m_mesh, m_question.filter};
    const auto path = query.findPath(m_question.from, m_question.to);
    if (!isGood(path))
        return std::nullopt;
    const auto place = m_path.corners.empty() ? m_question.from : m_path.corners.back().position;
    NavWhy why{NavCause::NodeLimit,
               place,
               {},
               static_cast<double>(m_path.visited),
               static_cast<double>(m_question.nodeLimit),
               fmt::format("The search gave up at {} after {} polygons, though there is a way.",
                           where(place), m_path.visited),
               "Allow the search more nodes.",
               {},
               path.length};
    why.mend.kind = NavMendKind::MoreNodes;
    why.mend.label = "Allow more nodes";
    return why;
}

NavInquiry::Maybe NavInquiry::isArea()
{
    const NavQuery query{m_mesh, NavFilter::everything()};
    const auto path = query.findPath(m_question.from, m_question.to);
    if (!isGood(path))
        return std::nullopt;
    const auto portals = query.portals(path.corridor);
    for (std::size_t i = 0; i < path.corridor.size(); ++i) {
        const auto area = query.areaOf(path.corridor[i]);
        const double price = m_question.filter.cost[static_cast<std::size_t>(area)];
        if (price > 0 && !(m_path.found && price > 1)) // a dear one makes detours
            continue;
        const auto place = i > 0 && i <= portals.size()
                               ? (portals[i - 1].left + portals[i - 1].right) / 2.0
                               : path.start->position;
        const auto* name = navAreaNames()[static_cast<std::size_t>(area)];
        NavWhy why{NavCause::Area,
                   place,
                   query.linkOf(path.corridor[i]),
                   price,
                   0,
                   price > 0 ? fmt::format("The short way leads over {} at {}, of which a metre "
                                           "costs {} as much as {:.0f} m.",
                                           name, where(place), m_name, price)
                             : fmt::format("The way leads over {} at {}, which {} does not enter.",
                                           name, where(place), m_name),
                   fmt::format("Give {} a {}cost for {}, or build a way around it.", name,
                               price > 0 ? "lower " : "", m_name),
                   {},
                   path.length};
        const double usual = navCost(NavAgent{}, area);
        why.mend.kind = NavMendKind::EnterArea;
        why.mend.area = area;
        why.mend.value = price > 0 ? 1 : std::max(usual, 1.0);
        why.mend.label = fmt::format("Let {} cost {:.0f}", name, why.mend.value);
        return why;
    }
    return std::nullopt;
}

NavInquiry::Maybe NavInquiry::isLinkOff()
{
    auto filter = m_question.filter;
    filter.usesDisabledLinks = true;
    const NavQuery query{m_mesh, filter};
    const auto path = query.findPath(m_question.from, m_question.to);
    if (!isGood(path))
        return std::nullopt;
    for (const auto& link : m_mesh.links()) {
        if (link.isEnabled ||
            std::find(path.corridor.begin(), path.corridor.end(), link.ref) == path.corridor.end())
            continue;
        auto why = switchedOff(link.entity, link.from);
        why.shortWay = path.length;
        return why;
    }
    return std::nullopt;
}

std::vector<TileCoord> NavInquiry::region() const
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

NavMesh NavInquiry::built(const NavConfig& config, const NavScene& scene)
{
    if (m_region.empty())
        m_region = region();
    NavMesh mesh{config};
    auto tiles = buildNavTiles(config, scene, m_region, m_threads, m_control);
    // Too many polygons for one mesh leaves it empty, and then it explains nothing.
    if (!m_control.isCancelled())
        static_cast<void>(mesh.setTiles(std::move(tiles)));
    return mesh;
}

std::optional<NavPath> NavInquiry::tried(const NavMesh& mesh) const
{
    NavQuery query{mesh, m_question.filter};
    query.setReachOf(m_config); // start and goal stay where they are
    auto path = query.findPath(m_question.from, m_question.to);
    return isGood(path) ? std::optional{std::move(path)} : std::nullopt;
}

NavInquiry::Maybe NavInquiry::isStale()
{
    if (m_region.empty())
        m_region = region();
    std::vector<TileCoord> stale;
    for (const auto coord : m_region) {
        if (m_control.isCancelled())
            return std::nullopt;
        const auto tile = m_mesh.tiles().find(coord);
        const auto input = gatherTile(m_config, m_scene, coord);
        const bool isCurrent =
            tile != m_mesh.tiles().end() ? tile->second->inputs == input.hash : input.isEmpty();
        if (!isCurrent)
            stale.push_back(coord);
    }
    if (stale.empty())
        return std::nullopt;
    const auto path = tried(built(m_config, m_scene));
    if (!path)
        return std::nullopt;
    auto place = tileBounds(m_config, stale.front()).center();
    place.y = m_question.from.y;
    NavWhy why{NavCause::StaleTile,
               place,
               {},
               0,
               0,
               fmt::format("The navigation mesh at {} is older than the level.", where(place)),
               "Build the navigation mesh again.",
               {},
               path->length};
    why.mend.kind = NavMendKind::RebuildTiles;
    why.mend.tiles = std::move(stale);
    why.mend.label = "Build these tiles";
    return why;
}

NavInquiry::Maybe NavInquiry::isOffMesh()
{
    const bool isStart = !m_path.start.has_value();
    if (!isStart && m_path.goal)
        return std::nullopt;
    const auto& place = isStart ? m_question.from : m_question.to;
    const NavQuery query{m_mesh, m_question.filter};
    const auto nearest = query.nearest(place, Vec3d{OffMeshReach});
    const double away = nearest ? glm::length(nearest->position - place) : 0;
    const auto* end = isStart ? "start" : "goal";
    if (auto why = outOfBounds(place, end))
        return why;
    // Ground on another storey, such as the roof, is no better place.
    const double level = std::max(m_agent.stepHeight, 0.5);
    if (!query.nearest(place, {OffMeshReach, level, OffMeshReach}))
        if (auto why = tooBigFor(place, end))
            return why;
    NavWhy why;
    why.cause = NavCause::OffMesh;
    why.place = place;
    why.actual = away;
    why.message =
        nearest ? fmt::format("The {} at {} is off the mesh: the nearest ground is {:.2f} m away, "
                              "at {}.",
                              end, where(place), away, navPlaceText(nearest->position))
                : fmt::format("The {} at {} is off the mesh, and no ground is near.", end,
                              where(place));
    why.fix = "Put it on ground that is part of the navigation mesh.";
    return why;
}

NavInquiry::Maybe NavInquiry::outOfBounds(const Vec3d& place, const char* end)
{
    auto pieces = m_scene.all();
    NavPiecePtr nearest;
    bool isInside = false;
    std::erase_if(pieces, [&](const NavPiecePtr& piece) {
        if (piece->kind != NavPieceKind::Box || piece->box.role != NavVolumeRole::Bounds)
            return false;
        isInside |= piece->box.contains(place);
        if (!nearest || piece->bounds.distanceTo(place) < nearest->bounds.distanceTo(place))
            nearest = piece;
        return true;
    });
    if (!nearest || isInside)
        return std::nullopt;
    const auto mesh = built(m_config, NavScene{std::move(pieces)});
    if (!NavQuery{mesh, m_question.filter}.nearest(place))
        return std::nullopt;
    NavWhy why;
    why.cause = NavCause::OffMesh;
    why.place = place;
    why.entity = nearest->entity;
    why.actual = nearest->bounds.distanceTo(place);
    why.message = fmt::format("The {} at {} lies outside of the bounds {}, where nothing counts as "
                              "ground.",
                              end, where(place), titleOf(m_world, nearest->entity));
    why.fix = fmt::format("Make the bounds bigger, or put the {} inside.", end);
    return why;
}

NavInquiry::Maybe NavInquiry::tooBigFor(const Vec3d& place, const char* end)
{
    const auto mesh = built(smallest(m_config), m_scene);
    NavQuery query{mesh, m_question.filter};
    query.setReachOf(m_config); // a place may be as high above the ground as for this agent
    if (!query.nearest(place))
        return std::nullopt;
    NavWhy why;
    why.cause = NavCause::OffMesh;
    why.place = place;
    why.message = fmt::format("{} is bigger than the room: the {} at {} is on ground, but nothing "
                              "near it has space for {:.2f} m of width and {:.2f} m of height.",
                              m_name, end, where(place), 2 * m_agent.radius, m_agent.height);
    why.fix = "Take a smaller agent, or build a bigger room.";
    return why;
}

NavWhy NavInquiry::otherIsland()
{
    const auto gap = nearestPlaces(m_mesh, m_path.start->polygon, m_path.goal->polygon);
    NavWhy why;
    why.cause = NavCause::Island;
    why.place = gap.from;
    why.actual = glm::length(gap.to - gap.from);
    why.message = fmt::format("No way leads from the island of the start to that of the goal; they "
                              "are {:.2f} m apart between {} and {}.",
                              why.actual, where(gap.from), navPlaceText(gap.to));
    why.fix = "Build a way there, or add a link.";
    why.mend = linkAcross(gap.from, gap.to);
    return why;
}

/// A detour that no limit explains: the level itself is in between.
NavWhy NavInquiry::wayRound()
{
    const NavQuery query{m_mesh, m_question.filter};
    const auto straight = m_path.goal->position - m_path.start->position;
    const auto ray = query.raycast(m_path.start->position, m_path.goal->position);
    const auto level = glm::normalize(Vec3d{straight.x, 0, straight.z});
    NavWhy why;
    why.cause = NavCause::Island;
    why.place = ray ? ray->point : m_path.start->position;
    why.shortWay = glm::length(straight);
    why.actual = m_path.length;
    why.fix = "Build a shorter way, or add a link.";
    const auto start = fmt::format(
        "The way is {:.2f} m long where {:.2f} m would do: ", m_path.length, why.shortWay);
    if (isFinite(level)) {
        Aabb box;
        box.add(why.place);
        const double far = WallReach + 2 * m_agent.radius;
        const NavProbe probe{m_scene, box.grown(far + m_agent.height)};
        for (const double share : {0.5, 0.95, 0.3}) {
            const auto eye = why.place + Vec3d{0, m_agent.height * share, 0};
            const auto wall = probe.wall({eye, level}, far);
            if (!wall)
                continue;
            why.cause = NavCause::Obstacle;
            why.entity = wall->entity;
            why.message =
                start + fmt::format("{} stands in between at {}.",
                                    lowered(titleOf(m_world, wall->entity)), where(why.place));
            return why;
        }
        why.mend = linkAcross(why.place, why.place + level * far);
    }
    why.message = start + fmt::format("there is no ground straight ahead at {}.", where(why.place));
    return why;
}

std::string NavInquiry::where(const Vec3d& place) const
{
    EntityId nearest;
    double best = NearDoor;
    m_world.forEach<Mover>([&](EntityId entity, const Mover&) {
        const auto bounds = moverBounds(m_world, entity);
        if (bounds.isEmpty())
            return;
        if (const double distance = bounds.distanceTo(place); distance < best) {
            best = distance;
            nearest = entity;
        }
    });
    return nearest ? fmt::format("the door {} ({})", lowered(titleOf(m_world, nearest)),
                                 navPlaceText(place))
                   : navPlaceText(place);
}
} // namespace engine
