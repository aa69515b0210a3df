#pragma once

#include "engine_core/assets/project/project_app.h"
#include "engine_core/base/hash.h"
#include "engine_core/play/play_host.h"
#include "engine_core/scripting/compile/script_library.h"
#include "engine_core/scripting/runtime/script_runtime.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine
{
/// The object of a project's App class: one for a game, whatever scenes come and go. Its onStart()
/// is called before any script of the first scene, its onTick() before those of each tick, also
/// while the game is paused, and its onStop() when the game ends.
class PlayApp
{
public:
    /// Called with what goes wrong in the object; it is not called again.
    using Failed = std::function<void(const ScriptFailure& failure)>;

    /// An Error if the script does not compile or has no such class.
    [[nodiscard]] static Result<std::unique_ptr<PlayApp>>
    create(ScriptLibrary& library, const ProjectApp& app, Failed failed);

    /// `running` is what its script reaches.
    void tick(PlayState& running);
    void stop(PlayState& running);

    /// Makes the object anew if its file changed; see PlayScripts::reload().
    Result<std::vector<std::string>> reload();

    void addTo(Hasher& hasher) const;

private:
    PlayApp(ScriptLibrary& library, ProjectApp app, Failed failed);
    Result<std::vector<std::string>> make();
    void call(ScriptEvent event);
    void fail(const ScriptFailure& failure);

    ScriptLibrary& m_library;
    ProjectApp m_app;
    Failed m_failed;
    PlayHost m_host;
    std::unique_ptr<ScriptRuntime> m_runtime; // outlives the object
    std::shared_ptr<const ScriptProgram> m_program;
    std::optional<ScriptObject> m_object;
    bool m_isStarted = false;
    bool m_isStopped = false;
};

/// Whether the project has an App class that the library must not run.
[[nodiscard]] bool appNeedsTrust(const ScriptLibrary& library, const Project& project);
} // namespace engine
