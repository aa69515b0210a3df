#include "editor/views/game_keys.h"

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
