#include "engine_core/base/files/unfinished_files.h"
#include "engine_core/base/files/waiting_file.h"
#include "engine_core/base/jobs.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <optional>
#include <thread>

namespace tst_write_place
{
using namespace engine;

namespace
{
/// A folder with a project in it and a file beside the project that nothing may write to.
struct Around
{
    QTemporaryDir folder;
    fs::path root = fs::canonical(folder.path().toStdString()) / "project";
    fs::path outside = root.parent_path() / "outside";

    Around()
    {
        fs::create_directories(root / "scenes");
        fs::create_directories(outside);
        put(root / "project.json", "{}");
        put(root / "scenes" / "old", "old");
        put(outside / "secret", "secret");
    }

    static void put(const fs::path& file, const std::string& text) { std::ofstream{file} << text; }
};

std::size_t countIn(const fs::path& folder)
{
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator{folder}, fs::directory_iterator{}));
}

/// The id of a process that is gone.
pid_t deadProcess()
{
    const auto child = ::fork();
    if (child == 0)
        ::_exit(0);
    ::waitpid(child, nullptr, 0);
    return child;
}
} // namespace

class TestWritePlace : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatLeadsElsewhereIsRefused_data();
    void whatLeadsElsewhereIsRefused();
    void theProjectItselfMayBeReachedThroughALink();
    void foldersOfTheUserAreFollowed();
    void aProjectBehindALinkDoesNotHideTheLink();
    void otherFileSystemsAreRefused();
    void missingFoldersAreMadeWhereTheyMayBe();
    void longNamesCanBeWritten();
    void whatAKilledProgramLeftGoes();
    void aProcessIdThatIsUsedAgainKeepsNothing();
    void whatMayBeInUseStays();
    void waitingFilesThatAreHeldStay();
    void twoProgramsWaitForTheSame();
    void whatIsBeingClearedAwayIsWrittenAnew();
    void clearingCanBeCancelled();
    void whatCannotBeWrittenIsToldBefore();
};

void TestWritePlace::whatLeadsElsewhereIsRefused_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("why"); // empty: it is written
    const auto row = [](const char* test, const char* name, const char* why) {
        QTest::newRow(test) << QByteArray{name} << QByteArray{why};
    };
    row("a new file", "scenes/new", "");
    row("an old file", "scenes/old", "");
    row("through ..", "scenes/../scenes/old", "");
    row("a link out of the project", "scenes/out", "is a link");
    row("a link within the project", "scenes/in", "is a link");
    row("a link to nothing", "scenes/dangling", "is a link");
    row("a link to a device", "scenes/null", "is a link");
    row("a folder that is a link out", "away/secret", "is a link");
    row("a folder that is a link within", "here/old", "is a link");
    row("below a folder that is a link", "away/deep/new", "is a link");
    row("a pipe", "scenes/pipe", "is no file");
    row("a folder", "scenes", "is a folder");
    row("below a file", "scenes/old/new", "is no folder");
}

void TestWritePlace::whatLeadsElsewhereIsRefused()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, why);
    const Around around;
    const auto& root = around.root;
    fs::create_symlink(around.outside / "secret", root / "scenes" / "out");
    fs::create_symlink("old", root / "scenes" / "in");
    fs::create_symlink(around.outside / "none", root / "scenes" / "dangling");
    fs::create_symlink("/dev/null", root / "scenes" / "null");
    fs::create_directory_symlink(around.outside, root / "away");
    fs::create_directory_symlink("scenes", root / "here");
    QCOMPARE(::mkfifo((root / "scenes" / "pipe").c_str(), 0600), 0);
    const auto before = countIn(root / "scenes");

    const auto file = root / name.toStdString();
    const auto checked = checkPlaceToWrite(file);
    const auto written = writeFileAtomically(file, "new");
    QCOMPARE(written.hasValue(), why.isEmpty());
    QCOMPARE(checked.hasValue(), why.isEmpty());
    if (why.isEmpty()) {
        QCOMPARE(*readFile(file), std::string{"new"});
    } else {
        const auto message = QByteArray::fromStdString(written.error().message());
        QVERIFY2(message.contains(why), message.constData());
        QVERIFY2(message.contains(name), message.constData());
        QCOMPARE(checked.error().message(), written.error().message());
        QCOMPARE(countIn(root / "scenes"), before);
        QCOMPARE(*readFile(root / "scenes" / "old"), std::string{"old"});
    }
    QCOMPARE(*readFile(around.outside / "secret"), std::string{"secret"});
    QCOMPARE(countIn(around.outside), std::size_t{1});
    // Whatever waits for that place does not come there either.
    if (WaitingFile waiting{file, 1}; !why.isEmpty()) {
        QVERIFY(!waiting.publish());
        QCOMPARE(*readFile(around.outside / "secret"), std::string{"secret"});
    }
}

