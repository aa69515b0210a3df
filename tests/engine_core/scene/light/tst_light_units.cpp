#include "engine_core/scene/light/light_units.h"
#include "tests/program/registry.h"

#include <QTest>

#include <array>
#include <cmath>

namespace tst_light_units
{
using namespace engine;

namespace
{
Light lightOf(LightKind kind)
{
    Light light;
    light.kind = kind;
    return light;
}

bool isNear(double a, double b)
{
    return std::abs(a - b) <= 1e-4 * std::abs(b);
}
} // namespace

class TestLightUnits : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aPointShinesIntoTheWholeSphere()
    {
        // A bulb of 800 lm has 800 / 4 pi = 63.7 cd.
        const double candela = 800 / unitsPerIntensity(lightOf(LightKind::Point), LightUnit::Lumen);
        QVERIFY(isNear(candela, 63.66198));
    }

    /// The share of LightCone, added up over rings of the sphere.
    void aSpotShinesIntoItsCone_data()
    {
        QTest::addColumn<float>("cone");
        QTest::addColumn<float>("inner");
        QTest::newRow("usual") << 90.0F << 60.0F;
        QTest::newRow("soft") << 120.0F << 0.0F;
        QTest::newRow("wide") << 175.0F << 90.0F;
        QTest::newRow("hard") << 90.0F << 90.0F;
        QTest::newRow("narrow") << 1.0F << 1.0F;
    }

    void aSpotShinesIntoItsCone()
    {
        QFETCH(float, cone);
        QFETCH(float, inner);
        auto spot = lightOf(LightKind::Spot);
        spot.cone = cone;
        spot.innerCone = inner;
        const LightCone shape{spot};
        constexpr int Rings = 2'000'000;
        double sum = 0;
        for (int i = 0; i < Rings; ++i)
            sum += static_cast<double>(shape.share(static_cast<float>(1 - 2 * (i + 0.5) / Rings)));
        const double expected = sum * 4 * Pi / Rings;
        const double found = unitsPerIntensity(spot, LightUnit::Lumen);
        QVERIFY2(std::abs(found - expected) < 0.02 * expected,
                 qPrintable(QStringLiteral("%1 %2").arg(found).arg(expected)));
    }

    void anAreaShinesAsAFaceDoes()
    {
        auto area = lightOf(LightKind::Area);
        area.width = 2;
        area.height = 0.5F;
        QVERIFY(isNear(unitsPerIntensity(area, LightUnit::Lumen), Pi));
        QVERIFY(isNear(unitsPerIntensity(area, LightUnit::Nits), 1));
        area.height = 0.25F;
        QVERIFY(isNear(unitsPerIntensity(area, LightUnit::Nits), 2));
    }

    void theSunHasLuxAlone()
    {
        QCOMPARE(unitsOf(LightKind::Sun).size(), std::size_t{1});
        QCOMPARE(unitsOf(LightKind::Sun).front(), LightUnit::Lux);
        for (const auto unit : {LightUnit::Candela, LightUnit::Lumen, LightUnit::Lux})
            QCOMPARE(unitsPerIntensity(lightOf(LightKind::Sun), unit), 1.0);
    }

    void aProfileSaysIntoHowMuchItShines()
    {
        auto spot = lightOf(LightKind::Spot);
        QVERIFY(!isNear(unitsPerIntensity(spot, LightUnit::Lumen, 2.5), 2.5));
        spot.profile.path = "lamp.ies";
        QVERIFY(isNear(unitsPerIntensity(spot, LightUnit::Lumen, 2.5), 2.5));
        QVERIFY(isNear(unitsPerIntensity(spot, LightUnit::Candela, 2.5), 1));
    }

    void unitsAreKnownByTheirNames()
    {
        QCOMPARE(lightUnitOf("lm"), LightUnit::Lumen);
        QCOMPARE(lightUnitOf("Lumen"), LightUnit::Lumen);
        QCOMPARE(lightUnitOf("CD"), LightUnit::Candela);
        QCOMPARE(lightUnitOf("lx"), LightUnit::Lux);
        QCOMPARE(lightUnitOf("nits"), LightUnit::Nits);
        QVERIFY(!lightUnitOf("m").has_value());
        QVERIFY(!lightUnitOf("").has_value());
        for (const auto unit :
             {LightUnit::Candela, LightUnit::Lumen, LightUnit::Lux, LightUnit::Nits})
            QCOMPARE(lightUnitOf(unitSymbol(unit)), unit);
    }
};

CORE_TEST(TestLightUnits)
} // namespace tst_light_units

#include "tst_light_units.moc"
