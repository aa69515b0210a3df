#include "editor/app/window/light_badge.h"

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

bool LightBadge::isWanted() const
{
    auto& workspace = m_context.workspace();
    if (workspace.isBaking() || m_context.isPlaying() || workspace.lighting().staleFaces().empty())
        return false;
    const auto views = m_views.views();
    return std::any_of(views.begin(), views.end(), [](const ViewportWidget* view) {
        return view->kind() == ViewKind::Perspective && view->isVisible() &&
               (view->mode() == engine::ViewMode::Lit ||
                view->mode() == engine::ViewMode::Lightmap);
    });
}

void LightBadge::refresh()
{
    setVisible(isWanted());
    if (!isVisible())
        return;
    const auto* light = m_context.document().world().get<engine::LightmapRef>(engine::SceneEntity);
    setText(light != nullptr && !light->hash.empty() ? tr("Light out of date - Calculate")
                                                     : tr("Light not calculated - Calculate"));
    place();
}

void LightBadge::place()
{
    resize(sizeHint());
    move(m_views.width() - width() - Margin, m_views.height() - height() - Margin);
    raise();
}

bool LightBadge::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && isVisible())
        place();
    return QToolButton::eventFilter(watched, event);
}
} // namespace editor
