#include "editor/views/view_surface.h"

#include "editor/views/viewport_widget.h"
#include "engine_core/render/gl/view_transfer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace editor
{
namespace
{
bool contains(const std::vector<ViewportWidget*>& views, const ViewportWidget* view)
{
    return std::find(views.begin(), views.end(), view) != views.end();
}
} // namespace

ViewSurface::ViewSurface(QWidget* parent) : QOpenGLWidget{parent}
{
    // What is not painted again stays: a view that moves does not make the others work.
    setUpdateBehavior(QOpenGLWidget::PartialUpdate);
    connect(this, &QOpenGLWidget::frameSwapped, this, &ViewSurface::tellPainted);
}

void ViewSurface::schedule(ViewportWidget& view)
{
    if (!contains(m_waiting, &view))
        m_waiting.push_back(&view);
    update();
}

QRect ViewSurface::placeOf(const ViewportWidget& view) const
{
    const double scale = devicePixelRatioF();
    const auto pixels = [scale](int length) {
        return static_cast<int>(std::lround(length * scale));
    };
    const auto topLeft = view.mapTo(this, QPoint{0, 0});
    return {QPoint{pixels(topLeft.x()), pixels(topLeft.y())},
            QSize{pixels(view.width()), pixels(view.height())}};
}

QImage ViewSurface::pictureOf(const ViewportWidget& view)
{
    return view.frameCount() == 0 ? QImage{} : grabFramebuffer().copy(placeOf(view));
}

/// Qt makes another framebuffer when the size or the screen changes.
bool ViewSurface::isNewPicture()
{
    const double scale = devicePixelRatioF();
    const QSize wanted{static_cast<int>(std::lround(width() * scale)),
                       static_cast<int>(std::lround(height() * scale))};
    const unsigned framebuffer = defaultFramebufferObject();
    return std::exchange(m_size, wanted) != wanted ||
           std::exchange(m_framebuffer, framebuffer) != framebuffer;
}

void ViewSurface::paintGL()
{
    if (isNewPicture()) {
        m_painted.clear();
        engine::dropDepth(defaultFramebufferObject());
    }
    auto waiting = std::exchange(m_waiting, {});
    std::vector<Painted> painted;
    for (auto* view : findChildren<ViewportWidget*>()) {
        if (!view->isVisible())
            continue;
        const Painted wanted{view, placeOf(*view)};
        const bool done = std::any_of(m_painted.begin(), m_painted.end(), [&](const auto& before) {
            return before.view == view && before.place == wanted.place;
        });
        if (!done || contains(waiting, view)) {
            if (!view->paintInto({defaultFramebufferObject(), wanted.place.left(),
                                  m_size.height() - wanted.place.bottom() - 1}))
                continue;
            if (!contains(m_justPainted, view))
                m_justPainted.push_back(view);
        }
        painted.push_back(wanted);
    }
    m_painted = std::move(painted);
}

void ViewSurface::tellPainted()
{
    for (auto* view : std::exchange(m_justPainted, {}))
        if (findChildren<ViewportWidget*>().contains(view)) // it may be gone by now
            Q_EMIT view->framePainted();
}
} // namespace editor
