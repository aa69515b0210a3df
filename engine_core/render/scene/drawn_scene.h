#pragma once

#include "engine_core/render/decals/drawn_decals.h"
#include "engine_core/render/foliage/drawn_foliage.h"
#include "engine_core/render/scene/gpu_materials.h"
#include "engine_core/render/scene/mesh_cache.h"
#include "engine_core/render/scene/model_light.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/spatial/covered_faces.h"
#include "engine_core/scene/world/world.h"

#include <functional>
#include <optional>
#include <unordered_set>

namespace engine
{
struct BrushComponent;

/// A brush of the world with its mesh.
struct DrawnBrush
{
    EntityId entity;
    GpuMesh* mesh = nullptr;
    Vec3f min{0}, max{0}; ///< world space; for moving ones see placeOf
    bool hidden = false;  ///< in editor views
    bool unseen = false;  ///< in the game
    bool partlyUnseen = false; ///< in the game: some of its materials are
    bool moving = false;  ///< its mesh is in its own space
    bool casts = true;    ///< shadows of live lights, by those materials that do
};

/// A model of the world.
struct DrawnModel
{
    EntityId entity;
    GpuMesh* mesh = nullptr;
    Transform place{};                 ///< for moving ones see placeOf
    Vec3f min{0}, max{0};              ///< world space
    const LightProbe* probe = nullptr; ///< of the scene's lightmap; null if it has none for it
    std::optional<ModelLight> light{}; ///< in the open, where it stands; only without a probe
    bool hidden = false;               ///< in editor views
    bool unseen = false;               ///< in the game
    bool moving = false;
    bool casts = true; ///< shadows of live lights, by those materials that do
};

/// Where something has changed that may throw shadows; what moves is not in it (its places are
/// compared from picture to picture).
struct CasterChanges
{
    bool all = true;                              ///< everything may have changed
    std::vector<std::pair<Vec3f, Vec3f>> boxes{}; ///< lower and upper corners

    void add(const Vec3f& min, const Vec3f& max);
};

enum class ObjectKind
{
    Light,
    PlayerStart,
    Sound,
    Trigger,
    Ladder,
    Water,
    Joint,
    Decal,
    Expectation,
    Empty
};

/// Something without a body, shown by an icon.
struct EditorObject
{
    EntityId entity;
    ObjectKind kind = ObjectKind::Empty;
    bool hidden = false;
};

/// What a world looks like, kept up to date with little work for each edit.
class DrawnScene
{
public:
    DrawnScene(MeshCache& meshes,
               FoliageBuffer& plants,
               GpuLightmaps& lightmaps,
               AssetDatabase& assets);
    ~DrawnScene();

    void attach(const World& world);
    void markChanged(const ChangeSet& changes);

    /// Makes dirty meshes, and brings up to `plantBytes` of plants to the GPU.
    void update(std::size_t plantBytes = FoliageUpload::Everything);

    /// From now on faces without a chart have luxels too, in metres; update() makes them.
    void keepLuxels();

    [[nodiscard]] const World& world() const { return *m_world; }

    /// By ascending id.
    [[nodiscard]] const std::vector<DrawnBrush>& brushes() const { return m_brushes; }

    [[nodiscard]] const DrawnBrush* find(EntityId entity) const;

    /// Those of one mesh in a row, by ascending id.
    [[nodiscard]] const std::vector<DrawnModel>& models() const { return m_models; }

    [[nodiscard]] const DrawnModel* findModel(EntityId entity) const;

    [[nodiscard]] const std::vector<EditorObject>& objects() const { return m_objects; }

    [[nodiscard]] const DrawnFoliage& foliage() const { return m_foliage; }

    [[nodiscard]] const DrawnDecals& decals() const { return m_decals; }

    /// Since this was last asked. Plants: see DrawnFoliage::revision().
    [[nodiscard]] CasterChanges takeCasterChanges();

    /// Since it was made; moves what sways in the wind.
    [[nodiscard]] double seconds() const { return m_seconds; }

    void advance(double seconds) { m_seconds += seconds; }

    /// Of the game, which lights with a style follow; nothing: they are steady.
    [[nodiscard]] std::optional<double> gameSeconds() const { return m_gameSeconds; }

    void setGameSeconds(std::optional<double> seconds) { m_gameSeconds = seconds; }

