#include "editor/panels/materials/texture_tiles.h"

#include "engine_core/math/srgb.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace editor
{
namespace
{
constexpr int MostSide = 2048;      ///< texels that are kept along a side
constexpr double WholeTexels = 2.5; ///< pixels of a texel from which on texels are seen as squares

/// A linear factor is nearly one of sRGB values, too, with the power between them.
void prepare(engine::Image& image, const engine::Vec3f& tint, bool hasHoles)
{
    std::array<std::array<std::uint8_t, 256>, 3> table{};
    for (int channel = 0; channel < 3; ++channel)
        for (std::size_t value = 0; value < 256; ++value) {
            const float linear =
                engine::linearFromSrgb(static_cast<float>(value) / 255) * tint[channel];
            table[static_cast<std::size_t>(channel)][value] = static_cast<std::uint8_t>(
                std::lround(engine::srgbFromLinear(std::clamp(linear, 0.0F, 1.0F)) * 255));
        }
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        for (std::size_t channel = 0; channel < 3; ++channel)
            image.rgba[i + channel] = table[channel][image.rgba[i + channel]];
        if (!hasHoles)
            image.rgba[i + 3] = 255;
    }
}
} // namespace

TextureTiles::TextureTiles(engine::Image image, const engine::Vec3f& tint, bool hasHoles)
    : m_texels{image.width, image.height}
{
    if (tint != engine::Vec3f{1} || !hasHoles)
        prepare(image, tint, hasHoles);
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
