#include "engine_core/physics/brush_tree.h"
#include "engine_core/physics/capsule_contact.h"
#include "engine_core/physics/mesh_tree.h"
#include "engine_core/physics/standing_near.h"
#include "engine_core/physics/static_collision.h"
#include "engine_core/scene/spatial/static_geometry.h"

#include <algorithm>

namespace engine
{
namespace
{
/// Overlaps up to this are touching, not being stuck. Metres.
constexpr double Stuck = 1e-7;

double radiusOf(const Capsule& capsule)
{
    return std::clamp(capsule.radius, 0.001, std::max(capsule.height * 0.5, 0.001));
}

CapsuleAxis axisOf(const Capsule& capsule, const Vec3d& foot)
{
    const double radius = radiusOf(capsule);
    return {foot + Vec3d{0, radius, 0}, std::max(capsule.height - 2 * radius, 0.0)};
}

SweptBox boxOf(const Capsule& capsule, const Vec3d& foot, const Vec3d& motion, double grown)
{
    const double radius = radiusOf(capsule) + grown;
    const double half = std::max(capsule.height * 0.5, radiusOf(capsule));
    return {foot + Vec3d{0, half, 0}, {radius, half + grown, radius}, motion};
}

/// Takes away what the game has made away with.
template <typename Shape, typename EntityOf>
void dropGone(const StandingChanges& changes, std::vector<Shape>& found, const EntityOf& entityOf)
{
    if (!changes.gone.empty())
        std::erase_if(found,
                      [&](const Shape& shape) { return changes.gone.contains(entityOf(shape)); });
}

/// The tree's order tells of past edits; the answer must not.
void sortByEntity(std::vector<const CollisionBrush*>& found)
{
    std::sort(found.begin(), found.end(),
              [](const auto* a, const auto* b) { return a->entity < b->entity; });
}

SweepHit hitOf(const AxisDistance& contact, double fraction, EntityId entity)
{
    return {fraction, contact.normal, contact.point, entity, contact.surface};
}
} // namespace

struct MovingCollision::State
{
    explicit State(const PlaceOf& placeOf) : tree{placeOf}, meshes{placeOf} {}

