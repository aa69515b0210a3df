#pragma once

#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/lighting/model_shapes.h"
#include "engine_core/scene/foliage/foliage_pose.h"
#include "engine_core/scene/light/lightmap.h"

#include <memory>
#include <vector>

namespace engine
{
class MeshSource;
class World;

/// Plants of one kind in one cell that throw shadows in a bake. Billboards never do.
struct BakePlants
{
    std::shared_ptr<const MeshShape> mesh;
    std::vector<FoliagePose> poses; ///< in the order of the cell's instances
    Aabb bounds;                    ///< world space
    ContentHash hash = 0;           ///< of model and poses
};

/// Of all foliage that is not left out; in an order that depends on nothing but the level. Main
/// thread, as the source.
[[nodiscard]] std::vector<BakePlants> collectBakePlants(const World& world,
                                                        const MeshSource& source);

/// Adds the models of plants that throw shadows. Main thread, as the source.
void addPlantShapes(const World& world, const MeshSource& source, ModelShapes& shapes);

/// Boxes in which the plants that throw shadows are not the same in both worlds, let light through
/// in other places than `leaves` says of their materials, or have other models than `shapes` says;
/// somewhat larger than they need be. Costs the cells that differ.
[[nodiscard]] std::vector<Aabb> changedShadows(const World& before,
                                               const World& after,
                                               const MeshSource& source,
                                               const LeafHashes& leaves = {},
                                               const ModelShapes& shapes = {});
} // namespace engine
