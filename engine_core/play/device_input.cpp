#include "engine_core/play/device_input.h"

#include "engine_core/math/types.h"

#include <algorithm>
#include <utility>

namespace engine
{
namespace
{
bool isTrigger(InputSource source)
{
    static const auto left = InputSource::named("pad.leftTrigger");
    static const auto right = InputSource::named("pad.rightTrigger");
    return source == left || source == right;
}

/// Bent so that the threshold of triggers lies where actions count as pressed.
double bentTrigger(double value, double threshold)
{
    if (value < threshold)
        return PressedFrom * value / threshold;
    return threshold < 1 ? PressedFrom + (1 - PressedFrom) * (value - threshold) / (1 - threshold)
                         : 1.0;
}

double actionOf(const InputMap& map, const InputAction& action, const DeviceState& state)
{
    double most = 0;
    for (const auto source : action.bindings) {
        const double value = state.of(source);
        most = std::max(most, isTrigger(source) ? bentTrigger(value, map.triggerThreshold) : value);
    }
    return most;
}

double strongest(const std::vector<InputSource>& sources, const DeviceState& state)
{
    double most = 0;
    for (const auto source : sources)
        most = std::max(most, state.of(source));
    return most;
}

double axisOf(const InputAxis& axis, const DeviceState& state)
{
    return strongest(axis.positive, state) - strongest(axis.negative, state);
}

struct Pressed
{
    std::uint32_t keys = 0;
    std::vector<ActionValue> values;
};

Pressed pressedIn(const InputMap& map, const DeviceState& state)
{
    Pressed pressed;
    for (const auto& action : map.actions) {
        const double value = actionOf(map, action, state);
        const auto key = keyNamed(action.name);
        if (value >= PressedFrom)
            pressed.keys |= key;
        if (value > 0 && (key == 0 || value < 1))
            pressed.values.push_back({action.name, value});
    }
    for (const auto& axis : map.axes)
        if (const double value = axisOf(axis, state); value != 0)
            pressed.values.push_back({axis.name, value});
    return pressed;
}
} // namespace

PlayerInput
inputFrom(const InputMap& map, const DeviceState& held, const DeviceState& tapped, double seconds)
{
    PlayerInput input;
    auto now = pressedIn(map, held);
    input.keys = now.keys;
    input.values = std::move(now.values);
    auto taps = pressedIn(map, tapped);
    input.tappedKeys = taps.keys;
    input.taps = std::move(taps.values);
    const double turn = radians(map.stickTurn) * seconds;
    input.look = Vec2d{input.valueOf(LookRightAxis), input.valueOf(LookUpAxis)} * turn;
    return input;
}
} // namespace engine
