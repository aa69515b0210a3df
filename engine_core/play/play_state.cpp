#include "engine_core/play/play_state.h"

#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/base/log.h"
#include "engine_core/play/bodies/play_bodies.h"
#include "engine_core/play/game/play_game.h"
#include "engine_core/play/play_navigation.h"
#include "engine_core/play/world/play_rays.h"
#include "engine_core/play/world/play_triggers.h"
#include "engine_core/play/world/play_wires.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/joint.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/movement.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/static_geometry.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr double UseReach = 2.5;     ///< metres from the eyes
constexpr double TouchMargin = 0.05; ///< metres
constexpr double BodyMargin = 0.1;   ///< metres; eyes that are no farther off are still in the body

/// Removes what the author keeps out of the game; what that was.
std::unordered_set<EntityId> takeOut(World& world)
{
    std::unordered_set<EntityId> gone;
    Edit removal;
    for (const auto layer : layers(world)) {
        if (!world.get<Layer>(layer)->omit)
            continue;
        for (const auto entity : subtree(world, layer))
            if (gone.insert(entity).second)
                addRemoval(world, entity, removal);
    }
    static_cast<void>(world.exchange(removal));
    return gone;
}
} // namespace

Aabb boundsOfCharacter(const Vec3d& foot, double radius, double height)
{
    return {foot - Vec3d{radius, 0, radius}, foot + Vec3d{radius, height, radius}};
}

PlayState::PlayState(const World& level, const PlaySetup& setup, PlayGame& ofGame)
    : game{ofGame}
    , assets{setup.assets}
    , types{setup.types}
    , authored{level}
    , leftOut{takeOut(authored)}
    , world{authored}
    , ownCollision{setup.collision == nullptr ? std::make_unique<StaticCollision>() : nullptr}
    , standing{ownCollision ? *ownCollision : *setup.collision}
    , solids{authored, world, leftOut}
    , movers{world}
    , foliage{world, movers.collision()}
    , space{standing, movers.collision(), &solids.changes()}
    , changes{world}
    , index{world}
    , characters{world, changes, space}
    , audio{std::make_unique<AudioSystem>(
          setup.audio,
          [&database = setup.assets](const std::string& path) {
              return database.fileOf(AssetKind::Sound, path);
          },
          &ofGame.mix)}
    , navigation{std::make_unique<PlayNavigation>(*this, setup)}
    , bodies{std::make_unique<PlayBodies>(*this)}
    , triggers{std::make_unique<PlayTriggers>(*this)}
    , wires{std::make_unique<PlayWires>(*this)}
    , hud{ofGame.hud}
    , saves{ofGame.saves}
    , random{ofGame.random}
{
    if (ownCollision)
        authored.addSystem(*ownCollision);
    changes.watch([this](EntityId entity, TypeId type) { index.note(entity, type); });
}

PlayState::~PlayState()
{
    if (scripts)
        scripts->stopAll();
    scripts.reset(); // their destructors may still look at the world
    bodies.reset();
    navigation.reset();
    world.removeSystem(*audio);
    if (ownCollision)
        authored.removeSystem(*ownCollision);
}

void PlayState::refreshBodies(EntityId entity)
{
    movers.refresh(entity);
    refreshSolids(entity);
    navigation->refresh(entity);
}

void PlayState::refreshSolids(EntityId entity)
{
    solids.refresh(entity);
    bodies->refresh(entity);
}

void PlayState::write(EntityId entity, TypeId type, ComponentValue value)
{
    changes.set(entity, type, std::move(value));
    const bool moved = type == typeIdOf<TransformComponent>();
    if (moved || type == typeIdOf<BrushComponent>() || setsInMotion(type) ||
        type == typeIdOf<Node>() || isMeshType(type))
        refreshBodies(entity);
    else if (type == typeIdOf<Joint>())
        bodies->refresh(entity);
    navigation->refreshAgents(entity, type);
    if (moved || (type == typeIdOf<Node>() && world.exists(entity)))
        characters.place(entity, worldTransform(world, entity).position);
    if (type == typeIdOf<Script>())
        scriptsToRefresh.insert(entity);
    if (type == typeIdOf<Character>()) {
        if (world.get<Character>(entity) != nullptr)
            characters.add(entity);
        else
            characters.remove(entity);
    }
}

