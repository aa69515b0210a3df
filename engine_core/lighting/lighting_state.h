#pragma once

#include "engine_core/lighting/lighting_system.h"
#include "engine_core/lighting/stale_sources.h"
#include "engine_core/scene/spatial/spatial_index.h"

#include <optional>
#include <span>
#include <unordered_set>

namespace engine
{
struct LightingSystem::State
{
    World* world = nullptr;
    SpatialIndex index;
    std::unordered_set<EntityId> unindexed; ///< changed since `index` was asked last

    /// What a lightmap was made from.
    struct Bake
    {
        std::shared_ptr<const World> world; ///< null: nothing
        LeafHashes leaves;
        ModelShapes shapes;
        ReflectionHashes reflections;
        std::set<FaceKey> foreign; ///< compareWith() found these different
    };

    std::map<std::string, Bake> bakedByHash; ///< by LightmapRef::hash
    Bake shown;                              ///< of the shown lightmap
    StaleSources sources;
    bool settingsDiffer = false;

    std::set<FaceKey> stale;
    std::set<FaceKey> anew;           ///< of those: OldLight::anew
    bool isAnew = false;              ///< whether what is marked is
    std::vector<Aabb> moved;          ///< OldLight::changed
    FaceParts parts;                  ///< of those that are stale there alone
    std::optional<ContentHash> files; ///< filesNow() when picturesChanged() was told last
    bool staleIsCurrent = false;
    bool staleIsAll = false;               ///< all faces, but for those of `unlisted`
    std::unordered_set<EntityId> unlisted; ///< changed since then
    std::size_t faces = 0;
    bool facesAreCurrent = false;
    std::uint64_t revision = 0;

    [[nodiscard]] ModelShapes shapesNow() const;
    void changed();
    void indexChanged();
    void compare(EntityId entity);
    void compareAll();
    void showBake(const std::string& hash);
    [[nodiscard]] ContentHash filesNow() const;

    [[nodiscard]] bool isAllStale() const { return !shown.world || settingsDiffer; }

    void collectStale();
    void collectSource(EntityId entity,
                       const StaleSource& source,
                       std::unordered_set<EntityId>& done,
                       std::vector<Aabb>& shapes);
    void mark(const FaceKey& face);
    void addReturned(EntityId entity, EntityId bakedAs);
    void addFaces(EntityId entity);
    void addAllFaces();
    void collectAll();
    template <typename Visit>
    void forEachFaceNear(const Vec3d& light, double range, const Visit& visit) const;
    void addFacesNear(const Vec3d& light, double range);
    void addFacesInGlowOf(const LitPart& part);
    void addFacesInGlowPast(std::span<const Aabb> boxes);
    void addFacesLitWith(const Aabb& bounds, std::unordered_set<EntityId>& done);
    void addFacesShadedBy(std::span<const Aabb> boxes);

    struct Sun
    {
        Vec3d place;       ///< farTowards()
        double spread = 0; ///< sunSpread()
    };

    void addFacesInShadow(const Aabb& box, const Sun& sun, const Aabb& level);
    void addFacesAround(const Aabb& box);
    void addShadowsFromAfar(std::span<const Aabb> shapes, std::span<const Aabb> plants);
    void addPart(const FaceKey& face, Aabb part);
    void addRecolored();
};
} // namespace engine
