#pragma once

#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/math/transform.h"
#include "engine_core/render/gl/gpu_arena.h"
#include "engine_core/render/scene/brush_mesh.h"

#include <list>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>

namespace engine
{
/// The indices of one material within a mesh.
struct MeshPart
{
    std::uint32_t material = 0; ///< of MaterialIds
    std::uint32_t firstIndex = 0;
    std::uint32_t indexCount = 0;
};

/// The parts of a mesh. Most have one, which takes no memory of its own.
class MeshParts
{
public:
    void assign(std::span<const MeshPart> parts);

    [[nodiscard]] std::size_t size() const { return m_count; }

    [[nodiscard]] const MeshPart* begin() const { return m_count == 1 ? &m_only : m_all.get(); }

    [[nodiscard]] const MeshPart* end() const { return begin() + m_count; }

private:
    std::uint32_t m_count = 0;
    MeshPart m_only;
    std::unique_ptr<MeshPart[]> m_all; ///< if there are several
};

/// Numbers materials from 0 up, so that draw lists are plain arrays.
class MaterialIds
{
public:
    [[nodiscard]] std::uint32_t idOf(Name name);

    [[nodiscard]] const std::vector<Name>& names() const { return m_names; }

private:
    std::unordered_map<Name, std::uint32_t> m_ids;
    std::vector<Name> m_names;
};

/// What makes two meshes the same.
struct MeshKey
{
    const Brush* brush = nullptr;
    ContentHash place = 0;    ///< 0 for no transform
    EntityId entity;          ///< null without a lightmap
    ContentHash lightmap = 0; ///< of its charts' places; 0 without one, 1 if it still has luxels
    friend bool operator==(const MeshKey&, const MeshKey&) = default;
};
} // namespace engine

template <>
struct std::hash<engine::MeshKey>
{
    std::size_t operator()(const engine::MeshKey& key) const noexcept
    {
        auto h = reinterpret_cast<std::uintptr_t>(key.brush) * 0x9e3779b97f4a7c15ULL;
        h ^= key.place + key.lightmap + key.entity.value * 0xc2b2ae3d27d4eb4fULL;
        return h ^ (h >> 29U);
    }
};

namespace engine
{
/// A brush or model in the buffers of the cache.
struct GpuMesh
{
    std::shared_ptr<const Brush> source;    ///< keeps the key's address from being used again
    std::shared_ptr<const MeshShape> model; ///< instead of `source`
    MeshParts parts;
    std::uint32_t firstVertex = 0;
    std::uint32_t vertexCount = 0;
    std::uint32_t firstEdge = 0;
    std::uint32_t edgeCount = 0;
    Vec3f min{0}, max{0}; ///< in the space of its vertices
    EntityId charts;      ///< whose its luxels are in; null without a lightmap
    bool lacksCharts = false; ///< with a lightmap in which some face has no chart
    int users = 0;
    const MeshKey* key = nullptr;         ///< null for a model
    std::list<GpuMesh*>::iterator unused; ///< its place in the queue; only without users
};

/// Lower and upper corner in the world of a mesh that stands there.
[[nodiscard]] std::pair<Vec3f, Vec3f> boundsAt(const GpuMesh& mesh, const Transform& place);

/// The indices of one face of a brush.
struct FacePart
{
    FaceIndex face = 0;
    MeshPart part;
};

/// Replaces what is in `faces` by those of a brush's mesh. They are worked out anew each time,
/// since few views ask for them. Left empty for models, and where putting the brush in its place
/// has welded corners of it.
void findFaces(const GpuMesh& mesh, std::vector<FacePart>& faces);

/// A brush that shall be drawn.
struct MeshRequest
{
    std::shared_ptr<const Brush> brush;
    Transform place;                    ///< put into the vertices
    EntityId entity;                    ///< whose charts are meant
    const Lightmap* lightmap = nullptr; ///< null where it has none, or moves
};

/// The vertices, indices and edges of all brushes of all worlds in growing buffers. Meshes that
/// nobody draws any more stay for a while, so that undo and the next play find them.
class MeshCache
{
public:
    explicit MeshCache(MaterialIds& materials);

    /// One mesh for each request, each with one more user. New ones are made in one go, with the
    /// indices of one material in a row, so that neighbours are drawn by one command.
    [[nodiscard]] std::vector<GpuMesh*> acquire(std::span<const MeshRequest> requests);

    /// From now on all meshes have luxels, also without a lightmap (the density of luxels is
    /// shown).
    void keepLuxels() { m_keepsLuxels = true; }

    /// A model with one more user.
    [[nodiscard]] GpuMesh* acquire(const std::shared_ptr<const MeshShape>& model);

    void release(GpuMesh* mesh);

    /// Of one in the parts of its meshes.
    [[nodiscard]] Name materialName(std::uint32_t id) const { return m_materials.names()[id]; }

    /// The same the other way round; from now on there is such a material.
    [[nodiscard]] std::uint32_t materialId(Name name) { return m_materials.idOf(name); }

    [[nodiscard]] GLuint vertexBuffer() const { return m_vertices.buffer(); }

    [[nodiscard]] GLuint indexBuffer() const { return m_indices.buffer(); }

    [[nodiscard]] GLuint edgeBuffer() const { return m_edges.buffer(); }

    /// One GpuLuxel for each vertex; 0 as long as nothing has any.
    [[nodiscard]] GLuint luxelBuffer() const { return m_luxels ? m_luxels->buffer() : 0; }

    [[nodiscard]] std::size_t size() const { return m_meshes.size() + m_models.size(); }

    /// Of all buffers together.
    [[nodiscard]] std::size_t bytes() const
    {
        return m_vertices.bytes() + m_indices.bytes() + m_edges.bytes() +
               (m_luxels ? m_luxels->bytes() : 0);
    }

    /// How many meshes were made since the start.
    [[nodiscard]] std::size_t built() const { return m_built; }

private:
    struct NewMesh
    {
        GpuMesh* mesh = nullptr;
        BrushMesh data;
    };

    [[nodiscard]] MeshKey keyOf(const MeshRequest& request) const;
    [[nodiscard]] BrushMesh meshOf(const MeshRequest& request) const;
    void addNew(std::vector<NewMesh>& added);
    void uploadVertices(const std::vector<NewMesh>& added);
    void uploadLuxels(const std::vector<NewMesh>& added, std::uint32_t first, std::uint32_t count);
    void uploadIndices(const std::vector<NewMesh>& added);
    void uploadEdges(const std::vector<NewMesh>& added);
    void evict(GpuMesh* mesh);

    MaterialIds& m_materials;
    GpuArena m_vertices{sizeof(GpuVertex)};
    GpuArena m_indices{sizeof(std::uint32_t)};
    GpuArena m_edges{sizeof(GpuEdge)};
    std::optional<GpuRow> m_luxels; ///< beside m_vertices
    std::unordered_map<MeshKey, GpuMesh> m_meshes;
    std::unordered_map<const MeshShape*, GpuMesh> m_models;
    std::list<GpuMesh*> m_unused; ///< longest unused first
    std::size_t m_unusedVertices = 0;
    std::size_t m_built = 0;
    bool m_keepsLuxels = false;
};
} // namespace engine
