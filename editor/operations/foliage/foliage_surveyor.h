#pragma once

#include "engine_core/assets/project/asset_database.h"
#include "engine_core/base/jobs.h"
#include "engine_core/foliage/foliage_survey.h"
#include "engine_core/navigation/mesh/nav_mesh.h"
#include "engine_core/scene/world/world_snapshot.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace editor
{
/// What the rules of some foliage ask for beyond the world, taken on the main thread; by value, for
/// a worker.
struct SurveyRequest
{
    std::set<std::string> agents;                       ///< whose ground is asked for
    std::shared_ptr<const engine::WorldSnapshot> level; ///< null if no ground is asked for
    std::map<std::string, engine::fs::path> pictures;   ///< by the path that the layers name
    std::vector<std::string> problems; ///< why something cannot be had, as sentences

    /// Nothing is asked for.
    [[nodiscard]] bool isEmpty() const
    {
        return agents.empty() && pictures.empty() && problems.empty();
    }
};

/// Tells the assets of the project, null if there are none; asked only where a picture is named.
using AssetsOf = std::function<engine::AssetDatabase*()>;

/// Of the layers' kinds. Main thread.
[[nodiscard]] SurveyRequest requestSurvey(const engine::World& world,
                                          std::span<const engine::EntityId> layers,
                                          const AssetsOf& assets);

/// Whether the layers' kinds ask for ground, and models are still being read that may change it:
/// requestSurvey() would wait for them. Main thread.
[[nodiscard]] bool awaitsModels(const engine::World& world,
                                std::span<const engine::EntityId> layers);

struct Surveyed
{
    engine::FoliageSurvey survey;
    std::vector<std::string> problems; ///< why something of it is missing, as sentences
};

/// Finds what rules ask for: the ground that agents walk on, as the level without its plants gives
/// it (so that plants which block agents do not push each other about, and the same level always
/// gives the same plants), and the pictures of masks. Keeps the tiles and pictures that it has
/// made, so that after an edit it costs what changed. Any thread, one at a time.
class FoliageSurveyor
{
public:
    /// `world`: the one of the request, or a copy. What was found so far if cancelled.
    [[nodiscard]] Surveyed
    survey(const engine::World& world, const SurveyRequest& request, engine::JobControl& control);

private:
    engine::Result<std::shared_ptr<const engine::WalkableGround>>
    walk(const engine::World& world,
         const engine::NavScene& scene,
         const std::string& agent,
         engine::JobControl& control);
    engine::Result<std::shared_ptr<const engine::DensityPicture>>
    picture(const engine::fs::path& file);

    struct Picture
    {
        engine::fs::file_time_type time;
        std::shared_ptr<const engine::DensityPicture> picture;
    };

    std::mutex m_mutex;
    std::unordered_map<engine::ContentHash, engine::NavTilePtr> m_tiles; ///< by their inputs
    std::map<engine::fs::path, Picture> m_pictures;
};

/// Both at once, for those who may wait.
[[nodiscard]] Surveyed surveyFoliage(const engine::World& world,
                                     engine::EntityId layer,
                                     const AssetsOf& assets,
                                     engine::JobControl& control);

/// Where walkable ground may have changed with something in the box, for the agents that the
/// layer's kinds ask about: whole tiles of their meshes. Empty if they ask for none.
[[nodiscard]] engine::Aabb
walkableChange(const engine::World& world, engine::EntityId layer, const engine::Aabb& box);
} // namespace editor
