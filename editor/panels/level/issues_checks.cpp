#include "editor/panels/level/issues_panel.h"
#include "engine_core/assets/prefabs/prefab_checks.h"
#include "engine_core/assets/texture_checks.h"
#include "engine_core/scene/checks/level_checks.h"

#include <QLabel>

#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>

/// How the Issues dock has the level checked beside the editor.
namespace editor
{
using engine::Issue;

void IssuesPanel::startChecks()
{
    if (m_running)
        m_running->cancel();

    struct Check
    {
        engine::World world;
        std::vector<Issue> issues;
        std::vector<engine::AssetUse> uses;
    };

    const auto check = std::make_shared<Check>(Check{m_editor.document().world(), {}, {}});
    m_state->setText(tr("Checking..."));
    const auto control = std::make_shared<std::shared_ptr<engine::JobControl>>();
    *control = m_running = m_checks.start(
        "Check the level",
        [check, project = m_editor.assets().project(),
         known = &m_pictures](engine::JobControl& job) {
            check->issues = engine::checkLevel(check->world, &job);
            if (job.isCancelled())
                return;
            check->uses = engine::assetUses(check->world);
            const auto add = [&](std::vector<Issue> found) {
                std::move(found.begin(), found.end(), std::back_inserter(check->issues));
            };
            add(engine::findPictureProblems(check->uses, project, &job, known));
            add(engine::findPrefabProblems(check->world, project.assetFolder()));
        },
        [this, check, control] {
            if (*control != m_running || m_running->isCancelled())
                return;
            m_running = nullptr;
            m_checked = withFiles(check->world, check->uses, std::move(check->issues));
            takeResult();
        });
}

std::vector<Issue> IssuesPanel::withFiles(const engine::World& world,
                                          std::span<const engine::AssetUse> uses,
                                          std::vector<Issue> checked)
{
    auto found = m_editor.workspace().issues();
    // What reading the file has found stays until it is opened again; the checks say how it is now.
    std::set<std::pair<EntityId, std::string>> known;
    for (const auto& issue : found)
        known.emplace(issue.entity, issue.message);
    const engine::CheckContext context{world, m_editor.assets(), m_editor.document().path()};
    const auto files = engine::checkScene(context, uses);
    checked.insert(checked.begin(), files.begin(), files.end());
    for (auto& issue : checked)
        if (!known.contains({issue.entity, issue.message}))
            found.push_back(std::move(issue));
    return found;
}
} // namespace editor
