#include "engine_core/play/script_bindings/play_bindings.h"

#include "engine_core/scripting/runtime/task_bindings.h"

namespace engine
{
PlayState* activePlay()
{
    const auto* host = static_cast<const PlayHost*>(hostOfActiveScript());
    auto* state = host != nullptr ? host->play : nullptr;
    if (state == nullptr)
        raiseInScript("The world can be used from onStart() on, not while an object is made");
    return state;
}

Result<void> bindPlay(ScriptBinder& binder)
{
    for (const auto bind :
         {bindWorld, bindProperties, bindCharacter, bindInput,      bindCamera,   bindSounds,
          bindHud,   bindSaves,      bindFoliage,   bindNavigation, bindQueries,  bindComponents,
          bindDebug, bindBodies,     bindJoints,    bindTasks,      bindMessages, bindTweens,
          bindGame,  bindMenus,      bindConsole,   bindDecals,     bindLights})
        if (auto bound = bind(binder); !bound)
            return bound;
    return {};
}
} // namespace engine
