#include "plugins/navmesh/navmesh_state.h"

#include "engine_core/navigation/mesh/nav_file.h"
#include "plugins/navmesh/navmesh_overlay.h"

#include <algorithm>
#include <utility>

namespace navmesh
{
using editor::GroundPainter;
using editor::MessageKind;

namespace
{
constexpr std::chrono::milliseconds SurveyPause{1000}; ///< while tiles are built, at least
constexpr int PausePerFrame = 8; ///< times what the pictures of the last one took to be drawn
constexpr std::chrono::milliseconds RefreshPause{500}; ///< the same
/// Tiles; fewer, such as those of an edit, are there before anybody reads of them.
constexpr std::size_t LongBuild = 16;
} // namespace

NavmeshState::NavmeshState(editor::EditorApi& editor, std::function<void()> wake)
    : m_editor{editor}
    , m_surveyPause{SurveyPause}
    , m_stages{wake}
    , m_start{wake}
    , m_jobs{1, wake}
    , m_surveys{1, std::move(wake)}
{
    m_connections += system().changed.connect([this](const std::string& agent) {
        if (agent == m_agent || m_compared.contains(agent) ||
            engine::hasNavChecks(m_editor.document().world(), agent))
            refreshNowAndThen();
    });
    m_connections += editor.navigation().updated.connect([this] {
        followAgents();
        followWork();
        refreshNowAndThen();
    });
    m_connections += editor.navigation().opened.connect([this] { openScene(); });
    m_connections += ground().changed.connect([this] {
        refreshNowAndThen(); // the legend
        updateViews();
    });
    openScene();
}

NavmeshState::~NavmeshState()
{
    ground().offer(GroundPainter::Mesh, false);
    dropProposals();
    cancelSurvey();
}

void NavmeshState::openScene()
{
    lookAt({});
    m_compared.clear();
    followAgents();
    takeSurvey({});
    refresh();
}

/// The agent may be gone or have another name.
void NavmeshState::followAgents()
{
    const auto profiles = engine::navProfiles(m_editor.document().world());
    const auto isThere = [&](const std::string& name) {
        return std::any_of(profiles.begin(), profiles.end(),
                           [&](const auto& profile) { return profile.name == name; });
    };
    std::erase_if(m_compared, [&](const std::string& name) { return !isThere(name); });
    if (!isThere(m_agent))
        lookAt(profiles.front().name);
}

/// Nothing of the last agent is left.
void NavmeshState::lookAt(const std::string& agent)
{
    m_agent = agent;
    dropProposals();
    cancelSurvey();
    m_stages.show(std::nullopt, {}); // its tiles are others
    m_start.forget();
    endWork();
    followWork();
}

void NavmeshState::endWork()
{
    m_work.release();
    m_workState = Work::Short;
    m_toBuild = 0;
}

bool NavmeshState::isBuilding() const
{
    const auto now = status();
    return now.dirty > 0 && (now.building > 0 || system().isGathering());
}

/// Of a build that takes longer the status bar tells.
void NavmeshState::followWork()
{
    if (!isBuilding()) {
        endWork();
        return;
    }
    const auto now = status();
    m_toBuild = std::max(m_toBuild, now.dirty);
    if (m_toBuild < LongBuild || m_workState != Work::Short)
        return;
    m_workState = Work::Shown;
    m_work = m_editor.showJob({"Building the navigation mesh",
                               [this] {
                                   const auto left = static_cast<double>(status().dirty);
                                   return std::max(1 - left / static_cast<double>(m_toBuild), 0.0);
                               },
                               [this] {
                                   cancel();
                               }});
}

void NavmeshState::update()
{
    m_jobs.deliver();
    m_surveys.deliver();
    if (m_start.deliver())
        m_editor.issuesChanged();
    if (m_stages.deliver()) {
        m_stages.follow(system(), m_agent); // what changed meanwhile
        m_editor.updateViews();
    }
}

void NavmeshState::watch()
{
    if (!std::exchange(m_isWatched, true))
        startSurvey(); // the mesh may be there already
}

void NavmeshState::refresh()
{
    startSurvey();
    m_stages.follow(system(), m_agent);
    changed();
}

/// While tiles come in one after the other, lists and pictures follow now and then: builds want the
/// processor. The last tile is always told of.
void NavmeshState::refreshNowAndThen()
{
    const bool isBusy = isBuilding();
    if (isBusy && !m_wasBuilding)
        m_lastSurvey = Clock::now(); // a short build needs none before it is done
    m_wasBuilding = isBusy;
    if (const auto told = std::exchange(m_told, {}); told != Clock::time_point{})
        m_surveyPause =
            std::max<Clock::duration>(SurveyPause, (Clock::now() - told) * PausePerFrame);
    if (isBusy && Clock::now() - m_lastRefresh < RefreshPause)
        return;
    m_lastRefresh = Clock::now();
    refresh();
}

/// While many tiles come in one after the other a survey now and then is enough: builds want the
/// processor.
void NavmeshState::startSurvey()
{
    m_wantsSurvey = true;
    const auto& world = m_editor.document().world();
    const bool isWanted = m_isShown || m_isWatched || world.count<engine::NavCheck>() > 0;
    const bool isTooSoon = isBuilding() && Clock::now() - m_lastSurvey < m_surveyPause;
    if (m_surveying || !isWanted || isTooSoon)
        return;
    m_wantsSurvey = false;
    m_lastSurvey = Clock::now();
    const auto* current = m_editor.navigation().shownMesh(m_agent);
    m_surveyed = current;
    m_surveyedRevision = current != nullptr ? current->revision() : 0;
    engine::NavSurveyInput input;
    input.coloring = m_coloring;
    input.onlyReached = m_onlyReached;
    input.color = colorOf(m_agent);
    if (current != nullptr)
        input.mesh = engine::NavMeshCopy::of(*current);
    for (const auto& name : m_compared)
        if (const auto* other = system().mesh(name); other != nullptr && name != m_agent)
            input.others.push_back({engine::NavMeshCopy::of(*other), colorOf(name)});
    for (const auto& profile : engine::navProfiles(world))
        if (profile.name != m_agent && engine::hasNavChecks(world, profile.name))
            if (const auto* other = m_editor.navigation().shownMesh(profile.name))
                input.checked.push_back(engine::NavMeshCopy::of(*other));
    if (!input.mesh && input.checked.empty()) {
        takeSurvey({});
        return;
    }
    const auto level = std::make_shared<engine::World>(world);
    level->setMeshes(nullptr); // known to the main thread only
    input.world = level;
    const auto found = std::make_shared<engine::NavSurvey>();
    m_surveying = m_surveys.start(
        "Looking at the navigation mesh",
        [input = std::move(input), surveyor = m_surveyor, found](engine::JobControl& control) {
            *found = surveyor->survey(input, control);
        },
        [this, found] {
            const auto control = std::exchange(m_surveying, nullptr);
            if (control->failure())
                m_surveyor = std::make_shared<engine::NavSurveyor>(); // it may be half changed
            else if (!control->isCancelled())
                takeSurvey(std::move(*found));
            if (m_wantsSurvey)
                startSurvey();
        });
}

/// What it finds is of no use any more. The next one starts when it has ended.
void NavmeshState::cancelSurvey()
{
    if (m_surveying)
        m_surveying->cancel();
}

/// Of a game that runs nobody tells when its mesh changed.
bool NavmeshState::isSurveyOld() const
{
    const auto* current = m_editor.navigation().shownMesh(m_agent);
    return current != m_surveyed ||
           (current != nullptr && current->revision() != m_surveyedRevision);
}

void NavmeshState::takeSurvey(engine::NavSurvey survey)
{
    const bool isNothingNew = survey.pictures == m_survey.pictures;
    const auto before = issues();
    m_survey = std::move(survey);
    ++m_surveyCount;
    m_start.follow(system(), m_agent, m_editor.document().world(), m_survey.isStartTiny);
    const auto saysTheSame = [](const engine::Issue& a, const engine::Issue& b) {
        return a.entity == b.entity && a.message == b.message && a.path == b.path;
    };
    const auto now = issues();
    if (!std::equal(before.begin(), before.end(), now.begin(), now.end(), saysTheSame))
        m_editor.issuesChanged();
    if (m_isShown && !isNothingNew) {
        m_editor.updateViews();
        m_told = Clock::now();
        if (std::exchange(m_saysShown, false))
            m_editor.showMessage(MessageKind::Info, "The views show the navigation mesh now");
    }
    changed();
}

std::vector<engine::Issue> NavmeshState::issues() const
{
    std::vector<engine::Issue> issues;
    for (const auto& check : m_survey.checks)
        if (!check.holds)
            issues.push_back(engine::issueOf(check));
    if (m_start.issue())
        issues.push_back(*m_start.issue());
    return issues;
}

void NavmeshState::setAgent(const std::string& name)
{
    const bool hadMesh = mesh() != nullptr;
    lookAt(name);
    // Who looks at a mesh wants to see this agent's, too.
    if (m_isShown && hadMesh && mesh() == nullptr)
        build();
    refresh();
}

void NavmeshState::setCompared(const std::string& name, bool isCompared)
{
    if (!isCompared)
        m_compared.erase(name);
    else if (m_compared.insert(name).second)
        if (const auto built = m_editor.navigation().want(name); !built)
            m_editor.showMessage(MessageKind::Warning, built.error().message());
    refresh();
}

engine::DrawColor NavmeshState::colorOf(const std::string& name) const
{
    const auto profiles = engine::navProfiles(m_editor.document().world());
    const auto at = std::find_if(profiles.begin(), profiles.end(),
                                 [&](const auto& profile) { return profile.name == name; });
    return engine::navAgentColor(static_cast<std::size_t>(at - profiles.begin()));
}

engine::Aabb NavmeshState::boxOf(engine::TileCoord tile)
{
    const auto* current = mesh();
    return current != nullptr ? m_tileBoxes.of(*current, tile) : engine::Aabb{};
}

void NavmeshState::build()
{
    followAgents(); // edits of this moment have not been told yet
    endWork();
    m_lastRefresh = Clock::now(); // a short build is done before anybody reads that it has begun
    for (const auto& name : m_compared)
        static_cast<void>(system().build(name));
    if (const auto done = system().build(m_agent); !done)
        m_editor.showMessage(MessageKind::Warning, done.error().message());
    m_editor.navigation().update();
}

void NavmeshState::buildTiles(const std::set<engine::TileCoord>& tiles)
{
    endWork();
    system().buildTiles(m_agent, tiles);
    m_editor.navigation().update();
}

void NavmeshState::cancel()
{
    system().cancel();
    m_work.release();
    m_workState = Work::Stopped; // until the workers have heard of it
    if (m_proposing)
        m_proposing->cancel();
    m_editor.navigation().update();
}

void NavmeshState::setLive(bool isLive)
{
    system().setLive(isLive);
    m_editor.navigation().update();
}

void NavmeshState::save()
{
    const auto refuse = [this](const std::string& why) {
        m_editor.showMessage(MessageKind::Warning, why);
    };
    const auto& scene = m_editor.document().path();
    const auto inputs = system().inputsOf(m_agent); // takes in what has just changed
    const auto* current = mesh();
    const auto now = status();
    if (!now.problem.empty()) // the mesh is that of the last settings that allowed one
        return refuse(now.problem);
    if (scene.empty())
        return refuse("Save the scene first: the mesh lies beside it");
    if (current == nullptr)
        return refuse("Build the navigation mesh first");
    if (now.failed > 0)
        return refuse(now.tileProblem);
    if (!inputs)
        return refuse(inputs.error().message());
    const auto file = engine::navMeshFileOf(scene, m_agent);
    if (const auto saved = engine::saveNavMesh(*current, *inputs, file); !saved)
        m_editor.showMessage(MessageKind::Error, saved.error().message());
    else
        m_editor.showMessage(MessageKind::Info, "Saved " + file.filename().string());
}

void NavmeshState::show(bool isShown)
{
    m_isShown = isShown;
    ground().offer(GroundPainter::Mesh, isShown);
    if (isShown)
        ground().ask(GroundPainter::Mesh);
}

void NavmeshState::setShown(bool isShown)
{
    show(isShown);
    refresh();
    // Who wants to see a mesh and has none gets one.
    if (isShown && mesh() == nullptr)
        build();
    updateViews();
    changed();
}

/// Said when there is something to see.
void NavmeshState::showBuild()
{
    m_saysShown = !m_isShown;
    if (!m_isShown)
        show(true);
}

/// Where there is something to see: pictures are dear where no card draws them, and a build that
/// has just begun wants the processor.
void NavmeshState::updateViews()
{
    if (!m_survey.pictures.empty())
        m_editor.updateViews();
}

void NavmeshState::setColoring(Coloring coloring)
{
    m_coloring = coloring;
    ground().ask(GroundPainter::Mesh);
    refresh();
}

void NavmeshState::setOnlyReached(bool onlyReached)
{
    m_onlyReached = onlyReached;
    refresh();
}

void NavmeshState::setStage(std::optional<engine::NavStage> stage,
                            std::set<engine::TileCoord> tiles)
{
    m_stages.show(stage, std::move(tiles));
    m_editor.updateViews();
    refresh();
}

void NavmeshState::draw(engine::DebugDraw& draw, bool isFilled)
{
    if (!m_isShown)
        return;
    if (isSurveyOld())
        startSurvey();
    const auto add = [](auto& to, const auto& from) {
        to.insert(to.end(), from.begin(), from.end());
    };
    m_stages.draw(draw);
    for (const auto& picture : m_survey.pictures) {
        if (m_stages.stage())
            break; // one hides the other
        add(draw.lines, picture->lines);
        add(draw.points, picture->points);
        if (!isFilled)
            continue;
        add(draw.triangles, picture->triangles);
        add(draw.labels, picture->labels); // they tell of the fill
    }
    if (const auto* current = mesh())
        drawDirty(draw, *current, system().dirtyTiles(m_agent), m_tileBoxes);
    drawChecks(draw, m_survey.checks);
    drawProposals(draw, m_proposals);
}
} // namespace navmesh
