#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/base/result.h"
#include "engine_core/scene/components/navigation.h"

#include <string>
#include <vector>

namespace engine
{
/// An agent profile of a scene, by name.
struct NavProfile
{
    std::string name = "walker";
    NavAgent agent;
    EntityId entity; ///< null: the profile of scenes without one
};

/// The agents of the scene by ascending id; the one called "walker" if there are none.
[[nodiscard]] std::vector<NavProfile> navProfiles(const World& world);

/// The agent of that name, or the first one for an empty name. The error names those there are.
[[nodiscard]] Result<NavProfile> findNavProfile(const World& world, const std::string& name);

/// The settings of the scene.
[[nodiscard]] NavSettings navSettingsOf(const World& world);

/// All numbers that a build needs, with what was automatic worked out.
struct NavConfig
{
    NavProfile profile;
    double cellSize = 0.117;    ///< metres
    double cellHeight = 0.04;   ///< metres
    int tileCells = 96;         ///< cells along a side of a tile
    int radiusCells = 3;        ///< the agent's radius, rounded up
    int heightCells = 43;       ///< its height, rounded up
    int stepCells = 8;          ///< its step, rounded down
    double groundNormalY = 0.7; ///< of a face's normal; smaller is too steep
    NavPartition partition = NavPartition::Watershed;
    int minRegionCells = 37;
    int mergeRegionCells = 294;
    int maxEdgeCells = 102;
    double maxEdgeError = 1.3;   ///< cells
    double detailDistance = 0.7; ///< metres; 0: flat polygons
    double detailError = 0.04;   ///< metres

    [[nodiscard]] double tileSize() const { return cellSize * tileCells; } ///< metres

    /// Cells around a tile that its build looks at, too: what stands there takes part of it away.
    [[nodiscard]] int borderCells() const { return radiusCells + 3; }

    /// Of all numbers that change the mesh.
    [[nodiscard]] ContentHash hash() const;
};

/// An error if the numbers cannot go together, such as a cell that is bigger than the agent.
[[nodiscard]] Result<NavConfig> makeNavConfig(const NavProfile& profile,
                                              const NavSettings& settings);

/// What a metre of the area costs the agent; 0: it does not enter.
[[nodiscard]] double navCost(const NavAgent& agent, NavArea area);
} // namespace engine
