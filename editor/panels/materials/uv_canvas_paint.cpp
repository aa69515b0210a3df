#include "editor/panels/materials/uv_canvas.h"
#include "editor/views/themes.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace editor
{
using engine::Vec2d;

namespace
{
constexpr int CheckSide = 12;    ///< pixels, where there is no picture
constexpr double LeastGrid = 14; ///< pixels between two lines
constexpr double LeastTexel = 8; ///< pixels, from which on texels are marked off
constexpr int GridMost = 400;    ///< lines along an axis
constexpr int NumberMost = 24;   ///< of tiles along an axis
constexpr double GripSide = 7;   ///< pixels
constexpr QColor Dimming{20, 22, 24, 120};
constexpr QColor Plate{20, 22, 24, 200};

QPointF pointAt(const FlatView& view, const Vec2d& uv)
{
    const auto pixels = view.toPixels(uv);
    return {pixels.x, pixels.y};
}

QRectF rectOf(const FlatView& view, const Vec2d& least, const Vec2d& most)
{
    return {pointAt(view, least), pointAt(view, most)};
}

QPolygonF outlineOf(const FlatView& view, const FlatShape& shape)
{
    QPolygonF polygon;
    polygon.reserve(static_cast<int>(shape.outline.size()));
    for (const auto& uv : shape.outline)
        polygon.push_back(pointAt(view, uv));
    return polygon;
}

QColor faded(QColor color, int alpha)
{
    color.setAlpha(alpha);
    return color;
}

/// Lines at multiples of a step, across the whole view.
void paintLines(QPainter& painter, const FlatView& view, int axis, double step)
{
    const auto visible = view.visible();
    if ((visible.most[axis] - visible.least[axis]) / step > GridMost)
        return;
    for (double at = std::floor(visible.least[axis] / step) * step; at <= visible.most[axis];
         at += step) {
        const double pixel = std::round(view.toPixels(Vec2d{at})[axis]) + 0.5;
        if (axis == 0)
            painter.drawLine(QPointF{pixel, 0}, QPointF{pixel, view.size().y});
        else
            painter.drawLine(QPointF{0, pixel}, QPointF{view.size().x, pixel});
    }
}

/// Text on a dark plate, kept inside of the view.
void paintPlate(QPainter& painter, QPointF at, const QString& text, const QSizeF& room)
{
    QRectF plate = painter.fontMetrics().boundingRect(text).adjusted(-5, -2, 5, 2);
    plate.moveTopLeft(at);
    plate.moveLeft(std::clamp(plate.left(), 0.0, std::max(0.0, room.width() - plate.width())));
    plate.moveTop(std::clamp(plate.top(), 0.0, std::max(0.0, room.height() - plate.height())));
    painter.setPen(Qt::NoPen);
    painter.setBrush(Plate);
    painter.drawRoundedRect(plate, 3, 3);
    painter.setPen(viewColor(ColorRole::Text));
    painter.drawText(plate, Qt::AlignCenter, text);
}
} // namespace

void UvCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    if (m_flat.isEmpty()) {
        painter.fillRect(rect(), viewColor(ColorRole::Background));
        painter.setPen(viewColor(ColorRole::MutedText));
        painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap,
                         m_hint);
        return;
    }
    if (m_ground.isNull()) {
        const double ratio = devicePixelRatioF();
        m_ground = QPixmap{size() * ratio};
        m_ground.setDevicePixelRatio(ratio);
        QPainter ground{&m_ground};
        ground.setFont(font());
        paintGround(ground);
        paintDimming(ground);
        paintGrid(ground);
        paintNumbers(ground);
    }
    painter.drawPixmap(0, 0, m_ground);
    painter.setRenderHint(QPainter::Antialiasing);
    paintHotspots(painter);
    paintShapes(painter);
    paintBox(painter);
    paintMeasure(painter);
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(themeColor(ColorRole::Accent));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

/// The texture, or quiet checks of an eighth of a repeat.
void UvCanvas::paintGround(QPainter& painter) const
{
    painter.fillRect(rect(), viewColor(ColorRole::Background));
    if (!m_tiles.isEmpty())
        return m_tiles.paint(painter, m_flat.view);
    QPixmap checks{2 * CheckSide, 2 * CheckSide};
    checks.fill(viewColor(ColorRole::Panel));
    QPainter squares{&checks};
    squares.fillRect(0, 0, CheckSide, CheckSide, viewColor(ColorRole::Raised));
    squares.fillRect(CheckSide, CheckSide, CheckSide, CheckSide, viewColor(ColorRole::Raised));
    squares.end();
    QBrush brush{checks};
    const auto origin = pointAt(m_flat.view, {0, 0});
    const auto repeat = m_flat.view.pixelsPerRepeat() / (8.0 * CheckSide);
    brush.setTransform(QTransform::fromTranslate(origin.x(), origin.y()).scale(repeat.x, repeat.y));
    painter.fillRect(rect(), brush);
}

void UvCanvas::paintDimming(QPainter& painter) const
{
    QPainterPath outside;
    outside.addRect(rect());
    outside.addRect(rectOf(m_flat.view, {0, 0}, {1, 1}));
    outside.setFillRule(Qt::OddEvenFill);
    painter.fillPath(outside, Dimming);
}

