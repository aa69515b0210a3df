#include "editor/app/safety/project_presence.h"
#include "engine_core/base/files/user_folders.h"
#include "tests/program/registry.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

namespace tst_project_presence
{
using namespace editor;

/// Two editors of one project know of each other (issue 16).
class TestProjectPresence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void eachSeesTheOthersAndTheirScenes();
    void whoeverIsKilledIsForgotten();
    void halfWrittenEntriesKeepWhatWasKnown();
    void entriesThatNeverGotTheirNameGo();
    void projectsAreToldFromEachOther();
    void nothingIsLeftBehind();

private:
    [[nodiscard]] fs::path project() const { return m_root / "project"; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestProjectPresence::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
    fs::create_directory(project());
    qputenv("XDG_DATA_HOME", m_folder->path().toUtf8());
}

void TestProjectPresence::eachSeesTheOthersAndTheirScenes()
{
    ProjectPresence first{project()};
    QVERIFY(first.others().empty());
    ProjectPresence second{project() / "." / ""}; // another name of the same place
    second.setScene(project() / "scenes" / ".." / "room.scene.json");
    QCOMPARE(first.others().size(), std::size_t{1});
    QCOMPARE(first.others()[0].scene, wholePath(project()) / "room.scene.json");
    QVERIFY(std::time(nullptr) - first.others()[0].since < 60);
    QVERIFY(second.others()[0].scene.empty());
    second.setScene({});
    QVERIFY(first.others()[0].scene.empty());
    {
        const ProjectPresence third{project()};
        QCOMPARE(first.others().size(), std::size_t{2});
    }
    QCOMPARE(first.others().size(), std::size_t{1});
}

void TestProjectPresence::whoeverIsKilledIsForgotten()
{
    ProjectPresence first{project()};
    std::array<int, 2> ready{};
    QCOMPARE(::pipe(ready.data()), 0);
    const auto child = ::fork();
    if (child == 0) {
        const ProjectPresence other{project()};
        if (::write(ready[1], "x", 1) == 1)
            ::pause();
        ::_exit(1);
    }
    char sign = 0;
    QCOMPARE(::read(ready[0], &sign, 1), ssize_t{1});
    QCOMPARE(first.others().size(), std::size_t{1});
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    QVERIFY(first.others().empty());
    // Not even its file is left.
    QCOMPARE(std::distance(fs::directory_iterator{first.folder()}, fs::directory_iterator{}), 1);
    ::close(ready[0]);
    ::close(ready[1]);
}

void TestProjectPresence::halfWrittenEntriesKeepWhatWasKnown()
{
    ProjectPresence first{project()};
    ProjectPresence second{project()};
    second.setScene(project() / "room.scene.json");
    const auto known = first.others();
    QCOMPARE(known.size(), std::size_t{1});
    const auto file = second.folder() / (known[0].session + ".editor");
    for (const auto* text : {"", "12", "12\n", "12\n/roo", "x\n/room\n"}) {
        std::ofstream{file} << text;
        QCOMPARE(first.others(), known);
    }
}

/// What a kill left between the making of an entry and its name; not what is being made now.
void TestProjectPresence::entriesThatNeverGotTheirNameGo()
{
    ProjectPresence first{project()};
    const auto dead = first.folder() / "1-2-3.unfinished";
    const auto fresh = first.folder() / "1-2-4.unfinished";
    const auto locked = first.folder() / "1-2-5.unfinished";
    for (const auto& file : {dead, fresh, locked})
        std::ofstream{file} << "12\n";
    const auto longAgo = fs::file_time_type::clock::now() - std::chrono::minutes{2};
    fs::last_write_time(dead, longAgo);
    fs::last_write_time(locked, longAgo);
    const OpenFile owner{locked, O_RDWR};
    QVERIFY(owner.lock());
    QVERIFY(first.others().empty());
    QVERIFY(!fs::exists(dead));
    QVERIFY(fs::exists(fresh));
    QVERIFY(fs::exists(locked));
}

void TestProjectPresence::projectsAreToldFromEachOther()
{
    fs::create_directory(m_root / "other");
    ProjectPresence first{project()};
    const ProjectPresence second{m_root / "other"};
    QVERIFY(first.others().empty());
}

void TestProjectPresence::nothingIsLeftBehind()
{
    {
        const ProjectPresence first{project()};
        const ProjectPresence second{project()};
    }
    QVERIFY(!fs::exists(engine::userFolderOf(project())));
}

CORE_TEST(TestProjectPresence)
} // namespace tst_project_presence

#include "tst_project_presence.moc"
