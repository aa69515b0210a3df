#include "engine_core/navigation/mesh/nav_mesh.h"
#include "engine_core/navigation/mesh/nav_tile_builder.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <set>
#include <thread>

namespace engine
{
namespace
{
/// Adds what one tile is built from to the hash of all.
void addInputs(Hasher& hasher, TileCoord tile, ContentHash inputs)
{
    hasher.add(tile.x).add(tile.z).add(inputs);
}

unsigned usedThreads(unsigned wanted)
{
    return wanted > 0 ? wanted : std::max(std::thread::hardware_concurrency(), 1U);
}

/// Runs `work` on that many threads at once, this one included, and throws what one of them threw.
template <typename Work>
void onThreads(unsigned threads, const Work& work)
{
    std::mutex mutex;
    std::exception_ptr thrown;
    const auto guarded = [&] {
        try {
            work();
        } catch (...) {
            const std::lock_guard lock{mutex};
            thrown = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> workers;
        for (unsigned i = 1; i < threads; ++i)
            workers.emplace_back(guarded);
        guarded();
    }
    if (thrown)
        std::rethrow_exception(thrown);
}

} // namespace

std::vector<NavTilePtr> buildNavTiles(const NavConfig& config,
                                      const NavScene& scene,
                                      std::span<const TileCoord> coords,
                                      unsigned threads,
                                      JobControl& control,
                                      std::chrono::steady_clock::time_point until)
{
    const auto goesOn = [&] {
        return !control.isCancelled() && std::chrono::steady_clock::now() < until;
    };
    std::vector<NavTilePtr> tiles(coords.size());
    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> done{0};
    // Each tile has its place in the list, so who builds which does not matter.
    onThreads(usedThreads(threads), [&] {
        for (auto i = next++; i < coords.size() && goesOn(); i = next++) {
            tiles[i] = buildNavTile(gatherTile(config, scene, coords[i]));
            control.setProgress(static_cast<double>(++done) / static_cast<double>(coords.size()));
        }
    });
    return tiles;
}

Result<NavBuilt> buildNavMesh(const NavConfig& config,
                              const NavScene& scene,
                              const NavBuildOptions& options,
                              JobControl& control)
{
    const auto start = std::chrono::steady_clock::now();
    const auto coords = groundTiles(config, scene, &control);
    if (!coords)
        return coords.error();
    NavBuilt built{NavMesh{config}, {}};
    auto& report = built.report;
    report.threads = usedThreads(options.threads);
    auto tiles = buildNavTiles(config, scene, *coords, report.threads, control);
    if (control.isCancelled())
        return Error{"The navigation mesh was not built: it was cancelled"};
    Hasher inputs;
    for (const auto& tile : tiles) {
        if (tile->isGivenUp)
            return Error{"{}", tile->problem};
        addInputs(inputs, tile->coord, tile->inputs);
        report.tiles += tile->data.empty() ? 0U : 1U;
        if (!tile->problem.empty())
            report.problems.push_back(tile->problem);
    }
    if (auto set = built.mesh.setTiles(std::move(tiles)); !set)
        return set.error();
    report.inputs = inputs.result();
    report.trianglesIn = triangleCount(scene.all());
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return built;
}

Result<ContentHash>
hashOfInputs(const NavConfig& config, const NavScene& scene, const JobControl* control)
{
    const auto isCancelled = [control] {
        return control != nullptr && control->isCancelled();
    };
    const auto coords = groundTiles(config, scene, control);
    if (!coords)
        return coords.error();
    Hasher inputs;
    for (auto coord = coords->begin(); coord != coords->end() && !isCancelled(); ++coord)
        addInputs(inputs, *coord, gatherTile(config, scene, *coord).hash);
    if (isCancelled())
        return Error{"The level was not looked at: it was cancelled"};
    return inputs.result();
}

Result<ContentHash> hashOfInputs(const NavMesh& current, const NavScene& scene)
{
    const auto coords = groundTiles(current.config(), scene);
    if (!coords)
        return coords.error();
    Hasher inputs;
    for (const auto coord : *coords) {
        const auto tile = current.tiles().find(coord); // it need not have those without ground
        addInputs(inputs, coord,
                  tile != current.tiles().end() ? tile->second->inputs
                                                : gatherTile(current.config(), scene, coord).hash);
    }
    return inputs.result();
}

NavTileInputs NavTileInputs::of(const NavMesh& mesh)
{
    NavTileInputs built{mesh.config(), {}};
    for (const auto& [coord, tile] : mesh.tiles())
        built.tiles.emplace(coord, tile->inputs);
    return built;
}

Result<std::vector<TileCoord>>
staleTiles(const NavTileInputs& built, const NavScene& scene, const JobControl* control)
{
    const auto coords = groundTiles(built.config, scene, control);
    if (!coords)
        return coords.error();
    std::set<TileCoord> stale;
    for (const auto& [coord, inputs] : built.tiles)
        stale.insert(coord); // until it is found to be current
    for (const auto coord : *coords) {
        if (control != nullptr && control->isCancelled())
            break;
        const auto tile = built.tiles.find(coord);
        const auto input = gatherTile(built.config, scene, coord);
        const bool isCurrent =
            tile != built.tiles.end() ? tile->second == input.hash : input.isEmpty();
        if (isCurrent)
            stale.erase(coord);
        else
            stale.insert(coord);
    }
    return std::vector(stale.begin(), stale.end());
}

Result<std::vector<TileCoord>> staleTiles(const NavMesh& mesh, const NavScene& scene)
{
    return staleTiles(NavTileInputs::of(mesh), scene);
}
} // namespace engine
