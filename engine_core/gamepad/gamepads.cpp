#include "engine_core/gamepad/gamepads.h"

#include <SDL.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace engine
{
namespace
{
struct CloseController
{
    void operator()(SDL_GameController* controller) const { SDL_GameControllerClose(controller); }
};

using Controller = std::unique_ptr<SDL_GameController, CloseController>;

/// In the order of the bits of PadState.
constexpr std::array PadButtons{SDL_CONTROLLER_BUTTON_A,
                                SDL_CONTROLLER_BUTTON_B,
                                SDL_CONTROLLER_BUTTON_X,
                                SDL_CONTROLLER_BUTTON_Y,
                                SDL_CONTROLLER_BUTTON_BACK,
                                SDL_CONTROLLER_BUTTON_START,
                                SDL_CONTROLLER_BUTTON_LEFTSTICK,
                                SDL_CONTROLLER_BUTTON_RIGHTSTICK,
                                SDL_CONTROLLER_BUTTON_LEFTSHOULDER,
                                SDL_CONTROLLER_BUTTON_RIGHTSHOULDER,
                                SDL_CONTROLLER_BUTTON_DPAD_UP,
                                SDL_CONTROLLER_BUTTON_DPAD_DOWN,
                                SDL_CONTROLLER_BUTTON_DPAD_LEFT,
                                SDL_CONTROLLER_BUTTON_DPAD_RIGHT};

static_assert(PadButtons.size() == PadButtonCount);

/// In the order of PadAxis.
constexpr std::array PadAxes{SDL_CONTROLLER_AXIS_LEFTX,       SDL_CONTROLLER_AXIS_LEFTY,
                             SDL_CONTROLLER_AXIS_RIGHTX,      SDL_CONTROLLER_AXIS_RIGHTY,
                             SDL_CONTROLLER_AXIS_TRIGGERLEFT, SDL_CONTROLLER_AXIS_TRIGGERRIGHT};

PadState stateOf(SDL_GameController* controller)
{
    PadState state;
    for (std::size_t i = 0; i < PadAxes.size(); ++i)
        state.axes[i] =
            std::clamp(SDL_GameControllerGetAxis(controller, PadAxes[i]) / 32767.0, -1.0, 1.0);
    for (std::size_t i = 0; i < PadButtons.size(); ++i)
        if (SDL_GameControllerGetButton(controller, PadButtons[i]) != 0)
            state.buttons |= 1U << i;
    return state;
}

void addPad(PadState& all, const PadState& one)
{
    all.buttons |= one.buttons;
    for (std::size_t i = 0; i < all.axes.size(); ++i)
        if (std::abs(one.axes[i]) > std::abs(all.axes[i]))
            all.axes[i] = one.axes[i];
}

/// True if controllers can be read. Signals and the video system stay the program's own.
bool startControllers()
{
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1"); // our windows are none of SDL's
    SDL_SetMainReady();
    return SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0;
}
} // namespace

struct Gamepads::Devices
{
    bool tried = false;
    bool works = false;
    std::vector<Controller> open;
    PadState state;

    ~Devices()
    {
        open.clear();
        if (works)
            SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
    }

    [[nodiscard]] bool isOpen(SDL_JoystickID id) const
    {
        return std::any_of(open.begin(), open.end(), [&](const Controller& each) {
            return SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(each.get())) == id;
        });
    }

    void openNew()
    {
        for (int index = 0; index < SDL_NumJoysticks(); ++index)
            if (SDL_IsGameController(index) == SDL_TRUE &&
                !isOpen(SDL_JoystickGetDeviceInstanceID(index)))
                if (Controller controller{SDL_GameControllerOpen(index)})
                    open.push_back(std::move(controller));
    }
};

Gamepads::Gamepads() : m_devices{std::make_unique<Devices>()} {}

Gamepads::~Gamepads() = default;

void Gamepads::poll()
{
    auto& devices = *m_devices;
    if (!devices.tried) {
        devices.tried = true;
        devices.works = startControllers();
    }
    if (!devices.works)
        return;
    SDL_GameControllerUpdate();
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT); // what they say is read from the devices
    std::erase_if(devices.open, [](const Controller& each) {
        return SDL_GameControllerGetAttached(each.get()) == SDL_FALSE;
    });
    devices.openNew();
    devices.state = {};
    for (const auto& controller : devices.open)
        addPad(devices.state, stateOf(controller.get()));
}

std::size_t Gamepads::count() const
{
    return m_devices->open.size();
}

const PadState& Gamepads::state() const
{
    return m_devices->state;
}
} // namespace engine
