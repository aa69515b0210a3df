#include "engine_core/navigation/mesh/nav_file.h"
#include "engine_core/navigation/query/nav_why.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/system/run_program.h"

#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/types.h>

#include <csignal>

namespace tst_cli_navigation
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A project whose scene has two rooms, and a step between them that is too high.
struct Project
{
    QTemporaryDir folder;
    TypeRegistry types;
    fs::path scene;
    NavFixture level;

    Project()
    {
        registerComponents(types);
        const auto root = fs::path{folder.path().toStdString()} / "rooms";
        ENGINE_EXPECT(runProgram({"new", QString::fromStdString(root.string())}).status == 0);
        scene = root / "scenes/start.scene.json";
        level.box({-10, -1, -3}, {0, 0, 3}, "low");
        level.box({0, -1, -3}, {10, 0.52, 3}, "door sill");
        addPlayerStart(level.world, {-8, 0, 0});
        save();
    }

    void save() const { ENGINE_EXPECT(saveScene(level.world, types, scene)); }

    [[nodiscard]] QString arg() const { return QString::fromStdString(scene.string()); }

    [[nodiscard]] fs::path mesh() const { return navMeshFileOf(scene, "walker"); }
};

/// Whether Ctrl+C asks the program to end instead of ending it.
bool catchesInterrupt(const QProcess& process)
{
    QFile status{QStringLiteral("/proc/%1/status").arg(process.processId())};
    if (!status.open(QIODevice::ReadOnly))
        return false;
    const auto text = status.readAll();
    const auto at = text.indexOf("SigCgt:");
    const auto caught = text.mid(at + 7).split('\n').front().trimmed().toULongLong(nullptr, 16);
    return at >= 0 && (caught >> (SIGINT - 1) & 1U) != 0;
}
} // namespace

class TestCliNavigation : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void navmeshWritesTheFileWithTheFieldsOfTheContract();
    void checkTellsCurrentFromStale();
    void pathFindsAWay();
    void noWayIsExplained();
    void helpNamesEveryCause();
    void theMeshIsDrawn();
    void checksAreRunAndValidated();
    void checksOfAllAgentsAreRun();
    void ctrlCEndsTheLookForReasons();
    void detoursAreExplained();
    void theLevelIsExplored();
    void wrongOptionsAreStatus2_data();
    void wrongOptionsAreStatus2();
    void whoGivesHalfAPathIsToldWhatElseThereIs();
    void unknownAgentsAndScenesAreStatus3();
    void unwritableFoldersAreStatus4();
};

void TestCliNavigation::navmeshWritesTheFileWithTheFieldsOfTheContract()
{
    const Project project;
    const auto ran = runProgram({"navmesh", project.arg(), "--json", "--quiet"});
    QCOMPARE(ran.status, 0);
    const auto json = ran.json();
    for (const char* field : {"tiles", "polygons", "triangles_in", "islands", "seconds", "bytes"})
        QVERIFY2(json.contains(field), field);
    QCOMPARE(json["triangles_in"].toInt(), 24);
    QCOMPARE(json["islands"].toInt(), 2);
    QVERIFY(json["polygons"].toInt() > 0 && json["bytes"].toInt() > 0);
    QVERIFY(fs::exists(project.mesh()));
    const auto two = runProgram({"navmesh", project.arg(), "--json", "--threads", "2"}).json();
    QCOMPARE(two["content_hash"], json["content_hash"]);
    QCOMPARE(two["inputs_hash"], json["inputs_hash"]);
}

void TestCliNavigation::checkTellsCurrentFromStale()
{
    Project project;
    QCOMPARE(runProgram({"navmesh", project.arg(), "--check"}).status, 1);
    QCOMPARE(runProgram({"navmesh", project.arg()}).status, 0);
    QCOMPARE(runProgram({"navmesh", project.arg(), "--check"}).status, 0);
    project.level.box({3, 0.52, -1}, {4, 2, 1}, "crate");
    project.save();
    const auto stale = runProgram({"navmesh", project.arg(), "--check", "--json"});
    QCOMPARE(stale.status, 1);
    QVERIFY(!stale.json()["current"].toBool());
    const auto issues = runProgram({"validate", project.arg(), "--json"});
    QVERIFY(issues.out.contains("stale-navmesh"));
}

