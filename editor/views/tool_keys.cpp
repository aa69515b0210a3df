#include "editor/views/tool_keys.h"

#include <QKeyEvent>

namespace editor
{
std::optional<ToolKey> toolKeyOf(const QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return ToolKey::Enter;
    case Qt::Key_Escape:
        return ToolKey::Escape;
    case Qt::Key_Delete:
        return ToolKey::Delete;
    case Qt::Key_Backspace:
        return ToolKey::Backspace;
    case Qt::Key_Left:
        return ToolKey::Left;
    case Qt::Key_Right:
        return ToolKey::Right;
    case Qt::Key_Up:
        return ToolKey::Up;
    case Qt::Key_Down:
        return ToolKey::Down;
    case Qt::Key_PageUp:
        return ToolKey::PageUp;
    case Qt::Key_PageDown:
        return ToolKey::PageDown;
    case Qt::Key_X:
        return ToolKey::X;
    case Qt::Key_Y:
        return ToolKey::Y;
    case Qt::Key_Z:
        return ToolKey::Z;
    case Qt::Key_V:
        return ToolKey::V;
    default:
        break;
    }
    const auto text = event.text();
    if (!text.isEmpty() && (text[0].isDigit() || QStringLiteral("+-.,[]").contains(text[0])))
        return ToolKey::Text;
    return std::nullopt;
}
} // namespace editor
