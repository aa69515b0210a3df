#pragma once

#include "editor/document/file_change.h"
#include "editor/operations/assets/asset_references.h"
#include "engine_core/assets/project/project.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace editor
{
namespace fs = engine::fs;

/// Files of a project under other names, with all other files that name them, as a part of a step.
/// In an order that leaves nothing in between, whenever the program ends: files get their new names
/// beside the old ones, then what refers to them is written, each file at once, then the old names
/// go.
class AssetChange final : public FileChange
{
public:
    /// A file that gets another name.
    struct Move
    {
        fs::path from;
        fs::path to;
    };

    /// A file that names others.
    struct Rewrite
    {
        fs::path before; ///< where it lies before
        fs::path after;  ///< and after, which is mostly the same
        FilePlace place; ///< the same below assets/; empty for scenes
        TextPatch patch;
    };

    /// What is to be done, as a worker has found it out.
    struct Plan
    {
        engine::Project project;
        AssetNames names;
        std::vector<Move> moves;
        std::vector<Rewrite> rewrites;
        bool isDeletion = false; ///< names are taken back by patches alone
        std::optional<std::string> replacement{}; ///< of what is deleted
    };

    /// The types outlive it.
    AssetChange(Plan plan, const engine::TypeRegistry& types);

    /// Any thread, before the first exchange(): does all but the open scene's own file and the end
    /// of the old names, so that exchange() is quick then. On an Error, also when it is cancelled,
    /// all is as it was.
    [[nodiscard]] engine::Result<void> prepare(const fs::path& scene, engine::JobControl& control);

    /// Takes prepare() back, if the step does not come about.
    void abandon();

    engine::Result<void> exchange(StepDirection direction, const fs::path& scene) override;

    [[nodiscard]] std::string whySceneStayed() const override { return m_whySceneStayed; }

    [[nodiscard]] const Plan& plan() const { return m_plan; }

    /// Called after each exchange() with the names that became others, but not of deletions; may be
    /// empty.
    std::function<void(const AssetNames& names)> exchanged;

    /// Called after each exchange() that deletes, with the names that are gone and what takes their
    /// place, if anything does; may be empty.
    std::function<void(const AssetNames& gone, const std::optional<std::string>& replacement)>
        deleted;

private:
    struct Done;

    engine::Result<void> write(StepDirection direction,
                               const fs::path& scene,
                               bool isSceneToo,
                               engine::JobControl* control);
    engine::Result<void>
    writeOne(StepDirection direction, const Rewrite& rewrite, const fs::path& scene);
    engine::Result<void> rewriteScene(StepDirection direction, const fs::path& scene);
    engine::Result<std::string>
    otherText(StepDirection direction, const Rewrite& rewrite, const std::string& text);
    void takeBack();
    void removeOld(StepDirection direction);
    void tellExchanged(StepDirection direction);

    Plan m_plan;
    const engine::TypeRegistry& m_types;
    std::shared_ptr<Done> m_done; ///< what takeBack() takes back
    bool m_isPrepared = false;
    engine::ContentHash m_sceneAfter = 0; ///< of the scene's file, as a deletion left it
    std::string m_whySceneStayed;
};
} // namespace editor
