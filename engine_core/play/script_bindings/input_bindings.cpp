#include "engine_core/assets/input/input_map.h"
#include "engine_core/base/nearest_text.h"
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
    binder.function("Vec2 look()", look, "Radians turned in this tick: right, up");
    binder.function("double wheel()", wheel,
                    "Notches of the mouse wheel in this tick, away from the user");
    binder.space("");
    return binder.finish("input");
}
} // namespace engine
