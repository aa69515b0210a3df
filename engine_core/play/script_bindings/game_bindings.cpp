#include "engine_core/play/game/play_game.h"
#include "engine_core/play/script_bindings/kept_values.h"

namespace engine
{
namespace
{
PlayValues& valuesOf(PlayState& play)
{
    return play.game.values;
}

void raiseUnless(const Result<void>& done)
{
    if (!done)
        raiseInScript(done.error().message());
}

void loadScene(const std::string& path)
{
    if (auto* play = activePlay())
        raiseUnless(play->game.load(path));
}

void pushScene(const std::string& path)
{
    if (auto* play = activePlay())
        raiseUnless(play->game.push(path));
}

void popScene()
{
    if (auto* play = activePlay())
        raiseUnless(play->game.pop());
}

EntityId addScene(const std::string& path, const Vec3d& offset)
{
    auto* play = activePlay();
    if (play == nullptr)
        return {};
    if (!play->scripts) {
        raiseInScript("Scenes are added from onStart() on");
        return {};
    }
    if (!isFinite(offset) || glm::length(offset) > WorldLimit) {
        raiseInScript("A place must be finite and within 65,536 metres of the origin");
        return {};
    }
    const auto root = play->joined.add(path, offset);
    if (!root)
        raiseInScript(root.error().message());
    return root ? *root : EntityId{};
}

void leaveScene(const EntityId& added)
{
    if (auto* play = activePlay())
        raiseUnless(play->joined.leave(added));
}

std::string sceneNow()
{
    const auto* play = activePlay();
    return play != nullptr ? play->game.scene() : std::string{};
}

double sceneDepth()
{
    const auto* play = activePlay();
    return play != nullptr ? static_cast<double>(play->game.depth()) : 0.0;
}

void pauseGame()
{
    if (auto* play = activePlay())
        play->game.setHeld(true);
}

void resumeGame()
{
    if (auto* play = activePlay())
        play->game.setHeld(false);
}

bool isGamePaused()
{
    const auto* play = activePlay();
    return play != nullptr && play->game.isHeld();
}

void quitGame()
{
    if (auto* play = activePlay())
        play->game.quit();
}
} // namespace

Result<void> bindGame(ScriptBinder& binder)
{
    binder.space("Game");
    binder.function("void load(const string &in scene)", loadScene,
                    "At the end of the tick the running scene ends and this one of the project "
                    "begins, such as \"scenes/cellar.scene.json\"");
    binder.function("void push(const string &in scene)", pushScene,
                    "The same on top of the running scene, which stands still until pop()");
    binder.function("void pop()", popScene,
                    "At the end of the tick the running scene ends and the one below goes on");
    binder.function("Entity add(const string &in scene, const Vec3 &in offset = Vec3(0, 0, 0))",
                    addScene,
                    "A new object at that place, below which all objects of another scene are from "
                    "the end of the tick on");
    binder.function("void leave(const Entity &in added)", leaveScene,
                    "Takes an added scene away again with everything of it");
    binder.function("string scene()", sceneNow, "The scene that runs");
    binder.function("double depth()", sceneDepth, "How many scenes are begun: 1 without push()");
    binder.function("void pause()", pauseGame,
                    "From the next tick on the scene stands still; only onPausedTick() is called");
    binder.function("void resume()", resumeGame, "The scene goes on with the next tick");
    binder.function("bool isPaused()", isGamePaused, "Whether the scene stands still");
    binder.function("void quit()", quitGame, "Ends the game with this tick");
    kept::bindAll<valuesOf>(binder, "Keeps it under that name in all scenes until the game ends");
    binder.space("");
    return binder.finish("game");
}
} // namespace engine
