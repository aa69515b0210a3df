#include "engine_core/assets/project/project_trust.h"
#include "engine_core/base/files/user_folders.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

namespace tst_project_trust
{
using namespace engine;

class TestProjectTrust : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatWasMadeHereIsTrusted();
    void aStrangersFolderIsNot();
    void aDecisionIsRemembered();
    void aDecisionCanBeTakenBack();
    void aCopyAsksAgain();
    void anotherFolderAtTheSamePlaceAsksAgain();
    void aLinkLeadsToTheDecisionAboutItsTarget();
    void ofTemplatesOnlyTheShippedSamplesAreTrusted();
    void samplesNeedNoDecision();
    void whatLiesInTheProjectDecidesNothing();
    void whatOthersMayWriteDecidesNothing();
    void scriptsAreListedWithoutFollowingLinks();

private:
    [[nodiscard]] fs::path path(const char* name) const
    {
        return fs::path{m_folder->path().toStdString()} / name;
    }

    /// As it comes out of a zip file.
    [[nodiscard]] Project foreign(const char* name) const
    {
        Project project{path(name), "foreign", {}};
        fs::create_directories(project.scriptFolder());
        fs::create_directories(project.root / "Editor");
        [[maybe_unused]] const auto written =
            writeFileAtomically(project.root / "project.json", projectText(project));
        return project;
    }

