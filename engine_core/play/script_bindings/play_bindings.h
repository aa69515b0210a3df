#pragma once

#include "engine_core/play/play_state.h"
#include "engine_core/scripting/binding/script_binder.h"

namespace engine
{
/// The session whose script is running. Null, with an exception raised in the script, while a class
/// is only looked at for its properties: constructors and initialisers cannot reach the world.
[[nodiscard]] PlayState* activePlay();

[[nodiscard]] Result<void> bindWorld(ScriptBinder& binder);
[[nodiscard]] Result<void> bindProperties(ScriptBinder& binder);
[[nodiscard]] Result<void> bindCharacter(ScriptBinder& binder);
[[nodiscard]] Result<void> bindInput(ScriptBinder& binder);
[[nodiscard]] Result<void> bindCamera(ScriptBinder& binder);
[[nodiscard]] Result<void> bindSounds(ScriptBinder& binder);
[[nodiscard]] Result<void> bindHud(ScriptBinder& binder);
[[nodiscard]] Result<void> bindGame(ScriptBinder& binder);
[[nodiscard]] Result<void> bindMenus(ScriptBinder& binder);
[[nodiscard]] Result<void> bindSaves(ScriptBinder& binder);
[[nodiscard]] Result<void> bindFoliage(ScriptBinder& binder);
[[nodiscard]] Result<void> bindNavigation(ScriptBinder& binder);
[[nodiscard]] Result<void> bindQueries(ScriptBinder& binder);
[[nodiscard]] Result<void> bindComponents(ScriptBinder& binder);
[[nodiscard]] Result<void> bindDecals(ScriptBinder& binder);
[[nodiscard]] Result<void> bindLights(ScriptBinder& binder);
[[nodiscard]] Result<void> bindDebug(ScriptBinder& binder);
[[nodiscard]] Result<void> bindBodies(ScriptBinder& binder);
[[nodiscard]] Result<void> bindJoints(ScriptBinder& binder);
[[nodiscard]] Result<void> bindConsole(ScriptBinder& binder);
[[nodiscard]] Result<void> bindMessages(ScriptBinder& binder);
[[nodiscard]] Result<void> bindTweens(ScriptBinder& binder);
} // namespace engine
