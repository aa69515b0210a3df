#include "engine_core/navigation/mesh/nav_tile_store.h"

#include <algorithm>

namespace engine
{
void NavTileStore::put(NavTilePtr tile)
{
    const auto inputs = tile->inputs;
    m_claims.erase(inputs);
    m_tiles.put(inputs, std::move(tile));
    if (m_tiles.size() <= m_most)
        return;
    m_tiles.trim();
    // What meshes hold stays; without room beside it every tile would trim again.
    m_most = std::max(m_most, 2 * m_tiles.size());
    std::erase_if(m_claims, [](const auto& claim) { return claim.second.expired(); });
}

void NavTileStore::claim(ContentHash inputs, std::weak_ptr<const void> work)
{
    m_claims[inputs] = std::move(work);
}

bool NavTileStore::isClaimed(ContentHash inputs) const
{
    const auto at = m_claims.find(inputs);
    return at != m_claims.end() && !at->second.expired();
}
} // namespace engine
