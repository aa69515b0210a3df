#include "engine_core/play/playtest/recording_analysis.h"
#include "tests/program/registry.h"

#include <QTest>

#include <cmath>

namespace tst_recording_analysis
{
using namespace engine;

namespace
{
/// Somebody who walks `seconds` along +X at 2 m/s, then stands for three seconds; eyes at 1.6 m.
SessionRecording walk(double seconds)
{
    SessionRecording recording;
    recording.level = "scenes/a.scene.json";
    recording.hasEnded = true;
    const auto walked = static_cast<std::uint64_t>(seconds * 60);
    recording.input.ticks.resize(walked + 180);
    for (std::uint64_t tick = 0; tick <= walked + 180; tick += 6)
        recording.path.push_back(
            {tick, {static_cast<double>(std::min(tick, walked)) / 30, 1.6, 0.25}, 0, 0});
    return recording;
}

std::uint32_t mostTicks(const HeatCells& heat)
{
    std::uint32_t most = 0;
    for (const auto& cell : heat.cells())
        most = std::max(most, cell.ticks);
    return most;
}
} // namespace

class TestRecordingAnalysis : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void waysAndWaitsAreCounted();
    void shortStopsAreNoWaits();
    void jumpsAreCountedWhereTheyBegin();
    void fallsAreNoWalks();
    void liftsAndTeleportersAreNoFalls();
    void lookingAroundIsCounted();
    void onlyTheTimeAskedForCounts();
    void everyTickIsSomewhere();
    void equalRecordingsDoNotDiffer();
    void theFirstDifferenceIsNamed();
    void damagedOnesSaySo();
};

void TestRecordingAnalysis::waysAndWaitsAreCounted()
{
    RecordingAnalysis analysis;
    analysis.add(walk(5));
    const auto& summary = analysis.summaries().front();
    QVERIFY(std::abs(summary.metres - 10) < 0.01);
    QVERIFY(std::abs(summary.waiting - 3) < 0.05);
    QVERIFY(std::abs(summary.seconds - 8) < 0.01);
    QVERIFY(summary.isWhole);
    const auto waits = analysis.heat(HeatKind::Wait).cells();
    QCOMPARE(waits.size(), std::size_t{1});
    QVERIFY(std::abs(waits[0].place.x - 10.25) < 1e-9 && std::abs(waits[0].place.y) < 1e-9);
    QCOMPARE(waits[0].ticks, 180U);
    QCOMPARE(analysis.samples(), std::size_t{81});
}

void TestRecordingAnalysis::shortStopsAreNoWaits()
{
    auto recording = walk(2);
    recording.path.resize(20 + 1 + 5); // half a second of standing
    RecordingAnalysis analysis;
    analysis.add(recording);
    QCOMPARE(analysis.heat(HeatKind::Wait).total(), std::uint64_t{0});
    QCOMPARE(analysis.summaries().front().waiting, 0.0);
}

void TestRecordingAnalysis::jumpsAreCountedWhereTheyBegin()
{
    auto recording = walk(5);
    for (const std::size_t tick : {30U, 31U, 32U, 150U}) // one is held for three ticks
        recording.input.ticks[tick].keys = static_cast<std::uint32_t>(PlayerKey::Jump);
    RecordingAnalysis analysis;
    analysis.add(recording);
    QCOMPARE(analysis.summaries().front().jumps, std::size_t{2});
    const auto cells = analysis.heat(HeatKind::Jump).cells();
    QCOMPARE(cells.size(), std::size_t{2});
    QVERIFY(std::abs(cells[0].place.x - 1.25) < 1e-9 && std::abs(cells[1].place.x - 5.25) < 1e-9);
}

void TestRecordingAnalysis::fallsAreNoWalks()
{
    auto recording = walk(2);
    auto below = recording.path.back();
    below.tick += 6;
    below.eyes.y = -20;
    auto restarted = below;
    restarted.tick += 6;
    restarted.eyes = {0, 1.6, 0.25};
    recording.path.push_back(below);
    recording.path.push_back(restarted);
    RecordingAnalysis analysis;
    analysis.add(recording);
    const auto& summary = analysis.summaries().front();
    QCOMPARE(summary.falls, std::size_t{1});
    QVERIFY(summary.metres < 4.1);
    const auto cells = analysis.heat(HeatKind::Fall).cells();
    QCOMPARE(cells.size(), std::size_t{1});
    QVERIFY(std::abs(cells[0].place.x - 4.25) < 1e-9 && std::abs(cells[0].place.y) < 1e-9);
}

/// Two seconds of standing, and from one look to the next 5 m higher.
void TestRecordingAnalysis::liftsAndTeleportersAreNoFalls()
{
    auto recording = walk(2);
    auto above = recording.path.back();
    above.tick += 6;
    above.eyes.y += 5;
    recording.path.push_back(above);
    RecordingAnalysis analysis;
    analysis.add(recording);
    QCOMPARE(analysis.summaries().front().falls, std::size_t{0});
}

void TestRecordingAnalysis::lookingAroundIsCounted()
{
    auto recording = walk(1);
    for (std::size_t i = 0; i < recording.path.size(); ++i)
        recording.path[i].yaw = static_cast<double>(i) * 0.1;
    RecordingAnalysis analysis;
    analysis.add(recording);
    QCOMPARE(analysis.heat(HeatKind::Look).total(), std::uint64_t{180});
}

void TestRecordingAnalysis::onlyTheTimeAskedForCounts()
{
    RecordingAnalysis analysis{1, 2};
    analysis.add(walk(5));
    const auto& summary = analysis.summaries().front();
    QVERIFY(std::abs(summary.metres - 2) < 0.01);
    QVERIFY(std::abs(summary.seconds - 1) < 1e-9);
    RecordingAnalysis after{100, 200};
    after.add(walk(5));
    QCOMPARE(after.samples(), std::size_t{0});
    QCOMPARE(after.summaries().front().seconds, 0.0);
}

void TestRecordingAnalysis::everyTickIsSomewhere()
{
    RecordingAnalysis analysis;
    analysis.add(walk(5));
    analysis.add(walk(3));
    QCOMPARE(analysis.heat(HeatKind::Time).total(), std::uint64_t{480 + 360});
    QVERIFY(mostTicks(analysis.heat(HeatKind::Time)) >= 180);
    QCOMPARE(analysis.summaries().size(), std::size_t{2});
}

void TestRecordingAnalysis::equalRecordingsDoNotDiffer()
{
    QVERIFY(!firstDifference(walk(3), walk(3)));
    QVERIFY(!firstDifference(walk(3), walk(2))); // as long as both last
}

void TestRecordingAnalysis::theFirstDifferenceIsNamed()
{
    auto other = walk(3);
    other.input.ticks[70].keys = 1;
    const auto pressed = firstDifference(walk(3), other);
    QVERIFY(pressed && pressed->tick == 71);
    auto one = walk(3);
    auto two = walk(3);
    one.checks.assign(one.input.ticks.size(), 7);
    two.checks = one.checks;
    two.checks[40] = 8;
    const auto parted = firstDifference(one, two);
    QVERIFY(parted && parted->tick == 41);
    QVERIFY(parted->what != pressed->what);
}

void TestRecordingAnalysis::damagedOnesSaySo()
{
    auto recording = walk(1);
    recording.damage = "it ends in the middle of line 7";
    RecordingAnalysis analysis;
    analysis.add(recording);
    QVERIFY(!analysis.summaries().front().isWhole);
}

PLAIN_TEST(TestRecordingAnalysis)
} // namespace tst_recording_analysis

#include "tst_recording_analysis.moc"
