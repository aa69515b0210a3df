#include "editor/api/asset_mime.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/tools/select/pick_target.h"
#include "editor/tools/select/played_places.h"
#include "editor/tools/select/select_tool.h"
#include "editor/tools/tool_box.h"
#include "editor/tools/transform/bounds_drag.h"
#include "editor/views/game_keys.h"
#include "editor/views/passing_text.h"
#include "editor/views/render_hub.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/play/play_session.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QCursor>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QPointer>
#include <QTabletEvent>

#include <algorithm>
#include <utility>

namespace editor
{
using namespace engine;

namespace
{
/// A click goes through faces that are not drawn.
void leaveOut(std::vector<PickHit>& hits, const std::vector<CoveredFace>& faces)
{
    std::erase_if(hits, [&](const PickHit& hit) {
        return std::binary_search(faces.begin(), faces.end(), CoveredFace{hit.entity, hit.face});
    });
}
} // namespace

PointerButton toolButton(Qt::MouseButton button)
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

Qt::CursorShape cursorOf(PointerShape shape)
{
    switch (shape) {
    case PointerShape::Arrow:
        break;
    case PointerShape::Cross:
        return Qt::CrossCursor;
    case PointerShape::Move:
        return Qt::SizeAllCursor;
    case PointerShape::Grab:
        return Qt::OpenHandCursor;
    case PointerShape::SizeHorizontal:
        return Qt::SizeHorCursor;
    case PointerShape::SizeVertical:
        return Qt::SizeVerCursor;
    case PointerShape::SizeRising:
        return Qt::SizeBDiagCursor;
    case PointerShape::SizeFalling:
        return Qt::SizeFDiagCursor;
    }
    return Qt::ArrowCursor;
}

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
    event.button = toolButton(button);
    event.modifiers = toolModifiers(modifiers);
    event.clicks = clicks;
    event.pressure = m_pressure;
    event.grid = m_host.viewGrid();
    const auto& document = m_host.viewDocument();
    const auto* session = m_host.playSession();
    const auto* moved = m_host.movedByGame();
    std::optional<PlayedPlaces> played;
    if (session != nullptr && moved != nullptr)
        played.emplace(PlayedPlaces{session->world(), *moved});
    event.hits = hitsUnder(document, event, played ? &*played : nullptr);
    if (const auto* hub = m_host.renderHub();
        hub != nullptr && kind() == ViewKind::Perspective && m_mode != ViewMode::Wireframe) {
        leaveOut(event.hits, hub->covered());
        if (!hub->leftOut().empty() && looksInFromOutside())
            leaveOut(event.hits, hub->leftOut());
    }
    event.icon = iconUnder(document, event, played ? &*played : nullptr);
    return event;
}

std::pair<Vec3d, std::optional<Vec3d>> ViewportWidget::pastePlace() const
{
    auto event = m_pointer;
    if (!m_pointerInside && !m_menuIsOpen)
        event = pointerEvent({width() / 2.0, height() / 2.0}, Qt::NoButton, Qt::NoModifier);
    if (kind() == ViewKind::Perspective) {
        const bool isSurface = !event.hits.empty();
        return {placeUnder(event),
                isSurface ? std::optional{event.hits.front().normal} : std::nullopt};
    }
    const auto& document = m_host.viewDocument();
    if (kind() == ViewKind::Top) { // as things drawn there stand
        auto place = event.onViewPlane(Vec3d{0});
        place.y = depthOfNewThings(document, {}, 1, place);
        return {place, std::nullopt};
    }
    // As deep as what is selected, or else on the grid's plane.
    const auto chosen = boundsOfAll(document.world(), document.selection().entities());
    return {event.onViewPlane(chosen.isEmpty() ? Vec3d{0} : chosen.center()), std::nullopt};
}

void ViewportWidget::showPointerShape()
{
    if (!m_pointerInside || m_captured || m_navigation != Navigation::None)
        return; // those have pointers of their own
    auto shape = Qt::ArrowCursor;
    const auto& tools = m_host.toolBox();
    const QPointF at{m_pointer.position.x, m_pointer.position.y};
    if (!isGame())
        // What is under it is asked for again: tool and level may have changed while it rested.
        shape = cursorOf(tools.isDragging()
                             ? tools.pointer(m_pointer)
                             : tools.pointer(pointerEvent(at, Qt::NoButton,
                                                          QGuiApplication::keyboardModifiers())));
    if (cursor().shape() != shape)
        setCursor(shape);
}

