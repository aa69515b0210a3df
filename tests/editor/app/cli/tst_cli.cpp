#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/navigation.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"
#include "tests/support/system/run_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include <fstream>

namespace tst_cli
{
using namespace engine;
using mapwright::test::isOneSentence;
using mapwright::test::runProgram;

class TestCli : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void helpListsEveryCommandOfTheContract();
    void wrongUsageIsStatus2_data();
    void wrongUsageIsStatus2();
    void aSceneWithoutACommandSaysHowToOpenIt();
    void commandsYetToComeSaySo_data();
    void commandsYetToComeSaySo();
    void newCreatesAProject();
    void newLeavesAFolderInUseAlone();
    void infoCountsTheScene();
    void unreadableInputsAreStatus3_data();
    void unreadableInputsAreStatus3();
    void validateFindsNothingInAGoodScene();
    void validateTellsPlaceAndFix();
    void validateListsUnreadableScenesToo();
    void validateTellsOfPrefabs();
    void formatWritesTheCanonicalForm();
    void formatLeavesScenesWithProblemsAlone();
    void unwritableOutputIsStatus4AndTheOldFileStays();
    void aFullDiskForTheResultIsStatus4();
    void aRenamedAssetIsFollowed();
    void anExportedModelIsImportedAsObjects();
    void modelsThatCannotBeImportedAreToldInASentence();
    void anImportedMapSaysWhoseMeasuresItGot();

private:
    [[nodiscard]] fs::path path(const std::string& name) const
    {
        return fs::path{m_folder.path().toStdString()} / name;
    }

    [[nodiscard]] QString arg(const std::string& name) const
    {
        return QString::fromStdString(path(name).string());
    }

    QTemporaryDir m_folder;
    TypeRegistry m_types;
};

void TestCli::initTestCase()
{
    registerComponents(m_types);
    QCOMPARE(runProgram({"new", arg("room")}).status, 0);
    World world;
    world.setNextId(100);
    ::mapwright::test::buildRoom(world);
    ::mapwright::test::addLight(world, {0, 3, 0});
    ::mapwright::test::addPlayerStart(world, {0, 0, 0});
    VERIFY_OK(saveScene(world, m_types, path("room/scenes/start.scene.json")));
    std::ofstream{path("text.scene.json")} << "worldspawn";
    std::ofstream{path("newer.scene.json")} << R"({"format":99})";
}

void TestCli::helpListsEveryCommandOfTheContract()
{
    const auto ran = runProgram({"help"});
    QCOMPARE(ran.status, 0);
    for (const char* name : {"new", "info", "validate", "format", "import", "export", "diff",
                             "merge", "navmesh", "path", "foliage", "script-api"})
        QVERIFY2(ran.out.contains(QByteArray{"\n  "} + name + ' '), name);
    QVERIFY(runProgram({"help", "validate"}).out.contains("mapwright validate SCENE"));
    QVERIFY(runProgram({"--version"}).out.startsWith("mapwright "));
}

void TestCli::wrongUsageIsStatus2_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("unknown command") << QStringList{"fly"};
    QTest::newRow("no folder") << QStringList{"new"};
    QTest::newRow("unknown template") << QStringList{"new", arg("x"), "--template", "castle"};
    QTest::newRow("option without value") << QStringList{"new", arg("x"), "--template"};
    QTest::newRow("no scene to inform about") << QStringList{"info"};
    QTest::newRow("unknown option") << QStringList{"info", "a", "--fast"};
    QTest::newRow("two scenes") << QStringList{"info", "a", "b"};
    QTest::newRow("no scene to validate") << QStringList{"validate", "--json"};
    QTest::newRow("no scene to format") << QStringList{"format", "--check"};
    QTest::newRow("help on nothing known") << QStringList{"help", "fly"};
}

void TestCli::wrongUsageIsStatus2()
{
    QFETCH(QStringList, arguments);
    const auto ran = runProgram(arguments);
    QCOMPARE(ran.status, 2);
    QVERIFY2(isOneSentence(ran), ran.err.constData());
    QVERIFY(!fs::exists(path("x")));
}

