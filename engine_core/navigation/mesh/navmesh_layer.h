#pragma once

#include "engine_core/navigation/mesh/navmesh_system.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

namespace engine
{
/// What belongs to one agent.
struct NavmeshSystem::Layer
{
    explicit Layer(NavConfig config) : mesh{std::move(config)} {}

    /// A tile that the mesh has from now on; on an error it has none there.
    Result<void> put(const NavTilePtr& tile)
    {
        auto done = mesh.setTile(tile);
        if (done)
            noteProblem(*tile);
        else
            troubled.erase(tile->coord);
        return done;
    }

    void remove(TileCoord tile)
    {
        mesh.removeTile(tile);
        failed.erase(tile);
        troubled.erase(tile);
    }

    /// Another mesh, of which no tile has failed yet.
    void exchange(NavMesh other)
    {
        mesh = std::move(other);
        spare.reset();
        failed.clear();
        troubled.clear();
        for (const auto& [coord, tile] : mesh.tiles())
            noteProblem(*tile);
    }

    [[nodiscard]] bool hasSpare() const { return spare && spareRevision == mesh.revision(); }

    void keepSpare(NavMesh equal)
    {
        spare = std::move(equal);
        spareRevision = mesh.revision();
    }

    /// Of how long the next tiles take together; goes on if it runs.
    void startClock()
    {
        if (std::exchange(isTimed, true))
            return;
        since = std::chrono::steady_clock::now();
        tilesNow = 0;
    }

    void noteProblem(const NavTile& tile)
    {
        failed.erase(tile.coord);
        if (tile.problem.empty())
            troubled.erase(tile.coord);
        else
            troubled[tile.coord] = tile.problem;
    }

    /// Whether a try with just that input was given up.
    [[nodiscard]] bool hasFailed(const NavTileInput& input) const
    {
        const auto at = failed.find(input.tile);
        return at != failed.end() && at->second->inputs == input.hash;
    }

    NavMesh mesh;
    std::optional<NavMesh> spare;              ///< equal to it as it was then, see makeSpares()
    std::uint64_t spareRevision = 0;           ///< of the mesh
    bool isSpareMade = false;                  ///< now, by a worker
    std::map<TileCoord, NavTilePtr> failed;    ///< given up; the mesh has what was there before
    std::map<TileCoord, std::string> troubled; ///< problems of tiles that the mesh has
    std::set<TileCoord> dirty;
    std::set<TileCoord> building;
    std::set<TileCoord> forced;  ///< built even if nothing changed
    std::string settingsProblem; ///< why the agent's settings allow no mesh, as they are now
    std::string problem;         ///< of the level with the settings of the mesh
    std::chrono::steady_clock::time_point since;
    bool isTimed = false;
    bool isUnknown = true;   ///< a gathering finds out what is dirty
    bool wantsBuild = false; ///< asked for, also while not live
    double lastSeconds = 0;
    std::size_t lastTiles = 0;
    std::size_t tilesNow = 0;
};
} // namespace engine
