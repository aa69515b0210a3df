#include "editor/panels/assets/prefab_picture.h"

#include "editor/panels/assets/model_picture.h"
#include "engine_core/assets/images/placeholder_picture.h"
#include "engine_core/assets/material_loader.h"
#include "engine_core/assets/models/model_assets.h"
#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/assets/project/asset_scan.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/patches/curved_patch.h"

#include <algorithm>
#include <map>

namespace editor
{
using engine::EntityId;
using engine::Mesh;
using engine::Name;
using engine::Vec3d;
using engine::Vec3f;

namespace
{
/// Gathers what a prefab shows as one mesh.
class PrefabParts
{
public:
    PrefabParts(const engine::Project& project, const engine::PrefabWorld& prefab)
        : m_project{project}, m_prefab{prefab}
    {
        prefab.forEach<engine::BrushComponent>(
            [&](EntityId entity, const engine::BrushComponent& component) {
                if (component.brush)
                    add(entity, engine::triangulate(*component.brush));
            });
        prefab.forEach<engine::MeshInstance>(
            [&](EntityId entity, const engine::MeshInstance& instance) {
                if (!instance.mesh.path.empty())
                    add(entity, modelOf(instance.mesh.path).shape->mesh());
            });
        prefab.forEach<engine::CurvedPatch>([&](EntityId entity, const engine::CurvedPatch& patch) {
            if (const auto shape = patch.mesh())
                add(entity, shape->mesh());
        });
        prefab.forEach<engine::PrefabInstance>([&](EntityId, const engine::PrefabInstance& inside) {
            m_assets.insert(inside.file.path);
        });
    }

    [[nodiscard]] const Mesh& mesh() const { return m_mesh; }

    [[nodiscard]] std::map<Name, PictureMaterial> materials()
    {
        std::map<Name, PictureMaterial> materials;
        for (const auto& face : m_mesh.faces)
            if (!face.material.isEmpty() && !materials.contains(face.material))
                materials[face.material] = materialOf(face.material);
        return materials;
    }

    /// What was looked at so far.
    [[nodiscard]] const std::set<std::string>& assets() const { return m_assets; }

private:
    void add(EntityId entity, const Mesh& part)
    {
        const auto place = engine::worldTransform(m_prefab, entity);
        const auto firstVertex = static_cast<std::uint32_t>(m_mesh.vertices.size());
        const auto firstIndex = static_cast<std::uint32_t>(m_mesh.indices.size());
        for (auto vertex : part.vertices) {
            vertex.position = Vec3f{place.apply(Vec3d{vertex.position})};
            vertex.normal = Vec3f{place.rotation * (Vec3d{vertex.normal} / place.scale)};
            m_mesh.vertices.push_back(vertex);
        }
        for (const auto index : part.indices)
            m_mesh.indices.push_back(firstVertex + index);
        for (auto face : part.faces) {
            face.firstIndex += firstIndex;
            m_mesh.faces.push_back(face);
        }
    }

    const engine::LoadedModel& modelOf(const std::string& path)
    {
        m_assets.insert(path);
        const auto known = m_models.find(path);
        return known != m_models.end()
                   ? known->second
                   : m_models.emplace(path, engine::loadModelOf(m_project, path)).first->second;
    }

    static PictureMaterial shown(const Vec3f& tint, const engine::Image* image)
    {
        return {tint, image != nullptr ? std::make_shared<const PictureTexture>(*image) : nullptr};
    }

    [[nodiscard]] PictureMaterial materialOf(Name material)
    {
        // The project may get a material of that name, which goes before the model's own.
        const auto& name = material.text();
        m_assets.insert(name.substr(name.find(engine::InModel) + 1));
        for (const auto& [path, model] : m_models)
            if (const auto own = model.materials.find(material); own != model.materials.end()) {
                const auto picture = model.pictures.find(own->second->color);
                return shown(own->second->tint,
                             picture != model.pictures.end() ? picture->second.get() : nullptr);
            }
        const auto file =
            engine::assetFile(m_project, engine::AssetKind::Material, material.text());
        if (!file)
            return shown(engine::placeholderColor(name), nullptr);
        const auto text = engine::loadMaterialText(*file, m_project.assetFolder(),
                                                   engine::materialFilesOf(m_project));
        if (!text)
            return shown(engine::placeholderColor(name), nullptr);
        if (text->color.empty())
            return shown(text->tint, nullptr);
        std::error_code failed;
        const auto folder = engine::fs::weakly_canonical(m_project.assetFolder(), failed);
        m_assets.insert(text->color.lexically_relative(folder).generic_string());
        const auto decoded = engine::decodeImage(text->color);
        return decoded.image ? shown(text->tint, decoded.image.get())
                             : shown(text->tint * decoded.linearMean, nullptr);
    }

    const engine::Project& m_project;
    const engine::PrefabWorld& m_prefab;
    std::map<std::string, engine::LoadedModel> m_models;
    std::set<std::string> m_assets;
    Mesh m_mesh;
};
} // namespace

PrefabPicture pictureOfPrefab(const engine::Project& project, const std::string& path, int side)
{
    engine::TypeRegistry types; // components of plugins show nothing
    engine::registerComponents(types);
    engine::PrefabLibrary library{project.assetFolder(), types};
    const auto prefab = library.load(path);
    if (!prefab)
        return {};
    PrefabParts parts{project, **prefab};
    const auto materials = parts.materials();
    return {parts.mesh().indices.empty() ? QImage{} : pictureOfMesh(parts.mesh(), materials, side),
            parts.assets()};
}

bool isMadeOf(const std::set<std::string>& assets, const engine::AssetEntry& changed)
{
    if (assets.contains(changed.path))
        return true;
    // Models show pictures of their own folder.
    return changed.kind == engine::AssetKind::Texture &&
           std::any_of(assets.begin(), assets.end(), [&](const std::string& asset) {
               return engine::assetKindOf(asset) == engine::AssetKind::Mesh &&
                      changed.path.starts_with(asset.substr(0, asset.rfind('/') + 1));
           });
}
} // namespace editor
