#include "editor/document/journal_codec.h"
#include "engine_core/base/log.h"
#include "tests/editor/document/journal_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <sys/stat.h>
#include <sys/syscall.h>

#include <atomic>
#include <cerrno>
#include <map>
#include <mutex>
#include <thread>

namespace tst_journal_power
{
using namespace mapwright::test;

namespace
{
/// What a disk is sure to have: files as they were synced, under the names that their folder had
/// when it was synced. Everything else is lost with the power.
class Disk
{
public:
    void file(int handle)
    {
        struct stat status = {};
        if (::fstat(handle, &status) != 0)
            return;
        const auto place = fs::read_symlink(fmt::format("/proc/self/fd/{}", handle));
        const std::lock_guard lock{m_mutex};
        if (S_ISDIR(status.st_mode)) {
            auto& names = m_names[place];
            names.clear();
            for (const auto& entry : fs::directory_iterator{place})
                if (struct stat each = {}; ::stat(entry.path().c_str(), &each) == 0)
                    names[entry.path().filename()] = each.st_ino;
            return;
        }
        std::ifstream in{fmt::format("/proc/self/fd/{}", handle)};
        m_files[status.st_ino] = {std::istreambuf_iterator<char>{in}, {}};
        m_kept.emplace_back(fmt::format("/proc/self/fd/{}", handle), 0); // its number stays taken
        ++m_syncs;
        m_onMainThread = m_onMainThread || (std::this_thread::get_id() == m_main &&
                                            place.string().find(".journal") != std::string::npos);
    }

    void powerCut(const fs::path& folder, const fs::path& target)
    {
        const std::lock_guard lock{m_mutex};
        for (const auto& [name, inode] : m_names[folder])
            if (name.extension() != ".lock")
                std::ofstream{target / name} << m_files[inode];
    }

    [[nodiscard]] bool wasOnMainThread() const { return m_onMainThread; }

    [[nodiscard]] int syncs() const { return m_syncs; }

    std::atomic<bool> isBroken = false;

private:
    std::mutex m_mutex;
    std::map<ino_t, std::string> m_files;
    std::map<fs::path, std::map<fs::path, ino_t>> m_names;
    std::vector<OpenFile> m_kept;
    std::thread::id m_main = std::this_thread::get_id();
    std::atomic<bool> m_onMainThread = false;
    std::atomic<int> m_syncs = 0;
};

Disk& disk()
{
    static Disk one;
    return one;
}
} // namespace

// In place of the C library's.
extern "C" int fsync(int handle)
{
    disk().file(handle);
    return static_cast<int>(::syscall(SYS_fsync, handle));
}

extern "C" int fdatasync(int handle)
{
    if (disk().isBroken) {
        errno = EIO;
        return -1;
    }
    disk().file(handle);
    return static_cast<int>(::syscall(SYS_fdatasync, handle));
}

/// The machine stops, and with it what the system had not brought to the disk yet.
class TestJournalPower : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { static_cast<void>(disk().syncs()); }

    void aPowerCutTakesTheLastSecondsAtMost();
    void theMainThreadNeverWaitsForTheDisk();
    void theOldFileStaysUntilTheDiskHasTheNewOne();
    void aDiskThatRefusesIsToldOfAndGetsAnotherFile();
};

namespace
{
using Clock = std::chrono::steady_clock;

/// A journal, and every state that its document was in.
struct Editing
{
    Place place;
    DocumentFixture fixture;
    Journal journal{fixture.document, place.where};
    std::vector<std::pair<ContentHash, Clock::time_point>> states;
    int count = 0;

    Editing() { note(); }

    void note() { states.emplace_back(fixture.document.contentHash(), Clock::now()); }

    void addBox()
    {
        const double at = 2 * count++;
        fixture.addBox({at, 0, 0}, {at + 1, 1, 1}, "box");
        note();
    }

    void save()
    {
        const auto job = fixture.document.beginSave();
        VERIFY_OK(saveScene(*job.world, fixture.types, place.scene, journal.noteSave(place.scene)));
        fixture.document.endSave(place.scene, job.stateId);
        note();
    }

    void autosave()
    {
        journal.update(60, 60);
        journal.finish();
        journal.update(0, 60);
    }

    /// What a start after a power cut now would bring back.
    [[nodiscard]] ContentHash afterPowerCut() const
    {
        const QTemporaryDir copies;
        const fs::path folder = copies.path().toStdString();
        disk().powerCut(place.journals, folder);
        const auto leftovers = Journal::findLeftovers({folder, place.where.project});
        DocumentFixture found;
        if (!leftovers.empty() && !Journal::recover(found.document, leftovers[0]))
            return 0;
        if (leftovers.empty() && fs::exists(place.scene) && !found.document.open(place.scene))
            return 0;
        return found.document.contentHash();
    }

