#pragma once

#include "engine_core/play/camera/camera_shake.h"
#include "engine_core/play/camera/play_cameras.h"
#include "engine_core/play/characters/player_eyes.h"
#include "engine_core/play/console/scene_console.h"
#include "engine_core/play/game/joined_scenes.h"
#include "engine_core/play/hud/hud.h"
#include "engine_core/play/play_characters.h"
#include "engine_core/play/play_foliage.h"
#include "engine_core/play/play_host.h"
#include "engine_core/play/play_movers.h"
#include "engine_core/play/play_scripts.h"
#include "engine_core/play/play_session.h"
#include "engine_core/play/play_solids.h"
#include "engine_core/play/saves/play_saves.h"
#include "engine_core/play/tick_changes.h"
#include "engine_core/play/world/play_decals.h"
#include "engine_core/play/world/play_graphs.h"
#include "engine_core/play/world/play_index.h"
#include "engine_core/play/world/play_marks.h"
#include "engine_core/play/world/play_rest.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"

#include <set>
#include <unordered_set>

namespace engine
{
class PlayBodies;
class PlayGame;
class PlayNavigation;
class PlayTriggers;
class PlayWires;
class PrefabLibrary;
class SurfaceTable;

/// Everything of a scene of a running session. Script bindings reach it through activePlay().
struct PlayState
{
    PlayState(const World& level, const PlaySetup& setup, PlayGame& game);
    ~PlayState();

    PlayState(const PlayState&) = delete;
    PlayState& operator=(const PlayState&) = delete;

    PlayGame& game;
    PlayHost host{this}; ///< of its scripts
    AssetDatabase& assets;
    const TypeRegistry& types;
    World authored; ///< the level as this session knows it: live edits compare with it
    std::unordered_set<EntityId> leftOut; ///< of layers with `omit`: in neither of the two
    World world;                          ///< what is played

    std::unique_ptr<StaticCollision> ownCollision; ///< of `authored`; only if the setup lends none
    const StaticCollision& standing;
    PlaySolids solids;
    PlayMovers movers;
    PlayFoliage foliage;
    CollisionSpace space;
    TickChanges changes;
    PlayIndex index; ///< follows `changes`
    PlayCharacters characters;
    std::unique_ptr<AudioSystem> audio;
    std::unique_ptr<PlayScripts> scripts;
    std::unique_ptr<PlayNavigation> navigation; ///< never null
    std::unique_ptr<PlayBodies> bodies;         ///< never null
    std::unique_ptr<PlayTriggers> triggers;     ///< never null
    std::unique_ptr<PlayWires> wires;           ///< never null

    std::unique_ptr<PrefabLibrary> prefabs; ///< null until a script spawns one
    PlayMarks marks;
    PlayDecals decals{*this};
    PlayGraphs graphs;
    SceneConsole console{*this};
    PlayRest rest{*this};
    JoinedScenes joined{*this};

    EntityId player;
    PlayerInput input;
    PlayerInput inputBefore;
    PlayCamera camera;
    PlayCamera cameraBefore;
    PlayCameras cameras;
    CameraShake shake;
    PlayerEyes eyes;
    Hud& hud;                    ///< of the game
    PlaySaves& saves;            ///< of the game
    std::uint64_t& random;       ///< of the game: state of the scripts' random numbers
    std::uint64_t tickCount = 0; ///< of this scene, without those in which it stood still
    bool isHeld = false;         ///< scripts have paused the game
    std::optional<std::vector<HudItem>> heldHud; ///< what it showed when that began
    std::set<EntityId> scriptsToRefresh;
    std::set<std::pair<EntityId, EntityId>> touching; ///< listener and character
    std::set<EntityId> doomed; ///< destroyed in this tick, with all that is below them

    /// Something changed that may concern bodies at or below the entity.
    void refreshBodies(EntityId entity);

    /// What stands there as the level has it, or no longer does, at and below the entity.
    void refreshSolids(EntityId entity);

    /// Writes a component (null removes it) and tells movers, characters and scripts.
    void write(EntityId entity, TypeId type, ComponentValue value);

    template <typename T>
    void write(EntityId entity, T component)
    {
        write(entity, typeIdOf<T>(), std::make_shared<const T>(std::move(component)));
    }

    /// Moves a walker, whose body stands still for nobody: the same with less to be looked at.
    void moveWalker(EntityId entity, const TransformComponent& place);

    /// Removes the entity and everything below it.
    void remove(EntityId entity);

    /// Neither the scene itself nor the player goes while the game runs.
    [[nodiscard]] bool mayDestroy(EntityId entity) const
    {
        return entity != SceneEntity && entity != player;
    }

    /// The same at the end of the tick, so that what runs meanwhile finds the body still there. To
    /// scripts it does not exist from now on; theirs hear nothing more but onStop().
    void destroy(EntityId entity);

    /// Whether it is in the game and nobody has destroyed it.
    [[nodiscard]] bool isAlive(EntityId entity) const;

    /// Public properties of scripts, for paths such as "script.health". What was spawned in this
    /// tick has no object yet: it begins with what is set of it until then, and only that can be
    /// read.
    [[nodiscard]] Result<Value> scriptMember(EntityId entity, const std::string& name) const;
    Result<void> setScriptMember(EntityId entity, const std::string& name, const Value& value);

    void runTick(const PlayerInput& newInput);

    /// A tick in which the world stands still: only onPausedTick() of its scripts is called.
    void runHeldTick(const PlayerInput& newInput);

    /// The files of these models changed, or are read.
    void modelsChanged(std::span<const std::string> paths);

    /// These materials say something else of their faces.
    void surfacesChanged(const std::shared_ptr<const SurfaceTable>& surfaces,
                         std::span<const Name> materials);

    void addTo(Hasher& hasher) const;

    /// The eyes of a player whose script does not place the camera.
    [[nodiscard]] PlayCamera defaultCamera() const;

    void setListener();
    void refreshScripts();

private:
    [[nodiscard]] const Script* scriptThatWaits(EntityId entity) const;
    void standPlants();
    void reportFootsteps();
    void placeCamera(bool playerRestarts);
    void swayCamera();
    void useWhatIsInFront();
    void reportTouches();
    void shapesChanged(const ChangeSet& changed);
    void removeDoomed();
};

/// World bounds of the brushes at and below the entity, without the marker at its own place; of the
/// whole tree if there are none.
[[nodiscard]] Aabb bodyBounds(const World& world, EntityId entity);

/// The box that a character takes up, from its soles up.
[[nodiscard]] Aabb boundsOfCharacter(const Vec3d& foot, double radius, double height);

/// All that scripts can call.
[[nodiscard]] Result<void> bindPlay(ScriptBinder& binder);
} // namespace engine
