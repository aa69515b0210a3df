#include "editor/panels/fields/color_button.h"

#include "editor/panels/panel_helpers.h"
#include "editor/views/theme.h"

#include <QColorDialog>
#include <QPainter>

#include <algorithm>

namespace editor
{
ColorButton::ColorButton(QWidget* parent) : QAbstractButton{parent}
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    connect(this, &QAbstractButton::clicked, this, &ColorButton::pick);
}

void ColorButton::setColor(const engine::Color& color)
{
    m_color = color;
    m_mixed = false;
    update();
}

void ColorButton::setMixed()
{
    m_mixed = true;
    update();
}

QSize ColorButton::sizeHint() const
{
    return {48, 24};
}

void ColorButton::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.setRenderHint(QPainter::Antialiasing);
    const auto edge = hasFocus() || underMouse() ? ColorRole::Accent : ColorRole::Border;
    painter.setPen(themeColor(edge));
    painter.setBrush(m_mixed ? themeColor(ColorRole::Background) : toScreen(m_color));
    painter.drawRoundedRect(QRectF{rect()}.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    if (m_mixed) {
        painter.setPen(themeColor(ColorRole::MutedText));
        painter.drawText(rect(), Qt::AlignCenter, tr("mixed"));
    }
}

void ColorButton::pick()
{
    const auto chosen = QColorDialog::getColor(toScreen(m_color), window(), tr("Choose a colour"));
    if (chosen.isValid() && picked)
        picked(toLinear(chosen));
}
} // namespace editor
