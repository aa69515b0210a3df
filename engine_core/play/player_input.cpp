#include "engine_core/play/player_input.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine
{
namespace
{
ActionValue* findValue(std::vector<ActionValue>& values, std::string_view name)
{
    const auto found = std::find_if(values.begin(), values.end(),
                                    [&](const auto& each) { return each.name == name; });
    return found != values.end() ? &*found : nullptr;
}

void addValue(std::vector<ActionValue>& values, const ActionValue& added)
{
    if (auto* there = findValue(values, added.name))
        there->value = std::clamp(there->value + added.value, -1.0, 1.0);
    else
        values.push_back(added);
}
} // namespace

double PlayerInput::valueOf(std::string_view name) const
{
    for (const auto& each : values)
        if (each.name == name)
            return each.value;
    return (keys & keyNamed(name)) != 0 ? 1.0 : 0.0;
}

bool PlayerInput::isDown(std::string_view name) const
{
    const auto key = keyNamed(name);
    return key != 0 ? (keys & key) != 0 : std::abs(valueOf(name)) >= PressedFrom;
}

PlayerInput PlayerInput::withTaps() const
{
    auto all = *this;
    all.keys |= std::exchange(all.tappedKeys, 0U);
    for (const auto& tap : std::exchange(all.taps, {}))
        addValue(all.values, tap);
    return all;
}

void PlayerInput::addTaps(const PlayerInput& other)
{
    tappedKeys |= other.tappedKeys;
    for (const auto& tap : other.taps)
        addValue(taps, tap);
}

const std::vector<std::string>& playerKeyNames()
{
    static const std::vector<std::string> names{"Forward", "Back",   "Left", "Right", "Run",
                                                "Jump",    "Crouch", "Use",  "Fire",  "AltFire"};
    return names;
}

std::uint32_t keyNamed(std::string_view name)
{
    const auto& names = playerKeyNames();
    const auto found = std::find(names.begin(), names.end(), name);
    return found != names.end() ? 1U << static_cast<unsigned>(found - names.begin()) : 0U;
}
} // namespace engine
