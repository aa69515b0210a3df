#include "engine_core/assets/light_profile.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>

namespace tst_light_profile
{
using namespace engine;

namespace
{
/// A head of type C with units of metres, so many lumens' lamp, and these tables.
std::string
fileOf(const std::string& counts, const std::string& tables, const char* multiplier = "1")
{
    return std::string{
               "IESNA:LM-63-2002\r\n[TEST] ours\r\n[MANUFAC] none\r\nTILT=NONE\r\n1 1000 "} +
           multiplier + " " + counts + " 1 2 0 0 0\r\n1 1 50\r\n" + tables;
}

bool isNear(double a, double b)
{
    return std::abs(a - b) < 1e-6 * std::max(1.0, std::abs(b));
}

const std::string Round = fileOf("3 1", "0 90 180\n0\n100 50 0\n", "2");
} // namespace

class TestLightProfile : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void candelasAreTheFilesTimesTheMultiplier()
    {
        const auto profile = parseLightProfile(Round, "lamp.ies");
        VERIFY_OK(profile);
        QVERIFY(isNear(profile->candela(0, 0), 200));
        QVERIFY(isNear(profile->candela(45, 123), 150)); // half way
        QVERIFY(isNear(profile->candela(90, 0), 100));
        QVERIFY(isNear(profile->candela(135, -40), 50));
        QVERIFY(isNear(profile->peak(), 200));
        QVERIFY(profile->isRound());
    }

    void theSolidAngleIsThatOfTheSphereForAnEvenLamp()
    {
        const auto even = parseLightProfile(fileOf("2 1", "0 180 0 7 7"), "even.ies");
        VERIFY_OK(even);
        QVERIFY(std::abs(even->solidAngle() - 4 * Pi) < 1e-9);
        const auto half = parseLightProfile(fileOf("2 1", "0 90 0 7 7"), "half.ies");
        VERIFY_OK(half);
        QVERIFY(std::abs(half->solidAngle() - 2 * Pi) < 1e-9);
        QCOMPARE(half->candela(91, 0), 0.0);
    }

    void directionsAreInTheLightsOwnAxes()
    {
        const auto profile = parseLightProfile(
            fileOf("2 5", "0 180\n0 90 180 270 360\n1 1 2 2 3 3 4 4 1 1"), "four.ies");
        VERIFY_OK(profile);
        QVERIFY(!profile->isRound());
        QVERIFY(std::abs(profile->share({1, 0, 0}) - 0.25F) < 1e-5F);
        QVERIFY(std::abs(profile->share({0, 1, 0}) - 0.5F) < 1e-5F);
        QVERIFY(std::abs(profile->share({-1, 0, 0}) - 0.75F) < 1e-5F);
        QVERIFY(std::abs(profile->share({0, -1, 0}) - 1.0F) < 1e-5F);
        const auto down = parseLightProfile(Round, "lamp.ies");
        QVERIFY(std::abs(down->share({0, 0, -1}) - 1.0F) < 1e-5F);
        QVERIFY(std::abs(down->share({0, 0, 1})) < 1e-5F);
        const float slanted = std::sqrt(0.5F);
        QVERIFY(std::abs(down->share({slanted, 0, -slanted}) - 0.75F) < 1e-3F);
    }

    void planesStandForTheirMirrorImages()
    {
        const auto quarter =
            parseLightProfile(fileOf("1 3", "90\n0 45 90\n10 20 30"), "quarter.ies");
        VERIFY_OK(quarter);
        for (const double angle : {45.0, 135.0, 225.0, 315.0, -45.0, 405.0})
            QVERIFY(isNear(quarter->candela(90, angle), 20));
        QVERIFY(isNear(quarter->candela(90, 270), 30));
        const auto half = parseLightProfile(fileOf("1 3", "90\n0 90 180\n10 20 30"), "half.ies");
        VERIFY_OK(half);
        QVERIFY(isNear(half->candela(90, 270), 20));
        QVERIFY(isNear(half->candela(90, 225), 25));
        const auto aside =
            parseLightProfile(fileOf("1 3", "90\n90 180 270\n10 20 30"), "aside.ies");
        VERIFY_OK(aside);
        QVERIFY(isNear(aside->candela(90, 0), 20));
        QVERIFY(isNear(aside->candela(90, 315), 25));
        QVERIFY(isNear(aside->candela(90, 45), 15));
    }