    /// How old the state is that a power cut would bring back; a whole day if there never was such.
    [[nodiscard]] double secondsLost() const
    {
        const auto now = Clock::now();
        const auto hash = afterPowerCut();
        double lost = 86'400;
        for (std::size_t i = 0; i < states.size(); ++i) {
            const bool isLast = i + 1 == states.size();
            if (states[i].first != hash)
                continue;
            const auto until = isLast ? now : states[i + 1].second;
            lost = std::min(lost, std::chrono::duration<double>(now - until).count());
        }
        return lost;
    }
};
} // namespace

void TestJournalPower::aPowerCutTakesTheLastSecondsAtMost()
{
    Editing editing;
    double worst = 0;
    const auto start = Clock::now();
    // Longer than a journal waits, and for as many states on a slow machine.
    for (int i = 0;
         Clock::now() - start < std::chrono::seconds{7} || editing.states.size() <= 40; ++i) {
        editing.addBox();
        if (i % 17 == 3)
            editing.autosave();
        if (i % 23 == 5)
            editing.save();
        if (i % 11 == 7) {
            editing.fixture.document.undo();
            editing.note();
        }
        QTest::qSleep(i % 29 == 0 ? 700 : 60);
        editing.journal.update(0.06, 600);
        worst = std::max(worst, editing.secondsLost());
    }
    qInfo("%zu states; a power cut would have taken %.2f s at most", editing.states.size(), worst);
    QVERIFY(worst > 0); // it does lose what was not synced, or the disk here is no model
    QVERIFY2(worst < 5, qPrintable(QString::number(worst)));
}

void TestJournalPower::theMainThreadNeverWaitsForTheDisk()
{
    Editing editing;
    const int before = disk().syncs();
    editing.addBox();
    editing.autosave();
    editing.addBox();
    QTRY_VERIFY(disk().syncs() >= before + 2); // the autosave and the journal
    QTRY_COMPARE(editing.afterPowerCut(), editing.fixture.document.contentHash());
    QVERIFY(!disk().wasOnMainThread());
}

void TestJournalPower::theOldFileStaysUntilTheDiskHasTheNewOne()
{
    Editing editing;
    editing.addBox();
    QTRY_COMPARE(editing.afterPowerCut(), editing.fixture.document.contentHash());
    editing.autosave();
    QVERIFY(!fileEndingIn(editing.place.journals, ".journal.old").empty());
    QCOMPARE(editing.afterPowerCut(), editing.fixture.document.contentHash());
    editing.addBox();
    editing.autosave(); // once more before the disk has the first one
    QVERIFY(editing.secondsLost() < 5);
    QTRY_VERIFY(fileEndingIn(editing.place.journals, ".journal.old").empty());
    QTRY_VERIFY(fileEndingIn(editing.place.journals, ".auto-1.scene.json").empty());
    QVERIFY(!fileEndingIn(editing.place.journals, ".auto-2.scene.json").empty());
    QCOMPARE(editing.afterPowerCut(), editing.fixture.document.contentHash());
}

void TestJournalPower::aDiskThatRefusesIsToldOfAndGetsAnotherFile()
{
    std::vector<std::string> said;
    const auto listening = engine::addLogSink([&](const auto& message) {
        if (message.source == "autosave")
            said.push_back(message.text);
    });
    Editing editing;
    disk().isBroken = true;
    editing.addBox();
    QTRY_VERIFY((editing.journal.update(0.1, 600), said.size() == 1));
    QVERIFY(said[0].find("not protected") != std::string::npos);
    disk().isBroken = false;
    editing.addBox();
    QTest::qSleep(1500);
    editing.journal.update(0.1, 600);
    QCOMPARE(said.size(), std::size_t{1}); // what the disk refused once may be lost in that file
    editing.journal.update(15, 600);
    editing.journal.finish();
    editing.journal.update(0, 600);
    QTRY_VERIFY((editing.journal.update(0.1, 600), said.size() == 2));
    QVERIFY(said[1].find("protected again") != std::string::npos);
    QCOMPARE(editing.afterPowerCut(), editing.fixture.document.contentHash());
}

CORE_TEST(TestJournalPower)
} // namespace tst_journal_power

#include "tst_journal_power.moc"
