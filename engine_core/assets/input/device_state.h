#pragma once

#include "engine_core/assets/input/input_source.h"

#include <array>
#include <cstdint>
#include <vector>

namespace engine
{
/// How far each source is pressed or moved, 0 to 1.
class DeviceState
{
public:
    [[nodiscard]] double of(InputSource source) const;

    /// Held to 0 to 1. Of several values the greatest counts.
    void press(InputSource source, double value = 1);

private:
    std::vector<double> m_values; ///< by index; empty while nothing is pressed
};

enum class PadAxis : std::uint8_t
{
    LeftX, ///< -1 left to 1 right
    LeftY, ///< -1 up to 1 down
    RightX,
    RightY,
    LeftTrigger, ///< 0 to 1
    RightTrigger
};

/// In the order of the buttons among the sources: bit 0 is "pad.a".
inline constexpr std::size_t PadButtonCount = 14;

/// A game controller as it reports itself.
struct PadState
{
    std::array<double, 6> axes{};
    std::uint32_t buttons = 0; ///< bits

    [[nodiscard]] double of(PadAxis axis) const { return axes[static_cast<std::size_t>(axis)]; }

    friend bool operator==(const PadState&, const PadState&) = default;
};

/// Presses what the controller presses. A stick nearer than `deadZone` (0 to 0.9) to its middle, in
/// whatever direction, rests; from there to its rim it gives 0 to 1.
void pressPad(DeviceState& state, const PadState& pad, double deadZone);
} // namespace engine
