#include "engine_core/math/color_temperature.h"
#include "tests/program/registry.h"

#include <QTest>

#include <algorithm>
#include <array>

namespace tst_color_temperature
{
using namespace engine;

class TestColorTemperature : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    /// CIE 1931 x and y of the Planckian locus, as tables of colorimetry have them.
    void coloursLieOnThePlanckianLocus_data()
    {
        QTest::addColumn<double>("kelvin");
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("y");
        QTest::newRow("2000") << 2000.0 << 0.5267 << 0.4133;
        QTest::newRow("illuminant A") << 2856.0 << 0.4476 << 0.4074;
        QTest::newRow("4000") << 4000.0 << 0.3805 << 0.3768;
        QTest::newRow("6504") << 6504.0 << 0.3135 << 0.3236;
        QTest::newRow("10000") << 10000.0 << 0.2806 << 0.2883;
    }

    void coloursLieOnThePlanckianLocus()
    {
        QFETCH(double, kelvin);
        QFETCH(double, x);
        QFETCH(double, y);
        const auto color = colorOfTemperature(kelvin);
        const Vec3d rgb{color.r, color.g, color.b};
        const double bigX = glm::dot(rgb, {0.4124564, 0.3575761, 0.1804375});
        const double bigY = glm::dot(rgb, {0.2126729, 0.7151522, 0.0721750});
        const double bigZ = glm::dot(rgb, {0.0193339, 0.1191920, 0.9503041});
        QVERIFY(std::abs(bigX / (bigX + bigY + bigZ) - x) < 0.001);
        QVERIFY(std::abs(bigY / (bigX + bigY + bigZ) - y) < 0.001);
    }

    void theStrongestChannelIsOne()
    {
        for (double kelvin = 500; kelvin < 20000; kelvin += 250) {
            const auto color = colorOfTemperature(kelvin);
            QCOMPARE(std::max({color.r, color.g, color.b}), 1.0F);
            QVERIFY(std::min({color.r, color.g, color.b}) >= 0);
        }
    }

    void temperaturesComeBackHoweverBright()
    {
        for (const float bright : {0.05F, 1.0F, 40.0F})
            for (const double kelvin : {1000.0, 1900.0, 2700.0, 5600.0, 9000.0, 12000.0}) {
                const auto color = colorOfTemperature(kelvin);
                const auto found =
                    temperatureOfColor({color.r * bright, color.g * bright, color.b * bright});
                QVERIFY(found.has_value());
                QVERIFY(std::abs(*found - kelvin) < kelvin * 0.002);
            }
    }

    void whiteIsAboutAScreens()
    {
        const auto white = temperatureOfColor({1, 1, 1});
        QVERIFY(white.has_value());
        QVERIFY(*white > 5900 && *white < 7000);
    }

    void otherColoursHaveNone()
    {
        for (const auto& color : {Color{0, 1, 0}, Color{1, 0, 1}, Color{0, 0, 0}, Color{0, 0, 1}})
            QVERIFY(!temperatureOfColor(color).has_value());
    }
};

CORE_TEST(TestColorTemperature)
} // namespace tst_color_temperature

#include "tst_color_temperature.moc"
