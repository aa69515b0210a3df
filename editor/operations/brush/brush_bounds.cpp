#include "editor/operations/brush/brush_bounds.h"

#include "editor/operations/brush/transform_operations.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"

#include <algorithm>
#include <vector>

namespace editor
{
using engine::Aabb;
using engine::EntityId;
using engine::Error;
using engine::Result;
using engine::Vec3d;

namespace
{
Result<void> checkSize(const Aabb& bounds)
{
    const auto size = bounds.size();
    for (int axis = 0; axis < 3; ++axis)
        if (!(size[axis] > 0))
            return Error{"The size of a brush must be above 0 m along every axis"};
    return {};
}

int depthOf(const engine::World& world, EntityId entity)
{
    int depth = 0;
    for (const auto* node = world.get<engine::Node>(entity);
         node != nullptr && node->parent && depth < engine::MaxHierarchyDepth;
         node = world.get<engine::Node>(node->parent))
        ++depth;
    return depth;
}

/// Gives what has the one box the size of the other one; the lower corner stays. No texture is
/// stretched: as when faces are dragged, there is more or less of it.
Result<void> stretch(Transaction& transaction, EntityId brush, const Aabb& from, const Vec3d& size)
{
    auto factors = size / from.size();
    for (int axis = 0; axis < 3; ++axis)
        if (std::abs(factors[axis] - 1) < 1e-12)
            factors[axis] = 1; // a mere move keeps its exact sizes
    if (factors == Vec3d{1})
        return {};
    return transformObject(transaction, brush,
                           {.position = from.min - factors * from.min, .scale = factors},
                           engine::TextureLock::Off);
}

Result<void>
fitTo(Transaction& transaction, EntityId brush, const Aabb& bounds, engine::TextureLock lock)
{
    const auto now = engine::boundsOf(transaction.world(), brush);
    if (now == bounds)
        return {};
    if (auto done = stretch(transaction, brush, now, bounds.size()); !done)
        return done;
    const auto by = bounds.min - now.min;
    if (by == Vec3d{0})
        return {};
    return transformObject(transaction, brush, {.position = by}, lock);
}
} // namespace

Result<void> changeBounds(Transaction& transaction,
                          std::span<const EntityId> brushes,
                          const std::function<Result<Aabb>(const Aabb&)>& edit,
                          engine::TextureLock lock)
{
    const auto& world = transaction.world();
    std::vector<std::pair<EntityId, Aabb>> wanted;
    for (const auto brush : brushes) {
        const auto* component = world.get<engine::BrushComponent>(brush);
        if (component == nullptr || !component->brush)
            continue;
        auto bounds = edit(engine::boundsOf(world, brush));
        if (!bounds)
            return bounds.error();
        if (auto fits = checkSize(*bounds); !fits)
            return fits;
        wanted.emplace_back(brush, *bounds);
    }
    // Ancestors first: what they take along is where it shall be, or goes on from there.
    std::stable_sort(wanted.begin(), wanted.end(), [&](const auto& a, const auto& b) {
        return depthOf(world, a.first) < depthOf(world, b.first);
    });
    for (const auto& [brush, bounds] : wanted)
        if (auto done = fitTo(transaction, brush, bounds, lock); !done)
            return done;
    return {};
}
} // namespace editor
