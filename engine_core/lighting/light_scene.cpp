#include "engine_core/lighting/light_scene.h"

#include <embree3/rtcore.h>
#include <glm/matrix.hpp>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

namespace engine
{
namespace
{
bool keepBuilding(void* control, double)
{
    return !static_cast<JobControl*>(control)->isCancelled();
}

struct Triangles
{
    std::vector<Vec3f> corners;
    std::vector<std::uint32_t> indices;
    std::vector<std::uint32_t> charts;
};

/// Of the charts that are asked for. `eachCorner(chart, corner)` is told of all corners, in order.
template <typename IsWanted, typename EachCorner>
Triangles trianglesOf(std::span<const StaticBrush> brushes,
                      std::span<const BakeChart> charts,
                      const Vec3d& origin,
                      const IsWanted& isWanted,
                      const EachCorner& eachCorner)
{
    Triangles result;
    for (std::size_t i = 0; i < charts.size(); ++i) {
        if (!isWanted(charts[i]))
            continue;
        const auto& brush = *brushes[charts[i].brush].brush;
        const auto loop = brush.faceVertices(charts[i].face);
        const auto first = static_cast<std::uint32_t>(result.corners.size());
        for (const auto vertex : loop) {
            result.corners.emplace_back(brush.vertices()[vertex] - origin);
            eachCorner(charts[i], brush.vertices()[vertex]);
        }
        for (std::uint32_t k = 2; k < loop.size(); ++k) {
            result.indices.insert(result.indices.end(), {first, first + k - 1, first + k});
            result.charts.push_back(static_cast<std::uint32_t>(i));
        }
    }
    return result;
}

/// A copy inside Embree, which pads and aligns it as its kernels need.
bool fillBuffer(RTCGeometry geometry,
                RTCBufferType type,
                RTCFormat format,
                std::size_t stride,
                const void* data,
                std::size_t count)
{
    auto* buffer = rtcSetNewGeometryBuffer(geometry, type, 0, format, stride, count);
    if (buffer != nullptr)
        std::memcpy(buffer, data, stride * count);
    return buffer != nullptr;
}

/// Called for every triangle that a ray meets: what it meets in a hole does not count.
void passHoles(const RTCFilterFunctionNArguments* met)
{
    const auto& holes = *static_cast<const AlphaHoles*>(met->geometryUserPtr);
    for (unsigned i = 0; i < met->N; ++i)
        if (met->valid[i] != 0 &&
            holes.isHole(RTCHitN_primID(met->hit, met->N, i), RTCHitN_u(met->hit, met->N, i),
                         RTCHitN_v(met->hit, met->N, i)))
            met->valid[i] = 0;
}

/// `holes` may be null and outlives the geometry.
void letThroughHoles(RTCGeometry geometry, const AlphaHoles* holes)
{
    if (holes == nullptr || holes->isEmpty())
        return;
    rtcSetGeometryUserData(geometry, const_cast<AlphaHoles*>(holes)); // read only
    rtcSetGeometryIntersectFilterFunction(geometry, passHoles);
    rtcSetGeometryOccludedFilterFunction(geometry, passHoles);
}
} // namespace

SceneFrame sceneFrame(std::span<const StaticBrush> brushes)
{
    Aabb bounds;
    for (const auto& brush : brushes)
        bounds.add(brush.brush->bounds());
    const auto size = bounds.size();
    // 1 mm, and more where floats are coarser than that.
    const double reach = std::max({size.x, size.y, size.z}) * 0.5;
    return {bounds.center(), std::max(1e-3, reach * 5e-7)};
}

Result<std::unique_ptr<LightScene>> LightScene::create(std::span<const StaticBrush> brushes,
                                                       std::span<const BakeChart> charts,
                                                       JobControl& control,
                                                       std::span<const BakeMesh> meshes,
                                                       std::span<const BakePlants> plants,
                                                       const LeafPictures& leaves,
                                                       const AlphaMasks& pierced,
                                                       const std::set<Name>& clear)
{
    std::unique_ptr<LightScene> scene{new LightScene};
    if (auto built = scene->build(brushes, charts, control, meshes, plants, leaves, pierced, clear);
        !built)
        return built.error();
    return scene;
}

Result<void> LightScene::build(std::span<const StaticBrush> brushes,
                               std::span<const BakeChart> charts,
                               JobControl& control,
                               std::span<const BakeMesh> meshes,
                               std::span<const BakePlants> plants,
                               const LeafPictures& leaves,
                               const AlphaMasks& pierced,
                               const std::set<Name>& clear)
{
    const auto frame = sceneFrame(brushes);
    m_origin = frame.origin;
    m_offset = frame.offset;
    // Not "threads=1": that would bind every TBB job of the program to one thread.
    m_device = rtcNewDevice(nullptr);
    if (m_device == nullptr)
        return Error{"The ray tracer could not be started"};
    m_scene = rtcNewScene(m_device);
    rtcSetSceneProgressMonitorFunction(m_scene, keepBuilding, &control);

    const auto isWhole = [&](const BakeChart& chart) {
        return !clear.contains(chart.material) && !pierced.contains(chart.material);
    };
    auto triangles =
        trianglesOf(brushes, charts, m_origin, isWhole, [](const BakeChart&, const Vec3d&) {});
    m_charts = std::move(triangles.charts);
    if (!m_charts.empty())
        addFaces(BrushGeometry, triangles.corners, triangles.indices, nullptr);
    for (const auto& each : meshes)
        m_meshes.push_back(each.castShadows ? addMesh(each.mesh) : BrushGeometry);
    addPierced(brushes, charts, pierced, clear);
    addPlants(plants, leaves);
    // Alone in an arena of its own the tree is built by one thread, and the same in every run.
    tbb::task_arena{1}.execute([&] { rtcJoinCommitScene(m_scene); });
    if (control.isCancelled())
        return Error{"The bake was cancelled"};
    if (rtcGetDeviceError(m_device) != RTC_ERROR_NONE)
        return Error{"There is not enough memory to trace light in this level"};
    return {};
}

void LightScene::addFaces(unsigned id,
                          std::span<const Vec3f> corners,
                          std::span<const std::uint32_t> indices,
                          const AlphaHoles* holes)
{
    auto* geometry = rtcNewGeometry(m_device, RTC_GEOMETRY_TYPE_TRIANGLE);
    if (fillBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, sizeof(Vec3f),
                   corners.data(), corners.size()) &&
        fillBuffer(geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3, 3 * sizeof(std::uint32_t),
                   indices.data(), indices.size() / 3)) {
        letThroughHoles(geometry, holes);
        rtcCommitGeometry(geometry);
        rtcAttachGeometryByID(m_scene, geometry, id);
    }
    rtcReleaseGeometry(geometry);
}

