#pragma once

#include "engine_core/reflect/type_builder.h"
#include "engine_core/scene/foliage/foliage_instances.h"

#include <span>

namespace engine
{
class World;

/// An entity with this holds plants: their kinds are the entities below it with a FoliageType, the
/// plants themselves its FoliagePlacement.
struct FoliageLayer
{
    static constexpr std::string_view TypeName = "foliage_layer";

    std::int64_t seed = 1; ///< another one, another pattern
    bool byRule = false;   ///< its kinds grow by themselves wherever their rules allow
    EntityId ground;       ///< by rule on brushes of this object or layer alone; null: on all
    AssetPath mask{};      ///< a picture laid over the level from above; white: dense, black: bare
    Vec2d maskCenter{0};   ///< its middle, x and z
    Vec2d maskSize{100}; ///< metres along x and z; nothing grows outside; none if there is no mask
    friend bool operator==(const FoliageLayer&, const FoliageLayer&) = default;
};

enum class FoliageKind
{
    Mesh,
    Billboard ///< an upright picture that turns about the vertical axis to face the viewer
};

/// One kind of plant and the rules by which it is placed. Lengths in metres, angles in degrees.
struct FoliageType
{
    static constexpr std::string_view TypeName = "foliage_type";

    std::int64_t slot = 0; ///< 0 to 255: what the layer's instances call it; never changes
    FoliageKind kind = FoliageKind::Mesh;
    AssetPath mesh;           ///< of a Mesh
    AssetPath material;       ///< of a Billboard: its picture, with holes where alpha is low
    Vec2d size{2, 4};         ///< of a Billboard: width and height at scale 1
    int views = 1;            ///< of a Billboard: pictures side by side, one a plant
    double density = 1.0;     ///< plants a square metre that painting aims at
    double spacing = 0;       ///< least distance between two plants of this kind
    /// Planted at its whole density. If not, as in scenes from before there was a choice, it shares
    /// the ground with the other kinds that have none of their own.
    bool ownDensity = false;
    double weight = 1.0;      ///< its share among those
    bool uniformScale = true; ///< scaleMin.x to scaleMax.x for all axes
    Vec3d scaleMin{0.8};      ///< from 0.01 to 15
    Vec3d scaleMax{1.2};
    double offset = 0;         ///< up from the face; negative sinks it in
    bool alignToNormal = true; ///< its axis follows the face's normal
    double maxAngle = 180;     ///< by at most so much from upright; 180: also below ceilings
    bool randomYaw = true;
    double pitch = 0;    ///< leans by up to so much
    double slopeMin = 0; ///< of faces it grows on: 0 is level ground
    double slopeMax = 45;
    double heightMin = -WorldLimit; ///< of places it grows at
    double heightMax = WorldLimit;
    double heightFade = 0; ///< metres inside these heights over which it gets rare
    double lightMin = 0;   ///< from the nearest light
    double lightMax = 0;   ///< 0: however far
    EntityId path;         ///< an object or layer whose brushes are the path; null: no path counts
    double pathMin = 0;    ///< from the nearest of the path's brushes
    double pathMax = 0;    ///< 0: however far
    double walkMin = 0;    ///< from the ground that agents walk on
    double walkMax = 0;    ///< 0: however far
    bool outsidePlay = false;   ///< not on that ground
    std::string agent;          ///< whose ground; empty: the first one's
    std::string materials;      ///< it grows on, separated by commas; empty: on all
    EntityId onLayer;           ///< it grows on brushes of this layer alone; null: on all
    double fadeStart = 120;     ///< begins to shrink away at this distance
    double cullDistance = 150;  ///< not drawn farther away; 0: always drawn
    double detailDistance = 20; ///< full detail up to here, less with each doubling
    bool castShadows = true;
    bool collides = false;
    bool blocksNavmesh = false;
    double bodyRadius = 0; ///< see scene/foliage_body.h
    double bodyHeight = 0;
    double patchSize = 0;    ///< metres across; 0: it grows evenly
    double patchCover = 0.5; ///< share of the ground that patches cover, about
    double wind = 0;         ///< how far the tip sways
    std::int64_t seed = 1;
    friend bool operator==(const FoliageType&, const FoliageType&) = default;
};

/// The plants of a layer. Written by a codec of its own: the scene names count and hash, the
/// instances lie in a sidecar file beside it (serialization/foliage_file.h).
struct FoliagePlacement
{
    static constexpr std::string_view TypeName = "foliage_instances";

    std::shared_ptr<const FoliageInstances> instances; ///< null only in a default-made component
    /// Not 0: the scene names instances of this hash that could not be loaded. Kept, so that saving
    /// does not forget them.
    ContentHash missing = 0;

    friend bool operator==(const FoliagePlacement& a, const FoliagePlacement& b);
};

/// With the rules that billboards follow by themselves: upright, facing the viewer, no shadow.
[[nodiscard]] FoliageType withBillboardRules(FoliageType type);

void describe(TypeBuilder<FoliageLayer>& layer);
void describe(TypeBuilder<FoliageType>& type);
void describe(TypeBuilder<FoliagePlacement>& placement);

struct FoliageTypeEntry
{
    EntityId entity;
    FoliageType type; ///< with billboard rules
};

/// The kinds of a layer by ascending slot; of two with one slot the one with the lower id.
[[nodiscard]] std::vector<FoliageTypeEntry> foliageTypes(const World& world, EntityId layer);

/// As editors make one: with a density of its own.
[[nodiscard]] FoliageType newFoliageType(FoliageKind kind);

/// What its plants look like: of a mesh the model, of a billboard the material; empty: they cannot
/// be seen yet.
[[nodiscard]] const std::string& shapeOf(const FoliageType& type);

/// Of its density, the share that the kind is planted with along with `all`: 1 if it has one of its
/// own, else its weight among those of the mix. 0 for kinds without a shape, which are not planted
/// and take no share.
[[nodiscard]] double shareInMix(const FoliageType& type, std::span<const FoliageTypeEntry> all);

/// Whether the kind asks where agents walk.
[[nodiscard]] bool asksForGround(const FoliageType& type);

/// Entities with a FoliageLayer, by id.
[[nodiscard]] std::vector<EntityId> foliageLayers(const World& world);

/// The plants of a layer; never null.
[[nodiscard]] std::shared_ptr<const FoliageInstances> foliageOf(const World& world, EntityId layer);
} // namespace engine
