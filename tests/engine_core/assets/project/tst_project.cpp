#include "engine_core/assets/project/project.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

namespace tst_project
{
using namespace engine;

class TestProject : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void anEmptyProjectOpensWithACanonicalScene();
    void theSampleRoomIsATemplate();
    void aFolderInUseIsLeftAlone();
    void whoeverIsKilledLeavesNothingInThePlace();
    void anUnknownTemplateIsNamed();
    void theProjectOfASceneIsFoundUpwards();
    void filesBelowTheAssetsHaveAPathThere();
    void brokenProjectFilesAreRefused_data();
    void brokenProjectFilesAreRefused();

private:
    [[nodiscard]] fs::path path(const std::string& name) const
    {
        return fs::path{m_folder.path().toStdString()} / name;
    }

    QTemporaryDir m_folder;
};

void TestProject::anEmptyProjectOpensWithACanonicalScene()
{
    VERIFY_OK(createProject(path("my level"), "empty"));
    const auto project = openProject(path("my level"));
    VERIFY_OK(project);
    QCOMPARE(project->name, std::string{"my level"});
    QCOMPARE(project->startScene, std::string{"scenes/start.scene.json"});
    QCOMPARE(scenesOf(*project), std::vector<fs::path>{"scenes/start.scene.json"});
    VERIFY_OK(openProject(path("my level") / "project.json"));

    TypeRegistry types;
    registerComponents(types);
    const auto text = readFile(project->root / project->startScene);
    const auto scene = readScene(*text, types, "start");
    VERIFY_OK(scene);
    QCOMPARE(writeScene(*scene->world, types), *text);
}

void TestProject::theSampleRoomIsATemplate()
{
    const auto names = projectTemplates();
    if (std::find(names.begin(), names.end(), "first_room") == names.end()) {
        // The sample is made by its generator; without its project.json it is no template.
        QVERIFY(!fs::exists(installationFolder() / "projects/first_room/project.json"));
        return;
    }
    const auto project = createProject(path("copy"), "first_room");
    VERIFY_OK(project);
    QCOMPARE(project->name, std::string{"copy"});
    QVERIFY(fs::exists(project->assetFolder() / "Materials"));
    QVERIFY(!fs::exists(project->cacheFolder()));
}

void TestProject::aFolderInUseIsLeftAlone()
{
    fs::create_directories(path("used"));
    std::ofstream{path("used") / "letter.txt"} << "dear";
    QVERIFY(!createProject(path("used"), "empty"));
    QVERIFY(fs::exists(path("used") / "letter.txt"));
    QVERIFY(!fs::exists(path("used") / "project.json"));
    QVERIFY(!createProject(path("used") / "letter.txt", "empty"));
    QVERIFY(!createProject(path("used") / "letter.txt" / "below", "empty"));
}

void TestProject::whoeverIsKilledLeavesNothingInThePlace()
{
    int killed = 0;
    for (int i = 0; i < 40; ++i) {
        const auto place = path("killed" + std::to_string(i));
        if (i % 2 == 1)
            fs::create_directories(place); // an empty folder is taken, too
        const auto child = ::fork();
        if (child == 0) {
            (void)createProject(place, "first_room");
            ::_exit(0);
        }
        ::usleep(static_cast<useconds_t>(i) * 150);
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        killed += WIFSIGNALED(status) ? 1 : 0;
        if (openProject(place))
            continue;
        QVERIFY(!fs::exists(place) || fs::is_empty(place));
        VERIFY_OK(createProject(place, "first_room"));
    }
    QVERIFY(killed > 0);
}

void TestProject::anUnknownTemplateIsNamed()
{
    const auto project = createProject(path("x"), "castle");
    QVERIFY(!project);
    QVERIFY(project.error().message().find("castle") != std::string::npos);
    QVERIFY(!fs::exists(path("x")));
    QVERIFY(!createProject(path("x"), "../first_room"));
}

void TestProject::theProjectOfASceneIsFoundUpwards()
{
    VERIFY_OK(createProject(path("found"), "empty"));
    const auto project = projectOfScene(path("found") / "scenes/deep/er/x.scene.json");
    VERIFY_OK(project);
    QCOMPARE(project->name, std::string{"found"});
    QVERIFY(!projectOfScene(path("scenes/x.scene.json")));
}

void TestProject::filesBelowTheAssetsHaveAPathThere()
{
    VERIFY_OK(createProject(path("paths"), "empty"));
    const auto project = openProject(path("paths"));
    VERIFY_OK(project);
    const auto assets = project->assetFolder();
    QCOMPARE(assetPathOf(assets / "Sounds" / "a.wav", *project), std::string{"Sounds/a.wav"});
    QCOMPARE(assetPathOf(assets / "Sounds" / ".." / "b.png", *project), std::string{"b.png"});
    QCOMPARE(assetPathOf(assets / "..odd.png", *project), std::string{"..odd.png"});
    QCOMPARE(assetPathOf(assets / ".." / "c.png", *project), std::string{});
    QCOMPARE(assetPathOf(path("elsewhere.png"), *project), std::string{});
    QCOMPARE(assetPathOf(assets, *project), std::string{});
}

void TestProject::brokenProjectFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray{};
    QTest::newRow("not JSON") << QByteArray{"name=x"};
    QTest::newRow("no object") << QByteArray{"[]"};
    QTest::newRow("no format") << QByteArray{R"({"name":"x"})"};
    QTest::newRow("newer format") << QByteArray{R"({"format":2,"name":"x"})"};
    QTest::newRow("name of a wrong type") << QByteArray{R"({"format":1,"name":5})"};
    QTest::newRow("start scene that climbs out")
        << QByteArray{R"({"format":1,"startScene":"../../x.scene.json"})"};
    QTest::newRow("absolute start scene")
        << QByteArray{R"({"format":1,"startScene":"/x.scene.json"})"};
}

void TestProject::brokenProjectFilesAreRefused()
{
    QFETCH(QByteArray, text);
    const auto folder = path(std::string{"broken "} + QTest::currentDataTag());
    fs::create_directories(folder);
    std::ofstream{folder / "project.json"} << text.toStdString();
    const auto project = openProject(folder);
    QVERIFY(!project);
    QVERIFY(project.error().message().find("project.json") != std::string::npos);
}

PLAIN_TEST(TestProject)
} // namespace tst_project

#include "tst_project.moc"
