#include "engine_core/interchange/level_model.h"

#include "engine_core/base/count_text.h"
#include "engine_core/base/jobs.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/geometry/chart_frame.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "engine_core/scene/spatial/surface_table.h"
#include "engine_core/scene/world/hierarchy.h"

#include <fmt/core.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <sstream>
#include <unordered_map>

namespace engine
{
namespace
{
/// A brush as it stands in the world.
struct PlacedBrush
{
    EntityId entity;
    const Brush* authored;
    Brush placed;
};

std::string nodeName(const World& world, EntityId entity)
{
    const auto* node = world.get<Node>(entity);
    return node != nullptr ? node->name : std::string{};
}

/// Calls visit(PlacedBrush) for every brush that can stand where it is said to stand; the others
/// are told in `skipped`.
template <typename Visit>
Result<void> visitBrushes(const World& world,
                          JobControl* job,
                          std::vector<std::string>& skipped,
                          const Visit& visit)
{
    const auto count = world.count<BrushComponent>();
    std::size_t done = 0;
    std::size_t unseen = 0;
    bool cancelled = false;
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        cancelled = cancelled || (job != nullptr && job->isCancelled());
        if (cancelled || !component.brush)
            return;
        if (job != nullptr)
            job->setProgress(static_cast<double>(++done) / static_cast<double>(count));
        if (!traitsOf(*component.brush, world.surfaces()).seen) {
            ++unseen;
            return;
        }
        const auto place = worldTransform(world, entity);
        if (place == Transform{}) {
            visit(PlacedBrush{entity, component.brush.get(), *component.brush});
            return;
        }
        if (auto placed = transformed(*component.brush, place, TextureLock::On))
            visit(PlacedBrush{entity, component.brush.get(), *std::move(placed)});
        else
            skipped.push_back(fmt::format("The brush '{}' was left out: {}",
                                          nodeName(world, entity), placed.error().message()));
    });
    if (cancelled)
        return Error{"Cancelled"};
    if (unseen > 0)
        skipped.push_back(
            fmt::format("{} of tool textures, which the game does not show, {} left out",
                        countText(unseen, "brush", "brushes"), unseen == 1 ? "was" : "were"));
    return {};
}

std::string materialName(Name name)
{
    return name.isEmpty() ? std::string{"default"} : name.text();
}

/// Where a corner lies in the atlas, from 0 to 1: as the renderer places it.
Vec2f lightmapPlace(const Lightmap& lightmap,
                    const LightmapChart& chart,
                    const ChartFrame& frame,
                    const Vec3d& p)
{
    const auto& atlas = lightmap.atlases[chart.atlas];
    const auto st = frame.normalized(p);
    const Vec2d luxel{chart.x + 0.5 + st.x * (chart.width - 1),
                      chart.y + 0.5 + st.y * (chart.height - 1)};
    return Vec2f{luxel / Vec2d{atlas.width, atlas.height}};
}

/// The triangles of the faces that have one material.
struct Part
{
    Name material;
    std::vector<Vec3f> positions;
    std::vector<Vec3f> normals;
    std::vector<Vec2f> uvs;
    std::vector<Vec2f> lightmapUvs; ///< one for each corner, or none
    std::vector<std::uint32_t> indices;
};

/// `charts` names whose charts of the lightmap are the brush's.
void addFace(Part& part,
             const PlacedBrush& brush,
             FaceIndex index,
             const Lightmap* lightmap,
             EntityId charts)
{
    const auto& face = brush.placed.faces()[index];
    const auto corners = brush.placed.faceVertices(index);
    const auto first = static_cast<std::uint32_t>(part.positions.size());
    const auto* chart = lightmap != nullptr ? lightmap->find(charts, index) : nullptr;
    const bool isCharted = chart != nullptr && chart->atlas < lightmap->atlases.size();
    const auto frame = isCharted ? chartFrame(brush.placed, index) : ChartFrame{};
    for (const auto corner : corners) {
        const auto& p = brush.placed.vertices()[corner];
        part.positions.emplace_back(p);
        part.normals.emplace_back(face.plane.normal);
        part.uvs.emplace_back(face.uv.at(p));
        if (isCharted)
            part.lightmapUvs.push_back(lightmapPlace(*lightmap, *chart, frame, p));
        else if (lightmap != nullptr)
            part.lightmapUvs.emplace_back(0.0F);
    }
    for (std::uint32_t i = 2; i < corners.size(); ++i)
        part.indices.insert(part.indices.end(), {first, first + i - 1, first + i});
}

std::vector<Part> partsOf(const PlacedBrush& brush, const Lightmap* lightmap)
{
    std::vector<Part> parts;
    const auto charts =
        lightmap != nullptr ? lightmap->chartsOf(brush.entity, brush.placed) : brush.entity;
    for (FaceIndex i = 0; i < brush.placed.faceCount(); ++i) {
        const auto name = brush.placed.faces()[i].material;
        auto at = std::find_if(parts.begin(), parts.end(),
                               [&](const Part& part) { return part.material == name; });
        if (at == parts.end()) {
            parts.emplace_back().material = name;
            at = std::prev(parts.end());
        }
        addFace(*at, brush, i, lightmap, charts);
    }
    return parts;
}

