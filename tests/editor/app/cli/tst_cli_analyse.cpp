#include "engine_core/base/contract.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/levels/level_builder.h"
#include "tests/support/system/run_program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cli_analyse
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A new project and a recording of ten seconds in it.
struct Recorded
{
    QTemporaryDir folder;
    QString scene;
    QString recording;

    Recorded() : scene{folder.filePath("room")}, recording{folder.filePath("walk.recording")}
    {
        ENGINE_EXPECT(runProgram({"new", scene}).status == 0);
        TypeRegistry types;
        registerComponents(types);
        World world;
        world.setNextId(100);
        buildRoom(world);
        addPlayerStart(world, {0, 0.1, 0});
        ENGINE_EXPECT(
            saveScene(world, types, fs::path{scene.toStdString()} / "scenes/start.scene.json"));
        QFile input{folder.filePath("keys.txt")};
        ENGINE_EXPECT(input.open(QIODevice::WriteOnly));
        input.write("60 forward\n120\n60 back jump\n360\n");
        input.close();
        const auto played = runProgram(
            {"play", scene, "--headless", "--input", input.fileName(), "--record", recording});
        ENGINE_EXPECT(played.status == 0);
    }
};
} // namespace

class TestCliAnalyse : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void recordingsAreSummedUp();
    void tablesAndPicturesAreWritten();
    void foldersStandForTheirRecordings();
    void badFilesAreNamed();
    void badWordsAreRefused_data();
    void badWordsAreRefused();
};

void TestCliAnalyse::recordingsAreSummedUp()
{
    const Recorded recorded;
    const auto ran =
        runProgram({"analyse", recorded.recording, recorded.recording, "--json", "--quiet"});
    QVERIFY2(ran.status == 0, ran.err + ran.out);
    const auto json = ran.json();
    QVERIFY2(json["samples"].toInt() > 150, ran.out);
    QVERIFY(json["first_difference"].isNull());
    const auto one = json["recordings"].toArray().at(0).toObject();
    QVERIFY(qAbs(one["seconds"].toDouble() - 10) < 0.1);
    QVERIFY(one["waiting"].toDouble() > 5);
    QCOMPARE(one["jumps"].toInt(), 1);
    QCOMPARE(json["deaths"].toInt(), 0);
}

void TestCliAnalyse::tablesAndPicturesAreWritten()
{
    const Recorded recorded;
    const auto out = recorded.folder.filePath("out");
    const auto ran = runProgram(
        {"analyse", recorded.recording, "--scene", recorded.scene, "-o", out, "--quiet"});
    QVERIFY2(ran.status == 0, ran.err);
    QFile table{out + "/recordings.csv"};
    QVERIFY(table.open(QIODevice::ReadOnly));
    QCOMPARE(table.readAll().count('\n'), 2);
    QVERIFY(QFile::exists(out + "/heat_time.csv") && QFile::exists(out + "/heat_look.csv"));
    QVERIFY(QFile::exists(out + "/heat_wait.png"));
    QVERIFY(!QFile::exists(out + "/heat_fall.png")); // nobody fell
}

/// A project stands for what its sessions left, another folder for the recordings in it.
void TestCliAnalyse::foldersStandForTheirRecordings()
{
    const Recorded recorded;
    const auto inFolder =
        runProgram({"analyse", recorded.folder.path(), "--json", "--quiet"}).json();
    QCOMPARE(inFolder["recordings"].toArray().size(), 1);
    const auto ofProject = runProgram({"analyse", recorded.scene, "--json", "--quiet"});
    QCOMPARE(ofProject.status, 0);
    QCOMPARE(ofProject.json()["recordings"].toArray().size(), 1); // the fixture's own session
    const auto none = runProgram({"analyse", recorded.scene + "/scenes", "--quiet"});
    QCOMPARE(none.status, 3);
    QVERIFY2(isOneSentence(none) && none.err.contains("no recordings"), none.err);
}

void TestCliAnalyse::badFilesAreNamed()
{
    const Recorded recorded;
    const auto bad = recorded.folder.filePath("bad.recording");
    QFile file{bad};
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("version 9000\n");
    file.close();
    const auto one = runProgram({"analyse", bad, "--quiet"});
    QCOMPARE(one.status, 3);
    QVERIFY2(isOneSentence(one) && one.err.contains("bad.recording"), one.err);
    const auto both = runProgram({"analyse", bad, recorded.recording, "--json", "--quiet"});
    QCOMPARE(both.status, 1);
    QCOMPARE(both.json()["problems"].toArray().size(), 1);
    QCOMPARE(both.json()["recordings"].toArray().size(), 1);
}

void TestCliAnalyse::badWordsAreRefused_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("no recording") << QStringList{};
    QTest::newRow("behind") << QStringList{"x", "--from", "3", "--to", "2"};
    QTest::newRow("text") << QStringList{"x", "--from", "soon"};
    QTest::newRow("picture of nothing") << QStringList{"x", "--scene", "y"};
    QTest::newRow("unknown") << QStringList{"x", "--fast"};
}

void TestCliAnalyse::badWordsAreRefused()
{
    QFETCH(const QStringList, words);
    const auto ran = runProgram(QStringList{"analyse"} + words);
    QCOMPARE(ran.status, 2);
    QVERIFY2(isOneSentence(ran), ran.err);
}

PLAIN_TEST(TestCliAnalyse)
} // namespace tst_cli_analyse

#include "tst_cli_analyse.moc"
