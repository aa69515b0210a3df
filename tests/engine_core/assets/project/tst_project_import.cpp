#include "engine_core/assets/project/project_import.h"
#include "engine_core/base/jobs.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/system/zip_archive.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace tst_project_import
{
using namespace engine;
using namespace mapwright::test;

namespace
{
const ZipEntry ProjectJson{"project.json", R"({"format":1,"name":"zipped"})"};
} // namespace

class TestProjectImport : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aZippedProjectIsUnpackedAndOpened();
    void aFolderAroundTheProjectIsTakenOff();
    void hostileArchivesAreRefusedAndLeaveNothing_data();
    void hostileArchivesAreRefusedAndLeaveNothing();
    void aFolderInUseIsLeftAlone();
    void aStoppedImportLeavesNothing();

private:
    [[nodiscard]] fs::path path(const std::string& name) const
    {
        return fs::path{m_folder.path().toStdString()} / name;
    }

    [[nodiscard]] fs::path write(const std::string& zip) const
    {
        std::ofstream{path("a.zip"), std::ios::binary} << zip;
        return path("a.zip");
    }

    QTemporaryDir m_folder;
};

void TestProjectImport::aZippedProjectIsUnpackedAndOpened()
{
    const auto zip =
        write(zipOf({ProjectJson, {"assets/", "", 040755}, {"assets/a.txt", "hello"}}));
    const auto project = importProject(zip, path("plain"));
    VERIFY_OK(project);
    QCOMPARE(project->name, std::string{"zipped"});
    QCOMPARE(*readFile(path("plain") / "assets/a.txt"), std::string{"hello"});
}

void TestProjectImport::aStoppedImportLeavesNothing()
{
    const auto zip = write(zipOf({ProjectJson, {"assets/a.txt", "hello"}}));
    JobControl control;
    control.cancel();
    QVERIFY(!importProject(zip, path("stopped/room"), &control));
    QVERIFY(fs::is_empty(path("stopped")));
    QVERIFY(!createProject(path("stopped/copy"), "first_room", &control));
    QVERIFY(fs::is_empty(path("stopped")));
}

void TestProjectImport::aFolderAroundTheProjectIsTakenOff()
{
    auto inner = ProjectJson;
    inner.name = "room/project.json";
    const auto zip = write(zipOf({inner, {"room/assets/a.txt", "hello"}}));
    VERIFY_OK(importProject(zip, path("inner")));
    QVERIFY(fs::exists(path("inner") / "assets/a.txt"));
}

void TestProjectImport::hostileArchivesAreRefusedAndLeaveNothing_data()
{
    QTest::addColumn<QByteArray>("zip");
    const auto row = [](const char* name, const std::string& zip) {
        QTest::newRow(name) << QByteArray::fromStdString(zip);
    };
    row("no archive", "hello");
    row("empty", "");
    row("no project", zipOf({{"a.txt", "x"}}));
    row("climbs out", zipOf({ProjectJson, {"../evil.txt", "x"}}));
    row("climbs out below", zipOf({ProjectJson, {"assets/../../evil.txt", "x"}}));
    row("absolute", zipOf({ProjectJson, {"/tmp/evil.txt", "x"}}));
    row("backslash", zipOf({ProjectJson, {"..\\evil.txt", "x"}}));
    row("drive", zipOf({ProjectJson, {"C:evil.txt", "x"}}));
    row("link", zipOf({ProjectJson, {"assets", "/etc", 0120777}}));
    row("device", zipOf({ProjectJson, {"null", "", 020666}}));
    row("broken project", zipOf({{"project.json", "{"}}));
    row("two projects", zipOf({{"a/project.json", "{}"}, {"b/project.json", "{}"}}));
    row("name too long", zipOf({ProjectJson, {std::string(5000, 'a'), "x"}}));
    auto damaged = zipOf({ProjectJson, {"assets/a.txt", "hello"}});
    damaged[damaged.find("hello")] = 'j'; // the checksum no longer fits
    row("damaged file", damaged);
    row("truncated", damaged.substr(0, damaged.size() / 2));
}

void TestProjectImport::hostileArchivesAreRefusedAndLeaveNothing()
{
    QFETCH(QByteArray, zip);
    const auto archive = write(zip.toStdString());
    const auto project = importProject(archive, path("target"));
    QVERIFY(!project);
    QVERIFY(!project.error().message().empty());
    QCOMPARE(std::distance(fs::directory_iterator{archive.parent_path()}, {}),
             fs::exists(path("plain")) ? 3 : 1);
    QVERIFY(!fs::exists(path("target")));
    QVERIFY(!fs::exists(archive.parent_path().parent_path() / "evil.txt"));
}

void TestProjectImport::aFolderInUseIsLeftAlone()
{
    fs::create_directories(path("used"));
    std::ofstream{path("used") / "letter.txt"} << "dear";
    QVERIFY(!importProject(write(zipOf({ProjectJson})), path("used")));
    QVERIFY(fs::exists(path("used") / "letter.txt"));
    QVERIFY(!importProject(path("used"), path("other")));
}

PLAIN_TEST(TestProjectImport)
} // namespace tst_project_import

#include "tst_project_import.moc"
