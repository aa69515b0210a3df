#include "editor/views/theme.h"

#include "editor/views/themes.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QPixmapCache>
#include <QProxyStyle>
#include <QSaveFile>
#include <QSettings>
#include <QStandardPaths>
#include <QStyle>
#include <QStyleFactory>
#include <QSvgRenderer>
#include <QWidget>

#include <utility>

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
constexpr auto DrawnColor = "#e3e5e8"; ///< in all icon files
Theme current = Theme::Dark;

/// Draws an SVG in one colour at whatever size and scale is asked for. What was drawn is kept: a
/// list paints the same few icons on each of its rows.
class TintedIconEngine final : public QIconEngine
{
public:
    TintedIconEngine(QByteArray svg, ColorRole tint)
        : m_svg{std::move(svg)}, m_hash{qHash(m_svg)}, m_tint{tint}
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        painter->save();
        if (mode == QIcon::Disabled)
            painter->setOpacity(0.35);
        if (painter->transform().type() > QTransform::TxTranslate)
            draw(*painter, rect);
        else
            painter->drawPixmap(rect, drawn(rect.size(), painter->device()->devicePixelRatioF()));
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
    void draw(QPainter& painter, const QRect& rect) const
    {
        auto svg = m_svg;
        svg.replace(DrawnColor, themeColor(m_tint).name().toUtf8());
        QSvgRenderer{svg}.render(&painter, QRectF{rect});
    }

    [[nodiscard]] QPixmap drawn(const QSize& size, qreal scale) const
    {
        const auto key = QStringLiteral("icon %1 %2 %3x%4 %5")
                             .arg(m_hash)
                             .arg(themeColor(m_tint).rgba())
                             .arg(size.width())
                             .arg(size.height())
                             .arg(scale);
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap))
            return pixmap;
        pixmap = QPixmap{(QSizeF{size} * scale).toSize()};
        pixmap.setDevicePixelRatio(scale);
        pixmap.fill(Qt::transparent);
        {
            QPainter painter{&pixmap};
            draw(painter, {QPoint{0, 0}, size});
        }
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    QByteArray m_svg;
    std::size_t m_hash;
    ColorRole m_tint;
};

/// Another icon's shape in the colour of a primary button's text.
class PrimaryIconEngine final : public QIconEngine
{
public:
    explicit PrimaryIconEngine(QIcon shape) : m_shape{std::move(shape)} {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const double scale = painter->device()->devicePixelRatioF();
        painter->drawPixmap(
            rect, scaledPixmap((QSizeF{rect.size()} * scale).toSize(), mode, state, scale));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1.0);
    }

    QPixmap
    scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override
    {
        auto pixmap = m_shape.pixmap((QSizeF{size} / scale).toSize(), scale, mode, state);
        if (mode == QIcon::Disabled || pixmap.isNull())
            return pixmap; // such a button is as grey as any other
        QPainter painter{&pixmap};
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(QRect{QPoint{0, 0}, size}, colorOf(current, Shade::OnPrimary));
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new PrimaryIconEngine{*this}; }

private:
    QIcon m_shape;
};

/// Fusion without the bright line that it draws beside the tabs of docks, and without its pictures.
class QuietStyle final : public QProxyStyle
{
public:
    QuietStyle() : QProxyStyle{QStyleFactory::create(QStringLiteral("Fusion"))} {}

    /// The arrows of tool bars that are too long, black otherwise, and the pictures of questions.
    QIcon standardIcon(StandardPixmap which,
                       const QStyleOption* option,
                       const QWidget* widget) const override
    {
        switch (which) {
        case SP_ToolBarHorizontalExtensionButton:
            return themeIcon(QStringLiteral("chevron_right"));
        case SP_ToolBarVerticalExtensionButton:
            return themeIcon(QStringLiteral("chevron_down"));
        case SP_MessageBoxQuestion:
            return themeIcon(QStringLiteral("help"), ColorRole::Accent);
        case SP_MessageBoxInformation:
            return themeIcon(QStringLiteral("info"), ColorRole::Accent);
        case SP_MessageBoxWarning:
            return themeIcon(QStringLiteral("warning"), ColorRole::Warning);
        case SP_MessageBoxCritical:
            return themeIcon(QStringLiteral("error"), ColorRole::Error);
        default:
            return QProxyStyle::standardIcon(which, option, widget);
        }
    }