/// Faces with holes are a geometry of their own: only its triangles ask for each hit.
void LightScene::addPierced(std::span<const StaticBrush> brushes,
                            std::span<const BakeChart> charts,
                            const AlphaMasks& pierced,
                            const std::set<Name>& clear)
{
    Mesh mesh;
    const auto hasHoles = [&](const BakeChart& chart) {
        return pierced.contains(chart.material) && !clear.contains(chart.material);
    };
    auto triangles = trianglesOf(
        brushes, charts, m_origin, hasHoles, [&](const BakeChart& chart, const Vec3d& corner) {
            const auto& face = brushes[chart.brush].brush->faces()[chart.face];
            mesh.vertices.push_back({.position = Vec3f{corner - m_origin},
                                     .normal = {},
                                     .tangent = {},
                                     .uv = Vec2f{face.uv.at(corner)},
                                     .lightmapUv = {}});
        });
    if (triangles.charts.empty())
        return;
    for (std::size_t i = 0; i < triangles.charts.size(); ++i) {
        const auto material = charts[triangles.charts[i]].material;
        if (mesh.faces.empty() || !(mesh.faces.back().material == material))
            mesh.faces.push_back({0, material, static_cast<std::uint32_t>(3 * i), 0});
        mesh.faces.back().indexCount += 3;
    }
    mesh.indices = triangles.indices;
    m_piercedCharts = std::move(triangles.charts);
    m_piercedShape = std::make_shared<const MeshShape>(std::move(mesh));
    m_pierced = static_cast<unsigned>(m_meshes.size()) + 2; // no model's, and not that of plants
    const auto& holes = m_holes.emplace_back(*m_piercedShape, pierced);
    addFaces(m_pierced, triangles.corners, triangles.indices, &holes);
}

