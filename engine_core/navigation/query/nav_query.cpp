#include "engine_core/navigation/query/nav_query.h"

#include "engine_core/navigation/mesh/nav_mesh_state.h"
#include "engine_core/navigation/mesh/nav_tile_builder.h"
#include "engine_core/navigation/query/detour_filter.h"

#include <DetourNode.h>

#include <algorithm>
#include <limits>

namespace engine
{
namespace
{
constexpr std::size_t LeastNodes = 256;
constexpr std::size_t MostNodes = 65535; ///< Detour's own limit

double polygonArea(const dtMeshTile& tile, const dtPoly& polygon)
{
    const auto corner = [&](int i) {
        return fromDetour(&tile.verts[std::size_t{polygon.verts[i]} * 3]);
    };
    double area = 0;
    for (int i = 2; i < polygon.vertCount; ++i)
        area += glm::length(glm::cross(corner(i - 1) - corner(0), corner(i) - corner(0))) / 2;
    return area;
}

/// Detour's funnel goes to the end of an edge and back where a link ends on that edge and the way
/// goes on along it. The shortest string never turns right back.
void removeSpikes(std::vector<NavCorner>& corners)
{
    for (std::size_t i = 1; i + 1 < corners.size();) {
        const auto in = corners[i].position - corners[i - 1].position;
        const auto out = corners[i + 1].position - corners[i].position;
        const double scale = glm::length(in) * glm::length(out);
        const bool isLinkNear = corners[i].link != 0 || corners[i - 1].link != 0;
        if (!isLinkNear && scale > 0 && glm::dot(in, out) < -0.999999 * scale) {
            corners.erase(corners.begin() + static_cast<std::ptrdiff_t>(i));
            i = std::max<std::size_t>(i - 1, 1);
        } else {
            ++i;
        }
    }
}

/// Where the ground of a place may be.
struct Reach
{
    Vec3d around{0};    ///< metres to the sides and down
    double up = 0;      ///< metres
    double low = 0;     ///< metres down; what is lower has to be almost right below
    double beneath = 0; ///< metres aside that this is

    [[nodiscard]] static Reach of(const NavConfig& config)
    {
        const auto& agent = config.profile.agent;
        const double aside = std::max(2 * agent.radius, 0.5);
        // Cells are as high as the highest that is in them.
        const double step = std::max(agent.stepHeight, config.cellSize) + 2 * config.cellHeight;
        return {{aside, std::max(agent.height, 0.5), aside},
                step,
                step,
                agent.radius + config.cellSize};
    }

    [[nodiscard]] bool holds(const Vec3d& away) const
    {
        constexpr double Slack = 1e-3;
        return std::abs(away.x) <= around.x + Slack && std::abs(away.z) <= around.z + Slack &&
               away.y <= up + Slack && -away.y <= around.y + Slack &&
               (-away.y <= low + Slack || std::hypot(away.x, away.z) <= beneath + Slack);
    }
};

/// The nearest ground within reach, measured as Detour does: right above ground, a step is no way.
class NearestGround final : public dtPolyQuery
{
public:
    NearestGround(const dtNavMeshQuery& query, const Vec3d& place, const Reach& reach)
        : m_query{query}, m_place{place}, m_at{toDetour(place)}, m_reach{reach}
    {
    }

    void process(const dtMeshTile* tile, dtPoly** /*polygons*/, dtPolyRef* refs, int count) override
    {
        for (int i = 0; i < count; ++i) {
            DetourPoint closest{};
            bool isAbove = false;
            m_query.closestPointOnPoly(refs[i], m_at.data(), closest.data(), &isAbove);
            const auto position = fromDetour(closest.data());
            const auto away = position - m_place;
            // Detour offers every polygon whose box meets the reach, however far its ground is.
            if (!m_reach.holds(away))
                continue;
            const double over =
                std::max(std::abs(away.y) - double{tile->header->walkableClimb}, 0.0);
            const double distance = isAbove ? over * over : glm::dot(away, away);
            if (distance >= m_distance)
                continue;
            m_distance = distance;
            m_found = NavPoint{refs[i], position};
        }
    }