    /// Shown instead of the scene's lightmap, which null brings back.
    void setDraftLight(std::shared_ptr<const Lightmap> lightmap) { m_draft = std::move(lightmap); }

    [[nodiscard]] const std::shared_ptr<const Lightmap>& draftLight() const { return m_draft; }

    [[nodiscard]] const GpuLightmap* lightmap() const { return m_lightmap.get(); }

    /// Baked light in the open, of the scene's lightmap; null without one.
    [[nodiscard]] const LightVolume* lightVolume() const;

    [[nodiscard]] SceneSettings settings() const;

    /// Of a material in the parts of meshes.
    [[nodiscard]] bool isSeenInGame(std::uint32_t material) const;

    using PlaceOverride = std::function<std::optional<Transform>(EntityId)>;

    void setPlaceOverride(PlaceOverride places) { m_places = std::move(places); }

    /// See RenderSystem; both ordered as coveredFaces() gives them.
    void setLeftOut(std::vector<CoveredFace> faces) { m_leftOut = std::move(faces); }

    void setCovered(std::vector<CoveredFace> faces) { m_covered = std::move(faces); }

    [[nodiscard]] const std::vector<CoveredFace>& leftOut() const { return m_leftOut; }

    [[nodiscard]] const std::vector<CoveredFace>& covered() const { return m_covered; }

    /// Those of one brush.
    [[nodiscard]] std::span<const CoveredFace> leftOutOf(EntityId entity) const;
    [[nodiscard]] std::span<const CoveredFace> coveredOf(EntityId entity) const;

    /// Where the entity is now: the override's place of it or of its nearest moved ancestor, with
    /// the world's transforms below that.
    [[nodiscard]] Transform placeOf(EntityId entity) const;

private:
    struct Standing
    {
        Transform place;
        bool moving = false;
        bool hidden = false;
        bool unseen = false; ///< in the game
    };

    using Parents = std::unordered_map<EntityId, Standing>;

    [[nodiscard]] MeshRequest
    requestOf(EntityId entity, const BrushComponent& component, const Standing& standing) const;
    [[nodiscard]] Standing standingOf(EntityId entity, Parents& parents, int depth = 0) const;
    void rebuildAll();
    void refresh(std::vector<EntityId> entities);
    void refreshObjects();
    bool refreshLightmap();
    void placeMesh(DrawnBrush& brush, const Standing& standing);
    void replaceMesh(DrawnBrush& brush, GpuMesh* mesh, const Standing& standing);
    void refreshModels();
    void refreshModel(EntityId entity, Parents& parents, std::vector<DrawnModel>& added);
    void placeModel(DrawnModel& model, const Standing& standing) const;
    void clear();
    void clearModels();

    MeshCache& m_meshes;
    GpuLightmaps& m_lightmaps;
    AssetDatabase& m_assets;
    const World* m_world = nullptr;
    std::vector<DrawnBrush> m_brushes;
    mutable std::size_t m_lastFound = 0; ///< in m_brushes, by find()
    std::vector<DrawnModel> m_models;
    std::unordered_map<EntityId, GpuMesh*> m_meshOfModel;
    std::vector<EditorObject> m_objects;
    DrawnFoliage m_foliage;
    DrawnDecals m_decals;
    double m_seconds = 0;
    std::optional<double> m_gameSeconds;
    std::shared_ptr<const GpuLightmap> m_lightmap;
    std::shared_ptr<const Lightmap> m_draft;
    std::string m_lightmapName; ///< the hash that was last looked for and found
    /// Whose charts it has that was cut and pasted: of one that is gone. It keeps them when it is
    /// moved, as what has its own does.
    std::unordered_map<EntityId, EntityId> m_chartsOf;
    PlaceOverride m_places;
    std::vector<CoveredFace> m_leftOut;
    std::vector<CoveredFace> m_covered;
    CasterChanges m_casterChanges;
    std::unordered_set<EntityId> m_dirty;      ///< the entity alone
    std::unordered_set<EntityId> m_dirtyTrees; ///< with everything below
    std::unordered_set<EntityId> m_dirtyModels;
    bool m_keepsLuxels = false;
    bool m_allDirty = true;
    bool m_allModelsDirty = true;
    bool m_objectsDirty = true;
};
} // namespace engine
