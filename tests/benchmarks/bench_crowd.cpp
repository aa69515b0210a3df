#include "tests/benchmarks/bench_crowd.h"

#include "engine_core/base/hash.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/navigation/crowd/nav_crowd.h"
#include "engine_core/navigation/mesh/nav_mesh_state.h"
#include "engine_core/navigation/mesh/navmesh_system.h"
#include "engine_core/play/play_session.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/levels/brush_fuzz.h"

#include <DetourCrowd.h>
#include <fmt/core.h>

#include <algorithm>
#include <ctime>
#include <memory>

namespace mapwright::bench
{
using namespace engine;
using test::Dice;
using test::NavFixture;

namespace
{
constexpr std::size_t Walkers = 500;
constexpr int Ticks = 300; ///< five seconds
constexpr int Runs = 3;
constexpr double Tick = 1.0 / 60;
constexpr double Half = 45; ///< metres; of the side of the floor

/// A market square with stalls.
void buildSquare(NavFixture& level)
{
    level.box({-Half - 5, -1, -Half - 5}, {Half + 5, 0, Half + 5});
    Dice dice{7};
    for (int i = 0; i < 120; ++i) {
        const Vec3d at{dice.between(-Half, Half), 0, dice.between(-Half, Half)};
        level.box(at, at + Vec3d{dice.between(0.5, 3), 2, dice.between(0.5, 3)});
    }
}

std::vector<Vec3d> placesOn(const NavMesh& mesh, std::size_t count, std::uint64_t seed)
{
    const NavQuery query{mesh};
    Dice dice{seed};
    std::vector<Vec3d> places;
    while (places.size() < count)
        if (const auto at =
                query.nearest({dice.between(-Half, Half), 0, dice.between(-Half, Half)}))
            places.push_back(at->position);
    return places;
}

/// The median of what a tick takes. Everybody who has arrived is sent on.
struct Measured
{
    double median = 0; ///< milliseconds
    std::size_t arrivals = 0;
    std::size_t moved = 0; ///< walkers that are no longer where they began
    ContentHash hash = 0;
};

/// Of the processor, on all threads together: other programs do not count.
double clock()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

template <typename Work>
double milliseconds(const Work& work)
{
    const double begin = clock();
    work();
    return clock() - begin;
}

Measured measureOurs(const NavMesh& mesh)
{
    const auto starts = placesOn(mesh, Walkers, 1);
    const auto goals = placesOn(mesh, Walkers * 8, 2);
    NavCrowd crowd{mesh};
    for (std::size_t i = 0; i < Walkers; ++i) {
        crowd.add(EntityId{i + 1}, starts[i], {});
        crowd.moveTo(EntityId{i + 1}, goals[i]);
    }
    Measured measured;
    std::vector<double> times;
    std::size_t nextGoal = Walkers;
    for (int tick = 0; tick < Ticks; ++tick)
        times.push_back(milliseconds([&] {
            for (const auto& event : crowd.step(Tick)) {
                measured.arrivals += event.arrived ? 1U : 0U;
                crowd.moveTo(event.walker, goals[nextGoal++ % goals.size()]);
            }
        }));
    Hasher hasher;
    for (std::size_t i = 0; i < Walkers; ++i) {
        const auto at = crowd.placeOf(EntityId{i + 1}).position;
        hasher.add(at.x).add(at.y).add(at.z);
    }
    measured.median = medianOf(times);
    measured.hash = hasher.result();
    return measured;
}

/// The same walkers with Detour's own requests, and its filter and avoidance as they come.
Measured measureDetour(const NavMesh& mesh)
{
    const auto starts = placesOn(mesh, Walkers, 1);
    const auto goals = placesOn(mesh, Walkers * 8, 2);
    const auto& agent = mesh.config().profile.agent;
    const std::unique_ptr<dtCrowd, void (*)(dtCrowd*)> crowd{dtAllocCrowd(), dtFreeCrowd};
    crowd->init(static_cast<int>(Walkers), static_cast<float>(agent.radius),
                mesh.state().detour.get());
    dtCrowdAgentParams params{};
    params.radius = static_cast<float>(agent.radius);
    params.height = static_cast<float>(agent.height);
    params.maxAcceleration = 10;
    params.maxSpeed = 3;
    params.collisionQueryRange = params.radius * 8;
    params.pathOptimizationRange = params.radius * 30;
    params.separationWeight = 1;
    params.updateFlags = DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OPTIMIZE_VIS |
                         DT_CROWD_OPTIMIZE_TOPO | DT_CROWD_OBSTACLE_AVOIDANCE | DT_CROWD_SEPARATION;
    std::size_t nextGoal = 0;
    const auto send = [&](int index) {
        const auto at = toDetour(goals[nextGoal++ % goals.size()]);
        dtPolyRef ref = 0;
        DetourPoint nearest{};
        crowd->getNavMeshQuery()->findNearestPoly(at.data(), crowd->getQueryExtents(),
                                                  crowd->getFilter(0), &ref, nearest.data());
        crowd->requestMoveTarget(index, ref, nearest.data());
    };
    for (const auto& start : starts) {
        const auto at = toDetour(start);
        send(crowd->addAgent(at.data(), &params));
    }
    Measured measured;
    std::vector<double> times;
    for (int tick = 0; tick < Ticks; ++tick)
        times.push_back(milliseconds([&] {
            crowd->update(static_cast<float>(Tick), nullptr);
            for (int i = 0; i < static_cast<int>(Walkers); ++i) {
                const auto& one = *crowd->getAgent(i);
                if (glm::length(fromDetour(one.npos) - fromDetour(one.targetPos)) < 0.2) {
                    ++measured.arrivals;
                    send(i);
                }
            }
        }));
    measured.median = medianOf(times);
    return measured;
}
} // namespace

std::string wandererScript(double side)
{
    return fmt::format(R"(
class Wanderer : Node
{{
    void onStart() {{ goOn(); }}
    void onArrived() {{ goOn(); }}
    void onPathFailed() {{ goOn(); }}

    private void goOn()
    {{
        Vec3 way(random() - 0.5, 0, random() - 0.5);
        entity.moveTo(nearestPoint(way * {:.1f}, 5));
    }}
}}
)",
                       side);
}

