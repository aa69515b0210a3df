#include "engine_core/play/input_recording.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>

namespace tst_input_recording
{
using namespace engine;

class TestInputRecording : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenReadsBackToTheSameBits();
    void aHandWrittenFileCountsTicks();
    void turnsAreSpreadOverTheLine();
    void theMouseIsRecorded();
    void badLinesAreNamed_data();
    void badLinesAreNamed();
    void spaceAroundTheBuildIsNotKept();
    void valuesOfAllTicksTogetherAreBounded();
};

void TestInputRecording::whatIsWrittenReadsBackToTheSameBits()
{
    InputRecording recording;
    recording.build = "0.1.0 abc (changed)";
    recording.scene = 0x0123456789abcdef;
    recording.seed = 77;
    for (int i = 0; i < 100; ++i)
        recording.ticks.push_back({i < 50 ? 5U : 0U, Vec2d{i % 3 == 0 ? 0.1 * i / 3.0 : 0.0, 0}});
    const auto read = readRecording(writeRecording(recording));
    VERIFY_OK(read);
    QCOMPARE(read->build, recording.build);
    QCOMPARE(read->scene, recording.scene);
    QCOMPARE(read->seed, recording.seed);
    QCOMPARE(read->ticks.size(), recording.ticks.size());
    for (std::size_t i = 0; i < read->ticks.size(); ++i) {
        QCOMPARE(read->ticks[i].keys, recording.ticks[i].keys);
        QCOMPARE(read->ticks[i].look, recording.ticks[i].look);
    }
}

void TestInputRecording::spaceAroundTheBuildIsNotKept()
{
    for (const auto& [text, build] :
         {std::pair{"build \t 0.1.0 abc \r\r\r\n", "0.1.0 abc"}, std::pair{"build \r\r\n", ""}}) {
        const auto read = readRecording(text);
        VERIFY_OK(read);
        QCOMPARE(read->build, build);
        const auto again = readRecording(writeRecording(*read));
        VERIFY_OK(again);
        QCOMPARE(again->build, build);
    }
}

void TestInputRecording::aHandWrittenFileCountsTicks()
{
    const auto read = readRecording("# a walk\n60 forward run\n\n1 jump # up\r\n30\n");
    VERIFY_OK(read);
    QCOMPARE(read->ticks.size(), 91U);
    QVERIFY(read->ticks[0].isDown(PlayerKey::Forward));
    QVERIFY(read->ticks[59].isDown(PlayerKey::Run));
    QVERIFY(read->ticks[60].isDown(PlayerKey::Jump));
    QCOMPARE(read->ticks[90].keys, 0U);
}

void TestInputRecording::turnsAreSpreadOverTheLine()
{
    const auto read = readRecording("9 turn 90 -45\n");
    VERIFY_OK(read);
    QVERIFY(std::abs(read->ticks[3].look.x * 9 - Pi / 2) < 1e-12);
    QVERIFY(std::abs(read->ticks[3].look.y * 9 + Pi / 4) < 1e-12);
}

void TestInputRecording::theMouseIsRecorded()
{
    const auto read = readRecording("2 fire forward\n1 alt_fire wheel -1.5\n");
    VERIFY_OK(read);
    QVERIFY(read->ticks[1].isDown(PlayerKey::Fire) && read->ticks[1].isDown(PlayerKey::Forward));
    QVERIFY(read->ticks[2].isDown(PlayerKey::AltFire) && !read->ticks[2].isDown(PlayerKey::Fire));
    QCOMPARE(read->ticks[2].wheel, -1.5);
    const auto text = writeRecording(*read);
    QVERIFY2(text.ends_with("2 forward fire\n1 alt_fire wheel -1.5\n"), text.c_str());
}

void TestInputRecording::badLinesAreNamed_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("no number") << "forward\n"
                               << "line 1";
    QTest::newRow("unknown key") << "10 forward\n10 fly\n"
                                 << "line 2: there is no key 'fly'";
    QTest::newRow("half a turn") << "10 turn 5\n"
                                 << "two numbers";
    QTest::newRow("half a wheel") << "10 wheel\n"
                                  << "line 1: 'wheel' needs a number";
    QTest::newRow("not finite") << "10 turn nan 5\n"
                                << "two numbers";
    QTest::newRow("too long") << "4000000000\n"
                              << "more than";
    QTest::newRow("negative") << "-4\n"
                              << "line 1";
    QTest::newRow("bad seed") << "seed x\n"
                              << "'seed' needs one number";
}

void TestInputRecording::badLinesAreNamed()
{
    QFETCH(QString, text);
    QFETCH(QString, part);
    const auto read = readRecording(text.toStdString());
    QVERIFY(!read);
    QVERIFY2(read.error().message().find(part.toStdString()) != std::string::npos,
             read.error().message().c_str());
}

/// A line of a kilobyte would take gigabytes.
void TestInputRecording::valuesOfAllTicksTogetherAreBounded()
{
    std::string values;
    for (int i = 0; i < 96; ++i)
        values += fmt::format(" value A{} 1", i);
    const auto bounded = readRecording("1 fire\n" + std::to_string(MaxRecordedTicks - 1) + values);
    QVERIFY(!bounded);
    QCOMPARE(bounded.error().message(),
             std::string{"line 2: more than 5000000 values in all ticks together"});
    const auto most = std::to_string(5'000'000 / 96);
    VERIFY_OK(readRecording(most + values + '\n'));
    QVERIFY(!readRecording(most + values + "\n1" + values));
    QTemporaryDir folder;
    const fs::path file{folder.filePath("big.txt").toStdString()};
    VERIFY_OK(writeFileAtomically(file, "200000" + values + '\n'));
    const auto loaded = loadRecording(file);
    QVERIFY(!loaded);
    QVERIFY2(loaded.error().message().find("big.txt") != std::string::npos &&
                 loaded.error().message().find("line 1: more than") != std::string::npos,
             loaded.error().message().c_str());
}

PLAIN_TEST(TestInputRecording)
} // namespace tst_input_recording

#include "tst_input_recording.moc"