void TestWritePlace::theProjectItselfMayBeReachedThroughALink()
{
    const Around around;
    const auto link = around.root.parent_path() / "link";
    fs::create_directory_symlink(around.root, link);
    VERIFY_OK(writeFileAtomically(link / "scenes" / "old", "new"));
    QCOMPARE(*readFile(around.root / "scenes" / "old"), std::string{"new"});
    fs::create_symlink(around.outside / "secret", around.root / "scenes" / "out");
    QVERIFY(!writeFileAtomically(link / "scenes" / "out", "new"));
}

void TestWritePlace::foldersOfTheUserAreFollowed()
{
    const Around around;
    const auto folder = around.root.parent_path() / "mine";
    fs::create_directory(folder);
    fs::create_symlink(around.outside / "secret", folder / "export");
    VERIFY_OK(writeFileAtomically(folder / "export", "exported"));
    QVERIFY(fs::is_symlink(folder / "export"));
    QCOMPARE(*readFile(around.outside / "secret"), std::string{"exported"});
    QVERIFY(!writeFileAtomically("/dev/null", "text"));
    QVERIFY(!fs::is_regular_file("/dev/null"));
}

/// A folder of another project in the place of one's own would be a project of its own.
void TestWritePlace::aProjectBehindALinkDoesNotHideTheLink()
{
    const Around around;
    Around::put(around.outside / "project.json", "{}");
    fs::create_directory_symlink(around.outside, around.root / "away");
    QCOMPARE(outermostProjectOf(around.root / "away" / "secret"), around.root);
    QVERIFY(!writeFileAtomically(around.root / "away" / "secret", "new"));
    QCOMPARE(*readFile(around.outside / "secret"), std::string{"secret"});
}

