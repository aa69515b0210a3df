#include "editor/operations/brush/transform_operations.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/patch_operations.h"
#include "editor/operations/brush/quarter_turn.h"
#include "editor/operations/brush/transform_parts.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/foliage/foliage_copies.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"

namespace editor
{
namespace
{
using engine::Error;
using engine::Quatd;
using engine::Result;
using engine::TextureLock;
using engine::Transform;
using engine::TransformComponent;
using engine::Vec3d;

bool isEven(const Vec3d& scale)
{
    return std::abs(scale.x - scale.y) < 1e-12 && std::abs(scale.x - scale.z) < 1e-12;
}

bool isTurned(const Quatd& rotation)
{
    return std::abs(std::abs(rotation.w) - 1.0) > 1e-12;
}

bool isPureTranslation(const Transform& by)
{
    return by.rotation == Quatd{1, 0, 0, 0} && by.scale == Vec3d{1};
}

/// The factors as something turned by `rotation` sees them; refused if that would shear it.
Result<Vec3d> turnedScale(const Vec3d& factors, const Quatd& rotation)
{
    if (isEven(factors) || !isTurned(rotation))
        return factors;
    Vec3d result{1};
    for (int axis = 0; axis < 3; ++axis) {
        Vec3d unit{0};
        unit[axis] = 1;
        const auto seen = glm::abs(rotation * unit);
        int along = 0;
        for (int i = 1; i < 3; ++i)
            if (seen[i] > seen[along])
                along = i;
        if (seen[along] < 1 - 1e-9)
            return Error{"What is turned by other than quarter turns can only be scaled the same "
                         "along all axes"};
        result[axis] = factors[along];
    }
    return result;
}

/// The world's transform `by` as the space `parent` sees it.
Result<Transform> seenFrom(const Transform& parent, const Transform& by)
{
    if (parent == Transform{})
        return by;
    auto back = inverse(parent);
    if (!back)
        return back.error();
    if (isPureTranslation(by))
        return Transform{.position = back->applyToDirection(by.position)};
    const auto turned = turnedScale(by.scale, parent.rotation);
    if (!turned)
        return turned.error();
    if (!isEven(parent.scale) && isTurned(by.rotation))
        return Error{"Parts of something that is stretched unevenly cannot be turned"};
    const auto unturn = glm::conjugate(parent.rotation);
    return Transform{.position = back->apply(by.apply(parent.position)),
                     .rotation = unturn * by.rotation * parent.rotation,
                     .scale = *turned};
}

EntityId parentOf(const engine::World& world, EntityId entity)
{
    const auto* node = world.get<engine::Node>(entity);
    return node != nullptr ? node->parent : EntityId{};
}

/// The scale turns sides around and stretches nothing.
bool isMirror(const Vec3d& scale)
{
    return glm::abs(scale) == Vec3d{1} && scale != Vec3d{1};
}

/// The turn that a mirror image has.
Quatd mirrored(Quatd turn, const Vec3d& mirror)
{
    const double hand = mirror.x * mirror.y * mirror.z;
    turn.x *= hand * mirror.x;
    turn.y *= hand * mirror.y;
    turn.z *= hand * mirror.z;
    return turn;
}

/// Things without a body have no size to scale.
bool hasSize(const engine::World& world, EntityId entity)
{
    return !world.children(entity).empty() ||
           world.get<engine::BrushComponent>(entity) != nullptr ||
           world.get<engine::MeshInstance>(entity) != nullptr || patchOf(world, entity) != nullptr;
}

Result<void> transformComponent(Transaction& transaction,
                                EntityId entity,
                                TransformComponent place,
                                const Transform& by)
{
    place.position = by.apply(place.position);
    if (isMirror(by.scale)) {
        // M R S = (M R M) (M S): exact however the thing is turned.
        place.rotation = mirrored(place.rotation, by.scale);
        if (hasSize(transaction.world(), entity))
            place.scale *= by.scale;
    } else if (hasSize(transaction.world(), entity)) {
        const auto factors = turnedScale(by.scale, place.rotation);
        if (!factors)
            return factors.error();
        place.scale *= *factors;
    }
    if (isTurned(by.rotation))
        place.rotation = glm::normalize(by.rotation * place.rotation);
    if (!engine::isFinite(place.position) || glm::length(place.position) > engine::WorldLimit)
        return Error{"That is outside the world, which ends {} m from its middle",
                     engine::WorldLimit};
    transaction.set(entity, place);
    return {};
}

Result<void> applyToTop(Transaction& transaction,
                        std::span<const EntityId> entities,
                        const Transform& by,
                        TextureLock lock)
{
    PlantsAlong plants{transaction, entities};
    for (const auto entity : topmost(transaction.world(), entities))
        if (auto done = transformObject(transaction, entity, by, lock); !done)
            return done;
    plants.follow();
    return {};
}

/// Brushes of the world's own space keep exact planes: no quaternion touches them.
Result<void> turnExactly(Transaction& transaction,
                         EntityId entity,
                         const QuarterTurn& turn,
                         const Vec3d& pivot,
                         const Transform& by,
                         TextureLock lock)
{
    const auto& world = transaction.world();
    const auto* brush = world.get<engine::BrushComponent>(entity);
    if (engine::worldTransform(world, parentOf(world, entity)) != Transform{})
        return transformObject(transaction, entity, by, lock);
    if (const auto* component = world.get<TransformComponent>(entity)) {
        auto place = *component;
        place.position = pivot + turn.apply(place.position - pivot);
        place.rotation = glm::normalize(by.rotation * place.rotation);
        transaction.set(entity, place);
        return {};
    }
    if (brush != nullptr && brush->brush) {
        auto turned = turnedExactly(*brush->brush, turn, pivot, lock);
        if (!turned)
            return turned.error();
        setBrush(transaction, entity, *std::move(turned));
    }
    if (const auto* patch = patchOf(world, entity)) {
        auto points = std::vector<engine::PatchPoint>{patch->grid->points().begin(),
                                                      patch->grid->points().end()};
        for (auto& point : points)
            point.position = pivot + turn.apply(point.position - pivot);
        auto turned = engine::PatchGrid::create(patch->grid->columns(), std::move(points));
        if (!turned)
            return turned.error();
        setPatchGrid(transaction, entity, *std::move(turned));
    }
    const auto children = world.children(entity); // a copy: the edit may replace the list
    for (const auto child : children)
        if (auto done = turnExactly(transaction, child, turn, pivot, by, lock); !done)
            return done;
    return {};
}
} // namespace

Result<Transform> inverse(const Transform& of)
{
    if (of.scale.x == 0 || of.scale.y == 0 || of.scale.z == 0)
        return Error{"Nothing works inside of something with a scale of 0: give it a size first"};
    const auto back = glm::conjugate(of.rotation);
    const auto factors = Vec3d{1} / of.scale;
    if (!isEven(of.scale) && isTurned(of.rotation)) {
        // Scale, then turn has no inverse of the same form, unless axes only change places.
        const auto turned = turnedScale(factors, back);
        if (!turned)
            return Error{"Parts of something that is stretched unevenly and turned cannot be "
                         "moved out of it"};
        return Transform{-(back * (of.position)) * factors, back, *turned};
    }
    return Transform{-(back * of.position) * factors, back, factors};
}

Result<void>
transformInParent(Transaction& transaction, EntityId entity, const Transform& by, TextureLock lock)
{
    const auto& world = transaction.world();
    if (const auto* place = world.get<TransformComponent>(entity))
        return transformComponent(transaction, entity, *place, by);
    if (const auto* component = world.get<engine::BrushComponent>(entity);
        component != nullptr && component->brush) {
        auto moved = isPureTranslation(by)
                         ? engine::translated(*component->brush, by.position, lock)
                         : engine::transformed(*component->brush, by, lock);
        if (!moved)
            return moved.error();
        setBrush(transaction, entity, *std::move(moved));
    }
    if (auto done = mapPatch(transaction, entity, engine::Affine::of(by)); !done)
        return done;
    // Without a transform of its own it shares its space with its children.
    const auto children = world.children(entity);
    for (const auto child : children)
        if (auto done = transformInParent(transaction, child, by, lock); !done)
            return done;
    return {};
}

Result<void>
transformObject(Transaction& transaction, EntityId entity, const Transform& by, TextureLock lock)
{
    const auto& world = transaction.world();
    const auto local = seenFrom(engine::worldTransform(world, parentOf(world, entity)), by);
    if (!local)
        return local.error();
    return transformInParent(transaction, entity, *local, lock);
}

namespace parts
{
Result<void> translate(Transaction& transaction,
                       std::span<const EntityId> entities,
                       const Vec3d& by,
                       TextureLock lock)
{
    return applyToTop(transaction, entities, {.position = by}, lock);
}

Result<void> rotate(Transaction& transaction,
                    std::span<const EntityId> entities,
                    const Vec3d& pivot,
                    const Vec3d& axis,
                    double angle,
                    TextureLock lock)
{
    const auto turn = glm::angleAxis(angle, axis);
    const Transform by{.position = pivot - turn * pivot, .rotation = turn};
    const auto quarter = QuarterTurn::of(axis, angle);
    if (!quarter)
        return applyToTop(transaction, entities, by, lock);
    PlantsAlong plants{transaction, entities};
    for (const auto entity : topmost(transaction.world(), entities))
        if (auto done = turnExactly(transaction, entity, *quarter, pivot, by, lock); !done)
            return done;
    plants.follow();
    return {};
}

Result<void> scale(Transaction& transaction,
                   std::span<const EntityId> entities,
                   const Vec3d& anchor,
                   const Vec3d& factors,
                   TextureLock lock)
{
    if (factors.x == 0 || factors.y == 0 || factors.z == 0 || !engine::isFinite(factors))
        return Error{"Scaling to nothing is not possible"};
    return applyToTop(transaction, entities,
                      {.position = anchor - factors * anchor, .scale = factors}, lock);
}
} // namespace parts

Result<void> translate(Transaction& transaction,
                       std::span<const EntityId> entities,
                       const Vec3d& by,
                       TextureLock lock)
{
    transaction.noteRepeat([by, lock](Transaction& again, std::vector<EntityId>& chosen) {
        return translate(again, chosen, by, lock);
    });
    return parts::translate(transaction, entities, by, lock);
}

Result<void> rotate(Transaction& transaction,
                    std::span<const EntityId> entities,
                    const Vec3d& pivot,
                    const Vec3d& axis,
                    double angle,
                    TextureLock lock)
{
    transaction.noteRepeat(
        [pivot, axis, angle, lock](Transaction& again, std::vector<EntityId>& chosen) {
            return rotate(again, chosen, pivot, axis, angle, lock);
        });
    return parts::rotate(transaction, entities, pivot, axis, angle, lock);
}

Result<void> scale(Transaction& transaction,
                   std::span<const EntityId> entities,
                   const Vec3d& anchor,
                   const Vec3d& factors,
                   TextureLock lock)
{
    transaction.noteRepeat(
        [anchor, factors, lock](Transaction& again, std::vector<EntityId>& chosen) {
            return scale(again, chosen, anchor, factors, lock);
        });
    return parts::scale(transaction, entities, anchor, factors, lock);
}
} // namespace editor
