#include "editor/panels/inspector/inspector_section.h"
#include "editor/views/theme.h"
#include "editor/views/themes.h"
#include "tests/program/registry.h"

#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

namespace tst_theme
{
using namespace editor;

namespace
{
/// Relative luminance as WCAG 2.1 defines it.
double luminance(const QColor& color)
{
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
           0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double one = luminance(a);
    const double other = luminance(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

int countPixels(const QImage& image, const QColor& color)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y) == color ? 1 : 0;
    return count;
}

/// The colour of the least transparent pixel: thin lines of small icons are smoothed.
QColor strongestOf(const QImage& image)
{
    QColor strongest{Qt::transparent};
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (const auto color = image.pixelColor(x, y); color.alpha() > strongest.alpha())
                strongest = color;
    return strongest;
}
} // namespace

/// The colours of the themes, and what a switch reaches.
class TestTheme : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void textsCanBeRead_data()
    {
        QTest::addColumn<int>("theme");
        for (const auto theme : AllThemes)
            QTest::newRow(qPrintable(nameOf(theme))) << static_cast<int>(theme);
    }

    void textsCanBeRead()
    {
        QFETCH(int, theme);
        const auto of = [theme](auto role) {
            return colorOf(static_cast<Theme>(theme), role);
        };
        const std::array grounds{of(ColorRole::Background), of(ColorRole::Panel),
                                 of(Shade::Alternate)};
        for (const auto text : {ColorRole::Text, ColorRole::MutedText, ColorRole::Warning,
                                ColorRole::Error, ColorRole::Ok})
            for (const auto& ground : grounds)
                // The dark theme's red is given by the design; it stands a little below.
                QVERIFY2(contrast(of(text), ground) >= (text == ColorRole::Error ? 4.3 : 4.5),
                         qPrintable(QStringLiteral("%1 on %2: %3")
                                        .arg(of(text).name(), ground.name())
                                        .arg(contrast(of(text), ground))));
        QVERIFY(contrast(of(ColorRole::Text), of(ColorRole::Raised)) >= 4.5);
        QVERIFY(contrast(of(ColorRole::Text), of(Shade::Selected)) >= 4.5);
        QVERIFY(contrast(of(ColorRole::Text), of(Shade::Pressed)) >= 4.5);
        QVERIFY(contrast(of(Shade::OnPrimary), of(Shade::Primary)) >= 4.5);
        QVERIFY(contrast(of(ColorRole::Text), of(Shade::Progress)) >= 4.5);
        QVERIFY(contrast(of(Shade::Progress), of(ColorRole::Background)) >= 2.5);
        QVERIFY(contrast(of(ColorRole::Background), of(ColorRole::Accent)) >= 4.5); // chosen text
        QVERIFY(contrast(of(ColorRole::Accent), of(ColorRole::Panel)) >= 3);
        if (static_cast<Theme>(theme) == Theme::HighContrast) {
            QVERIFY(contrast(of(Shade::Separator), of(ColorRole::Panel)) >= 4.5);
            QVERIFY(contrast(of(ColorRole::Text), of(ColorRole::Panel)) >= 15);
        }
    }

    void namesOfThemesComeBack()
    {
        for (const auto theme : AllThemes)
            QCOMPARE(themeOfName(nameOf(theme)), theme);
        QCOMPARE(themeOfName(QStringLiteral("no such theme")), Theme::Dark);
    }

    void aSwitchReachesWidgetsAndIconsAtOnce()
    {
        for (const auto theme : AllThemes) {
            setTheme(theme);
            QCOMPARE(currentTheme(), theme);
            QVERIFY2(!qApp->styleSheet().contains(QLatin1Char{'@'}), "a role without a colour");
            QPushButton button{QStringLiteral("Do")};
            button.resize(120, 40);
            const auto picture = button.grab().toImage();
            QVERIFY(countPixels(picture, colorOf(theme, ColorRole::Raised)) > 1000);
            const auto icon = themeIcon(QStringLiteral("box_brush")).pixmap(48, 48).toImage();
            QVERIFY(countPixels(icon, colorOf(theme, ColorRole::Text)) > 20);
            // Where a tool bar goes on that is too long for the window.
            const auto more = qApp->style()
                                  ->standardIcon(QStyle::SP_ToolBarHorizontalExtensionButton)
                                  .pixmap(48, 48)
                                  .toImage();
            QVERIFY(countPixels(more, colorOf(theme, ColorRole::Text)) > 20);
            const auto question =
                qApp->style()->standardIcon(QStyle::SP_MessageBoxQuestion).pixmap(48, 48).toImage();
            QVERIFY(countPixels(question, colorOf(theme, ColorRole::Accent)) > 20);
        }
        setTheme(Theme::Dark);
    }