    void oldFilesHaveNoFirstLine()
    {
        VERIFY_OK(
            parseLightProfile("A lamp\nof 1986\nTILT=NONE\n1,1000,1,2,1,1,1,0,0,0\n1,1,50\n0,90"
                              "\n0\n+5,1e1\n",
                              "old.ies"));
    }

    void badFilesAreRefusedWithTheirLine_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const std::string& text, const char* message) {
            QTest::newRow(name) << QString::fromStdString(text) << QString{message};
        };
        row("empty", "", "bad.ies:0: this is no IES file: it has no line that begins with TILT=");
        row("tilted", "IESNA91\nTILT=INCLUDE\n1\n",
            "bad.ies:2: only lamps with TILT=NONE can be read, not TILT=INCLUDE");
        row("type B", "TILT=NONE\n1 1 1 2 1 2 1 0 0 0\n1 1 1",
            "bad.ies:3: only photometry of type C can be read, not of type B");
        row("short", "TILT=NONE\n1 1 1 2 1 1 1 0 0 0\n1 1 1\n0 90\n0\n1",
            "bad.ies:6: the file ends where a candela should be");
        row("words", "TILT=NONE\n1 many", "bad.ies:2: the lumens of a lamp is not a number");
        row("not a number", "TILT=NONE\n1 nan", "bad.ies:2: the lumens of a lamp is not a number");
        row("backwards", "TILT=NONE\n1 1 1 2 1 1 1 0 0 0\n1 1 1\n90 0\n0\n1 1",
            "bad.ies:4: the vertical angle 0 does not come after 90");
        row("planes", "TILT=NONE\n1 1 1 1 2 1 1 0 0 0\n1 1 1\n0\n0 77\n1 1",
            "bad.ies:5: the horizontal angles go from 0 to 77, not from 0 to 90, 180 or 360 nor "
            "from 90 to 270");
        row("dark", "TILT=NONE\n1 1 1 1 1 1 1 0 0 0\n1 1 1\n0\n0\n0",
            "bad.ies:6: the lamp gives no light");
        row("below 0", "TILT=NONE\n1 1 1 1 1 1 1 0 0 0\n1 1 1\n0\n0\n-3",
            "bad.ies:6: a candela is -3, not 0 to 1000000000");
        row("huge", "TILT=NONE\n1 1 1 1e9 1 1 1 0 0 0\n",
            "bad.ies:2: the number of vertical angles is 1000000000, not 1 to 2000");
        row("too many", "TILT=NONE\n1 1 1 2000 2000 1 1 0 0 0\n1 1 1\n",
            "bad.ies:3: 4000000 values are more than 500000");
        row("half an angle", "TILT=NONE\n1 1 1 1.5 1 1 1 0 0 0\n1 1 1\n",
            "bad.ies:2: the number of vertical angles is 1.5, which is no whole number");
    }

    void badFilesAreRefusedWithTheirLine()
    {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const auto profile = parseLightProfile(text.toStdString(), "bad.ies");
        QVERIFY(!profile);
        QCOMPARE(QString::fromStdString(profile.error().message()), message);
    }

    void aShelfReadsChangedFilesAnew()
    {
        const QTemporaryDir folder;
        const fs::path file = fs::path{folder.path().toStdString()} / "lamp.ies";
        std::ofstream{file} << Round;
        LightProfileShelf shelf;
        const auto first = shelf.get(file);
        QVERIFY(first != nullptr);
        QCOMPARE(shelf.get(file), first);
        std::ofstream{file} << fileOf("2 1", "0 180 0 7 7");
        fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds{5});
        const auto second = shelf.get(file);
        QVERIFY(second != nullptr && isNear(second->peak(), 7));
        QVERIFY(isNear(first->peak(), 200)); // whoever has it keeps it
        std::ofstream{file} << "nothing";
        fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds{9});
        QVERIFY(shelf.get(file) == nullptr);
    }
};

CORE_TEST(TestLightProfile)
} // namespace tst_light_profile

#include "tst_light_profile.moc"
