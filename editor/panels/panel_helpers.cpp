#include "editor/panels/panel_helpers.h"

#include "engine_core/math/srgb.h"

#include <QDialog>
#include <QDockWidget>
#include <QIconEngine>
#include <QLineEdit>
#include <QPainter>

#include <algorithm>

namespace editor
{
namespace
{
/// Draws another icon, which follows the theme, and the dot.
class MarkedIconEngine final : public QIconEngine
{
public:
    MarkedIconEngine(QIcon icon, QColor color) : m_icon{std::move(icon)}, m_color{color} {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        m_icon.paint(painter, rect, Qt::AlignCenter, mode, state);
        const double size = 0.45 * std::min(rect.width(), rect.height());
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(m_color);
        const auto corner = QRectF{rect}.bottomRight();
        painter->drawEllipse(QRectF{corner.x() - size, corner.y() - size, size, size});
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1.0);
    }

    QPixmap
    scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override
    {
        QPixmap pixmap{size};
        pixmap.setDevicePixelRatio(scale);
        pixmap.fill(Qt::transparent);
        QPainter painter{&pixmap};
        paint(&painter, QRect{QPoint{0, 0}, (QSizeF{size} / scale).toSize()}, mode, state);
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new MarkedIconEngine{*this}; }

private:
    QIcon m_icon;
    QColor m_color;
};
} // namespace

void setDockTitle(QWidget* panel, const QString& title)
{
    for (auto* at = panel; at != nullptr; at = at->parentWidget())
        if (auto* dock = qobject_cast<QDockWidget*>(at)) {
            dock->setWindowTitle(title);
            return;
        }
}

void leaveOnReturn(QLineEdit& field)
{
    // Queued, for the field to say first that it is finished.
    QObject::connect(
        &field, &QLineEdit::returnPressed, &field,
        [&field] {
            if (qobject_cast<QDialog*>(field.window()) == nullptr)
                field.clearFocus();
        },
        Qt::QueuedConnection);
}

QColor toScreen(const engine::Color& linear)
{
    return QColor::fromRgbF(engine::srgbFromLinear(linear.r), engine::srgbFromLinear(linear.g),
                            engine::srgbFromLinear(linear.b));
}

engine::Color toLinear(const QColor& screen)
{
    return {engine::linearFromSrgb(static_cast<float>(screen.redF())),
            engine::linearFromSrgb(static_cast<float>(screen.greenF())),
            engine::linearFromSrgb(static_cast<float>(screen.blueF()))};
}

QIcon markedIcon(const QIcon& icon, const QColor& color)
{
    return QIcon{new MarkedIconEngine{icon, color}};
}
} // namespace editor