    [[nodiscard]] const std::optional<NavPoint>& found() const { return m_found; }

private:
    const dtNavMeshQuery& m_query;
    Vec3d m_place;
    DetourPoint m_at;
    const Reach& m_reach;
    double m_distance = std::numeric_limits<double>::infinity();
    std::optional<NavPoint> m_found;
};
} // namespace

dtQueryFilter detourFilter(const NavFilter& filter)
{
    dtQueryFilter detour;
    unsigned flags = filter.usesDisabledLinks ? NavDisabledFlag : 0U;
    for (std::size_t area = 0; area < NavAreaCount; ++area) {
        if (filter.cost[area] > 0)
            flags |= navAreaFlag(static_cast<NavArea>(area));
        detour.setAreaCost(static_cast<int>(area),
                           static_cast<float>(std::max(filter.cost[area], 1.0)));
    }
    detour.setIncludeFlags(static_cast<unsigned short>(flags));
    detour.setExcludeFlags(filter.usesDisabledLinks ? 0 : NavDisabledFlag);
    return detour;
}

NavFilter NavFilter::of(const NavAgent& agent)
{
    NavFilter filter;
    for (std::size_t area = 0; area < NavAreaCount; ++area)
        filter.cost[area] = navCost(agent, static_cast<NavArea>(area));
    return filter;
}

NavFilter NavFilter::everything()
{
    NavFilter filter;
    filter.cost.fill(1);
    return filter;
}

struct NavQuery::State
{
    const NavMesh& mesh;
    dtQueryFilter filter{};
    Reach reach;
    std::size_t nodeLimit = 0;

    std::unique_ptr<dtNavMeshQuery, DetourFree> query{dtAllocNavMeshQuery()};
    const dtNavMesh* detour = nullptr; ///< that the query was made for
    std::uint64_t revision = 0;
    std::size_t nodes = 0;
    std::vector<dtPolyRef> corridor;
    std::vector<float> corners;
    std::vector<unsigned char> cornerFlags;
    std::vector<dtPolyRef> cornerRefs;

    explicit State(const NavMesh& navMesh) : mesh{navMesh} {}

    /// The mesh may have changed since the last call.
    void follow()
    {
        if (detour == mesh.state().detour.get() && revision == mesh.revision() && nodes > 0)
            return;
        const auto polygons = mesh.polygonCount() + mesh.linkCount();
        const auto wanted = nodeLimit > 0 ? std::min(nodeLimit, MostNodes)
                                          : std::clamp(polygons * 2, LeastNodes, MostNodes);
        const bool isBigEnough = nodeLimit > 0 ? nodes == wanted : nodes >= wanted;
        // Growing a little each time costs more than growing twofold.
        const auto size = nodeLimit > 0 ? wanted : std::min(wanted * 2, MostNodes);
        if (detour != mesh.state().detour.get() || !isBigEnough) {
            detour = mesh.state().detour.get();
            nodes = nodeLimit > 0 ? size : std::max(size, nodes);
            ENGINE_EXPECT(dtStatusSucceed(query->init(detour, static_cast<int>(nodes))));
        }
        revision = mesh.revision();
        corridor.resize(std::max(nodes, LeastNodes));
    }

    [[nodiscard]] std::optional<NavPoint> nearest(const Vec3d& place, const Reach& within)
    {
        follow();
        if (!isFinite(place))
            return std::nullopt;
        const double raised = (within.up - within.around.y) / 2;
        const auto middle = toDetour(place + Vec3d{0, raised, 0});
        const auto box = toDetour({within.around.x, within.around.y + raised, within.around.z});
        NearestGround ground{*query, place, within};
        if (dtStatusFailed(query->queryPolygons(middle.data(), box.data(), &filter, &ground)))
            return std::nullopt;
        return ground.found();
    }

    /// Within one polygon there is nothing to search.
    void stay(NavPath& path, const DetourPoint& from, const DetourPoint& to)
    {
        query->getNodePool()->clear();
        path.visited = 1;
        path.found = true;
        path.corridor.push_back(path.start->polygon);
        pull(path, from, to);
    }

