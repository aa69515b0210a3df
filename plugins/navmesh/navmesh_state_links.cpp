#include "editor/operations/navigation/navigation_operations.h"
#include "plugins/navmesh/navmesh_state.h"

#include <algorithm>
#include <utility>

/// How links are proposed and accepted.
namespace navmesh
{
using editor::MessageKind;

void NavmeshState::propose()
{
    const auto* current = mesh();
    // How far it jumps changes no mesh, so the mesh may not know of it.
    const auto profile = engine::findNavProfile(m_editor.document().world(), m_agent);
    const auto agent = profile ? profile->agent : engine::NavAgent{};
    if (current == nullptr || status().dirty > 0 || isProposing()) {
        m_editor.showMessage(MessageKind::Warning, "Build the navigation mesh first");
        return;
    }
    if (agent.jumpDistance <= 0 && agent.dropHeight <= agent.stepHeight &&
        agent.ladderHeight <= agent.stepHeight) {
        m_editor.showMessage(MessageKind::Warning,
                             "'" + m_agent +
                                 "' neither jumps nor drops nor climbs; set its jump distance, "
                                 "drop height or ladder height");
        return;
    }
    auto config = current->config();
    config.profile.agent = agent;
    auto found = std::make_shared<std::vector<engine::NavProposal>>();
    m_proposing = m_jobs.start(
        "Proposing links",
        [config, tiles = current->tileList(), scene = system().scene(),
         found](engine::JobControl& control) {
            engine::NavMesh copy{config};
            if (const auto set = copy.setTiles(*tiles); !set)
                return control.fail(set.error().message());
            *found = engine::proposeLinks(scene, copy, control);
        },
        [this, found, looked = m_editor.document().history().stateId()] {
            const auto control = std::exchange(m_proposing, nullptr);
            const bool isOld = looked != m_editor.document().history().stateId();
            if (const auto failure = control->failure()) {
                m_editor.showMessage(MessageKind::Error,
                                     "The links could not be looked for: " + *failure);
            } else if (!control->isCancelled()) {
                setProposals(std::move(*found));
                if (m_proposals.empty())
                    m_editor.showMessage(MessageKind::Info, "No link would save a detour");
                else if (isOld)
                    m_editor.showMessage(MessageKind::Info,
                                         "The level changed while links were looked for; some of "
                                         "them may not fit any more");
            }
            refresh();
        });
    changed();
}

void NavmeshState::setProposals(std::vector<engine::NavProposal> proposals)
{
    m_proposals = std::move(proposals);
    ++m_proposalCount;
}

void NavmeshState::accept(const std::vector<std::size_t>& chosen)
{
    std::vector<engine::NavProposal> taken, rest;
    for (std::size_t i = 0; i < m_proposals.size(); ++i) {
        const bool isChosen =
            chosen.empty() || std::find(chosen.begin(), chosen.end(), i) != chosen.end();
        (isChosen ? taken : rest).push_back(m_proposals[i]);
    }
    if (taken.empty())
        return;
    const auto done =
        m_editor.document().run(taken.size() == 1 ? "Add link" : "Add links",
                                [&](editor::Transaction& edit) -> engine::Result<void> {
                                    editor::addNavLinks(edit, taken);
                                    return {};
                                });
    if (!done) {
        m_editor.showMessage(MessageKind::Warning, done.error().message());
        return;
    }
    setProposals(std::move(rest));
    refresh();
}

void NavmeshState::dropProposals()
{
    if (m_proposing)
        m_proposing->cancel();
    setProposals({});
}
} // namespace navmesh
