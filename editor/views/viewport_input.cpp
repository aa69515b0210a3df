#include "editor/operations/object_sets.h"
#include "editor/tools/pick_target.h"
#include "editor/tools/select_tool.h"
#include "editor/tools/tool_box.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/play/play_session.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"

#include <QApplication>
#include <QCursor>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QMouseEvent>

#include <array>
#include <utility>

namespace editor
{
using namespace engine;

namespace
{
constexpr double GameRadiansPerPixel = 0.12 * Pi / 180.0;

unsigned modifiersOf(Qt::KeyboardModifiers modifiers)
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

PointerButton buttonOf(Qt::MouseButton button)
{
    switch (button) {
    case Qt::LeftButton:
        return PointerButton::Left;
    case Qt::MiddleButton:
        return PointerButton::Middle;
    case Qt::RightButton:
        return PointerButton::Right;
    default:
        return PointerButton::None;
    }
}

const std::array GameKeys{
    std::pair{Qt::Key_W, PlayerKey::Forward},      std::pair{Qt::Key_Up, PlayerKey::Forward},
    std::pair{Qt::Key_S, PlayerKey::Back},         std::pair{Qt::Key_Down, PlayerKey::Back},
    std::pair{Qt::Key_A, PlayerKey::Left},         std::pair{Qt::Key_Left, PlayerKey::Left},
    std::pair{Qt::Key_D, PlayerKey::Right},        std::pair{Qt::Key_Right, PlayerKey::Right},
    std::pair{Qt::Key_Shift, PlayerKey::Run},      std::pair{Qt::Key_Space, PlayerKey::Jump},
    std::pair{Qt::Key_Control, PlayerKey::Crouch}, std::pair{Qt::Key_C, PlayerKey::Crouch},
    std::pair{Qt::Key_E, PlayerKey::Use}};

constexpr std::array FlyKeys{Qt::Key_W, Qt::Key_A, Qt::Key_S, Qt::Key_D, Qt::Key_Q, Qt::Key_E};

bool isGameKey(int key)
{
    return std::any_of(GameKeys.begin(), GameKeys.end(),
                       [&](const auto& entry) { return entry.first == key; });
}

bool isFlyKey(int key)
{
    return std::find(FlyKeys.begin(), FlyKeys.end(), key) != FlyKeys.end();
}

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
    if (!text.isEmpty() && (text[0].isDigit() || QStringLiteral("+-.[]").contains(text[0])))
        return ToolKey::Text;
    return std::nullopt;
}
} // namespace

PointerEvent ViewportWidget::pointerEvent(const QPointF& at,
                                          Qt::MouseButton button,
                                          Qt::KeyboardModifiers modifiers,
                                          int clicks) const
{
    PointerEvent event;
    event.view = kind();
    event.camera = shownCamera();
    event.position = {at.x(), at.y()};
    event.viewSize = {width(), height()};
    event.ray = event.camera.rayThrough(at.x(), at.y(), width(), height());
    event.button = buttonOf(button);
    event.modifiers = modifiersOf(modifiers);
    event.clicks = clicks;
    event.grid = m_host.viewGrid();
    const auto& document = m_host.viewDocument();
    event.hits = hitsUnder(document, event);
    event.icon = iconUnder(document, event);
    return event;
}

Vec3d ViewportWidget::placeUnder(const PointerEvent& event) const
{
    if (kind() != ViewKind::Perspective)
        return event.onViewPlane(Vec3d{0});
    if (!event.hits.empty())
        return event.hits.front().point;
    if (const auto ground = intersect(event.ray, Plane{{0, 1, 0}, 0}); ground && *ground < 500)
        return event.ray.at(*ground);
    return event.ray.at(10);
}

Vec3d ViewportWidget::pastePlace() const
{
    auto event = m_pointer;
    if (!m_pointerInside)
        event = pointerEvent({width() / 2.0, height() / 2.0}, Qt::NoButton, Qt::NoModifier);
    if (kind() == ViewKind::Perspective)
        return placeUnder(event);
    // As deep as what is selected, or else on the grid's plane.
    const auto& document = m_host.viewDocument();
    const auto chosen = boundsOfAll(document.world(), document.selection().entities());
    return event.onViewPlane(chosen.isEmpty() ? Vec3d{0} : chosen.center());
}

