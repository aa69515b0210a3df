#include "engine_core/assets/input/device_state.h"

#include "engine_core/base/contract.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine
{
namespace
{
InputSource padSource(std::size_t offset)
{
    static const auto first = InputSource::named("pad.a");
    return InputSource::at(first->index() + offset);
}

/// Left, right, up and down of a stick stand in a row among the sources.
void pressStick(DeviceState& state, std::size_t left, double x, double y, double deadZone)
{
    const double length = std::hypot(x, y);
    if (!(length > deadZone))
        return;
    const double wanted = std::min((length - deadZone) / (1 - deadZone), 1.0);
    x *= wanted / length;
    y *= wanted / length;
    state.press(padSource(left), -x);
    state.press(padSource(left + 1), x);
    state.press(padSource(left + 2), -y);
    state.press(padSource(left + 3), y);
}
} // namespace

double DeviceState::of(InputSource source) const
{
    return source.index() < m_values.size() ? m_values[source.index()] : 0.0;
}

void DeviceState::press(InputSource source, double value)
{
    if (!(value > 0))
        return;
    m_values.resize(InputSource::count());
    auto& held = m_values[source.index()];
    held = std::max(held, std::min(value, 1.0));
}

void pressPad(DeviceState& state, const PadState& pad, double deadZone)
{
    for (std::size_t button = 0; button < PadButtonCount; ++button)
        if ((pad.buttons >> button & 1U) != 0)
            state.press(padSource(button));
    pressStick(state, PadButtonCount, pad.of(PadAxis::LeftX), pad.of(PadAxis::LeftY), deadZone);
    pressStick(state, PadButtonCount + 4, pad.of(PadAxis::RightX), pad.of(PadAxis::RightY),
               deadZone);
    state.press(padSource(PadButtonCount + 8), pad.of(PadAxis::LeftTrigger));
    state.press(padSource(PadButtonCount + 9), pad.of(PadAxis::RightTrigger));
}
} // namespace engine
