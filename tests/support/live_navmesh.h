#pragma once

#include "engine_core/navigation/navmesh_system.h"
#include "engine_core/scene/components/scene_settings.h"
#include "tests/support/nav_fixture.h"

#include <chrono>
#include <string>
#include <thread>

namespace mapwright::test
{
/// A level with its system attached.
struct LiveLevel : NavFixture
{
    engine::NavmeshSystem system{{}, 2};

    LiveLevel()
    {
        world.addSystem(system);
        set(engine::SceneEntity, settings);
    }

    ~LiveLevel() { world.removeSystem(system); }

    [[nodiscard]] const engine::NavMesh& live()
    {
        system.finish();
        const auto* mesh = system.mesh("walker");
        ENGINE_EXPECT(mesh != nullptr);
        return *mesh;
    }
};

/// Lets workers begin with tiles.
inline void beginTiles(engine::NavmeshSystem& system, const std::string& agent)
{
    for (system.update(0); system.status(agent).building == 0 && system.status(agent).dirty > 0;
         system.update(0))
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
}

/// The first difference between a mesh and one that is built from nothing, polygon by polygon;
/// empty if there is none.
[[nodiscard]] inline std::string differenceFromFull(const engine::NavMesh& live,
                                                    const engine::World& world)
{
    engine::JobControl control;
    const auto full = engine::buildNavMesh(live.config(), engine::NavScene{world}, {1}, control);
    if (!full)
        return full.error().message();
    std::size_t withGround = 0;
    for (const auto& [coord, tile] : full->mesh.tiles()) {
        const auto mine = live.tiles().find(coord);
        const bool isSame =
            mine != live.tiles().end() ? mine->second->data == tile->data : tile->data.empty();
        if (!isSame)
            return fmt::format("tile {}, {} differs: {} instead of {} polygons", coord.x, coord.z,
                               mine != live.tiles().end() ? mine->second->polygons : 0,
                               tile->polygons);
        withGround += tile->data.empty() ? 0U : 1U;
    }
    for (const auto& [coord, tile] : live.tiles())
        if (!tile->data.empty() && !full->mesh.tiles().contains(coord))
            return fmt::format("tile {}, {} should be gone", coord.x, coord.z);
    // The same connections, too: the tiles are linked to each other anew with every exchange.
    const auto mine = live.polygons();
    const auto theirs = full->mesh.polygons();
    if (mine.size() != theirs.size())
        return "another number of polygons";
    for (std::size_t i = 0; i < mine.size(); ++i)
        if (mine[i].corners != theirs[i].corners || mine[i].area != theirs[i].area)
            return fmt::format("polygon {} differs", i);
    return {};
}
} // namespace mapwright::test
