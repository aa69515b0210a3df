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
};

/// Takes in a whole level, but for what those entities themselves have. Any thread, with a world of
/// its own (WorldSnapshot). Not complete after a cancel.
[[nodiscard]] NavGathering gatherNavigation(const World& world,
                                            const std::vector<NavTileInputs>& meshes,
                                            const std::vector<EntityId>& without,
                                            const JobControl& control);
} // namespace engine