void TestCli::aSceneWithoutACommandSaysHowToOpenIt()
{
    const auto ran = runProgram({"room.scene.json"});
    QCOMPARE(ran.status, 2);
    QVERIFY2(isOneSentence(ran) && ran.err.contains("`mapwright edit room.scene.json` opens it"),
             ran.err);
}

void TestCli::commandsYetToComeSaySo_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"diff", "merge"})
        QTest::newRow(name) << QString{name};
}

void TestCli::commandsYetToComeSaySo()
{
    QFETCH(QString, name);
    const auto ran = runProgram({name, "a", "-o", "b"});
    QCOMPARE(ran.status, 2);
    QVERIFY(isOneSentence(ran));
    QVERIFY(ran.err.contains("not in this version"));
}

void TestCli::newCreatesAProject()
{
    const auto ran = runProgram({"new", arg("fresh"), "--template", "empty", "--json"});
    QCOMPARE(ran.status, 0);
    const auto scene = ran.json()["scene"].toString();
    QVERIFY(QFile::exists(scene));
    QVERIFY(QFile::exists(ran.json()["project"].toString() + "/project.json"));
    QCOMPARE(runProgram({"format", "--check", scene}).status, 0);
}

void TestCli::newLeavesAFolderInUseAlone()
{
    const auto before = *readFile(path("room/project.json"));
    const auto ran = runProgram({"new", arg("room")});
    QCOMPARE(ran.status, 4);
    QVERIFY(isOneSentence(ran));
    QCOMPARE(*readFile(path("room/project.json")), before);
}

void TestCli::infoCountsTheScene()
{
    const auto ran = runProgram({"info", arg("room/scenes/start.scene.json"), "--json"});
    QCOMPARE(ran.status, 0);
    const auto info = ran.json();
    QCOMPARE(info["brushes"].toInt(), 6);
    QCOMPARE(info["faces"].toInt(), 36);
    QCOMPARE(info["entities"].toInt(), 8);
    QCOMPARE(info["lights"].toInt(), 1);
    QCOMPARE(info["instances"].toInt(), 0);
    QCOMPARE(info["materials"].toInt(), 3);
    QCOMPARE(info["format"].toInt(), SceneFormat);
    QCOMPARE(info["bounds"].toObject()["max"].toArray()[1].toDouble(), 4.25);
    const auto scene = loadScene(path("room/scenes/start.scene.json"), m_types);
    QCOMPARE(info["content_hash"].toString().toStdString(),
             hashToText(contentHash(*scene->world, m_types)));
    QCOMPARE(runProgram({"info", arg("room"), "--json"}).out, ran.out); // by the project's folder
    QVERIFY(runProgram({"info", arg("room")}).out.contains("brushes"));
}

void TestCli::unreadableInputsAreStatus3_data()
{
    QTest::addColumn<QStringList>("arguments");
    for (const char* command : {"info", "format"})
        for (const char* file :
             {"none.scene.json", "text.scene.json", "newer.scene.json", "room/project.json", "."})
            QTest::addRow("%s %s", command, file) << QStringList{command, arg(file)};
    QTest::newRow("a device") << QStringList{"info", "/dev/zero"};
}

void TestCli::unreadableInputsAreStatus3()
{
    QFETCH(QStringList, arguments);
    const auto ran = runProgram(arguments);
    QCOMPARE(ran.status, 3);
    QVERIFY2(isOneSentence(ran), ran.err.constData());
}

void TestCli::validateFindsNothingInAGoodScene()
{
    World world;
    ::mapwright::test::addPlayerStart(world, {0, 0, 0});
    VERIFY_OK(saveScene(world, m_types, path("room/scenes/good.scene.json")));
    const auto ran = runProgram({"validate", arg("room/scenes/good.scene.json"), "--json"});
    QCOMPARE(ran.status, 0);
    QVERIFY(ran.json()["issues"].isArray());
    QVERIFY(ran.json()["issues"].toArray().isEmpty());
}

