#pragma once

#include "engine_core/audio/audio_mix.h"
#include "engine_core/play/console/console_variables.h"
#include "engine_core/play/game/play_values.h"
#include "engine_core/play/hud/hud_menus.h"
#include "engine_core/play/play_session.h"
#include "engine_core/play/saves/play_saves.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace engine
{
class PlayApp;
struct PlayState;

/// A game over all its scenes: the stack of those that are begun, the topmost of which runs, and
/// what outlives them. Scripts ask for another scene during a tick and get it when that is over
/// (ADR 37).
class PlayGame
{
public:
    static constexpr std::size_t Deepest = 8;        ///< scenes on the stack
    static constexpr std::size_t MostChanges = 10;   ///< of scenes, in ChangeTicks
    static constexpr std::uint64_t ChangeTicks = 60; ///< a second

    explicit PlayGame(const PlaySetup& setup);
    ~PlayGame(); ///< calls onStop() of all that is left, from the top

    PlayGame(const PlayGame&) = delete;
    PlayGame& operator=(const PlayGame&) = delete;

    /// Begins the first scene, and the App class of the project; once, before anything else. An
    /// Error if its scripts do not compile.
    Result<void> begin(const World& edited);

    /// Of scripts, for the end of the tick: the scene in place of the running one. It is read at
    /// once; an Error, in words for the writer of the script, if it cannot be, if the tick has
    /// asked for a change already, or if scenes change without an end.
    Result<void> load(const std::string& path);

    /// The same on top of the running one, which stands still until it is back. An Error besides
    /// if too many are begun.
    Result<void> push(const std::string& path);

    /// At the end of the tick the running scene ends, and the one below goes on. An Error if there
    /// is none below.
    Result<void> pop();

    /// From the next tick on the world of the running scene stands still, but for the
    /// onPausedTick() of its scripts.
    void setHeld(bool held);
    [[nodiscard]] bool isHeld() const;

    /// The game is over with this tick; the host ends the session.
    void quit() { m_hasEnded = true; }

    [[nodiscard]] bool hasEnded() const { return m_hasEnded; }

    void tick(const PlayerInput& input);

    [[nodiscard]] PlayState& running() { return *m_scenes.back().state; }

    [[nodiscard]] const PlayState& running() const { return *m_scenes.back().state; }

    /// Of the running scene, as sceneName() has it; empty if the host has not said which it is.
    [[nodiscard]] const std::string& scene() const;

    /// Whether the running scene is the one that its author edits.
    [[nodiscard]] bool runsEdited() const { return m_scenes.back().isEdited; }

    /// How many scenes are begun.
    [[nodiscard]] std::size_t depth() const { return m_scenes.size(); }

    [[nodiscard]] std::uint64_t tickCount() const { return m_tickCount; }

    /// Compiles what the level needs, so that nothing of it is made in vain; also fails while that
    /// goes on where windows wait for no compiler.
    Result<void> checkScripts(const World& level);

    void forEachScene(const std::function<void(PlayState& state, bool isEdited)>& visit);

    /// As PlaySession::reloadScripts(), in all scenes that are begun.
    Result<std::vector<std::string>> reloadScripts();

    void addTo(Hasher& hasher) const;

    /// Another scene runs now. The world before is still there and ends when all have heard.
    Signal<> worldChanged;

    PlaySetup setup;
    std::vector<Issue> errors; ///< of scripts, in all scenes
    PlayValues values;
    ConsoleVariables consoleVariables;
    Hud hud;
    HudMenus menus;
    PlaySaves saves;
    AudioMix mix;
    std::uint64_t random; ///< state of the scripts' random numbers

private:
    struct Scene
    {
        std::string name;
        bool isEdited = false; ///< made from the world that is edited, and follows it
        std::unique_ptr<PlayState> state;
    };

    /// What a script has asked for in this tick.
    struct Change
    {
        enum class Kind
        {
            None,
            Load,
            Push,
            Pop
        };
        Kind kind = Kind::None;
        std::uint64_t tick = 0; ///< in which it was asked for
        std::string name{};
        std::unique_ptr<World> level{}; ///< null: the edited world
        EntityId asker{};
    };

    Result<void> beginApp();
    void tickScene(const PlayerInput& input, bool isHeld);
    Result<void> ask(Change::Kind kind, const std::string& path);
    [[nodiscard]] Result<void> checkChange() const;
    void refuse(EntityId asker, const std::string& name, const Error& why);
    [[nodiscard]] bool isEditedScene(const std::string& name) const;
    Result<Scene> makeScene(const World& level, const std::string& name, bool isEdited);
    void changeScene();
    void enter(Change change);
    void leave();

    std::unique_ptr<ScriptLibrary> m_ownLibrary; ///< only if the setup lends none
    const World* m_edited = nullptr;
    std::unique_ptr<PlayApp> m_app; ///< null if the project has none
    std::vector<Scene> m_scenes;    ///< the running one last
    Change m_change;
    bool m_isChanging = false;
    bool m_hasEnded = false;
    std::uint64_t m_tickCount = 0;
    std::vector<std::uint64_t> m_changeTicks; ///< of the last changes
};
} // namespace engine
