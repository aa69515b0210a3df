#include "engine_core/lighting/passes/luxel_light.h"
#include "tests/program/registry.h"

#include <QTest>

#include <array>
#include <cmath>

namespace tst_luxel_light
{
using namespace engine;

/// Four bytes a luxel are enough for light that rays gather.
class TestLuxelLight : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesAreNear_data();
    void valuesAreNear();
    void meansAreRight();
    void blackStaysBlack();
    void packedAndPlainLightReadAlike();
};

void TestLuxelLight::valuesAreNear_data()
{
    QTest::addColumn<float>("brightest");
    for (const float brightest : {1e-3f, 0.4999f, 0.5f, 0.9999f, 1.0f, 3.7f, 511.5f, 60000.0f})
        QTest::addRow("%g", static_cast<double>(brightest)) << brightest;
}

void TestLuxelLight::valuesAreNear()
{
    QFETCH(const float, brightest);
    const Vec3f light{brightest, brightest * 0.3f, 0};
    for (const float chance : {0.0f, 0.5f, 0.999f}) {
        const auto read = PackedLight{light, chance}.unpacked();
        for (int i = 0; i < 3; ++i)
            QVERIFY(std::abs(read[i] - light[i]) <= brightest / 255);
    }
}

void TestLuxelLight::meansAreRight()
{
    constexpr int Count = 1000;
    for (const Vec3f light : {Vec3f{0.9995f, 0.123f, 1e-4f}, Vec3f{2e-7f, 1e-7f, 0}}) {
        Vec3f sum{0};
        for (int i = 0; i < Count; ++i)
            sum += PackedLight{light, (static_cast<float>(i) + 0.5f) / Count}.unpacked();
        for (int i = 0; i < 3; ++i)
            QVERIFY(std::abs(sum[i] / Count - light[i]) <= light[i] * 1e-3f + light.x * 1e-5f);
    }
}

void TestLuxelLight::blackStaysBlack()
{
    QCOMPARE((PackedLight{Vec3f{0}, 0.999f}.unpacked()), Vec3f{0});
    QCOMPARE((PackedLight{Vec3f{1, 0, 0}, 0.999f}.unpacked().y), 0.0f);
    QCOMPARE(PackedLight{}.unpacked(), Vec3f{0});
}

void TestLuxelLight::packedAndPlainLightReadAlike()
{
    const std::vector<Vec3f> plain{Vec3f{0.5f}, Vec3f{1, 2, 4}};
    const std::vector<PackedLight> packed{PackedLight{plain[0], 0}, PackedLight{plain[1], 0}};
    for (std::size_t i = 0; i < plain.size(); ++i)
        QCOMPARE(LuxelLight{packed}[i], LuxelLight{plain}[i]);
    QVERIFY(LuxelLight{}.isEmpty());
    QVERIFY(!LuxelLight{plain}.isEmpty());
}

PLAIN_TEST(TestLuxelLight)
} // namespace tst_luxel_light

#include "tst_luxel_light.moc"
