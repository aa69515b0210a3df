#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/render/decals/decal_mesh.h"
#include "engine_core/render/gl/gpu_arena.h"
#include "engine_core/scene/world/world.h"

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace engine
{
class DrawnScene;
class MeshCache;

/// What of a decal lies on one face of a brush, or on one material of a model.
struct DecalPiece
{
    EntityId on;
    FaceIndex face = 0;        ///< NoFace on a model
    std::uint32_t surface = 0; ///< the material beneath, of MaterialIds
    std::uint32_t firstIndex = 0;
    std::uint32_t indexCount = 0;
};

/// A decal of the world on the GPU.
struct DrawnDecal
{
    EntityId entity;
    int order = 0;
    std::uint32_t material = 0;       ///< of MaterialIds
    bool hidden = false;              ///< in editor views
    EntityId root;                    ///< the nearest moving entity above it, or itself; or null
    Aabb box;                         ///< of its corners, seen from the root
    std::vector<DecalPiece> pieces{}; ///< their indices in a row
};

/// The decals of a world, cut out of what they lie on whenever one of both changes, so that they
/// cost a picture no more than their triangles. Everything needs a current context.
class DrawnDecals
{
public:
    explicit DrawnDecals(MeshCache& meshes);

    void markAll() { m_allDirty = true; }

    void markDecal(EntityId entity) { m_dirty.insert(entity); }

    /// That may take decals: a brush, patch or model, there now or before.
    void markSurface(EntityId entity)
    {
        if (!m_entries.empty())
            m_dirtySurfaces.insert(entity);
    }

    /// Whether the entity has, or had, a decal.
    [[nodiscard]] bool knows(EntityId entity) const { return m_entries.contains(entity); }

    /// Cuts anew what is dirty. The scene's brushes and models are up to date.
    void update(const DrawnScene& scene);

    /// In the order in which they are drawn.
    [[nodiscard]] const std::vector<const DrawnDecal*>& all() const { return m_sorted; }

    [[nodiscard]] GLuint vertexBuffer() const { return m_vertices.buffer(); }

    [[nodiscard]] GLuint indexBuffer() const { return m_indices.buffer(); }

    /// How many were cut since the start.
    [[nodiscard]] std::size_t cuts() const { return m_cuts; }

private:
    struct Entry
    {
        DrawnDecal drawn;
        DecalStamp stamp;                                 ///< seen from the root
        std::unordered_set<EntityId> near;                ///< what may take it
        bool isPaired = false;                            ///< whether `near` is known
        ContentHash inputs = 0;                           ///< of what it was cut from
        std::vector<std::shared_ptr<const void>> sources; ///< keep addresses in `inputs` taken
        bool isCut = false;
        std::uint32_t firstVertex = 0, vertexCount = 0;
        std::uint32_t firstIndex = 0, indexCount = 0;
    };

    /// Something that takes decals.
    struct Surface
    {
        EntityId entity;
        EntityId root;
        Aabb box; ///< world space; without a root alone
        bool isModel = false;
    };

    [[nodiscard]] std::vector<Surface> surfacesOf(const DrawnScene& scene) const;
    [[nodiscard]] static Surface surfaceOf(const DrawnScene& scene, EntityId entity);
    [[nodiscard]] static bool mayTake(const Entry& entry, const Surface& surface);
    void place(Entry& entry, const World& world, EntityId entity);
    void pair(const std::vector<Entry*>& entries, const std::vector<Surface>& surfaces);
    void refreshDecals(const DrawnScene& scene, std::unordered_set<Entry*>& stale);
    void refreshSurfaces(const DrawnScene& scene, std::unordered_set<Entry*>& stale);
    void cut(Entry& entry, const DrawnScene& scene);
    static DecalMesh meshOn(const Entry& entry, const DrawnScene& scene, EntityId surface);
    void upload(Entry& entry, DecalMesh& mesh);
    void release(Entry& entry);
    void sort();

    MeshCache& m_meshes;
    GpuArena m_vertices{sizeof(DecalVertex)};
    GpuArena m_indices{sizeof(std::uint32_t)};
    std::unordered_map<EntityId, Entry> m_entries;
    std::vector<const DrawnDecal*> m_sorted;
    std::unordered_set<EntityId> m_dirty;
    std::unordered_set<EntityId> m_dirtySurfaces;
    std::size_t m_cuts = 0;
    bool m_allDirty = true;
    bool m_orderDirty = true;
};
} // namespace engine