void TestWritePlace::otherFileSystemsAreRefused()
{
    const Around around;
    const auto mounted = around.root / "mounted";
    fs::create_directory(mounted);

    enum Exit
    {
        Refused = 0,
        Written = 1,
        NoMount = 2
    };

    const auto child = ::fork();
    if (child == 0) { // with mounts of its own, which go with it
        const bool canMount =
            (::unshare(CLONE_NEWNS) == 0 || ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) &&
            ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
            ::mount("none", mounted.c_str(), "tmpfs", 0, nullptr) == 0;
        if (!canMount)
            ::_exit(NoMount);
        const auto written = writeFileAtomically(mounted / "file", "text");
        const bool isRefused =
            !written && !checkPlaceToWrite(mounted / "file") && !makeFolders(mounted / "new") &&
            written.error().message().find("another file system") != std::string::npos;
        ::_exit(isRefused ? Refused : Written);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    if (WEXITSTATUS(status) == NoMount)
        QSKIP("this machine lets nobody mount anything");
    QCOMPARE(WEXITSTATUS(status), int{Refused});
}

void TestWritePlace::missingFoldersAreMadeWhereTheyMayBe()
{
    const Around around;
    fs::create_directory_symlink(around.outside, around.root / "away");
    VERIFY_OK(makeFolders(around.root / "a" / "b" / "c"));
    QVERIFY(fs::is_directory(around.root / "a" / "b" / "c"));
    VERIFY_OK(makeFolders(around.root / "a" / "b")); // it is there
    VERIFY_OK(makeFolders(around.outside / "x" / "y"));
    VERIFY_OK(checkPlaceToWrite(around.root / "not" / "there" / "yet"));
    QVERIFY(!makeFolders(around.root / "away" / "new"));
    QVERIFY(!makeFolders(around.root / "scenes" / "old" / "new"));
    QVERIFY(!fs::exists(around.outside / "new"));
}

void TestWritePlace::longNamesCanBeWritten()
{
    const Around around;
    const auto file = around.root / std::string(255, 'n');
    VERIFY_OK(writeFileAtomically(file, "text"));
    VERIFY_OK(writeFileAtomically(file, "more"));
    QCOMPARE(*readFile(file), std::string{"more"});
}

void TestWritePlace::whatAKilledProgramLeftGoes()
{
    const Around around;
    const auto dead = deadProcess();
    const auto name = [&](const char* ending) {
        return fmt::format(".mapwright-{}-7{}", dead, ending);
    };
    Around::put(around.root / "scenes" / name(".tmp"), "half");
    fs::create_directories(around.root / name(".new") / "scenes");
    Around::put(around.root / name(".new") / "scenes" / "a", "half");
    clearUnfinishedBelow(around.root);
    QVERIFY(!fs::exists(around.root / "scenes" / name(".tmp")));
    QVERIFY(!fs::exists(around.root / name(".new")));
    QCOMPARE(countIn(around.root), std::size_t{2});
    QCOMPARE(countIn(around.root / "scenes"), std::size_t{1});
}

/// In a container the editor has the same process id each time.
void TestWritePlace::aProcessIdThatIsUsedAgainKeepsNothing()
{
    const Around around;
    const auto old = around.root / fmt::format(".mapwright-{}-900001.tmp", ::getpid());
    const auto fresh = around.root / fmt::format(".mapwright-{}-900002.tmp", ::getpid());
    Around::put(old, "half");
    Around::put(fresh, "being written");
    fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours{1});
    clearUnfinishedBelow(around.root);
    QVERIFY(!fs::exists(old));
    QVERIFY(fs::exists(fresh)); // its program may not have come to lock it
}

void TestWritePlace::waitingFilesThatAreHeldStay()
{
    const Around around;
    const auto place = around.root / "scenes" / "light";
    const auto clear = [&] {
        clearWaitingFiles(place.parent_path(),
                          [](const std::string&, ContentHash) { return true; });
    };
    WaitingFile first{place, 7};
    QVERIFY(!first.hold()); // nothing is there
    VERIFY_OK(first.write([](const fs::path& file) { return writeFileAtomically(file, "7"); }));
    {
        WaitingFile second{place, 7}; // as another program, or the save that is tried again
        QVERIFY(second.hold());
        clear();
        QVERIFY(second.hold());
    }
    QVERIFY(fs::exists(first.path()));
    VERIFY_OK(first.publish());
    QVERIFY(fs::exists(place));
    QVERIFY(!fs::exists(first.path()));
    {
        WaitingFile left{place, 8};
        left.stay();
        VERIFY_OK(left.write([](const fs::path& file) { return writeFileAtomically(file, "8"); }));
    }
    QVERIFY(takeLeftWaiting(waitingFiles(place, 8).front()).isOpen());
    clear();
    QVERIFY(!fs::exists(waitingFiles(place, 8).front()));
}

void TestWritePlace::twoProgramsWaitForTheSame()
{
    const Around around;
    const auto place = around.root / "scenes" / "light";
    const auto writes = [](const fs::path& file) {
        return writeFileAtomically(file, "7");
    };
    WaitingFile second{place, 7};
    {
        WaitingFile first{place, 7};
        VERIFY_OK(first.write(writes));
        QVERIFY(second.hold());
        QVERIFY(!takeLeftWaiting(first.path()).isOpen());
    } // its scene was not written
    QVERIFY(fs::exists(second.path()));
    WaitingFile third{place, 7};
    QVERIFY(third.hold());
    VERIFY_OK(third.publish());
    VERIFY_OK(second.publish()); // it is there already
    QCOMPARE(*readFile(place), std::string{"7"});
    WaitingFile fourth{place, 7};
    VERIFY_OK(fourth.write(writes));
    fs::remove(fourth.path());
    QVERIFY(!fourth.publish());
}

