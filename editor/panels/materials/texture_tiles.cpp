#include "editor/panels/materials/texture_tiles.h"

#include <QPainter>

#include <algorithm>

namespace editor
{
namespace
{
constexpr int MostSide = 2048;      ///< texels that are kept along a side
constexpr double WholeTexels = 2.5; ///< pixels of a texel from which on texels are seen as squares
} // namespace

TextureTiles::TextureTiles(const engine::Image& image) : m_texels{image.width, image.height}
{
    const QImage shared{image.rgba.data(), static_cast<int>(image.width),
                        static_cast<int>(image.height), QImage::Format_RGBA8888};
    auto level = shared.convertToFormat(QImage::Format_ARGB32_Premultiplied);
    if (std::max(level.width(), level.height()) > MostSide)
        level = level.scaled(MostSide, MostSide, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    m_levels.push_back(level);
    while (std::max(level.width(), level.height()) > 1) {
        level = level.scaled(std::max(1, level.width() / 2), std::max(1, level.height() / 2),
                             Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        m_levels.push_back(level);
    }
}

void TextureTiles::paint(QPainter& painter, const FlatView& view) const
{
    if (isEmpty())
        return;
    const auto repeat = view.pixelsPerRepeat() * painter.device()->devicePixelRatioF();
    const auto* level = &m_levels.front();
    for (const auto& each : m_levels)
        if (each.width() >= repeat.x || each.height() >= repeat.y)
            level = &each; // the smallest that has a texel for every pixel
    const double zoom = view.pixelsPerRepeat().x / level->width();
    QBrush brush{*level};
    const auto origin = view.toPixels({0, 0});
    QTransform transform;
    transform.translate(origin.x, origin.y);
    transform.scale(zoom, view.pixelsPerRepeat().y / level->height());
    brush.setTransform(transform);
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, zoom < WholeTexels);
    painter.fillRect(QRectF{0, 0, view.size().x, view.size().y}, brush);
    painter.restore();
}
} // namespace editor
