#pragma once

#include "engine_core/assets/project/asset_database.h"
#include "engine_core/render/foliage/foliage_buffer.h"
#include "engine_core/render/scene/mesh_cache.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/world/world.h"

#include <vector>

namespace engine
{
/// One kind of plant, ready to be drawn.
struct DrawnFoliageKind
{
    FoliageType type{};
    FoliageLevels levels{};
    std::vector<GpuMesh*> meshes{};  ///< by level
    std::vector<bool> isBillboard{}; ///< by level
    float height = 1;                ///< of the mesh at scale 1, metres: wind moves the tip
};

/// The plants of one cell. While new ones are on their way to the GPU, the old ones are drawn.
struct DrawnFoliageCell
{
    FoliageCellKey key;
    FoliageBuffer::Chunk* shown = nullptr;  ///< null: nothing yet
    FoliageBuffer::Chunk* wanted = nullptr; ///< the same once it is there
    std::vector<FoliageRun> openRuns{};     ///< of a cell with plants on hidden brushes
};

/// The plants of one layer.
struct DrawnFoliageLayer
{
    EntityId entity;
    bool hidden = false;                   ///< in editor views
    std::vector<DrawnFoliageKind> kinds{}; ///< by slot; those without meshes are not drawn
    std::vector<FoliageLevels> levels{};   ///< by slot, as culling takes them
    std::shared_ptr<const FoliageInstances> instances{};
    std::vector<DrawnFoliageCell> plants{}; ///< by ascending key
    std::vector<FoliageCullCell> cells{};   ///< of the plants that are shown
    std::vector<FoliageCullCell> openCells{}; ///< without plants on hidden brushes
};

/// The plants of a world on the GPU, kept up to date with work for what changed.
class DrawnFoliage
{
public:
    DrawnFoliage(MeshCache& meshes, FoliageBuffer& plants, AssetDatabase& assets);
    ~DrawnFoliage();

    DrawnFoliage(const DrawnFoliage&) = delete;
    DrawnFoliage& operator=(const DrawnFoliage&) = delete;

    void markChanged(const ChangeSet& changes);

    void markAllChanged() { m_kindsDirty = m_plantsDirty = m_hiddenDirty = true; }

    /// Brings up to `bytes` of plants to the GPU.
    void update(const World& world,
                const std::shared_ptr<const Lightmap>& lightmap,
                std::size_t bytes = FoliageUpload::Everything);

    /// Whether there are plants that the next update() brings.
    [[nodiscard]] bool isUploading() const { return m_isUploading; }

    [[nodiscard]] const std::vector<DrawnFoliageLayer>& layers() const { return m_layers; }

    /// Another number after each change of what is drawn.
    [[nodiscard]] std::uint64_t revision() const { return m_revision; }

private:
    void releaseKinds(DrawnFoliageLayer& layer);
    void releasePlants(DrawnFoliageLayer& layer);
    void release(const DrawnFoliageCell& cell);
    FoliageBuffer::Chunk* keepShown(const DrawnFoliageCell& cell);
    void refreshLayers(const World& world);
    void refreshKinds(const World& world, DrawnFoliageLayer& layer);
    void refreshPlants(const std::shared_ptr<const Lightmap>& lightmap, DrawnFoliageLayer& layer);
    [[nodiscard]] bool findHidden(const World& world);
    void listCells(DrawnFoliageLayer& layer);
    void uploadPlants(const World& world, std::size_t bytes);
    bool uploadPlants(const World& world, DrawnFoliageLayer& layer, FoliageUpload& upload);
    [[nodiscard]] DrawnFoliageKind makeKind(const FoliageType& type);

    MeshCache& m_meshes;
    FoliageBuffer& m_plants;
    AssetDatabase& m_assets;
    std::vector<DrawnFoliageLayer> m_layers;
    const Lightmap* m_lightmap = nullptr;
    std::uint64_t m_revision = 0;
    bool m_kindsDirty = true;
    bool m_plantsDirty = true;
    bool m_isUploading = false;
    bool m_hiddenDirty = true;
    std::vector<std::uint32_t> m_hidden; ///< brushes that editor views do not show; ascending
};
} // namespace engine
