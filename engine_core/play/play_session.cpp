#include "engine_core/play/play_session.h"

#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/base/log.h"
#include "engine_core/play/bodies/play_bodies.h"
#include "engine_core/play/live_edit.h"
#include "engine_core/play/play_library.h"
#include "engine_core/play/play_navigation.h"
#include "engine_core/play/play_state.h"
#include "engine_core/play/world/play_triggers.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/spatial/static_geometry.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr int MaxTicksAtOnce = 8;
constexpr double ClockSlack = 1e-9; ///< seconds that sums of frame times may be off

/// Where the player starts: the place of the soles, and which way they look.
TransformComponent findStart(const World& world, const PlaySetup& setup, double eyeHeight)
{
    TransformComponent start;
    if (setup.startFrom) {
        const Vec3d forward = setup.startFrom->forward();
        start.position = setup.startFrom->position - Vec3d{0, eyeHeight, 0};
        start.rotation = glm::angleAxis(std::atan2(-forward.x, -forward.z), Vec3d{0, 1, 0});
        return start;
    }
    bool found = false;
    world.forEach<PlayerStart>([&](EntityId entity, const PlayerStart&) {
        if (std::exchange(found, true))
            return;
        const auto place = worldTransform(world, entity);
        start.position = place.position;
        start.rotation = place.rotation;
    });
    if (!found)
        logWarning("play", "The scene has no player start; the player starts at the origin");
    return start;
}

/// The scene's own player: the first character with a script.
EntityId findAuthoredPlayer(const World& world)
{
    EntityId player;
    world.forEach<Character>([&](EntityId entity, const Character&) {
        if (!player && world.get<Script>(entity) != nullptr)
            player = entity;
    });
    return player;
}

/// Before any system is attached, hence without telling anyone.
void setQuietly(World& world, std::vector<Swap> swaps)
{
    Edit edit{std::move(swaps)};
    static_cast<void>(world.exchange(edit));
}

EntityId placePlayer(World& world, const PlaySetup& setup)
{
    if (const auto authored = findAuthoredPlayer(world)) {
        if (setup.startFrom) {
            auto start = findStart(world, setup, world.get<Character>(authored)->standHeight);
            start.position = toParentSpace(world, authored, start.position);
            setQuietly(world, {swapTo(authored, start)});
        }
        return authored;
    }
    const Character body;
    const auto player = world.newSpawnedId();
    setQuietly(world,
               {swapTo(player, Node{.name = "Player", .parent = {}}),
                swapTo(player, findStart(world, setup, body.standHeight)), swapTo(player, body),
                swapTo(player, Script{.file = {"player.as"},
                                      .className = "Player",
                                      .properties = setup.playerProperties})});
    return player;
}
} // namespace

double playerHeight(const World& edited)
{
    const auto authored = findAuthoredPlayer(edited);
    return authored ? edited.get<Character>(authored)->standHeight : Character{}.standHeight;
}

struct PlaySession::State : PlayState
{
    using PlayState::PlayState;
};

PlaySession::PlaySession() = default;

PlaySession::~PlaySession() = default;

Result<std::unique_ptr<PlaySession>> PlaySession::start(const World& edited, const PlaySetup& setup)
{
    std::unique_ptr<PlaySession> session{new PlaySession};
    session->m_state = std::make_unique<State>(edited, setup);
    auto& state = *session->m_state;
    state.world.addSystem(*state.audio);
    state.player = placePlayer(state.world, setup);
    if (setup.scripts == nullptr)
        state.ownLibrary = makeScriptLibrary(setup.assets, scriptTrustOf(setup.assets.project()));
    auto& library = setup.scripts != nullptr ? *setup.scripts : *state.ownLibrary;
    auto scripts = PlayScripts::create(library, state.world, &static_cast<PlayState&>(state));
    if (!scripts) {
        logError("play", "Play does not start: {}", scripts.error().message());
        return scripts.error();
    }
    state.scripts = *std::move(scripts);
    state.world.forEach<Character>(
        [&](EntityId entity, const Character&) { state.characters.add(entity); });
    state.camera = state.defaultCamera();
    state.cameraBefore = state.camera;
    state.setListener();
    state.navigation->prepare();
    return session;
}

int PlaySession::advance(double seconds, const PlayerInput& input)
{
    auto& state = *m_state;
    if (state.paused)
        return 0;
    state.saves.update(seconds);
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
        state.runTick(tick.withTaps());
    }
    state.waiting = due > MaxTicksAtOnce
                        ? 0.0
                        : std::max(0.0, state.waiting - static_cast<double>(count) * TickSeconds);
    state.blend = std::clamp(state.waiting / TickSeconds, 0.0, 1.0);
    return count;
}