    [[nodiscard]] static bool isOn(const Project& project)
    {
        return scriptTrustOf(project) == ScriptTrust::On;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestProjectTrust::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", (m_folder->path() + "/data").toUtf8());
}

void TestProjectTrust::whatWasMadeHereIsTrusted()
{
    const auto project = createProject(path("mine"), "empty");
    VERIFY_OK(project);
    QVERIFY(isOn(*project));
}

void TestProjectTrust::aStrangersFolderIsNot()
{
    QVERIFY(!isOn(foreign("theirs")));
    QVERIFY(!isOn(Project{path("missing"), {}, {}}));
}

void TestProjectTrust::aDecisionIsRemembered()
{
    const auto project = foreign("theirs");
    VERIFY_OK(trustProject(project.root));
    QVERIFY(isOn(project));
    QVERIFY(isOn(Project{project.root / ".", {}, {}}));
}

void TestProjectTrust::aDecisionCanBeTakenBack()
{
    const auto project = foreign("theirs");
    VERIFY_OK(distrustProject(project.root)); // nothing to take back
    VERIFY_OK(trustProject(project.root));
    VERIFY_OK(distrustProject(project.root));
    QVERIFY(!isOn(project));
}

void TestProjectTrust::aCopyAsksAgain()
{
    const auto project = createProject(path("mine"), "empty");
    VERIFY_OK(project);
    fs::copy(project->root, path("copy"), fs::copy_options::recursive);
    QVERIFY(!isOn(Project{path("copy"), {}, {}}));
    fs::rename(project->root, path("moved"));
    QVERIFY(!isOn(Project{path("moved"), {}, {}}));
}

void TestProjectTrust::anotherFolderAtTheSamePlaceAsksAgain()
{
    const auto project = foreign("theirs");
    VERIFY_OK(trustProject(project.root));
    fs::rename(project.root, path("away"));
    QVERIFY(!isOn(foreign("theirs")));
}

void TestProjectTrust::aLinkLeadsToTheDecisionAboutItsTarget()
{
    const auto mine = foreign("mine");
    const auto theirs = foreign("theirs");
    VERIFY_OK(trustProject(mine.root));
    fs::create_directory_symlink(mine.root, path("link"));
    QVERIFY(isOn(Project{path("link"), {}, {}}));
    fs::remove(path("link"));
    fs::create_directory_symlink(theirs.root, path("link"));
    QVERIFY(!isOn(Project{path("link"), {}, {}}));
}

void TestProjectTrust::ofTemplatesOnlyTheShippedSamplesAreTrusted()
{
    const auto installed = path("installed");
    for (const auto* name : {"first_room", "stranger"}) {
        fs::create_directories(installed / "projects" / name);
        VERIFY_OK(writeFileAtomically(installed / "projects" / name / "project.json",
                                      projectText({{}, name, {}})));
    }
    qputenv("MAPWRIGHT_HOME", installed.c_str());
    const auto own = createProject(path("own"), "first_room");
    const auto theirs = createProject(path("theirs"), "stranger");
    qunsetenv("MAPWRIGHT_HOME");
    VERIFY_OK(own);
    VERIFY_OK(theirs);
    QVERIFY(isOn(*own));
    QVERIFY(!isOn(*theirs));
}

void TestProjectTrust::samplesNeedNoDecision()
{
    const auto samples = installationFolder() / "projects";
    QVERIFY(isOn(Project{samples / "first_room", {}, {}}));
    QVERIFY(isSampleProject(samples / "first_room"));
    QVERIFY(!isSampleProject(samples));
    QVERIFY(!isSampleProject(samples / "first_room" / "scenes"));
    QVERIFY(!isSampleProject(foreign("first_room").root));
    // Each that is shipped is known, and nothing else beside them.
    for (const auto& entry : fs::directory_iterator{samples})
        QVERIFY2(isSampleProject(entry.path()), entry.path().c_str());
    qputenv("MAPWRIGHT_HOME", m_folder->path().toUtf8());
    const auto beside = foreign("projects/unpacked");
    const bool isSample = isSampleProject(beside.root);
    qunsetenv("MAPWRIGHT_HOME");
    QVERIFY(!isSample);
}

void TestProjectTrust::whatLiesInTheProjectDecidesNothing()
{
    const auto project = foreign("theirs");
    VERIFY_OK(trustProject(project.root));
    const auto decision = *readFile(userFolderOf(project.root) / "trust.json");
    VERIFY_OK(distrustProject(project.root));
    fs::create_directories(project.cacheFolder());
    VERIFY_OK(writeFileAtomically(project.cacheFolder() / "trust.json", decision));
    VERIFY_OK(writeFileAtomically(project.root / "trust.json", decision));
    QVERIFY(!isOn(project));
}

void TestProjectTrust::whatOthersMayWriteDecidesNothing()
{
    const auto project = foreign("theirs");
    VERIFY_OK(trustProject(project.root));
    const auto folder = userFolderOf(project.root);
    QCOMPARE(::chmod(folder.c_str(), 0777), 0);
    QVERIFY(!isOn(project));
    QCOMPARE(::chmod(folder.c_str(), 0700), 0);
    QVERIFY(isOn(project));
    VERIFY_OK(writeFileAtomically(folder / "trust.json", "{}"));
    QVERIFY(!isOn(project));
}

void TestProjectTrust::scriptsAreListedWithoutFollowingLinks()
{
    const auto project = foreign("theirs");
    fs::create_directories(project.scriptFolder() / "deep");
    VERIFY_OK(writeFileAtomically(project.scriptFolder() / "deep" / "b.as", "12345"));
    VERIFY_OK(writeFileAtomically(project.root / "Editor" / "a.as", ""));
    VERIFY_OK(writeFileAtomically(project.root / "Editor" / "a.txt", ""));
    fs::create_directory_symlink(project.root, project.scriptFolder() / "round");
    const auto scripts = scriptsOf(project);
    QCOMPARE(scripts.size(), std::size_t{2});
    QCOMPARE(scripts[0].file, fs::path{"Editor/a.as"});
    QCOMPARE(scripts[1].file, fs::path{"scripts/deep/b.as"});
    QCOMPARE(scripts[1].bytes, std::uintmax_t{5});
    QCOMPARE(scriptsOf(project, 1).size(), std::size_t{1});
}

CORE_TEST(TestProjectTrust)
} // namespace tst_project_trust

#include "tst_project_trust.moc"
