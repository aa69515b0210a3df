#pragma once

#include "engine_core/assets/project/asset_database.h"
#include "engine_core/audio/audio_system.h"
#include "engine_core/base/signal.h"
#include "engine_core/physics/static_collision.h"
#include "engine_core/play/console/scene_console.h"
#include "engine_core/play/player_input.h"
#include "engine_core/reflect/type_registry.h"
#include "engine_core/render/passes/view.h"
#include "engine_core/scene/checks/issue.h"
#include "engine_core/scene/world/world.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace engine
{
class Hud;
class PlayGraphs;
class PlayerBindings;
struct Image;
class NavmeshSystem;
struct DebugDraw;
class ScriptLibrary;
class SessionRecorder;
class SurfaceTable;

/// What a session runs on.
struct PlaySetup
{
    AssetDatabase& assets;
    const TypeRegistry& types;
    const StaticCollision* collision = nullptr; ///< warm shapes of the edited world; null: its own
    NavmeshSystem* navigation = nullptr; ///< of the edited world; lends and shares built tiles
    /// Ticks wait for navigation meshes, so that equal sessions run equally. Without it a game goes
    /// on while they are built, and its walkers stand until then.
    bool waitsForNavigation = true;
    AudioOutput audio = AudioOutput::Default;
    std::optional<ViewCamera> startFrom{}; ///< play from a camera instead of the player start
    ScriptLibrary* scripts = nullptr;      ///< compiled already (play_library.h); null: its own
    std::uint64_t seed = 1;                ///< of the scripts' random numbers
    fs::path saves{};            ///< what scripts keep, see PlaySaves; empty: for this game alone
    ValueBag playerProperties{}; ///< public script properties of a player that the start places
    PlayerBindings* bindings = nullptr; ///< of whoever plays; null: nobody, or not to be changed
    /// Which scene of the project the edited world is, such as "scenes/start.scene.json". If
    /// scripts load it, they get the world as it is edited by then, which outlives the session.
    /// Empty: none that scripts can name.
    std::string scene{};
    SessionRecorder* recorder = nullptr; ///< keeps what comes in from the start on; null: nobody
    std::string savedValues{}; ///< PlaySaves::text() to begin with, where `saves` is empty
};

/// The game being played: a copy of the edited world with scripts, characters, sound and the clock
/// attached, and later what other scenes its scripts load. The edited world is never written; what
/// its author changes meanwhile arrives through applyLiveEdit. A session, its world and all that
/// its setup lends stay on one thread: the main thread for the session that the user plays, a
/// worker for those of bots, which lend each other nothing (explore.h).
class PlaySession
{
public:
    /// Scripts compile first; if they do not, nothing starts and the Error names file and line (all
    /// messages are in the log).
    [[nodiscard]] static Result<std::unique_ptr<PlaySession>> start(const World& edited,
                                                                    const PlaySetup& setup);
    ~PlaySession();

    static constexpr double LeastAspect = 4.0 / 3; ///< see camera()
    static constexpr double TickSeconds = 1.0 / 60.0;

    /// Runs as many fixed ticks as the time that passed asks for (at most 8, so that a stall does
    /// not spiral) with the given input. Returns how many ran.
    int advance(double seconds, const PlayerInput& input);

    /// Exactly one tick; for recordings, tests and the Tick button.
    void tick(const PlayerInput& input);

    static constexpr std::size_t MostTypedBytes = 1000;
    static constexpr std::size_t MostTypedLines = 100; ///< that wait for their tick

    /// A line for the game's console: part of the input of the next tick that has no line of its
    /// own, one a tick. What comes of it is in the log. An Error, in words for who typed it, for a
    /// line that is empty, too long or none, and if too many wait.
    Result<void> type(const std::string& line);

    /// What the console of the running scene knows, by name.
    [[nodiscard]] std::vector<ConsoleEntry> consoleEntries() const;

    /// As PlaySetup::waitsForNavigation, from now on: for a game that was played again to where a
    /// person goes on.
    void setWaitsForNavigation(bool waits);

    void setPaused(bool paused);
    [[nodiscard]] bool isPaused() const;

    /// Of the scene that runs: another one after worldChanged.
    [[nodiscard]] World& world();
    [[nodiscard]] const World& world() const;

    /// Another scene runs, or a scene anew: world() and all that is of it are others. What the
    /// receivers know of the world before is still there, and ends when all have heard. Told at the
    /// end of a tick.
    Signal<> worldChanged;

    /// The scene that runs, as the project calls it; empty if it is the first one and its setup did
    /// not say.
    [[nodiscard]] const std::string& scene() const;

    /// Whether the scene that runs is the edited one; its ids mean the same there.
    [[nodiscard]] bool playsEdited() const;

    /// A script has ended the game: no tick does anything any more.
    [[nodiscard]] bool hasEnded() const;

    /// The player's eyes, between the last two ticks by the clock's remainder, for a picture of so
    /// many times its height across. One narrower than 4:3 shows as much from left to right as that
    /// does, so that no game is cut off there in a small view.
    [[nodiscard]] ViewCamera camera(double aspect = LeastAspect) const;

    /// What scripts show over the picture since the last tick.
    [[nodiscard]] const Hud& hud() const;

    /// A texture of the project as its file has it, for what the HUD shows of it; null, and logged,
    /// if it cannot be read.
    [[nodiscard]] std::shared_ptr<const Image> texture(const std::string& path) const;

    /// The place of an entity that moved, between the last two ticks; nullopt if it stood still.
    [[nodiscard]] std::optional<Transform> interpolatedPlace(EntityId entity) const;

    /// A change of the edited world: applied to the running one, property by property, by each
    /// property's Apply policy. Scripted state stays: a door that a script has moved keeps its
    /// place when only its brush changed. Scenes that are not the edited one take none. A player
    /// who is in the way of a brush is moved aside. Returns that, and what will wait for the next
    /// start, as sentences.
    std::vector<std::string> applyLiveEdit(const ChangeSet& changes);

    /// These materials of the project were read again: what rolls over them feels it.
    void materialsChanged(std::span<const std::string> paths);

    /// The files of these models changed, or are read (MeshSource::shown()).
    void modelsChanged(std::span<const std::string> paths);

    /// These materials say something else of their faces (AssetDatabase::surfacesChanged).
    void surfacesChanged(const std::shared_ptr<const SurfaceTable>& surfaces,
                         std::span<const Name> materials);

    [[nodiscard]] std::uint64_t tickCount() const;

    struct Player
    {
        EntityId entity;
        Vec3d position{0}; ///< of the soles
        Vec3d velocity{0};
        bool grounded = false;
        bool crouched = false;
    };

    [[nodiscard]] Player player() const;

    /// Of every entity's place and script state in all scenes that are begun, and of what the game
    /// carries: equal for equal runs.
    [[nodiscard]] ContentHash stateHash() const;

    /// A value that is part of the state, by a hash of its own: to tell what is different where
    /// state hashes are.
    struct StatePart
    {
        EntityId entity;
        std::string_view name; ///< "position", "rotation", "scale", "motion" or a script's member
        ContentHash hash = 0;
    };

    /// Of the running scene: the places of these objects, and of all characters and scripts.
    void forEachPart(std::span<const EntityId> placed,
                     const std::function<void(const StatePart&)>& visit) const;

    /// The state of the game's random numbers.
    [[nodiscard]] std::uint64_t randomState() const;

    /// What scripts have kept by now, see PlaySaves::text().
    [[nodiscard]] std::string savedValues() const;

    /// Entities whose script waits for characters to touch them, ascending.
    [[nodiscard]] std::vector<EntityId> touchListeners() const;

    /// Instances that an exception or the time limit has stopped.
    [[nodiscard]] const std::vector<Issue>& scriptErrors() const;

    /// Makes objects of scripts whose files changed anew. Their members and the files' globals keep
    /// their values by name and type; returns what could not be kept, a sentence each. If one does
    /// not compile, or lacks a class that it had, the Error says where and the old code runs on.
    Result<std::vector<std::string>> reloadScripts();

    /// The value that a property of the entity's running script has now; nullopt without a script.
    [[nodiscard]] std::optional<Value> scriptProperty(EntityId entity, std::string_view name) const;

    [[nodiscard]] AudioSystem& audio();

    /// Adds what scripts have drawn for their author.
    void drawMarks(DebugDraw& draw) const;

    /// How the player's values and those of scripts went, tick by tick.
    [[nodiscard]] const PlayGraphs& graphs() const;
    static constexpr std::uint64_t FlashTicks = 30; ///< how long a fired wire is told of

    /// That a wire between two objects fired, or that its delay was over.
    struct FiredWire
    {
        EntityId from;
        EntityId to;
        std::uint64_t ticksAgo = 0; ///< 0 to FlashTicks - 1: the last time
    };

    /// Of the scene that runs, each pair of objects once, by ascending ids. For who watches: no
    /// part of the state.
    [[nodiscard]] std::vector<FiredWire> firedWires() const;

    /// The meshes of the played world; null as long as nobody walks or asks.
    [[nodiscard]] const NavmeshSystem* navigation() const;

private:
    PlaySession();
    void runTick(PlayerInput input);
    struct State;
    std::unique_ptr<State> m_state;
};

/// How high above their soles the player of the level has their eyes when the game starts. Metres.
[[nodiscard]] double playerHeight(const World& edited);
} // namespace engine
