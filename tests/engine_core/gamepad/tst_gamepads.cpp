#include "engine_core/gamepad/gamepads.h"
#include "tests/program/registry.h"

#include <SDL.h>

namespace tst_gamepads
{
using namespace engine;

namespace
{
/// A controller that SDL takes for one that is plugged in.
class VirtualPad
{
public:
    VirtualPad()
    {
        SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER);
        SDL_VirtualJoystickDesc kind{};
        kind.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION;
        kind.type = SDL_JOYSTICK_TYPE_GAMECONTROLLER;
        kind.naxes = SDL_CONTROLLER_AXIS_MAX;
        kind.nbuttons = SDL_CONTROLLER_BUTTON_MAX;
        m_index = SDL_JoystickAttachVirtualEx(&kind);
        m_joystick = SDL_JoystickOpen(m_index);
        setAxis(SDL_CONTROLLER_AXIS_TRIGGERLEFT, -32768); // where triggers rest
        setAxis(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, -32768);
    }

    ~VirtualPad()
    {
        unplug();
        SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
    }

    VirtualPad(const VirtualPad&) = delete;
    VirtualPad& operator=(const VirtualPad&) = delete;

    void setAxis(int axis, int value)
    {
        SDL_JoystickSetVirtualAxis(m_joystick, axis, static_cast<Sint16>(value));
    }

    void press(int button, bool down = true)
    {
        SDL_JoystickSetVirtualButton(m_joystick, button, down ? 1 : 0);
    }

    void unplug()
    {
        if (m_joystick == nullptr)
            return;
        SDL_JoystickClose(std::exchange(m_joystick, nullptr));
        SDL_JoystickDetachVirtual(m_index);
    }

    [[nodiscard]] bool works() const { return m_joystick != nullptr; }

private:
    int m_index = -1;
    SDL_Joystick* m_joystick = nullptr;
};

constexpr std::uint32_t ButtonA = 1;
} // namespace

class TestGamepads : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void withoutAControllerNothingIsPressed()
    {
        Gamepads pads;
        QCOMPARE(pads.count(), 0U);
        pads.poll();
        QVERIFY(pads.state() == PadState{});
    }

    void buttonsSticksAndTriggersAreRead()
    {
        VirtualPad pad;
        QVERIFY2(pad.works(), SDL_GetError());
        Gamepads pads;
        pads.poll();
        QCOMPARE(pads.count(), 1U);
        QVERIFY(pads.state() == PadState{});

        pad.press(SDL_CONTROLLER_BUTTON_A);
        pad.press(SDL_CONTROLLER_BUTTON_DPAD_RIGHT);
        pad.setAxis(SDL_CONTROLLER_AXIS_LEFTX, 32767);
        pad.setAxis(SDL_CONTROLLER_AXIS_RIGHTY, -32768);
        pad.setAxis(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 32767);
        pads.poll();
        QCOMPARE(pads.state().buttons, ButtonA | 1U << 13U);
        QCOMPARE(pads.state().of(PadAxis::LeftX), 1.0);
        QCOMPARE(pads.state().of(PadAxis::RightY), -1.0);
        QCOMPARE(pads.state().of(PadAxis::RightTrigger), 1.0);
        QCOMPARE(pads.state().of(PadAxis::LeftTrigger), 0.0);

        pad.press(SDL_CONTROLLER_BUTTON_A, false);
        pads.poll();
        QCOMPARE(pads.state().buttons, 1U << 13U);
    }

    void controllersComeAndGo()
    {
        Gamepads pads;
        pads.poll();
        QCOMPARE(pads.count(), 0U);
        VirtualPad one;
        VirtualPad two;
        one.press(SDL_CONTROLLER_BUTTON_A);
        two.press(SDL_CONTROLLER_BUTTON_B);
        pads.poll();
        QCOMPARE(pads.count(), 2U);
        pads.poll();
        QCOMPARE(pads.state().buttons, ButtonA | 2U);
        two.unplug();
        pads.poll();
        QCOMPARE(pads.count(), 1U);
        QCOMPARE(pads.state().buttons, ButtonA);
        one.unplug();
        pads.poll();
        QVERIFY(pads.state() == PadState{});
    }

    void twoWatchersDoNotDisturbEachOther()
    {
        VirtualPad pad;
        Gamepads one;
        one.poll();
        {
            Gamepads other;
            other.poll();
            QCOMPARE(other.count(), 1U);
        }
        pad.press(SDL_CONTROLLER_BUTTON_A);
        one.poll();
        QCOMPARE(one.state().buttons, ButtonA);
    }
};

PLAIN_TEST(TestGamepads)
} // namespace tst_gamepads

#include "tst_gamepads.moc"
