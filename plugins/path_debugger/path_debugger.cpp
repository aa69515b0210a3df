#include "plugins/path_debugger/path_debugger.h"

#include "editor/operations/navigation/navigation_operations.h"
#include "engine_core/base/count_text.h"
#include "engine_core/navigation/survey/nav_draw.h"
#include "engine_core/scene/components/navigation.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace path_debugger
{
using editor::GroundPainter;
using engine::countText;
using engine::NavPoint;
using engine::NavQuery;
using engine::PathMethod;
using engine::PathTrace;
using engine::Vec3d;

namespace
{
constexpr int CompareDelay = 150;      ///< milliseconds without a change
constexpr std::chrono::milliseconds BuildPause{200}; ///< between searches while tiles are built
constexpr double GroundReach = 1000.0; ///< metres up and down
constexpr double WallLimit = 50;       ///< metres
constexpr double OnEdge = 0.05;        ///< metres; there two polygons are the same place

Vec3d wideReach(const NavQuery& query)
{
    return {query.reach().x, GroundReach, query.reach().z};
}

/// A ray has no height of its own. A little before its end it is inside the last polygon, not on
/// an edge; where it ends on an edge the last one begins there, and it is the one before.
void putOnGround(const NavQuery& query, const Vec3d& from, engine::NavRayHit& ray)
{
    const auto place = glm::mix(from, ray.point, 0.999);
    for (auto last = ray.polygons.rbegin(); last != ray.polygons.rend(); ++last)
        if (const auto height = query.heightOn(*last, place)) {
            ray.point.y = *height;
            return;
        }
}
} // namespace

PathDebugger::PathDebugger(editor::EditorApi& editor)
    : m_editor{editor}, m_jobs{1, [this] {
                                   QMetaObject::invokeMethod(
                                       this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
                               }}
{
    m_compareTimer.setSingleShot(true);
    m_compareTimer.setInterval(CompareDelay);
    connect(&m_compareTimer, &QTimer::timeout, this, &PathDebugger::compare);
    m_connections += ground().changed.connect([this] {
        changed(); // the legend
        if (fillsGround())
            m_editor.updateViews();
    });
    m_connections += editor.navigation().updated.connect([this] {
        followAgents();
        if (!m_isAwake)
            return;
        if (!m_problem.empty())
            setAgent(m_agent); // it may have been mended
        if (system().status(m_agent).building == 0)
            changed(); // else the search tells
    });
    m_connections += editor.navigation().opened.connect([this] {
        m_isAwake = false; // the new scene gets a mesh when it is asked about
        m_problem.clear();
        clear(); // who shows it hears of the new scene, not of the last one
        followAgents();
    });
    m_connections += system().changed.connect([this](const std::string& agent) {
        if (m_isAwake && (agent == m_agent || m_shown.agents))
            followBuild(agent);
    });
    followAgents();
}

/// While tiles come in one after the other a search now and then is enough; after the last one
/// there is always another.
void PathDebugger::followBuild(const std::string& agent)
{
    const auto now = std::chrono::steady_clock::now();
    if (system().status(agent).building > 0 && now - m_lastSearch < BuildPause)
        return;
    m_lastSearch = now;
    search();
}

PathDebugger::~PathDebugger()
{
    ground().offer(GroundPainter::Search, false);
}

void PathDebugger::wake()
{
    if (std::exchange(m_isAwake, true))
        return;
    setAgent(m_agent);
}

void PathDebugger::setInUse(bool isInUse)
{
    m_isInUse = isInUse;
    tell();
    if (isInUse) {
        wake();
        ground().ask(GroundPainter::Search);
    } else {
        ground().yield(GroundPainter::Search);
    }
}

void PathDebugger::setDockShown(bool isShown)
{
    if (std::exchange(m_isDockShown, isShown) != isShown)
        tell();
}

std::vector<std::string> PathDebugger::agents() const
{
    std::vector<std::string> names;
    for (const auto& profile : engine::navProfiles(m_editor.document().world()))
        names.push_back(profile.name);
    return names;
}

/// The agent may be gone or have another name.
void PathDebugger::followAgents()
{
    const auto names = agents();
    if (std::find(names.begin(), names.end(), m_agent) == names.end())
        setAgent(names.front());
}

void PathDebugger::setAgent(const std::string& name)
{
    m_agent = name;
    m_problem.clear();
    if (m_isAwake)
        if (const auto built = m_editor.navigation().want(m_agent); !built)
            m_problem = built.error().message();
    search();
}

const engine::NavMesh* PathDebugger::mesh() const
{
    return m_isAwake ? system().mesh(m_agent) : nullptr;
}

Vec3d PathDebugger::onGround(const Vec3d& place, Reach reach) const
{
    const auto* ground = mesh();
    if (ground == nullptr)
        return place;
    const NavQuery query{*ground};
    if (const auto near = query.nearest(place))
        return near->position;
    if (reach == Reach::OwnFloor)
        return place;
    const auto far = query.nearest(place, wideReach(query));
    return far ? far->position : place;
}

void PathDebugger::setFrom(const Vec3d& place, Reach reach)
{
    wake();
    m_from = onGround(place, reach);
    ground().ask(GroundPainter::Search);
    search();
}

void PathDebugger::setTo(const Vec3d& place, Reach reach)
{
    wake();
    m_to = onGround(place, reach);
    ground().ask(GroundPainter::Search);
    search();
}

void PathDebugger::clear()
{
    m_from.reset();
    m_to.reset();
    search();
}

void PathDebugger::setMethod(PathMethod method)
{
    m_method = method;
    m_shown.steps = -1;
    ground().ask(GroundPainter::Search);
    changed();
    m_editor.updateViews();
}

void PathDebugger::setCorners(engine::CornerRule rule)
{
    m_corners = rule;
    search();
}

void PathDebugger::setShown(const Shown& shown)
{
    const auto before = std::exchange(m_shown, shown);
    m_shown.reachCost = std::clamp(m_shown.reachCost, 0.1, 1000.0);
    chooseFill(before);
    const bool searches = m_shown.reach != before.reach || m_shown.reachCost != before.reachCost ||
                          m_shown.agents != before.agents;
    if (m_shown.fills() && m_shown != before)
        ground().ask(GroundPainter::Search);
    if (searches) {
        search();
        return;
    }
    tell();
}

/// Either the search or what is within reach colours the ground, whichever was ticked last.
void PathDebugger::chooseFill(const Shown& before)
{
    if (m_shown.reach && !before.reach) {
        m_beforeReach = {m_shown.visited, m_shown.waiting};
        m_shown.visited = m_shown.waiting = false;
    } else if (m_shown.reach && (m_shown.visited || m_shown.waiting)) {
        m_shown.reach = false;
    } else if (before.reach && !m_shown.reach) {
        std::tie(m_shown.visited, m_shown.waiting) = m_beforeReach;
    }
}

bool PathDebugger::fillsGround() const
{
    const bool isSearched = m_path.start && m_path.goal;
    return isInViews() &&
           (!m_reached.empty() || (isSearched && (m_shown.visited || m_shown.waiting)));
}

void PathDebugger::tell()
{
    ground().offer(GroundPainter::Search, fillsGround());
    changed();
    m_editor.updateViews();
}

void PathDebugger::search()
{
    m_path = {};
    m_isFromOff = m_isToOff = false;
    m_portals.clear();
    m_ray.reset();
    m_wall.reset();
    m_reached.clear();
    m_reachedArea = 0;
    m_comparison = {};
    m_compareTimer.stop();
    if (m_job)
        std::exchange(m_job, nullptr)->cancel();
    const auto* ground = mesh();
    if (ground != nullptr && m_from) {
        const NavQuery query{*ground};
        const bool isCurrent = system().status(m_agent).dirty == 0;
        m_isFromOff = isCurrent && !query.nearest(*m_from);
        m_isToOff = isCurrent && m_to && !query.nearest(*m_to);
        if (m_shown.reach)
            searchReach(query);
        if (m_to) {
            m_path = query.findPath(*m_from, *m_to);
            m_portals = query.portals(m_path.corridor);
            m_ray = query.raycast(*m_from, *m_to);
            if (m_ray)
                putOnGround(query, *m_from, *m_ray);
            m_wall = query.wallDistance(*m_from, WallLimit);
            m_compareTimer.start();
        }
    }
    searchOthers();
    tell();
    if (std::exchange(m_wasEmpty, isEmpty()) != isEmpty())
        m_editor.commandsChanged();
}

/// Each on its own mesh, which is built if nobody has asked for it yet.
void PathDebugger::searchOthers()
{
    m_agentPaths.clear();
    if (!m_shown.agents || !m_isAwake || !m_from || !m_to)
        return;
    const auto profiles = engine::navProfiles(m_editor.document().world());
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        const auto& name = profiles[i].name;
        if (name == m_agent)
            continue;
        AgentPath other{name, engine::navAgentColor(i), false, {}};
        if (const auto* ground = system().mesh(name)) {
            other.isBuilding = system().status(name).dirty > 0;
            other.path = NavQuery{*ground}.findPath(*m_from, *m_to);
        } else {
            other.isBuilding = true;
            m_wanted.insert(name);
        }
        m_agentPaths.push_back(std::move(other));
    }
    if (!m_wanted.empty())
        QMetaObject::invokeMethod(this, &PathDebugger::buildWanted, Qt::QueuedConnection);
}

/// Not while the meshes tell of a change, in which this may be asked for.
void PathDebugger::buildWanted()
{
    for (const auto& name : std::exchange(m_wanted, {}))
        static_cast<void>(m_editor.navigation().want(name));
}

/// Looks at no more of the mesh than what is reached: it is done at every step of a drag.
void PathDebugger::searchReach(const NavQuery& query)
{
    const auto reach = query.reachable(*m_from, m_shown.reachCost);
    if (!reach)
        return;
    m_reachedArea = reach->area;
    std::map<std::pair<engine::TileCoord, engine::NavPolygonRef>, Reached> found;
    for (const auto& place : reach->places)
        if (auto polygon = mesh()->polygon(place.polygon))
            found.try_emplace({polygon->tile, polygon->ref},
                              Reached{std::move(polygon->corners), place.cost});
    for (auto& [name, reached] : found) // in the order in which the mesh holds them
        m_reached.push_back(std::move(reached));
}

/// On a worker, over a mesh of its own from the same tiles: grids of big levels take a while.
void PathDebugger::compare()
{
    system().update(0); // takes in what changed, and tells, which searches anew
    if (system().isGathering()) {
        m_compareTimer.start(); // a worker looks at the level; nobody should do it here as well
        return;
    }
    m_compareTimer.stop(); // what changed is in this comparison
    const auto* ground = mesh();
    if (ground == nullptr || !m_from || !m_to || !system().hasScene())
        return;
    const auto level = std::make_shared<engine::World>(m_editor.document().world());
    level->setMeshes(nullptr); // known to the main thread only
    const auto result = std::make_shared<Comparison>();
    auto work = [result, tiles = ground->tileList(), config = ground->config(), from = *m_from,
                 to = *m_to, rule = m_corners, scene = system().scene(),
                 world = std::shared_ptr<const engine::World>{level}](engine::JobControl& control) {
        engine::NavMesh own{config};
        if (const auto set = own.setTiles(*tiles); !set)
            return control.fail(set.error().message());
        const auto filter = engine::NavFilter::of(config.profile.agent);
        const engine::PathTraceOptions options{.corners = rule, .cancelled = [&control] {
                                                   return control.isCancelled();
                                               }};
        for (const auto method : engine::AllPathMethods) {
            if (control.isCancelled())
                return;
            result->traces.emplace(method, tracePath(own, filter, method, from, to, options));
        }
        const auto explain = result->traces[PathMethod::MeshAStar].found() ? engine::explainDetour
                                                                           : engine::explainPath;
        result->why = explain(*world, scene, own, {from, to, filter}, 1, &control);
        if (control.isCancelled())
            return;
        for (auto& polygon : own.polygons())
            result->polygons.emplace(polygon.ref, std::move(polygon.corners));
    };
    const auto control = std::make_shared<std::weak_ptr<engine::JobControl>>();
    const auto done = [this, result, control] {
        const auto ended = control->lock();
        if (!ended || ended != m_job)
            return; // something changed meanwhile, and another comparison is on its way
        m_job.reset();
        if (const auto failure = ended->failure())
            m_editor.showMessage(editor::MessageKind::Error,
                                 "The searches could not be compared: " + *failure);
        else
            m_comparison = std::move(*result);
        changed();
        m_editor.updateViews();
    };
    m_job = m_jobs.start("Comparing searches", std::move(work), done);
    *control = m_job;
}

const PathTrace* PathDebugger::trace(PathMethod method) const
{
    const auto at = m_comparison.traces.find(method);
    return at == m_comparison.traces.end() ? nullptr : &at->second;
}

bool PathDebugger::showsOwnPath() const
{
    const auto* shown = trace(m_method);
    return m_method == PathMethod::MeshAStar || shown == nullptr || !shown->found();
}

const std::vector<engine::NavPortal>& PathDebugger::portals() const
{
    return showsOwnPath() ? m_portals : trace(m_method)->portals;
}

std::vector<Vec3d> PathDebugger::polygon(engine::NavPolygonRef ref) const
{
    const auto at = m_comparison.polygons.find(ref);
    return at == m_comparison.polygons.end() ? std::vector<Vec3d>{} : at->second;
}

std::string PathDebugger::summary() const
{
    if (!m_problem.empty())
        return m_problem;
    if (!m_from || !m_to)
        return "Choose the Path tool and drag in a view from a start to a goal.";
    const auto status = system().status(m_agent);
    if (!status.problem.empty())
        return status.problem;
    if (system().isGathering())
        return "Looking at the level for the navigation mesh";
    if (status.dirty > 0)
        return system().isLive() || status.building > 0
                   ? fmt::format("Building the navigation mesh: {} to go",
                                 countText(status.dirty, "tile", "tiles"))
                   : fmt::format("{} older than the level: build {}, or switch Live on in the "
                                 "dock Navigation mesh",
                                 countText(status.dirty, "tile of the navigation mesh is",
                                           "tiles of the navigation mesh are"),
                                 status.dirty == 1 ? "it" : "them");
    if (!m_path.start)
        return "The start is off the navigation mesh.";
    if (!m_path.goal)
        return "The goal is off the navigation mesh.";
    if (m_path.found)
        return fmt::format("{:.2f} m with {} over {}", m_path.length,
                           countText(m_path.turns(), "corner", "corners"),
                           countText(m_path.corridor.size(), "polygon", "polygons"));
    return fmt::format("No way leads there; the agent comes as near as {:.2f} m",
                       m_path.corners.empty()
                           ? glm::distance(*m_from, *m_to)
                           : glm::distance(m_path.corners.back().position, *m_to));
}

const engine::NavWhy* PathDebugger::why() const
{
    return m_comparison.why.cause == engine::NavCause::None ? nullptr : &m_comparison.why;
}

bool PathDebugger::canFix() const
{
    const auto* reason = why();
    return reason != nullptr &&
           (reason->mend.isEdit() || reason->mend.kind == engine::NavMendKind::RebuildTiles);
}

engine::Result<void> PathDebugger::fix()
{
    if (!canFix())
        return engine::Error{"There is nothing here that could be mended by itself"};
    const auto mend = why()->mend;
    if (mend.kind == engine::NavMendKind::RebuildTiles) {
        system().buildTiles(m_agent, {mend.tiles.begin(), mend.tiles.end()});
        m_editor.navigation().update();
        return {};
    }
    return m_editor.document().run(mend.label, [&](editor::Transaction& transaction) {
        return editor::applyNavMend(transaction, mend, m_agent);
    });
}

std::string PathDebugger::facts() const
{
    if (!m_ray)
        return {};
    // It follows the ground, and so may end below or above the goal.
    const bool isAtGoal = m_path.goal && !m_ray->polygons.empty() &&
                          (m_ray->polygons.back() == m_path.goal->polygon ||
                           glm::distance(m_ray->point, m_path.goal->position) < OnEdge);
    const auto line =
        m_ray->hit ? fmt::format("stops after {:.2f} m", glm::distance(*m_from, m_ray->point))
        : isAtGoal ? std::string{"is free"}
                   : std::string{"ends at another height than the goal"};
    const auto wall = m_wall ? fmt::format("Nearest wall {:.2f} m from the start", m_wall->distance)
                             : fmt::format("No wall within {:.0f} m of the start", WallLimit);
    return fmt::format("{}; the straight line {}", wall, line);
}
} // namespace path_debugger
