#include "editor/panels/level/light_badge.h"

#include "editor/app/window/editor_context.h"
#include "editor/panels/level/calculate_light.h"
#include "editor/views/theme.h"
#include "editor/views/view_layout.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/scene/components/scene_settings.h"

#include <QEvent>

#include <algorithm>

namespace editor
{
namespace
{
constexpr int Margin = 8; ///< points
}

LightBadge::LightBadge(EditorContext& context, ViewLayout& views)
    : QToolButton{&views}, m_context{context}, m_views{views}
{
    setObjectName(QStringLiteral("lightBadge"));
    setProperty("viewHeader", true);
    setIcon(themeIcon(QStringLiteral("bake")));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::NoFocus); // keys are for the view below
    setToolTip(tr("<b>Calculate</b><br>Calculates the light of the level in preview quality. The "
                  "Lighting dock (Ctrl+L) has the other qualities."));
    connect(this, &QToolButton::clicked, this, [this] {
        (void)calculateLight(m_context, {.quality = engine::BakeQuality::Preview});
        refresh();
    });
    views.installEventFilter(this);
    hide();
}

/// The first one whose light is out of date; null if there is none, or a bake or game under way.
const ViewportWidget* LightBadge::litView() const
{
    auto& workspace = m_context.workspace();
    if (workspace.isBaking() || m_context.isPlaying() || workspace.lighting().staleFaces().empty())
        return nullptr;
    const auto views = m_views.views();
    const auto found = std::find_if(views.begin(), views.end(), [](const ViewportWidget* view) {
        return view->kind() == ViewKind::Perspective && view->isVisible() &&
               (view->mode() == engine::ViewMode::Lit ||
                view->mode() == engine::ViewMode::Lightmap);
    });
    return found != views.end() ? *found : nullptr;
}

void LightBadge::refresh()
{
    const auto* view = litView();
    setVisible(view != nullptr);
    if (view == nullptr)
        return;
    const auto* light =
        m_context.document().world().get<engine::LightmapRef>(engine::SceneEntity);
    setText(light != nullptr && !light->hash.empty() ? tr("Light out of date - Calculate")
                                                     : tr("Light not calculated - Calculate"));
    placeIn(*view);
}

void LightBadge::placeIn(const ViewportWidget& view)
{
    resize(sizeHint());
    const auto corner = view.mapTo(&m_views, QPoint{view.width(), view.height()});
    move(corner - QPoint{width() + Margin, height() + Margin});
    raise();
}

bool LightBadge::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(this, &LightBadge::refresh, Qt::QueuedConnection);
    return QToolButton::eventFilter(watched, event);
}
} // namespace editor
