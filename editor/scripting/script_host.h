#pragma once

#include "editor/api/editor_api.h"
#include "editor/scripting/gui_builder.h"
#include "editor/scripting/script_pointer.h"
#include "engine_core/scripting/binding/script_binder.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace editor
{
/// A place in the views that the user can take hold of, as a script's onDraw() named it.
struct ScriptHandle
{
    std::string id;
    engine::Vec3d at{0}; ///< world space
};

/// What the bindings of editor scripts work on: who runs, and what it may do just now. One for each
/// set of scripts; main thread only.
struct ScriptHost
{
    explicit ScriptHost(EditorApi& api);

    EditorApi& editor;
    const engine::World& world;
    const engine::TypeRegistry& types;

    Transaction* transaction = nullptr; ///< takes what is written; null: nothing may be written
    GuiBuilder* gui = nullptr;          ///< only while onGui() runs
    engine::DebugDraw* draw = nullptr;  ///< only while onDraw() runs
    std::vector<ScriptHandle>* handles = nullptr; ///< only while onDraw() runs
    std::optional<ScriptHandle> moved; ///< the handle that is being dragged, and to where
    ScriptPointer pointer;             ///< where the mouse is in the views, and was last
    std::string undoName; ///< what the script wants its step to be called; empty: as it is
    std::string refusal;  ///< why an operation could not be done; the step is taken back
    double refreshEvery =
        0; ///< seconds after which the running window wants to run again; 0: never
    std::uint64_t random = 1; ///< state of the scripts' random numbers

    /// What has to wait until the script is done, such as opening another window.
    std::vector<std::function<void()>> later;

    void write(engine::EntityId entity, engine::TypeId type, engine::ComponentValue value);

    /// Does what scripts asked to be done once they are through.
    void runLater();
};

/// What the running script may do, for the length of one call.
class ScriptPermission
{
public:
    ScriptPermission(ScriptHost& host, Transaction* edit);
    ~ScriptPermission();

    ScriptPermission(const ScriptPermission&) = delete;
    ScriptPermission& operator=(const ScriptPermission&) = delete;

private:
    ScriptHost& m_host;
};

/// The host of the running script. Never null inside of a binding.
[[nodiscard]] ScriptHost* activeHost();

/// What the running script may write to; null, with an exception in the script, if it must not.
[[nodiscard]] Transaction* writingTransaction();

/// Stops the running script, and takes its step back even if it catches the exception: what was
/// begun may be half done.
void refuseInScript(const engine::Error& error);

/// Whether it is a place in the world; otherwise the script gets an exception.
[[nodiscard]] bool isPlace(const engine::Vec3d& at);

/// Whether a scene can name that material or asset; otherwise the script gets an exception.
[[nodiscard]] bool isPath(const std::string& path);

/// The value of a result, or else an exception in the script and `otherwise`.
template <typename T>
[[nodiscard]] T valueOrRefuse(engine::Result<T> result, T otherwise = {})
{
    if (result)
        return *std::move(result);
    refuseInScript(result.error());
    return otherwise;
}

inline void checkOrRefuse(const engine::Result<void>& result)
{
    if (!result)
        refuseInScript(result.error());
}

/// All that editor scripts can call.
[[nodiscard]] engine::Result<void> bindEditor(engine::ScriptBinder& binder);

[[nodiscard]] engine::Result<void> bindGui(engine::ScriptBinder& binder);
[[nodiscard]] engine::Result<void> bindGuiFields(engine::ScriptBinder& binder);
[[nodiscard]] engine::Result<void> bindLevel(engine::ScriptBinder& binder);
[[nodiscard]] engine::Result<void> bindObjects(engine::ScriptBinder& binder);
[[nodiscard]] engine::Result<void> bindPlants(engine::ScriptBinder& binder);
[[nodiscard]] engine::Result<void> bindViews(engine::ScriptBinder& binder);
} // namespace editor
