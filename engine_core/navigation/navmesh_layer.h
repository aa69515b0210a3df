#pragma once

#include "engine_core/navigation/navmesh_system.h"

#include <chrono>

namespace engine
{
/// What belongs to one agent.
struct NavmeshSystem::Layer
{
    explicit Layer(NavConfig config) : mesh{std::move(config)} {}

    NavMesh mesh;
    std::set<TileCoord> dirty;
    std::set<TileCoord> building;
    std::set<TileCoord> forced; ///< built even if nothing changed
    std::string problem;
    std::chrono::steady_clock::time_point since;
    bool isTimed = false;
    bool isUnknown = true;   ///< a gathering finds out what is dirty
    bool wantsBuild = false; ///< asked for, also while not live
    double lastSeconds = 0;
    std::size_t lastTiles = 0;
    std::size_t tilesNow = 0;
};
} // namespace engine
