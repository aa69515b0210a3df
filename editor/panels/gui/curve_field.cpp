#include "editor/panels/gui/curve_field.h"

#include "editor/scripting/curve.h"
#include "editor/views/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace editor
{
using engine::Vec2d;

namespace
{
constexpr int Margin = 6;
constexpr double Reach = 8; ///< pixels
constexpr double KeyStep = 0.01;
} // namespace

CurveField::CurveField(QWidget* parent) : QWidget{parent}
{
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(96);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize CurveField::sizeHint() const
{
    return {160, 96};
}

void CurveField::setPoints(const std::vector<Vec2d>& points)
{
    if (m_dragging || points == m_points)
        return;
    m_points = points;
    if (m_chosen && *m_chosen >= m_points.size())
        m_chosen.reset();
    update();
}

QPointF CurveField::onScreen(const Vec2d& point) const
{
    return {Margin + point.x * (width() - 2 * Margin),
            height() - Margin - point.y * (height() - 2 * Margin)};
}

Vec2d CurveField::fromScreen(const QPointF& at) const
{
    const double x = (at.x() - Margin) / std::max(1, width() - 2 * Margin);
    const double y = (height() - Margin - at.y()) / std::max(1, height() - 2 * Margin);
    return {std::clamp(x, 0.0, 1.0), std::clamp(y, 0.0, 1.0)};
}

std::optional<std::size_t> CurveField::pointAt(const QPointF& at) const
{
    for (std::size_t i = 0; i < m_points.size(); ++i)
        if ((onScreen(m_points[i]) - at).manhattanLength() <= Reach)
            return i;
    return std::nullopt;
}

void CurveField::give(GuiPhase phase)
{
    update();
    if (edited)
        edited(m_points, phase);
}

/// Points keep their order: one stops at its neighbours.
void CurveField::movePoint(const Vec2d& to, GuiPhase phase)
{
    const auto index = *m_chosen;
    const double low = index > 0 ? m_points[index - 1].x : 0.0;
    const double high = index + 1 < m_points.size() ? m_points[index + 1].x : 1.0;
    m_points[index] = {std::clamp(to.x, low, high), std::clamp(to.y, 0.0, 1.0)};
    give(phase);
}

void CurveField::removePoint(std::size_t index)
{
    if (m_points.size() <= 2)
        return;
    m_points.erase(m_points.begin() + static_cast<std::ptrdiff_t>(index));
    m_chosen.reset();
    give(GuiPhase::Done);
}

void CurveField::mousePressEvent(QMouseEvent* event)
{
    m_chosen = pointAt(event->position());
    update();
    if (m_chosen && event->button() == Qt::RightButton)
        return removePoint(*m_chosen);
    if (m_chosen && event->button() == Qt::LeftButton) {
        m_dragging = true;
        m_before = m_points;
    }
}

void CurveField::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragging)
        movePoint(fromScreen(event->position()), GuiPhase::Preview);
}

void CurveField::mouseReleaseEvent(QMouseEvent*)
{
    if (std::exchange(m_dragging, false) && m_points != m_before)
        give(GuiPhase::Done);
}

void CurveField::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto point = fromScreen(event->position());
    const auto place = std::upper_bound(m_points.begin(), m_points.end(), point,
                                        [](const Vec2d& a, const Vec2d& b) { return a.x < b.x; });
    m_chosen = static_cast<std::size_t>(m_points.insert(place, point) - m_points.begin());
    give(GuiPhase::Done);
}

void CurveField::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    if (key == Qt::Key_Escape && m_dragging) {
        m_dragging = false;
        m_points = m_before;
        return give(GuiPhase::Cancel);
    }
    if (!m_chosen || m_dragging)
        return QWidget::keyPressEvent(event);
    const auto at = m_points[*m_chosen];
    if (key == Qt::Key_Delete)
        removePoint(*m_chosen);
    else if (key == Qt::Key_Left)
        movePoint(at - Vec2d{KeyStep, 0}, GuiPhase::Done);
    else if (key == Qt::Key_Right)
        movePoint(at + Vec2d{KeyStep, 0}, GuiPhase::Done);
    else if (key == Qt::Key_Up)
        movePoint(at + Vec2d{0, KeyStep}, GuiPhase::Done);
    else if (key == Qt::Key_Down)
        movePoint(at - Vec2d{0, KeyStep}, GuiPhase::Done);
    else
        QWidget::keyPressEvent(event);
}

void CurveField::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(themeColor(hasFocus() ? ColorRole::Accent : ColorRole::Border));
    painter.setBrush(themeColor(ColorRole::Background));
    painter.drawRoundedRect(QRectF{rect()}.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    QPainterPath path;
    for (int x = Margin; x <= width() - Margin; ++x) {
        const double part = static_cast<double>(x - Margin) / std::max(1, width() - 2 * Margin);
        const auto at = onScreen({part, curveAt(m_points, part)});
        x == Margin ? path.moveTo(at) : path.lineTo(at);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen{themeColor(ColorRole::Accent), 1.5});
    painter.drawPath(path);
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        painter.setBrush(themeColor(m_chosen == i ? ColorRole::Accent : ColorRole::Text));
        painter.setPen(Qt::NoPen);
        painter.drawEllipse(onScreen(m_points[i]), 3.5, 3.5);
    }
}
} // namespace editor
