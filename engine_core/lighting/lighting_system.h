#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/lighting/incremental/rebake.h"
#include "engine_core/lighting/model_shapes.h"
#include "engine_core/scene/light/lightmap.h"
#include "engine_core/scene/world/world_system.h"

#include <map>
#include <memory>
#include <optional>
#include <set>

namespace engine
{
class World;

/// Knows which charts of the edited world's lightmap no longer show the truth: those of changed
/// brushes, and those that share a light with something that changed. Old texels stay visible.
/// It compares with the world as it was baked, so that undoing an edit makes its faces fresh again,
/// and undoing a bake brings the old bake's stale faces back. What counts is what stands where: an
/// object that is put into a group, or cut and pasted in place, is the same. A new material, or
/// another colour of it, makes only its own faces stale; a moved texture none; plants the faces
/// that their shadows may fall on. Changed density, bounces, samples or noise make all of them
/// stale.
class LightingSystem final : public WorldSystem
{
public:
    using FaceKey = Lightmap::Key;

    LightingSystem();
    ~LightingSystem() override;

    void attach(World& world) override;
    void onChanged(const ChangeSet& changes) override;
    void update(double seconds) override;

    [[nodiscard]] const std::set<FaceKey>& staleFaces() const;

    /// Those of them that are stale within some boxes alone, where shadows of changed plants may
    /// fall; boxes of a face may overlap.
    [[nodiscard]] const FaceParts& staleParts() const;

    /// What a bake of the stale faces alone needs to know beside the shown lightmap, which is left
    /// null as profiles of lights are: readProfiles(). Nothing if all is stale.
    [[nodiscard]] std::optional<OldLight> oldLight() const;

    /// Whether oldLight() has nothing.
    [[nodiscard]] bool isAllStale() const;

    /// Faces that a bake would light, whether stale or not.
    [[nodiscard]] std::size_t faceCount() const;

    /// Counts up whenever staleFaces() changed.
    [[nodiscard]] std::uint64_t revision() const;

    /// A bake of the world as it is now has been published: nothing is stale.
    void markAllFresh();

    /// The same for a bake that began when the world was like `baked` (a copy), the pictures of
    /// plants like `leaves`, models like `shapes` and materials like `reflections`; what changed
    /// since then is stale. What these do not know counts as unchanged.
    void markFresh(const World& baked,
                   const LeafHashes& leaves,
                   const ModelShapes& shapes,
                   const ReflectionHashes& reflections = {});

    /// Materials, pictures or models of the project were read again: faces may throw back other
    /// light, and plants throw other shadows. Models
    /// of entities are compared when World::notify() tells of them (changesOfMeshes()).
    void picturesChanged();

    /// Compares with the lightmap that belongs to the world, as after opening a scene: faces that
    /// were not baked as they are now become stale; models count by their shapes, as mesh() gives
    /// them now. Returns what is as it was baked, for light whose file names no bodies
    /// (Lightmap::bodies). Such files hold places to the last bit: what is grouped there and then
    /// saved is stale when the scene is opened again.
    std::map<ContentHash, EntityId> compareWith(const Lightmap& lightmap);

private:
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace engine