    void drawPrimitive(PrimitiveElement element,
                       const QStyleOption* option,
                       QPainter* painter,
                       const QWidget* widget) const override
    {
        if (element != PE_FrameTabBarBase)
            QProxyStyle::drawPrimitive(element, option, painter, widget);
    }

    /// Fusion's coloured pictures on OK and Cancel are not ours.
    int styleHint(StyleHint hint,
                  const QStyleOption* option,
                  const QWidget* widget,
                  QStyleHintReturn* data) const override
    {
        return hint == SH_DialogButtonBox_ButtonsHaveIcons
                   ? 0
                   : QProxyStyle::styleHint(hint, option, widget, data);
    }
};

QPalette themePalette()
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
        palette.setColor(QPalette::Disabled, role, colorOf(current, Shade::DisabledText));
    return palette;
}

/// Style sheets take pictures from files only, and cannot tint them: the theme's own copies lie in
/// the user's cache. The dark ones are the resources themselves.
QString iconForSheet(const QString& name)
{
    const auto source = QStringLiteral(":/icons/%1.svg").arg(name);
    if (current == Theme::Dark)
        return source;
    const auto folder =
        QStringLiteral("%1/icons/%2")
            .arg(QStandardPaths::writableLocation(QStandardPaths::CacheLocation), nameOf(current));
    const auto target = QStringLiteral("%1/%2.svg").arg(folder, name);
    QFile picture{source};
    QSaveFile copy{target};
    if (!QDir{}.mkpath(folder) || !picture.open(QIODevice::ReadOnly) ||
        !copy.open(QIODevice::WriteOnly))
        return source;
    copy.write(picture.readAll().replace(DrawnColor, themeColor(ColorRole::Text).name().toUtf8()));
    return copy.commit() ? target : source;
}

QString styleSheet()
{
    QFile file{QStringLiteral(":/themes/theme.qss")};
    if (!file.open(QIODevice::ReadOnly))
        return {};
    auto sheet = QString::fromUtf8(file.readAll());
    for (const auto& token : themeTokens(current))
        sheet.replace(token.name, token.color.name());
    for (const auto* name : {"close", "maximize", "chevron_down", "chevron_right"})
        sheet.replace(QStringLiteral("@icon(%1)").arg(QLatin1String{name}),
                      QStringLiteral("url(%1)").arg(iconForSheet(QLatin1String{name})));
    return sheet;
}
} // namespace

QColor themeColor(ColorRole role)
{
    return colorOf(current, role);
}

QColor viewColor(ColorRole role)
{
    return colorOf(Theme::Dark, role);
}

QIcon themeIcon(const QString& name, ColorRole tint)
{
    keepResources(); // icons are asked for before the theme in tests of single panels
    QFile file{QStringLiteral(":/icons/%1.svg").arg(name)};
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QIcon{new TintedIconEngine{file.readAll(), tint}};
}

QIcon iconOnPrimary(const QIcon& icon)
{
    return icon.isNull() ? QIcon{} : QIcon{new PrimaryIconEngine{icon}};
}

void applyTheme(QApplication&)
{
    setTheme(themeOfName(QSettings{}.value(QStringLiteral("theme")).toString()));
}

void setTheme(Theme theme)
{
    keepResources();
    const bool first = qApp->styleSheet().isEmpty();
    current = theme;
    if (first)
        QApplication::setStyle(new QuietStyle); // owned by the application
    QApplication::setPalette(themePalette());
    qApp->setStyleSheet(styleSheet());
    if (!first)
        Q_EMIT ThemeNotifier::instance().changed();
}

Theme currentTheme()
{
    return current;
}

void setTone(QWidget& widget, const QString& tone)
{
    if (widget.property("tone").toString() == tone)
        return;
    widget.setProperty("tone", tone);
    widget.style()->unpolish(&widget); // or else the rules of the old tone stay
    widget.style()->polish(&widget);
}

ThemeNotifier& ThemeNotifier::instance()
{
    static ThemeNotifier notifier;
    return notifier;
}
} // namespace editor