void TestCliNavigation::pathFindsAWay()
{
    const Project project;
    const QStringList words{"path", project.arg(), "--from", "-8,0,0", "--to", "-2,0,1", "--json"};
    const auto built = runProgram(words);
    QCOMPARE(built.status, 0);
    const auto json = built.json();
    for (const char* field : {"found", "partial", "length", "corners", "microseconds", "why"})
        QVERIFY2(json.contains(field), field);
    QVERIFY(json["found"].toBool() && !json["partial"].toBool() && json["why"].isNull());
    QVERIFY(std::abs(json["length"].toDouble() - std::hypot(6, 1)) < 0.1);
    QVERIFY(json["corners"].toArray().size() >= 2);
    QCOMPARE(json["mesh"].toString(), QString{"built"});
    QCOMPARE(runProgram({"navmesh", project.arg()}).status, 0);
    const auto stored = runProgram(words).json();
    QCOMPARE(stored["mesh"].toString(), QString{"file"});
    QCOMPARE(stored["corners"], json["corners"]);
    // As the dock counts them: places where the way turns.
    const auto text = runProgram({"path", project.arg(), "--from", "-8,0,0", "--to", "-2,0,1"});
    QVERIFY2(text.out.contains(", 0 corners, "), qPrintable(text.out));
}

void TestCliNavigation::noWayIsExplained()
{
    const Project project;
    const auto ran =
        runProgram({"path", project.arg(), "--from", "-8,0,0", "--to", "8,0.52,0", "--json"});
    QCOMPARE(ran.status, 1);
    const auto why = ran.json()["why"].toObject();
    for (const char* field : {"cause", "place", "message", "fix"})
        QVERIFY2(why.contains(field), field);
    QCOMPARE(why["cause"].toString(), QString{"step"});
    QVERIFY(why["message"].toString().contains("0.52 m"));
    QVERIFY(why["message"].toString().contains("door sill"));
    QVERIFY(std::abs(why["place"].toArray()[0].toDouble()) < 0.2);
}

void TestCliNavigation::helpNamesEveryCause()
{
    const auto page = runProgram({"help", "path"}).out;
    for (int i = 1; i <= static_cast<int>(NavCause::StaleTile); ++i) {
        const QByteArray name{navCauseName(static_cast<NavCause>(i))};
        QVERIFY2(page.contains(' ' + name + ',') || page.contains('\n' + name + ',') ||
                     page.contains(' ' + name + '.'),
                 name.constData());
    }
    for (const auto& line : page.split('\n'))
        QVERIFY2(line.size() <= 100, line.constData());
}

void TestCliNavigation::theMeshIsDrawn()
{
    const Project project;
    const auto picture = [&](const QString& mode) {
        const auto file = project.folder.filePath(mode + ".png");
        const auto ran = runProgram({"render", project.arg(), "-o", file, "--mode", mode, "--size",
                                     "160x90", "--camera", "-6,6,6", "--look", "0,0,0"});
        return ran.status == 0 ? *readFile(file.toStdString()) : std::string{};
    };
    const auto plain = picture("textured");
    QVERIFY(!plain.empty());
    const auto drawn = picture("navmesh");
    QVERIFY(!drawn.empty() && drawn != plain);
}

