#include "engine_core/navigation/mesh/navmesh_layer.h"

#include <algorithm>

/// Meshes that a NavmeshSystem has ready for the next one that begins with its own: to join
/// thousands of tiles takes longer than a picture.
namespace engine
{
namespace
{
bool isMadeOf(const NavMesh& mesh, const std::vector<NavTilePtr>& tiles)
{
    return std::equal(
        mesh.tiles().begin(), mesh.tiles().end(), tiles.begin(), tiles.end(),
        [](const auto& there, const NavTilePtr& tile) { return there.second == tile; });
}
} // namespace

void NavmeshSystem::makeSpares()
{
    for (const auto& [name, layer] : m_layers) {
        const bool isAtRest = layer->dirty.empty() && layer->building.empty();
        if (!isAtRest || layer->isSpareMade || layer->mesh.tiles().empty() || layer->hasSpare())
            continue;
        layer->spare.reset();
        layer->isSpareMade = true;
        startSpare(name, *layer);
    }
}

void NavmeshSystem::startSpare(const std::string& name, const Layer& layer)
{
    const auto made = std::make_shared<std::optional<NavMesh>>();
    const auto tiles = layer.mesh.tileList();
    m_jobs.start(
        "Navigation mesh for games",
        [made, tiles, config = layer.mesh.config()](JobControl&) {
            NavMesh mesh{config};
            if (mesh.setTiles(*tiles))
                *made = std::move(mesh);
        },
        [this, name, made, tiles] {
            auto* now = find(name); // perhaps another one by now
            if (now == nullptr)
                return;
            now->isSpareMade = false;
            if (*made && isMadeOf(now->mesh, *tiles) &&
                (*made)->config().hash() == now->mesh.config().hash())
                now->keepSpare(*std::move(*made));
        });
}

bool NavmeshSystem::beginWith(Layer& layer, Layer& from)
{
    if (!from.hasSpare())
        return static_cast<bool>(layer.mesh.setTiles(*from.mesh.tileList()));
    layer.mesh = *std::exchange(from.spare, std::nullopt);
    layer.mesh.setAgent(from.mesh.config().profile.agent);
    return true;
}
} // namespace engine
