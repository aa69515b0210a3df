#include "editor/tools/texture/flat_view.h"

#include <algorithm>

namespace editor
{
using engine::Vec2d;

namespace
{
constexpr double LeastScale = 1.0 / 64; ///< pixels of a repeat
constexpr double MostScale = 65536;
constexpr double Filled = 0.7; ///< of the pixels by what show() is told

bool isSizeKnown(const Vec2d& size)
{
    return size.x > 0 && size.y > 0;
}
} // namespace

void FlatView::resize(const Vec2d& pixels)
{
    m_size = pixels;
}

void FlatView::setTexels(const Vec2d& texels)
{
    m_texels = texels;
}

Vec2d FlatView::pixelsPerRepeat() const
{
    return {isSizeKnown(m_texels) ? m_scale * m_texels.x / m_texels.y : m_scale, m_scale};
}

Vec2d FlatView::toPixels(const Vec2d& uv) const
{
    return m_size * 0.5 + (uv - m_middle) * pixelsPerRepeat();
}

Vec2d FlatView::toUv(const Vec2d& pixels) const
{
    return m_middle + (pixels - m_size * 0.5) / pixelsPerRepeat();
}

void FlatView::zoom(double factor, const Vec2d& at)
{
    const auto before = toUv(at);
    m_scale = std::clamp(m_scale * factor, LeastScale, MostScale);
    m_middle += before - toUv(at);
}

void FlatView::show(const UvBounds& bounds)
{
    if (bounds.isEmpty() || !isSizeKnown(m_size))
        return;
    const auto perScale = pixelsPerRepeat() / m_scale;
    const auto wanted = glm::max(bounds.size() * perScale, Vec2d{1e-6});
    const auto fitting = m_size * Filled / wanted;
    m_scale = std::clamp(std::min(fitting.x, fitting.y), LeastScale, MostScale);
    m_middle = bounds.center();
}

UvBounds FlatView::visible() const
{
    UvBounds bounds;
    bounds.add(glm::floor(toUv({0, 0})));
    bounds.add(glm::ceil(toUv(m_size)));
    return bounds;
}
} // namespace editor
