#include "editor/views/graph_plate.h"

#include "editor/views/theme.h"
#include "editor/views/themes.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace editor
{
using Line = engine::PlayGraphs::Line;

namespace
{
constexpr QColor GraphPlate{20, 22, 24, 200};
constexpr int Margin = 8; // points, as all here
constexpr int Width = 240;
constexpr int TextHeight = 16;
constexpr int CurveHeight = 34;
constexpr int RowHeight = TextHeight + CurveHeight + 6;
constexpr std::array CurveColors{ColorRole::Accent, ColorRole::Ok, ColorRole::Warning,
                                 ColorRole::AxisZ};

bool hasValue(const Line& line)
{
    return std::any_of(line.values.begin(), line.values.end(),
                       [](double value) { return !std::isnan(value); });
}

/// From the least to the greatest value that is shown, and no less than the line asks for.
struct Span
{
    double low = 0;
    double high = 0;
};

Span spanOf(const Line& line)
{
    Span span{INFINITY, -INFINITY};
    for (const double value : line.values)
        if (!std::isnan(value)) {
            span.low = std::min(span.low, value);
            span.high = std::max(span.high, value);
        }
    const double least = std::max(line.leastSpan, 1e-6);
    const double missing = std::max(0.0, least - (span.high - span.low)) / 2;
    return {span.low - missing, span.high + missing};
}

QString numberOf(double value)
{
    return QString::number(value, 'f', std::abs(value) < 1000 ? 2 : 0);
}

QPainterPath curveOf(const Line& line, const Span& span, const QRectF& room)
{
    QPainterPath path;
    bool isBroken = true;
    const double step = room.width() / (engine::PlayGraphs::Ticks - 1);
    double x = room.right() - step * (static_cast<double>(line.values.size()) - 1);
    for (const double value : line.values) {
        if (!std::isnan(value)) {
            const double part = (value - span.low) / (span.high - span.low);
            const QPointF at{x, room.bottom() - part * room.height()};
            if (isBroken)
                path.moveTo(at);
            path.lineTo(at);
        }
        isBroken = std::isnan(value);
        x += step;
    }
    return path;
}

void paintRow(QPainter& painter, const Line& line, const QColor& color, int top)
{
    const QRect text{Margin, top, Width, TextHeight};
    const double now = line.values.back();
    const auto unit = QString::fromStdString(line.unit);
    painter.setPen(color);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, QString::fromStdString(line.name));
    painter.setPen(viewColor(ColorRole::Text));
    painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter,
                     std::isnan(now) ? QStringLiteral("\u2013") : numberOf(now) + ' ' + unit);
    const auto span = spanOf(line);
    const QRectF room{Margin, static_cast<double>(top + TextHeight), Width, CurveHeight};
    painter.setPen(QPen{viewColor(ColorRole::Border), 1});
    painter.drawLine(room.bottomLeft(), room.bottomRight());
    if (span.low < 0 && span.high > 0) { // what is up and what is down
        const double zero = room.bottom() + span.low / (span.high - span.low) * room.height();
        painter.drawLine(QPointF{room.left(), zero}, QPointF{room.right(), zero});
    }
    painter.setPen(QPen{color, 1.5});
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(curveOf(line, span, room));
}
} // namespace

QSize graphPlateSize(const std::vector<Line>& lines)
{
    const auto rows = std::count_if(lines.begin(), lines.end(), hasValue);
    if (rows == 0)
        return {};
    return {Width + 2 * Margin, static_cast<int>(rows) * RowHeight + 2 * Margin};
}

void paintGraphs(QPainter& painter, const std::vector<Line>& lines)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(GraphPlate);
    painter.drawRoundedRect(QRect{{0, 0}, graphPlateSize(lines)}, 3, 3);
    int top = Margin;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!hasValue(lines[i]))
            continue;
        paintRow(painter, lines[i], viewColor(CurveColors[i % CurveColors.size()]), top);
        top += RowHeight;
    }
}
} // namespace editor
