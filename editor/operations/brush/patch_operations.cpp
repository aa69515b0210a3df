#include "editor/operations/brush/patch_operations.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/brush_space.h"
#include "editor/operations/brush/vertex_operations.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"

#include <algorithm>
#include <numeric>

namespace editor
{
using engine::CurvedPatch;
using engine::Error;
using engine::PatchGrid;
using engine::Result;
using engine::Vec3d;

const CurvedPatch* patchOf(const engine::World& world, EntityId entity)
{
    const auto* patch = world.get<CurvedPatch>(entity);
    return patch != nullptr && patch->grid ? patch : nullptr;
}

std::vector<EntityId> patchesAmong(const engine::World& world, std::span<const EntityId> entities)
{
    if (world.count<CurvedPatch>() == 0)
        return {};
    return openAmong(world, entities,
                     [&](EntityId entity) { return patchOf(world, entity) != nullptr; });
}

void setPatchGrid(Transaction& transaction, EntityId entity, PatchGrid::Ptr grid)
{
    auto patch = *transaction.world().get<CurvedPatch>(entity);
    patch.grid = std::move(grid);
    transaction.set(entity, std::move(patch));
}

Result<EntityId> createPatch(Transaction& transaction,
                             engine::PatchShape shape,
                             const engine::Aabb& box,
                             engine::Name material,
                             EntityId parent)
{
    auto grid = engine::makePatch(shape, box);
    if (!grid)
        return grid.error();
    const auto id = transaction.create("Patch", parent);
    CurvedPatch patch;
    patch.material = {material.text()};
    patch.grid = *std::move(grid);
    transaction.set(id, std::move(patch));
    return id;
}

Result<EntityId> replaceByPatch(Transaction& transaction,
                                std::span<const EntityId> entities,
                                engine::PatchShape shape)
{
    const auto& world = transaction.world();
    const auto brushes = brushesAmong(world, entities);
    if (brushes.empty())
        return Error{"Select a brush first: the patch becomes as big as it is"};
    const auto parentOf = [&](EntityId entity) {
        const auto* node = world.get<engine::Node>(entity);
        return node != nullptr ? node->parent : EntityId{};
    };
    const auto parent = parentOf(brushes.front());
    const bool isOneSpace = std::all_of(brushes.begin(), brushes.end(), [&](EntityId brush) {
        return parentOf(brush) == parent && world.get<engine::TransformComponent>(brush) == nullptr;
    });
    engine::Aabb box;
    for (const auto brush : brushes)
        box.add(isOneSpace ? brushOf(world, brush)->bounds() : engine::boundsOf(world, brush));
    const auto material = brushOf(world, brushes.front())->faces().front().material;
    auto made = createPatch(transaction, shape, box, material, isOneSpace ? parent : EntityId{});
    if (made)
        removeObjects(transaction, brushes);
    return made;
}

Result<void> mapPatch(Transaction& transaction, EntityId entity, const engine::Affine& by)
{
    const auto* patch = patchOf(transaction.world(), entity);
    if (patch == nullptr)
        return {};
    auto grid = engine::mapped(*patch->grid, by);
    if (!grid)
        return grid.error();
    setPatchGrid(transaction, entity, *std::move(grid));
    return {};
}

Result<void> turnPatchesAround(Transaction& transaction, std::span<const EntityId> entities)
{
    const auto patches = patchesAmong(transaction.world(), entities);
    if (patches.empty())
        return Error{"Select curved patches first: only they have a back"};
    for (const auto entity : patches) {
        auto grid = engine::turnedAround(*patchOf(transaction.world(), entity)->grid);
        if (!grid)
            return grid.error();
        setPatchGrid(transaction, entity, *std::move(grid));
    }
    return {};
}

Result<void> snapPatch(Transaction& transaction, EntityId entity, const engine::Grid& grid)
{
    const auto place = engine::worldTransform(transaction.world(), entity);
    const auto before = patchOf(transaction.world(), entity)->grid;
    std::vector<std::size_t> all(before->points().size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    auto snapped = engine::withMovedPoints(*before, all, [&](const Vec3d& p) {
        const auto at = place.apply(p);
        const auto to = grid.snap(at);
        return to == at ? p : toLocal(place, to);
    });
    if (!snapped) {
        const auto* node = transaction.world().get<engine::Node>(entity);
        return snapped.error().withContext("'{}' does not fit on a grid of {} m",
                                           node != nullptr ? node->name : "", grid.step);
    }
    if (**snapped != *before)
        setPatchGrid(transaction, entity, *std::move(snapped));
    return {};
}
} // namespace editor
