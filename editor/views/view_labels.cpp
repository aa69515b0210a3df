#include "editor/views/view_labels.h"

#include "editor/views/graph_plate.h"
#include "editor/views/themes.h"
#include "editor/views/view_compass.h"

#include <QApplication>
#include <QCoreApplication>
#include <QFontMetrics>
#include <QImage>
#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace editor
{
using namespace engine;

namespace
{
const QColor Plate{20, 22, 24, 200};
constexpr std::size_t MostLabels = 40; ///< more are a crowd
constexpr double CrowdWidth = 72;      ///< points from label to label in a crowd
constexpr double CrowdHeight = 24;

QFont labelFont()
{
    auto font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * 0.95);
    return font;
}
} // namespace

std::shared_ptr<const Image> toImage(const QImage& painted)
{
    auto image = std::make_shared<Image>();
    image->width = static_cast<std::uint32_t>(painted.width());
    image->height = static_cast<std::uint32_t>(painted.height());
    for (int y = 0; y < painted.height(); ++y) {
        const auto* row = painted.constScanLine(y);
        image->rgba.insert(image->rgba.end(), row, row + std::ptrdiff_t{painted.width()} * 4);
    }
    return image;
}

std::vector<PlacedLabel> labelsToShow(const std::vector<DebugDraw::Label>& labels,
                                      const ViewCamera& camera,
                                      const QSize& view)
{
    std::vector<PlacedLabel> shown;
    for (const auto& label : labels)
        if (const auto at = camera.project(Vec3d{label.at}, view.width(), view.height()))
            shown.push_back({&label, {at->x, at->y}});
    if (shown.size() <= MostLabels)
        return shown;
    const QRectF inside{QPointF{0, 0}, view};
    std::erase_if(shown, [&](const auto& each) { return !inside.contains(each.at); });
    const auto away = [&](const PlacedLabel& each) { // without perspective all are as near
        return camera.orthographic ? QLineF{each.at, inside.center()}.length()
                                   : glm::distance(Vec3d{each.label->at}, camera.position);
    };
    std::sort(shown.begin(), shown.end(),
              [&](const auto& a, const auto& b) { return away(a) < away(b); });
    std::vector<PlacedLabel> kept;
    for (const auto& each : shown) {
        const bool isCovered =
            std::any_of(kept.begin(), kept.end(), [&](const PlacedLabel& nearer) {
                const auto apart = each.at - nearer.at;
                return std::abs(apart.x()) < CrowdWidth && std::abs(apart.y()) < CrowdHeight;
            });
        if (!isCovered && kept.size() < MostLabels)
            kept.push_back(each);
    }
    return kept;
}

ViewLabels::ViewLabels(std::vector<ViewPicture>& pictures, const QSize& view, double pixelScale)
    : m_pictures{pictures}, m_view{view}, m_scale{pixelScale}
{
}

void ViewLabels::add(const QPointF& topLeft,
                     const QSize& size,
                     const std::function<void(QPainter&)>& draw)
{
    const auto pixels = (QSizeF{size} * m_scale).toSize();
    QImage image{pixels, QImage::Format_RGBA8888_Premultiplied};
    image.fill(Qt::transparent);
    QPainter painter{&image};
    painter.scale(m_scale, m_scale);
    painter.setRenderHint(QPainter::Antialiasing);
    draw(painter);
    painter.end();
    m_pictures.push_back({static_cast<int>(std::lround(topLeft.x() * m_scale)),
                          static_cast<int>(std::lround(topLeft.y() * m_scale)), pixels.width(),
                          pixels.height(), toImage(image)});
}

QRectF ViewLabels::besideOthers(const QRectF& plate) const
{
    constexpr double Gap = 2;
    constexpr double MostRows = 4; // farther away nobody knows what it tells of
    const QRectF view{QPointF{0, 0}, m_view};
    const bool isInside = view.contains(plate); // else it needs not be so beside others either
    std::vector<double> rows{0};
    for (const auto& other : m_plates)
        if (other.left() < plate.right() && plate.left() < other.right()) {
            rows.push_back(other.top() - Gap - plate.height() - plate.top());
            rows.push_back(other.bottom() + Gap - plate.top());
        }
    std::stable_sort(rows.begin(), rows.end(),
                     [](double a, double b) { return std::abs(a) < std::abs(b); });
    for (const double row : rows) {
        const auto place = plate.translated(0, row);
        const bool isFree =
            std::none_of(m_plates.begin(), m_plates.end(),
                         [&](const QRectF& other) { return other.intersects(place); });
        if (isFree && std::abs(row) <= MostRows * (plate.height() + Gap) &&
            (!isInside || view.contains(place)))
            return place;
    }
    return plate;
}

