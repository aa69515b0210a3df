#include "editor/operations/foliage/foliage_operations.h"
#include "tests/editor/app/workspace/workspace_fixture.h"
#include "tests/editor/document/journal_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/system/full_disk.h"

#include <optional>

namespace tst_recovered_work
{
using namespace mapwright::test;

/// Whatever happens after a recovery, the work is in some file.
class TestRecoveredWork : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void manyPlantsAreWrittenBeforeTheOldFilesGo();
    void aFullDiskKeepsTheOldFilesUntilThereIsRoom_data();
    void aFullDiskKeepsTheOldFilesUntilThereIsRoom();
    void aSaveTakesTheOldFilesAway();
    void anotherSceneLeavesTheOldFiles();
};

namespace
{
/// What a program that was killed left in a project, and the one that finds it.
struct AfterCrash
{
    using Work = std::function<void(DocumentFixture&, Journal&)>;

    QTemporaryDir folder;
    Project project = *createProject(fs::path{folder.path().toStdString()} / "project", "empty");
    ContentHash lost = 0;
    std::optional<Workspace> workspace;
    std::vector<Journal::Leftover> leftovers;

    explicit AfterCrash(const Work& work)
        : lost{killedAfter([&] {
            auto* fixture = new DocumentFixture; // the kill comes before any destructor
            auto* journal = new Journal{fixture->document, journalPlaceOf(project.root)};
            work(*fixture, *journal);
            journal->finish();
            return fixture->document.contentHash();
        })}
    {
        workspace.emplace(project, std::function<void()>{});
        leftovers = workspace->leftovers();
        ENGINE_EXPECT(leftovers.size() == 1);
    }

    static void addBox(DocumentFixture& fixture, Journal&) { fixture.addBox({0, 0, 0}, {1, 1, 1}); }

    void recoverOnFullDisk()
    {
        const FullDisk full{16};
        VERIFY_OK(workspace->recover(leftovers[0]));
        passTime();
    }

    /// An autosave is due, and done.
    void passTime()
    {
        workspace->updateJournals(60, 60);
        workspace->journal().finish();
        workspace->updateJournals(0, 60);
    }

    [[nodiscard]] bool areOldFilesThere() const { return fs::exists(leftovers[0].file); }

    [[nodiscard]] ContentHash hash() { return workspace->document().contentHash(); }

    /// What the old files bring back, wherever.
    [[nodiscard]] ContentHash inOldFiles() const
    {
        DocumentFixture fixture;
        const auto done = Journal::recover(fixture.document, leftovers[0]);
        return done ? fixture.document.contentHash() : ContentHash{0};
    }
};
} // namespace

void TestRecoveredWork::manyPlantsAreWrittenBeforeTheOldFilesGo()
{
    AfterCrash crash{[](DocumentFixture& fixture, Journal&) {
        std::vector<FoliageInstance> plants(50'000); // more than are written at once
        for (std::size_t i = 0; i < plants.size(); ++i)
            plants[i].position = Vec3f{static_cast<float>(i % 500), 0, static_cast<float>(i / 500)};
        static_cast<void>(fixture.run([&](Transaction& edit) -> Result<void> {
            setFoliage(edit, createFoliageLayer(edit, "Plants"), instancesOf(plants));
            return {};
        }));
    }};
    VERIFY_OK(crash.workspace->recover(crash.leftovers[0]));
    QVERIFY(!crash.workspace->journal().isBehind());
    QVERIFY(!crash.areOldFilesThere());
    QCOMPARE(crash.hash(), crash.lost);
    QCOMPARE(recoverable(journalPlaceOf(crash.project.root)), crash.lost);
}

void TestRecoveredWork::aFullDiskKeepsTheOldFilesUntilThereIsRoom_data()
{
    QTest::addColumn<bool>("isAutosaved");
    QTest::newRow("steps") << false;
    QTest::newRow("an autosave without steps") << true;
}

void TestRecoveredWork::aFullDiskKeepsTheOldFilesUntilThereIsRoom()
{
    QFETCH(bool, isAutosaved);
    AfterCrash crash{[&](DocumentFixture& fixture, Journal& journal) {
        fixture.addBox({0, 0, 0}, {1, 1, 1});
        if (isAutosaved)
            journal.update(60, 60);
    }};
    QCOMPARE(crash.leftovers[0].steps.size(), isAutosaved ? 0U : 1U);
    crash.recoverOnFullDisk();
    QCOMPARE(crash.hash(), crash.lost);
    QVERIFY(crash.areOldFilesThere());
    QCOMPARE(crash.inOldFiles(), crash.lost);
    crash.passTime();
    QVERIFY(!crash.areOldFilesThere());
    QCOMPARE(recoverable(journalPlaceOf(crash.project.root)), crash.lost);
}

void TestRecoveredWork::aSaveTakesTheOldFilesAway()
{
    AfterCrash crash{AfterCrash::addBox};
    crash.recoverOnFullDisk();
    QVERIFY(crash.areOldFilesThere());
    crash.workspace->save(crash.project.sceneFolder() / "room.scene.json",
                          [](const auto& outcome) { VERIFY_OK(outcome); });
    crash.workspace->finishSaves();
    QVERIFY(!crash.areOldFilesThere());
}

void TestRecoveredWork::anotherSceneLeavesTheOldFiles()
{
    AfterCrash crash{AfterCrash::addBox};
    crash.recoverOnFullDisk();
    crash.workspace->newScene();
    crash.passTime();
    QVERIFY(crash.areOldFilesThere());
    QCOMPARE(crash.inOldFiles(), crash.lost);
}

CORE_TEST(TestRecoveredWork)
} // namespace tst_recovered_work

#include "tst_recovered_work.moc"
