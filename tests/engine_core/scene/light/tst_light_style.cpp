#include "engine_core/scene/light/light_style.h"
#include "tests/program/registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_light_style
{
using namespace engine;

namespace
{
Light styled(LightStyle style)
{
    Light light;
    light.style = style;
    return light;
}
} // namespace

class TestLightStyle : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void lettersSayTheStrength()
    {
        QCOMPARE(patternShare("amz", 0.05), 0.0);
        QCOMPARE(patternShare("amz", 0.15), 1.0);
        QVERIFY(std::abs(patternShare("amz", 0.25) - 25.0 / 12) < 1e-12);
        QCOMPARE(patternShare("amz", 0.35), 0.0); // from the beginning
        QCOMPARE(patternShare("", 7), 1.0);
        QCOMPARE(patternShare("A?", 0.15), 1.0);
        QCOMPARE(patternShare("az", -1), 0.0);
        QCOMPARE(patternShare("az", std::numeric_limits<double>::infinity()), 1.0);
    }

    void speedIsTimesAsFast()
    {
        auto light = styled(LightStyle::Pattern);
        light.pattern = "az";
        light.styleSpeed = 2;
        QCOMPARE(styleShare(light, 0.01, 1), 0.0);
        QVERIFY(styleShare(light, 0.06, 1) > 2);
        QCOMPARE(styleShare(light, 0.11, 1), 0.0);
    }

    void steadyLightsStaySo()
    {
        for (const double seconds : {0.0, 0.3, 1e6})
            QCOMPARE(styleShare(styled(LightStyle::Steady), seconds, 3), 1.0);
    }

    void everyStyleChangesBetweenItsEnds_data()
    {
        QTest::addColumn<int>("style");
        QTest::addColumn<double>("least");
        QTest::addColumn<double>("most");
        QTest::newRow("flicker") << static_cast<int>(LightStyle::Flicker) << 0.08 << 1.0;
        QTest::newRow("pulse") << static_cast<int>(LightStyle::Pulse) << 0.10 << 1.0;
        QTest::newRow("strobe") << static_cast<int>(LightStyle::Strobe) << 0.0 << 1.0;
        QTest::newRow("candle") << static_cast<int>(LightStyle::Candle) << 0.70 << 1.0;
    }

    void everyStyleChangesBetweenItsEnds()
    {
        QFETCH(int, style);
        QFETCH(double, least);
        QFETCH(double, most);
        const auto light = styled(static_cast<LightStyle>(style));
        double low = 9;
        double high = 0;
        for (int tick = 0; tick < 60 * 60; ++tick) {
            const double share = styleShare(light, tick / 60.0, 5);
            QCOMPARE(styleShare(light, tick / 60.0, 5), share); // of the time alone
            low = std::min(low, share);
            high = std::max(high, share);
        }
        QVERIFY(low >= least - 1e-9 && low < least + 0.1);
        QVERIFY(high <= most + 1e-9 && high > most - 0.1);
    }

    void candlesBurnEachInItsWayAndPulsesKeepTime()
    {
        int differ = 0;
        for (int tick = 0; tick < 100; ++tick) {
            const double at = tick / 60.0;
            differ += styleShare(styled(LightStyle::Candle), at, 1) !=
                              styleShare(styled(LightStyle::Candle), at, 2)
                          ? 1
                          : 0;
            QCOMPARE(styleShare(styled(LightStyle::Pulse), at, 1),
                     styleShare(styled(LightStyle::Pulse), at, 2));
        }
        QVERIFY(differ > 90);
    }

    void lightsThatChangeAreNotBaked()
    {
        Light light;
        QVERIFY(isBaked(light));
        light.style = LightStyle::Candle;
        QVERIFY(!isBaked(light));
        light = {};
        light.group = "hall";
        QVERIFY(!isBaked(light));
        light = {};
        light.on = false;
        QVERIFY(!isBaked(light));
        QCOMPARE(strengthOf(light), 0.0F);
        light = {};
        light.dimmer = 0.5F;
        QVERIFY(isBaked(light));
        QCOMPARE(strengthOf(light), 30.0F);
    }

    void patternsAreChecked()
    {
        QVERIFY(checkPattern("mmnmmommommnonmmonqnmmo"));
        QVERIFY(checkPattern(""));
        QVERIFY(!checkPattern("Mm"));
        QVERIFY(!checkPattern("m m"));
        QVERIFY(!checkPattern(std::string(MostPatternLetters + 1, 'm')));
        Light light = styled(LightStyle::Pattern);
        light.pattern = std::string(100000, 'z'); // of a file that nobody checked
        QVERIFY(styleShare(light, 1e300, 1) > 2);
    }

    void numbersOfGamesComeBack()
    {
        for (int style = 1; style <= 12; ++style) {
            QVERIFY(!quakePattern(style).empty());
            QVERIFY(checkPattern(quakePattern(style)));
            QCOMPARE(quakeStyle(quakePattern(style)), style);
        }
        QVERIFY(quakePattern(13).empty());
        QVERIFY(quakePattern(-1).empty());
        QCOMPARE(quakeStyle("abc"), -1);
    }
};

CORE_TEST(TestLightStyle)
} // namespace tst_light_style

#include "tst_light_style.moc"
