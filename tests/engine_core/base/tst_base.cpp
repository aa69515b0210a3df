#include "engine_core/base/count_text.h"
#include "engine_core/base/derived_cache.h"
#include "engine_core/base/files/files.h"
#include "engine_core/base/hash.h"
#include "engine_core/base/ids.h"
#include "engine_core/base/jobs.h"
#include "engine_core/base/log.h"
#include "engine_core/base/name.h"
#include "engine_core/base/result.h"
#include "engine_core/base/signal.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/repeat_until.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <thread>

namespace tst_base
{
using namespace engine;
using mapwright::test::spinUntil;

class TestBase : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void resultHoldsAValueOrAnError();
    void errorsGatherContext();
    void resultMovesItsValueOut();

    void signalCallsReceiversInOrder();
    void signalForgetsReceiversThatWentAway();
    void receiverMayDisconnectWhileCalled();
    void receiverConnectedWhileCallingWaitsForTheNextCall();
    void connectionOutlivesItsSignal();

    void writtenFilesReadBack();
    void failedWriteLeavesTheOldFile();
    void onlyFilesAreWrittenOver();
    void writeKeepsPermissionsAndLinks();
    void newFilesFollowTheUmask();
    void readRefusesWhatIsNoFile();
    void readRefusesFilesOverTheLimit();
    void pathsStayInside_data();
    void pathsStayInside();
    void pathsStayInsideThroughLinks();
    void anEmptyRootIsTheWorkingFolder();

    void jobsDeliverOnTheThreadThatAsks();
    void cancelledJobsStillDeliver();
    void progressOfPhasesGrowsOverTheWhole();
    void waitingJobsAreListed();
    void endingTheQueueCancelsWhatRuns();
    void finishedJobsWakeTheirOwner();
    void wakingMayUseTheQueue();
    void jobsThatThrowFailWithASentence();

    void equalBytesHaveEqualHashes();
    void hashOrderCounts();
    void hashIsWrittenAsSixteenDigits();
    void equalTextsAreOneName();
    void namesAreOrderedByText();
    void longNumbersAreGrouped();
    void cacheForgetsWhatNobodyHolds();
    void logReachesSinksUntilTheyDisconnect();
    void noSinkIsCalledAfterItsDisconnect();
    void sinksMayDisconnectWhileCalled();
    void spawnedIdsAreToldApart();
};

namespace
{
Result<int> half(int number)
{
    if (number % 2 != 0)
        return Error{"{} is odd", number};
    return number / 2;
}

fs::path pathOf(const QTemporaryDir& folder)
{
    return folder.path().toStdString();
}

std::size_t entriesIn(const fs::path& folder)
{
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator{folder}, fs::directory_iterator{}));
}

std::string read(const fs::path& file)
{
    auto bytes = readFile(file);
    return bytes ? *bytes : bytes.error().message();
}
} // namespace

void TestBase::resultHoldsAValueOrAnError()
{
    VERIFY_OK(half(4));
    QCOMPARE(*half(4), 2);
    const auto odd = half(3);
    QVERIFY(!odd);
    QCOMPARE(odd.error().message(), std::string{"3 is odd"});
    VERIFY_OK(Result<void>{});
    QVERIFY(!Result<void>{Error{"no"}});
}

void TestBase::errorsGatherContext()
{
    const auto error = half(3).error().withContext("Cannot halve '{}'", "three");
    QCOMPARE(error.message(), std::string{"Cannot halve 'three': 3 is odd"});
}

void TestBase::resultMovesItsValueOut()
{
    Result<std::unique_ptr<int>> result{std::make_unique<int>(5)};
    const auto value = *std::move(result);
    QCOMPARE(*value, 5);
}

void TestBase::signalCallsReceiversInOrder()
{
    Signal<int> signal;
    std::vector<int> heard;
    const auto first = signal.connect([&](int value) { heard.push_back(value); });
    const auto second = signal.connect([&](int value) { heard.push_back(value * 10); });
    signal(1);
    signal(2);
    QCOMPARE(heard, (std::vector{1, 10, 2, 20}));
}

void TestBase::signalForgetsReceiversThatWentAway()
{
    Signal<> signal;
    int calls = 0;
    {
        Connections connections;
        connections += signal.connect([&] { ++calls; });
        connections += signal.connect([&] { ++calls; });
        signal();
    }
    signal();
    QCOMPARE(calls, 2);

    auto kept = signal.connect([&] { ++calls; });
    auto moved = std::move(kept);
    signal();
    moved = signal.connect([&] { calls += 10; }); // ends the one it held
    signal();
    QCOMPARE(calls, 13);
}