bool ViewportWidget::startNavigation(QMouseEvent* event)
{
    const auto pointer = pointerEvent(event->position(), event->button(), event->modifiers());
    const bool alt = event->modifiers().testFlag(Qt::AltModifier);
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier); // those are tools' gestures
    const bool space = isHeld(ViewKey::Maximize);
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
    m_pressedAt = event->position();
    m_navigated = false;
    m_last = event->position();
    m_settings = ViewSettings::load();
    m_camera.setFlySpeed(m_settings.flySpeed);
    if (m_navigation == Navigation::Look) {
        m_heldKeys.clear();
        m_clock.start();
        m_flyTimer.start();
        m_hold.hold();
    } else {
        setCursor(Qt::ClosedHandCursor);
    }
    return true;
}

void ViewportWidget::navigate(const QPointF& at)
{
    const QPointF delta = m_hold.isHeld() ? m_hold.takeMovement() : at - m_last;
    m_last += delta;
    m_navigated = m_navigated ||
                  (m_last - m_pressedAt).manhattanLength() >= QApplication::startDragDistance();
    switch (m_navigation) {
    case Navigation::Look:
        m_camera.look(delta.x() * m_settings.turn(), delta.y() * m_settings.turnUpwards());
        break;
    case Navigation::Orbit:
        m_camera.orbit(m_pivot, delta.x() * m_settings.turn(), delta.y() * m_settings.turn());
        break;
    case Navigation::Pan:
        m_camera.pan(delta.x(), delta.y(), height(), m_pivot);
        break;
    case Navigation::None:
        return;
    }
    refresh();
}

void ViewportWidget::flyStep()
{
    const double seconds = std::min(0.1, static_cast<double>(m_clock.restart()) / 1000.0);
    const bool moving = m_camera.animate(seconds);
    if (m_navigation == Navigation::Look) {
        const auto held = [this](ViewKey key) {
            return isHeld(key) ? 1.0 : 0.0;
        };
        const Vec3d direction{held(ViewKey::FlyRight) - held(ViewKey::FlyLeft),
                              held(ViewKey::FlyUp) - held(ViewKey::FlyDown),
                              held(ViewKey::FlyForward) - held(ViewKey::FlyBack)};
        m_navigated = m_navigated || direction != Vec3d{0};
        if (direction != Vec3d{0})
            m_camera.fly(direction, seconds, m_heldKeys.contains(Qt::Key_Shift));
    } else if (!moving) {
        m_flyTimer.stop();
    }
    refresh();
}

void ViewportWidget::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    if (isGame()) {
        if (m_captured) {
            m_gameButtons |= event->button();
            if (const auto source = sourceOfButton(event->button()))
                m_tapped.press(*source);
        }
        captureMouse(); // the press that does it is none of the game's
        return;
    }
    m_host.viewActivated(this);
    if (m_navigation != Navigation::None || m_pressedButton != Qt::NoButton)
        return;
    if (startNavigation(event) || event->button() != Qt::LeftButton)
        return;
    if (const auto* session = m_host.playSession(); session != nullptr && !session->playsEdited()) {
        m_host.showMeasure({}, tr("The game is in another scene than the open one: nothing of what "
                                  "is drawn can be picked"));
        return;
    }
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
        navigate(event->position());
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
            static_cast<void>(tools.move(pointer)); // its refusal is shown with the measure
            showDrag();
        }
    } else {
        tools.hover(pointer);
        updateHover(pointer);
    }
    m_pointer = std::move(pointer);
    m_host.repaintViews();
}

