#include "engine_core/play/script_bindings/play_bindings.h"

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

/// -1, 0 or 1 for a pair of keys.
double axis(PlayerKey negative, PlayerKey positive)
{
    return (isDown(positive) ? 1.0 : 0.0) - (isDown(negative) ? 1.0 : 0.0);
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
                    "-1, 0 or 1 for a pair of keys");
    binder.function("Vec2 look()", look, "Radians turned in this tick: right, up");
    binder.function("double wheel()", wheel,
                    "Notches of the mouse wheel in this tick, away from the user");
    binder.space("");
    return binder.finish("input");
}
} // namespace engine
