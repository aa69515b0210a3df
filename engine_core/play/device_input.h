#pragma once

#include "engine_core/assets/input/device_state.h"
#include "engine_core/assets/input/input_map.h"
#include "engine_core/play/player_input.h"

namespace engine
{
/// What a player does with their keys, mouse and controller. The wheel's notches and the mouse's
/// turn of the head are not in it.
/// @param held what is pressed now
/// @param tapped what was pressed since the last call, if only for a moment; gives the taps
/// @param seconds since the last call, in which sticks turned the head
[[nodiscard]] PlayerInput
inputFrom(const InputMap& map, const DeviceState& held, const DeviceState& tapped, double seconds);
} // namespace engine
