#pragma once

#include "engine_core/base/derived_cache.h"
#include "engine_core/base/signal.h"
#include "engine_core/navigation/mesh/nav_tile.h"

#include <memory>
#include <unordered_map>

namespace engine
{
/// Tiles by the hash of their inputs, shared by systems whose worlds are nearly the same: the
/// edited and the played one. Each is built once for all of them, and undo finds the old ones.
/// Main thread only.
class NavTileStore
{
public:
    /// Null if nobody has built it yet.
    [[nodiscard]] NavTilePtr find(ContentHash inputs) const { return m_tiles.find(inputs); }

    /// Tiles that no mesh has any more are dropped now and then.
    void put(NavTilePtr tile);

    /// Somebody builds that tile for as long as `work` lives, whichever thread ends it.
    void claim(ContentHash inputs, std::weak_ptr<const void> work);

    void release(ContentHash inputs) { m_claims.erase(inputs); }

    [[nodiscard]] bool isClaimed(ContentHash inputs) const;

    /// Whoever waits for tiles of somebody else should look again.
    Signal<> changed;

private:
    DerivedCache<NavTile> m_tiles;
    std::size_t m_most = 4096; ///< tiles; then those that nobody uses go
    std::unordered_map<ContentHash, std::weak_ptr<const void>> m_claims;
};
} // namespace engine
