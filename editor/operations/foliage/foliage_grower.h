#pragma once

#include "editor/document/document.h"
#include "editor/operations/foliage/foliage_surveyor.h"
#include "engine_core/base/jobs.h"
#include "engine_core/scene/checks/issue.h"
#include "engine_core/scene/components/foliage.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace editor
{
/// Lets foliage that grows by rule follow the document. What a step may have touched is grown anew
/// on a worker, over a copy of the world, and becomes a part of that step: one undo takes back
/// both. If the document goes on meanwhile, the work is done again for what it has become. A state
/// that was left before its plants had grown is grown when undo or redo comes back to it. Where too
/// much would grow at once the whole layer stays as it is, until a step makes it less. What asks
/// for walkable ground grows once all models are there. Main thread.
class FoliageGrower
{
public:
    /// Both outlive it. `assets` tells those of the project, for the pictures of masks.
    FoliageGrower(Document& document, engine::JobQueue& jobs, AssetsOf assets = {});
    ~FoliageGrower(); ///< cancels what runs

    FoliageGrower(const FoliageGrower&) = delete;
    FoliageGrower& operator=(const FoliageGrower&) = delete;

    /// From the main loop: publishes what has grown and starts what is due, unless a drag is under
    /// way.
    void update();

    /// Something is due for the state that the document is in.
    [[nodiscard]] bool isBusy() const;

    /// The layers of this state in which too much would grow, for the Issues dock.
    [[nodiscard]] std::vector<engine::Issue> issues() const;

    engine::Signal<> issuesChanged;

private:
    /// What to grow anew in a layer.
    struct Due
    {
        engine::Aabb region;
        std::set<EntityId> models{}; ///< something may have stood in for them in `region`
        /// Why it has not grown, as a sentence; empty if it is still to be tried. Too much would
        /// grow, and no step since then has touched it.
        std::string refusal{};
    };

    using DueLayers = std::map<EntityId, Due>;

    struct Grown
    {
        std::uint64_t state = 0;
        std::vector<std::pair<EntityId, std::shared_ptr<const engine::FoliageInstances>>> layers;
        std::vector<std::string> problems;       ///< why rules could not be followed, as sentences
        std::map<EntityId, std::string> refused; ///< why too much would grow in a layer
    };

    void note(const engine::ChangeSet& changes);
    void follow(const DocumentStep& step);
    void start();
    void finish(const std::shared_ptr<Grown>& grown);
    void tell(const std::vector<std::string>& problems);
    void publish(const Grown& grown);
    [[nodiscard]] engine::Aabb wholeRegion(EntityId layer, const Due& due) const;
    void forgetTried(std::uint64_t state);
    void tellIssues();

    Document& m_document;
    engine::JobQueue& m_jobs;
    AssetsOf m_assets;
    std::shared_ptr<FoliageSurveyor> m_surveyor = std::make_shared<FoliageSurveyor>();
    std::uint64_t m_state = 0;
    DueLayers m_fresh;                        ///< of the step that is just being told
    std::map<std::uint64_t, DueLayers> m_due; ///< by state
    std::shared_ptr<engine::JobControl> m_job;
    std::optional<Grown> m_ready;
    std::set<std::string> m_told; ///< what growth found missing
    bool m_hasIssues = false;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
    engine::Connections m_connections;
};
} // namespace editor