void PlayState::moveWalker(EntityId entity, const TransformComponent& place)
{
    changes.set(entity, typeIdOf<TransformComponent>(),
                std::make_shared<const TransformComponent>(place));
    movers.walk(entity);
    bodies->refresh(entity);
    if (characters.find(entity) != nullptr)
        characters.place(entity, worldTransform(world, entity).position);
}

void PlayState::remove(EntityId entity)
{
    auto leaving = subtree(world, entity);
    const bool hasBrushes = std::any_of(leaving.begin(), leaving.end(), [this](EntityId each) {
        return world.get<BrushComponent>(each) != nullptr;
    });
    for (auto at = leaving.rbegin(); at != leaving.rend(); ++at) {
        Edit edit;
        addRemoval(world, *at, edit);
        for (auto& swap : edit.swaps)
            write(swap.entity, swap.type, nullptr);
    }
    if (!hasBrushes)
        return; // what stands on nothing takes no plants along
    for (const auto layer : foliageLayers(world)) {
        const auto plants = foliageOf(world, layer);
        if (auto left = withoutFallenPlants(plants, authored, world); left != plants)
            write(layer, FoliagePlacement{.instances = std::move(left)});
    }
}

void PlayState::destroy(EntityId entity)
{
    for (const auto each : subtree(world, entity)) {
        doomed.insert(each);
        if (scripts) // they are ending, or their first objects are being made
            scripts->silence(each);
    }
}

bool PlayState::isAlive(EntityId entity) const
{
    return world.exists(entity) && !doomed.contains(entity);
}

/// Their onStop() may destroy others.
void PlayState::removeDoomed()
{
    while (!doomed.empty()) {
        const std::vector<EntityId> all{doomed.begin(), doomed.end()};
        for (const auto entity : all)
            scripts->stop(entity);
        for (const auto entity : all) {
            doomed.erase(entity);
            if (world.exists(entity)) // else what was above has taken it along
                remove(entity);
        }
    }
}

Aabb bodyBounds(const World& world, EntityId entity)
{
    Aabb bounds;
    for (const auto each : subtree(world, entity))
        if (world.get<BrushComponent>(each) != nullptr)
            bounds.add(boundsOf(world, each));
    return bounds.isEmpty() ? boundsOfTree(world, entity) : bounds;
}

/// Of an entity whose object is made at the end of the tick; null if it has one, or never gets one.
const Script* PlayState::scriptThatWaits(EntityId entity) const
{
    const bool waits = scripts && scripts->find(entity) == nullptr &&
                       scriptsToRefresh.contains(entity) && isAlive(entity);
    return waits ? world.get<Script>(entity) : nullptr;
}

Result<Value> PlayState::scriptMember(EntityId entity, const std::string& name) const
{
    if (!scripts)
        return Error{"No script runs yet"};
    if (const auto* script = scriptThatWaits(entity))
        if (const auto* value = findValue(script->properties, name))
            return *value;
    return scripts->member(entity, name);
}

Result<void>
PlayState::setScriptMember(EntityId entity, const std::string& name, const Value& value)
{
    constexpr std::size_t MostAhead = 256;
    if (!scripts)
        return Error{"No script runs yet"};
    const auto* script = scriptThatWaits(entity);
    if (script == nullptr)
        return scripts->setMember(entity, name, value);
    if (script->properties.size() >= MostAhead && findValue(script->properties, name) == nullptr)
        return Error{"A script can begin with {} properties that were set at most", MostAhead};
    auto changed = *script;
    setValue(changed.properties, name, value);
    write(entity, std::move(changed));
    return {};
}

void PlayState::refreshScripts()
{
    for (const auto entity : std::exchange(scriptsToRefresh, {}))
        scripts->refresh(entity);
}

