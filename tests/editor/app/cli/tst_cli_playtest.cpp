#include "engine_core/scene/checks/expectation.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"
#include "tests/support/system/run_program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace tst_cli_playtest
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A project whose scene is a room with an exit that bots should reach.
struct Room
{
    QTemporaryDir folder;
    TypeRegistry types;
    fs::path root;
    fs::path scene;

    Room()
    {
        registerComponents(types);
        root = fs::path{folder.path().toStdString()} / "room";
        ENGINE_EXPECT(runProgram({"new", QString::fromStdString(root.string())}).status == 0);
        scene = root / "scenes/start.scene.json";
        save(false);
    }

    void save(bool isClosed) const
    {
        World world;
        world.setNextId(100);
        addBox(world, {-6, -1, -4}, {6, 0, 4}, "floor");
        addBox(world, {-7, -1, -5}, {-6, 4, 5}, "wall");
        addBox(world, {6, -1, -5}, {7, 4, 5}, "wall");
        addBox(world, {-6, -1, -5}, {6, 4, -4}, "wall");
        addBox(world, {-6, -1, 4}, {6, 4, 5}, "wall");
        addBox(world, {-7, 4, -5}, {7, 5, 5}, "ceiling");
        if (isClosed)
            addBox(world, {2, 0, -4}, {2.5, 4, 4}, "closed door");
        addPlayerStart(world, {-4, 0.1, 0});
        const auto id = world.newId();
        TransformComponent place;
        place.position = {5, 1, 0};
        Node node;
        node.name = "exit <A & B>";
        Edit edit{{swapTo(id, node), swapTo(id, place), swapTo(id, Expectation{})}};
        world.exchange(edit);
        ENGINE_EXPECT(saveScene(world, types, scene));
    }

    [[nodiscard]] QString arg() const { return QString::fromStdString(scene.string()); }

    [[nodiscard]] QString at(const char* name) const { return folder.filePath(name); }

    void git(const QStringList& words) const
    {
        QProcess process;
        process.setWorkingDirectory(QString::fromStdString(root.string()));
        process.start("git",
                      QStringList{"-c", "user.name=T", "-c", "user.email=t@example.org"} + words);
        ENGINE_EXPECT(process.waitForFinished() && process.exitCode() == 0);
    }

    void commit(const char* subject) const
    {
        git({"add", "-A"});
        git({"commit", "-q", "--allow-empty", "-m", subject});
    }
};
} // namespace

class TestCliPlaytest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatHoldsIsStatusZero();
    void brokenExpectationsAreReported();
    void theReportForBuildServersIsXml();
    void recordingsCanBePlayed();
    void badWordsAreRefused_data();
    void badWordsAreRefused();
    void bisectFindsTheEdit();
    void bisectNeedsARange();
};

void TestCliPlaytest::whatHoldsIsStatusZero()
{
    const Room room;
    const auto ran = runProgram(
        {"playtest", room.arg(), "--bots", "2", "--minutes", "0.2", "--json", "--quiet"});
    QVERIFY2(ran.status == 0, ran.err + ran.out);
    const auto json = ran.json();
    QCOMPARE(json["findings"].toArray().size(), 0);
    const auto expectation = json["expectations"].toArray().at(0).toObject();
    QVERIFY(expectation["holds"].toBool());
    QVERIFY(expectation["tick"].toInt() > 60);
    QVERIFY(expectation["recording"].isNull());
    QVERIFY(json["ticks"].toInt() > 720 && json["times_real_time"].toDouble() > 0);
    QCOMPARE(json["problem"].toString(), QString{});
}

void TestCliPlaytest::brokenExpectationsAreReported()
{
    const Room room;
    room.save(true);
    const QStringList words{"playtest", room.arg(), "--bots", "2", "--minutes", "0.1", "--quiet"};
    const auto ran = runProgram(words + QStringList{"--expectations", "--json"});
    QCOMPARE(ran.status, 1);
    const auto expectation = ran.json()["expectations"].toArray().at(0).toObject();
    QVERIFY(!expectation["holds"].toBool() && expectation["tick"].isNull());
    const auto text = runProgram(words);
    QCOMPARE(text.status, 1);
    QVERIFY2(text.out.contains("BROKEN"), text.out);
}

