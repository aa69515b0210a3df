#include "engine_core/play/make_way.h"

#include "engine_core/geometry/hull/convex_hull.h"
#include "engine_core/play/play_state.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <queue>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <tuple>

namespace engine
{
namespace
{
/// Who stands on a floor or against a wall is not in it. Metres.
constexpr double Overlap = 0.005;

constexpr double SearchStep = 0.35; ///< metres
constexpr int MaxSearched = 3000;   ///< places

/// What is air is in nobody's way.
std::shared_ptr<const Brush> solidInWorld(const World& world, EntityId entity)
{
    return brushAt(solidBrushOf(world, entity), worldTransform(world, entity));
}

Brush hullOf(const std::shared_ptr<const Brush>& before, const std::shared_ptr<const Brush>& after)
{
    if (!before)
        return *after;
    std::vector<Vec3d> points{before->vertices().begin(), before->vertices().end()};
    points.insert(points.end(), after->vertices().begin(), after->vertices().end());
    auto hull = brushFromPoints(points, {});
    return hull ? *std::move(hull) : *after;
}
} // namespace

MakeWay::MakeWay(PlayState& state, const ChangeSet& changes) : m_state{state}
{
    const auto* body = state.world.get<Character>(state.player);
    const auto* character = state.characters.find(state.player);
    if (body == nullptr || character == nullptr)
        return;
    m_foot = character->foot;
    m_capsule = {body->radius, state.characters.heightOf(state.player)};
    m_isNear = changes.bounds.intersects(boundsAt(m_foot));
}

void MakeWay::note(const Change& change)
{
    if (!m_isNear)
        return;
    const auto add = [this](EntityId entity) {
        if (!m_before.contains(entity) && !isMoving(m_state.world, entity))
            m_before.emplace(entity, solidInWorld(m_state.world, entity));
    };
    if (change.type == typeIdOf<BrushComponent>() || !m_state.world.exists(change.entity))
        add(change.entity);
    else if (change.type == typeIdOf<TransformComponent>() || change.type == typeIdOf<Node>())
        for (const auto entity : subtree(m_state.world, change.entity))
            add(entity);
}

Aabb MakeWay::boundsAt(const Vec3d& foot) const
{
    const Vec3d side{m_capsule.radius, 0, m_capsule.radius};
    return {foot - side, foot + side + Vec3d{0, m_capsule.height, 0}};
}

CapsuleAxis MakeWay::axisAt(const Vec3d& foot) const
{
    return {foot + Vec3d{0, m_capsule.radius, 0},
            std::max(m_capsule.height - 2 * m_capsule.radius, 0.0)};
}

bool MakeWay::isSolid(const Vec3d& foot) const
{
    return !m_state.space.touching(m_capsule, foot, -Overlap).empty();
}

bool MakeWay::isIn(const Brush& brush, const Vec3d& foot) const
{
    return brush.bounds().intersects(boundsAt(foot)) &&
           distanceTo(brush, axisAt(foot)).distance < m_capsule.radius - Overlap;
}

bool MakeWay::isSwept(const Vec3d& foot) const
{
    return std::any_of(m_swept.begin(), m_swept.end(),
                       [&](const Brush& brush) { return isIn(brush, foot); });
}

bool MakeWay::hasGround(const Vec3d& foot) const
{
    const auto* scene = m_state.world.get<SceneSettings>(SceneEntity);
    const Ray down{foot + Vec3d{0, m_capsule.radius, 0}, {0, -1, 0}};
    const double lowest = scene != nullptr ? scene->killHeight : -WorldLimit;
    return m_state.space.raycast(down, std::max(down.origin.y - lowest, 0.0)).has_value();
}

bool MakeWay::wasFreeBetween(const Vec3d& from, const Vec3d& to) const
{
    const CollisionSpace before{m_state.standing, m_state.movers.collision(), &m_levelBefore};
    return !before.sweep(m_capsule, from, to - from);
}

/// Of the brushes whose way leads through the player.
void MakeWay::gatherSwept()
{
    m_levelBefore.gone = m_state.solids.changes().gone;
    for (const auto& [entity, before] : m_before) {
        const auto after = m_state.world.exists(entity) && !isMoving(m_state.world, entity)
                               ? solidInWorld(m_state.world, entity)
                               : nullptr;
        m_levelBefore.gone.insert(entity);
        if (before)
            m_levelBefore.added.set(entity, before, {});
        if (!after || (before && *before == *after))
            continue;
        m_swept.push_back(hullOf(before, after));
        if (before)
            m_aheads.push_back(distanceTo(*before, axisAt(m_foot)).normal);
    }
}

void MakeWay::addExits(const Brush& brush, std::vector<Exit>& found) const
{
    const auto axis = axisAt(m_foot);
    for (const auto& face : brush.faces()) {
        const Vec3d& normal = face.plane.normal;
        const double low = face.plane.above(axis.low) + std::min(normal.y * axis.length, 0.0);
        Exit way;
        way.length = m_capsule.radius + 2 * ContactSkin - low;
        way.foot = m_foot + normal * way.length;
        if (way.length <= 0 || isSwept(way.foot) || isSolid(way.foot) ||
            !wasFreeBetween(m_foot, way.foot))
            continue;
        way.isLevel = std::abs(normal.y) < 0.5;
        way.hasGround = hasGround(way.foot);
        way.isAhead = std::any_of(m_aheads.begin(), m_aheads.end(), [&](const Vec3d& ahead) {
            return glm::dot(ahead, normal) > 0.7;
        });
        found.push_back(way);
    }
}

/// Straight out of what the player is in; the best first: with ground below, ahead, near.
std::vector<MakeWay::Exit> MakeWay::exits() const
{
    std::vector<Exit> found;
    for (const auto& brush : m_swept)
        if (isIn(brush, m_foot))
            addExits(brush, found);
    std::stable_sort(found.begin(), found.end(), [](const Exit& a, const Exit& b) {
        return std::tuple{!a.hasGround, !a.isAhead, a.length} <
               std::tuple{!b.hasGround, !b.isAhead, b.length};
    });
    return found;
}

/// Around what stood there before, step by step, as the player could have gone.
std::optional<Vec3d> MakeWay::searchAround() const
{
    using Cell = std::array<int, 3>;
    using Candidate = std::pair<int, Cell>; // how far, in steps squared
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> next;
    std::set<Cell> seen{Cell{}};
    next.emplace(0, Cell{});
    const auto placeOf = [this](const Cell& cell) {
        return m_foot + Vec3d{cell[0], cell[1], cell[2]} * SearchStep;
    };
    for (int searched = 0; !next.empty() && searched < MaxSearched; ++searched) {
        const auto cell = next.top().second;
        const Vec3d foot = placeOf(cell);
        next.pop();
        if (!isSwept(foot) && !isSolid(foot) && hasGround(foot))
            return foot;
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (const int by : {-1, 1}) {
                Cell beside = cell;
                beside[axis] += by;
                const int far =
                    beside[0] * beside[0] + beside[1] * beside[1] + beside[2] * beside[2];
                if (!seen.contains(beside) && wasFreeBetween(foot, placeOf(beside))) {
                    seen.insert(beside);
                    next.emplace(far, beside);
                }
            }
    }
    return std::nullopt;
}

/// Where the player is, if what came by has left the way to such a place open. Nobody flies there.
std::optional<Vec3d> MakeWay::nearestPlace() const
{
    const auto straight = exits();
    if (!isSolid(m_foot))
        for (const auto& way : straight)
            if (way.isLevel && way.hasGround &&
                !m_state.space.sweep(m_capsule, m_foot, way.foot - m_foot))
                return m_foot;
    if (!straight.empty())
        return straight.front().foot;
    return searchAround();
}

void MakeWay::place(const Vec3d& foot)
{
    const auto player = m_state.player;
    const auto* old = m_state.world.get<TransformComponent>(player);
    auto moved = old != nullptr ? *old : TransformComponent{};
    moved.position = toParentSpace(m_state.world, player, foot);
    m_state.write(player, moved);
    m_state.changes.forgetPlaceBefore(player);
    m_state.camera.eye += foot - m_foot; // at once, also while the game is paused
    m_state.cameraBefore = m_state.camera;
}

std::string MakeWay::finish()
{
    if (!m_isNear || m_before.empty())
        return {};
    gatherSwept();
    if (!isSwept(m_foot))
        return {};
    if (const auto foot = nearestPlace()) {
        if (*foot == m_foot)
            return {};
        place(*foot);
        return "The player was in the way and has been moved aside";
    }
    const auto start = m_state.characters.startOf(m_state.player);
    if (isSolid(start) || isSwept(start))
        return "The player is in the way, and no free place is near";
    place(start);
    return "The player had no room left and is back at the start";
}
} // namespace engine
