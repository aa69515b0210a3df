#pragma once

#include "engine_core/math/types.h"

#include <QAbstractButton>
#include <QColor>

#include <functional>

namespace editor
{
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
