#include "engine_core/base/thread_time.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/play/recording/session_history.h"
#include "engine_core/play/recording/session_recorder.h"
#include "engine_core/play/recording/session_replay.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/bench_crowd.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/levels/level_builder.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <random>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Walkers = 200;
constexpr int Bodies = 1000;
constexpr int CostTicks = 1200;
constexpr std::uint64_t TenMinutes = 36'000;
constexpr int Seeks = 60;
constexpr double Half = 45; ///< metres from the middle of the ground to its edge

/// Ground with walkers whose scripts send them on, and crates that fall, lie and are pushed.
struct Game
{
    test::PlayFixture game;
    World level;

    Game()
    {
        game.writeScript("wanderer.as", wandererScript(80));
        test::addBox(level, {-Half, -1, -Half}, {Half, 0, Half}, "ground");
        test::addPlayerStart(level, Vec3d{0});
        std::mt19937 random{1};
        std::uniform_real_distribution<double> place{-Half + 3, Half - 3};
        Edit edit;
        for (int i = 0; i < Walkers; ++i) {
            const auto walker = level.newId();
            edit.swaps.push_back(swapTo(walker, Node{.name = "walker", .parent = {}}));
            edit.swaps.push_back(
                swapTo(walker, TransformComponent{.position = {place(random), 0, place(random)}}));
            edit.swaps.push_back(swapTo(walker, NavWalker{}));
            edit.swaps.push_back(swapTo(walker, Script{{"wanderer.as"}, "Wanderer", {}}));
        }
        const auto shape = std::make_shared<const Brush>(*makeBox({Vec3d{-0.25}, Vec3d{0.25}}));
        for (int i = 0; i < Bodies; ++i) {
            const auto crate = level.newId();
            edit.swaps.push_back(swapTo(crate, Node{.name = "crate", .parent = {}}));
            edit.swaps.push_back(
                swapTo(crate, TransformComponent{.position = {place(random), 0.3 + (i % 20) * 0.6,
                                                              place(random)}}));
            edit.swaps.push_back(swapTo(crate, BrushComponent{shape}));
            edit.swaps.push_back(swapTo(crate, Body{}));
        }
        level.apply(edit);
    }

    [[nodiscard]] std::unique_ptr<PlaySession> start(SessionRecorder* recorder = nullptr)
    {
        PlaySetup setup{game.assets, game.types};
        setup.scripts = game.scripts.get();
        setup.audio = AudioOutput::Loopback;
        setup.recorder = recorder;
        auto session = PlaySession::start(level, setup);
        ENGINE_EXPECT(session);
        return *std::move(session);
    }

    [[nodiscard]] RecordingStore store() const { return RecordingStore::in(game.folder / "kept"); }
};

PlayerInput inputAt(std::uint64_t tick)
{
    PlayerInput input;
    input.keys = static_cast<std::uint32_t>(PlayerKey::Forward);
    input.look = {0.01 * static_cast<double>(tick % 7) - 0.02, 0};
    return input;
}

ContentHash placesOf(const World& world)
{
    Hasher hasher;
    world.forEach<TransformComponent>([&](EntityId entity, const TransformComponent& place) {
        hasher.add(entity.value).add(place.position.x).add(place.position.y).add(place.position.z);
        hasher.add(place.rotation.w).add(place.rotation.x).add(place.rotation.y);
    });
    return hasher.result();
}

double threadTime(const std::function<void()>& work)
{
    const double before = threadMilliseconds();
    work();
    return threadMilliseconds() - before;
}

