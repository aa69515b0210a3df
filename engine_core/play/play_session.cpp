#include "engine_core/play/play_session.h"

#include "engine_core/base/log.h"
#include "engine_core/play/bodies/play_bodies.h"
#include "engine_core/play/game/play_game.h"
#include "engine_core/play/live_edit.h"
#include "engine_core/play/play_navigation.h"
#include "engine_core/play/play_state.h"
#include "engine_core/play/recording/session_recorder.h"
#include "engine_core/play/world/play_wires.h"
#include "engine_core/scene/components/transform_component.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace engine
{
namespace
{
constexpr int MaxTicksAtOnce = 8;
constexpr double ClockSlack = 1e-9; ///< seconds that sums of frame times may be off

ContentHash hashOf(const Vec3d& v)
{
    return Hasher{}.add(v.x).add(v.y).add(v.z).result();
}
} // namespace

struct PlaySession::State
{
    explicit State(const PlaySetup& setup) : game{setup} {}

    PlayGame game;
    double waiting = 0; ///< seconds that passed and were not ticked yet
    double blend = 1;   ///< from the last but one tick to the last, 0 to 1
    Vec2d waitingLook{0};
    double waitingWheel = 0;
    PlayerInput waitingTaps; ///< its taps alone
    std::deque<std::string> typed;
    bool paused = false;
    Connection changing; ///< of the game's scenes

    [[nodiscard]] PlayState& running() { return game.running(); }
};

PlaySession::PlaySession() = default;

PlaySession::~PlaySession()
{
    if (m_state && m_state->game.setup.recorder != nullptr)
        m_state->game.setup.recorder->end();
}

Result<std::unique_ptr<PlaySession>> PlaySession::start(const World& edited, const PlaySetup& setup)
{
    std::unique_ptr<PlaySession> session{new PlaySession};
    session->m_state = std::make_unique<State>(setup);
    auto& state = *session->m_state;
    if (auto begun = state.game.begin(edited); !begun)
        return begun.error();
    state.changing = state.game.worldChanged.connect([at = session.get()] {
        at->m_state->running().audio->setPaused(at->m_state->paused);
        at->worldChanged();
    });
    if (setup.recorder != nullptr)
        setup.recorder->begin(edited, setup, *session);
    return session;
}

/// One tick, with a line that waits if the input has none.
void PlaySession::runTick(PlayerInput input)
{
    auto& state = *m_state;
    if (input.console.empty() && !state.typed.empty()) {
        input.console = std::move(state.typed.front());
        state.typed.pop_front();
    }
    const auto before = tickCount();
    state.blend = 1; // for who looks within the tick
    state.game.tick(input);
    if (auto* recorder = state.game.setup.recorder; recorder != nullptr && tickCount() > before)
        recorder->ticked(std::move(input));
}

int PlaySession::advance(double seconds, const PlayerInput& input)
{
    auto& state = *m_state;
    if (state.paused)
        return 0;
    state.game.saves.update(seconds);
    state.waiting += std::max(seconds, 0.0);
    state.waitingLook += input.look;
    state.waitingWheel += input.wheel;
    state.waitingTaps.addTaps(input);
    const auto due = static_cast<int>((state.waiting + ClockSlack) / TickSeconds);
    const int count = std::min(due, MaxTicksAtOnce);
    for (int i = 0; i < count; ++i) {
        // A turn of the head happens once, however many ticks the frame takes.
        auto tick = std::exchange(state.waitingTaps, {});
        tick.keys = input.keys;
        tick.values = input.values;
        tick.look = std::exchange(state.waitingLook, Vec2d{0});
        tick.wheel = std::exchange(state.waitingWheel, 0.0);
        runTick(tick.withTaps());
    }
    state.waiting = due > MaxTicksAtOnce
                        ? 0.0
                        : std::max(0.0, state.waiting - static_cast<double>(count) * TickSeconds);
    state.blend = std::clamp(state.waiting / TickSeconds, 0.0, 1.0);
    return count;
}

void PlaySession::tick(const PlayerInput& input)
{
    runTick(input.withTaps());
    m_state->blend = 1;
}

Result<void> PlaySession::type(const std::string& line)
{
    const auto isControl = [](char letter) {
        return static_cast<unsigned char>(letter) < ' ' || letter == 127;
    };
    if (line.find_first_not_of(' ') == std::string::npos || line.size() > MostTypedBytes ||
        std::any_of(line.begin(), line.end(), isControl))
        return Error{"The console takes a line of 1 to {} bytes", MostTypedBytes};
    if (m_state->typed.size() >= MostTypedLines)
        return Error{"{} lines wait for the game already", MostTypedLines};
    const auto begin = line.find_first_not_of(' ');
    m_state->typed.push_back(line.substr(begin, line.find_last_not_of(' ') + 1 - begin));
    return {};
}

std::vector<ConsoleEntry> PlaySession::consoleEntries() const
{
    return m_state->running().console.entries();
}

void PlaySession::setPaused(bool paused)
{
    m_state->paused = paused;
    m_state->running().audio->setPaused(paused);
}

bool PlaySession::isPaused() const
{
    return m_state->paused;
}

const std::string& PlaySession::scene() const
{
    return m_state->game.scene();
}

bool PlaySession::playsEdited() const
{
    return m_state->game.runsEdited();
}

bool PlaySession::hasEnded() const
{
    return m_state->game.hasEnded();
}

World& PlaySession::world()
{
    return m_state->running().world;
}

const World& PlaySession::world() const
{
    return m_state->running().world;
}

const Hud& PlaySession::hud() const
{
    return m_state->game.hud;
}

std::shared_ptr<const Image> PlaySession::texture(const std::string& path) const
{
    const auto file = m_state->running().assets.fileOf(AssetKind::Texture, path);
    if (file)
        return m_state->running().assets.image(*file);
    logWarning("play", "{}", file.error().message());
    return nullptr;
}

ViewCamera PlaySession::camera(double aspect) const
{
    const auto& before = m_state->running().cameraBefore;
    const auto& now = m_state->running().camera;
    ViewCamera view;
    view.position = glm::mix(before.eye + before.sway, now.eye + now.sway, m_state->blend);
    view.rotation =
        glm::slerp(before.rotation * before.tilt, now.rotation * now.tilt, m_state->blend);
    view.fovY = glm::mix(before.fovY, now.fovY, m_state->blend);
    if (aspect > 0 && aspect < LeastAspect)
        view.fovY = 2 * std::atan(std::tan(view.fovY / 2) * LeastAspect / aspect);
    return view;
}

std::optional<Transform> PlaySession::interpolatedPlace(EntityId entity) const
{
    const auto before = m_state->running().changes.placeBefore(entity);
    if (!before || !m_state->running().world.exists(entity))
        return std::nullopt;
    const auto now = worldTransform(m_state->running().world, entity);
    return Transform{glm::mix(before->position, now.position, m_state->blend),
                     glm::slerp(before->rotation, now.rotation, m_state->blend),
                     glm::mix(before->scale, now.scale, m_state->blend)};
}

std::vector<std::string> PlaySession::applyLiveEdit(const ChangeSet& changes)
{
    if (auto* recorder = m_state->game.setup.recorder)
        recorder->edited(changes);
    std::vector<std::string> all;
    m_state->game.forEachScene([&](PlayState& state, bool isEdited) {
        if (!isEdited)
            return;
        for (auto& sentence : engine::applyLiveEdit(state, changes))
            if (std::find(all.begin(), all.end(), sentence) == all.end())
                all.push_back(std::move(sentence));
    });
    return all;
}

void PlaySession::modelsChanged(std::span<const std::string> paths)
{
    if (auto* recorder = m_state->game.setup.recorder)
        recorder->filesChanged(paths);
    m_state->game.forEachScene([&](PlayState& state, bool) { state.modelsChanged(paths); });
}

void PlaySession::surfacesChanged(const std::shared_ptr<const SurfaceTable>& surfaces,
                                  std::span<const Name> materials)
{
    if (auto* recorder = m_state->game.setup.recorder) {
        std::vector<std::string> paths;
        for (const auto material : materials)
            paths.emplace_back(material.text());
        recorder->filesChanged(paths);
    }
    m_state->game.forEachScene(
        [&](PlayState& state, bool) { state.surfacesChanged(surfaces, materials); });
}

void PlaySession::materialsChanged(std::span<const std::string> paths)
{
    if (auto* recorder = m_state->game.setup.recorder)
        recorder->filesChanged(paths);
    m_state->game.forEachScene([](PlayState& state, bool) { state.bodies->materialsChanged(); });
}

Result<std::vector<std::string>> PlaySession::reloadScripts()
{
    auto reloaded = m_state->game.reloadScripts();
    if (auto* recorder = m_state->game.setup.recorder; recorder != nullptr && reloaded)
        recorder->scriptsReloaded();
    return reloaded;
}

void PlaySession::setWaitsForNavigation(bool waits)
{
    m_state->game.setup.waitsForNavigation = waits; // of scenes that are begun later
    m_state->game.forEachScene([&](PlayState& state, bool) { state.navigation->setWaits(waits); });
}

std::uint64_t PlaySession::tickCount() const
{
    return m_state->game.tickCount();
}

PlaySession::Player PlaySession::player() const
{
    Player player;
    player.entity = m_state->running().player;
    if (const auto* state = m_state->running().characters.find(m_state->running().player)) {
        player.position = state->foot;
        player.velocity = state->velocity;
        player.grounded = state->grounded;
        player.crouched = state->crouched;
    }
    return player;
}

ContentHash PlaySession::stateHash() const
{
    Hasher hasher;
    m_state->game.addTo(hasher);
    return hasher.result();
}

void PlaySession::forEachPart(std::span<const EntityId> placed,
                              const std::function<void(const StatePart&)>& visit) const
{
    const auto& state = m_state->running();
    for (const auto entity : placed)
        if (const auto* place = state.world.get<TransformComponent>(entity)) {
            const auto& turn = place->rotation;
            visit({entity, "position", hashOf(place->position)});
            visit({entity, "rotation",
                   Hasher{}.add(turn.w).add(turn.x).add(turn.y).add(turn.z).result()});
            visit({entity, "scale", hashOf(place->scale)});
        }
    state.characters.forEach([&](EntityId entity, const CharacterState& character) {
        visit({entity, "motion",
               Hasher{}
                   .add(hashOf(character.velocity))
                   .add(character.grounded)
                   .add(character.crouched)
                   .result()});
    });
    state.scripts->forEachMember([&](EntityId entity, std::string_view name, ContentHash hash) {
        visit({entity, name, hash});
    });
}

std::uint64_t PlaySession::randomState() const
{
    return m_state->game.random;
}

std::string PlaySession::savedValues() const
{
    return m_state->game.saves.text();
}

std::vector<EntityId> PlaySession::touchListeners() const
{
    return m_state->running().scripts->listeners(ScriptEvent::Touch);
}

const std::vector<Issue>& PlaySession::scriptErrors() const
{
    return m_state->game.errors;
}

std::optional<Value> PlaySession::scriptProperty(EntityId entity, std::string_view name) const
{
    const auto* object = m_state->running().scripts->find(entity);
    return object != nullptr ? std::optional{object->get(name)} : std::nullopt;
}

AudioSystem& PlaySession::audio()
{
    return *m_state->running().audio;
}

void PlaySession::drawMarks(DebugDraw& draw) const
{
    m_state->running().marks.draw(draw);
}

const PlayGraphs& PlaySession::graphs() const
{
    return m_state->running().graphs;
}

std::vector<PlaySession::FiredWire> PlaySession::firedWires() const
{
    return m_state->running().wires->firedLately();
}

const NavmeshSystem* PlaySession::navigation() const
{
    return m_state->running().navigation->system();
}
} // namespace engine
