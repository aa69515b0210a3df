#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/navigation/mesh/nav_mesh.h"

#include <map>
#include <string>
#include <vector>

namespace engine
{
/// A level as navigation sees it, and what of meshes does not show it.
struct NavGathering
{
    NavScene scene;
    std::map<std::string, Result<std::vector<TileCoord>>> stale; ///< tiles, by agent
    std::map<std::string, std::vector<NavTilePtr>> built;        ///< of these, by buildAhead()
};

/// Takes in a whole level, but for what those entities themselves have. Any thread, with a world of
/// its own (WorldSnapshot). Not complete after a cancel.
[[nodiscard]] NavGathering gatherNavigation(const World& world,
                                            const std::vector<NavTileInputs>& meshes,
                                            const std::vector<EntityId>& without,
                                            const JobControl& control);

/// Builds stale tiles of these agents on so many threads, for some tenths of a second: what is
/// small is done at once, without anybody who would have to hand out the tiles. After a cancel only
/// some.
void buildAhead(NavGathering& found,
                const std::vector<NavConfig>& agents,
                unsigned threads,
                JobControl& control);
} // namespace engine
