#include "editor/operations/brush/snap_operations.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/patch_operations.h"
#include "editor/operations/brush/transform_parts.h"
#include "editor/operations/entity/object_sets.h"
#include "engine_core/geometry/brush_affine.h"
#include "engine_core/geometry/brush_vertices.h"
#include "engine_core/math/grid.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"

#include <glm/matrix.hpp>

#include <numeric>

namespace editor
{
using engine::Affine;
using engine::Error;
using engine::Grid;
using engine::Result;
using engine::TextureLock;
using engine::Vec3d;

namespace
{
Result<void>
snapBrush(Transaction& transaction, EntityId entity, const Grid& grid, TextureLock lock)
{
    const auto& world = transaction.world();
    const auto brush = world.get<engine::BrushComponent>(entity)->brush;
    const auto space = Affine::of(engine::worldTransform(world, entity));
    if (!(std::abs(glm::determinant(space.linear)) > 1e-12))
        return Error{"Nothing works inside of something with a scale of 0: give it a size first"};
    const auto back = glm::inverse(space.linear);
    std::vector<engine::VertexIndex> all(brush->vertices().size());
    std::iota(all.begin(), all.end(), engine::VertexIndex{0});
    const auto snapped = [&](const Vec3d& corner) {
        return back * (grid.snap(space.apply(corner)) - space.offset);
    };
    if (std::all_of(brush->vertices().begin(), brush->vertices().end(),
                    [&](const Vec3d& corner) { return snapped(corner) == corner; }))
        return {};
    auto moved = engine::moveVertices(*brush, all, snapped, lock);
    if (!moved) {
        const auto* node = world.get<engine::Node>(entity);
        return moved.error().withContext("'{}' does not fit on a grid of {} m",
                                         node != nullptr ? node->name : "", grid.step);
    }
    setBrush(transaction, entity, *std::move(moved));
    return {};
}
} // namespace

Result<void> snapVertices(Transaction& transaction,
                          std::span<const EntityId> entities,
                          double step,
                          TextureLock lock)
{
    const Grid grid{step, true};
    const auto& world = transaction.world();
    for (const auto root : topmost(world, entities))
        for (const auto entity : engine::subtree(world, root)) {
            const auto* brush = world.get<engine::BrushComponent>(entity);
            if (brush != nullptr && brush->brush) {
                if (auto done = snapBrush(transaction, entity, grid, lock); !done)
                    return done;
            } else if (patchOf(world, entity) != nullptr) {
                if (auto done = snapPatch(transaction, entity, grid); !done)
                    return done;
            } else if (world.children(entity).empty()) {
                const auto place = engine::worldTransform(world, entity).position;
                if (auto done = parts::translate(transaction, std::span{&entity, 1},
                                                 grid.snap(place) - place, lock);
                    !done)
                    return done;
            }
        }
    return {};
}

Result<void> snapBounds(Transaction& transaction,
                        std::span<const EntityId> entities,
                        double step,
                        TextureLock lock)
{
    const Grid grid{step, true};
    const auto& world = transaction.world();
    for (const auto root : topmost(world, entities)) {
        const auto bounds = wholeBoundsOf(world, std::span{&root, 1});
        if (bounds.isEmpty())
            continue;
        const auto by = grid.snap(bounds.min) - bounds.min;
        if (by == Vec3d{0})
            continue;
        if (auto done = parts::translate(transaction, std::span{&root, 1}, by, lock); !done)
            return done;
    }
    return {};
}
} // namespace editor