namespace
{
/// The same walkers as objects of a game, whose scripts send them on.
Measured measureSession(const NavFixture& square, const NavMesh& mesh)
{
    test::PlayFixture game;
    game.writeScript("wanderer.as", wandererScript(90));
    World level{square.world};
    level.setNextId(100'000);
    NavmeshSystem system;
    level.addSystem(system);
    ENGINE_EXPECT(system.build(""));
    system.finish();
    NavWalker settings;
    settings.speed = 3; // as the crowd's
    auto box = makeBox({{-0.3, 0, -0.2}, {0.3, 1.7, 0.2}});
    ENGINE_EXPECT(box);
    const auto shape = std::make_shared<const Brush>(*std::move(box));
    std::vector<EntityId> walkers;
    for (const auto& start : placesOn(mesh, Walkers, 1)) {
        Edit edit;
        const auto walker = walkers.emplace_back(level.newId());
        edit.swaps.push_back(swapTo(walker, Node{.name = "walker", .parent = {}}));
        edit.swaps.push_back(swapTo(walker, TransformComponent{.position = start}));
        edit.swaps.push_back(swapTo(walker, settings));
        edit.swaps.push_back(swapTo(walker, Mover{}));
        edit.swaps.push_back(swapTo(walker, Script{{"wanderer.as"}, "Wanderer", {}}));
        const auto body = level.newId();
        edit.swaps.push_back(swapTo(body, Node{.name = "body", .parent = walker}));
        edit.swaps.push_back(swapTo(body, BrushComponent{shape}));
        level.apply(edit);
    }
    PlaySetup setup{game.assets, game.types};
    setup.scripts = game.scripts.get();
    setup.navigation = &system;
    auto session = PlaySession::start(level, setup);
    ENGINE_EXPECT(session);
    Measured measured;
    std::vector<double> times;
    for (int tick = 0; tick < Ticks; ++tick)
        times.push_back(milliseconds([&] { (*session)->tick({}); }));
    measured.median = medianOf(times);
    measured.hash = (*session)->stateHash();
    measured.moved = static_cast<std::size_t>(
        std::count_if(walkers.begin(), walkers.end(), [&](EntityId walker) {
            return glm::distance(worldTransform((*session)->world(), walker).position,
                                 worldTransform(level, walker).position) > 1;
        }));
    ENGINE_EXPECT(measured.moved > Walkers * 9 / 10);
    session->reset();
    level.removeSystem(system);
    return measured;
}

/// The run in the middle, of several that all end alike.
Measured middleOf(std::vector<Measured> runs)
{
    for (const auto& run : runs)
        ENGINE_EXPECT(run.hash == runs.front().hash);
    std::sort(runs.begin(), runs.end(),
              [](const auto& a, const auto& b) { return a.median < b.median; });
    return runs[runs.size() / 2];
}

Row sessionRow(const Measured& session, const Measured& crowd)
{
    Row row;
    row.name = "session_500";
    row.work = fmt::format("{} walkers with bodies and scripts, {} ticks of the whole game in "
                           "processor time, {} of them on their way, state {}",
                           Walkers, Ticks, session.moved, hashToText(session.hash));
    row.value = session.median;
    row.unit = "ms";
    row.baseline = crowd.median;
    row.ratio = session.median / crowd.median;
    row.compares = "value / the crowd alone in the same run";
    return row;
}
} // namespace

std::vector<Row> crowdRows()
{
    NavFixture square;
    buildSquare(square);
    const auto mesh = square.mesh();
    std::vector<Measured> crowds, detours, sessions;
    for (int i = 0; i < Runs; ++i) { // in turns: a processor whose speed changes changes all
        crowds.push_back(measureOurs(mesh));
        detours.push_back(measureDetour(mesh));
        sessions.push_back(measureSession(square, mesh));
    }
    const auto ours = middleOf(crowds);
    const auto bare = middleOf(detours);
    Row row;
    row.name = "crowd_500";
    row.work = fmt::format("{} walkers, {} ticks at 60 Hz in processor time, {} arrivals ({} of "
                           "Detour's), {:.2f} of a core, places {}",
                           Walkers, Ticks, ours.arrivals, bare.arrivals, ours.median / 1000 / Tick,
                           hashToText(ours.hash));
    row.value = ours.median;
    row.unit = "ms";
    row.baseline = bare.median;
    row.ratio = ours.median / bare.median;
    row.compares = "value / DetourCrowd alone with its own searches and default avoidance";
    return {row, sessionRow(middleOf(sessions), ours)};
}
} // namespace mapwright::bench
