#include "editor/panels/materials/uv_canvas.h"

#include "editor/views/tool_keys.h"
#include "editor/views/viewport_widget.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>

namespace editor
{
using engine::Vec2d;

namespace
{
constexpr double ZoomOfStep = 1.2;
constexpr int LeastHeight = 160;

Vec2d placeOf(const QPointF& at)
{
    return {at.x(), at.y()};
}
} // namespace

UvCanvas::UvCanvas(EditorApi& editor, FlatEditor& flat, QWidget* parent)
    : QWidget{parent}, m_editor{editor}, m_flat{flat}
{
    setObjectName(QStringLiteral("uvCanvas"));
    setAccessibleName(tr("Texture coordinates"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumHeight(LeastHeight);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

UvCanvas::~UvCanvas() = default;

void UvCanvas::setTexture(TextureTiles tiles)
{
    m_tiles = std::move(tiles);
    m_flat.view.setTexels(m_tiles.texels());
    if (m_isWhole)
        showAll();
    viewChanged();
}

void UvCanvas::editHotspots(HotspotEditor* spots)
{
    cancel();
    m_spots = spots;
    update();
}

void UvCanvas::showAll()
{
    m_isWhole = true;
    m_flat.view.show(boundsOf(m_flat.shapes()));
    viewChanged();
}

void UvCanvas::viewChanged()
{
    m_ground = {};
    update();
}

void UvCanvas::cancel()
{
    m_press.reset();
    m_isPanning = false;
    if (!m_gesture)
        return;
    m_gesture.reset(); // takes everything back
    Q_EMIT stateChanged({});
    update();
}

PointerEvent UvCanvas::pointerEvent(const QPointF& at, Qt::KeyboardModifiers keys) const
{
    PointerEvent event;
    event.position = placeOf(at);
    event.viewSize = m_flat.view.size();
    event.button = m_press ? m_press->button : PointerButton::None;
    event.modifiers = toolModifiers(keys);
    event.grid = m_editor.grid();
    event.grid.enabled = event.grid.enabled != event.has(Modifier::Ctrl);
    return event;
}

void UvCanvas::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    if (m_press)
        return; // another button during a drag
    auto press = pointerEvent(event->position(), event->modifiers());
    press.button = toolButton(event->button());
    press.clicks = event->type() == QEvent::MouseButtonDblClick ? 2 : 1;
    m_press = press;
    m_pointer = press;
    m_hasMoved = false;
}

void UvCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    mousePressEvent(event);
}

void UvCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const auto now = pointerEvent(event->position(), event->modifiers());
    const auto before = std::exchange(m_pointer, now);
    if (!m_press)
        return showPointer();
    if (!m_hasMoved && glm::distance(now.position, m_press->position) <
                           static_cast<double>(QApplication::startDragDistance()) / 2)
        return;
    if (!std::exchange(m_hasMoved, true)) {
        m_gesture = m_spots != nullptr ? m_spots->press(*m_press) : m_flat.press(*m_press);
        m_isPanning = m_gesture == nullptr;
        if (m_isPanning && m_press->button == PointerButton::Left &&
            m_editor.document().isEditing())
            m_editor.showMessage(MessageKind::Info, m_editor.document().busyError().message());
    }
    if (m_gesture)
        return drag(now);
    const auto from = before.position == m_press->position ? m_press->position : before.position;
    m_flat.view.pan(now.position - from);
    m_isWhole = false;
    setCursor(Qt::ClosedHandCursor);
    viewChanged();
}

void UvCanvas::drag(const PointerEvent& event)
{
    const auto done = m_gesture->update(event);
    if (!done)
        m_editor.showMessage(MessageKind::Warning, done.error().message());
    Q_EMIT stateChanged(QString::fromStdString(m_gesture->measure()));
    update();
}

void UvCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_press || toolButton(event->button()) != m_press->button)
        return;
    auto press = *std::exchange(m_press, std::nullopt);
    m_isPanning = false;
    if (const auto gesture = std::exchange(m_gesture, nullptr))
        gesture->commit();
    else if (!m_hasMoved && m_spots != nullptr)
        m_spots->click(press);
    else if (!m_hasMoved && !m_editor.document().isEditing())
        static_cast<void>(m_flat.click(press));
    Q_EMIT stateChanged({});
    showPointer();
    update();
}

