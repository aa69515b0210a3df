#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/interchange/level_model.h"
#include "engine_core/interchange/level_models.h"
#include "engine_core/interchange/level_parts.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace engine
{
namespace
{
/// Names in OBJ files end at spaces.
std::string objName(std::string name)
{
    std::replace_if(
        name.begin(), name.end(), [](char sign) { return sign <= ' ' && sign >= 0; }, '_');
    return name.empty() ? std::string{"brush"} : name;
}

class ObjMaker
{
public:
    explicit ObjMaker(const World& world) : m_world{world} {}

    void addBrush(const PlacedBrush& brush)
    {
        const auto& solid = brush.placed;
        beginObject(brush.entity);
        const auto first = m_corners;
        for (const auto& v : solid.vertices())
            addCorner(v);
        for (FaceIndex i = 0; i < solid.faceCount(); ++i)
            if (const auto& face = solid.faces()[i]; m_world.surfaces().of(face.material).seen)
                addFace(solid, i, first);
        ++counts.brushes;
    }

    /// Triangles in the space of the entity.
    void addMesh(EntityId entity, const std::vector<LevelPart>& parts)
    {
        const auto place = worldTransform(m_world, entity);
        const auto normals = glm::transpose(glm::inverse(glm::dmat3{place.matrix()}));
        const bool isMirrored = glm::determinant(normals) < 0;
        beginObject(entity);
        for (const auto& part : parts) {
            const auto corner = m_corners + 1;
            const auto uv = m_uvs + 1;
            const auto normal = m_normals + 1;
            for (const auto& vertex : part.vertices) {
                addCorner(place.apply(Vec3d{vertex.position}));
                addNormal(glm::normalize(normals * Vec3d{vertex.normal}));
                addUv(Vec2d{vertex.uv});
            }
            useMaterial(part.material);
            for (std::size_t i = 0; i + 2 < part.indices.size(); i += 3) {
                text += 'f';
                for (const std::size_t at : {0U, isMirrored ? 2U : 1U, isMirrored ? 1U : 2U}) {
                    const auto index = part.indices[i + at];
                    fmt::format_to(std::back_inserter(text), " {}/{}/{}", corner + index,
                                   uv + index, normal + index);
                }
                text += '\n';
            }
            counts.triangles += part.indices.size() / 3;
        }
    }

    std::string text;
    std::string materials;
    ExportedModel counts;

private:
    void beginObject(EntityId entity)
    {
        fmt::format_to(std::back_inserter(text), "o {}\n", objName(nameOfNode(m_world, entity)));
    }

    void addFace(const Brush& solid, FaceIndex index, std::size_t firstCorner)
    {
        const auto& face = solid.faces()[index];
        addNormal(face.plane.normal);
        const auto corners = solid.faceVertices(index);
        auto uv = m_uvs;
        for (const auto corner : corners)
            addUv(face.uv.at(solid.vertices()[corner]));
        useMaterial(face.material);
        text += 'f';
        for (const auto corner : corners)
            fmt::format_to(std::back_inserter(text), " {}/{}/{}", firstCorner + corner + 1, ++uv,
                           m_normals);
        text += '\n';
        counts.triangles += corners.size() - 2;
    }

    void addCorner(const Vec3d& v)
    {
        fmt::format_to(std::back_inserter(text), "v {} {} {}\n", v.x, v.y, v.z);
        ++m_corners;
    }

    void addNormal(const Vec3d& n)
    {
        fmt::format_to(std::back_inserter(text), "vn {} {} {}\n", n.x, n.y, n.z);
        ++m_normals;
    }

    /// v grows upwards there.
    void addUv(const Vec2d& uv)
    {
        fmt::format_to(std::back_inserter(text), "vt {} {}\n", uv.x, 1 - uv.y);
        ++m_uvs;
    }

    void useMaterial(Name name)
    {
        const auto plain = objName(exportedMaterialName(name));
        fmt::format_to(std::back_inserter(text), "usemtl {}\n", plain);
        if (!m_known.insert(plain).second)
            return;
        fmt::format_to(std::back_inserter(materials), "newmtl {}\nKd 0.8 0.8 0.8\n", plain);
        ++counts.materials;
    }

    const World& m_world;
    std::set<std::string> m_known;
    std::size_t m_corners = 0;
    std::size_t m_uvs = 0;
    std::size_t m_normals = 0;
};

void addMeshes(const World& world, ExportFilter& filter, LevelModels& models, ObjMaker& maker)
{
    world.forEach<CurvedPatch>([&](EntityId entity, const CurvedPatch& patch) {
        const auto shape = filter.isShown(entity) ? patch.mesh() : nullptr;
        if (!shape)
            return;
        maker.addMesh(entity, partsOf(shape->mesh(), [](Name name) { return name; }));
        ++maker.counts.patches;
    });
    std::set<std::string> shown;
    world.forEach<MeshInstance>([&](EntityId entity, const MeshInstance& instance) {
        if (world.get<CurvedPatch>(entity) != nullptr || !filter.isShown(entity))
            return;
        const auto* model = models.find(instance.mesh.path);
        if (model == nullptr)
            return;
        maker.addMesh(entity, partsOf(model->mesh, [](Name name) { return name; }));
        shown.insert(instance.mesh.path);
        ++maker.counts.instances;
    });
    maker.counts.models = shown.size();
}
} // namespace

Result<ExportedModel>
exportObj(const World& world, const fs::path& file, const ModelExportOptions& options)
{
    ObjMaker maker{world};
    auto library = file;
    library.replace_extension(".mtl");
    maker.text = "# Mapwright\nmtllib " + library.filename().string() + "\n";
    ExportFilter filter{world};
    if (auto visited = visitShownBrushes(world, options.job, filter, maker.counts.skipped,
                                         [&](const PlacedBrush& brush) { maker.addBrush(brush); });
        !visited)
        return visited.error();
    LevelModels models{options.project};
    addMeshes(world, filter, models, maker);
    auto& counts = maker.counts;
    filter.tell(counts.skipped);
    if (counts.brushes + counts.patches + counts.instances == 0)
        return Error{"The level has nothing to write"};
    counts.skipped.insert(counts.skipped.end(), models.problems.begin(), models.problems.end());
    counts.leftOut = leftOutOf(world, true, plantsOf(world));
    if (auto written = writeFileAtomically(library, maker.materials); !written)
        return written.error();
    if (auto written = writeFileAtomically(file, maker.text); !written)
        return written.error();
    return counts;
}
} // namespace engine