    /// Detour's corridor from start to goal into `path`.
    void search(NavPath& path)
    {
        const auto from = toDetour(path.start->position);
        const auto to = toDetour(path.goal->position);
        if (path.start->polygon == path.goal->polygon) {
            stay(path, from, to);
            return;
        }
        int count = 0;
        const auto status =
            query->findPath(path.start->polygon, path.goal->polygon, from.data(), to.data(),
                            &filter, corridor.data(), &count, static_cast<int>(corridor.size()));
        path.visited = static_cast<std::size_t>(query->getNodePool()->getNodeCount());
        path.ranOutOfNodes = dtStatusDetail(status, DT_OUT_OF_NODES);
        if (dtStatusFailed(status) || count == 0)
            return;
        path.corridor.assign(corridor.begin(), corridor.begin() + count);
        path.found = path.corridor.back() == path.goal->polygon;
        path.isPartial = !path.found;
        pull(path, from, path.found ? to : lastPlace(path.corridor.back(), to));
    }

    /// Where on the last polygon of a partial path one is nearest to the goal.
    [[nodiscard]] DetourPoint lastPlace(dtPolyRef polygon, const DetourPoint& goal) const
    {
        DetourPoint place = goal;
        query->closestPointOnPoly(polygon, goal.data(), place.data(), nullptr);
        return place;
    }

    /// Detour's straight path through the corridor, into `corners`, `cornerFlags` and `cornerRefs`;
    /// how many corners it has.
    std::size_t findCorners(const std::vector<NavPolygonRef>& through,
                            const DetourPoint& from,
                            const DetourPoint& to,
                            int options)
    {
        const auto most = 2 * through.size() + 4; // where areas meet, too
        if (cornerFlags.size() < most) {
            corners.resize(most * 3);
            cornerFlags.resize(most);
            cornerRefs.resize(most);
        }
        int count = 0;
        query->findStraightPath(from.data(), to.data(), through.data(),
                                static_cast<int>(through.size()), corners.data(),
                                cornerFlags.data(), cornerRefs.data(), &count,
                                static_cast<int>(cornerFlags.size()), options);
        return static_cast<std::size_t>(count);
    }

    [[nodiscard]] double priceOf(dtPolyRef ref) const
    {
        const auto* polygon = find(ref).polygon;
        return polygon != nullptr ? double{filter.getAreaCost(polygon->getArea())} : 1.0;
    }

    /// Each metre of the pulled string at the price of its ground. The search itself goes along the
    /// middles of edges, which is longer.
    [[nodiscard]] double costOf(const NavPath& path, const DetourPoint& from, const DetourPoint& to)
    {
        const double price = priceOf(path.corridor.front());
        if (std::all_of(path.corridor.begin(), path.corridor.end(),
                        [&](NavPolygonRef ref) { return priceOf(ref) == price; }))
            return path.length * price;
        double cost = 0;
        const auto count = findCorners(path.corridor, from, to, DT_STRAIGHTPATH_AREA_CROSSINGS);
        for (std::size_t i = 1; i < count; ++i)
            cost += priceOf(cornerRefs[i - 1]) *
                    glm::distance(fromDetour(&corners[i * 3]), fromDetour(&corners[i * 3 - 3]));
        return cost;
    }

    /// The string through the corridor (Mononen's funnel), its length and its cost.
    void pull(NavPath& path, const DetourPoint& from, const DetourPoint& to)
    {
        if (path.corridor.empty())
            return;
        const auto count = findCorners(path.corridor, from, to, 0);
        for (std::size_t i = 0; i < count; ++i) {
            const bool isLink = (cornerFlags[i] & DT_STRAIGHTPATH_OFFMESH_CONNECTION) != 0;
            path.corners.push_back({fromDetour(&corners[i * 3]), isLink ? cornerRefs[i] : 0});
        }
        removeSpikes(path.corners);
        for (std::size_t i = 1; i < path.corners.size(); ++i)
            path.length += glm::length(path.corners[i].position - path.corners[i - 1].position);
        path.cost = costOf(path, from, to);
    }

    struct TileAndPolygon
    {
        const dtMeshTile* tile = nullptr;
        const dtPoly* polygon = nullptr;
    };

