#include "editor/operations/brush/material_operations.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/patch_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/texture/uv_faces.h"
#include "engine_core/scene/components/brush_component.h"

#include <map>

namespace editor
{
namespace
{
using engine::Brush;
using engine::BrushFace;
using engine::Error;
using engine::Result;

bool isUsableScale(const std::optional<double>& scale)
{
    return !scale || (std::isfinite(*scale) && std::abs(*scale) >= 1e-6);
}

bool isUsable(const std::optional<double>& number)
{
    return !number || (std::isfinite(*number) && std::abs(*number) < 1e9);
}

void putOnPatch(Transaction& transaction, EntityId entity, engine::Name material)
{
    auto patch = *patchOf(transaction.world(), entity);
    patch.material = {material.text()};
    transaction.set(entity, std::move(patch));
}
} // namespace

void editFaces(Transaction& transaction,
               std::span<const FaceRef> faces,
               const std::function<void(BrushFace&)>& edit)
{
    std::map<EntityId, std::vector<std::size_t>> byBrush;
    for (const auto& face : faces)
        byBrush[face.entity].push_back(face.face);
    for (const auto& [entity, indices] : byBrush) {
        const auto* component = transaction.world().get<engine::BrushComponent>(entity);
        if (component == nullptr || !component->brush)
            continue;
        const auto& brush = *component->brush;
        std::vector<BrushFace> changed{brush.faces().begin(), brush.faces().end()};
        for (const auto index : indices)
            if (index < changed.size())
                edit(changed[index]);
        if (std::equal(changed.begin(), changed.end(), brush.faces().begin()))
            continue;
        auto made = Brush::fromFaces(std::move(changed));
        ENGINE_EXPECT(made); // the same planes made a brush before
        setBrush(transaction, entity, *std::move(made));
    }
}

Result<void>
applyMaterial(Transaction& transaction, std::span<const EntityId> entities, engine::Name material)
{
    const auto faces = facesOf(transaction.world(), entities);
    std::vector<EntityId> patches;
    for (const auto entity : withDescendants(transaction.world(), entities))
        if (patchOf(transaction.world(), entity) != nullptr)
            patches.push_back(entity);
    if (faces.empty() && patches.empty())
        return Error{"Only brushes and curved patches can get a material"};
    for (const auto entity : patches)
        putOnPatch(transaction, entity, material);
    return faces.empty() ? Result<void>{} : applyMaterial(transaction, faces, material);
}

Result<void>
applyMaterial(Transaction& transaction, std::span<const FaceRef> faces, engine::Name material)
{
    if (faces.empty())
        return Error{"Only faces of brushes can get a material"};
    for (const auto& face : faces)
        if (isPatch(transaction.world(), face))
            putOnPatch(transaction, face.entity, material);
    editFaces(transaction, faces, [&](BrushFace& face) { face.material = material; });
    return {};
}

Result<void>
changeUv(Transaction& transaction, std::span<const FaceRef> faces, const UvChange& change)
{
    if (!isUsableScale(change.scaleU) || !isUsableScale(change.scaleV))
        return Error{"The texture scale must not be 0"};
    if (!isUsable(change.scaleU) || !isUsable(change.scaleV) || !isUsable(change.offsetU) ||
        !isUsable(change.offsetV) || !isUsable(change.rotation))
        return Error{"That number is too big for a texture's place"};
    editUvs(transaction, faces, [&](const BrushFace& face) {
        auto uv = face.uv;
        if (change.rotation)
            uv = engine::withUvRotation(uv, face.plane.normal, *change.rotation);
        uv.scale = {change.scaleU.value_or(uv.scale.x), change.scaleV.value_or(uv.scale.y)};
        uv.offset = {change.offsetU.value_or(uv.offset.x), change.offsetV.value_or(uv.offset.y)};
        return uv;
    });
    return {};
}

void resetUv(Transaction& transaction, std::span<const FaceRef> faces)
{
    editFaces(transaction, faces,
              [](BrushFace& face) { face.uv = engine::worldAlignedUv(face.plane.normal); });
}

void alignUvToWorld(Transaction& transaction, std::span<const FaceRef> faces)
{
    editUvs(transaction, faces, [](const BrushFace& face) {
        auto uv = engine::worldAlignedUv(face.plane.normal);
        uv.scale = face.uv.scale;
        return uv;
    });
}
} // namespace editor
