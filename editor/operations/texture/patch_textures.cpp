#include "editor/operations/texture/patch_textures.h"

#include "editor/operations/brush/patch_operations.h"
#include "editor/operations/brush/vertex_operations.h"
#include "engine_core/geometry/patch_uv.h"

#include <algorithm>

namespace editor
{
using engine::Result;
using engine::Vec2d;
using engine::Vec3d;

namespace
{
/// What makes the one mapping's coordinates of a plane the other's.
std::optional<engine::UvAffine> changeBetween(const engine::UvMapping& before,
                                              const engine::UvMapping& after,
                                              const engine::Plane& plane)
{
    const auto frame = engine::uvFrame(before, plane);
    if (!frame)
        return std::nullopt;
    const auto origin = after.at(frame->origin);
    return engine::UvAffine{
        {after.at(frame->origin + frame->u) - origin, after.at(frame->origin + frame->v) - origin},
        origin};
}

Result<void> spread(Transaction& transaction,
                    std::span<const FaceRef> faces,
                    const std::function<engine::RepeatsFor(const WorldFace*)>& repeatsOf)
{
    for (const auto& ref : faces) {
        if (!isPatch(transaction.world(), ref))
            continue;
        const auto before = worldFace(transaction.world(), ref);
        auto grid = engine::withNaturalUv(*patchOf(transaction.world(), ref.entity)->grid,
                                          repeatsOf(before ? &*before : nullptr));
        if (!grid)
            return grid.error();
        setPatchGrid(transaction, ref.entity, *std::move(grid));
    }
    return {};
}
} // namespace

std::optional<WorldFace>
rolledOut(const engine::World& world, EntityId entity, const std::optional<Vec3d>& near)
{
    const auto* patch = patchOf(world, entity);
    if (patch == nullptr)
        return std::nullopt;
    const auto space = engine::worldTransform(world, entity);
    const auto& grid = *patch->grid;
    const auto tangent =
        near ? engine::patchTangent(grid, engine::nearestOnPatch(grid, toLocal(space, *near)))
             : engine::patchTangent(grid);
    const auto frame = tangent ? engine::uvFrame(tangent->uv, tangent->plane) : std::nullopt;
    if (!frame)
        return std::nullopt;
    WorldFace face{
        {entity, 0}, engine::Name{patch->material.path}, tangent->plane, tangent->uv, {}};
    const int right = grid.columns() - 1;
    const int last = grid.rows() - 1;
    for (const auto& [column, row] :
         {std::pair{0, 0}, std::pair{right, 0}, std::pair{right, last}, std::pair{0, last}})
        face.corners.push_back(space.apply(frame->at(grid.at(column, row).uv)));
    face.plane.normal = glm::normalize(space.rotation * (tangent->plane.normal / space.scale));
    face.plane.distance = glm::dot(face.plane.normal, space.apply(tangent->position));
    face.uv = engine::transformedUv(tangent->uv, space);
    return face;
}

void setPatchUv(Transaction& transaction, const WorldFace& face)
{
    const auto before = worldFace(transaction.world(), face.ref);
    const auto by = before ? changeBetween(before->uv, face.uv, before->plane) : std::nullopt;
    if (!by || before->uv == face.uv)
        return;
    auto grid = engine::withUv(*patchOf(transaction.world(), face.ref.entity)->grid,
                               [&](const Vec2d& uv) { return by->apply(uv); });
    if (grid)
        setPatchGrid(transaction, face.ref.entity, *std::move(grid));
}

Result<void>
spreadPatchUv(Transaction& transaction, std::span<const FaceRef> faces, const Vec2d& repeats)
{
    return spread(transaction, faces, [&](const WorldFace* before) {
        const auto frame =
            before != nullptr ? engine::uvFrame(before->uv, before->plane) : std::nullopt;
        const Vec2d metresPerRepeat =
            frame ? Vec2d{glm::length(frame->u), glm::length(frame->v)} : Vec2d{1};
        return [repeats, metresPerRepeat](const Vec2d& metres) {
            const auto asBefore = metres / metresPerRepeat;
            if (repeats.x == 0 && repeats.y == 0)
                return asBefore;
            if (repeats.x == 0)
                return Vec2d{asBefore.x / asBefore.y * repeats.y, repeats.y};
            if (repeats.y == 0)
                return Vec2d{repeats.x, asBefore.y / asBefore.x * repeats.x};
            return repeats;
        };
    });
}

Result<void> resetPatchUv(Transaction& transaction, std::span<const FaceRef> faces)
{
    return spread(transaction, faces, [](const WorldFace*) {
        return [](const Vec2d& metres) {
            return metres;
        };
    });
}
} // namespace editor