    /// Where one goes from one polygon into the next.
    [[nodiscard]] std::optional<NavPortal> portal(dtPolyRef from, dtPolyRef to) const
    {
        auto owner = find(from);
        auto target = to;
        const auto next = find(to);
        if (owner.polygon == nullptr || next.polygon == nullptr)
            return std::nullopt;
        // Only the link's own polygon knows at which of its ends they meet.
        if (next.polygon->getType() == DT_POLYTYPE_OFFMESH_CONNECTION) {
            owner = next;
            target = from;
        }
        const auto* links = owner.tile->links;
        auto at = owner.polygon->firstLink;
        while (at != DT_NULL_LINK && links[at].ref != target)
            at = links[at].next;
        if (at == DT_NULL_LINK)
            return std::nullopt;
        const auto& link = links[at];
        const auto corner = [&](int index) {
            return fromDetour(&owner.tile->verts[std::size_t{owner.polygon->verts[index]} * 3]);
        };
        const auto a = corner(link.edge);
        if (owner.polygon->getType() == DT_POLYTYPE_OFFMESH_CONNECTION)
            return NavPortal{a, a};
        const auto b = corner((link.edge + 1) % owner.polygon->vertCount);
        constexpr unsigned char NoSide = 0xff;
        if (link.side == NoSide)
            return NavPortal{b, a}; // edges run counter-clockwise around their polygon
        // At the border of a tile they may share only a part of the edge.
        return NavPortal{a + (b - a) * (link.bmax / 255.0), a + (b - a) * (link.bmin / 255.0)};
    }