/// The same ticks with and without a recorder, in turn, in processor time of the game's thread.
Row recordCost()
{
    Game game;
    SessionRecorder recorder{game.store()};
    const auto recorded = game.start(&recorder);
    const auto plain = game.start();
    const World start{game.level};
    double with = 0;
    double without = 0;
    double slowest = 0;
    for (std::uint64_t tick = 0; tick < CostTicks; ++tick) {
        const auto input = inputAt(tick);
        const auto before = recorder.nanoseconds();
        with += threadTime([&] { recorded->tick(input); });
        without += threadTime([&] { plain->tick(input); });
        slowest = std::max(slowest, static_cast<double>(recorder.nanoseconds() - before) / 1e6);
    }
    ENGINE_EXPECT(recorded->stateHash() == plain->stateHash());
    const auto copy = game.game.folder / "copy.recording";
    ENGINE_EXPECT(recorder.writeCopy(copy));
    auto recording = loadSessionRecording(copy);
    ENGINE_EXPECT(recording);
    PlaySetup setup{game.game.assets, game.game.types};
    setup.scripts = game.game.scripts.get();
    setup.audio = AudioOutput::Loopback;
    auto replay = SessionReplay::begin(
        {.level = std::make_unique<World>(start),
         .setup = setup,
         .recording = std::make_shared<const SessionRecording>(*std::move(recording))});
    ENGINE_EXPECT(replay);
    while (!(*replay)->isOver())
        (*replay)->step();
    ENGINE_EXPECT(!(*replay)->parting());
    ENGINE_EXPECT((*replay)->session().stateHash() == plain->stateHash());
    const double minutes = CostTicks / 3600.0;
    Row row;
    row.name = "record_cost";
    row.work = fmt::format("{} ticks with {} walkers and {} bodies; the recorder alone {:.2f} % of "
                           "them, at most {:.2f} ms in one; {:.0f} kB a minute, {} key states that "
                           "a replay finds alike, state {}",
                           CostTicks, Walkers, Bodies,
                           static_cast<double>(recorder.nanoseconds()) / 1e4 / without, slowest,
                           static_cast<double>(fs::file_size(copy)) / 1000 / minutes,
                           (*replay)->sameStates(), hashToText(plain->stateHash()));
    row.value = with / without;
    row.unit = "times";
    row.baseline = 1;
    row.ratio = row.value;
    row.compares = "the same ticks without a recorder; at most 1.02";
    return row;
}

/// Ten minutes of a session, any moment of which is shown.
std::vector<Row> historyRows()
{
    Game game;
    const auto session = game.start();
    SessionHistory history;
    history.begin(*session);
    std::map<std::uint64_t, ContentHash> seen; ///< of moments that are still whole
    for (std::uint64_t tick = 1; tick <= TenMinutes; ++tick) {
        session->tick(inputAt(tick));
        if (tick + SessionHistory::FineTicks / 2 > TenMinutes && tick % 100 == 0)
            seen[tick] = placesOf(session->world());
    }
    std::mt19937_64 random{3};
    std::vector<double> seeks;
    for (int i = 0; i < Seeks; ++i)
        seeks.push_back(threadTime([&] { history.show(random() % TenMinutes); }));
    for (const auto& [tick, places] : seen)
        ENGINE_EXPECT(placesOf(history.show(tick)) == places);
    std::vector<double> steps;
    history.show(TenMinutes);
    for (std::uint64_t tick = TenMinutes; tick > TenMinutes - 300; --tick)
        steps.push_back(threadTime([&] { history.show(tick - 1); }));
    const auto work = fmt::format(
        "{} walkers and {} bodies, 10 minutes, {} MB; {} moments with the "
        "places that the session had, state {}; the world alone, without "
        "the picture",
        Walkers, Bodies, history.bytes() >> 20U, seen.size(), hashToText(session->stateHash()));
    return {promised("seek_10min", "the slowest of 60 moments: " + work,
                     *std::max_element(seeks.begin(), seeks.end()), 100),
            promised("step_back", "one tick back: " + work, medianOf(steps), 16)};
}
} // namespace

std::vector<Row> benchSession(const Settings&)
{
    auto rows = historyRows();
    rows.insert(rows.begin(), recordCost());
    return rows;
}
} // namespace mapwright::bench
