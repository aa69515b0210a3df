#pragma once

#include "engine_core/math/types.h"

#include <QAbstractButton>
#include <QColor>

#include <functional>

namespace editor
{
/// Screen colour of a linear one; parts brighter than white become white.
[[nodiscard]] QColor toScreen(const engine::Color& linear);

/// Linear colour of one chosen on the screen (IEC 61966-2-1).
[[nodiscard]] engine::Color toLinear(const QColor& screen);

/// Shows a colour as a patch; a click lets the user pick another.
class ColorButton : public QAbstractButton
{
    Q_OBJECT

public:
    explicit ColorButton(QWidget* parent = nullptr);

    std::function<void(const engine::Color& color)> picked;

    void setColor(const engine::Color& color);
    void setMixed();

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void pick();

    engine::Color m_color;
    bool m_mixed = false;
};
} // namespace editor
