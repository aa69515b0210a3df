#include "tests/editor/document/journal_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/system/full_disk.h"

#include <QtTest>

namespace tst_journal_saves
{
using namespace mapwright::test;

/// What a program leaves that died during a save or after one.
class TestJournalSaves : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSaveCutShortIsOfferedInWhole();
    void whatASaveHoldsIsNotOffered();
    void whatFollowedASaveIsOfferedOnTopOfIt();
    void undoneStepsAfterASaveStayUndone();
    void anUndoneStepThatAnAutosaveHoldsStaysUndone();
    void aSavedStepThatTheDiskHadNoRoomForIsNotTakenBack();
    void aJournalThatCannotBeBegunAnewGoesOnBehindTheSave();
    void theSaveBeforeOneCutShortCounts();
    void anAutosaveLaterThanASaveIsOffered();
    void aSaveThatEndsAfterALaterAutosaveIsOurs();
    void savingUnderAnotherNameMovesWhatFollows();
    void aSceneReplacedAfterItsSaveLeavesTheWorkWhole();
    void foreignNotesOfSavesAreLeftOut();
};

void TestJournalSaves::aSaveCutShortIsOfferedInWhole()
{
    const Place place;
    const auto lost = killedAfter([&] {
        DyingSave dying{place};
        dying.addBox(0);
        dying.writeAndTell(place.scene);
        dying.addBox(2);
        dying.addBox(4);
        dying.writeAlmost(place.scene);
        return dying.hash();
    });
    const Found found{place.where};
    QVERIFY(found.isRecovered);
    QVERIFY(!found.leftovers[0].isSceneChanged);
    QCOMPARE(found.leftovers[0].steps.size(), 2U);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournalSaves::whatASaveHoldsIsNotOffered()
{
    const Place place;
    killedAfter([&] {
        DyingSave dying{place};
        dying.addBox(0);
        dying.addBox(2);
        dying.write(place.scene);
        return dying.hash();
    });
    QVERIFY(!fs::is_empty(place.journals));
    QVERIFY(Journal::findLeftovers(place.where).empty());
    QVERIFY(fs::is_empty(place.journals));
}

void TestJournalSaves::whatFollowedASaveIsOfferedOnTopOfIt()
{
    const Place place;
    const auto lost = killedAfter([&] {
        DyingSave dying{place};
        dying.addBox(0);
        dying.writeAndTell(place.scene);
        dying.addBox(2);
        dying.write(place.scene);
        editAndGetHash(dying.fixture);
        return dying.hash();
    });
    const Found found{place.where};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.leftovers[0].scene, place.scene);
    QVERIFY(!found.leftovers[0].isSceneChanged);
    QCOMPARE(found.leftovers[0].steps.size(), 3U); // those of editAndGetHash() alone
    QCOMPARE(found.fixture.document.contentHash(), lost);
    QVERIFY(found.fixture.document.isModified());
}