void TestCli::validateTellsPlaceAndFix()
{
    std::ofstream{path("room/scenes/bad.scene.json")}
        << "{\"format\":2,\"entities\":[\n"
           "{\"id\":2,\"parent\":3,\"components\":{\"player_start\":{}}},\n"
           "{\"id\":3,\"parent\":2,\"components\":{\"script\":{\"file\":\"none.as\"}}},\n"
           "{\"id\":4,\"components\":{\"light\":{\"range\":-1},"
           "\"audio_source\":{\"sound\":\"none.wav\"},"
           "\"wires\":{\"list\":{\"list\":[{\"bag\":{\"output\":\"used\"}}]}}}}]}";
    const auto ran = runProgram({"validate", "--json", arg("room/scenes/bad.scene.json")});
    QCOMPARE(ran.status, 1);
    QMap<QString, QJsonObject> byRule;
    for (const auto& issue : ran.json()["issues"].toArray())
        byRule[issue.toObject()["rule"].toString()] = issue.toObject();
    QCOMPARE(byRule.keys(), (QStringList{"bad-value", "missing-script", "missing-sound",
                                         "parent-cycle", "wire-target"}));
    QCOMPARE(byRule["bad-value"]["place"].toString(), QString{"line 4, column 40"});
    QCOMPARE(byRule["bad-value"]["entity"].toInt(), 4);
    QCOMPARE(byRule["missing-script"]["severity"].toString(), QString{"error"});
    for (const auto& issue : byRule)
        QVERIFY(!issue["message"].toString().isEmpty() && !issue["fix"].toString().isEmpty());

    const auto missing = runProgram({"validate", arg("room"), "--json"});
    QCOMPARE(missing.status, 1);
    QVERIFY(missing.out.contains("missing-material"));
    QVERIFY(missing.out.contains("scififloorb"));
}

void TestCli::validateTellsOfPrefabs()
{
    QCOMPARE(runProgram({"new", arg("prefabs")}).status, 0);
    const auto scene = path("prefabs") / "scenes" / "prefabs.scene.json";
    const auto file = path("prefabs") / "assets" / "prefabs" / "box.prefab.json";
    VERIFY_OK(writeFileAtomically(scene, R"({"format":2,"entities":[{"id":9,"name":"a box",
        "components":{"linked_group":{"link":9},"prefab":{"file":"prefabs/box.prefab.json"}}}]})"));
    const auto word = QString::fromStdString(scene.string());
    const auto missing = runProgram({"validate", word});
    QCOMPARE(missing.status, 1);
    QVERIFY2(missing.out.contains("'prefabs/box.prefab.json' does not exist"), missing.out);
    fs::create_directories(file.parent_path());
    VERIFY_OK(writeFileAtomically(file, "{\n\"entities\": oops}"));
    const auto broken = runProgram({"validate", word});
    QVERIFY2(broken.out.contains("[broken-prefab]") && broken.out.contains("line 2"), broken.out);
    VERIFY_OK(writeFileAtomically(file, R"({"format":2,"entities":[{"id":5,"name":"part"}]})"));
    const auto old = runProgram({"validate", word});
    QVERIFY2(old.out.contains("[old-prefab]"), old.out);
    const auto info = runProgram({"info", word, "--json"});
    QVERIFY2(info.out.contains("\"prefab_instances\":1") ||
                 info.out.contains("\"prefab_instances\": 1"),
             info.out);
}

void TestCli::validateListsUnreadableScenesToo()
{
    const auto ran = runProgram({"validate", "--json", arg("text.scene.json"), arg("room")});
    QCOMPARE(ran.status, 3);
    const auto first = ran.json()["issues"].toArray()[0].toObject();
    QCOMPARE(first["rule"].toString(), QString{"unreadable"});
    QCOMPARE(first["place"].toString(), QString{"line 1, column 1"});
    QVERIFY(ran.json()["issues"].toArray().size() > 1);
    const auto text = runProgram({"validate", arg("text.scene.json")});
    QCOMPARE(text.status, 3);
    QCOMPARE(text.out.count("line 1, column 1"), 1); // once is enough
    QVERIFY2(text.err.isEmpty(), text.err.constData());
}

