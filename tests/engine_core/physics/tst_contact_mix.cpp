#include "engine_core/physics/contact_mix.h"
#include "tests/program/registry.h"

#include <QtTest>

#include <cmath>

namespace tst_contact_mix
{
using namespace engine;

class TestContactMix : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void frictionFavoursTheSlippery();
    void restitutionFavoursTheExtremes();
    void liesBetweenAndGrowsWithBoth();
    void numbersOutsideAreClamped();
};

namespace
{
constexpr int Steps = 100;

bool isNear(double a, double b)
{
    return std::abs(a - b) < 1e-6;
}
} // namespace

void TestContactMix::frictionFavoursTheSlippery()
{
    QVERIFY(isNear(combinedFriction(0, 1), 0.292893));
    QVERIFY(isNear(combinedFriction(0.1, 0.9), 0.367452));
    QVERIFY(isNear(combinedFriction(0.5, 1), 0.684699));
    QVERIFY(isNear(combinedFriction(0.1, 1), 0.374995));
    // Ice slips before rubber does, whatever they lie on.
    for (int i = 0; i <= Steps; ++i)
        QVERIFY(combinedFriction(0.05, i / 100.0) < combinedFriction(0.9, i / 100.0));
}

void TestContactMix::restitutionFavoursTheExtremes()
{
    QVERIFY(isNear(combinedRestitution(0, 0.5), 0.146447));
    QVERIFY(isNear(combinedRestitution(0.5, 1), 0.853553));
    QVERIFY(isNear(combinedRestitution(0, 1), 0.5));
    QVERIFY(isNear(combinedRestitution(0.1, 1), 0.578001));
}

void TestContactMix::liesBetweenAndGrowsWithBoth()
{
    for (const auto mix : {combinedFriction, combinedRestitution})
        for (int i = 0; i <= Steps; ++i) {
            const double x = i / 100.0;
            QVERIFY(isNear(mix(x, x), x));
            double before = -1;
            for (int j = 0; j <= Steps; ++j) {
                const double y = j / 100.0;
                const double mixed = mix(x, y);
                QVERIFY(mixed >= std::min(x, y) - 1e-12 && mixed <= std::max(x, y) + 1e-12);
                QVERIFY(mixed >= before - 1e-9);
                QVERIFY(isNear(mixed, mix(y, x)));
                before = mixed;
            }
        }
}

void TestContactMix::numbersOutsideAreClamped()
{
    QCOMPARE(combinedFriction(2.5, 0.5), combinedFriction(1, 0.5));
    QCOMPARE(combinedFriction(-3, 0.5), combinedFriction(0, 0.5));
    QCOMPARE(combinedRestitution(std::nan(""), 0.5), combinedRestitution(0, 0.5));
}

PLAIN_TEST(TestContactMix)
} // namespace tst_contact_mix

#include "tst_contact_mix.moc"