void TestJournalSaves::undoneStepsAfterASaveStayUndone()
{
    const Place place;
    const auto lost = killedAfter([&] {
        DyingSave dying{place};
        dying.addBox(0);
        dying.writeAndTell(place.scene);
        dying.addBox(2);
        dying.write(place.scene);
        dying.fixture.document.undo(); // back at what the document takes for the file's state
        return dying.fixture.document.isModified() ? ContentHash{0} : dying.hash();
    });
    QVERIFY(lost != 0);
    const Found found{place.where};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

/// And a save of the same.
void TestJournalSaves::anUndoneStepThatAnAutosaveHoldsStaysUndone()
{
    const Place place;
    const auto lost = killedAfter([&] {
        DyingSave dying{place};
        dying.addBox(0);
        dying.writeAndTell(place.scene);
        dying.addBox(2);
        dying.journal.update(60, 60);
        dying.journal.finish();
        dying.write(place.scene);
        dying.fixture.document.undo(); // back at what the document takes for the file's state
        return dying.fixture.document.isModified() ? ContentHash{0} : dying.hash();
    });
    QVERIFY(lost != 0);
    const Found found{place.where};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.leftovers[0].steps.size(), 1U);
    QVERIFY(!found.leftovers[0].isSceneChanged);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournalSaves::aSavedStepThatTheDiskHadNoRoomForIsNotTakenBack()
{
    const Place place;
    killedAfter([&] {
        DyingSave dying{place};
        dying.addBox(0);
        {
            const FullDisk full{fs::file_size(fileEndingIn(place.journals, ".journal"))};
            dying.addBox(2);
        }
        dying.write(place.scene);
        return dying.hash();
    });
    QVERIFY(Journal::findLeftovers(place.where).empty());
}

void TestJournalSaves::aJournalThatCannotBeBegunAnewGoesOnBehindTheSave()
{
    const Place place;
    const auto edit = [&](bool isMore) {
        return killedAfter([&] {
            DyingSave dying{place};
            dying.addBox(0);
            const auto saved = dying.fixture.document.beginSave().stateId;
            dying.write(place.scene);
            {
                const FullDisk full{16};
                dying.addBox(2);
                dying.fixture.document.endSave(place.scene, saved);
            }
            if (isMore) {
                dying.journal.update(1, 60);
                dying.addBox(4);
            }
            return dying.hash();
        });
    };
    edit(false);
    QVERIFY(Journal::findLeftovers(place.where).empty()); // the second box is lost
    const auto lost = edit(true);
    const Found found{place.where};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.leftovers[0].steps.size(), 2U);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournalSaves::theSaveBeforeOneCutShortCounts()
{
    const Place place;
    const auto lost = killedAfter([&] {
        DyingSave dying{place};
        dying.addBox(0);
        dying.write(place.scene);
        dying.addBox(2);
        dying.writeAlmost(place.scene);
        dying.addBox(4);
        return dying.hash();
    });
    const Found found{place.where};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.leftovers[0].steps.size(), 2U);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournalSaves::anAutosaveLaterThanASaveIsOffered()
{
    const Place place;
    const auto edit = [&](bool isMore) {
        return killedAfter([&] {
            DyingSave dying{place};
            dying.addBox(0);
            dying.write(place.scene);
            if (isMore)
                dying.addBox(2);
            dying.journal.update(60, 60);
            dying.journal.finish();
            return dying.hash();
        });
    };
    edit(false);
    QVERIFY(Journal::findLeftovers(place.where).empty()); // both hold the same
    const auto lost = edit(true);
    const Found found{place.where};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournalSaves::aSaveThatEndsAfterALaterAutosaveIsOurs()
{
    const Place place;
    const auto lost = killedAfter([&] {
        DyingSave dying{place};
        dying.addBox(0);
        dying.writeAndTell(place.scene);
        dying.addBox(2);
        const auto job = dying.fixture.document.beginSave();
        const auto note = dying.journal.noteSave(place.scene);
        dying.addBox(4);
        dying.journal.update(60, 60);
        dying.journal.finish();
        QTest::qSleep(20); // the file is newer for sure
        return saveScene(*job.world, dying.fixture.types, place.scene, note) ? dying.hash()
                                                                             : ContentHash{0};
    });
    const Found found{place.where};
    QVERIFY(found.isRecovered);
    QVERIFY(!found.leftovers[0].isSceneChanged);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournalSaves::savingUnderAnotherNameMovesWhatFollows()
{
    const Place place;
    const auto other = place.root / "other.scene.json";
    const auto lost = killedAfter([&] {
        DyingSave dying{place};
        dying.addBox(0);
        dying.writeAndTell(place.scene);
        dying.addBox(2);
        dying.write(other);
        dying.addBox(4);
        return dying.hash();
    });
    const Found found{place.where};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.leftovers[0].scene, other);
    QCOMPARE(found.fixture.document.path(), other);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournalSaves::aSceneReplacedAfterItsSaveLeavesTheWorkWhole()
{
    const Place place;
    const auto lost = killedAfter([&] {
        DyingSave dying{place};
        dying.addBox(0);
        dying.writeAndTell(place.scene);
        dying.addBox(2);
        dying.write(place.scene);
        dying.addBox(4);
        return dying.hash();
    });
    DocumentFixture other;
    VERIFY_OK(other.document.save(place.scene)); // somebody else's work
    const Found found{place.where};
    QVERIFY(found.isRecovered);
    QVERIFY(found.leftovers[0].isSceneChanged);
    QCOMPARE(found.leftovers[0].steps.size(), 2U);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournalSaves::foreignNotesOfSavesAreLeftOut()
{
    const Place place;
    const auto lost = killedAfter([&] {
        DyingSave dying{place};
        dying.addBox(0);
        dying.write(place.scene);
        dying.addBox(2);
        return dying.hash();
    });
    const auto notes = fileEndingIn(place.journals, ".saves");
    QVERIFY(!notes.empty());
    const auto good = *readFile(notes);
    const auto scene = place.scene.string();
    const auto missing = (place.root / "missing.scene.json").string();
    const auto hash = hashToText(hashText(*readFile(place.scene)));
    for (const auto& bad :
         {std::string{"\n\nnonsense\n[]\n{}\n"},
          fmt::format(R"({{"hash":"","lines":9,"scene":"{}"}})", missing),
          fmt::format(R"({{"hash":"{}","lines":-1,"scene":"{}"}})", hash, scene),
          fmt::format(R"({{"hash":"{}","lines":"2","scene":7}})", hash),
          fmt::format(R"({{"hash":"{}","lines":2,"scene":"{}")", hash, scene)}) { // cut off
        std::ofstream{notes} << good << bad;
        const Found found{place.where};
        QVERIFY2(found.isRecovered, bad.c_str());
        QCOMPARE(found.leftovers[0].steps.size(), 1U);
        QCOMPARE(found.fixture.document.contentHash(), lost);
    }
}

PLAIN_TEST(TestJournalSaves)
} // namespace tst_journal_saves

#include "tst_journal_saves.moc"