void TestBase::receiverMayDisconnectWhileCalled()
{
    Signal<> signal;
    int calls = 0;
    Connection other;
    Connection self;
    self = signal.connect([&] {
        ++calls;
        self.disconnect();
        other.disconnect();
    });
    other = signal.connect([&] { calls += 100; });
    signal();
    signal();
    QCOMPARE(calls, 1);
}

void TestBase::receiverConnectedWhileCallingWaitsForTheNextCall()
{
    Signal<> signal;
    int calls = 0;
    Connections added;
    const auto connection = signal.connect([&] { added += signal.connect([&] { ++calls; }); });
    signal();
    QCOMPARE(calls, 0);
    signal();
    QCOMPARE(calls, 1);
}

void TestBase::connectionOutlivesItsSignal()
{
    Connection connection;
    {
        Signal<> signal;
        connection = signal.connect([] {});
    }
    connection.disconnect();
}

void TestBase::writtenFilesReadBack()
{
    const QTemporaryDir folder;
    const auto file = pathOf(folder) / "scene.json";
    const std::string bytes{"a\0b\n", 4};
    VERIFY_OK(writeFileAtomically(file, bytes));
    QCOMPARE(read(file), bytes);
    VERIFY_OK(writeFileAtomically(file, "new"));
    QCOMPARE(read(file), std::string{"new"});
    QCOMPARE(entriesIn(pathOf(folder)), std::size_t{1});
}

void TestBase::failedWriteLeavesTheOldFile()
{
    const QTemporaryDir folder;
    const auto place = pathOf(folder) / "file";
    fs::create_directories(place / "in the way"); // a file cannot be renamed onto a folder
    const auto written = writeFileAtomically(place, "new");
    QVERIFY(!written);
    QVERIFY(written.error().message().find(place.string()) != std::string::npos);
    QVERIFY(fs::is_directory(place));
    QCOMPARE(entriesIn(pathOf(folder)), std::size_t{1}); // nothing half-written stays

    QVERIFY(!writeFileAtomically(pathOf(folder) / "missing" / "file", "new"));

    if (::geteuid() == 0)
        return; // root writes anywhere
    const auto locked = pathOf(folder) / "locked";
    fs::create_directory(locked);
    VERIFY_OK(writeFileAtomically(locked / "file", "old"));
    fs::permissions(locked, fs::perms::owner_read | fs::perms::owner_exec);
    const auto refused = writeFileAtomically(locked / "file", "new");
    fs::permissions(locked, fs::perms::owner_all);
    QVERIFY(!refused);
    QCOMPARE(read(locked / "file"), std::string{"old"});
}

