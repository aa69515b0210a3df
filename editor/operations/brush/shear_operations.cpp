#include "editor/operations/brush/shear_operations.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/patch_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "engine_core/geometry/brush_affine.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"

#include <glm/matrix.hpp>

namespace editor
{
using engine::Affine;
using engine::Error;
using engine::Result;
using engine::TextureLock;
using engine::TransformComponent;
using engine::Vec3d;

namespace
{
constexpr double Steepest = 1000; ///< metres sideways for one metre of height

Result<Affine> inverseOf(const Affine& of)
{
    if (!(std::abs(glm::determinant(of.linear)) > 1e-12))
        return Error{"Nothing works inside of something with a scale of 0: give it a size first"};
    const auto back = glm::inverse(of.linear);
    return Affine{back, -(back * of.offset)};
}

/// `by` is a map of the space that the entity stands in.
Result<void> mapTree(Transaction& transaction, EntityId entity, const Affine& by, TextureLock lock)
{
    const auto& world = transaction.world();
    auto inside = by;
    if (const auto* component = world.get<TransformComponent>(entity)) {
        auto place = *component;
        place.position = by.apply(place.position);
        if (!engine::isFinite(place.position) || glm::length(place.position) > engine::WorldLimit)
            return Error{"That is outside the world, which ends {} m from its middle",
                         engine::WorldLimit};
        const engine::Transform before{component->position, component->rotation, component->scale};
        const engine::Transform after{place.position, place.rotation, place.scale};
        const auto back = inverseOf(Affine::of(after));
        if (!back)
            return back.error();
        inside = *back * by * Affine::of(before);
        inside.offset = Vec3d{0}; // exactly: the entity itself is where it belongs
        transaction.set(entity, place);
    }
    if (const auto* component = world.get<engine::BrushComponent>(entity);
        component != nullptr && component->brush) {
        auto brush = engine::mapped(*component->brush, inside, lock);
        if (!brush)
            return brush.error();
        setBrush(transaction, entity, *std::move(brush));
    }
    if (auto done = mapPatch(transaction, entity, inside); !done)
        return done;
    const auto children = world.children(entity); // a copy: the edit may replace the list
    for (const auto child : children)
        if (auto done = mapTree(transaction, child, inside, lock); !done)
            return done;
    return {};
}
} // namespace

Result<void> shear(Transaction& transaction,
                   std::span<const EntityId> entities,
                   int axis,
                   double fixed,
                   const Vec3d& way,
                   TextureLock lock)
{
    ENGINE_EXPECT(axis >= 0 && axis < 3 && way[axis] == 0);
    if (!engine::isFinite(way) || glm::length(way) > Steepest)
        return Error{"That would be too slanted"};
    transaction.noteRepeat(
        [axis, fixed, way, lock](Transaction& again, std::vector<EntityId>& chosen) {
            return shear(again, chosen, axis, fixed, way, lock);
        });
    Affine by;
    by.linear[axis] += way;
    by.offset = -way * fixed;
    const auto& world = transaction.world();
    for (const auto entity : topmost(world, entities)) {
        const auto* node = world.get<engine::Node>(entity);
        const auto space =
            Affine::of(engine::worldTransform(world, node != nullptr ? node->parent : EntityId{}));
        const auto back = inverseOf(space);
        if (!back)
            return back.error();
        if (auto done = mapTree(transaction, entity, *back * by * space, lock); !done)
            return done;
    }
    return {};
}
} // namespace editor
