#include "engine_core/base/files/user_folders.h"
#include "tests/program/registry.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

namespace tst_user_folders
{
using namespace engine;

class TestUserFolders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lieInTheDataFolderOfTheUser();
    void areMadeForTheUserAlone();
    void refuseWhatOthersMayWrite();
    void refuseAFileInTheWay();
    void refuseTheFolderOfAnother();

private:
    [[nodiscard]] fs::path inside(const char* name) const
    {
        return fs::path{m_folder.path().toStdString()} / name;
    }

    QTemporaryDir m_folder;
};

void TestUserFolders::lieInTheDataFolderOfTheUser()
{
    const auto before = qgetenv("XDG_DATA_HOME");
    qputenv("XDG_DATA_HOME", "/somewhere/data");
    QCOMPARE(userDataFolder(), fs::path{"/somewhere/data/mapwright"});
    qputenv("XDG_DATA_HOME", "not/absolute");
    QCOMPARE(userDataFolder(),
             fs::path{qgetenv("HOME").toStdString()} / ".local" / "share" / "mapwright");
    qputenv("XDG_DATA_HOME", before);
}

void TestUserFolders::areMadeForTheUserAlone()
{
    const auto folder = inside("one") / "two";
    QVERIFY(makeUserFolder(folder));
    struct stat status = {};
    QCOMPARE(::stat(folder.c_str(), &status), 0);
    QCOMPARE(status.st_mode & 0777U, 0700U);
    QVERIFY(makeUserFolder(folder));
}

void TestUserFolders::refuseWhatOthersMayWrite()
{
    const auto folder = inside("shared");
    QVERIFY(makeUserFolder(folder));
    QCOMPARE(::chmod(folder.c_str(), 0777), 0);
    const auto made = makeUserFolder(folder);
    QVERIFY(!made);
    QVERIFY(made.error().message().find("Others may write") != std::string::npos);
}

void TestUserFolders::refuseAFileInTheWay()
{
    QVERIFY(writeFileAtomically(inside("file"), "text"));
    QVERIFY(!makeUserFolder(inside("file")));
    QVERIFY(!makeUserFolder(inside("file") / "below"));
}

void TestUserFolders::refuseTheFolderOfAnother()
{
    if (::geteuid() != 0)
        QSKIP("only root can give a folder to another user");
    const auto folder = inside("foreign");
    QVERIFY(makeUserFolder(folder));
    QCOMPARE(::chown(folder.c_str(), 65534, 65534), 0);
    const auto made = makeUserFolder(folder);
    QVERIFY(!made);
    QVERIFY(made.error().message().find("another user") != std::string::npos);
}

CORE_TEST(TestUserFolders)
} // namespace tst_user_folders

#include "tst_user_folders.moc"
