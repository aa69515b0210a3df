#include "engine_core/render/scene/mesh_cache.h"

#include "engine_core/base/hash.h"
#include "engine_core/render/scene/model_mesh.h"
#include "engine_core/scene/spatial/static_geometry.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <numeric>

namespace engine
{
namespace
{
/// Vertices of meshes without users that are kept: about 2 MB, or 2,700 boxes.
constexpr std::size_t UnusedLimit = 1U << 16U;

/// As many as one core makes before it looks for more; fewer stay on the calling thread.
constexpr std::size_t MeshesAtOnce = 64;

ContentHash hashOf(const Transform& place)
{
    if (place == Transform{})
        return 0;
    Hasher hasher;
    for (int i = 0; i < 3; ++i)
        hasher.add(place.position[i]).add(place.scale[i]).add(place.rotation[i]);
    return hasher.add(place.rotation[3]).result();
}

std::uint32_t countOf(std::size_t count)
{
    return static_cast<std::uint32_t>(count);
}
} // namespace

void MeshParts::assign(std::span<const MeshPart> parts)
{
    m_count = countOf(parts.size());
    m_all.reset();
    if (parts.size() == 1) {
        m_only = parts.front();
    } else if (!parts.empty()) {
        m_all = std::make_unique<MeshPart[]>(parts.size());
        std::copy(parts.begin(), parts.end(), m_all.get());
    }
}

std::pair<Vec3f, Vec3f> boundsAt(const GpuMesh& mesh, const Transform& place)
{
    Aabb box;
    for (unsigned i = 0; i < 8; ++i)
        box.add(place.apply({(i & 1U) != 0 ? mesh.max.x : mesh.min.x,
                             (i & 2U) != 0 ? mesh.max.y : mesh.min.y,
                             (i & 4U) != 0 ? mesh.max.z : mesh.min.z}));
    return {Vec3f{box.min}, Vec3f{box.max}};
}

void findFaces(const GpuMesh& mesh, std::vector<FacePart>& faces)
{
    faces.clear();
    if (!mesh.source || mesh.parts.size() == 0)
        return;
    const auto& brush = *mesh.source;
    for (FaceIndex face = 0; face < brush.faceCount(); ++face)
        faces.push_back({face, {}});
    if (mesh.parts.size() > 1)
        std::sort(faces.begin(), faces.end(),
                  [order = FaceOrder{brush}](const FacePart& a, const FacePart& b) {
                      return order(a.face, b.face);
                  });
    const auto* part = mesh.parts.begin();
    std::uint32_t used = 0; // of the part's indices
    for (auto& [face, found] : faces) {
        if (used == part->indexCount && part + 1 != mesh.parts.end()) {
            ++part;
            used = 0;
        }
        const auto count = 3 * (countOf(brush.faceVertices(face).size()) - 2);
        found = {part->material, part->firstIndex + used, count};
        used += count;
        if (used > part->indexCount)
            return faces.clear();
    }
    if (used != part->indexCount || part + 1 != mesh.parts.end())
        faces.clear();
}

std::uint32_t MaterialIds::idOf(Name name)
{
    const auto [at, added] = m_ids.emplace(name, static_cast<std::uint32_t>(m_names.size()));
    if (added)
        m_names.push_back(name);
    return at->second;
}

namespace
{
/// Of the charts of a brush: new light in the same places needs no new mesh. What has none of its
/// own may find those of another brush that stood there.
ContentHash placesOf(const Lightmap& lightmap, EntityId brush)
{
    Hasher hasher;
    auto at = lightmap.charts.lower_bound({brush, 0});
    if (at == lightmap.charts.end() || at->first.first != brush)
        return lightmap.hash;
    for (; at != lightmap.charts.end() && at->first.first == brush; ++at) {
        const auto& chart = at->second;
        const std::array<std::uint32_t, 6> place{at->first.second, chart.atlas, chart.x,
                                                 chart.y,          chart.width, chart.height};
        hasher.addBytes(std::as_bytes(std::span{place}));
    }
    return hasher.result();
}
} // namespace

MeshKey MeshCache::keyOf(const MeshRequest& request) const
{
    MeshKey key;
    key.brush = request.brush.get();
    key.place = hashOf(request.place);
    if (request.lightmap != nullptr) {
        key.entity = request.entity;
        key.lightmap = placesOf(*request.lightmap, request.entity);
    } else if (m_keepsLuxels) {
        key.lightmap = 1;
    }
    return key;
}

BrushMesh MeshCache::meshOf(const MeshRequest& request) const
{
    const auto placed = brushAt(request.brush, request.place);
    if (!placed)
        return {};
    auto mesh = buildBrushMesh(*placed);
    if (request.lightmap != nullptr)
        mesh.charts = request.lightmap->chartsOf(request.entity, *placed);
    if (request.lightmap != nullptr || m_keepsLuxels)
        mesh.luxels = buildLuxels(*placed, request.lightmap, mesh.charts);
    mesh.lacksCharts = request.lightmap != nullptr &&
                       !std::all_of(mesh.luxels.begin(), mesh.luxels.end(), hasChart);
    return mesh;
}

MeshCache::MeshCache(MaterialIds& materials) : m_materials{materials}
{
    m_meshes.max_load_factor(0.5F); // entering play looks all of them up: short chains count
}

std::vector<GpuMesh*> MeshCache::acquire(std::span<const MeshRequest> requests)
{
    std::vector<GpuMesh*> result;
    result.reserve(requests.size());
    std::vector<NewMesh> added;
    std::vector<const MeshRequest*> wanted; ///< those of `added`
    if (requests.size() > m_meshes.size())
        m_meshes.reserve(requests.size());
    for (const auto& request : requests) {
        const auto [at, isNew] = m_meshes.try_emplace(keyOf(request));
        auto& mesh = at->second;
        if (isNew) {
            mesh.source = request.brush;
            mesh.key = &at->first;
            added.push_back({&mesh, {}});
            wanted.push_back(&request);
        } else if (mesh.users == 0) {
            m_unused.erase(mesh.unused);
            m_unusedVertices -= mesh.vertexCount;
        }
        ++mesh.users;
        result.push_back(&mesh);
    }
    // On all cores: opening a level makes tens of thousands.
    tbb::parallel_for(tbb::blocked_range<std::size_t>{0, added.size(), MeshesAtOnce},
                      [&](const tbb::blocked_range<std::size_t>& range) {
                          for (auto i = range.begin(); i < range.end(); ++i)
                              added[i].data = meshOf(*wanted[i]);
                      });
    if (!added.empty())
        addNew(added);
    return result;
}

GpuMesh* MeshCache::acquire(const std::shared_ptr<const MeshShape>& model)
{
    const auto [at, isNew] = m_models.try_emplace(model.get());
    auto& mesh = at->second;
    if (isNew) {
        mesh.model = model;
        std::vector<NewMesh> added;
        added.push_back({&mesh, buildModelMesh(*model)});
        addNew(added);
    } else if (mesh.users == 0) {
        m_unused.erase(mesh.unused);
        m_unusedVertices -= mesh.vertexCount;
    }
    ++mesh.users;
    return &mesh;
}

void MeshCache::release(GpuMesh* mesh)
{
    ENGINE_EXPECT(mesh != nullptr && mesh->users > 0);
    if (--mesh->users > 0)
        return;
    mesh->unused = m_unused.insert(m_unused.end(), mesh);
    m_unusedVertices += mesh->vertexCount;
    while (m_unusedVertices > UnusedLimit)
        evict(m_unused.front());
}

void MeshCache::evict(GpuMesh* mesh)
{
    m_unused.erase(mesh->unused);
    m_unusedVertices -= mesh->vertexCount;
    m_vertices.free(mesh->firstVertex, mesh->vertexCount);
    m_edges.free(mesh->firstEdge, mesh->edgeCount);
    for (const auto& part : mesh->parts)
        m_indices.free(part.firstIndex, part.indexCount);
    if (mesh->key == nullptr)
        m_models.erase(mesh->model.get());
    else
        m_meshes.erase(m_meshes.find(*mesh->key));
}

void MeshCache::addNew(std::vector<NewMesh>& added)
{
    m_built += added.size();
    for (auto& [mesh, data] : added) {
        mesh->min = Vec3f{data.bounds.isEmpty() ? Vec3d{0} : data.bounds.min};
        mesh->max = Vec3f{data.bounds.isEmpty() ? Vec3d{0} : data.bounds.max};
        mesh->charts = data.charts;
        mesh->lacksCharts = data.lacksCharts;
    }
    uploadVertices(added);
    uploadIndices(added);
    uploadEdges(added);
}

void MeshCache::uploadVertices(const std::vector<NewMesh>& added)
{
    std::vector<GpuVertex> all;
    all.reserve(std::accumulate(
        added.begin(), added.end(), std::size_t{0},
        [](std::size_t sum, const NewMesh& each) { return sum + each.data.vertices.size(); }));
    for (const auto& [mesh, data] : added)
        all.insert(all.end(), data.vertices.begin(), data.vertices.end());
    const auto total = countOf(all.size());
    auto first = m_vertices.allocate(total);
    m_vertices.write(first, total, all.data());
    uploadLuxels(added, first, total);
    for (const auto& [mesh, data] : added) {
        mesh->firstVertex = first;
        mesh->vertexCount = countOf(data.vertices.size());
        first += mesh->vertexCount;
    }
}

/// Levels without baked light do without; from the first luxel on every vertex has one.
void MeshCache::uploadLuxels(const std::vector<NewMesh>& added,
                             std::uint32_t first,
                             std::uint32_t count)
{
    if (!m_luxels) {
        if (std::none_of(added.begin(), added.end(),
                         [](const NewMesh& each) { return !each.data.luxels.empty(); }))
            return;
        m_luxels.emplace(countOf(sizeof(GpuLuxel)));
    }
    if (const auto known = m_luxels->elements(); known < m_vertices.elements()) {
        m_luxels->grow(m_vertices.elements());
        const std::vector<GpuLuxel> none(m_luxels->elements() - known);
        m_luxels->write(known, countOf(none.size()), none.data());
    }
    std::vector<GpuLuxel> all;
    all.reserve(count);
    for (const auto& [mesh, data] : added) {
        all.insert(all.end(), data.luxels.begin(), data.luxels.end());
        if (data.luxels.empty())
            all.resize(all.size() + data.vertices.size());
    }
    m_luxels->write(first, count, all.data());
}

void MeshCache::uploadIndices(const std::vector<NewMesh>& added)
{
    // All indices of one material lie in a row over all the new meshes.
    struct Block
    {
        std::vector<std::uint32_t> indices;
        std::uint32_t first = 0;
    };

    std::vector<Block> blocks;
    std::vector<MeshPart> parts; // of all meshes in turn
    std::uint32_t total = 0;
    for (const auto& [mesh, data] : added)
        for (const auto& range : data.materials) {
            const auto material = m_materials.idOf(range.material);
            if (material >= blocks.size())
                blocks.resize(material + 1);
            auto& indices = blocks[material].indices;
            parts.push_back({material, countOf(indices.size()), range.indexCount});
            for (std::uint32_t i = 0; i < range.indexCount; ++i)
                indices.push_back(data.indices[range.firstIndex + i] + mesh->firstVertex);
            total += range.indexCount;
        }
    m_indices.reserve(total);
    for (auto& block : blocks) {
        const auto count = countOf(block.indices.size());
        block.first = m_indices.allocate(count);
        m_indices.write(block.first, count, block.indices.data());
    }
    for (auto& part : parts)
        part.firstIndex += blocks[part.material].first;
    std::span<const MeshPart> left{parts};
    for (const auto& [mesh, data] : added) {
        mesh->parts.assign(left.first(data.materials.size()));
        left = left.subspan(data.materials.size());
    }
}

void MeshCache::uploadEdges(const std::vector<NewMesh>& added)
{
    std::vector<GpuEdge> all;
    all.reserve(std::accumulate(
        added.begin(), added.end(), std::size_t{0},
        [](std::size_t sum, const NewMesh& each) { return sum + each.data.edges.size(); }));
    for (const auto& [mesh, data] : added)
        for (const auto& edge : data.edges)
            all.push_back({edge.from + mesh->firstVertex, edge.to + mesh->firstVertex});
    const auto total = countOf(all.size());
    auto first = m_edges.allocate(total);
    m_edges.write(first, total, all.data());
    for (const auto& [mesh, data] : added) {
        mesh->firstEdge = first;
        mesh->edgeCount = countOf(data.edges.size());
        first += mesh->edgeCount;
    }
}
} // namespace engine
