#include "engine_core/render/passes/frame.h"

#include "engine_core/render/passes/light_tiles.h"

#include <glm/gtc/matrix_access.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine
{
namespace
{
/// Turns depth -1..1 into 1..0: floats are finest near 0, so that far things keep apart.
Mat4d reversedDepth()
{
    Mat4d m{1};
    m[2][2] = -0.5;
    m[3][2] = 0.5;
    return m;
}
} // namespace

const void* elementsCommandAt(std::size_t index)
{
    return reinterpret_cast<const void*>(index * sizeof(ElementsCommand)); // NOLINT: OpenGL's way
}

float scrolledTo(float perSecond, double seconds)
{
    const double at = static_cast<double>(perSecond) * seconds;
    return static_cast<float>(at - std::floor(at));
}

Frame::Frame(const ViewRequest& view)
    : request{view}
    , aspect{static_cast<double>(view.width) / view.height}
    , frustum{view.camera, aspect}
{
    const auto& camera = view.camera;
    projection = reversedDepth() * camera.projectionMatrix(aspect);
    uniforms.viewProjection = Mat4f{projection * camera.viewMatrix()};
    uniforms.eye = Vec4f{Vec3f{camera.position}, camera.orthographic ? 0.F : 1.F};
    uniforms.forward = Vec4f{Vec3f{camera.forward()}, static_cast<float>(view.pixelScale)};
    const auto width = static_cast<float>(view.width);
    const auto height = static_cast<float>(view.height);
    uniforms.viewport = {width, height, 1.F / width, 1.F / height};
    uniforms.tiles = {1.F, 0.F, static_cast<float>(TilePixels),
                      static_cast<float>(camera.nearPlane)};
}

void addEdges(std::vector<EdgesCommand>& edges, const EdgesCommand& more)
{
    if (!edges.empty() && edges.back().baseInstance + edges.back().instances == more.baseInstance)
        edges.back().instances += more.instances;
    else
        edges.push_back(more);
}

GpuTransform toGpu(const Mat4d& place)
{
    GpuTransform result;
    for (int i = 0; i < 3; ++i)
        result.rows[static_cast<std::size_t>(i)] = Vec4f{glm::row(place, i)};
    return result;
}

GpuTransform toGpu(const Transform& place)
{
    return toGpu(place.matrix());
}

GpuTransform toGpu(const Transform& place, const ModelLight& light)
{
    auto result = toGpu(place);
    result.probe = light.probe;
    result.bend = light.bend;
    return result;
}

GpuTransform toGpu(const DrawnScene& scene, const DrawnModel& model)
{
    const auto place = model.moving ? scene.placeOf(model.entity) : model.place;
    if (model.light)
        return toGpu(place, *model.light);
    const auto* volume = scene.lightVolume();
    if (model.probe == nullptr && volume != nullptr)
        return toGpu(place, lightOnModel(*volume, *model.mesh, place));
    auto result = toGpu(place);
    if (model.probe != nullptr)
        result.probe = model.probe->channels;
    return result;
}

namespace
{
/// From the viewer to the middle of the box; along the view where it has no eye.
double distanceTo(const Frame& frame, const Vec3f& min, const Vec3f& max)
{
    const auto& camera = frame.request.camera;
    const auto to = Vec3d{min + max} * 0.5 - camera.position;
    return camera.orthographic ? glm::dot(to, camera.forward()) : glm::length(to);
}
} // namespace

const DrawLists& DrawListBuilder::build(
    const DrawnScene& scene, GpuMaterials& materials, const Frame& frame, bool surfaces, bool edges)
{
    m_materials = &materials;
    m_known.assign(m_known.size(), Known::No);
    m_seen.assign(m_seen.size(), std::nullopt);
    m_surfaces = surfaces;
    m_edges = edges;
    m_lists.materials.clear();
    m_lists.openMaterials.clear();
    m_lists.modelMaterials.clear();
    m_lists.blended.clear();
    m_lists.decals.clear();
    m_lists.decalsOnBlended.clear();
    m_lists.modelEdges.clear();
    m_lists.commands.clear();
    m_lists.edges.clear();
    m_lists.movingEdges.clear();
    m_lists.transforms.assign(1, GpuTransform{});
    m_lists.triangles = 0;
    m_lists.mirrored = false;
    const bool isVolumeLit = scene.lightVolume() != nullptr;
    using Kind = DrawLists::Kind;
    const auto addBrushes = [&](Kind kind) {
        m_kind = kind;
        for (const auto& brush : scene.brushes())
            if (!(frame.request.gameView ? brush.unseen : brush.hidden) &&
                kindOf(scene, brush) == kind)
                add(scene, brush, frame);
    };
    addBrushes(Kind::Charted);
    flatten(m_lists.materials);
    if (isVolumeLit) {
        addBrushes(Kind::Open);
        flatten(m_lists.openMaterials);
        addBrushes(Kind::Model);
    }
    m_kind = Kind::Model;
    addModels(scene, frame);
    flatten(m_lists.modelMaterials);
    sortBlended();
    if (m_surfaces)
        addDecals(scene, frame);
    return m_lists;
}

/// Moving brushes have no charts: with light in the open they are drawn as models are.
DrawLists::Kind DrawListBuilder::kindOf(const DrawnScene& scene, const DrawnBrush& brush)
{
    if (scene.lightVolume() == nullptr)
        return DrawLists::Kind::Charted;
    if (brush.moving)
        return DrawLists::Kind::Model;
    return brush.mesh->lacksCharts ? DrawLists::Kind::Open : DrawLists::Kind::Charted;
}

void DrawListBuilder::add(const DrawnScene& scene, const DrawnBrush& brush, const Frame& frame)
{
    const auto& mesh = *brush.mesh;
    // Moving brushes are few and between two ticks may be anywhere near their bounds.
    if (!brush.moving && !frame.frustum.touchesBox(brush.min, brush.max))
        return;
    std::uint32_t transform = 0;
    if (brush.moving) {
        const auto place = scene.placeOf(brush.entity);
        transform = static_cast<std::uint32_t>(m_lists.transforms.size());
        const auto* volume = scene.lightVolume();
        m_lists.transforms.push_back(
            volume != nullptr ? toGpu(place, lightOnModel(*volume, mesh, place)) : toGpu(place));
        m_lists.mirrored |= place.scale.x * place.scale.y * place.scale.z < 0;
        if (m_edges)
            m_lists.movingEdges.push_back({{4, mesh.edgeCount, 0, mesh.firstEdge}, place});
    } else if (m_edges) {
        addEdges(m_lists.edges, {4, mesh.edgeCount, 0, mesh.firstEdge});
    }
    if (!m_surfaces)
        return;
    m_distance = distanceTo(frame, brush.min, brush.max);
    const auto& request = frame.request;
    const auto leftOut = request.everyFace || request.gameView ? std::span<const CoveredFace>{}
                                                               : scene.leftOutOf(brush.entity);
    const auto covered =
        request.gameView ? std::span<const CoveredFace>{} : scene.coveredOf(brush.entity);
    m_faces.clear();
    if (!leftOut.empty() || !covered.empty())
        findFaces(mesh, m_faces);
    const bool skips = request.gameView && brush.partlyUnseen;
    if (m_faces.empty())
        for (const auto& part : mesh.parts)
            if (!skips || isSeen(scene, part.material))
                add(part, transform);
    for (const auto& [face, part] : m_faces)
        if (!holdsFace(leftOut, face) && !holdsFace(covered, face))
            add(part, transform);
}

bool DrawListBuilder::isBlended(std::uint32_t material)
{
    if (material >= m_known.size())
        m_known.resize(material + 1, Known::No);
    auto& known = m_known[material];
    if (known == Known::No)
        known = m_materials->isBlended(material) ? Known::Blended : Known::Whole;
    return known == Known::Blended;
}

bool DrawListBuilder::isSeen(const DrawnScene& scene, std::uint32_t material)
{
    if (material >= m_seen.size())
        m_seen.resize(material + 1);
    auto& seen = m_seen[material];
    if (!seen)
        seen = scene.isSeenInGame(material);
    return *seen;
}

void DrawListBuilder::addBlended(const MeshPart& part, std::uint32_t transform, double distance)
{
    const auto at = static_cast<std::uint32_t>(m_lists.commands.size());
    m_lists.commands.push_back({part.indexCount, 1, part.firstIndex, 0, transform});
    m_lists.blended.push_back({{part.material, at, 1}, m_kind, distance});
}

/// Faces of one object keep their order, so that pictures do not flicker.
void DrawListBuilder::sortBlended()
{
    std::stable_sort(m_lists.blended.begin(), m_lists.blended.end(),
                     [](const auto& a, const auto& b) { return a.distance > b.distance; });
}

void DrawListBuilder::add(const MeshPart& part, std::uint32_t transform)
{
    if (isBlended(part.material)) {
        m_lists.triangles += part.indexCount / 3;
        return addBlended(part, transform, m_distance);
    }
    if (part.material >= m_byMaterial.size())
        m_byMaterial.resize(part.material + 1);
    auto& commands = m_byMaterial[part.material];
    m_lists.triangles += part.indexCount / 3;
    if (!commands.empty() && commands.back().baseInstance == transform &&
        commands.back().firstIndex + commands.back().count == part.firstIndex)
        commands.back().count += part.indexCount;
    else
        commands.push_back({part.indexCount, 1, part.firstIndex, 0, transform});
}

void DrawListBuilder::addModels(const DrawnScene& scene, const Frame& frame)
{
    const GpuMesh* mesh = nullptr;
    auto first = static_cast<std::uint32_t>(m_lists.transforms.size());
    for (const auto& model : scene.models()) {
        if (model.mesh != mesh) {
            if (mesh != nullptr)
                addInstances(*mesh, first);
            mesh = model.mesh;
            m_reach.clear();
            first = static_cast<std::uint32_t>(m_lists.transforms.size());
        }
        const bool shown = !(frame.request.gameView ? model.unseen : model.hidden);
        if (!shown || (!model.moving && !frame.frustum.touchesBox(model.min, model.max)))
            continue;
        m_lists.transforms.push_back(toGpu(scene, model));
        m_reach.push_back(static_cast<float>(distanceTo(frame, model.min, model.max)));
        const auto& scale = model.place.scale;
        m_lists.mirrored |= scale.x * scale.y * scale.z < 0;
    }
    if (mesh != nullptr)
        addInstances(*mesh, first);
}

/// The places from `first` on are all of this mesh.
void DrawListBuilder::addInstances(const GpuMesh& mesh, std::uint32_t first)
{
    const auto count = static_cast<std::uint32_t>(m_lists.transforms.size()) - first;
    if (count == 0)
        return;
    if (m_edges)
        m_lists.modelEdges.push_back({mesh.firstEdge, mesh.edgeCount, first, count});
    if (!m_surfaces)
        return;
    for (const auto& part : mesh.parts) {
        if (part.material >= m_byMaterial.size())
            m_byMaterial.resize(part.material + 1);
        if (isBlended(part.material))
            for (std::uint32_t i = 0; i < count; ++i)
                addBlended(part, first + i, static_cast<double>(m_reach[i]));
        else
            m_byMaterial[part.material].push_back(
                {part.indexCount, count, part.firstIndex, 0, first});
        m_lists.triangles += std::size_t{part.indexCount} / 3 * count;
    }
}

void DrawListBuilder::flatten(std::vector<DrawLists::Material>& materials)
{
    for (std::uint32_t id = 0; id < m_byMaterial.size(); ++id) {
        auto& commands = m_byMaterial[id];
        if (commands.empty())
            continue;
        materials.push_back({id, static_cast<std::uint32_t>(m_lists.commands.size()),
                             static_cast<std::uint32_t>(commands.size())});
        m_lists.commands.insert(m_lists.commands.end(), commands.begin(), commands.end());
        commands.clear();
    }
}
} // namespace engine