unsigned LightScene::addMesh(const StaticMesh& mesh)
{
    const auto& source = mesh.mesh->mesh();
    std::vector<Vec3f> corners;
    corners.reserve(source.vertices.size());
    for (const auto& vertex : source.vertices)
        corners.emplace_back(mesh.place.apply(Vec3d{vertex.position}) - m_origin);
    const auto id = static_cast<unsigned>(m_meshes.size()) + 1;
    addFaces(id, corners, source.indices, nullptr);
    return id;
}

RTCSceneTy* LightScene::makePlant(const MeshShape& shape, const AlphaHoles& holes)
{
    const auto& source = shape.mesh();
    std::vector<Vec3f> corners;
    corners.reserve(source.vertices.size());
    for (const auto& vertex : source.vertices)
        corners.push_back(vertex.position);
    auto* scene = rtcNewScene(m_device);
    auto* geometry = rtcNewGeometry(m_device, RTC_GEOMETRY_TYPE_TRIANGLE);
    if (fillBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, sizeof(Vec3f),
                   corners.data(), corners.size()) &&
        fillBuffer(geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3, 3 * sizeof(std::uint32_t),
                   source.indices.data(), source.indices.size() / 3)) {
        letThroughHoles(geometry, &holes);
        rtcCommitGeometry(geometry);
        // What a ray meets in an instance is told by the number in here: neither that of the
        // brushes nor that of a model.
        rtcAttachGeometryByID(scene, geometry, static_cast<unsigned>(m_meshes.size()) + 1);
    }
    rtcReleaseGeometry(geometry);
    tbb::task_arena{1}.execute([&] { rtcJoinCommitScene(scene); });
    return scene;
}

/// One tree for each model, however many plants show it.
void LightScene::addPlants(std::span<const BakePlants> plants, const LeafPictures& leaves)
{
    const auto masks = masksOf(leaves);
    std::map<const MeshShape*, RTCSceneTy*> scenes;
    for (const auto& group : plants) {
        auto& scene = scenes[group.mesh.get()];
        if (scene == nullptr)
            scene = makePlant(*group.mesh, m_holes.emplace_back(*group.mesh, masks));
        for (const auto& pose : group.poses) {
            // Flattened to nothing it throws no shadow, and no ray could be turned into its space.
            if (glm::determinant(pose.turn) == 0)
                continue;
            std::array<float, 12> columns{};
            for (int axis = 0; axis < 3; ++axis)
                for (int row = 0; row < 3; ++row)
                    columns[static_cast<std::size_t>(axis * 3 + row)] =
                        static_cast<float>(pose.turn[axis][row]);
            for (int row = 0; row < 3; ++row)
                columns[static_cast<std::size_t>(9 + row)] =
                    static_cast<float>(pose.place[row] - m_origin[row]);
            m_hasPlants = true;
            auto* instance = rtcNewGeometry(m_device, RTC_GEOMETRY_TYPE_INSTANCE);
            rtcSetGeometryInstancedScene(instance, scene);
            rtcSetGeometryTransform(instance, 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, columns.data());
            rtcCommitGeometry(instance);
            rtcAttachGeometry(m_scene, instance);
            rtcReleaseGeometry(instance);
        }
    }
    for (const auto& [mesh, scene] : scenes)
        rtcReleaseScene(scene); // the instances hold it
}

LightScene::~LightScene()
{
    if (m_scene != nullptr)
        rtcReleaseScene(m_scene);
    if (m_device != nullptr)
        rtcReleaseDevice(m_device);
}
} // namespace engine