void UvCanvas::leaveEvent(QEvent*)
{
    update();
}

void UvCanvas::showPointer()
{
    setCursor(m_flat.isEmpty() ? Qt::ArrowCursor
                               : cursorOf(m_spots != nullptr ? m_spots->pointer(m_pointer)
                                                             : m_flat.pointer(m_pointer)));
    const auto* spot = m_flat.hotspotUnder(m_pointer.position);
    setToolTip(spot == nullptr ? QString{}
                               : tr("Hot spot %1").arg(QString::fromStdString(spot->name)));
    update();
}

void UvCanvas::wheelEvent(QWheelEvent* event)
{
    const double steps = event->angleDelta().y() / 120.0;
    m_flat.view.zoom(std::pow(ZoomOfStep, steps), placeOf(event->position()));
    m_isWhole = false;
    event->accept();
    viewChanged();
}

void UvCanvas::resizeEvent(QResizeEvent*)
{
    m_flat.view.resize({width(), height()});
    if (m_isWhole)
        showAll();
    viewChanged();
}

bool UvCanvas::takes(const QKeyEvent& event) const
{
    const auto key = toolKeyOf(event);
    const bool plain =
        !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (m_gesture)
        return plain && key.has_value();
    if (event.key() == Qt::Key_F && plain)
        return true;
    if (m_spots != nullptr) // without a chosen one, too: the window would delete the brush
        return plain && (key == ToolKey::Delete || key == ToolKey::Backspace);
    return plain && key && !m_flat.isEmpty() &&
           (*key == ToolKey::Left || *key == ToolKey::Right || *key == ToolKey::Up ||
            *key == ToolKey::Down || *key == ToolKey::PageUp || *key == ToolKey::PageDown);
}

bool UvCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && takes(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void UvCanvas::keyPressEvent(QKeyEvent* event)
{
    followModifiers(*event);
    if (!takes(*event))
        return QWidget::keyPressEvent(event);
    if (event->key() == Qt::Key_F)
        return showAll();
    KeyEvent translated;
    translated.key = *toolKeyOf(*event);
    translated.text = event->text().toStdString();
    translated.modifiers = toolModifiers(event->modifiers());
    translated.grid = m_editor.grid();
    if (!m_gesture) {
        static_cast<void>(m_spots != nullptr ? m_spots->key(translated) : m_flat.key(translated));
    } else if (translated.key == ToolKey::Escape) {
        cancel();
    } else if (translated.key == ToolKey::Enter) {
        std::exchange(m_gesture, nullptr)->commit();
        m_press.reset();
        Q_EMIT stateChanged({});
    } else if (m_gesture->key(translated)) {
        drag(m_pointer);
    }
    update();
}

/// The drag goes on as if the mouse had moved with the keys that are held now.
void UvCanvas::followModifiers(const QKeyEvent& event)
{
    const int key = event.key();
    if (!m_gesture || (key != Qt::Key_Shift && key != Qt::Key_Control))
        return;
    m_pointer = pointerEvent({m_pointer.position.x, m_pointer.position.y},
                             QApplication::queryKeyboardModifiers());
    drag(m_pointer);
}

void UvCanvas::keyReleaseEvent(QKeyEvent* event)
{
    followModifiers(*event);
    QWidget::keyReleaseEvent(event);
}

void UvCanvas::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

void UvCanvas::hideEvent(QHideEvent* event)
{
    cancel();
    QWidget::hideEvent(event);
}
} // namespace editor
