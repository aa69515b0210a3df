#include "engine_core/lighting/model_shapes.h"

#include "engine_core/lighting/bake_plants.h"
#include "engine_core/lighting/lit_part.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/spatial/mesh_source.h"
#include "engine_core/scene/world/world.h"

namespace engine
{
ModelShapes modelShapesOf(const World& world, const MeshSource& models)
{
    ModelShapes shapes;
    world.forEach<MeshInstance>([&](EntityId entity, const MeshInstance&) {
        const auto model = litPartOf(world, entity).model;
        if (!model.empty() && !shapes.contains(model))
            shapes[model] = models.mesh(model)->hash();
    });
    addPlantShapes(world, models, shapes);
    return shapes;
}
} // namespace engine