void TestBase::writeKeepsPermissionsAndLinks()
{
    const QTemporaryDir folder;
    const auto target = pathOf(folder) / "target";
    const auto link = pathOf(folder) / "link";
    VERIFY_OK(writeFileAtomically(target, "old"));
    fs::permissions(target, fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("target", link);
    VERIFY_OK(writeFileAtomically(link, "new"));
    QVERIFY(fs::is_symlink(link));
    QCOMPARE(read(target), std::string{"new"});
    QVERIFY(fs::status(target).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

void TestBase::newFilesFollowTheUmask()
{
    const QTemporaryDir folder;
    const auto file = pathOf(folder) / "new";
    const auto before = ::umask(027);
    const auto written = writeFileAtomically(file, "text");
    ::umask(before);
    VERIFY_OK(written);
    QVERIFY(fs::status(file).permissions() ==
            (fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read));

    // An old file keeps its own, whatever the umask.
    fs::permissions(file, fs::perms{0664});
    VERIFY_OK(writeFileAtomically(file, "other"));
    QVERIFY(fs::status(file).permissions() == fs::perms{0664});
    QCOMPARE(entriesIn(pathOf(folder)), std::size_t{1});
}

void TestBase::readRefusesWhatIsNoFile()
{
    const QTemporaryDir folder;
    QVERIFY(!readFile(pathOf(folder)));
    QVERIFY(!readFile(pathOf(folder) / "missing"));
    const auto pipe = pathOf(folder) / "pipe";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QVERIFY(!readFile(pipe)); // and does not wait for a writer
}

void TestBase::readRefusesFilesOverTheLimit()
{
    const QTemporaryDir folder;
    const auto file = pathOf(folder) / "big";
    VERIFY_OK(writeFileAtomically(file, "0123456789"));
    VERIFY_OK(readFile(file, 10));
    QVERIFY(!readFile(file, 9));
}

void TestBase::pathsStayInside_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("inside");
    QTest::newRow("file") << "scenes/a.json" << true;
    QTest::newRow("up and back") << "scenes/../assets/b.png" << true;
    QTest::newRow("dotted name") << "..scenes/a" << true;
    QTest::newRow("up") << "../a" << false;
    QTest::newRow("up from below") << "scenes/../../a" << false;
    QTest::newRow("absolute") << "/etc/passwd" << false;
    QTest::newRow("empty") << "" << false;
}

void TestBase::pathsStayInside()
{
    QFETCH(QString, path);
    QFETCH(bool, inside);
    const QTemporaryDir folder;
    const auto resolved = resolveInside(pathOf(folder), path.toStdString());
    QCOMPARE(resolved.hasValue(), inside);
}

void TestBase::pathsStayInsideThroughLinks()
{
    const QTemporaryDir folder;
    const auto root = pathOf(folder) / "project";
    fs::create_directory(root);
    fs::create_directory_symlink("/etc", root / "out");
    fs::create_directory_symlink(".", root / "in");
    QVERIFY(!resolveInside(root, "out/passwd"));
    VERIFY_OK(resolveInside(root, "in/scene.json"));
}

void TestBase::anEmptyRootIsTheWorkingFolder()
{
    const QTemporaryDir folder;
    const auto root = fs::canonical(pathOf(folder));
    VERIFY_OK(writeFileAtomically(root / "there", "here"));
    const auto before = fs::current_path();
    fs::current_path(root);
    const auto there = resolveInside({}, "there");
    const auto missing = resolveInside({}, "missing");
    const auto outside = resolveInside({}, "../there");
    fs::current_path(before);
    VERIFY_OK(there);
    QCOMPARE(*there, root / "there");
    VERIFY_OK(missing);
    QCOMPARE(*missing, root / "missing");
    QVERIFY(!outside);
}

void TestBase::jobsDeliverOnTheThreadThatAsks()
{
    JobQueue jobs{2};
    const auto here = std::this_thread::get_id();
    std::vector<int> results(20);
    int delivered = 0;
    bool wrongThread = false;
    for (std::size_t i = 0; i < results.size(); ++i)
        jobs.start(
            "square",
            [&results, i, &wrongThread, here](JobControl& control) {
                if (std::this_thread::get_id() == here)
                    wrongThread = true;
                results[i] = static_cast<int>(i * i);
                control.setProgress(1);
            },
            [&] {
                wrongThread = wrongThread || std::this_thread::get_id() != here;
                ++delivered;
            });
    jobs.finishAll();
    QCOMPARE(delivered, 20);
    QCOMPARE(results[7], 49);
    QVERIFY(!wrongThread);
    QVERIFY(jobs.running().empty());
}

void TestBase::cancelledJobsStillDeliver()
{
    JobQueue jobs;
    std::atomic<bool> started = false;
    bool done = false;
    const auto control = jobs.start(
        "endless",
        [&](JobControl& self) {
            started = true;
            while (!self.isCancelled())
                std::this_thread::yield();
        },
        [&] { done = true; });
    bool ranCancelled = false;
    bool doneCancelled = false;
    const auto waiting = jobs.start(
        "never", [&](JobControl&) { ranCancelled = true; }, [&] { doneCancelled = true; });
    QVERIFY2(spinUntil([&] { return started.load(); }), "The job never starts");
    waiting->cancel();
    jobs.deliver();
    QVERIFY(!done);
    control->cancel();
    jobs.finishAll();
    QVERIFY(done);
    QVERIFY(!ranCancelled);
    QVERIFY(doneCancelled);
}

void TestBase::progressOfPhasesGrowsOverTheWhole()
{
    JobControl control;
    {
        const ProgressPart first{control, 0, 0.5};
        control.setProgress(0.5);
        QCOMPARE(control.progress(), 0.25);
        {
            const ProgressPart inner{control, 0.5, 1};
            control.setProgress(0.5);
            QCOMPARE(control.progress(), 0.375);
        }
        QCOMPARE(control.progress(), 0.5);
        control.setProgress(0.1); // who counts anew in it
        QCOMPARE(control.progress(), 0.5);
    }
    {
        const ProgressPart second{control, 0.5, 1};
        control.setProgress(0);
        QCOMPARE(control.progress(), 0.5);
        control.cancel();
    }
    QCOMPARE(control.progress(), 0.5); // not done
}

void TestBase::waitingJobsAreListed()
{
    JobQueue jobs;
    std::atomic<bool> go = false;
    for (const auto* name : {"first", "second"})
        jobs.start(name,
                   [&](JobControl& control) {
                       control.setProgress(0.5);
                       while (!go)
                           std::this_thread::yield();
                   },
                   {});
    const auto running = jobs.running();
    QCOMPARE(running.size(), std::size_t{2});
    QCOMPARE(running[0].name, std::string{"first"});
    QCOMPARE(running[1].control->progress(), 0.0);
    go = true;
    jobs.finishAll();
}

void TestBase::endingTheQueueCancelsWhatRuns()
{
    std::atomic<bool> started = false;
    bool sawCancel = false;
    {
        JobQueue jobs;
        jobs.start(
            "endless",
            [&](JobControl& control) {
                started = true;
                while (!control.isCancelled())
                    std::this_thread::yield();
                sawCancel = true;
            },
            [] { qFatal("delivered by the destructor"); });
        QVERIFY2(spinUntil([&] { return started.load(); }), "The job never starts");
    }
    QVERIFY(sawCancel);
}

void TestBase::finishedJobsWakeTheirOwner()
{
    std::atomic<int> woken = 0;
    JobQueue jobs{1, [&] {
                      ++woken;
                  }};
    jobs.start("a", [](JobControl&) {}, {});
    jobs.start("b", [](JobControl&) {}, {});
    jobs.finishAll();
    QTRY_COMPARE(woken.load(), 2);
}

void TestBase::wakingMayUseTheQueue()
{
    JobQueue* queue = nullptr;
    std::atomic<bool> asked = false;
    JobQueue jobs{1, [&] {
                      static_cast<void>(queue->running()); // hangs if the queue's mutex is held
                      asked = true;
                  }};
    queue = &jobs;
    jobs.start("a", [](JobControl&) {}, {});
    jobs.finishAll(); // returns after the wake
    QVERIFY(asked);
}

void TestBase::jobsThatThrowFailWithASentence()
{
    std::vector<std::string> heard;
    const auto sink = addLogSink([&](const LogMessage& message) { heard.push_back(message.text); });
    JobQueue jobs;
    int delivered = 0;
    const auto start = [&](const char* name, JobQueue::Work work) {
        return jobs.start(name, std::move(work), [&] { ++delivered; });
    };
    const auto memory = start("Baking", [](JobControl&) { throw std::bad_alloc{}; });
    const auto library =
        start("Reading", [](JobControl&) { throw std::runtime_error{"bad file"}; });
    const auto odd = start("Counting", [](JobControl&) { throw 42; });
    const auto good = start("Resting", [](JobControl&) {});
    jobs.finishAll();
    QCOMPARE(delivered, 4);
    QCOMPARE(memory->failure().value_or(""), std::string{"there is not enough memory"});
    QCOMPARE(library->failure().value_or(""), std::string{"bad file"});
    QVERIFY(odd->failure().has_value());
    QVERIFY(!good->failure().has_value());
    QCOMPARE(heard, (std::vector<std::string>{"Baking failed: there is not enough memory",
                                              "Reading failed: bad file",
                                              "Counting failed: the reason is unknown"}));
}

void TestBase::equalBytesHaveEqualHashes()
{
    QCOMPARE(hashText("brush"), hashText(std::string{"bru"} + "sh"));
    QVERIFY(hashText("brush") != hashText("brusj"));
    QVERIFY(hashText("brush") != hashText("brush", 1));
    QCOMPARE(hashToText(hashText("")), std::string{"2d06800538d394c2"}); // XXH3's own value
    static_assert(nameHash("") == 0xcbf29ce484222325ULL);
    static_assert(nameHash("a") == 0xaf63dc4c8601ec8cULL);
}

void TestBase::hashOrderCounts()
{
    QVERIFY(Hasher{}.add(1).add(2).result() != Hasher{}.add(2).add(1).result());
    QVERIFY(Hasher{}.add("ab").add("c").result() != Hasher{}.add("a").add("bc").result());
    QCOMPARE(Hasher{}.add(-0.0).result(), Hasher{}.add(0.0).result());
}

void TestBase::hashIsWrittenAsSixteenDigits()
{
    QCOMPARE(hashToText(0xabc), std::string{"0000000000000abc"});
}

void TestBase::equalTextsAreOneName()
{
    const Name a{"walls/brick"};
    const Name b{std::string{"walls/"} + "brick"};
    QVERIFY(a == b);
    QVERIFY(&a.text() == &b.text());
    QVERIFY(a != Name{"walls/Brick"});
    QVERIFY(Name{} == Name{""});
    QVERIFY(Name{}.isEmpty());
    QCOMPARE(std::hash<Name>{}(a), std::hash<Name>{}(b));
}

void TestBase::namesAreOrderedByText()
{
    const Name z{"z first interned"};
    const Name a{"a interned later"};
    QVERIFY(a < z);
    QVERIFY(!(z < a));
    QVERIFY(!(a < a));
}

void TestBase::longNumbersAreGrouped()
{
    QCOMPARE(numberText(0), std::string{"0"});
    QCOMPARE(numberText(999), std::string{"999"});
    QCOMPARE(numberText(1000), std::string{"1,000"});
    QCOMPARE(numberText(1234567), std::string{"1,234,567"});
    QCOMPARE(countText(1, "plant", "plants"), std::string{"1 plant"});
    QCOMPARE(countText(12345, "plant", "plants"), std::string{"12,345 plants"});
}

void TestBase::cacheForgetsWhatNobodyHolds()
{
    DerivedCache<int> cache;
    auto held = std::make_shared<const int>(1);
    cache.put(1, held);
    cache.put(2, std::make_shared<const int>(2));
    QCOMPARE(*cache.find(2), 2);
    cache.trim();
    QCOMPARE(cache.size(), std::size_t{1});
    QCOMPARE(cache.find(1), held);
    QVERIFY(!cache.find(2));
}

void TestBase::logReachesSinksUntilTheyDisconnect()
{
    std::vector<std::string> heard;
    {
        const auto connection =
            addLogSink([&](const LogMessage& message) { heard.push_back(message.text); });
        logWarning("test", "{} of {}", 1, 2);
    }
    logInfo("test", "nobody listens");
    QCOMPARE(heard, (std::vector<std::string>{"1 of 2"}));
}

void TestBase::noSinkIsCalledAfterItsDisconnect()
{
    std::atomic<bool> stop = false;
    std::vector<std::jthread> speakers;
    for (int i = 0; i < 2; ++i)
        speakers.emplace_back([&] {
            while (!stop)
                logInfo("test", "noise");
        });
    bool calledLate = false;
    bool isHeard = true;
    for (int round = 0; round < 50 && isHeard; ++round) {
        std::atomic<bool> connected = true;
        std::atomic<int> heard = 0;
        auto connection = addLogSink([&](const LogMessage&) {
            calledLate = calledLate || !connected; // and a sanitizer sees the frame that is gone
            ++heard;
        });
        isHeard = spinUntil([&] { return heard > 0; });
        connection.disconnect();
        connected = false;
    }
    stop = true;
    speakers.clear();
    QVERIFY2(isHeard, "The sink is never called");
    QVERIFY(!calledLate);
}

void TestBase::sinksMayDisconnectWhileCalled()
{
    int first = 0;
    int second = 0;
    Connection other;
    Connection own = addLogSink([&](const LogMessage&) {
        ++first;
        own.disconnect();
        other.disconnect();
    });
    other = addLogSink([&](const LogMessage&) { ++second; });
    logInfo("test", "one");
    logInfo("test", "two");
    QCOMPARE(first, 1);
    QCOMPARE(second, 0);
}

void TestBase::spawnedIdsAreToldApart()
{
    QVERIFY(EntityId{}.isNull());
    QVERIFY(!EntityId{7}.isSpawned());
    QVERIFY(EntityId{EntityId::SpawnedBit | 7}.isSpawned());
    QVERIFY(EntityId{7} < EntityId{8});
}

void TestBase::onlyFilesAreWrittenOver()
{
    const QTemporaryDir folder;
    const auto pipe = fs::path{folder.path().toStdString()} / "pipe";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    const auto written = writeFileAtomically(pipe, "text");
    QVERIFY(!written);
    QCOMPARE(written.error().message(), "Cannot write '" + pipe.string() + "': it is no file");
    QVERIFY(fs::is_fifo(pipe));
}

PLAIN_TEST(TestBase)
} // namespace tst_base

#include "tst_base.moc"
