#include "engine_core/math/easing.h"
#include "tests/program/registry.h"

namespace tst_easing
{
using namespace engine;

class TestEasing : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void curvesGoFromNothingToAll_data()
    {
        QTest::addColumn<int>("ease");
        QTest::addColumn<double>("atQuarter");
        const auto row = [](const char* name, Ease ease, double atQuarter) {
            QTest::newRow(name) << static_cast<int>(ease) << atQuarter;
        };
        row("linear", Ease::Linear, 0.25);
        row("quadratic in", Ease::QuadraticIn, 0.0625);
        row("quadratic out", Ease::QuadraticOut, 0.4375);
        row("quadratic in and out", Ease::QuadraticInOut, 0.125);
        row("cubic in", Ease::CubicIn, 0.015625);
        row("cubic out", Ease::CubicOut, 0.578125);
        row("cubic in and out", Ease::CubicInOut, 0.0625);
    }

    void curvesGoFromNothingToAll()
    {
        QFETCH(int, ease);
        QFETCH(double, atQuarter);
        const auto at = [&](double t) {
            return eased(static_cast<Ease>(ease), t);
        };
        QCOMPARE(at(0), 0.0);
        QCOMPARE(at(0.25), atQuarter);
        QCOMPARE(at(1), 1.0);
        QCOMPARE(at(-3), 0.0);
        QCOMPARE(at(7), 1.0);
        for (int i = 0; i < 100; ++i)
            QVERIFY(at(i / 100.0) < at((i + 1) / 100.0));
    }
};

PLAIN_TEST(TestEasing)
} // namespace tst_easing

#include "tst_easing.moc"