class GltfMaker
{
public:
    GltfMaker(const World& world, const Lightmap* lightmap) : m_world{world}, m_lightmap{lightmap}
    {
        m_model.asset.version = "2.0";
        m_model.asset.generator = "Mapwright";
        m_model.buffers.emplace_back();
        m_model.scenes.emplace_back();
        m_model.defaultScene = 0;
    }

    void addBrush(const PlacedBrush& brush)
    {
        tinygltf::Mesh mesh;
        mesh.name = nodeName(m_world, brush.entity);
        for (const auto& part : partsOf(brush, m_lightmap)) {
            mesh.primitives.push_back(primitiveOf(part));
            counts.triangles += part.indices.size() / 3;
        }
        m_model.meshes.push_back(std::move(mesh));
        const auto node = nodeOf(brush.entity);
        m_model.nodes[static_cast<std::size_t>(node)].mesh =
            static_cast<int>(m_model.meshes.size()) - 1;
        ++counts.brushes;
    }

    /// Ends the making.
    tinygltf::Model& model()
    {
        counts.materials = m_model.materials.size();
        return m_model;
    }

    ExportedModel counts;

private:
    /// Positions are the world's, so nodes only order and name.
    int nodeOf(EntityId entity)
    {
        int made = -1;
        int below = -1;
        for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
            const auto known = m_nodes.find(entity);
            const bool isNew = known == m_nodes.end();
            const int node = isNew ? static_cast<int>(m_model.nodes.size()) : known->second;
            const auto* authored = m_world.get<Node>(entity);
            if (isNew) {
                m_nodes.emplace(entity, node);
                m_model.nodes.emplace_back().name = authored != nullptr ? authored->name : "";
            }
            made = made < 0 ? node : made;
            if (below >= 0)
                m_model.nodes[static_cast<std::size_t>(node)].children.push_back(below);
            if (!isNew)
                return made;
            below = node;
            entity = authored != nullptr ? authored->parent : EntityId{};
        }
        m_model.scenes[0].nodes.push_back(below);
        return made;
    }

    tinygltf::Primitive primitiveOf(const Part& part)
    {
        tinygltf::Primitive primitive;
        primitive.mode = TINYGLTF_MODE_TRIANGLES;
        primitive.material = materialOf(part.material);
        const auto addFloats = [&](const auto& items, int type) {
            return add(items, TINYGLTF_COMPONENT_TYPE_FLOAT, type, TINYGLTF_TARGET_ARRAY_BUFFER);
        };
        const int positions = addFloats(part.positions, TINYGLTF_TYPE_VEC3);
        Vec3f low = part.positions[0];
        Vec3f high = low;
        for (const auto& p : part.positions) {
            low = glm::min(low, p);
            high = glm::max(high, p);
        }
        auto& accessor = m_model.accessors[static_cast<std::size_t>(positions)];
        for (int axis = 0; axis < 3; ++axis) {
            accessor.minValues.push_back(static_cast<double>(low[axis]));
            accessor.maxValues.push_back(static_cast<double>(high[axis]));
        }
        primitive.attributes["POSITION"] = positions;
        primitive.attributes["NORMAL"] = addFloats(part.normals, TINYGLTF_TYPE_VEC3);
        primitive.attributes["TEXCOORD_0"] = addFloats(part.uvs, TINYGLTF_TYPE_VEC2);
        if (!part.lightmapUvs.empty())
            primitive.attributes["TEXCOORD_1"] = addFloats(part.lightmapUvs, TINYGLTF_TYPE_VEC2);
        primitive.indices = add(part.indices, TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT,
                                TINYGLTF_TYPE_SCALAR, TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER);
        return primitive;
    }

    int materialOf(Name name)
    {
        const auto [at, isNew] =
            m_materials.emplace(name, static_cast<int>(m_model.materials.size()));
        if (isNew)
            m_model.materials.emplace_back().name = materialName(name);
        return at->second;
    }

    /// Puts numbers into the one buffer and returns their accessor.
    template <typename T>
    int add(const std::vector<T>& items, int componentType, int type, int target)
    {
        auto& bytes = m_model.buffers[0].data;
        tinygltf::BufferView view;
        view.buffer = 0;
        view.byteOffset = bytes.size();
        view.byteLength = items.size() * sizeof(T);
        view.target = target;
        bytes.resize(bytes.size() + view.byteLength);
        std::memcpy(bytes.data() + view.byteOffset, items.data(), view.byteLength);
        m_model.bufferViews.push_back(std::move(view));
        tinygltf::Accessor accessor;
        accessor.bufferView = static_cast<int>(m_model.bufferViews.size()) - 1;
        accessor.componentType = componentType;
        accessor.type = type;
        accessor.count = items.size();
        m_model.accessors.push_back(std::move(accessor));
        return static_cast<int>(m_model.accessors.size()) - 1;
    }

    const World& m_world;
    const Lightmap* m_lightmap;
    tinygltf::Model m_model;
    std::unordered_map<EntityId, int> m_nodes;
    std::unordered_map<Name, int> m_materials;
};

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
        auto out = std::back_inserter(text);
        fmt::format_to(out, "o {}\n", objName(nodeName(m_world, brush.entity)));
        for (const auto& v : solid.vertices())
            fmt::format_to(out, "v {} {} {}\n", v.x, v.y, v.z);
        for (FaceIndex i = 0; i < solid.faceCount(); ++i) {
            const auto& face = solid.faces()[i];
            const auto& n = face.plane.normal;
            fmt::format_to(out, "vn {} {} {}\n", n.x, n.y, n.z);
            const auto corners = solid.faceVertices(i);
            for (const auto corner : corners) {
                const auto uv = face.uv.at(solid.vertices()[corner]);
                fmt::format_to(out, "vt {} {}\n", uv.x, 1 - uv.y); // v grows upwards there
            }
            fmt::format_to(out, "usemtl {}\nf", objName(materialName(face.material)));
            ++m_normals;
            for (const auto corner : corners)
                fmt::format_to(out, " {}/{}/{}", m_vertices + corner + 1, ++m_uvs, m_normals);
            text += '\n';
            counts.triangles += corners.size() - 2;
            addMaterial(face.material);
        }
        m_vertices += solid.vertices().size();
        ++counts.brushes;
    }

    std::string text;
    std::string materials;
    ExportedModel counts;

