#include "plugins/navmesh/navmesh_state.h"

#include "editor/operations/navigation_operations.h"
#include "engine_core/navigation/nav_file.h"
#include "plugins/navmesh/navmesh_overlay.h"

#include <algorithm>

namespace navmesh
{
using editor::MessageKind;

NavmeshState::NavmeshState(editor::EditorApi& editor, std::function<void()> wake)
    : m_editor{editor}, m_wake{wake}, m_system{wake}, m_jobs{1, std::move(wake)}
{
    auto& document = editor.document();
    document.worldForSystems().addSystem(m_system);
    m_connections += m_system.changed.connect([this](const std::string& agent) {
        if (agent == m_agent)
            refresh();
    });
    m_connections += document.changed.connect([this](const engine::ChangeSet& changes) {
        if (changes.kind == engine::ChangeKind::Final)
            m_wake(); // later, when everybody has heard of the change
    });
    m_connections += document.reset.connect([this] { openScene(); });
    openScene();
}

NavmeshState::~NavmeshState()
{
    m_editor.document().worldForSystems().removeSystem(m_system);
}

/// A mesh that lies beside the scene is taken at once; what of it is old gets built anew.
void NavmeshState::openScene()
{
    auto& document = m_editor.document();
    const auto profiles = engine::navProfiles(document.world());
    for (const auto& profile : profiles)
        m_system.drop(profile.name);
    m_system.drop(m_agent);
    dropProposals();
    m_agent = profiles.front().name;
    m_islandsOf.reset();
    std::error_code ignored;
    for (const auto& profile : profiles) {
        const auto file = engine::navMeshFileOf(document.path(), profile.name);
        if (document.path().empty() || !engine::fs::is_regular_file(file, ignored))
            continue;
        const auto config = engine::makeNavConfig(profile, engine::navSettingsOf(document.world()));
        if (!config)
            continue;
        auto stored = engine::loadNavMesh(file, *config);
        if (stored)
            m_system.adopt(std::move((*stored).mesh));
        else
            m_editor.showMessage(MessageKind::Warning, stored.error().message());
    }
    refresh();
    m_wake();
}

void NavmeshState::update()
{
    m_jobs.deliver();
    m_system.update(0);
    const auto profiles = engine::navProfiles(m_editor.document().world());
    const bool isThere = std::any_of(profiles.begin(), profiles.end(),
                                     [&](const auto& profile) { return profile.name == m_agent; });
    if (!isThere)
        m_agent = profiles.front().name;
    refresh();
}

/// Most edits leave the mesh as it is, and then its islands, too.
void NavmeshState::refreshIslands()
{
    const auto* current = mesh();
    const auto wanted = current != nullptr
                            ? std::optional{std::pair{current->revision(), current->contentHash()}}
                            : std::nullopt;
    if (m_islandsOf == wanted)
        return;
    m_islandsOf = wanted;
    m_islands = current != nullptr ? engine::NavIslands{*current} : engine::NavIslands{};
}

void NavmeshState::refresh()
{
    // While many tiles come in one after the other the sums wait for the last one.
    const bool isBusy = status().building > 0;
    if (!isBusy || !m_wasBusy) {
        const auto* current = mesh();
        refreshIslands();
        m_home = current != nullptr
                     ? engine::homeIsland(m_editor.document().world(), *current, m_islands)
                     : 0;
        m_checks = current != nullptr ? engine::runNavChecks(m_editor.document().world(), *current)
                                      : std::vector<engine::NavCheckOutcome>{};
    }
    m_wasBusy = isBusy;
    m_hasPicture = false;
    m_editor.updateViews();
    changed();
}

void NavmeshState::setAgent(const std::string& name)
{
    m_agent = name;
    m_islandsOf.reset();
    m_wasBusy = false;
    dropProposals();
    refresh();
}

void NavmeshState::build()
{
    if (const auto done = m_system.build(m_agent); !done)
        m_editor.showMessage(MessageKind::Warning, done.error().message());
    update();
}

void NavmeshState::buildTiles(const std::set<engine::TileCoord>& tiles)
{
    m_system.buildTiles(m_agent, tiles);
    update();
}

void NavmeshState::cancel()
{
    m_system.cancel();
    if (m_proposing)
        m_proposing->cancel();
    update();
}

void NavmeshState::setLive(bool isLive)
{
    m_system.setLive(isLive);
    update();
}

void NavmeshState::propose()
{
    const auto* current = mesh();
    const auto& agent = current != nullptr ? current->config().profile.agent : engine::NavAgent{};
    if (current == nullptr || status().dirty > 0 || isProposing()) {
        m_editor.showMessage(MessageKind::Warning, "Build the navigation mesh first");
        return;
    }
    if (agent.jumpDistance <= 0 && agent.dropHeight <= agent.stepHeight) {
        m_editor.showMessage(MessageKind::Warning,
                             "'" + m_agent +
                                 "' neither jumps nor drops; set its jump distance or "
                                 "drop height");
        return;
    }
    std::vector<engine::NavTilePtr> tiles;
    for (const auto& [coord, tile] : current->tiles())
        tiles.push_back(tile);
    auto found = std::make_shared<std::vector<engine::NavProposal>>();
    m_proposing = m_jobs.start(
        "Proposing links",
        [config = current->config(), tiles, scene = m_system.scene(),
         found](engine::JobControl& control) {
            engine::NavMesh copy{config};
            if (copy.setTiles(tiles))
                *found = engine::proposeLinks(scene, copy, control);
        },
        [this, found] {
            const auto control = std::exchange(m_proposing, nullptr);
            if (!control->isCancelled())
                m_proposals = std::move(*found);
            if (m_proposals.empty() && !control->isCancelled())
                m_editor.showMessage(MessageKind::Info, "No link would save a detour");
            refresh();
        });
    changed();
}

void NavmeshState::accept(std::vector<std::size_t> chosen)
{
    if (chosen.empty())
        for (std::size_t i = 0; i < m_proposals.size(); ++i)
            chosen.push_back(i);
    std::vector<engine::NavProposal> taken;
    for (const auto index : chosen)
        taken.push_back(m_proposals.at(index));
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
    std::vector<engine::NavProposal> rest;
    for (std::size_t i = 0; i < m_proposals.size(); ++i)
        if (std::find(chosen.begin(), chosen.end(), i) == chosen.end())
            rest.push_back(m_proposals[i]);
    m_proposals = std::move(rest);
    refresh();
}

void NavmeshState::dropProposals()
{
    if (m_proposing)
        m_proposing->cancel();
    m_proposals.clear();
}

void NavmeshState::save()
{
    const auto& scene = m_editor.document().path();
    const auto* current = mesh();
    if (current == nullptr || scene.empty()) {
        m_editor.showMessage(MessageKind::Warning,
                             scene.empty() ? "Save the scene first: the mesh lies beside it"
                                           : "Build the navigation mesh first");
        return;
    }
    const auto inputs = engine::hashOfInputs(current->config(), m_system.scene());
    if (!inputs || status().dirty > 0) {
        m_editor.showMessage(MessageKind::Warning,
                             "The navigation mesh is older than the level; build it first");
        return;
    }
    const auto file = engine::navMeshFileOf(scene, m_agent);
    if (const auto saved = engine::saveNavMesh(*current, *inputs, file); !saved)
        m_editor.showMessage(MessageKind::Error, saved.error().message());
    else
        m_editor.showMessage(MessageKind::Info, "Saved " + file.filename().string());
}

void NavmeshState::setShown(bool isShown)
{
    m_isShown = isShown;
    // Who wants to see a mesh and has none gets one.
    if (isShown && mesh() == nullptr)
        build();
    m_editor.updateViews();
    changed();
}

void NavmeshState::setColoring(Coloring coloring)
{
    m_coloring = coloring;
    m_hasPicture = false;
    m_editor.updateViews();
    changed();
}

void NavmeshState::makePicture()
{
    m_picture = {};
    if (const auto* current = mesh()) {
        engine::drawNavMesh(m_picture, *current, m_islands, m_home, m_coloring);
        drawDirty(m_picture, current->config(), m_system.dirtyTiles(m_agent));
    }
    drawChecks(m_picture, m_checks);
    drawProposals(m_picture, m_proposals);
    m_hasPicture = true;
}

void NavmeshState::draw(engine::DebugDraw& draw)
{
    if (!m_isShown)
        return;
    if (!m_hasPicture)
        makePicture();
    draw.triangles.insert(draw.triangles.end(), m_picture.triangles.begin(),
                          m_picture.triangles.end());
    draw.lines.insert(draw.lines.end(), m_picture.lines.begin(), m_picture.lines.end());
    draw.points.insert(draw.points.end(), m_picture.points.begin(), m_picture.points.end());
}
} // namespace navmesh