void ViewLabels::addText(const QString& text,
                         const QPointF& center,
                         const QColor& color,
                         int margin)
{
    const auto font = labelFont();
    auto box =
        QFontMetrics{font}.boundingRect(text).adjusted(-margin, -margin / 2, margin, margin / 2);
    box.moveTopLeft({0, 0});
    auto corner = center - QPointF{box.width() / 2.0, box.height() / 2.0};
    if (QRectF{QPointF{0, 0}, m_view}.contains(center)) {
        corner.setX(std::max(0.0, std::min(corner.x(), 1.0 * m_view.width() - box.width())));
        corner.setY(std::max(0.0, std::min(corner.y(), 1.0 * m_view.height() - box.height())));
    }
    m_plates.push_back(besideOthers({corner, QSizeF{box.size()}}));
    add(m_plates.back().topLeft(), box.size(), [&](QPainter& painter) {
        painter.setFont(font);
        painter.setPen(Qt::NoPen);
        painter.setBrush(Plate);
        painter.drawRoundedRect(box, 3, 3);
        painter.setPen(color);
        painter.drawText(box, Qt::AlignCenter, text);
    });
}

void ViewLabels::addFrame(int width, const QColor& color)
{
    auto pixel = std::make_shared<Image>();
    pixel->width = 1;
    pixel->height = 1;
    for (const int channel : {color.red(), color.green(), color.blue(), 255})
        pixel->rgba.push_back(static_cast<std::uint8_t>(channel));
    const auto line = static_cast<int>(std::lround(width * m_scale));
    const auto size = (QSizeF{m_view} * m_scale).toSize();
    const std::array sides{
        QRect{0, 0, size.width(), line}, QRect{0, size.height() - line, size.width(), line},
        QRect{0, 0, line, size.height()}, QRect{size.width() - line, 0, line, size.height()}};
    for (const auto& side : sides)
        m_pictures.push_back({side.x(), side.y(), side.width(), side.height(), pixel});
}

void ViewLabels::addCompass(const ViewCamera& camera, const QPointF& center)
{
    constexpr int Radius = 36; // the arms, and the letters at their tips
    add(center - QPointF{Radius, Radius}, {2 * Radius, 2 * Radius}, [&](QPainter& painter) {
        painter.setFont(labelFont());
        paintCompass(painter, camera, {Radius, Radius});
    });
}

void ViewLabels::addGraphs(const std::vector<PlayGraphs::Line>& lines, const QPointF& topLeft)
{
    const auto size = graphPlateSize(lines);
    if (size.isEmpty())
        return;
    add(topLeft, size, [&](QPainter& painter) {
        painter.setFont(labelFont());
        paintGraphs(painter, lines);
    });
}

void ViewLabels::addLegend(const std::vector<ViewLegendEntry>& entries, const QPointF& topLeft)
{
    if (entries.empty())
        return;
    constexpr int Margin = 6;
    constexpr int Patch = 10; // points a side
    const auto font = labelFont();
    const QFontMetrics metrics{font};
    const int row = std::max(metrics.height(), Patch) + 2;
    int widest = 0;
    for (const auto& entry : entries)
        widest = std::max(widest, metrics.horizontalAdvance(entry.text));
    const QSize size{widest + Patch + 3 * Margin,
                     row * static_cast<int>(entries.size()) + 2 * Margin};
    add(topLeft, size, [&](QPainter& painter) {
        painter.setFont(font);
        painter.setPen(Qt::NoPen);
        painter.setBrush(Plate);
        painter.drawRoundedRect(QRect{{0, 0}, size}, 3, 3);
        QRect line{Margin, Margin, size.width() - 2 * Margin, row};
        for (const auto& entry : entries) {
            painter.fillRect(line.left(), line.center().y() - Patch / 2, Patch, Patch, entry.color);
            painter.setPen(viewColor(ColorRole::Text));
            painter.drawText(line.adjusted(Patch + Margin, 0, 0, 0),
                             Qt::AlignLeft | Qt::AlignVCenter, entry.text);
            line.translate(0, row);
        }
    });
}

std::vector<ViewLegendEntry> legendOf(ViewMode mode)
{
    const auto words = [](const char* text) {
        return QCoreApplication::translate("ViewLegend", text);
    };
    // As inspect.glsl and surface.frag have them, where they are linear.
    const auto shown = [](float r, float g, float b) {
        const auto channel = [](float value) {
            return value <= 0.0031308F ? value * 12.92F
                                       : 1.055F * std::pow(value, 1 / 2.4F) - 0.055F;
        };
        return QColor::fromRgbF(channel(r), channel(g), channel(b));
    };
    const auto blue = shown(0.10F, 0.25F, 0.85F);
    const auto green = shown(0.15F, 0.62F, 0.22F);
    const auto red = shown(0.85F, 0.16F, 0.10F);
    switch (mode) {
    case ViewMode::Overlap:
        return {{shown(0.02F, 0.025F, 0.04F), words("no light")},
                {shown(0.10F, 0.55F, 0.18F), words("1 light")},
                {shown(0.42F, 0.62F, 0.12F), words("2 lights")},
                {shown(0.85F, 0.66F, 0.10F), words("3 lights")},
                {shown(0.88F, 0.36F, 0.08F), words("4 lights")},
                {shown(0.80F, 0.06F, 0.06F), words("5 lights")},
                {shown(1, 1, 1), words("10 or more")}};
    case ViewMode::Density:
        return {{blue, words("a quarter of the scene's texels")},
                {green, words("as the scene asks")},
                {red, words("four times as many")}};
    case ViewMode::Texels:
        return {{red, words("too coarse: a quarter")},
                {green, words("as Preferences say")},
                {blue, words("too fine: four times")}};
    default:
        return {};
    }
}
} // namespace editor
