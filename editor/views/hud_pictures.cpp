#include "editor/views/hud_pictures.h"

#include "editor/views/view_labels.h"
#include "engine_core/math/srgb.h"

#include <QFontMetricsF>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace editor
{
using namespace engine;

namespace
{
constexpr int MostPixels = 4096;               ///< along each side of what is painted
constexpr std::size_t MostBytes = 128U << 20U; ///< of all that is; what is beyond is not shown

std::array<double, 3> onScreen(const Color& color)
{
    return {srgbFromLinear(double{color.r}), srgbFromLinear(double{color.g}),
            srgbFromLinear(double{color.b})};
}

std::uint8_t toByte(double part)
{
    return static_cast<std::uint8_t>(std::lround(std::clamp(part, 0.0, 1.0) * 255));
}

/// One pixel, to be stretched.
std::shared_ptr<const Image> plainImage(const HudItem& item)
{
    auto image = std::make_shared<Image>();
    image->width = 1;
    image->height = 1;
    for (const double part : onScreen(item.color))
        image->rgba.push_back(toByte(part * item.alpha));
    image->rgba.push_back(toByte(item.alpha));
    return image;
}

/// Of the texture no more pixels than are drawn: nearest ones where that is fewer.
Image shrunk(const Image& texture, const Vec2d& drawn)
{
    const auto fit = [](std::uint32_t has, double wants) {
        const double most = std::clamp(std::ceil(wants), 1.0, double{MostPixels});
        return std::min(has, static_cast<std::uint32_t>(most));
    };
    Image image;
    image.width = fit(texture.width, drawn.x);
    image.height = fit(texture.height, drawn.y);
    if (image.width == texture.width && image.height == texture.height)
        return texture;
    image.rgba.reserve(std::size_t{image.width} * image.height * 4);
    for (std::uint32_t y = 0; y < image.height; ++y)
        for (std::uint32_t x = 0; x < image.width; ++x) {
            const auto fromX = std::uint64_t{x} * texture.width / image.width;
            const auto fromY = std::uint64_t{y} * texture.height / image.height;
            const auto* pixel = texture.rgba.data() + (fromY * texture.width + fromX) * 4;
            image.rgba.insert(image.rgba.end(), pixel, pixel + 4);
        }
    return image;
}

/// The texture's pixels in the item's colour, multiplied by their alpha.
std::shared_ptr<const Image> tinted(const Image& texture, const HudItem& item, const Vec2d& drawn)
{
    auto image = std::make_shared<Image>(shrunk(texture, drawn));
    const auto tint = onScreen(item.color);
    for (std::size_t i = 0; i + 3 < image->rgba.size(); i += 4) {
        const double alpha = image->rgba[i + 3] / 255.0 * item.alpha;
        for (std::size_t channel = 0; channel < 3; ++channel)
            image->rgba[i + channel] =
                toByte(image->rgba[i + channel] / 255.0 * tint[channel] * alpha);
        image->rgba[i + 3] = toByte(alpha);
    }
    return image;
}

int alignmentOf(HudAnchor anchor)
{
    static constexpr std::array Columns{Qt::AlignLeft, Qt::AlignHCenter, Qt::AlignRight};
    const Qt::Alignment both =
        Columns[static_cast<std::size_t>(anchor) % Columns.size()] | Qt::AlignTop;
    return static_cast<int>(both.toInt());
}

/// Letters with a shadow, so that they can be read on anything.
QImage paintedText(const HudItem& item, double letterHeight)
{
    auto font = QGuiApplication::font();
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(letterHeight))));
    const int shadow = std::max(1, static_cast<int>(std::lround(letterHeight / 16)));
    const auto text = QString::fromStdString(item.text);
    const auto box =
        QFontMetricsF{font}
            .boundingRect(QRectF{0, 0, MostPixels, MostPixels}, alignmentOf(item.anchor), text)
            .toAlignedRect();
    const QSize size{std::clamp(box.width() + shadow, 1, MostPixels),
                     std::clamp(box.height() + shadow, 1, MostPixels)};
    QImage image{size, QImage::Format_RGBA8888_Premultiplied};
    image.fill(Qt::transparent);
    QPainter painter{&image};
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.setFont(font);
    const QRectF within{0, 0, static_cast<double>(size.width() - shadow),
                        static_cast<double>(size.height() - shadow)};
    constexpr double ShadowAlpha = 0.75;
    painter.setPen(QColor::fromRgbF(0, 0, 0, static_cast<float>(ShadowAlpha * item.alpha)));
    painter.drawText(within.translated(shadow, shadow), alignmentOf(item.anchor), text);
    const auto color = onScreen(item.color);
    painter.setPen(QColor::fromRgbF(static_cast<float>(color[0]), static_cast<float>(color[1]),
                                    static_cast<float>(color[2]), static_cast<float>(item.alpha)));
    painter.drawText(within, alignmentOf(item.anchor), text);
    return image;
}

/// A picture's size in points; where the item says 0, the texture's own proportions do.
Vec2d pictureSize(const HudItem& item, const Image& texture)
{
    const Vec2d own{texture.width, texture.height};
    if (item.size.x <= 0 && item.size.y <= 0)
        return own;
    if (item.size.x <= 0)
        return {own.x / own.y * item.size.y, item.size.y};
    if (item.size.y <= 0)
        return {item.size.x, own.y / own.x * item.size.x};
    return item.size;
}
} // namespace

HudPictures::Painted
HudPictures::paint(const HudItem& look, double point, const FindImage& findImage)
{
    Painted painted{look, point, look.size * point, nullptr};
    switch (look.kind) {
    case HudItem::Kind::Text:
        if (!look.text.empty() && look.size.y > 0) {
            painted.image = toImage(paintedText(look, look.size.y * point));
            painted.size = {painted.image->width, painted.image->height};
        }
        break;
    case HudItem::Kind::Box:
        painted.image = plainImage(look);
        break;
    case HudItem::Kind::Picture:
        if (const auto texture = findImage(look.text);
            texture != nullptr && texture->width > 0 && texture->height > 0) {
            painted.size = pictureSize(look, *texture) * point;
            painted.image = tinted(*texture, look, painted.size);
        }
        break;
    }
    return painted;
}

std::vector<ViewPicture>
HudPictures::of(const Hud& hud, const QSize& view, const FindImage& findImage)
{
    auto before = std::exchange(m_painted, {});
    std::vector<ViewPicture> pictures;
    if (view.isEmpty())
        return pictures;
    const double point = pixelsPerPoint(view.width(), view.height());
    std::size_t bytes = 0;
    for (const auto& item : hud.items()) {
        auto look = item;
        look.offset = Vec2d{0};
        const auto kept = std::find_if(before.begin(), before.end(), [&](const Painted& each) {
            return each.point == point && each.look == look;
        });
        auto& painted =
            m_painted.emplace_back(kept != before.end() ? *kept : paint(look, point, findImage));
        if (painted.image == nullptr)
            continue;
        bytes += painted.image->rgba.size();
        if (bytes > MostBytes) {
            m_painted.pop_back();
            break;
        }
        const auto place =
            placeOnScreen(item, painted.size, hud.margin(), view.width(), view.height());
        // Ends are rounded and not the size, so that what is side by side leaves no gap.
        const auto left = std::lround(place.x);
        const auto top = std::lround(place.y);
        const auto right = std::lround(place.x + place.width);
        const auto bottom = std::lround(place.y + place.height);
        pictures.push_back({static_cast<int>(left), static_cast<int>(top),
                            static_cast<int>(right - left), static_cast<int>(bottom - top),
                            painted.image});
    }
    return pictures;
}
} // namespace editor
