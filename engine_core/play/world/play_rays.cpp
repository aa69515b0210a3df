#include "engine_core/play/world/play_rays.h"

#include "engine_core/physics/capsule_contact.h"
#include "engine_core/play/play_state.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "engine_core/scene/world/hierarchy.h"

#include <algorithm>
#include <limits>

namespace engine
{
namespace
{
/// Where the ray enters the ball, in metres; nullopt if it misses or starts inside.
std::optional<double> enterBall(const Ray& ray, const Vec3d& center, double radius)
{
    const Vec3d to = center - ray.origin;
    const double along = glm::dot(to, ray.direction);
    const double outside = glm::dot(to, to) - radius * radius;
    const double under = along * along - outside;
    if (outside < 0 || along < 0 || under < 0)
        return std::nullopt;
    return along - std::sqrt(under);
}

/// The same for the side of an upright cylinder without its ends.
std::optional<double> enterSide(const Ray& ray, const CapsuleAxis& axis, double radius)
{
    const Vec3d from = ray.origin - axis.low;
    const Vec2d start{from.x, from.z};
    const Vec2d step{ray.direction.x, ray.direction.z};
    const double square = glm::dot(step, step);
    const double half = glm::dot(start, step);
    const double under = half * half - square * (glm::dot(start, start) - radius * radius);
    if (square <= 0 || under < 0)
        return std::nullopt;
    const double distance = (-half - std::sqrt(under)) / square;
    const double height = from.y + ray.direction.y * distance;
    return distance >= 0 && height >= 0 && height <= axis.length ? std::optional{distance}
                                                                 : std::nullopt;
}

Vec3d nearestOn(const CapsuleAxis& axis, const Vec3d& point)
{
    return axis.low + Vec3d{0, std::clamp(point.y - axis.low.y, 0.0, axis.length), 0};
}

std::optional<double> enterCapsule(const Ray& ray, const CapsuleAxis& axis, double radius)
{
    if (glm::distance(nearestOn(axis, ray.origin), ray.origin) < radius)
        return std::nullopt;
    std::optional<double> first = enterSide(ray, axis, radius);
    for (const auto& end : {axis.low, axis.low + Vec3d{0, axis.length, 0}})
        if (const auto at = enterBall(ray, end, radius); at && (!first || *at < *first))
            first = at;
    return first;
}

/// The face of a brush that a surface at a point is part of: -1 for other things.
std::int32_t faceAt(const World& world, EntityId entity, const Vec3d& point, const Vec3d& normal)
{
    const auto* component = world.get<BrushComponent>(entity);
    if (component == nullptr || !component->brush)
        return -1;
    const auto& brush = *component->brush;
    const auto place = worldTransform(world, entity);
    double least = std::numeric_limits<double>::infinity();
    std::int32_t best = -1;
    for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
        const Vec3d upright =
            glm::normalize(place.rotation * (brush.faces()[face].plane.normal / place.scale));
        const Vec3d corner = place.apply(brush.vertices()[brush.faceVertices(face).front()]);
        const double off =
            std::abs(glm::dot(point - corner, upright)) + 1 - glm::dot(upright, normal);
        if (off < least) {
            least = off;
            best = static_cast<std::int32_t>(face);
        }
    }
    return best;
}

/// The object that a solid part belongs to.
EntityId objectOf(const World& world, EntityId part)
{
    if (const auto body = bodyOwner(world, part))
        return body;
    auto entity = part;
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        if (world.get<Mover>(entity) != nullptr || world.get<Script>(entity) != nullptr)
            return entity;
        const auto* node = world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return part;
}

RayHit
castAtSolids(const PlayState& play, const Ray& way, double length, double radius, EntityId caster)
{
    RayHit result;
    const Vec3d down{0, radius, 0};
    CollisionSpace::Counts isOther;
    if (caster)
        isOther = [&, own = bodyOwner(play.world, caster)](EntityId entity) {
            return entity != caster && !isAncestor(play.world, caster, entity) &&
                   (!own || bodyOwner(play.world, entity) != own);
        };
    const auto hit = radius > 0 ? play.space.sweep({radius, 2 * radius}, way.origin - down,
                                                   way.direction * length, isOther)
                                : play.space.raycast(way, length, isOther);
    if (!hit)
        return result;
    result.found = true;
    result.point = hit->point;
    result.normal = hit->normal;
    result.distance = hit->fraction * length;
    if (play.world.exists(hit->entity)) {
        result.entity = objectOf(play.world, hit->entity);
        result.part = hit->entity;
        result.face = faceAt(play.world, hit->entity, hit->point, hit->normal);
    }
    return result;
}
} // namespace

RayHit
castBall(const PlayState& play, const Ray& way, double length, double radius, EntityId caster)
{
    if (!isFinite(way.origin) || !isFinite(way.direction) || !std::isfinite(length) ||
        !(length >= 0) || !std::isfinite(radius) || !(radius >= 0))
        return {};
    auto first = castAtSolids(play, way, length, radius, caster);
    play.characters.forEach([&](EntityId entity, const CharacterState& state) {
        const auto* body = play.world.get<Character>(entity);
        if (entity == caster || body == nullptr)
            return;
        const double height = std::max(play.characters.heightOf(entity), 2 * body->radius);
        const CapsuleAxis axis{state.foot + Vec3d{0, body->radius, 0}, height - 2 * body->radius};
        const auto distance = enterCapsule(way, axis, body->radius + radius);
        if (!distance || *distance > length || (first.found && first.distance <= *distance))
            return;
        const Vec3d middle = way.at(*distance);
        const Vec3d core = nearestOn(axis, middle);
        const Vec3d normal = glm::normalize(middle - core);
        first = {core + normal * body->radius, normal, *distance, entity, entity, -1, true};
    });
    return first;
}

std::string materialOf(const World& world, const RayHit& hit)
{
    if (const auto* patch = world.get<CurvedPatch>(hit.part))
        return patch->material.path;
    const auto* component = world.get<BrushComponent>(hit.part);
    if (component == nullptr || !component->brush || hit.face < 0 ||
        static_cast<FaceIndex>(hit.face) >= component->brush->faceCount())
        return {};
    return component->brush->faces()[static_cast<FaceIndex>(hit.face)].material.text();
}
} // namespace engine