void TestWritePlace::whatIsBeingClearedAwayIsWrittenAnew()
{
    const Around around;
    const auto place = around.root / "scenes" / "light";
    const auto waits = waitingFiles(place, 7).front();
    Around::put(waits, "left");
    std::optional<FileDescriptor> taken = takeLeftWaiting(waits);
    QVERIFY(taken->isOpen());
    WaitingFile held{place, 7};
    QVERIFY(!held.hold()); // who has it may remove it at any time
    std::thread clearing{[&] {
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
        fs::remove(waits);
        taken.reset();
    }};
    const auto written =
        held.write([](const fs::path& file) { return writeFileAtomically(file, "new"); });
    clearing.join();
    VERIFY_OK(written);
    QCOMPARE(*readFile(waits), std::string{"new"});
    QVERIFY(!takeLeftWaiting(waits).isOpen());
}

void TestWritePlace::clearingCanBeCancelled()
{
    const Around around;
    const auto left = around.root / "scenes" / fmt::format(".mapwright-{}-1.tmp", deadProcess());
    Around::put(left, "half");
    JobControl control;
    control.cancel();
    clearUnfinishedBelow(around.root, &control);
    QVERIFY(fs::exists(left));
    clearUnfinishedBelow(around.root);
    QVERIFY(!fs::exists(left));
}

void TestWritePlace::whatCannotBeWrittenIsToldBefore()
{
    const Around around;
    VERIFY_OK(checkPlaceToWrite(around.root / "scenes" / "new"));
    VERIFY_OK(checkPlaceToWrite(around.root / "not yet" / "new"));
    QVERIFY(!checkPlaceToWrite(around.root / std::string(300, 'x') / "new"));
    QVERIFY(!checkPlaceToWrite(around.outside / std::string(300, 'x') / "new"));
}

void TestWritePlace::whatMayBeInUseStays()
{
    const Around around;
    const auto dead = deadProcess();
    const auto scenes = around.root / "scenes";
    const auto kept = [&](const std::string& name) {
        Around::put(scenes / name, "kept");
        return scenes / name;
    };
    const std::vector files{
        kept(fmt::format(".mapwright-{}-1.tmp", ::getpid())), // of a program that runs
        kept(fmt::format(".mapwright-{}-2.tmp", dead)),       // held from another machine
        kept(fmt::format(".mapwright-{}-3.tmp.txt", dead)),   // names of users
        kept(fmt::format("a.mapwright-{}-3.tmp", dead)),
        kept(fmt::format(".mapwright-{}.tmp", dead)),
        kept(fmt::format(".mapwright-{}-x.tmp", dead)),
        kept(".mapwright-.tmp"),
        kept("notes.tmp"),
        kept("start.scene.json.new")};
    const FileDescriptor held{::open(files[1].c_str(), O_RDONLY | O_CLOEXEC)};
    QCOMPARE(::flock(held.get(), LOCK_EX), 0);
    const auto link = scenes / fmt::format(".mapwright-{}-9.tmp", dead);
    fs::create_symlink(around.outside / "secret", link);
    fs::create_directory_symlink(around.outside, scenes / "away");
    Around::put(around.outside / fmt::format(".mapwright-{}-5.tmp", dead), "not below");
    clearUnfinishedBelow(around.root);
    for (const auto& file : files)
        QVERIFY2(fs::exists(file), file.c_str());
    QVERIFY(fs::is_symlink(link));
    QCOMPARE(countIn(around.outside), std::size_t{2});
}

CORE_TEST(TestWritePlace)
} // namespace tst_write_place

#include "tst_write_place.moc"
