#pragma once

#include "engine_core/navigation/mesh/nav_tile.h"

struct rcHeightfield;
struct rcCompactHeightfield;
struct rcContourSet;
struct rcPolyMesh;
struct rcPolyMeshDetail;

namespace engine
{
/// Sees what a build of a tile goes through; what it is shown lives during the call only.
class NavStageWatcher
{
public:
    virtual ~NavStageWatcher() = default;

    /// The solids as columns, counted from `origin`, with the tile's border.
    virtual void seeHeights(const rcHeightfield& field, const Vec3d& origin) = 0;

    /// All that is made of the open space above them, in world space.
    virtual void seeGround(const rcCompactHeightfield& space,
                           const rcContourSet& contours,
                           const rcPolyMesh& polygons,
                           const rcPolyMeshDetail& detail) = 0;
};

/// buildNavTile(), with somebody who looks on.
[[nodiscard]] NavTilePtr buildNavTile(const NavTileInput& input, NavStageWatcher* watcher);
} // namespace engine
