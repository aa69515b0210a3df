#pragma once

#include "engine_core/base/result.h"
#include "engine_core/geometry/mesh/triangulate.h"
#include "engine_core/scene/light/lightmap.h"
#include "engine_core/scene/world/world.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace engine
{
class JobControl;

/// A brush that other programs are told of, and where it stands.
struct PlacedBrush
{
    EntityId entity;
    const Brush* authored; ///< in the space of its entity; never null
    Transform place;       ///< from there to the world
    Brush placed;          ///< in world space
};

/// What of a level other programs are told of: what is in the game, and shown there. Counts what is
/// not.
class ExportFilter
{
public:
    explicit ExportFilter(const World& world) : m_world{world} {}

    /// Not in a layer that is left out.
    [[nodiscard]] bool isInGame(EntityId entity);

    /// In the game, not below a trigger that hides it, and of something that is seen: of a brush,
    /// patch or model.
    [[nodiscard]] bool isShown(EntityId entity);

    /// Adds what the answer was no for, a sentence for each reason.
    void tell(std::vector<std::string>& skipped) const;

private:
    const World& m_world;
    std::set<EntityId> m_leftOut;
    std::set<EntityId> m_hidden;
    std::set<EntityId> m_unseen;
};

/// Calls `visit` for every brush that is shown and that can stand where it is said to stand, in the
/// order of ids; of those that cannot, `skipped` gets a sentence each. `job` may be null. An Error
/// if it was cancelled.
[[nodiscard]] Result<void> visitShownBrushes(const World& world,
                                             JobControl* job,
                                             ExportFilter& filter,
                                             std::vector<std::string>& skipped,
                                             const std::function<void(PlacedBrush)>& visit);

/// Triangles that have one material, and their light in one atlas.
struct LevelPart
{
    Name material;
    std::optional<std::uint16_t> atlas{}; ///< that lightmapUv is about; none: there is no light
    std::vector<MeshVertex> vertices;
    std::vector<std::uint32_t> indices;
};

/// The faces that the game shows, in the space of the entity. `lightmap` may be null; its charts
/// become lightmapUv, from 0 to 1 over the atlas.
[[nodiscard]] std::vector<LevelPart>
partsOf(const PlacedBrush& brush, const Lightmap* lightmap, const SurfaceTable& surfaces);

/// A part for each material, in the order in which the mesh comes to them. `nameOf` says what a
/// material is called in the level.
[[nodiscard]] std::vector<LevelPart> partsOf(const Mesh& mesh,
                                             const std::function<Name(Name)>& nameOf);

/// As the author called it; empty for none.
[[nodiscard]] std::string nameOfNode(const World& world, EntityId entity);

/// What files call a material; "default" for faces without one.
[[nodiscard]] std::string exportedMaterialName(Name name);
} // namespace engine
