#include "editor/panels/color_button.h"

#include "editor/views/theme.h"

#include <QColorDialog>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace editor
{
namespace
{
float encoded(float linear)
{
    const float x = std::clamp(linear, 0.0f, 1.0f);
    return x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1 / 2.4f) - 0.055f;
}

float decoded(float screen)
{
    return screen <= 0.04045f ? screen / 12.92f : std::pow((screen + 0.055f) / 1.055f, 2.4f);
}
} // namespace

QColor toScreen(const engine::Color& linear)
{
    return QColor::fromRgbF(encoded(linear.r), encoded(linear.g), encoded(linear.b));
}

engine::Color toLinear(const QColor& screen)
{
    return {decoded(static_cast<float>(screen.redF())),
            decoded(static_cast<float>(screen.greenF())),
            decoded(static_cast<float>(screen.blueF()))};
}

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
