#include "editor/views/game_keys.h"

#include <QGuiApplication>
#include <QKeyEvent>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace editor
{
using engine::InputSource;

namespace
{
constexpr std::array NamedKeys{std::pair{Qt::Key_Space, "Space"},
                               std::pair{Qt::Key_Tab, "Tab"},
                               std::pair{Qt::Key_Backtab, "Tab"},
                               std::pair{Qt::Key_Return, "Return"},
                               std::pair{Qt::Key_Enter, "Enter"},
                               std::pair{Qt::Key_Backspace, "Backspace"},
                               std::pair{Qt::Key_Insert, "Insert"},
                               std::pair{Qt::Key_Delete, "Delete"},
                               std::pair{Qt::Key_Home, "Home"},
                               std::pair{Qt::Key_End, "End"},
                               std::pair{Qt::Key_PageUp, "PgUp"},
                               std::pair{Qt::Key_PageDown, "PgDown"},
                               std::pair{Qt::Key_Left, "Left"},
                               std::pair{Qt::Key_Right, "Right"},
                               std::pair{Qt::Key_Up, "Up"},
                               std::pair{Qt::Key_Down, "Down"},
                               std::pair{Qt::Key_Shift, "Shift"},
                               std::pair{Qt::Key_Control, "Ctrl"},
                               std::pair{Qt::Key_Alt, "Alt"},
                               std::pair{Qt::Key_AltGr, "AltGr"},
                               std::pair{Qt::Key_CapsLock, "CapsLock"},
                               std::pair{Qt::Key_Comma, "Comma"},
                               std::pair{Qt::Key_Period, "Period"},
                               std::pair{Qt::Key_Slash, "Slash"},
                               std::pair{Qt::Key_Semicolon, "Semicolon"},
                               std::pair{Qt::Key_Apostrophe, "Quote"},
                               std::pair{Qt::Key_Minus, "Minus"},
                               std::pair{Qt::Key_Equal, "Equal"},
                               std::pair{Qt::Key_Plus, "Plus"},
                               std::pair{Qt::Key_BracketLeft, "BracketLeft"},
                               std::pair{Qt::Key_BracketRight, "BracketRight"},
                               std::pair{Qt::Key_Backslash, "Backslash"},
                               std::pair{Qt::Key_QuoteLeft, "Backquote"}};

/// Of a US keyboard: what Shift makes of a key, and the key.
constexpr std::array ShiftedKeys{std::pair{Qt::Key_Exclam, Qt::Key_1},
                                 std::pair{Qt::Key_At, Qt::Key_2},
                                 std::pair{Qt::Key_NumberSign, Qt::Key_3},
                                 std::pair{Qt::Key_Dollar, Qt::Key_4},
                                 std::pair{Qt::Key_Percent, Qt::Key_5},
                                 std::pair{Qt::Key_AsciiCircum, Qt::Key_6},
                                 std::pair{Qt::Key_Ampersand, Qt::Key_7},
                                 std::pair{Qt::Key_Asterisk, Qt::Key_8},
                                 std::pair{Qt::Key_ParenLeft, Qt::Key_9},
                                 std::pair{Qt::Key_ParenRight, Qt::Key_0},
                                 std::pair{Qt::Key_Underscore, Qt::Key_Minus},
                                 std::pair{Qt::Key_Plus, Qt::Key_Equal},
                                 std::pair{Qt::Key_BraceLeft, Qt::Key_BracketLeft},
                                 std::pair{Qt::Key_BraceRight, Qt::Key_BracketRight},
                                 std::pair{Qt::Key_Bar, Qt::Key_Backslash},
                                 std::pair{Qt::Key_Colon, Qt::Key_Semicolon},
                                 std::pair{Qt::Key_QuoteDbl, Qt::Key_Apostrophe},
                                 std::pair{Qt::Key_AsciiTilde, Qt::Key_QuoteLeft},
                                 std::pair{Qt::Key_Less, Qt::Key_Comma},
                                 std::pair{Qt::Key_Greater, Qt::Key_Period},
                                 std::pair{Qt::Key_Question, Qt::Key_Slash}};

/// The key in the row of digits, whatever signs the layout has there.
std::optional<int> digitAt(quint32 scanCode)
{
    constexpr quint32 First = 10; // of the keys 1 to 9 and 0
    static const bool isKnown =
        QGuiApplication::platformName() == QLatin1String{"xcb"} ||
        QGuiApplication::platformName().startsWith(QLatin1String{"wayland"});
    if (!isKnown || scanCode < First || scanCode >= First + 10)
        return std::nullopt;
    return Qt::Key_0 + static_cast<int>((scanCode - First + 1) % 10);
}

bool isLetter(int key)
{
    return key >= Qt::Key_A && key <= Qt::Key_Z;
}

/// Printed, but with Shift another sign than without.
bool isOfShift(const QKeyEvent& event)
{
    return event.modifiers().testFlag(Qt::ShiftModifier) &&
           !event.modifiers().testFlag(Qt::KeypadModifier) && event.key() > Qt::Key_Space &&
           event.key() <= Qt::Key_ydiaeresis && !isLetter(event.key());
}

/// The same for presses and releases of one key; not every platform knows places.
quint64 placeOf(const QKeyEvent& event, int key)
{
    constexpr quint64 NoPlace = quint64{1} << 32U;
    return event.nativeScanCode() != 0 ? event.nativeScanCode()
                                       : NoPlace + static_cast<quint64>(key);
}

std::string nameOfKey(int key)
{
    if ((key >= Qt::Key_A && key <= Qt::Key_Z) || (key >= Qt::Key_0 && key <= Qt::Key_9))
        return std::string(1, static_cast<char>(key)); // Qt's codes are those of ASCII
    if (key >= Qt::Key_F1 && key <= Qt::Key_F12)
        return "F" + std::to_string(key - Qt::Key_F1 + 1);
    for (const auto& [named, name] : NamedKeys)
        if (named == key)
            return name;
    return {};
}
} // namespace

std::optional<InputSource> sourceOfKey(int key)
{
    return InputSource::named("key." + nameOfKey(key));
}

int unshiftedKey(const QKeyEvent& event)
{
    if (event.key() == Qt::Key_Backtab)
        return Qt::Key_Tab;
    if (!isOfShift(event))
        return event.key();
    if (const auto digit = digitAt(event.nativeScanCode()))
        return *digit;
    const auto* found = std::find_if(ShiftedKeys.begin(), ShiftedKeys.end(),
                                     [&](const auto& pair) { return pair.first == event.key(); });
    return found != ShiftedKeys.end() ? int{found->second} : event.key();
}

int HeldKeys::nameOf(const QKeyEvent& event) const
{
    const int key = unshiftedKey(event);
    return isOfShift(event) ? m_learned.value(placeOf(event, key), key) : key;
}

void HeldKeys::press(const QKeyEvent& event)
{
    const int key = nameOf(event);
    const auto place = placeOf(event, key);
    m_keys.insert(place, key);
    if (event.nativeScanCode() != 0 && !event.modifiers().testFlag(Qt::ShiftModifier) &&
        sourceOfKey(key))
        m_learned.insert(place, key);
}

bool HeldKeys::release(const QKeyEvent& event)
{
    return m_keys.remove(placeOf(event, nameOf(event)));
}

bool HeldKeys::contains(int key) const
{
    return std::find(m_keys.begin(), m_keys.end(), key) != m_keys.end();
}

std::optional<InputSource> sourceOfButton(Qt::MouseButton button)
{
    switch (button) {
    case Qt::LeftButton:
        return InputSource::named("mouse.left");
    case Qt::RightButton:
        return InputSource::named("mouse.right");
    case Qt::MiddleButton:
        return InputSource::named("mouse.middle");
    case Qt::BackButton:
        return InputSource::named("mouse.back");
    case Qt::ForwardButton:
        return InputSource::named("mouse.forward");
    default:
        return std::nullopt;
    }
}

InputSource sourceOfWheel(bool away)
{
    static const auto up = InputSource::named("mouse.wheelUp");
    static const auto down = InputSource::named("mouse.wheelDown");
    return away ? *up : *down;
}
} // namespace editor
