#include "engine_core/base/count_text.h"
#include "engine_core/base/jobs.h"
#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/interchange/gltf/baked_light.h"
#include "engine_core/interchange/gltf/gltf_plants.h"
#include "engine_core/interchange/level_model.h"
#include "engine_core/interchange/level_models.h"
#include "engine_core/interchange/level_parts.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/tags.h"
#include "engine_core/scene/patches/curved_patch.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace engine
{
namespace
{
constexpr const char* Lights = "KHR_lights_punctual";
constexpr double CameraFov = 70;    ///< degrees, upright
constexpr double CameraNear = 0.05; ///< metres

/// Unit length for sure, as the format asks.
Vec3f unit(const Vec3f& v, const Vec3f& fallback)
{
    const float length = glm::length(v);
    return length > 1e-12F ? v / length : fallback;
}

class GltfLevel
{
public:
    GltfLevel(const World& world, const ModelExportOptions& options)
        : m_world{world}, m_options{options}
    {
        const auto* settings = world.get<SceneSettings>(SceneEntity);
        if (options.lightmap != nullptr)
            m_bakedLight.emplace(m_file, *options.lightmap,
                                 settings != nullptr ? settings->exposure : 0);
    }

    /// Of everything but the file itself.
    Result<ExportedModel> make()
    {
        if (auto visited = visitShownBrushes(m_world, m_options.job, m_filter, m_counts.skipped,
                                             [&](const PlacedBrush& brush) { addBrush(brush); });
            !visited)
            return visited.error();
        addPatches();
        addModels();
        addLights();
        addCameras();
        addAllPlants();
        if (m_options.job != nullptr && m_options.job->isCancelled())
            return Error{"Cancelled"};
        if (m_file.count("nodes") == 0)
            return Error{"The level has nothing to write"};
        finishCounts();
        return m_counts;
    }

    [[nodiscard]] Result<void> write(const fs::path& file) { return m_file.write(file); }

private:
    void addBrush(const PlacedBrush& brush)
    {
        const auto parts = partsOf(brush, m_options.lightmap, m_world.surfaces());
        if (parts.empty())
            return;
        m_nodes.show(brush.entity, addMesh(nameOfNode(m_world, brush.entity), parts));
        m_counts.triangles += trianglesOf(parts);
        ++m_counts.brushes;
    }

    void addPatches()
    {
        m_world.forEach<CurvedPatch>([&](EntityId entity, const CurvedPatch& patch) {
            const auto shape = !isCancelled() && m_filter.isShown(entity) ? patch.mesh() : nullptr;
            if (!shape)
                return;
            const auto parts = partsOf(shape->mesh(), [](Name name) { return name; });
            if (parts.empty())
                return;
            m_nodes.show(entity, addMesh(nameOfNode(m_world, entity), parts));
            m_counts.triangles += trianglesOf(parts);
            ++m_counts.patches;
        });
    }

    void addModels()
    {
        m_world.forEach<MeshInstance>([&](EntityId entity, const MeshInstance& instance) {
            if (isCancelled() || m_world.get<CurvedPatch>(entity) != nullptr)
                return; // a patch is what is shown
            if (!m_filter.isShown(entity))
                return;
            const auto mesh = meshOf(instance.mesh.path);
            if (!mesh)
                return;
            m_nodes.show(entity, *mesh);
            m_counts.triangles += m_models.find(instance.mesh.path)->mesh.indices.size() / 3;
            ++m_counts.instances;
        });
    }

    /// How they name the kind, and what it has besides strength and colour. They know no areas: a
    /// spot that shines to its whole front is nearest.
    static void addLightKind(const Light& light, GltfJson& json)
    {
        const auto halfAngle = [](float degrees) {
            return static_cast<double>(degrees) * Pi / 360;
        };
        switch (light.kind) {
        case LightKind::Point:
            json["type"] = "point";
            break;
        case LightKind::Sun:
            json["type"] = "directional";
            break;
        case LightKind::Spot: {
            json["type"] = "spot";
            const double outer = std::clamp(halfAngle(light.cone), 1e-3, Pi / 2);
            json["spot"]["outerConeAngle"] = outer;
            json["spot"]["innerConeAngle"] =
                std::clamp(halfAngle(light.innerCone), 0.0, outer - 1e-4);
            break;
        }
        case LightKind::Area:
            json["type"] = "spot";
            json["spot"]["outerConeAngle"] = Pi / 2;
            break;
        }
        if (!isSun(light))
            json["range"] = std::max(light.range, 1e-3F);
    }

    /// Ours is candela, lux and metres as there, and linear colours; theirs end at 1.
    void addLights()
    {
        m_world.forEach<Light>([&](EntityId entity, const Light& light) {
            if (!m_filter.isInGame(entity))
                return;
            const Vec3f color{light.color.r, light.color.g, light.color.b};
            const float most = std::max({color.x, color.y, color.z, 1.0F});
            auto& all = m_file.wide(Lights)["lights"];
            GltfJson json;
            if (auto name = nameOfNode(m_world, entity); !name.empty())
                json["name"] = std::move(name);
            addLightKind(light, json);
            json["color"] = {color.x / most, color.y / most, color.z / most};
            json["intensity"] = std::max(light.intensity * most, 0.0F);
            all.push_back(std::move(json));
            const auto index = all.size() - 1;
            m_nodes.at(m_nodes.find(entity))["extensions"][Lights]["light"] = index;
            ++m_counts.lights;
        });
    }

    /// Objects with the tag "camera", which look along -Z as theirs do, with the player's view.
    void addCameras()
    {
        m_world.forEach<Tags>([&](EntityId entity, const Tags& tags) {
            if (!hasTag(tags, CameraTag) || !m_filter.isInGame(entity))
                return;
            if (m_file.count("cameras") == 0)
                m_file.add("cameras", {{"type", "perspective"},
                                       {"perspective",
                                        {{"yfov", radians(CameraFov)}, {"znear", CameraNear}}}});
            m_nodes.at(m_nodes.find(entity))["camera"] = 0;
            ++m_counts.cameras;
        });
    }

    void addAllPlants()
    {
        if (m_options.plants == ExportedPlants::None || isCancelled())
            return;
        const GltfPlantsContext context{m_world,
                                        m_file,
                                        m_nodes,
                                        m_materials,
                                        [&](const std::string& path) { return meshOf(path); },
                                        [&](const std::string& name, const LevelPart& part) {
                                            return addMesh(name, {part});
                                        }};
        m_counts.plants = addPlants(context, m_options.plants);
    }

    std::optional<std::size_t> meshOf(const std::string& path)
    {
        const auto [at, isNew] = m_modelMeshes.try_emplace(path);
        if (!isNew)
            return at->second;
        const auto* model = m_models.find(path);
        if (model == nullptr)
            return std::nullopt;
        m_materials.addModel(path, *model);
        const auto parts =
            partsOf(model->mesh, [&](Name name) { return m_materials.nameIn(path, name); });
        if (parts.empty()) { // a mesh without primitives is none
            m_counts.skipped.push_back(
                fmt::format("The model '{}' was left out: it has no triangles", path));
            return std::nullopt;
        }
        at->second = addMesh(fs::path{path}.stem().string(), parts);
        ++m_counts.models;
        return at->second;
    }

    std::size_t addMesh(const std::string& name, const std::vector<LevelPart>& parts)
    {
        GltfJson mesh;
        if (!name.empty())
            mesh["name"] = name;
        for (const auto& part : parts)
            mesh["primitives"].push_back(primitiveOf(part));
        return m_file.add("meshes", std::move(mesh));
    }

    GltfJson primitiveOf(const LevelPart& part)
    {
        const auto& material = m_materials.find(part.material);
        const bool isCharted = m_bakedLight && part.atlas;
        std::vector<Vec3f> positions;
        std::vector<Vec3f> normals;
        std::vector<Vec4f> tangents;
        std::vector<Vec2f> uvs;
        std::vector<Vec2f> lightUvs;
        for (const auto& vertex : part.vertices) {
            const auto along = unit(Vec3f{vertex.tangent}, Vec3f{1, 0, 0});
            positions.push_back(vertex.position);
            normals.push_back(unit(vertex.normal, Vec3f{0, 1, 0}));
            tangents.emplace_back(along, vertex.tangent.w < 0 ? -1.0F : 1.0F);
            uvs.push_back(vertex.uv);
            lightUvs.push_back(vertex.lightmapUv);
        }
        constexpr auto Corners = GltfFile::Target::Corners;
        GltfJson attributes;
        attributes["POSITION"] = m_file.addPositions(positions);
        attributes["NORMAL"] = m_file.addNumbers(normals, Corners);
        if (material.needsTangents)
            attributes["TANGENT"] = m_file.addNumbers(tangents, Corners);
        if (material.needsUv)
            attributes["TEXCOORD_0"] = m_file.addNumbers(uvs, Corners);
        // There are no second ones without the first.
        const int lightSet = material.needsUv ? 1 : 0;
        if (isCharted)
            attributes[fmt::format("TEXCOORD_{}", lightSet)] = m_file.addNumbers(lightUvs, Corners);
        GltfJson primitive{{"attributes", std::move(attributes)}};
        primitive["indices"] = m_file.addIndices(part.indices);
        primitive["material"] = material.index;
        if (isCharted)
            m_bakedLight->addTo(primitive, *part.atlas, lightSet);
        m_counts.hasLightmapUvs = m_counts.hasLightmapUvs || isCharted;
        return primitive;
    }

    static std::size_t trianglesOf(const std::vector<LevelPart>& parts)
    {
        std::size_t corners = 0;
        for (const auto& part : parts)
            corners += part.indices.size();
        return corners / 3;
    }

    void finishCounts()
    {
        m_counts.materials = m_file.count("materials");
        m_counts.textures = m_file.pictureCount();
        m_filter.tell(m_counts.skipped);
        for (const auto& notes : {m_models.problems, m_materials.notes()})
            m_counts.skipped.insert(m_counts.skipped.end(), notes.begin(), notes.end());
        if (const auto moved = m_nodes.movedToTop(); moved > 0)
            m_counts.skipped.push_back(fmt::format(
                "{} at the top of the file, out of the group: turned below something stretched",
                countText(moved, "object stands", "objects stand")));
        const auto plants = plantsOf(m_world);
        m_counts.leftOut = leftOutOf(m_world, false, plants - std::min(plants, m_counts.plants));
    }

    [[nodiscard]] bool isCancelled() const
    {
        return m_options.job != nullptr && m_options.job->isCancelled();
    }

    const World& m_world;
    const ModelExportOptions& m_options;
    ExportFilter m_filter{m_world};
    ExportedModel m_counts;
    GltfFile m_file;
    GltfNodes m_nodes{m_world, m_file};
    GltfMaterials m_materials{m_file, m_options.project};
    LevelModels m_models{m_options.project};
    std::optional<GltfBakedLight> m_bakedLight;
    std::map<std::string, std::optional<std::size_t>> m_modelMeshes;
};
} // namespace

Result<ExportedModel>
exportGltf(const World& world, const fs::path& file, const ModelExportOptions& options)
{
    GltfLevel level{world, options};
    auto made = level.make();
    if (!made)
        return made.error();
    if (auto written = level.write(file); !written)
        return written.error();
    return made;
}
} // namespace engine
