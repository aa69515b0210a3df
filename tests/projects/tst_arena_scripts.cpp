#include "engine_core/base/files/files.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/fixtures/walk_fixture.h"

#include <QTest>

#include <fstream>
#include <sstream>

namespace tst_arena_scripts
{
using namespace engine;
using namespace mapwright::test;

namespace
{
std::string scriptOfArena(const char* name)
{
    const std::ifstream file{fs::path{MAPWRIGHT_SOURCE_DIR} / "projects/arena/scripts" / name};
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Runs the three formulas for a target at `p` that moves with `v`, and a shot of 20 m/s.
constexpr const char* Gunner = R"(#include "lead.as"
class Gunner : Node
{
    Vec3 p;
    Vec3 v;
    double first; double iterated; double direct; double general;
    void onStart()
    {
        first = timeFirstOrder(p, v, 20);
        iterated = timeIterated(p, v, 20);
        direct = timeDirect(p, v, 20);
        general = timeInGeneral(PlaceAt(place), TimeTo(shot));
    }
    Vec3 place(double t) { return p + v * t; }
    double shot(const Vec3 &in to) { return to.length() / 20; }
})";
} // namespace

/// The parts of the sample Arena that can be told by numbers alone.
class TestArenaScripts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shotsMeetWhatMoves_data();
    void shotsMeetWhatMoves();
};

void TestArenaScripts::shotsMeetWhatMoves_data()
{
    QTest::addColumn<double>("x");
    QTest::addColumn<double>("vx");
    QTest::addColumn<double>("vz");
    QTest::addColumn<double>("first");
    QTest::addColumn<double>("iterated");
    QTest::addColumn<double>("direct"); // -1: nothing hits it
    QTest::newRow("receding") << 100.0 << 10.0 << 0.0 << 5.0 << 10.0 << 10.0;
    QTest::newRow("across") << 100.0 << 0.0 << 10.0 << 5.0 << 5.773503 << 5.773503;
    QTest::newRow("too fast") << 100.0 << 30.0 << 0.0 << 5.0 << -1.0 << -1.0;
    QTest::newRow("approaching") << 100.0 << -10.0 << 0.0 << 5.0 << 3.333333 << 3.333333;
    QTest::newRow("as fast, approaching") << 100.0 << -20.0 << 0.0 << 5.0 << -1.0 << 2.5;
    QTest::newRow("as fast, receding") << 100.0 << 20.0 << 0.0 << 5.0 << -1.0 << -1.0;
    QTest::newRow("here") << 0.0 << 5.0 << 0.0 << 0.0 << 0.0 << 0.0;
}

void TestArenaScripts::shotsMeetWhatMoves()
{
    QFETCH(double, x);
    QFETCH(double, vx);
    QFETCH(double, vz);
    WalkFixture fixture;
    fixture.writeScript("lead.as", scriptOfArena("lead.as"));
    fixture.writeScript("gunner.as", Gunner);
    const auto gunner = fixture.addScripted("gunner", "gunner.as", "Gunner");
    fixture.set(
        gunner,
        Script{{"gunner.as"}, "Gunner", {{"p", {Vec3d{x, 0, 0}}}, {"v", {Vec3d{vx, 0, vz}}}}});
    VERIFY_OK(fixture.start());
    fixture.tick(1);
    QCOMPARE(fixture.errors(), std::string{});
    QTEST(std::round(fixture.number(gunner, "first") * 1000) / 1000, "first");
    for (const auto* member : {"iterated", "general"}) {
        QFETCH(double, iterated);
        QVERIFY(std::abs(fixture.number(gunner, member) - iterated) < 0.001);
    }
    QFETCH(double, direct);
    QVERIFY(std::abs(fixture.number(gunner, "direct") - direct) < 0.00001);
}

CORE_TEST(TestArenaScripts)
} // namespace tst_arena_scripts

#include "tst_arena_scripts.moc"