    void iconsMadeBeforeTheSwitchAreTintedAnew()
    {
        setTheme(Theme::Dark);
        const auto icon = themeIcon(QStringLiteral("box_brush"));
        setTheme(Theme::Light);
        const auto picture = icon.pixmap(48, 48).toImage();
        QVERIFY(countPixels(picture, colorOf(Theme::Light, ColorRole::Text)) > 20);
        setTheme(Theme::Dark);
    }

    void iconsOfPrimaryButtonsHaveTheColourOfTheirText()
    {
        const auto icon = iconOnPrimary(themeIcon(QStringLiteral("box_brush")));
        for (const auto theme : AllThemes) {
            setTheme(theme);
            const auto picture = icon.pixmap(48, 48).toImage();
            QVERIFY(countPixels(picture, colorOf(theme, Shade::OnPrimary)) > 20);
            const auto disabled = icon.pixmap(48, 48, QIcon::Disabled).toImage();
            QVERIFY(contrast(strongestOf(disabled), colorOf(theme, ColorRole::Text)) < 1.1);
        }
        QVERIFY(iconOnPrimary({}).isNull());
        setTheme(Theme::Dark);
    }

    void progressCanBeReadOnBothOfItsHalves()
    {
        for (const auto theme : AllThemes) {
            setTheme(theme);
            QProgressBar bar;
            bar.resize(200, 20);
            bar.setTextVisible(false);
            bar.setValue(50);
            const auto picture = bar.grab().toImage();
            QVERIFY(countPixels(picture, colorOf(theme, Shade::Progress)) > 500);
            QVERIFY(countPixels(picture, colorOf(theme, ColorRole::Background)) > 500);
            QCOMPARE(bar.palette().color(QPalette::Text), colorOf(theme, ColorRole::Text));
        }
        setTheme(Theme::Dark);
    }

    void sectionsShowTheirIconsInEveryTheme()
    {
        setTheme(Theme::HighContrast);
        const InspectorSection section{QStringLiteral("light"), QStringLiteral("Light"),
                                       QStringLiteral("light_bulb"), nullptr};
        for (const auto theme : AllThemes) {
            setTheme(theme);
            int pictures = 0;
            for (const auto* label : section.findChildren<QLabel*>())
                if (const auto picture = label->pixmap().toImage(); !picture.isNull()) {
                    ++pictures;
                    const auto wanted = colorOf(theme, ColorRole::MutedText);
                    QVERIFY2(contrast(strongestOf(picture), wanted) < 1.1,
                             qPrintable(strongestOf(picture).name()));
                }
            QCOMPARE(pictures, 1);
        }
        setTheme(Theme::Dark);
    }

    void aToneColoursTheText()
    {
        setTheme(Theme::Dark);
        QLabel label{QStringLiteral("WWWW")};
        setTone(label, QStringLiteral("warning"));
        label.ensurePolished();
        QCOMPARE(label.palette().color(QPalette::WindowText),
                 colorOf(Theme::Dark, ColorRole::Warning));
        setTone(label, QStringLiteral("plain"));
        QCOMPARE(label.palette().color(QPalette::WindowText),
                 colorOf(Theme::Dark, ColorRole::Text));
    }
};

int run(int argc, char** argv)
{
    const QTemporaryDir cache;
    qputenv("XDG_CACHE_HOME", cache.path().toUtf8());
    QApplication application{argc, argv};
    TestTheme test;
    return QTest::qExec(&test, argc, argv);
}

REGISTER_TEST(run)
} // namespace tst_theme

#include "tst_theme.moc"
