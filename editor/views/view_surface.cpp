#include "editor/views/view_surface.h"

#include "editor/views/viewport_widget.h"
#include "engine_core/render/gl/view_transfer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace editor
{
namespace
{
/// Views that still wait after this time are painted in the next turn of the event loop, so that
/// what the user does gets in between. Half a frame at 60 Hz.
constexpr std::chrono::milliseconds MostForATurn{8};

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

void ViewSurface::forget(const ViewportWidget& view)
{
    std::erase_if(m_painted, [&](const auto& each) { return each.view == &view; });
}

void ViewSurface::paintNow(ViewportWidget& view)
{
    forget(view);
    repaint();
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
    if (view.frameCount() == 0)
        return {};
    if (contains(m_waiting, &view)) // what is shown of it is old
        forget(view);
    return grabFramebuffer().copy(placeOf(view));
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

bool ViewSurface::isPainted(const ViewportWidget& view) const
{
    return std::any_of(m_painted.begin(), m_painted.end(), [&](const auto& each) {
        return each.view == &view && each.place == placeOf(view);
    });
}

void ViewSurface::paintView(ViewportWidget& view)
{
    const auto place = placeOf(view);
    forget(view);
    if (!view.paintInto(
            {defaultFramebufferObject(), place.left(), m_size.height() - place.bottom() - 1}))
        return;
    m_painted.push_back({&view, place});
    if (!contains(m_justPainted, &view))
        m_justPainted.push_back(&view);
}

void ViewSurface::paintGL()
{
    if (isNewPicture()) {
        m_painted.clear();
        engine::dropDepth(defaultFramebufferObject());
    }
    auto views = findChildren<ViewportWidget*>();
    views.removeIf([](const auto* view) { return !view->isVisible(); });
    std::erase_if(m_painted, [&](const auto& each) { return !views.contains(each.view); });
    std::erase_if(m_waiting, [&](auto* each) { return !views.contains(each); });

    const auto start = std::chrono::steady_clock::now();
    auto waiting = std::exchange(m_waiting, {}); // a view may ask for more while it is painted
    for (auto* view : views)
        if (!isPainted(*view)) { // there is nothing of it to show meanwhile
            std::erase(waiting, view);
            paintView(*view);
        }
    auto next = waiting.begin();
    while (next != waiting.end() && std::chrono::steady_clock::now() - start < MostForATurn)
        paintView(**next++);
    waiting.erase(waiting.begin(), next);
    if (waiting.empty())
        return;
    std::erase_if(m_waiting, [&](const auto* each) { return contains(waiting, each); });
    m_waiting.insert(m_waiting.begin(), waiting.begin(), waiting.end());
    update();
}

void ViewSurface::tellPainted()
{
    for (auto* view : std::exchange(m_justPainted, {}))
        if (findChildren<ViewportWidget*>().contains(view)) // it may be gone by now
            Q_EMIT view->framePainted();
}
} // namespace editor
