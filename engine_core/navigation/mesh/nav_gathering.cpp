#include "engine_core/navigation/mesh/nav_gathering.h"

namespace engine
{
NavGathering gatherNavigation(const World& world,
                              const std::vector<NavTileInputs>& meshes,
                              const std::vector<EntityId>& without,
                              const JobControl& control)
{
    NavGathering found{NavScene{world, &control}, {}};
    for (const auto entity : without)
        found.scene.hide(entity);
    for (const auto& mesh : meshes)
        if (!control.isCancelled())
            found.stale.emplace(mesh.config.profile.name, staleTiles(mesh, found.scene, &control));
    return found;
}
} // namespace engine