void TestCliPlaytest::theReportForBuildServersIsXml()
{
    const Room room;
    room.save(true);
    const auto file = room.at("report.xml");
    const auto ran = runProgram(
        {"playtest", room.arg(), "--bots", "1", "--minutes", "0.1", "--junit", file, "--quiet"});
    QCOMPARE(ran.status, 1);
    QFile xml{file};
    QVERIFY(xml.open(QIODevice::ReadOnly));
    QXmlStreamReader reader{&xml};
    int cases = 0;
    int failures = 0;
    bool hasExit = false;
    while (!reader.atEnd()) {
        reader.readNext();
        if (!reader.isStartElement())
            continue;
        cases += reader.name() == QLatin1String{"testcase"} ? 1 : 0;
        failures += reader.name() == QLatin1String{"failure"} ? 1 : 0;
        hasExit |= reader.attributes().value("name") == QLatin1String{"expectation exit <A & B>"};
    }
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QVERIFY(cases >= 7 && failures >= 1 && hasExit);
}

void TestCliPlaytest::recordingsCanBePlayed()
{
    const Room room;
    const auto folder = room.at("found");
    const auto ran = runProgram({"playtest", room.arg(), "--bots", "1", "--minutes", "0.2", "-o",
                                 folder, "--json", "--quiet"});
    QVERIFY2(ran.status == 0, ran.err + ran.out);
    const auto expectation = ran.json()["expectations"].toArray().at(0).toObject();
    const auto file = expectation["recording"].toString();
    QVERIFY(QFile::exists(file));
    const auto played = runProgram({"play", room.arg(), "--headless", "--input", file, "--json"});
    QVERIFY2(played.status == 0, played.err);
    QVERIFY2(!played.err.contains("another state"), played.err);
    const auto place = played.json()["player"].toObject()["position"].toArray();
    QVERIFY2(place.at(0).toDouble() > 3.5, played.out);
}

void TestCliPlaytest::badWordsAreRefused_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("no scene") << QStringList{};
    QTest::newRow("bots") << QStringList{"x", "--bots", "65"};
    QTest::newRow("minutes") << QStringList{"x", "--minutes", "0"};
    QTest::newRow("many minutes") << QStringList{"x", "--minutes", "1e9"};
    QTest::newRow("text") << QStringList{"x", "--minutes", "two"};
    QTest::newRow("unknown") << QStringList{"x", "--fast"};
    QTest::newRow("bisect") << QStringList{"x", "--bisect", "a..b", "--junit", "x.xml"};
}

void TestCliPlaytest::badWordsAreRefused()
{
    QFETCH(const QStringList, words);
    const auto ran = runProgram(QStringList{"playtest"} + words);
    QCOMPARE(ran.status, 2);
    QVERIFY2(isOneSentence(ran), ran.err);
}

void TestCliPlaytest::bisectFindsTheEdit()
{
    const Room room;
    room.git({"init", "-q"});
    room.commit("Build the room");
    room.git({"tag", "good"});
    room.commit("Change nothing");
    room.save(true);
    room.commit("Close the door");
    for (const char* subject : {"Rest", "Rest more", "Rest still"})
        room.commit(subject);
    const auto ran = runProgram({"playtest", room.arg(), "--bots", "1", "--minutes", "0.2",
                                 "--bisect", "good..HEAD", "--trust", "--json", "--quiet"});
    QVERIFY2(ran.status == 1, ran.err + ran.out);
    const auto json = ran.json();
    QCOMPARE(json["subject"].toString(), QString{"Close the door"});
    QCOMPARE(json["failed"].toArray().size(), 1);
    QVERIFY(json["played"].toInt() <= 5);
}

void TestCliPlaytest::bisectNeedsARange()
{
    const Room room;
    const auto outside = runProgram({"playtest", room.arg(), "--bisect", "a..b", "--quiet"});
    QCOMPARE(outside.status, 3);
    QVERIFY2(isOneSentence(outside), outside.err);
    room.git({"init", "-q"});
    room.commit("Build the room");
    for (const char* range : {"HEAD", "HEAD..", "--all..HEAD", "nowhere..HEAD", "HEAD..HEAD"}) {
        const auto ran = runProgram(
            {"playtest", room.arg(), QString{"--bisect=%1"}.arg(QLatin1String{range}), "--quiet"});
        QVERIFY2(ran.status == 3 && isOneSentence(ran), ran.err + range);
    }
}

PLAIN_TEST(TestCliPlaytest)
} // namespace tst_cli_playtest

#include "tst_cli_playtest.moc"
