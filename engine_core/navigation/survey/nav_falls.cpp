#include "engine_core/navigation/survey/nav_falls.h"

#include "engine_core/navigation/query/nav_inquiry.h"
#include "engine_core/navigation/survey/nav_launch.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/scene_settings.h"

#include <algorithm>
#include <array>
#include <map>

namespace engine
{
namespace
{
constexpr double FallSpacing = 0.7; ///< metres between places along a border
constexpr double FallStride = 0.15; ///< metres between places that are tried outwards
constexpr double RayStep = 0.05;    ///< metres
constexpr double Slack = 0.6;    ///< metres that the border may lie farther inside than it should
constexpr double Together = 1.5; ///< metres; edges so near to each other are one
constexpr std::size_t MostFalls = 200;

using Cell = std::array<int, 3>;

Cell cellOf(const Vec3d& place)
{
    const auto cell = glm::floor(place / Together);
    return {static_cast<int>(cell.x), static_cast<int>(cell.y), static_cast<int>(cell.z)};
}

/// What may carry somebody although the scene does not know of it, from above.
std::vector<Aabb> unknownGround(const World& world)
{
    std::vector<Aabb> columns;
    const auto add = [&](EntityId entity) {
        auto column = moverBounds(world, entity);
        if (column.isEmpty())
            return;
        column.min.y = -WorldLimit;
        column.max.y = WorldLimit;
        columns.push_back(column);
    };
    world.forEach<Mover>([&](EntityId entity, const Mover&) { add(entity); });
    world.forEach<NavSurface>([&](EntityId entity, const NavSurface& surface) {
        if (surface.use == NavUse::Ignored)
            add(entity);
    });
    return columns;
}

class FallSearch
{
public:
    FallSearch(const World& world, const NavMesh& mesh)
        : m_agent{mesh.config().profile.agent}
        , m_cell{mesh.config().cellSize}
        , m_unknown{unknownGround(world)}
    {
        if (const auto* settings = world.get<SceneSettings>(SceneEntity))
            m_killHeight = settings->killHeight;
    }

    /// How far outwards is looked.
    [[nodiscard]] double reach() const { return 3 * m_agent.radius + m_cell + Slack; }

    /// Whether nothing is below a body that has walked on.
    [[nodiscard]] bool isOpen(const NavProbe& probe, const NavLaunch& launch) const
    {
        const Vec3d knee{0, m_agent.stepHeight + RayStep, 0};
        if (probe.wall({launch.place + knee, launch.outwards}, 2 * m_agent.radius))
            return false; // nearly all borders are at walls
        double open = 0;
        for (double away = m_agent.radius; away <= reach(); away += FallStride) {
            open = isBottomless(probe, launch, away) ? open + FallStride : 0;
            if (open < 2 * m_agent.radius)
                continue;
            return isFree(probe, launch, away);
        }
        return false;
    }

private:
    /// With more rays than isFreeAcross: the rail of a balustrade is thin.
    [[nodiscard]] bool isFree(const NavProbe& probe, const NavLaunch& launch, double away) const
    {
        const Vec3d across{-launch.outwards.z, 0, launch.outwards.x};
        for (double up = m_agent.stepHeight + RayStep; up < m_agent.height; up += RayStep)
            for (const double aside : {-0.7, 0.0, 0.7}) {
                const auto start =
                    launch.place + Vec3d{0, up, 0} + across * (aside * m_agent.radius);
                if (probe.wall({start, launch.outwards}, away))
                    return false;
            }
        return true;
    }

    [[nodiscard]] bool
    isBottomless(const NavProbe& probe, const NavLaunch& launch, double away) const
    {
        const Vec3d across{-launch.outwards.z, 0, launch.outwards.x};
        const double top = launch.place.y + m_agent.stepHeight + 0.05;
        for (const double aside : {-1.0, 0.0, 1.0}) {
            const auto place =
                launch.place + launch.outwards * away + across * (aside * m_agent.radius);
            const auto floor = probe.floor(place, top);
            if (floor && floor->height > m_killHeight)
                return false;
            if (std::any_of(m_unknown.begin(), m_unknown.end(),
                            [&](const Aabb& column) { return column.contains(place); }))
                return false;
        }
        return true;
    }

    const NavAgent& m_agent;
    double m_cell;
    double m_killHeight = SceneSettings{}.killHeight;
    std::vector<Aabb> m_unknown;
};

NavFall fallOf(std::vector<Vec3d> places)
{
    Vec3d mean{0};
    for (const auto& place : places)
        mean += place / static_cast<double>(places.size());
    const auto middle =
        *std::min_element(places.begin(), places.end(), [&](const Vec3d& a, const Vec3d& b) {
            return glm::distance(a, mean) < glm::distance(b, mean);
        });
    return {std::move(places), middle};
}

/// Takes out of the cells all places that hang together with those of this one.
std::vector<Vec3d> takeTogether(std::map<Cell, std::vector<Vec3d>>& cells, const Cell& first)
{
    std::vector<Vec3d> all;
    std::vector<Cell> open{first};
    while (!open.empty()) {
        const auto cell = open.back();
        open.pop_back();
        auto node = cells.extract(cell);
        if (node.empty())
            continue;
        all.insert(all.end(), node.mapped().begin(), node.mapped().end());
        for (int x = -1; x <= 1; ++x)
            for (int y = -1; y <= 1; ++y)
                for (int z = -1; z <= 1; ++z)
                    open.push_back({cell[0] + x, cell[1] + y, cell[2] + z});
    }
    return all;
}
} // namespace

std::vector<NavFall> findFalls(const World& world,
                               const NavScene& scene,
                               const NavMesh& mesh,
                               const NavIslands& islands,
                               const std::vector<bool>& chosen,
                               JobControl& control)
{
    const FallSearch search{world, mesh};
    std::map<Cell, std::vector<Vec3d>> cells;
    visitLaunches(scene, mesh, FallSpacing, search.reach() + FallSpacing, control,
                  [&](const NavProbe& probe, const NavLaunch& launch) {
                      const auto island = islands.of(launch.polygon);
                      if (island && chosen[*island] && search.isOpen(probe, launch))
                          cells[cellOf(launch.place)].push_back(launch.place);
                  });
    std::vector<NavFall> falls;
    while (!cells.empty())
        falls.push_back(fallOf(takeTogether(cells, cells.begin()->first)));
    std::stable_sort(falls.begin(), falls.end(), [](const NavFall& a, const NavFall& b) {
        return a.places.size() > b.places.size();
    });
    if (falls.size() > MostFalls)
        falls.resize(MostFalls);
    return falls;
}
} // namespace engine