bool ViewportWidget::startNavigation(QMouseEvent* event)
{
    const auto pointer = pointerEvent(event->position(), event->button(), event->modifiers());
    const bool alt = event->modifiers().testFlag(Qt::AltModifier);
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier); // those are tools' gestures
    const bool space = m_heldKeys.contains(Qt::Key_Space);
    m_pivot = placeUnder(pointer);
    if (kind() == ViewKind::Perspective) {
        if (event->button() == Qt::RightButton)
            m_navigation = Navigation::Look;
        else if (event->button() == Qt::MiddleButton)
            m_navigation = Navigation::Pan;
        else if (event->button() == Qt::LeftButton && alt && !shift &&
                 !m_host.toolBox().isDragging())
            m_navigation = Navigation::Orbit;
    } else if (event->button() == Qt::MiddleButton || event->button() == Qt::RightButton ||
               (event->button() == Qt::LeftButton && space)) {
        m_navigation = Navigation::Pan;
    }
    if (m_navigation == Navigation::None)
        return false;
    m_pressedButton = event->button();
    m_last = event->position();
    if (m_navigation == Navigation::Look) {
        m_heldKeys.clear();
        m_clock.start();
        m_flyTimer.start();
        setCursor(Qt::BlankCursor);
    } else {
        setCursor(Qt::ClosedHandCursor);
    }
    return true;
}

void ViewportWidget::navigate(const QPointF& delta)
{
    switch (m_navigation) {
    case Navigation::Look:
        m_camera.look(delta.x(), delta.y());
        break;
    case Navigation::Orbit:
        m_camera.orbit(m_pivot, delta.x(), delta.y());
        break;
    case Navigation::Pan:
        m_camera.pan(delta.x(), delta.y(), height(), m_pivot);
        break;
    case Navigation::None:
        return;
    }
    update();
}

void ViewportWidget::flyStep()
{
    const double seconds = std::min(0.1, static_cast<double>(m_clock.restart()) / 1000.0);
    const bool moving = m_camera.animate(seconds);
    if (m_navigation == Navigation::Look) {
        const auto held = [this](Qt::Key key) {
            return m_heldKeys.contains(key) ? 1.0 : 0.0;
        };
        const Vec3d direction{held(Qt::Key_D) - held(Qt::Key_A), held(Qt::Key_E) - held(Qt::Key_Q),
                              held(Qt::Key_W) - held(Qt::Key_S)};
        if (direction != Vec3d{0})
            m_camera.fly(direction, seconds, m_heldKeys.contains(Qt::Key_Shift));
    } else if (!moving) {
        m_flyTimer.stop();
    }
    update();
}

void ViewportWidget::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    if (isGame()) {
        captureMouse();
        return;
    }
    m_host.viewActivated(this);
    if (m_navigation != Navigation::None || m_pressedButton != Qt::NoButton)
        return;
    if (startNavigation(event) || event->button() != Qt::LeftButton)
        return;
    m_pressedButton = event->button();
    m_pressedAt = event->position();
    m_dragging = false;
    m_pointer = pointerEvent(event->position(), event->button(), event->modifiers());
    m_host.repaintViews();
}

void ViewportWidget::mouseMoveEvent(QMouseEvent* event)
{
    if (isGame()) {
        gameLook();
        return;
    }
    if (m_navigation != Navigation::None) {
        const auto delta = event->position() - m_last;
        m_last = event->position();
        navigate(delta);
        return;
    }
    auto pointer = pointerEvent(event->position(), m_pressedButton, event->modifiers());
    m_pointerInside = true;
    m_host.showPointer(placeUnder(pointer));
    auto& tools = m_host.toolBox();
    if (m_pressedButton == Qt::LeftButton) {
        if (!m_dragging && (event->position() - m_pressedAt).manhattanLength() >=
                               QApplication::startDragDistance() / 2) {
            m_dragging = true;
            m_ctrlHeldSincePress = event->modifiers().testFlag(Qt::ControlModifier);
            auto start = pointerEvent(m_pressedAt, Qt::LeftButton, event->modifiers());
            tools.press(start);
        }
        if (m_dragging) {
            turnSnappingAround(pointer);
            if (auto moved = tools.move(pointer); !moved)
                m_host.showError(QString::fromStdString(moved.error().message()));
            m_host.showMeasure(QString::fromStdString(tools.measure()));
        }
    } else {
        tools.hover(pointer);
        updateHover(pointer);
    }
    m_pointer = std::move(pointer);
    m_host.repaintViews();
}

