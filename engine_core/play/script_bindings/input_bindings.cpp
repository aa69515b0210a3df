#include "engine_core/assets/input/input_map.h"
#include "engine_core/base/nearest_text.h"
#include "engine_core/play/game/play_game.h"
#include "engine_core/play/player_bindings.h"
#include "engine_core/play/script_bindings/play_bindings.h"

#include <fmt/core.h>

namespace engine
{
namespace
{
bool isDown(PlayerKey key)
{
    const auto* play = activePlay();
    return play != nullptr && play->input.isDown(key);
}

bool wasPressed(PlayerKey key)
{
    const auto* play = activePlay();
    return play != nullptr && play->input.isDown(key) && !play->inputBefore.isDown(key);
}

Vec2d look()
{
    const auto* play = activePlay();
    return play != nullptr ? play->input.look : Vec2d{0};
}

double wheel()
{
    const auto* play = activePlay();
    return play != nullptr ? play->input.wheel : 0.0;
}

double valueOf(PlayerKey key)
{
    const auto* play = activePlay();
    if (play == nullptr)
        return 0;
    const auto flag = static_cast<std::uint32_t>(key);
    for (const auto& name : playerKeyNames())
        if (keyNamed(name) == flag)
            return play->input.valueOf(name);
    return 0;
}

double axis(PlayerKey negative, PlayerKey positive)
{
    return valueOf(positive) - valueOf(negative);
}

/// The session, if the project knows the name; else null, with an exception in the script.
const PlayState* playThatKnows(const std::string& name)
{
    const auto* play = activePlay();
    if (play == nullptr)
        return nullptr;
    const auto& map = inputOf(play->assets.project());
    if (map.has(name))
        return play;
    const auto names = map.names();
    raiseInScript(fmt::format("project.json names no action or axis '{}'; the nearest is '{}'",
                              name.substr(0, InputMap::MaxNameLength), nearestText(name, names)));
    return nullptr;
}

bool isActionDown(const std::string& name)
{
    const auto* play = playThatKnows(name);
    return play != nullptr && play->input.isDown(name);
}

bool wasActionPressed(const std::string& name)
{
    const auto* play = playThatKnows(name);
    return play != nullptr && play->input.isDown(name) && !play->inputBefore.isDown(name);
}

bool wasActionReleased(const std::string& name)
{
    const auto* play = playThatKnows(name);
    return play != nullptr && !play->input.isDown(name) && play->inputBefore.isDown(name);
}

/// The session, if the project has an action of that name; else null, with an exception.
const PlayState* playWithAction(const std::string& name)
{
    const auto* play = playThatKnows(name);
    if (play == nullptr || inputOf(play->assets.project()).action(name) != nullptr)
        return play;
    raiseInScript(fmt::format("'{}' is an axis: only actions are bound by scripts", name));
    return nullptr;
}

InputMap mapOf(const PlayState& play)
{
    const auto* bindings = play.game.setup.bindings;
    return bindings != nullptr ? bindings->map() : inputOf(play.assets.project());
}

void rebindAction(const std::string& name)
{
    const auto* play = playWithAction(name);
    if (play != nullptr && play->game.setup.bindings != nullptr)
        play->game.setup.bindings->listen(name);
}

bool isRebinding()
{
    const auto* play = activePlay();
    return play != nullptr && play->game.setup.bindings != nullptr &&
           play->game.setup.bindings->isListening();
}

void resetAction(const std::string& name)
{
    const auto* play = playWithAction(name);
    if (play != nullptr && play->game.setup.bindings != nullptr)
        play->game.setup.bindings->reset(name);
}

std::vector<std::string> bindingsOfAction(const std::string& name)
{
    std::vector<std::string> labels;
    const auto* play = playWithAction(name);
    if (play == nullptr)
        return labels;
    const auto map = mapOf(*play);
    for (const auto source : map.action(name)->bindings)
        labels.push_back(source.label());
    return labels;
}

std::vector<std::string> actionsSharing(const std::string& name)
{
    const auto* play = playWithAction(name);
    return play != nullptr ? mapOf(*play).sharing(name) : std::vector<std::string>{};
}

double actionValue(const std::string& name)
{
    const auto* play = playThatKnows(name);
    return play != nullptr ? play->input.valueOf(name) : 0.0;
}
} // namespace

Result<void> bindInput(ScriptBinder& binder)
{
    const auto number = [](PlayerKey key) {
        return static_cast<int>(key);
    };
    binder.enumeration("Key", {{"Forward", number(PlayerKey::Forward)},
                               {"Back", number(PlayerKey::Back)},
                               {"Left", number(PlayerKey::Left)},
                               {"Right", number(PlayerKey::Right)},
                               {"Run", number(PlayerKey::Run)},
                               {"Jump", number(PlayerKey::Jump)},
                               {"Crouch", number(PlayerKey::Crouch)},
                               {"Use", number(PlayerKey::Use)},
                               {"Fire", number(PlayerKey::Fire)},
                               {"AltFire", number(PlayerKey::AltFire)}});
    binder.space("Input");
    binder.function("bool isDown(Key)", isDown, "Whether the key is held");
    binder.function("bool wasPressed(Key)", wasPressed, "Whether the key went down in this tick");
    binder.function("double axis(Key negative, Key positive)", axis,
                    "-1 to 1 for a pair of keys: -1, 0 or 1 from a keyboard, between from a stick");
    binder.function("bool action(const string &in name)", isActionDown,
                    "Whether the action of project.json is held, or the axis half way to a side; "
                    "keys are actions too: \"Jump\". Throws if the project has no such name");
    binder.function("bool wasPressed(const string &in name)", wasActionPressed,
                    "Whether the action went down in this tick");
    binder.function("bool wasReleased(const string &in name)", wasActionReleased,
                    "Whether the action came up in this tick");
    binder.function("double value(const string &in name)", actionValue,
                    "How far an action is pressed, 0 to 1, or an axis, -1 to 1");
    binder.function("void rebind(const string &in action)", rebindAction,
                    "What the player presses next is bound to the action, for them and from now "
                    "on; Esc leaves it. Nothing happens where nobody plays");
    binder.function("bool isRebinding()", isRebinding,
                    "Whether that is still waited for; nothing that is pressed reaches the game");
    binder.function("void resetBindings(const string &in action)", resetAction,
                    "The project's bindings of the action hold again");
    binder.function("array<string>@ bindings(const string &in action)", bindingsOfAction,
                    "What the player has bound to the action, as people call it: \"Space\"");
    binder.function("array<string>@ sharing(const string &in action)", actionsSharing,
                    "Other actions and axes that have one of its bindings, and happen with it");
    binder.function("Vec2 look()", look, "Radians turned in this tick: right, up");
    binder.function("double wheel()", wheel,
                    "Notches of the mouse wheel in this tick, away from the user");
    binder.space("");
    return binder.finish("input");
}
} // namespace engine
