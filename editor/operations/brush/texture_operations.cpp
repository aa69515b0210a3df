#include "editor/operations/brush/texture_operations.h"

#include "editor/operations/brush/patch_operations.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/decals/decal.h"

#include <algorithm>
#include <optional>

namespace editor
{
using engine::BrushComponent;
using engine::Name;

std::unordered_set<Name> materialsOf(const engine::World& world)
{
    std::unordered_set<Name> materials;
    world.forEach<BrushComponent>([&](EntityId, const BrushComponent& component) {
        if (component.brush)
            for (const auto& face : component.brush->faces())
                materials.insert(face.material);
    });
    world.forEach<engine::CurvedPatch>([&](EntityId, const engine::CurvedPatch& patch) {
        materials.emplace(patch.material.path);
    });
    return materials;
}

std::vector<EntityId> brushesWith(const engine::World& world, const FoundTextures& found)
{
    std::vector<EntityId> brushes;
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        if (!component.brush)
            return;
        const auto faces = component.brush->faces();
        if (std::any_of(faces.begin(), faces.end(),
                        [&](const auto& face) { return found.contains(face.material); }))
            brushes.push_back(entity);
    });
    world.forEach<engine::CurvedPatch>([&](EntityId entity, const engine::CurvedPatch& patch) {
        if (found.contains(Name{patch.material.path}))
            brushes.push_back(entity);
    });
    return brushes;
}

std::vector<FaceRef> facesWith(const engine::World& world, Name material)
{
    std::vector<FaceRef> faces;
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        for (engine::FaceIndex i = 0; component.brush && i < component.brush->faceCount(); ++i)
            if (component.brush->faces()[i].material == material)
                faces.push_back({entity, i});
    });
    return faces;
}

std::vector<EntityId> patchesWith(const engine::World& world, Name material)
{
    std::vector<EntityId> patches;
    world.forEach<engine::CurvedPatch>([&](EntityId entity, const engine::CurvedPatch& patch) {
        if (patch.material.path == material.text())
            patches.push_back(entity);
    });
    return patches;
}

std::size_t countOf(const engine::World& world, Name material)
{
    return facesWith(world, material).size() + patchesWith(world, material).size();
}

engine::Result<void> replaceMaterial(Transaction& transaction, Name from, Name to)
{
    for (const auto entity : patchesWith(transaction.world(), from)) {
        auto patch = *patchOf(transaction.world(), entity);
        patch.material = {to.text()};
        transaction.set(entity, std::move(patch));
    }
    std::vector<std::pair<EntityId, engine::Decal>> decals;
    transaction.world().forEach<engine::Decal>([&](EntityId entity, const engine::Decal& decal) {
        if (decal.material.path == from.text())
            decals.emplace_back(entity, decal);
    });
    for (auto& [entity, decal] : decals) {
        decal.material = {to.text()};
        transaction.set(entity, std::move(decal));
    }
    const auto faces = facesWith(transaction.world(), from);
    return faces.empty() ? engine::Result<void>{} : applyMaterial(transaction, faces, to);
}

engine::Result<void> adoptTextures(Transaction& transaction,
                                   std::span<const EntityId> brushes,
                                   const FoundTextures& found)
{
    std::vector<FaceRef> faces;
    for (const auto entity : brushes) {
        if (const auto* patch = patchOf(transaction.world(), entity))
            if (const auto at = found.find(Name{patch->material.path}); at != found.end()) {
                auto dressed = *patch;
                dressed.material = {at->second.material.text()};
                transaction.set(entity, std::move(dressed));
            }
        const auto* component = transaction.world().get<BrushComponent>(entity);
        if (component == nullptr || !component->brush)
            continue;
        for (engine::FaceIndex i = 0; i < component->brush->faceCount(); ++i)
            if (found.contains(component->brush->faces()[i].material))
                faces.push_back({entity, i});
    }
    std::optional<engine::MapTextures> noted;
    if (const auto* known = transaction.world().get<engine::MapTextures>(engine::SceneEntity))
        noted = *known; // the edit may move it
    editFaces(transaction, faces, [&](engine::BrushFace& face) {
        const auto& texture = found.at(face.material);
        const bool isInRepeats = noted && listsTexture(*noted, face.material.text());
        face.material = texture.material;
        if (isInRepeats)
            return;
        const auto bigger = texture.size / engine::AssumedTextureSize;
        face.uv.scale *= bigger;
        face.uv.offset /= bigger;
    });
    return {};
}
} // namespace editor