    [[nodiscard]] TileAndPolygon find(dtPolyRef ref) const
    {
        TileAndPolygon found;
        if (dtStatusFailed(
                mesh.state().detour->getTileAndPolyByRef(ref, &found.tile, &found.polygon)))
            return {};
        return found;
    }
};

NavQuery::NavQuery(const NavMesh& mesh) : NavQuery{mesh, NavFilter::of(mesh.config().profile.agent)}
{
}

NavQuery::NavQuery(const NavMesh& mesh, const NavFilter& filter)
    : m_state{std::make_unique<State>(mesh)}
{
    setReachOf(mesh.config());
    setFilter(filter);
}

NavQuery::~NavQuery() = default;

void NavQuery::setFilter(const NavFilter& filter)
{
    m_state->filter = detourFilter(filter);
}

void NavQuery::setNodeLimit(std::size_t nodes)
{
    m_state->nodeLimit = nodes;
    m_state->nodes = 0;
}

void NavQuery::setReachOf(const NavConfig& config)
{
    m_state->reach = Reach::of(config);
}

const Vec3d& NavQuery::reach() const
{
    return m_state->reach.around;
}

std::optional<NavPoint> NavQuery::nearest(const Vec3d& place) const
{
    return m_state->nearest(place, m_state->reach);
}

std::optional<NavPoint> NavQuery::nearest(const Vec3d& place, const Vec3d& reach) const
{
    return m_state->nearest(place, {reach, reach.y, reach.y, 0});
}

NavPath NavQuery::findPath(const Vec3d& from, const Vec3d& to) const
{
    NavPath path;
    findPath(from, to, path);
    return path;
}

void NavQuery::findPath(const Vec3d& from, const Vec3d& to, NavPath& path) const
{
    path.found = path.isPartial = path.ranOutOfNodes = false;
    path.cost = path.length = 0;
    path.visited = 0;
    path.corners.clear();
    path.corridor.clear();
    path.start = m_state->nearest(from, m_state->reach);
    path.goal = m_state->nearest(to, m_state->reach);
    if (path.start && path.goal)
        m_state->search(path);
}

std::vector<NavVisit> NavQuery::visits() const
{
    m_state->follow();
    auto& pool = *m_state->query->getNodePool();
    std::vector<NavVisit> all;
    for (int i = 1; i <= pool.getNodeCount(); ++i) {
        const auto& node = *pool.getNodeAtIdx(static_cast<unsigned>(i));
        const auto* parent = pool.getNodeAtIdx(node.pidx);
        all.push_back({node.id, parent != nullptr ? parent->id : 0, fromDetour(node.pos),
                       double{node.cost}, double{node.total}, (node.flags & DT_NODE_CLOSED) != 0});
    }
    return all;
}

std::vector<NavPortal> NavQuery::portals(const std::vector<NavPolygonRef>& corridor) const
{
    std::vector<NavPortal> portals;
    for (std::size_t i = 1; i < corridor.size(); ++i) {
        const auto portal = m_state->portal(corridor[i - 1], corridor[i]);
        if (!portal)
            break; // the corridor is of an older mesh
        portals.push_back(*portal);
    }
    return portals;
}

NavPath NavQuery::straighten(const std::vector<NavPolygonRef>& corridor,
                             const Vec3d& from,
                             const Vec3d& to) const
{
    NavPath path;
    path.corridor = corridor;
    m_state->follow();
    m_state->pull(path, toDetour(from), toDetour(to));
    return path;
}

std::optional<NavRayHit> NavQuery::raycast(const Vec3d& from, const Vec3d& to) const
{
    const auto start = nearest(from);
    if (!start)
        return std::nullopt;
    const auto a = toDetour(start->position);
    const auto b = toDetour(to);
    float t = 0;
    DetourPoint normal{};
    int count = 0;
    auto& corridor = m_state->corridor;
    if (dtStatusFailed(m_state->query->raycast(start->polygon, a.data(), b.data(), &m_state->filter,
                                               &t, normal.data(), corridor.data(), &count,
                                               static_cast<int>(corridor.size()))))
        return std::nullopt;
    NavRayHit hit;
    hit.hit = t <= 1;
    hit.fraction = std::min(double{t}, 1.0);
    hit.point = start->position + (to - start->position) * hit.fraction;
    hit.normal = fromDetour(normal.data());
    hit.polygons.assign(corridor.begin(), corridor.begin() + count);
    return hit;
}

std::optional<NavWall> NavQuery::wallDistance(const Vec3d& from, double limit) const
{
    const auto start = nearest(from);
    if (!start)
        return std::nullopt;
    const auto at = toDetour(start->position);
    float distance = 0;
    DetourPoint point{};
    DetourPoint normal{};
    if (dtStatusFailed(m_state->query->findDistanceToWall(
            start->polygon, at.data(), static_cast<float>(limit), &m_state->filter, &distance,
            point.data(), normal.data())))
        return std::nullopt;
    if (distance >= static_cast<float>(limit)) // it met none, and the point is not set
        return std::nullopt;
    return NavWall{double{distance}, fromDetour(point.data())};
}

std::optional<NavReach> NavQuery::reachable(const Vec3d& from, double cost) const
{
    const auto start = nearest(from);
    if (!start)
        return std::nullopt;
    const auto at = toDetour(start->position);
    auto& refs = m_state->corridor;
    std::vector<float> costs(refs.size());
    int count = 0;
    // A metre costs 1 or more, so what is farther away than the cost cannot be reached for it.
    if (dtStatusFailed(m_state->query->findPolysAroundCircle(
            start->polygon, at.data(), static_cast<float>(cost), &m_state->filter, refs.data(),
            nullptr, costs.data(), &count, static_cast<int>(refs.size()))))
        return std::nullopt;
    NavReach reach;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        if (double{costs[i]} > cost)
            continue;
        reach.places.push_back({refs[i], double{costs[i]}});
        const auto [tile, polygon] = m_state->find(refs[i]);
        if (polygon != nullptr && polygon->getType() == DT_POLYTYPE_GROUND)
            reach.area += polygonArea(*tile, *polygon);
    }
    return reach;
}

std::optional<double> NavQuery::heightOn(NavPolygonRef polygon, const Vec3d& place) const
{
    m_state->follow();
    const auto at = toDetour(place);
    float height = 0;
    if (dtStatusFailed(m_state->query->getPolyHeight(polygon, at.data(), &height)))
        return std::nullopt;
    return double{height};
}

NavArea NavQuery::areaOf(NavPolygonRef polygon) const
{
    const auto found = m_state->find(polygon);
    return found.polygon != nullptr ? static_cast<NavArea>(found.polygon->getArea())
                                    : NavArea::Blocked;
}

EntityId NavQuery::linkOf(NavPolygonRef polygon) const
{
    const auto* link = m_state->mesh.state().detour->getOffMeshConnectionByRef(polygon);
    return link != nullptr ? EntityId{link->userId} : EntityId{};
}
} // namespace engine