PlayCamera PlayState::defaultCamera() const
{
    PlayCamera result = camera;
    const auto* state = characters.find(player);
    if (state == nullptr)
        return result;
    result.eye = state->foot + Vec3d{0, characters.heightOf(player), 0};
    result.rotation = worldTransform(world, player).rotation;
    return result;
}

void PlayState::standPlants()
{
    std::vector<Vec3d> feet;
    characters.forEach([&](EntityId, const CharacterState& state) { feet.push_back(state.foot); });
    foliage.update(feet);
}

/// With what lies under the middle of the sole, or at the nearest edge of it.
void PlayState::reportFootsteps()
{
    for (const auto listener : scripts->listeners(ScriptEvent::Footstep)) {
        const auto* state = characters.find(listener);
        const auto* body = world.get<Character>(listener);
        if (state == nullptr || body == nullptr || !state->stepped)
            continue;
        const Ray down{state->foot + Vec3d{0, body->radius, 0}, {0, -1, 0}};
        const double reach = body->radius + body->stepHeight;
        auto ground = castBall(*this, down, reach, 0, listener);
        if (!ground.found)
            ground = castBall(*this, down, reach, body->radius / 2, listener);
        auto material = materialOf(world, ground);
        auto surface = assets.touchOf(Name{material}).surface;
        scripts->step(listener, {std::move(material), state->runs, std::move(surface)});
    }
}

void PlayState::placeCamera(bool playerRestarts)
{
    const bool isPlayers = camera.scripted && !playerRestarts;
    camera = cameras.tick(world, isPlayers ? camera : defaultCamera(), PlaySession::TickSeconds);
    if (playerRestarts || cameras.hasJumped())
        cameraBefore = camera; // the eyes jump
    swayCamera();
    const auto tremble = shake.tick(PlaySession::TickSeconds);
    camera.sway += camera.rotation * tremble.offset;
    camera.tilt = tremble.tilt;
}

/// Only where the game is seen out of the player's body: other cameras stand still.
void PlayState::swayCamera()
{
    camera.sway = Vec3d{0};
    const auto* state = characters.find(player);
    const auto* body = world.get<Character>(player);
    const auto* view = world.get<CharacterView>(player);
    const double height = state != nullptr ? characters.heightOf(player) : 0.0;
    if (state == nullptr || body == nullptr || view == nullptr ||
        !boundsOfCharacter(state->foot, body->radius, height)
             .grown(BodyMargin)
             .contains(camera.eye)) {
        eyes = {};
        return;
    }
    camera.sway = eyes.tick(*view, *state, height, camera.rotation, PlaySession::TickSeconds);
}

void PlayState::useWhatIsInFront()
{
    if (!input.isDown(PlayerKey::Use) || inputBefore.isDown(PlayerKey::Use))
        return;
    const auto from = cameras.active() ? defaultCamera() : camera; // not through other cameras
    const Ray ray{from.eye, from.rotation * Vec3d{0, 0, -1}};
    if (const auto hit = space.raycast(ray, UseReach)) {
        scripts->use(hit->entity, player);
        wires->use(hit->entity, player);
    }
}

void PlayState::reportTouches()
{
    const auto listeners = scripts->listeners(ScriptEvent::Touch);
    if (listeners.empty())
        return;
    std::set<std::pair<EntityId, EntityId>> now;
    for (const auto listener : listeners) {
        const auto bounds = bodyBounds(world, listener).grown(TouchMargin);
        characters.forEach([&](EntityId character, const CharacterState& state) {
            const auto* shape = world.get<Character>(character);
            if (character != listener && shape != nullptr &&
                bounds.intersects(
                    boundsOfCharacter(state.foot, shape->radius, characters.heightOf(character))))
                now.emplace(listener, character);
        });
    }
    const auto before = std::exchange(touching, now);
    for (const auto& [listener, character] : now)
        if (!before.contains({listener, character}))
            scripts->touch(listener, character);
}

void PlayState::setListener()
{
    audio->setListener(
        {camera.eye, camera.rotation * Vec3d{0, 0, -1}, camera.rotation * Vec3d{0, 1, 0}});
}