void TestCliNavigation::checksAreRunAndValidated()
{
    Project project;
    NavCheck check;
    check.target = {5, 0, 0};
    project.level.place({-8, 0, 0}, check, "along the hall");
    project.save();
    QCOMPARE(runProgram({"path", project.arg(), "--checks"}).status, 0);
    check.target = {16, 0.52, 0};
    project.level.place({-8, 0, 0}, check, "to the door");
    check.target = {5, 0, 0};
    check.expect = NavExpectation::AtMost;
    check.maxLength = 4;
    project.level.place({-8, 0, 0}, check, "short cut");
    check.expect = NavExpectation::NotReach;
    project.level.place({-8, 0, 0}, check, "never");
    project.save();
    const auto ran = runProgram({"path", project.arg(), "--checks", "--json"});
    QCOMPARE(ran.status, 1);
    QCOMPARE(ran.json()["checks"].toArray().size(), 4);
    QCOMPARE(ran.json()["failed"].toInt(), 3);
    const auto issues = runProgram({"validate", project.arg()});
    QCOMPARE(issues.status, 1);
    QCOMPARE(issues.out.count("path-check"), 3);
    QVERIFY(issues.out.contains("'to the door'"));
    QVERIFY(issues.out.contains("climbs 0.35 m"));
}

void TestCliNavigation::checksOfAllAgentsAreRun()
{
    Project project;
    project.level.place({0, 0, 0}, NavAgent{}, "guard");
    project.level.place({0, 0, 0}, NavAgent{}, "tank");
    NavCheck check;
    check.target = {5, 0, 0};
    check.agent = "guard";
    project.level.place({-8, 0, 0}, check, "along the hall");
    project.save();
    const auto guard = runProgram({"path", project.arg(), "--checks", "--json"});
    QCOMPARE(guard.status, 0);
    QCOMPARE(guard.json()["agents"].toArray(), QJsonArray{"guard"}); // nobody asks of the other
    check.agent = "tank";
    check.target = {16, 0.52, 0}; // up a step that is too high
    project.level.place({-8, 0, 0}, check, "for tanks");
    project.save();
    const auto both = runProgram({"path", project.arg(), "--checks", "--json"});
    QCOMPARE(both.status, 1);
    QCOMPARE(both.json()["checks"].toArray().size(), 2);
    QCOMPARE(both.json()["checks"].toArray()[1].toObject()["agent"].toString(), QString{"tank"});
    QCOMPARE(both.json()["failed"].toInt(), 1);
    QCOMPARE(runProgram({"path", project.arg(), "--checks", "--agent", "guard"}).status, 0);
    check.agent = "ghost";
    project.level.place({-8, 0, 0}, check, "for nobody");
    project.save();
    const auto all = runProgram({"path", project.arg(), "--checks"});
    QCOMPARE(all.status, 1);
    QVERIFY2(all.out.contains("'ghost', which does not exist"), qPrintable(all.out));
    QVERIFY2(all.out.contains("1 of 3 checks hold for 2 agents"), qPrintable(all.out));
}

void TestCliNavigation::ctrlCEndsTheLookForReasons()
{
    Project project;
    project.level.box({-0.3, 0, -3}, {0.3, 5, 3}, "wall");
    NavCheck check;
    check.target = {12, 0.52, 0};
    for (int i = 0; i < 400; ++i) // more than it could explain within the test
        project.level.place({-6, 0, -2 + 0.01 * i}, check);
    project.save();
    QProcess process;
    process.start(program(), {"validate", project.arg()});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(catchesInterrupt(process), 30000);
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    const auto ran = finished(process);
    QCOMPARE(ran.status, 5);
    QVERIFY(ran.out.isEmpty());
    QVERIFY2(ran.err.contains("the checks were cancelled"), qPrintable(ran.err));
}

void TestCliNavigation::detoursAreExplained()
{
    Project project;
    project.level.box({-5.3, 0, -3}, {-5, 3, 2}, "screen");
    project.save();
    const auto ran =
        runProgram({"path", project.arg(), "--from", "-6,0,-2.5", "--to", "-4,0,-2.5", "--json"});
    QCOMPARE(ran.status, 0);
    QVERIFY(ran.json()["found"].toBool());
    const auto why = ran.json()["why"].toObject();
    QCOMPARE(why["cause"].toString(), QString{"obstacle"});
    QVERIFY(why["message"].toString().contains("'screen' stands in between"));
    QVERIFY(why["short_way"].toDouble() < 2.5);
}

