#include "engine_core/navigation/mesh/nav_config.h"

#include "engine_core/scene/checks/agent_names.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/world/world.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr int UsualTileCells = 96;
constexpr int LeastTileCells = 16;
constexpr double LeastCell = 0.01;  ///< metres
constexpr double MostAutomatic = 8; ///< cells in a radius
/// Recast keeps the room above a place in a byte.
constexpr double MostHeightCells = 240;
constexpr int MostRadiusCells = 60;
constexpr double Rounding = 1e-6; ///< so that a radius of three cells is 3 and not 4

int roundedUp(double value)
{
    return static_cast<int>(std::ceil(value - Rounding));
}

int roundedDown(double value)
{
    return static_cast<int>(std::floor(value + Rounding));
}

/// Ground is a ledge where the places beside it, two cells apart, differ by more than a step, so
/// cells are small enough for the steepest ramp of the agent; within reason, for small steps.
double automaticCell(const NavAgent& agent)
{
    const double usual = agent.radius / 3;
    const double rise = std::tan(radians(agent.maxSlope));
    if (agent.stepHeight <= 0 || rise <= 0)
        return usual;
    return std::min(usual, std::max(agent.stepHeight / (2 * rise), agent.radius / MostAutomatic));
}

double cellSizeOf(const NavAgent& agent, const NavSettings& settings)
{
    return std::max(settings.cellSize > 0 ? settings.cellSize : automaticCell(agent), LeastCell);
}

/// Steps are measured in whole cell heights, so an eighth of the step is how exact they are.
double cellHeightOf(const NavAgent& agent, const NavSettings& settings, double cellSize)
{
    const double wanted = settings.cellHeight > 0 ? settings.cellHeight
                          : agent.stepHeight > 0  ? std::min(agent.stepHeight / 8, cellSize)
                                                  : cellSize / 4;
    return std::max({wanted, LeastCell, agent.height / MostHeightCells});
}
} // namespace

std::vector<NavProfile> navProfiles(const World& world)
{
    std::vector<NavProfile> all;
    world.forEach<NavAgent>([&](EntityId entity, const NavAgent& agent) {
        all.push_back({agentNameOf(world, entity), agent, entity});
    });
    if (all.empty())
        all.emplace_back();
    return all;
}

Result<NavProfile> findNavProfile(const World& world, const std::string& name)
{
    const auto all = navProfiles(world);
    if (name.empty())
        return all.front();
    std::string names;
    for (const auto& profile : all) {
        if (profile.name == name)
            return profile;
        names += (names.empty() ? "'" : ", '") + profile.name + "'";
    }
    return Error{"The scene has no agent '{}', but {}", name, names};
}

NavSettings navSettingsOf(const World& world)
{
    const auto* settings = world.get<NavSettings>(SceneEntity);
    return settings != nullptr ? *settings : NavSettings{};
}

ContentHash NavConfig::hash() const
{
    const auto& agent = profile.agent;
    return Hasher{}
        .add(agent.radius)
        .add(agent.height)
        .add(agent.stepHeight)
        .add(std::string_view{profile.name})
        .add(cellSize)
        .add(cellHeight)
        .add(tileCells)
        .add(groundNormalY)
        .add(partition)
        .add(minRegionCells)
        .add(mergeRegionCells)
        .add(maxEdgeCells)
        .add(maxEdgeError)
        .add(detailDistance)
        .add(detailError)
        .result();
}

Result<NavConfig> makeNavConfig(const NavProfile& profile, const NavSettings& settings)
{
    const auto& agent = profile.agent;
    NavConfig config;
    config.profile = profile;
    config.cellSize = cellSizeOf(agent, settings);
    config.cellHeight = cellHeightOf(agent, settings, config.cellSize);
    const double cell = config.cellSize;
    if (cell > 2 * agent.radius)
        return Error{"A cell of {} m is wider than the agent '{}' with a radius of {} m", cell,
                     profile.name, agent.radius};
    if (agent.radius / cell > MostRadiusCells)
        return Error{"A cell of {} m is too small for the agent '{}' with a radius of {} m; take "
                     "{:.2f} m or more",
                     cell, profile.name, agent.radius, agent.radius / MostRadiusCells};
    config.tileCells =
        settings.tileSize > 0 ? std::max(settings.tileSize, LeastTileCells) : UsualTileCells;
    config.radiusCells = roundedUp(agent.radius / cell);
    config.heightCells = std::max(roundedUp(agent.height / config.cellHeight), 3);
    config.stepCells = roundedDown(agent.stepHeight / config.cellHeight);
    config.groundNormalY = std::cos(radians(agent.maxSlope)) - Rounding;
    config.partition = settings.partition;
    config.minRegionCells = roundedUp(settings.minRegionArea / (cell * cell));
    config.mergeRegionCells = roundedUp(settings.mergeRegionArea / (cell * cell));
    config.maxEdgeCells = roundedDown(settings.maxEdgeLength / cell);
    config.maxEdgeError = settings.maxEdgeError;
    // Samples nearer than a cell to each other would find nothing new (Recast asks for 0.9).
    config.detailDistance = settings.detailDistance < 0.9 ? 0 : settings.detailDistance * cell;
    config.detailError = settings.detailError * config.cellHeight;
    return config;
}

double navCost(const NavAgent& agent, NavArea area)
{
    const auto atLeastOne = [](double cost) {
        return cost > 0 ? std::max(cost, 1.0) : 0.0; // less would make the search miss best ways
    };
    switch (area) {
    case NavArea::Ground:
        return atLeastOne(agent.groundCost);
    case NavArea::Grass:
        return atLeastOne(agent.grassCost);
    case NavArea::Water:
        return atLeastOne(agent.waterCost);
    case NavArea::Door:
        return atLeastOne(agent.doorCost);
    case NavArea::Jump:
        return atLeastOne(agent.jumpCost);
    case NavArea::Blocked:
        break;
    }
    return 0;
}
} // namespace engine
