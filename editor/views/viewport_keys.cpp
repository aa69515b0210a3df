#include "editor/tools/tool_box.h"
#include "editor/views/game_keys.h"
#include "editor/views/tool_keys.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/play/device_input.h"
#include "engine_core/play/play_session.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <array>
#include <utility>

namespace editor
{
using namespace engine;

namespace
{
constexpr double GameRadiansPerPixel = 0.12 * Pi / 180.0;

constexpr double FullMouseMove = 50; ///< points between two ticks that are an axis at its end

/// A press or release of a key that tools may go by while it is held.
bool changesModifiers(const QEvent& event)
{
    if (event.type() != QEvent::KeyPress && event.type() != QEvent::KeyRelease)
        return false;
    const int key = static_cast<const QKeyEvent&>(event).key();
    return key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt;
}
} // namespace

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

unsigned toolModifiers(Qt::KeyboardModifiers modifiers)
{
    unsigned flags = 0;
    if (modifiers.testFlag(Qt::ShiftModifier))
        flags |= static_cast<unsigned>(Modifier::Shift);
    if (modifiers.testFlag(Qt::ControlModifier))
        flags |= static_cast<unsigned>(Modifier::Ctrl);
    if (modifiers.testFlag(Qt::AltModifier))
        flags |= static_cast<unsigned>(Modifier::Alt);
    return flags;
}

bool ViewportWidget::isHeld(ViewKey key) const
{
    return m_heldKeys.contains(m_host.viewKeys().of(key));
}

bool ViewportWidget::isGameKey(int key) const
{
    const auto source = sourceOfKey(key);
    return source && m_gameInput.binds(*source);
}

bool ViewportWidget::isNoteKey(const QKeyEvent& event) const
{
    const int key = m_heldKeys.nameOf(event);
    const bool isTheGames = m_captured && isGameKey(key);
    return isGame() && !isTheGames && key == m_host.viewKeys().of(ViewKey::Note) &&
           !(event.modifiers() & ~Qt::KeypadModifier);
}

bool ViewportWidget::isFlyKey(int key) const
{
    return std::any_of(ViewKeyInfos.begin(), ViewKeyInfos.end(), [&](const ViewKeyInfo& info) {
        return info.key < ViewKey::Maximize && m_host.viewKeys().of(info.key) == key;
    });
}

bool ViewportWidget::isToolKey(const QKeyEvent& event) const
{
    const bool plain =
        !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    const auto key = toolKeyOf(event);
    return plain && key && !isGame() && m_host.toolBox().takesKey(*key);
}

bool ViewportWidget::event(QEvent* event)
{
    // Letters are shortcuts of the window, unless they steer the game, the flying camera or a drag.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool ours = (isGame() && isMouseCaptured() &&
                           (isGameKey(m_heldKeys.nameOf(*key)) || key->key() == Qt::Key_Escape)) ||
                          (m_navigation == Navigation::Look && isFlyKey(m_heldKeys.nameOf(*key))) ||
                          isNoteKey(*key) || isToolKey(*key);
        if (ours) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::KeyPress && isGame() && m_captured) {
        auto* key = static_cast<QKeyEvent*>(event);
        // Qt would go to the next widget.
        if (const int name = m_heldKeys.nameOf(*key); name == Qt::Key_Tab && isGameKey(name)) {
            keyPressEvent(key);
            return true;
        }
    }
    if (changesModifiers(*event) && m_pointerInside && !isGame() &&
        m_navigation == Navigation::None) {
        const QPointF at{m_pointer.position.x, m_pointer.position.y}; // the mouse rests there
        QMouseEvent moved{QEvent::MouseMove, at,
                          mapToGlobal(at),   Qt::NoButton,
                          m_pressedButton,   static_cast<const QKeyEvent*>(event)->modifiers()};
        mouseMoveEvent(&moved);
    }
    return QWidget::event(event);
}

void ViewportWidget::keyPressEvent(QKeyEvent* event)
{
    const int name = m_heldKeys.nameOf(*event);
    if (!event->isAutoRepeat())
        m_heldKeys.press(*event);
    if (isGame()) {
        const auto source = sourceOfKey(name);
        if (source && m_captured && !event->isAutoRepeat())
            m_tapped.press(*source);
        if (event->key() == Qt::Key_Escape && isMouseCaptured())
            releaseMouseCapture();
        else if (isNoteKey(*event))
            m_host.writeNote(*this);
        else if (!isGameKey(name))
            QWidget::keyPressEvent(event);
        return;
    }
    if (m_navigation == Navigation::Look && isFlyKey(name))
        return;
    if (!toolKey(event))
        QWidget::keyPressEvent(event);
}