void TestCliNavigation::theLevelIsExplored()
{
    Project project;
    project.level.box({-6, 0, 1}, {-4, 4, 3}, "tower");
    project.level.box({-9, 0, -3}, {-7, 3, -1}, "crate");
    project.level.box({4, 0.52, -3}, {10, 1.5, 3}, "ledge");
    project.save();
    const auto ran = runProgram(
        {"path", project.arg(), "--explore", "--bots", "1", "--seconds", "3", "--json", "--quiet"});
    QCOMPARE(ran.status, 1);
    const auto json = ran.json();
    for (const char* field :
         {"agent", "islands", "islands_reached", "area_reached", "findings", "bots", "problem"})
        QVERIFY2(json.contains(field), field);
    QCOMPARE(json["bots"].toObject()["ticks"].toInt(), 180);
    const auto findings = json["findings"].toArray();
    QVERIFY(!findings.isEmpty());
    const auto first = findings[0].toObject();
    QCOMPARE(first["kind"].toString(), QString{"unreachable_floor"});
    QVERIFY(first["place"].toArray()[0].toDouble() > 4);
    QVERIFY(first["message"].toString().endsWith('.'));
}

void TestCliNavigation::wrongOptionsAreStatus2_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("no scene") << QStringList{"navmesh"};
    QTest::newRow("threads") << QStringList{"navmesh", "x", "--threads", "none"};
    QTest::newRow("unknown") << QStringList{"navmesh", "x", "--fast"};
    QTest::newRow("path without points") << QStringList{"path", "x"};
    QTest::newRow("half a path") << QStringList{"path", "x", "--from", "0,0,0"};
    QTest::newRow("no point") << QStringList{"path", "x", "--from", "0,0", "--to", "0,0,0"};
    QTest::newRow("explore") << QStringList{"path", "x", "--explore", "--bots", "many"};
    QTest::newRow("a point outside of the world")
        << QStringList{"path", "x", "--from", "1e20,0,0", "--to", "0,0,0"};
    QTest::newRow("both") << QStringList{"path", "x", "--checks", "--from", "0,0,0"};
}

void TestCliNavigation::wrongOptionsAreStatus2()
{
    QFETCH(QStringList, words);
    const auto ran = runProgram(words);
    QCOMPARE(ran.status, 2);
    QVERIFY(ran.out.isEmpty());
    QCOMPARE(ran.err.count('\n'), 1);
}

void TestCliNavigation::whoGivesHalfAPathIsToldWhatElseThereIs()
{
    const auto ran = runProgram({"path", "x", "--from", "0,0,0"});
    for (const char* way : {"--from and --to", "--checks", "--explore"})
        QVERIFY2(ran.err.contains(way), way);
}

void TestCliNavigation::unknownAgentsAndScenesAreStatus3()
{
    const Project project;
    for (const QStringList& words :
         {QStringList{"navmesh", project.arg()},
          {"path", project.arg(), "--from", "-8,0,0", "--to", "-2,0,1"},
          {"path", project.arg(), "--explore"},
          {"render", project.arg(), "-o", project.folder.filePath("x.png"), "--mode", "navmesh"}}) {
        const auto ran = runProgram(words + QStringList{"--agent", "cat"});
        QVERIFY2(ran.status == 3, qPrintable(words.join(' ')));
        QVERIFY(ran.err.contains("'walker'"));
    }
    QCOMPARE(runProgram({"navmesh", "/nowhere.scene.json"}).status, 3);
}

void TestCliNavigation::unwritableFoldersAreStatus4()
{
    const Project project;
    // A folder in the file's place cannot be replaced by a file, not even by root.
    fs::create_directories(project.mesh() / "in the way");
    QCOMPARE(runProgram({"navmesh", project.arg()}).status, 4);
}

CORE_TEST(TestCliNavigation)
} // namespace tst_cli_navigation

#include "tst_cli_navigation.moc"