void ViewportWidget::turnSnappingAround(PointerEvent& pointer)
{
    const bool ctrl = pointer.has(Modifier::Ctrl);
    m_ctrlHeldSincePress = m_ctrlHeldSincePress && ctrl;
    if (ctrl && !m_ctrlHeldSincePress)
        pointer.grid.enabled = !pointer.grid.enabled;
}

void ViewportWidget::updateHover(const PointerEvent& given)
{
    const auto event = inOpenGroup(m_host.viewDocument(), given);
    m_hovered = event.icon;
    m_hoveredFace.reset();
    if (m_hovered || event.hits.empty() || kind() != ViewKind::Perspective)
        return;
    const auto& hit = event.hits.front();
    const bool faces = m_host.viewDocument().selection().mode() == SelectionMode::Faces ||
                       event.has(Modifier::Shift);
    if (faces && hit.face != NoFace)
        m_hoveredFace = FaceRef{hit.entity, hit.face};
    else
        m_hovered = hit.entity;
}

void ViewportWidget::mouseReleaseEvent(QMouseEvent* event)
{
    if (isGame() || event->button() != m_pressedButton)
        return;
    m_pressedButton = Qt::NoButton;
    if (m_navigation != Navigation::None) {
        m_navigation = Navigation::None;
        unsetCursor();
        return;
    }
    auto pointer = pointerEvent(event->position(), event->button(), event->modifiers());
    auto& tools = m_host.toolBox();
    if (m_dragging) {
        turnSnappingAround(pointer);
        tools.release(pointer);
    } else {
        tools.click(pointer);
    }
    m_dragging = false;
    m_pointer = std::move(pointer);
    m_host.showMeasure({});
    m_host.repaintViews();
}

void ViewportWidget::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (isGame() || event->button() != Qt::LeftButton) {
        mousePressEvent(event);
        return;
    }
    m_host.toolBox().click(pointerEvent(event->position(), event->button(), event->modifiers(), 2));
    m_host.repaintViews();
}

void ViewportWidget::wheelEvent(QWheelEvent* event)
{
    if (isGame())
        return;
    const double steps = event->angleDelta().y() / 120.0;
    if (m_navigation == Navigation::Look) {
        m_camera.changeFlySpeed(steps);
        m_host.showMeasure(tr("Flying at %1 m/s").arg(m_camera.flySpeed(), 0, 'f', 1));
    } else if (event->modifiers().testFlag(Qt::ControlModifier)) {
        const auto pointer = pointerEvent(event->position(), Qt::NoButton, event->modifiers());
        drillSelection(m_host.viewDocument(), pointer, steps < 0 ? 1 : -1);
        m_host.repaintViews();
    } else {
        m_camera.zoom(steps, {event->position().x(), event->position().y()}, {width(), height()});
    }
    event->accept();
    update();
}

bool ViewportWidget::event(QEvent* event)
{
    // Letters are shortcuts of the window, unless they steer the game, the flying camera or a drag.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool plain =
            !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
        const auto toolKey = toolKeyOf(*key);
        const bool ours = (isGame() && isMouseCaptured() &&
                           (isGameKey(key->key()) || key->key() == Qt::Key_Escape)) ||
                          (m_navigation == Navigation::Look && isFlyKey(key->key())) ||
                          (plain && toolKey && m_host.toolBox().takesKey(*toolKey));
        if (ours) {
            event->accept();
            return true;
        }
    }
    return QOpenGLWidget::event(event);
}

void ViewportWidget::keyPressEvent(QKeyEvent* event)
{
    if (!event->isAutoRepeat())
        m_heldKeys.insert(event->key());
    if (isGame()) {
        if (event->key() == Qt::Key_Escape && isMouseCaptured())
            releaseMouseCapture();
        else if (!isGameKey(event->key()))
            QOpenGLWidget::keyPressEvent(event);
        return;
    }
    if (m_navigation == Navigation::Look && isFlyKey(event->key()))
        return;
    if (!toolKey(event))
        QOpenGLWidget::keyPressEvent(event);
}

