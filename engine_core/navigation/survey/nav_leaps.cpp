#include "engine_core/navigation/survey/nav_leaps.h"

#include "engine_core/navigation/query/nav_inquiry.h"
#include "engine_core/navigation/query/nav_probe.h"
#include "engine_core/navigation/query/nav_query.h"
#include "engine_core/navigation/survey/nav_launch.h"
#include "engine_core/scene/components/gameplay.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace engine
{
namespace
{
constexpr double LeapSpacing = 0.7; ///< metres between places along a border
constexpr double LeapStride = 0.15; ///< metres between landings that are tried
constexpr double FallReach = 1.5;   ///< metres farther for each root of a metre that one falls
constexpr double MostFallReach = 3; ///< metres
constexpr double HoleDepth = 0.3;   ///< metres more than a jump gets out of
constexpr double HoleWidth = 3;     ///< metres to each side; wider ones need no aim
constexpr double HoleSpacing = 1.5; ///< metres
constexpr std::size_t MostHoles = 200;
constexpr double LiftReach = 0.75; ///< metres beside a lift from which one steps on it

constexpr auto Nowhere = static_cast<std::size_t>(-1); ///< no island

class LeapSearch
{
public:
    LeapSearch(const NavScene& scene,
               const NavMesh& mesh,
               const NavIslands& islands,
               const NavBody& body)
        : m_scene{scene}
        , m_mesh{mesh}
        , m_islands{islands}
        , m_body{body}
        , m_query{mesh, NavFilter::everything()}
        , m_agent{mesh.config().profile.agent}
        , m_cell{mesh.config().cellSize}
    {
    }

    void lookAround(JobControl& control)
    {
        const double reach = farthest(m_body.dropHeight) + m_agent.radius;
        visitLaunches(m_scene, m_mesh, LeapSpacing, reach, control,
                      [this](const NavProbe& probe, const NavLaunch& launch) {
                          if (const auto island = m_islands.of(launch.polygon))
                              leapFrom(probe, launch, *island);
                      });
    }

    void addLinks()
    {
        for (const auto& link : m_mesh.links()) {
            if (!link.isEnabled || !link.isConnected)
                continue;
            const auto from = islandAt(link.from);
            const auto to = islandAt(link.to);
            if (!from || !to)
                continue;
            add({NavLeapKind::Link, *from, *to, link.from, link.to});
            if (link.bothWays)
                add({NavLeapKind::Link, *to, *from, link.to, link.from});
        }
    }

    /// Islands that something moving is over, under or beside: a lift may go between all of them.
    void addMovers(const World& world)
    {
        std::vector<Aabb> columns;
        world.forEach<Mover>([&](EntityId entity, const Mover& mover) {
            const auto box = moverBounds(world, entity);
            const auto size = box.size();
            if (box.isEmpty() || !mover.collides || std::min(size.x, size.z) < 2 * m_agent.radius)
                return; // nobody can stand on it
            auto column = box.grown(LiftReach + m_agent.radius);
            column.min.y = -WorldLimit;
            column.max.y = WorldLimit;
            columns.push_back(column);
        });
        std::vector<std::map<std::size_t, Vec3d>> served(columns.size());
        for (const auto& polygon : columns.empty() ? std::vector<NavPolygon>{} : m_mesh.polygons())
            for (std::size_t i = 0; i < columns.size(); ++i)
                if (const auto island = m_islands.of(polygon.ref);
                    island && overlapFromAbove(polygon.corners, columns[i]))
                    served[i].emplace(*island, polygon.corners.front());
        for (std::size_t i = 0; i < columns.size(); ++i)
            for (const auto& [from, start] : served[i])
                for (const auto& [to, end] : served[i])
                    if (from != to && isShaft(columns[i].center(), start.y, end.y))
                        add({NavLeapKind::Mover, from, to, start, end});
    }

    NavLeaps take()
    {
        for (const auto& [pair, leap] : m_leaps)
            m_result.leaps.push_back(leap);
        return std::move(m_result);
    }

private:
    /// Whether nothing that stands still lies between the two heights there.
    [[nodiscard]] bool isShaft(const Vec3d& middle, double one, double other) const
    {
        const Vec3d bottom{middle.x, std::min(one, other) + 0.05, middle.z};
        Aabb box;
        box.add(bottom);
        box.add({middle.x, std::max(one, other), middle.z});
        const auto above = NavProbe{m_scene, box.grown(0.01)}.ceiling(bottom, bottom.y);
        return !above || above->height >= box.max.y;
    }

    /// From the border, where the middle of a body may be, to beyond the edge of the ground.
    [[nodiscard]] double nearest() const { return m_agent.radius + m_cell; }

    [[nodiscard]] double farthest(double drop) const
    {
        return nearest() + m_agent.radius + m_body.jumpDistance +
               std::min(FallReach * std::sqrt(std::max(drop, 0.0)), MostFallReach);
    }

    [[nodiscard]] std::optional<std::size_t> islandAt(const Vec3d& place) const
    {
        const auto ground = m_query.nearest(place);
        return ground ? m_islands.of(ground->polygon) : std::nullopt;
    }

    void add(const NavLeap& leap) { m_leaps.emplace(std::pair{leap.from, leap.to}, leap); }

    void leapFrom(const NavProbe& probe, const NavLaunch& launch, std::size_t island)
    {
        const double far = farthest(m_body.dropHeight);
        for (double away = nearest(); away <= far; away += LeapStride) {
            const auto place = launch.place + launch.outwards * away;
            const auto floor = probe.floor(place, launch.place.y + m_body.jumpHeight + 0.05);
            if (!floor)
                continue;
            const double drop = launch.place.y - floor->height;
            if (drop > m_body.dropHeight || away > farthest(drop))
                continue;
            const Vec3d end{place.x, floor->height, place.z};
            const auto landing = m_query.nearest(end, {m_cell * 1.5, 0.3, m_cell * 1.5});
            const auto to = landing ? m_islands.of(landing->polygon).value_or(Nowhere) : Nowhere;
            if (to == island || m_leaps.contains({island, to}))
                continue;
            if (to == Nowhere && drop < m_body.jumpHeight + HoleDepth)
                continue; // a nook that one gets out of
            const auto lift = freeLift(probe, launch.place, end);
            if (!lift)
                continue;
            if (to != Nowhere)
                add({drop > m_body.jumpHeight ? NavLeapKind::Drop : NavLeapKind::Jump, island, to,
                     launch.place, landing->position});
            else
                addHole({launch.place, middleOf(probe, launch, end)});
        }
    }

    /// How high one has to jump to get there; nothing if no height will do.
    [[nodiscard]] std::optional<double>
    freeLift(const NavProbe& probe, const Vec3d& from, const Vec3d& to) const
    {
        for (const double share : {0.0, 0.5, 1.0}) {
            const double lift = share * m_body.jumpHeight;
            if (to.y > from.y + lift + 0.05)
                continue;
            const Vec3d raised = from + Vec3d{0, lift, 0};
            const auto above = probe.ceiling(from, from.y + 0.02);
            if (above && above->height < raised.y + m_agent.height)
                return std::nullopt;
            if (!isFreeAcross(probe, raised, to, m_agent))
                continue;
            const auto over = probe.ceiling(to, to.y + 0.02);
            if (!over || over->height >= raised.y + m_agent.height)
                return lift;
        }
        return std::nullopt;
    }

    /// Half way between the walls about the bottom, along the launch and across it.
    [[nodiscard]] Vec3d
    middleOf(const NavProbe& probe, const NavLaunch& launch, const Vec3d& bottom) const
    {
        auto middle = bottom;
        const double height = (launch.place.y - bottom.y) / 2;
        const Vec3d across{-launch.outwards.z, 0, launch.outwards.x};
        for (const auto& side : {launch.outwards, across, launch.outwards}) {
            const Vec3d eye = middle + Vec3d{0, height, 0};
            const auto ahead = probe.wall({eye, side}, HoleWidth);
            const auto behind = probe.wall({eye, -side}, HoleWidth);
            if (ahead && behind)
                middle += side * ((ahead->distance - behind->distance) / 2);
        }
        return middle;
    }

    void addHole(const NavHole& hole)
    {
        const auto isNear = [&](const NavHole& other) {
            // From the top of a wall it is another hole: nobody may get up there.
            return glm::distance(other.end, hole.end) < HoleSpacing &&
                   std::abs(other.start.y - hole.start.y) < m_body.jumpHeight;
        };
        auto& holes = m_result.holes;
        if (holes.size() < MostHoles && std::none_of(holes.begin(), holes.end(), isNear))
            holes.push_back(hole);
    }

    const NavScene& m_scene;
    const NavMesh& m_mesh;
    const NavIslands& m_islands;
    const NavBody& m_body;
    NavQuery m_query;
    const NavAgent& m_agent;
    double m_cell;
    std::map<std::pair<std::size_t, std::size_t>, NavLeap> m_leaps;
    NavLeaps m_result;
};
} // namespace

NavLeaps findLeaps(const World& world,
                   const NavScene& scene,
                   const NavMesh& mesh,
                   const NavIslands& islands,
                   const NavBody& body,
                   JobControl& control)
{
    LeapSearch search{scene, mesh, islands, body};
    search.addLinks();
    search.addMovers(world);
    search.lookAround(control);
    return search.take();
}

/// By separating axes.
bool overlapFromAbove(const std::vector<Vec3d>& polygon, const Aabb& box)
{
    Aabb bounds;
    for (const auto& corner : polygon)
        bounds.add(corner);
    if (!bounds.intersects(box))
        return false;
    const std::array<Vec3d, 4> corners{Vec3d{box.min.x, 0, box.min.z},
                                       {box.max.x, 0, box.min.z},
                                       {box.max.x, 0, box.max.z},
                                       {box.min.x, 0, box.max.z}};
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const auto& a = polygon[i];
        const auto& b = polygon[(i + 1) % polygon.size()];
        const auto side = [&](const Vec3d& p) {
            return (b.x - a.x) * (p.z - a.z) - (b.z - a.z) * (p.x - a.x);
        };
        double inside = 0; // the polygon's own side
        for (const auto& corner : polygon)
            inside = std::abs(side(corner)) > std::abs(inside) ? side(corner) : inside;
        const bool apart = std::all_of(corners.begin(), corners.end(), [&](const Vec3d& corner) {
            return side(corner) * inside < 0;
        });
        if (apart)
            return false;
    }
    return true;
}
} // namespace engine