bool ViewportWidget::toolKey(QKeyEvent* event)
{
    const auto key = toolKeyOf(*event);
    if (!key)
        return false;
    KeyEvent translated;
    translated.key = *key;
    translated.text = event->text().toStdString();
    translated.modifiers = toolModifiers(event->modifiers());
    translated.view = kind();
    translated.camera = m_camera.camera();
    translated.grid = m_host.viewGrid();
    const bool wasDragging = m_host.toolBox().isDragging();
    const bool used = m_host.toolBox().key(translated);
    if (wasDragging)
        showDrag();
    m_host.repaintViews();
    return used;
}

void ViewportWidget::keyReleaseEvent(QKeyEvent* event)
{
    if (event->isAutoRepeat())
        return;
    const bool wasHeld = m_heldKeys.release(*event);
    // Alone it maximises; with a drag it pans, which clears the held key's meaning.
    if (event->key() == m_host.viewKeys().of(ViewKey::Maximize) && wasHeld && !isGame() &&
        m_pressedButton == Qt::NoButton)
        Q_EMIT maximizeRequested();
}

void ViewportWidget::captureMouse()
{
    if (m_captured)
        return;
    m_captured = true;
    m_navigation = Navigation::None; // its release would go to the game
    m_pressedButton = Qt::NoButton;
    m_settings = ViewSettings::load();
    m_heldKeys.clear();
    if (m_readGameInput)
        m_gameInput = m_readGameInput();
    setFocus(Qt::OtherFocusReason);
    m_hold.hold();
    m_hold.center();
    grabMouse();
    refresh();
}

void ViewportWidget::releaseMouseCapture()
{
    if (!m_captured)
        return;
    m_captured = false;
    m_heldKeys.clear();
    m_gameButtons = Qt::NoButton;
    m_gameWheel = 0;
    m_gameMove = {};
    m_tapped = {};
    releaseMouse();
    m_hold.release();
    refresh();
}

void ViewportWidget::gameLook()
{
    if (!m_captured)
        return;
    const auto moved = m_hold.takeMovement();
    m_gameMove += moved;
    m_look.x += moved.x() * GameRadiansPerPixel * m_settings.turn();
    m_look.y -= moved.y() * GameRadiansPerPixel * m_settings.turnUpwards();
}

void ViewportWidget::setGameInput(std::function<InputMap()> bindings)
{
    m_readGameInput = std::move(bindings);
    m_gameInput = m_readGameInput();
}

/// The mouse's way since the last call, as what axes may be bound to.
void ViewportWidget::tapMouseMove()
{
    const auto press = [&](const char* source, double points) {
        m_tapped.press(*InputSource::named(source), points / FullMouseMove);
    };
    press("mouse.moveLeft", -m_gameMove.x());
    press("mouse.moveRight", m_gameMove.x());
    press("mouse.moveUp", -m_gameMove.y());
    press("mouse.moveDown", m_gameMove.y());
    m_gameMove = {};
}

PlayerInput ViewportWidget::takePlayerInput(const PadState* pad, double seconds)
{
    DeviceState held;
    for (const int key : m_heldKeys.keys())
        if (const auto source = sourceOfKey(key))
            held.press(*source);
    for (const auto button :
         {Qt::LeftButton, Qt::RightButton, Qt::MiddleButton, Qt::BackButton, Qt::ForwardButton})
        if (m_gameButtons.testFlag(button))
            held.press(*sourceOfButton(button));
    if (pad != nullptr && m_captured)
        pressPad(held, *pad, m_gameInput.deadZone);
    tapMouseMove();
    auto input = inputFrom(m_gameInput, held, std::exchange(m_tapped, {}), seconds);
    if (m_settings.invertsLook)
        input.look.y = -input.look.y;
    input.look += std::exchange(m_look, Vec2d{0});
    input.wheel = std::exchange(m_gameWheel, 0.0);
    return input;
}
} // namespace editor
