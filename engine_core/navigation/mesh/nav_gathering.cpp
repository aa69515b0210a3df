#include "engine_core/navigation/mesh/nav_gathering.h"

#include <chrono>

namespace engine
{
NavGathering gatherNavigation(const World& world,
                              const std::vector<NavTileInputs>& meshes,
                              const std::vector<EntityId>& without,
                              const JobControl& control)
{
    NavGathering found{NavScene{world, &control}, {}, {}};
    for (const auto entity : without)
        found.scene.hide(entity);
    for (const auto& mesh : meshes)
        if (!control.isCancelled())
            found.stale.emplace(mesh.config.profile.name, staleTiles(mesh, found.scene, &control));
    return found;
}

void buildAhead(NavGathering& found,
                const std::vector<NavConfig>& agents,
                unsigned threads,
                JobControl& control)
{
    constexpr std::chrono::milliseconds Most{400};
    const auto until = std::chrono::steady_clock::now() + Most;
    for (const auto& config : agents) {
        const auto stale = found.stale.find(config.profile.name);
        if (stale == found.stale.end() || !stale->second)
            continue;
        auto tiles = buildNavTiles(config, found.scene, *stale->second, threads, control, until);
        std::erase(tiles, nullptr);
        found.built[config.profile.name] = std::move(tiles);
    }
}
} // namespace engine
