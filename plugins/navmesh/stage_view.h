#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/navigation/mesh/nav_stages.h"
#include "engine_core/navigation/mesh/navmesh_system.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace navmesh
{
/// Pictures of one stage of the build of some tiles, made on a worker, and anew when a tile
/// changes. Main thread only.
class StageView
{
public:
    /// `wake` is called from a worker: deliver() has something to do.
    explicit StageView(std::function<void()> wake);
    ~StageView();

    static constexpr std::size_t MostTiles = 64; ///< shown at once; more nobody can tell apart

    [[nodiscard]] std::optional<engine::NavStage> stage() const { return m_stage; }

    /// Nothing: no stage is shown.
    void show(std::optional<engine::NavStage> stage, std::set<engine::TileCoord> tiles);

    /// Begins to draw what is not up to date.
    void follow(engine::NavmeshSystem& system, const std::string& agent);

    /// Takes what the worker drew; whether there was something new.
    bool deliver();

    void draw(engine::DebugDraw& draw) const;

private:
    struct Picture
    {
        engine::ContentHash inputs = 0;
        std::shared_ptr<const engine::DebugDraw> picture;
    };

    std::optional<engine::NavStage> m_stage;
    std::set<engine::TileCoord> m_tiles;
    std::map<engine::TileCoord, Picture> m_pictures;
    std::shared_ptr<engine::JobControl> m_job;
    std::uint64_t m_serial = 0; ///< of the choice that a job draws
    bool m_isNew = false;
    engine::JobQueue m_jobs; ///< last, so that its worker ends first
};
} // namespace navmesh
