#include "editor/panels/level/light_badge.h"

#include "editor/app/window/editor_context.h"
#include "editor/app/workspace/draft_light.h"
#include "editor/app/workspace/workspace.h"
#include "editor/panels/level/calculate_light.h"
#include "editor/views/theme.h"
#include "editor/views/view_layout.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/scene/light/scene_light.h"

#include <QCoreApplication>
#include <QEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <utility>

namespace editor
{
namespace
{
constexpr int Margin = 6; ///< points, as a view keeps to its buttons
}

LightBadge::LightBadge(EditorContext& context, ViewLayout& views, const DraftLight& draft)
    : QToolButton{&views}, m_context{context}, m_views{views}, m_draft{draft}
{
    setObjectName(QStringLiteral("lightBadge"));
    setProperty("viewHeader", true);
    setIcon(themeIcon(QStringLiteral("bake")));
    setFocusPolicy(Qt::NoFocus); // keys are for the view below
    connect(this, &QToolButton::clicked, this, [this] {
        (void)bakeStaleLight(m_context);
        refresh();
    });
    views.installEventFilter(this);
    hide();
}

bool LightBadge::canBake() const
{
    auto& workspace = m_context.workspace();
    // Instances of a prefab are lit in the scenes that they stand in.
    return !engine::isPrefabFile(m_context.document().path().string()) && !workspace.isBaking() &&
           !m_context.isPlaying() && !workspace.lighting().staleFaces().empty();
}

/// The largest; null if there is none.
ViewportWidget* LightBadge::litView() const
{
    ViewportWidget* largest = nullptr;
    const auto sizeOf = [](const ViewportWidget* view) {
        return view != nullptr ? view->width() * view->height() : 0;
    };
    for (auto* view : m_views.views())
        if (view->kind() == ViewKind::Perspective && view->isVisible() &&
            (view->mode() == engine::ViewMode::Lit || view->mode() == engine::ViewMode::Lightmap) &&
            sizeOf(view) > sizeOf(largest))
            largest = view;
    return largest;
}

void LightBadge::refresh()
{
    auto* view = canBake() ? litView() : nullptr;
    m_view = view;
    setVisible(view != nullptr);
    if (view == nullptr) {
        m_forView = Qt::NoButton; // the view hears the rest itself
        return;
    }
    const bool isBakedOnce = isBaked(m_context.document().world());
    const bool isRight = m_context.workspace().followedLight() != nullptr;
    setText(isRight              ? tr("Light is right - Keep")
            : m_draft.lightmap() ? tr("Draft light - Bake")
            : isBakedOnce        ? tr("Light out of date - Bake")
                                 : tr("Light not baked - Bake"));
    const auto what =
        isRight ? tr("What you see is the light that a bake would give. A click makes it the "
                     "light of the scene.")
        : isBakedOnce && m_context.workspace().bakesAllFaces()
            ? tr("Bakes all faces, as the scene's settings say.")
        : isBakedOnce
            ? tr("Bakes the faces whose light is out of date, in the quality of the rest.")
            : tr("Bakes the light of the level in preview quality.");
    setToolTip(
        tr("<b>%1</b><br>%2 The Lighting dock (Ctrl+L) has the qualities.").arg(text(), what));
    placeIn(*view);
}

/// Beside the view's own buttons: below them lie its texts, and whoever begins a drag does so
/// there.
void LightBadge::placeIn(const ViewportWidget& view)
{
    const auto left = view.headerWidth();
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    if (left + sizeHint().width() + Margin > view.width())
        setToolButtonStyle(Qt::ToolButtonIconOnly);
    resize(sizeHint());
    const auto corner = view.mapTo(&m_views, QPoint{view.width(), 0});
    move(corner + QPoint{-width() - Margin, Margin});
    raise();
}

/// From the press of another button than the left one to its release.
bool LightBadge::isForView(const QMouseEvent& event)
{
    if (event.type() == QEvent::MouseMove)
        return m_forView != Qt::NoButton;
    if (event.type() == QEvent::MouseButtonRelease)
        return m_forView == event.button() &&
               std::exchange(m_forView, Qt::NoButton) != Qt::NoButton;
    if (m_forView == Qt::NoButton && event.button() != Qt::LeftButton)
        m_forView = event.button();
    return m_forView != Qt::NoButton;
}

bool LightBadge::event(QEvent* event)
{
    const auto type = event->type();
    if (type == QEvent::Wheel && m_view) {
        const auto& wheel = *static_cast<QWheelEvent*>(event);
        QWheelEvent same{m_view->mapFromGlobal(wheel.globalPosition()),
                         wheel.globalPosition(),
                         wheel.pixelDelta(),
                         wheel.angleDelta(),
                         wheel.buttons(),
                         wheel.modifiers(),
                         wheel.phase(),
                         wheel.inverted()};
        return QCoreApplication::sendEvent(m_view, &same);
    }
    const bool isMouse = type == QEvent::MouseButtonPress || type == QEvent::MouseButtonRelease ||
                         type == QEvent::MouseButtonDblClick || type == QEvent::MouseMove;
    if (isMouse && m_view) {
        const auto& mouse = *static_cast<QMouseEvent*>(event);
        if (isForView(mouse)) {
            QMouseEvent same{type,
                             m_view->mapFromGlobal(mouse.globalPosition()),
                             mouse.globalPosition(),
                             mouse.button(),
                             mouse.buttons(),
                             mouse.modifiers()};
            return QCoreApplication::sendEvent(m_view, &same);
        }
    }
    return QToolButton::event(event);
}

bool LightBadge::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(this, &LightBadge::refresh, Qt::QueuedConnection);
    return QToolButton::eventFilter(watched, event);
}
} // namespace editor