void UvCanvas::paintGrid(QPainter& painter) const
{
    const auto& view = m_flat.view;
    const auto repeat = view.pixelsPerRepeat();
    for (int axis = 0; axis < 2; ++axis) {
        double step = 1;
        while (step > 1.0 / 64 && repeat[axis] * step / 2 >= LeastGrid)
            step /= 2;
        const double texel = view.texels()[axis] > 0 ? 1 / view.texels()[axis] : 0;
        if (texel > 0 && repeat[axis] * texel >= LeastTexel)
            step = texel;
        painter.setPen(faded(viewColor(ColorRole::Text), 34));
        if (step < 1)
            paintLines(painter, view, axis, step);
        double tiles = 1;
        while (repeat[axis] * tiles < LeastGrid)
            tiles *= 2;
        painter.setPen(faded(viewColor(ColorRole::Text), 110));
        paintLines(painter, view, axis, tiles);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen{viewColor(ColorRole::Text), 1});
    painter.drawRect(rectOf(view, {0, 0}, {1, 1}));
}

/// Of tiles, along the upper and left border.
void UvCanvas::paintNumbers(QPainter& painter) const
{
    const auto& view = m_flat.view;
    const auto visible = view.visible();
    painter.setPen(viewColor(ColorRole::Text));
    for (int axis = 0; axis < 2; ++axis) {
        const double range = visible.most[axis] - visible.least[axis];
        double step = 1;
        while (range / step > NumberMost)
            step *= 2;
        for (double at = std::ceil(visible.least[axis] / step) * step; at <= visible.most[axis];
             at += step) {
            const auto pixel = view.toPixels(Vec2d{at});
            const auto text = QString::number(at);
            const QRectF room =
                axis == 0 ? QRectF{pixel.x + 4, 2, 60, 16} : QRectF{4, pixel.y + 2, 60, 16};
            if (axis == 1 && room.top() < 18)
                continue; // that is where those of u stand
            painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, text);
        }
    }
}

void UvCanvas::paintHotspots(QPainter& painter) const
{
    if (m_flat.hotspots == nullptr)
        return;
    const auto* under =
        underMouse() && !m_press ? m_flat.hotspotUnder(m_pointer.position) : nullptr;
    for (const auto& spot : m_flat.hotspots->spots) {
        const auto room = rectOf(m_flat.view, spot.at, spot.at + spot.size);
        const auto color = viewColor(ColorRole::Ok);
        painter.setPen(QPen{color, &spot == under ? 2.0 : 1.0, Qt::DashLine});
        painter.setBrush(&spot == under ? QBrush{faded(color, 40)} : QBrush{Qt::NoBrush});
        painter.drawRect(room);
        if (room.width() > 40 && room.height() > 16) {
            painter.setPen(color);
            painter.drawText(room.adjusted(4, 2, -4, -2), Qt::AlignRight | Qt::AlignBottom,
                             QString::fromStdString(spot.name));
        }
    }
}

void UvCanvas::paintShapes(QPainter& painter) const
{
    const auto accent = viewColor(ColorRole::Warning);
    for (const bool areEdited : {false, true}) {
        painter.setPen(areEdited ? QPen{accent, 1.5}
                                 : QPen{faded(viewColor(ColorRole::Text), 170), 1});
        painter.setBrush(areEdited ? QBrush{faded(accent, 36)} : QBrush{Qt::NoBrush});
        for (const auto& shape : m_flat.shapes())
            if (m_flat.isEdited(shape.ref) == areEdited)
                painter.drawPolygon(outlineOf(m_flat.view, shape));
    }
}

void UvCanvas::paintBox(QPainter& painter) const
{
    if (m_spots != nullptr) {
        const auto* spot = m_spots->chosen();
        if (spot != nullptr)
            paintGrips(painter, {spot->at, spot->at + spot->size});
        return;
    }
    const auto box = m_flat.box();
    if (box.isEmpty())
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen{faded(viewColor(ColorRole::Text), 190), 1.5});
    const auto pivot = pointAt(m_flat.view, m_flat.pivot());
    painter.drawEllipse(pivot, m_flat.ringRadius(), m_flat.ringRadius());
    painter.setBrush(viewColor(ColorRole::Text));
    painter.setPen(Qt::NoPen);
    painter.drawEllipse(pivot, 3.5, 3.5);
    paintGrips(painter, box);
}

/// A box with what it is dragged by.
void UvCanvas::paintGrips(QPainter& painter, const UvBounds& box) const
{
    const auto accent = viewColor(ColorRole::Accent);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen{accent, 1.5});
    painter.drawRect(rectOf(m_flat.view, box.least, box.most));
    painter.setBrush(accent);
    painter.setPen(QPen{viewColor(ColorRole::Background), 1});
    for (int u = -1; u <= 1; ++u)
        for (int v = -1; v <= 1; ++v)
            if (u != 0 || v != 0) {
                const auto at = pointAt(m_flat.view, box.at(u, v));
                painter.drawRect(
                    QRectF{at.x() - GripSide / 2, at.y() - GripSide / 2, GripSide, GripSide});
            }
}

void UvCanvas::paintMeasure(QPainter& painter) const
{
    if (!m_gesture)
        return;
    const auto text = QString::fromStdString(m_gesture->measure());
    if (!text.isEmpty())
        paintPlate(painter, {m_pointer.position.x + 16, m_pointer.position.y + 16}, text, size());
}
} // namespace editor