    BrushTree tree;
    MeshTree meshes;
};

MovingCollision::MovingCollision() : MovingCollision{PlaceOf{}} {}

MovingCollision::MovingCollision(const PlaceOf& placeOf) : m_state{std::make_unique<State>(placeOf)}
{
}

MovingCollision::~MovingCollision() = default;

void MovingCollision::set(EntityId brushEntity,
                          const std::shared_ptr<const Brush>& brush,
                          const Transform& place)
{
    m_state->tree.set(brushEntity, brush, place);
}

void MovingCollision::setMesh(EntityId entity,
                              const std::shared_ptr<const MeshShape>& mesh,
                              const Transform& place)
{
    m_state->meshes.set(entity, mesh, place);
}

void MovingCollision::roam(EntityId entity, const Vec3d& axis, double leeway)
{
    m_state->tree.roam(entity, axis, leeway);
    m_state->meshes.roam(entity, axis, leeway);
}

void MovingCollision::remove(EntityId entity)
{
    m_state->tree.remove(entity);
    m_state->meshes.remove(entity);
}

std::size_t MovingCollision::shapeCount() const
{
    return m_state->tree.size() + m_state->meshes.size();
}

CollisionSpace::CollisionSpace(const StaticCollision& standing,
                               const MovingCollision& moving,
                               const StandingChanges* changes)
    : m_standing{standing}, m_moving{moving}, m_changes{changes}
{
}

void CollisionSpace::findStanding(const SweptBox& box,
                                  std::vector<const CollisionBrush*>& found) const
{
    m_standing.m_tree->find(box, found);
    if (m_changes == nullptr)
        return;
    dropGone(*m_changes, found, [](const CollisionBrush* brush) { return brush->entity; });
    m_changes->added.m_state->tree.find(box, found);
}

void CollisionSpace::findStanding(const SweptBox& box, std::vector<ModelTriangle>& found) const
{
    m_standing.m_meshes->find(box, found);
    if (m_changes == nullptr)
        return;
    dropGone(*m_changes, found, [](const ModelTriangle& each) { return each.entity; });
    m_changes->added.m_state->meshes.find(box, found);
}

std::vector<const CollisionBrush*> CollisionSpace::candidates(const SweptBox& box) const
{
    std::vector<const CollisionBrush*> found;
    found.reserve(16);
    findStanding(box, found);
    m_moving.m_state->tree.find(box, found);
    sortByEntity(found);
    return found;
}

std::vector<ModelTriangle> CollisionSpace::triangles(const SweptBox& box) const
{
    std::vector<ModelTriangle> found;
    findStanding(box, found);
    m_moving.m_state->meshes.find(box, found);
    return found;
}

StandingNear CollisionSpace::standingNear(const Aabb& box) const
{
    const SweptBox at{box.center(), box.size() * 0.5, Vec3d{0}};
    StandingNear near;
    findStanding(at, near.brushes);
    sortByEntity(near.brushes);
    findStanding(at, near.triangles);
    std::stable_sort(
        near.triangles.begin(), near.triangles.end(),
        [](const ModelTriangle& a, const ModelTriangle& b) { return a.entity < b.entity; });
    return near;
}

template <typename Visit>
void CollisionSpace::forEachNear(const SweptBox& box, const Visit& visit) const
{
    for (const auto* shape : candidates(box))
        visit(*shape->brush, shape->entity);
    for (const auto& [triangle, entity, index] : triangles(box))
        visit(triangle, entity);
}

std::optional<SweepHit> CollisionSpace::sweep(const Capsule& capsule,
                                              const Vec3d& foot,
                                              const Vec3d& motion,
                                              const Counts& counts) const
{
    if (!isFinite(foot) || !isFinite(motion))
        return std::nullopt;
    const auto axis = axisOf(capsule, foot);
    std::optional<SweepHit> first;
    forEachNear(boxOf(capsule, foot, motion, ContactSkin), [&](const auto& shape, EntityId entity) {
        if (counts && !counts(entity))
            return;
        const auto hit = sweepAxis(shape, axis, radiusOf(capsule), motion);
        if (hit && (!first || hit->fraction < first->fraction))
            first = hitOf(hit->contact, hit->fraction, entity);
    });
    return first;
}

std::vector<SweepHit>
CollisionSpace::touching(const Capsule& capsule, const Vec3d& foot, double within) const
{
    std::vector<std::pair<double, SweepHit>> near;
    const auto axis = axisOf(capsule, foot);
    if (isFinite(foot))
        forEachNear(boxOf(capsule, foot, Vec3d{0}, within),
                    [&](const auto& shape, EntityId entity) {
                        const auto contact = distanceTo(shape, axis);
                        const double gap = contact.distance - radiusOf(capsule);
                        if (gap <= within)
                            near.emplace_back(gap, hitOf(contact, 0, entity));
                    });
    std::stable_sort(near.begin(), near.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<SweepHit> hits;
    for (const auto& [gap, hit] : near)
        hits.push_back(hit);
    return hits;
}

Vec3d CollisionSpace::depenetrate(const Capsule& capsule,
                                  const Vec3d& foot,
                                  const Counts& counts) const
{
    constexpr int MaxRounds = 16;
    Vec3d offset{0};
    if (!isFinite(foot))
        return offset;
    for (int round = 0; round < MaxRounds; ++round) {
        AxisDistance deepest;
        double depth = Stuck;
        const auto axis = axisOf(capsule, foot + offset);
        forEachNear(
            boxOf(capsule, foot + offset, Vec3d{0}, 0), [&](const auto& shape, EntityId entity) {
                const auto contact = distanceTo(shape, axis);
                if (radiusOf(capsule) - contact.distance > depth && (!counts || counts(entity))) {
                    depth = radiusOf(capsule) - contact.distance;
                    deepest = contact;
                }
            });
        if (depth <= Stuck)
            break;
        offset += deepest.normal * (depth + ContactSkin);
    }
    return offset;
}

std::optional<SweepHit>
CollisionSpace::raycast(const Ray& ray, double length, const Counts& counts) const
{
    if (!isFinite(ray.origin) || !isFinite(ray.direction) || !(length >= 0))
        return std::nullopt;
    std::optional<SweepHit> first;
    for (const auto* shape : candidates({ray.origin, Vec3d{0}, ray.direction * length})) {
        if (counts && !counts(shape->entity))
            continue;
        const auto hit = intersect(ray, *shape->brush);
        if (!hit || hit->distance > length)
            continue;
        const double fraction = length > 0 ? hit->distance / length : 0.0;
        if (first && first->fraction <= fraction)
            continue;
        const auto& normal = shape->brush->faces()[hit->face].plane.normal;
        first = SweepHit{fraction, normal, ray.at(hit->distance), shape->entity, normal};
    }
    for (const auto& [triangle, entity, index] :
         triangles({ray.origin, Vec3d{0}, ray.direction * length})) {
        if (counts && !counts(entity))
            continue;
        const auto distance = intersect(ray, triangle);
        if (!distance || *distance > length)
            continue;
        const double fraction = length > 0 ? *distance / length : 0.0;
        if (first && first->fraction <= fraction)
            continue;
        const auto normal =
            glm::dot(triangle.normal, ray.direction) > 0 ? -triangle.normal : triangle.normal;
        first = SweepHit{fraction, normal, ray.at(*distance), entity, normal};
    }
    return first;
}
} // namespace engine