void TestCli::formatWritesTheCanonicalForm()
{
    const auto scene = path("room/scenes/loose.scene.json");
    std::ofstream{scene} << R"({ "format": 2, "entities": [ {"name":"a", "id":5} ] })";
    const auto file = QString::fromStdString(scene.string());
    const auto before = *readFile(scene);
    QCOMPARE(runProgram({"format", file, "--check", "--json"}).json()["changed"].toBool(), true);
    QCOMPARE(runProgram({"format", file, "--check"}).status, 1);
    QCOMPARE(*readFile(scene), before);
    QCOMPARE(runProgram({"format", file}).status, 0);
    const auto after = *readFile(scene);
    QVERIFY(after != before);
    const auto again = runProgram({"format", file, "--json"});
    QCOMPARE(again.status, 0);
    QCOMPARE(again.json()["changed"].toBool(true), false);
    QCOMPARE(*readFile(scene), after);
}

void TestCli::formatLeavesScenesWithProblemsAlone()
{
    const auto scene = path("room/scenes/problem.scene.json");
    std::ofstream{scene} << R"({"format":2,"entities":[{"id":5,"name":7}]})";
    const auto before = *readFile(scene);
    const auto ran = runProgram({"format", QString::fromStdString(scene.string())});
    QCOMPARE(ran.status, 1);
    QCOMPARE(*readFile(scene), before);
}

void TestCli::unwritableOutputIsStatus4AndTheOldFileStays()
{
    QCOMPARE(runProgram({"new", "/proc/room"}).status, 4);
    QCOMPARE(runProgram({"new", arg("text.scene.json") + "/room"}).status, 4);
    const auto folder = path("read only");
    fs::create_directories(folder);
    std::ofstream{folder / "a.scene.json"} << R"({"format": 2})";
    fs::permissions(folder, fs::perms{0555});
    const auto ran = runProgram({"format", arg("read only/a.scene.json")});
    fs::permissions(folder, fs::perms{0755});
    // The superuser may write into read-only folders.
    QCOMPARE(ran.status, ::geteuid() == 0 ? 0 : 4);
    if (ran.status == 4)
        QCOMPARE(*readFile(folder / "a.scene.json"), std::string{R"({"format": 2})"});
    // No step of this one is allowed to the superuser either: /proc takes no new files.
    VERIFY_OK(writeFileAtomically(path("kept.txt"), "old"));
    QVERIFY(!writeFileAtomically("/proc/kept.txt", "new"));
}

void TestCli::aFullDiskForTheResultIsStatus4()
{
    const auto ran = runProgram({"info", arg("room"), "--json"}, "/dev/full");
    QCOMPARE(ran.status, 4);
    QVERIFY(ran.err.startsWith("mapwright: "));
}

void TestCli::aRenamedAssetIsFollowed()
{
    QCOMPARE(runProgram({"new", arg("renamed"), "--template", "first_room"}).status, 0);
    const auto scene = path("renamed") / "scenes" / "start.scene.json";
    const auto count = [&](const std::string& name) {
        const auto text = *readFile(scene);
        std::size_t found = 0;
        for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
            ++found;
        return found;
    };
    const auto faces = count("\"Materials/Spaceship/scififloorb\"");
    QVERIFY(faces > 0);
    const auto renamed =
        runProgram({"assets", "rename", arg("renamed"), "Materials/Spaceship/scififloorb",
                    "Materials/floor", "--json"});
    QCOMPARE(renamed.status, 0);
    QCOMPARE(renamed.json()["files"].toInt(), 1);
    QCOMPARE(count("\"Materials/floor\""), faces);
    QCOMPARE(count("\"Materials/Spaceship/scififloorb\""), std::size_t{0});
    const auto refused =
        runProgram({"assets", "rename", arg("renamed"), "Materials/floor", "../floor"});
    QCOMPARE(refused.status, 2);
    QVERIFY(isOneSentence(refused));
    QCOMPARE(runProgram({"assets", "rename", arg("renamed")}).status, 2);
}

