#pragma once

#include "engine_core/assets/input/device_state.h"

#include <memory>

namespace engine
{
/// The game controllers of this machine, plugged in or not. Costs nothing and says nothing where
/// there are none or the system lets nobody read them. One thread at a time: the one that made it.
class Gamepads
{
public:
    Gamepads();
    ~Gamepads();

    Gamepads(const Gamepads&) = delete;
    Gamepads& operator=(const Gamepads&) = delete;

    /// Takes in what was pressed, plugged and unplugged since the last call; the first call looks
    /// for controllers, which may take some milliseconds.
    void poll();

    [[nodiscard]] std::size_t count() const;

    /// All of them together as of the last poll(): of each stick and trigger the one that is moved
    /// farthest. At rest without a controller.
    [[nodiscard]] const PadState& state() const;

private:
    struct Devices;
    std::unique_ptr<Devices> m_devices;
};
} // namespace engine