void ViewportWidget::showDrag()
{
    const auto& tools = m_host.toolBox();
    m_host.showMeasure(QString::fromStdString(tools.measure()),
                       QString::fromStdString(tools.refusal()));
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
    if (isGame())
        m_gameButtons.setFlag(event->button(), false);
    if (isGame() || event->button() != m_pressedButton)
        return;
    m_pressedButton = Qt::NoButton;
    if (m_navigation != Navigation::None) {
        if (std::exchange(m_navigation, Navigation::None) == Navigation::Look)
            m_settings.saveFlySpeed(); // not at each notch of the wheel: that writes a file
        m_hold.release();
        unsetCursor();
        if (event->button() == Qt::RightButton && !m_navigated && !clickWithRight(*event))
            showMenu(m_pressedAt);
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
    showDrag();
    m_host.repaintViews();
}

bool ViewportWidget::clickWithRight(const QMouseEvent& event)
{
    const auto* session = m_host.playSession();
    if (!event.modifiers().testFlag(Qt::AltModifier) ||
        (session != nullptr && !session->playsEdited())) // the open scene is not what is drawn
        return false;
    const auto pointer = pointerEvent(m_pressedAt, event.button(), event.modifiers());
    if (!m_host.toolBox().click(pointer))
        return false;
    m_host.repaintViews();
    return true;
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

void ViewportWidget::tabletEvent(QTabletEvent* event)
{
    const bool isDown = event->type() != QEvent::TabletRelease && event->buttons() != Qt::NoButton;
    m_pressure = isDown ? std::clamp(event->pressure(), 0.0, 1.0) : 1.0;
    event->ignore(); // Qt makes a mouse event of it, which does the rest
}

void ViewportWidget::wheelEvent(QWheelEvent* event)
{
    const double steps = event->angleDelta().y() / 120.0;
    if (isGame()) {
        if (m_captured && steps != 0) {
            m_gameWheel += steps;
            m_tapped.press(sourceOfWheel(steps > 0));
        }
        return;
    }
    if (m_navigation == Navigation::Look) {
        m_navigated = true;
        changeFlySpeed(steps);
    } else if (event->modifiers().testFlag(Qt::ControlModifier)) {
        const auto pointer = pointerEvent(event->position(), Qt::NoButton, event->modifiers());
        drillSelection(m_host.viewDocument(), pointer, steps < 0 ? 1 : -1);
        m_host.repaintViews();
    } else {
        m_settings = ViewSettings::load();
        m_camera.setFlySpeed(m_settings.flySpeed);
        m_camera.zoom(steps, {event->position().x(), event->position().y()}, {width(), height()});
    }
    event->accept();
    refresh();
}

void ViewportWidget::changeFlySpeed(double steps)
{
    m_settings.flySpeed = std::clamp(m_settings.flySpeed * std::pow(1.15, steps),
                                     ViewSettings::MinFlySpeed, ViewSettings::MaxFlySpeed);
    m_camera.setFlySpeed(m_settings.flySpeed);
    m_passing->say(tr("Fly speed %1 m/s").arg(m_settings.flySpeed, 0, 'f', 1));
}

void ViewportWidget::focusInEvent(QFocusEvent*)
{
    refresh(); // the frame around the view that keys go to
}

void ViewportWidget::contextMenuEvent(QContextMenuEvent* event)
{
    // The mouse opens it on release, since a drag with the right button is something else.
    event->accept();
    if (event->reason() == QContextMenuEvent::Keyboard && !isGame())
        showMenu(m_pointerInside ? QPointF{event->pos()} : QPointF{rect().center()});
}

void ViewportWidget::showMenu(const QPointF& at)
{
    if (m_host.toolBox().isDragging())
        return;
    m_pointer = pointerEvent(at, Qt::RightButton, Qt::NoModifier);
    m_menuIsOpen = true;
    const QPointer<ViewportWidget> alive{this};
    m_host.showViewMenu(m_pointer, mapToGlobal(at.toPoint()));
    if (alive)
        m_menuIsOpen = false;
}

void ViewportWidget::focusOutEvent(QFocusEvent*)
{
    m_heldKeys.clear();
    if (m_captured)
        releaseMouseCapture();
    refresh();
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
    refresh();
}

void ViewportWidget::dragLeaveEvent(QDragLeaveEvent*)
{
    leaveEvent(nullptr);
}

void ViewportWidget::dropEvent(QDropEvent* event)
{
    const auto asset = assetOf(event->mimeData());
    if (!asset)
        return;
    const auto pointer = pointerEvent(event->position(), Qt::NoButton, event->modifiers());
    if (m_host.dropAsset(assetKindName(asset->kind), QString::fromStdString(asset->path),
                         inOpenGroup(m_host.viewDocument(), pointer)))
        event->acceptProposedAction();
    setFocus(Qt::MouseFocusReason);
}
} // namespace editor