bool ViewportWidget::toolKey(QKeyEvent* event)
{
    const auto key = toolKeyOf(*event);
    if (!key)
        return false;
    KeyEvent translated;
    translated.key = *key;
    translated.text = event->text().toStdString();
    translated.modifiers = modifiersOf(event->modifiers());
    translated.view = kind();
    translated.camera = m_camera.camera();
    translated.grid = m_host.viewGrid();
    const bool used = m_host.toolBox().key(translated);
    if (m_host.toolBox().isDragging())
        m_host.showMeasure(QString::fromStdString(m_host.toolBox().measure()));
    m_host.repaintViews();
    return used;
}

void ViewportWidget::keyReleaseEvent(QKeyEvent* event)
{
    if (event->isAutoRepeat())
        return;
    const bool wasHeld = m_heldKeys.remove(event->key());
    // Space alone maximises; Space with a drag pans, which clears the held key's meaning.
    if (event->key() == Qt::Key_Space && wasHeld && !isGame() && m_pressedButton == Qt::NoButton)
        Q_EMIT maximizeRequested();
}

void ViewportWidget::focusOutEvent(QFocusEvent* event)
{
    m_heldKeys.clear();
    if (m_captured)
        releaseMouseCapture();
    QOpenGLWidget::focusOutEvent(event);
}

void ViewportWidget::enterEvent(QEnterEvent*)
{
    m_pointerInside = true;
}

void ViewportWidget::leaveEvent(QEvent*)
{
    m_pointerInside = false;
    m_hovered = {};
    m_hoveredFace.reset();
    m_host.repaintViews();
}

void ViewportWidget::captureMouse()
{
    if (m_captured)
        return;
    m_captured = true;
    m_heldKeys.clear();
    setFocus(Qt::OtherFocusReason);
    setCursor(Qt::BlankCursor);
    QCursor::setPos(mapToGlobal(rect().center()));
    grabMouse();
    update();
}

void ViewportWidget::releaseMouseCapture()
{
    if (!m_captured)
        return;
    m_captured = false;
    m_heldKeys.clear();
    releaseMouse();
    unsetCursor();
    update();
    Q_EMIT captureReleased();
}

void ViewportWidget::gameLook()
{
    if (!m_captured)
        return;
    const auto center = rect().center();
    const auto moved = mapFromGlobal(QCursor::pos()) - center;
    if (moved.isNull())
        return; // the answer to our own warp
    m_look.x += moved.x() * GameRadiansPerPixel;
    m_look.y -= moved.y() * GameRadiansPerPixel;
    QCursor::setPos(mapToGlobal(center));
}

PlayerInput ViewportWidget::takePlayerInput()
{
    PlayerInput input;
    input.look = std::exchange(m_look, Vec2d{0});
    for (const auto& [key, means] : GameKeys)
        if (m_heldKeys.contains(key))
            input.keys |= static_cast<std::uint32_t>(means);
    return input;
}

void ViewportWidget::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasFormat(QLatin1String{AssetMimeType}))
        event->acceptProposedAction();
}

void ViewportWidget::dragMoveEvent(QDragMoveEvent* event)
{
    const auto pointer = pointerEvent(event->position(), Qt::NoButton, event->modifiers());
    m_pointerInside = true;
    updateHover(pointer);
    event->acceptProposedAction();
    update();
}

void ViewportWidget::dragLeaveEvent(QDragLeaveEvent*)
{
    leaveEvent(nullptr);
}

void ViewportWidget::dropEvent(QDropEvent* event)
{
    const auto parts = QString::fromUtf8(event->mimeData()->data(QLatin1String{AssetMimeType}))
                           .split(QLatin1Char{'\n'});
    if (parts.size() != 2)
        return;
    const auto pointer = pointerEvent(event->position(), Qt::NoButton, event->modifiers());
    if (m_host.dropAsset(parts[0], parts[1], inOpenGroup(m_host.viewDocument(), pointer)))
        event->acceptProposedAction();
    setFocus(Qt::MouseFocusReason);
}
} // namespace editor