void TestCli::anExportedModelIsImportedAsObjects()
{
    for (const auto* name : {"room.map", "room.obj"}) {
        const auto refused =
            runProgram({"export", arg("room"), "-o", arg(name), "--plants", "none", "--quiet"});
        QCOMPARE(refused.status, 2);
        QVERIFY(isOneSentence(refused));
    }
    QCOMPARE(runProgram({"export", arg("room"), "-o", arg("room.glb"), "--quiet"}).status, 0);
    const auto ran = runProgram({"import", arg("room.glb"), "-o",
                                 arg("room/scenes/again.scene.json"), "--json", "--quiet"});
    QCOMPARE(ran.status, 0);
    const auto result = ran.json();
    QCOMPARE(result["brushes"].toInt(), 0);
    QCOMPARE(result["instances"].toInt(), 6);
    QCOMPARE(result["entities"].toInt(), 8);
    QCOMPARE(result["lights"].toInt(), 1);
    QCOMPARE(result["meshes"].toInt(), 6);
    QVERIFY(result["skipped"].toArray().isEmpty());
    QVERIFY(fs::is_directory(path("room/assets/Models/room")));
    const auto scene = loadScene(path("room/scenes/again.scene.json"), m_types);
    VERIFY_OK(scene);
    QCOMPARE(scene->world->count<MeshInstance>(), std::size_t{6});
    const auto checked = runProgram({"validate", arg("room/scenes/again.scene.json"), "--json"});
    QVERIFY(!checked.out.contains("mesh")); // every file is there and can be read
}

void TestCli::anImportedMapSaysWhoseMeasuresItGot()
{
    const auto map = arg(fs::path{MAPWRIGHT_SOURCE_DIR} / "tests/fixtures/maps/standard.map");
    const auto scene = path("room/scenes/measured.scene.json");
    const auto import = [&](const QStringList& options) {
        return runProgram(
            QStringList{"import", map, "-o", arg("room/scenes/measured.scene.json"), "--quiet"} +
            options);
    };
    const auto ran = import({"--json"});
    QCOMPARE(ran.status, 0);
    const auto measures = ran.json()["measures"].toObject();
    QCOMPARE(measures["game"].toString(), QStringLiteral("quake"));
    QCOMPARE(measures["step_height"].toDouble(), 0.5625);
    QCOMPARE(measures["player"].toBool(), true);
    const auto loaded = loadScene(scene, m_types);
    VERIFY_OK(loaded);
    QCOMPARE(loaded->world->count<NavAgent>(), std::size_t{1});
    QVERIFY(import({}).out.contains("the measures of Quake: 1.00 m wide"));
    QVERIFY(import({"--measures", "half-life"}).out.contains("2.25 m tall"));
    QVERIFY(import({"--scale", "0.025"}).out.contains("steps of 0.45 m"));

    const auto kept = import({"--measures", "keep", "--json"});
    QVERIFY(kept.json()["measures"].toObject()["game"].isNull());
    const auto usual = loadScene(scene, m_types);
    VERIFY_OK(usual);
    QCOMPARE(usual->world->count<NavAgent>() + usual->world->count<Character>(), std::size_t{0});

    const auto unknown = import({"--measures", "doom"});
    QCOMPARE(unknown.status, 2);
    QVERIFY(unknown.err.contains("auto, keep, quake or half-life, not 'doom'"));
    const auto model = runProgram(
        {"import", arg("room.glb"), "-o", arg("room/scenes/x.scene.json"), "--measures", "quake"});
    QCOMPARE(model.status, 2);
    QVERIFY(model.err.contains("a model has no player"));
}

void TestCli::modelsThatCannotBeImportedAreToldInASentence()
{
    std::ofstream{path("old.fbx")} << "Kaydara";
    std::ofstream{path("broken.glb")} << "glTF nothing";
    const auto fbx = runProgram({"import", arg("old.fbx"), "-o", arg("room/scenes/x.scene.json")});
    QCOMPARE(fbx.status, 2);
    QVERIFY(isOneSentence(fbx));
    const auto broken =
        runProgram({"import", arg("broken.glb"), "-o", arg("room/scenes/x.scene.json"), "--quiet"});
    QCOMPARE(broken.status, 3);
    QVERIFY(isOneSentence(broken));
    std::ofstream{path("point.obj")} << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    const auto nowhere =
        runProgram({"import", arg("point.obj"), "-o", arg("alone.scene.json"), "--quiet"});
    QCOMPARE(nowhere.status, 4);
    QVERIFY(isOneSentence(nowhere));
    QVERIFY(!fs::exists(path("room/scenes/x.scene.json")));
}

CORE_TEST(TestCli)
} // namespace tst_cli

#include "tst_cli.moc"