private:
    void addMaterial(Name name)
    {
        if (!m_known.emplace(name, true).second)
            return;
        fmt::format_to(std::back_inserter(materials), "newmtl {}\nKd 0.8 0.8 0.8\n",
                       objName(materialName(name)));
        ++counts.materials;
    }

    const World& m_world;
    std::unordered_map<Name, bool> m_known;
    std::size_t m_vertices = 0;
    std::size_t m_uvs = 0;
    std::size_t m_normals = 0;
};

std::string leftOutOf(const World& world)
{
    std::size_t plants = 0;
    world.forEach<FoliagePlacement>([&](EntityId, const FoliagePlacement& placement) {
        plants += placement.instances ? placement.instances->plants() : 0;
    });
    std::string text;
    const auto add = [&](std::size_t count, std::string_view one, std::string_view many) {
        if (count > 0)
            text += (text.empty() ? "" : ", ") + countText(count, one, many);
    };
    add(world.count<Light>(), "light", "lights");
    add(world.count<MeshInstance>(), "model", "models");
    add(world.count<CurvedPatch>(), "curved patch", "curved patches");
    add(world.count<AudioSource>(), "sound", "sounds");
    add(world.count<PlayerStart>(), "player start", "player starts");
    add(plants, "plant", "plants");
    return text;
}

Error noBrushes()
{
    return Error{"The level has no brushes to write"};
}
} // namespace

Result<ExportedModel>
exportGltf(const World& world, const fs::path& file, const ModelExportOptions& options)
{
    GltfMaker maker{world, options.lightmap};
    if (auto visited = visitBrushes(world, options.job, maker.counts.skipped,
                                    [&](const PlacedBrush& brush) { maker.addBrush(brush); });
        !visited)
        return visited.error();
    if (maker.counts.brushes == 0)
        return noBrushes();
    maker.counts.leftOut = leftOutOf(world);
    tinygltf::TinyGLTF writer;
    std::ostringstream stream;
    const bool isBinary = file.extension() == ".glb";
    const bool isMade = writer.WriteGltfSceneToStream(&maker.model(), stream, !isBinary, isBinary);
    if (!isMade || !stream) // a stream keeps it to itself that there was no memory
        return Error{"The model for '{}' could not be made; is there enough memory?",
                     file.string()};
    if (auto written = writeFileAtomically(file, stream.str()); !written)
        return written.error();
    return maker.counts;
}

Result<ExportedModel>
exportObj(const World& world, const fs::path& file, const ModelExportOptions& options)
{
    ObjMaker maker{world};
    auto library = file;
    library.replace_extension(".mtl");
    maker.text = "# Mapwright\nmtllib " + library.filename().string() + "\n";
    if (auto visited = visitBrushes(world, options.job, maker.counts.skipped,
                                    [&](const PlacedBrush& brush) { maker.addBrush(brush); });
        !visited)
        return visited.error();
    if (maker.counts.brushes == 0)
        return noBrushes();
    maker.counts.leftOut = leftOutOf(world);
    if (auto written = writeFileAtomically(library, maker.materials); !written)
        return written.error();
    if (auto written = writeFileAtomically(file, maker.text); !written)
        return written.error();
    return maker.counts;
}
} // namespace engine
