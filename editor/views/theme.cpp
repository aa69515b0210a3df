#include "editor/views/theme.h"

#include <QApplication>
#include <QFile>
#include <QGuiApplication>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QSvgRenderer>

#include <memory>

/// The linker drops the resources of a static library unless something asks for them; the macro
/// wants to stand outside of any namespace.
static void keepResources()
{
    Q_INIT_RESOURCE(icons);
    Q_INIT_RESOURCE(themes);
}

namespace editor
{
namespace
{
/// Draws an SVG in one colour at whatever size and scale is asked for.
class TintedIconEngine final : public QIconEngine
{
public:
    TintedIconEngine(QByteArray svg, ColorRole tint) : m_svg{std::move(svg)}, m_tint{tint} {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        auto color = themeColor(m_tint);
        auto svg = m_svg;
        svg.replace("#e3e5e8", color.name().toUtf8());
        QSvgRenderer renderer{svg};
        painter->save();
        if (mode == QIcon::Disabled)
            painter->setOpacity(0.35);
        renderer.render(painter, QRectF{rect});
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

    [[nodiscard]] QIconEngine* clone() const override { return new TintedIconEngine{*this}; }

private:
    QByteArray m_svg;
    ColorRole m_tint;
};

/// Fusion without the bright line that it draws beside the tabs of docks.
class QuietStyle final : public QProxyStyle
{
public:
    QuietStyle() : QProxyStyle{QStyleFactory::create(QStringLiteral("Fusion"))} {}

    void drawPrimitive(PrimitiveElement element,
                       const QStyleOption* option,
                       QPainter* painter,
                       const QWidget* widget) const override
    {
        if (element != PE_FrameTabBarBase)
            QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
};

QPalette darkPalette()
{
    QPalette palette;
    const auto set = [&](QPalette::ColorRole role, ColorRole color) {
        palette.setColor(role, themeColor(color));
    };
    set(QPalette::Window, ColorRole::Panel);
    set(QPalette::WindowText, ColorRole::Text);
    set(QPalette::Base, ColorRole::Background);
    set(QPalette::AlternateBase, ColorRole::Panel);
    set(QPalette::Text, ColorRole::Text);
    set(QPalette::Button, ColorRole::Raised);
    set(QPalette::ButtonText, ColorRole::Text);
    set(QPalette::BrightText, ColorRole::Error);
    set(QPalette::ToolTipBase, ColorRole::Raised);
    set(QPalette::ToolTipText, ColorRole::Text);
    set(QPalette::Highlight, ColorRole::Accent);
    set(QPalette::Link, ColorRole::Accent);
    set(QPalette::PlaceholderText, ColorRole::MutedText);
    palette.setColor(QPalette::HighlightedText, themeColor(ColorRole::Background));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, themeColor(ColorRole::MutedText).darker(140));
    return palette;
}
} // namespace

QColor themeColor(ColorRole role)
{
    switch (role) {
    case ColorRole::Background:
        return QColor{0x1e2023};
    case ColorRole::Panel:
        return QColor{0x26292d};
    case ColorRole::Raised:
        return QColor{0x2f3338};
    case ColorRole::Border:
        return QColor{0x3a3f45};
    case ColorRole::Text:
        return QColor{0xe3e5e8};
    case ColorRole::MutedText:
        return QColor{0x9aa0a8};
    case ColorRole::Accent:
        return QColor{0x4c9be8};
    case ColorRole::Warning:
        return QColor{0xe0a33a};
    case ColorRole::Error:
        return QColor{0xe5645c};
    case ColorRole::Ok:
        return QColor{0x5fb573};
    case ColorRole::AxisX:
        return QColor{0xe0555b};
    case ColorRole::AxisY:
        return QColor{0x6fb85f};
    case ColorRole::AxisZ:
        return QColor{0x4f8fe0};
    case ColorRole::PlayFrame:
        return QColor{0xe0a33a};
    }
    return {};
}

QIcon themeIcon(const QString& name, ColorRole tint)
{
    keepResources(); // icons are asked for before the theme in tests of single panels
    QFile file{QStringLiteral(":/icons/%1.svg").arg(name)};
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QIcon{new TintedIconEngine{file.readAll(), tint}};
}

void applyTheme(QApplication& application)
{
    keepResources();
    application.setStyle(new QuietStyle); // owned by the application
    application.setPalette(darkPalette());
    QFile sheet{QStringLiteral(":/themes/dark.qss")};
    if (sheet.open(QIODevice::ReadOnly))
        application.setStyleSheet(QString::fromUtf8(sheet.readAll()));
}
} // namespace editor