void PlaySession::tick(const PlayerInput& input)
{
    m_state->runTick(input.withTaps());
    m_state->blend = 1;
}

void PlaySession::setPaused(bool paused)
{
    m_state->paused = paused;
    m_state->audio->setPaused(paused);
}

bool PlaySession::isPaused() const
{
    return m_state->paused;
}

World& PlaySession::world()
{
    return m_state->world;
}

const World& PlaySession::world() const
{
    return m_state->world;
}

const Hud& PlaySession::hud() const
{
    return m_state->hud;
}

std::shared_ptr<const Image> PlaySession::texture(const std::string& path) const
{
    const auto file = m_state->assets.fileOf(AssetKind::Texture, path);
    if (file)
        return m_state->assets.image(*file);
    logWarning("play", "{}", file.error().message());
    return nullptr;
}

ViewCamera PlaySession::camera() const
{
    const auto& before = m_state->cameraBefore;
    const auto& now = m_state->camera;
    ViewCamera view;
    view.position = glm::mix(before.eye, now.eye, m_state->blend);
    view.rotation = glm::slerp(before.rotation, now.rotation, m_state->blend);
    view.fovY = now.fovY;
    return view;
}

std::optional<Transform> PlaySession::interpolatedPlace(EntityId entity) const
{
    const auto before = m_state->changes.placeBefore(entity);
    if (!before || !m_state->world.exists(entity))
        return std::nullopt;
    const auto now = worldTransform(m_state->world, entity);
    return Transform{glm::mix(before->position, now.position, m_state->blend),
                     glm::slerp(before->rotation, now.rotation, m_state->blend),
                     glm::mix(before->scale, now.scale, m_state->blend)};
}

std::vector<std::string> PlaySession::applyLiveEdit(const ChangeSet& changes)
{
    return engine::applyLiveEdit(*m_state, changes);
}

void PlaySession::modelsChanged(std::span<const std::string> paths)
{
    auto& state = *m_state;
    if (state.ownCollision)
        state.authored.notify(changesOfMeshes(state.authored, paths));
    const auto changes = changesOfMeshes(state.world, paths);
    if (changes.changes.empty())
        return;
    for (const auto& change : changes.changes) {
        state.refreshBodies(change.entity);
        state.index.note(change.entity, change.type);
    }
    state.world.notify(changes);
}

Result<std::vector<std::string>> PlaySession::reloadScripts()
{
    return m_state->scripts->reload();
}

std::uint64_t PlaySession::tickCount() const
{
    return m_state->tickCount;
}

PlaySession::Player PlaySession::player() const
{
    Player player;
    player.entity = m_state->player;
    if (const auto* state = m_state->characters.find(m_state->player)) {
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
    const auto add = [&](const Vec3d& v) {
        hasher.add(v.x).add(v.y).add(v.z);
    };
    m_state->world.forEach<TransformComponent>(
        [&](EntityId entity, const TransformComponent& place) {
            hasher.add(entity.value);
            add(place.position);
            hasher.add(place.rotation.w).add(place.rotation.x);
            hasher.add(place.rotation.y).add(place.rotation.z);
            add(place.scale);
        });
    m_state->characters.forEach([&](EntityId entity, const CharacterState& state) {
        hasher.add(entity.value).add(state.grounded).add(state.crouched);
        add(state.velocity);
    });
    m_state->bodies->addTo(hasher);
    m_state->scripts->addTo(hasher);
    m_state->triggers->addTo(hasher);
    m_state->saves.addTo(hasher);
    return hasher.add(m_state->tickCount).add(m_state->random).result();
}

std::vector<EntityId> PlaySession::touchListeners() const
{
    return m_state->scripts->listeners(ScriptEvent::Touch);
}

const std::vector<Issue>& PlaySession::scriptErrors() const
{
    return m_state->scripts->errors();
}

std::optional<Value> PlaySession::scriptProperty(EntityId entity, std::string_view name) const
{
    const auto* object = m_state->scripts->find(entity);
    return object != nullptr ? std::optional{object->get(name)} : std::nullopt;
}

AudioSystem& PlaySession::audio()
{
    return *m_state->audio;
}

void PlaySession::drawMarks(DebugDraw& draw) const
{
    m_state->marks.draw(draw);
}

const NavmeshSystem* PlaySession::navigation() const
{
    return m_state->navigation->system();
}
} // namespace engine