void PlayState::runTick(const PlayerInput& newInput)
{
    ++tickCount;
    changes.beginTick();
    marks.beginTick();
    decals.tick();
    wires->beginTick();
    inputBefore = std::exchange(input, newInput);
    cameraBefore = camera;
    camera.scripted = false;

    refreshScripts();
    standPlants();
    scripts->tick(PlaySession::TickSeconds);
    console.run(input.console);
    wires->tick();
    navigation->tick(PlaySession::TickSeconds);
    const auto restarted = characters.finishTick(PlaySession::TickSeconds);
    bodies->tick(PlaySession::TickSeconds);
    reportFootsteps();
    scripts->lateTick(PlaySession::TickSeconds);
    placeCamera(std::find(restarted.begin(), restarted.end(), player) != restarted.end());
    useWhatIsInFront();
    reportTouches();
    removeDoomed();
    rest.tick();
    triggers->tick();
    removeDoomed();
    joined.tick();
    refreshScripts(); // what was spawned or removed; onStart() comes with the next tick

    changes.flush();
    setListener();
    audio->update(PlaySession::TickSeconds);
    scripts->endTick();
    graphs.endTick(characters.find(player));
}

void PlayState::runHeldTick(const PlayerInput& newInput)
{
    changes.beginTick();
    marks.beginTick();
    wires->beginTick();
    inputBefore = std::exchange(input, newInput);
    cameraBefore = camera;
    refreshScripts();
    scripts->heldTick(PlaySession::TickSeconds);
    console.run(input.console);
    removeDoomed();
    rest.tick();
    joined.tick();
    refreshScripts();
    changes.flush();
    audio->update(PlaySession::TickSeconds); // music goes on in a game that stands still
    scripts->endTick();
}

void PlayState::modelsChanged(std::span<const std::string> paths)
{
    if (ownCollision)
        authored.notify(changesOfMeshes(authored, paths));
    shapesChanged(changesOfMeshes(world, paths));
}

void PlayState::surfacesChanged(const std::shared_ptr<const SurfaceTable>& surfaces,
                                std::span<const Name> materials)
{
    authored.setSurfaces(surfaces);
    world.setSurfaces(surfaces);
    const auto asAuthored = changesOfSurfaces(authored, materials);
    if (ownCollision)
        authored.notify(asAuthored);
    shapesChanged(changesOfSurfaces(world, materials));
    for (const auto& change : asAuthored.changes) // also of what the game has removed or repainted
        refreshSolids(change.entity);
}

void PlayState::shapesChanged(const ChangeSet& changed)
{
    if (changed.changes.empty())
        return;
    for (const auto& change : changed.changes) {
        refreshBodies(change.entity);
        index.note(change.entity, change.type);
    }
    world.notify(changed);
}

void PlayState::addTo(Hasher& hasher) const
{
    const auto add = [&](const Vec3d& v) {
        hasher.add(v.x).add(v.y).add(v.z);
    };
    world.forEach<TransformComponent>([&](EntityId entity, const TransformComponent& place) {
        hasher.add(entity.value);
        add(place.position);
        hasher.add(place.rotation.w).add(place.rotation.x);
        hasher.add(place.rotation.y).add(place.rotation.z);
        add(place.scale);
    });
    characters.forEach([&](EntityId entity, const CharacterState& state) {
        hasher.add(entity.value).add(state.grounded).add(state.crouched);
        add(state.velocity);
        if (characters.isGhost(entity))
            hasher.add(true);
        if (state.swimming || state.climbing || state.letGo > 0)
            hasher.add(state.swimming).add(state.climbing).add(state.letGo);
        if (state.submerged > 0)
            hasher.add(state.submerged);
        if (state.steps > 0)
            hasher.add(state.steps);
        if (state.coyoteLeft > 0 || state.waitingJump > 0)
            hasher.add(state.coyoteLeft).add(state.waitingJump).add(state.jumpLeft);
    });
    bodies->addTo(hasher);
    scripts->addTo(hasher);
    triggers->addTo(hasher);
    cameras.addTo(hasher);
    rest.addTo(hasher);
    wires->addTo(hasher);
    hasher.add(tickCount).add(isHeld);
}
} // namespace engine
