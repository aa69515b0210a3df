#include "engine_core/scene/components/node.h"
#include "tests/editor/document/journal_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_journal_reload
{
using namespace mapwright::test;

/// The scene's file is not what it was: what is open is kept, or becomes as the file (issue 16).
class TestJournalReload : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readingAgainIsOneStepThatUndoTakesBack();
    void onlyWhatDiffersIsInTheStep();
    void unsavedEditsSurviveACrashAfterReloadAndUndo();
    void aFileThatWasWrittenInPlaceDoesNotSpoilUnsavedWork();
    void whatIsKeptCountsAsModifiedUntilItIsSaved();
    void oneContentMayBeReplacedAndNoOther();
};

namespace
{
/// Somebody else adds a box to the file and removes nothing.
void addBoxToFile(const fs::path& scene, const TypeRegistry& types)
{
    DocumentFixture other;
    VERIFY_OK(other.document.open(scene));
    other.addBox({8, 0, 0}, {9, 1, 1}, "theirs");
    VERIFY_OK(saveScene(other.document.world(), types, scene));
}

struct SavedScene
{
    Place place;
    DocumentFixture fixture;
    Journal journal{fixture.document, place.where};

    SavedScene()
    {
        fixture.addBox({0, 0, 0}, {1, 1, 1}, "saved");
        VERIFY_OK(fixture.document.save(place.scene));
    }

    void reload()
    {
        auto read = Journal::read(place.scene, fixture.types);
        VERIFY_OK(read);
        VERIFY_OK(journal.reload(*std::move(read)));
    }
};
} // namespace

void TestJournalReload::readingAgainIsOneStepThatUndoTakesBack()
{
    SavedScene saved;
    auto& document = saved.fixture.document;
    saved.fixture.addBox({2, 0, 0}, {3, 1, 1}, "mine");
    const auto mine = document.contentHash();
    addBoxToFile(saved.place.scene, saved.fixture.types);
    QVERIFY(saved.journal.isFileChanged());
    const auto steps = document.history().position();
    saved.reload();
    QCOMPARE(document.history().position(), steps + 1);
    QCOMPARE(document.history().entries().back().label, std::string{"Reload from disk"});
    QVERIFY(!document.isModified());
    QVERIFY(!saved.journal.isFileChanged());
    QCOMPARE(document.contentHash(), hashOfFile(saved.place.scene));
    document.undo();
    QCOMPARE(document.contentHash(), mine);
    QVERIFY(document.isModified());
    document.redo();
    QVERIFY(!document.isModified());
}

void TestJournalReload::onlyWhatDiffersIsInTheStep()
{
    SavedScene saved;
    auto& document = saved.fixture.document;
    addBoxToFile(saved.place.scene, saved.fixture.types);
    std::set<EntityId> touched;
    engine::Connections connections;
    connections += document.changed.connect([&](const ChangeSet& changes) {
        for (const auto& change : changes.changes)
            touched.insert(change.entity);
    });
    saved.reload();
    QCOMPARE(touched.size(), std::size_t{1});
    const auto steps = document.history().position();
    saved.reload(); // nothing is different any more
    QCOMPARE(document.history().position(), steps);
    QVERIFY(!document.isModified());
}

void TestJournalReload::unsavedEditsSurviveACrashAfterReloadAndUndo()
{
    const Place place;
    const auto lost = killedAfter([&] {
        auto& fixture = *new DocumentFixture;
        auto& journal = *new Journal{fixture.document, place.where};
        fixture.addBox({0, 0, 0}, {1, 1, 1}, "saved");
        static_cast<void>(fixture.document.save(place.scene));
        fixture.addBox({2, 0, 0}, {3, 1, 1}, "mine");
        addBoxToFile(place.scene, fixture.types);
        static_cast<void>(journal.reload(*Journal::read(place.scene, fixture.types)));
        fixture.document.undo();
        journal.finish();
        return fixture.document.contentHash();
    });
    QVERIFY(lost != 0);
    const Found found{place.where};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournalReload::aFileThatWasWrittenInPlaceDoesNotSpoilUnsavedWork()
{
    const Place place;
    const auto lost = killedAfter([&] {
        auto& fixture = *new DocumentFixture;
        auto& journal = *new Journal{fixture.document, place.where};
        fixture.addBox({0, 0, 0}, {1, 1, 1}, "saved");
        static_cast<void>(fixture.document.save(place.scene));
        fixture.addBox({2, 0, 0}, {3, 1, 1}, "mine");
        std::ofstream{place.scene} << "half"; // through every name that the file has
        journal.becomeIndependent();
        journal.finish();
        fixture.addBox({4, 0, 0}, {5, 1, 1}, "later");
        journal.finish();
        return fixture.document.contentHash();
    });
    QVERIFY(lost != 0);
    const Found found{place.where};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournalReload::whatIsKeptCountsAsModifiedUntilItIsSaved()
{
    SavedScene saved;
    auto& document = saved.fixture.document;
    QVERIFY(!document.isModified());
    document.setFileLost(true);
    QVERIFY(document.isModified());
    document.setFileLost(false);
    QVERIFY(!document.isModified());
    document.setFileLost(true);
    VERIFY_OK(document.save(saved.place.scene));
    QVERIFY(!document.isModified());
    document.setFileLost(true);
    VERIFY_OK(document.open(saved.place.scene));
    QVERIFY(!document.isModified());
}

void TestJournalReload::oneContentMayBeReplacedAndNoOther()
{
    SavedScene saved;
    addBoxToFile(saved.place.scene, saved.fixture.types);
    QVERIFY(saved.journal.isFileChanged());
    saved.journal.allowReplacing(hashOfFile(saved.place.scene));
    QVERIFY(!saved.journal.isFileChanged());
    addBoxToFile(saved.place.scene, saved.fixture.types);
    QVERIFY(saved.journal.isFileChanged());
}

CORE_TEST(TestJournalReload)
} // namespace tst_journal_reload

#include "tst_journal_reload.moc"
