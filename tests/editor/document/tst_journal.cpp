#include "editor/document/journal.h"
#include "editor/operations/brush_operations.h"
#include "editor/operations/entity_operations.h"
#include "editor/operations/linked_groups.h"
#include "editor/operations/transform_operations.h"
#include "engine_core/base/jobs.h"
#include "engine_core/base/log.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/unread_data.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/support/document_fixture.h"
#include "tests/support/full_disk.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>
#include <QtTest>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <map>

using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
/// Folders that live as long as one test.
struct Place
{
    QTemporaryDir folder;
    fs::path root = folder.path().toStdString();
    fs::path journals = root / ".mapwright";
    fs::path scene = root / "room.scene.json";
};

/// Runs `work` in a program of its own that is killed by signal 9 at the end of it; what the work
/// returns, the content hash of the lost document.
ContentHash killedAfter(const std::function<ContentHash()>& work)
{
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0)
        return 0;
    const auto child = ::fork();
    if (child == 0) {
        const ContentHash hash = work();
        const auto written = ::write(ends[1], &hash, sizeof hash);
        ::kill(::getpid(), written == sizeof hash ? SIGKILL : SIGABRT);
    }
    ::close(ends[1]);
    ContentHash hash = 0;
    const auto got = ::read(ends[0], &hash, sizeof hash);
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    return got == sizeof hash ? hash : 0;
}

ContentHash editAndGetHash(DocumentFixture& fixture)
{
    const auto box = fixture.addBox({0, 0, 0}, {1, 2, 3}, "a \"quoted\" box");
    const auto point = fixture.addPoint({0.1, 0.2, 0.3});
    static_cast<void>(fixture.run([&](Transaction& transaction) -> Result<void> {
        transaction.set(point, Light{.color = {0.1f, 0.7f, 1}, .range = 9});
        transaction.set(SceneEntity, UnreadData{{{"layer", "{\"of\":[1,2.50]}"}}});
        return rotate(transaction, std::vector{box}, {0, 0, 0}, {0, 1, 0}, 0.3);
    }));
    fixture.addBox({4, 0, 0}, {5, 1, 1}, "undone");
    fixture.document.undo();
    fixture.document.undo();
    fixture.document.redo();
    return fixture.document.contentHash();
}

/// The one file of that ending in the folder.
fs::path fileEndingIn(const fs::path& folder, const std::string& ending)
{
    for (const auto& entry : fs::directory_iterator{folder})
        if (entry.path().filename().string().ends_with(ending))
            return entry.path();
    return {};
}

/// What the journal can bring back, taken from a copy, since its program lives.
ContentHash recoverable(const fs::path& journals)
{
    const QTemporaryDir copies;
    const fs::path folder = copies.path().toStdString();
    fs::copy(journals, folder, fs::copy_options::recursive);
    for (const auto& entry : fs::directory_iterator{folder})
        if (entry.path().extension() == ".lock")
            fs::remove(entry.path());
    const auto leftovers = Journal::findLeftovers(folder);
    DocumentFixture fixture;
    if (leftovers.size() != 1 || !Journal::recover(fixture.document, leftovers[0]))
        return 0;
    return fixture.document.contentHash();
}

void appendTo(const fs::path& file, const std::string& text)
{
    std::ofstream{file, std::ios::app} << text;
}
} // namespace

class TestJournal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linkedGroupsComeBackAsTheyWere();
    void aNewSceneIsRecoveredAfterAKill();
    void editsOfASavedSceneAreRecovered();
    void anAutosaveShortensTheJournal();
    void aJournalThatStaysBigIsNotShortenedAllTheTime();
    void savingStartsTheJournalAnew();
    void savingOnAWorkerKeepsWhatCameAfter();
    void aSavedFileOfKnownHashIsNotReadAgain();
    void aStoppedReadFindsNoScene();
    void aSaveCutShortIsOfferedInWhole();
    void whatASaveHoldsIsNotOffered();
    void whatFollowedASaveIsOfferedOnTopOfIt();
    void undoneStepsAfterASaveStayUndone();
    void aSavedStepThatTheDiskHadNoRoomForIsNotTakenBack();
    void aJournalThatCannotBeBegunAnewGoesOnBehindTheSave();
    void theSaveBeforeOneCutShortCounts();
    void anAutosaveLaterThanASaveIsOffered();
    void aSaveThatEndsAfterALaterAutosaveIsOurs();
    void savingUnderAnotherNameMovesWhatFollows();
    void aSceneReplacedAfterItsSaveLeavesTheWorkWhole();
    void foreignNotesOfSavesAreLeftOut();
    void aSceneOpenedByAShortPathIsFoundFromAnyFolder();
    void aCutOffLastLineIsLeftOut();
    void theBaseSurvivesASceneThatIsReplaced();
    void withoutItsBaseTheWorkIsRefused();
    void aSceneThatIsNotThereAnyMoreIsRecovered_data();
    void aSceneThatIsNotThereAnyMoreIsRecovered();
    void scenesOfOneNameKeepTheirOwnWork();
    void aCopyOfTheSavedSceneKeepsItsOwnWork();
    void stepsThatDoNotFitLeaveTheDocumentAlone();
    void livingProgramsLeaveNothingOver();
    void aCleanCloseLeavesNoFiles();
    void whatEndedUnmodifiedIsNotOffered();
    void recoveredWorkIsProtectedAgain();
    void foreignFilesAreRefused();
    void aFullDiskLosesOnlyTheStepsThatFoundItFull();
    void stepsAreWrittenOnceTheDiskHasRoomAgain();
    void anUnwrittenNewSceneDoesNotGoIntoTheOldJournal();
};

void TestJournal::linkedGroupsComeBackAsTheyWere()
{
    const Place place;
    const auto lost = killedAfter([&] {
        auto* fixture = new DocumentFixture; // the kill comes before any destructor
        const std::vector boxes{fixture->addBox({0, 0, 0}, {1, 1, 1})};
        EntityId made;
        static_cast<void>(fixture->run([&](Transaction& transaction) -> Result<void> {
            auto grouped = group(transaction, boxes);
            if (!grouped)
                return grouped.error();
            made = *grouped;
            auto copies = createLinkedDuplicate(transaction, std::vector{made});
            return copies ? Result<void>{} : Result<void>{copies.error()};
        }));
        if (!fixture->document.save(place.scene))
            return ContentHash{0};
        new Journal{fixture->document, place.journals};
        fixture->addBox({2, 0, 0}, {3, 1, 1}, "added to both", made);
        return fixture->document.world().count<BrushComponent>() == 4
                   ? fixture->document.contentHash()
                   : ContentHash{0};
    });
    QVERIFY(lost != 0);
    QCOMPARE(recoverable(place.journals), lost);
}

void TestJournal::aNewSceneIsRecoveredAfterAKill()
{
    const Place place;
    const auto lost = killedAfter([&] {
        auto* fixture = new DocumentFixture; // the kill comes before any destructor
        new Journal{fixture->document, place.journals};
        return editAndGetHash(*fixture);
    });
    QVERIFY(lost != 0);
    const auto leftovers = Journal::findLeftovers(place.journals);
    QCOMPARE(leftovers.size(), 1U);
    QVERIFY(leftovers[0].scene.empty());
    QVERIFY(!leftovers[0].when.empty());
    QCOMPARE(leftovers[0].steps, 7U);
    DocumentFixture fixture;
    VERIFY_OK(Journal::recover(fixture.document, leftovers[0]));
    QCOMPARE(fixture.document.contentHash(), lost);
    QVERIFY(fixture.document.isModified());
    Journal::discard(leftovers[0]);
    QVERIFY(fs::is_empty(place.journals));
}

void TestJournal::editsOfASavedSceneAreRecovered()
{
    const Place place;
    const auto lost = killedAfter([&] {
        auto* fixture = new DocumentFixture;
        new Journal{fixture->document, place.journals};
        fixture->addBox({-8, 0, -8}, {8, 1, 8}, "saved");
        if (!fixture->document.save(place.scene))
            return ContentHash{0};
        return editAndGetHash(*fixture);
    });
    const auto leftovers = Journal::findLeftovers(place.journals);
    QCOMPARE(leftovers.size(), 1U);
    QCOMPARE(leftovers[0].scene, place.scene);
    DocumentFixture fixture;
    VERIFY_OK(Journal::recover(fixture.document, leftovers[0]));
    QCOMPARE(fixture.document.contentHash(), lost);
    QCOMPARE(fixture.document.path(), place.scene);
    QVERIFY(fixture.document.isModified());
}

void TestJournal::anAutosaveShortensTheJournal()
{
    const Place place;
    const auto lost = killedAfter([&] {
        auto* fixture = new DocumentFixture;
        auto* journal = new Journal{fixture->document, place.journals};
        editAndGetHash(*fixture);
        journal->update(1, 60);
        journal->update(60, 60);
        fixture->addBox({9, 0, 0}, {10, 1, 1}, "while it is written");
        journal->finish();
        fixture->addBox({9, 5, 0}, {10, 6, 1}, "after");
        return fixture->document.contentHash();
    });
    const auto leftovers = Journal::findLeftovers(place.journals);
    QCOMPARE(leftovers.size(), 1U);
    QCOMPARE(leftovers[0].steps, 2U);
    DocumentFixture fixture;
    VERIFY_OK(Journal::recover(fixture.document, leftovers[0]));
    QCOMPARE(fixture.document.contentHash(), lost);
}

void TestJournal::aJournalThatStaysBigIsNotShortenedAllTheTime()
{
    const Place place;
    DocumentFixture fixture;
    Journal journal{fixture.document, place.journals};
    fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto pass = [&](double seconds) {
        journal.update(seconds, 60, 1);
        journal.finish();
    };
    const auto isShortened = [&](int attempt) {
        return !fileEndingIn(place.journals, fmt::format(".auto-{}.scene.json", attempt)).empty();
    };
    {
        const FullDisk full{16};
        pass(10);
        for (int i = 0; i < 8; ++i)
            pass(1);
    }
    pass(1);
    QVERIFY(!isShortened(2));
    pass(1);
    QVERIFY(!isShortened(1));
    QVERIFY(isShortened(2));
    QCOMPARE(recoverable(place.journals), fixture.document.contentHash());
}

void TestJournal::savingStartsTheJournalAnew()
{
    const Place place;
    DocumentFixture fixture;
    const Journal journal{fixture.document, place.journals};
    editAndGetHash(fixture);
    VERIFY_OK(fixture.document.save(place.scene));
    std::size_t journals = 0;
    for (const auto& entry : fs::directory_iterator{place.journals})
        if (entry.path().extension() == ".journal") {
            ++journals;
            const auto text = readFile(entry.path());
            VERIFY_OK(text);
            QCOMPARE(std::count(text->begin(), text->end(), '\n'), 1);
        }
    QCOMPARE(journals, 1U);
}

void TestJournal::savingOnAWorkerKeepsWhatCameAfter()
{
    const Place place;
    const auto lost = killedAfter([&] {
        auto* fixture = new DocumentFixture;
        new Journal{fixture->document, place.journals};
        fixture->addBox({0, 0, 0}, {1, 1, 1}, "first");
        const auto job = fixture->document.beginSave();
        fixture->addBox({3, 0, 0}, {4, 1, 1}, "while it is written");
        if (!saveScene(*job.world, fixture->types, place.scene))
            return ContentHash{0};
        fixture->document.endSave(place.scene, job.stateId);
        return fixture->document.contentHash();
    });
    const auto leftovers = Journal::findLeftovers(place.journals);
    QCOMPARE(leftovers.size(), 1U);
    QCOMPARE(leftovers[0].steps, 1U);
    DocumentFixture fixture;
    VERIFY_OK(Journal::recover(fixture.document, leftovers[0]));
    QCOMPARE(fixture.document.contentHash(), lost);
}

void TestJournal::aSavedFileOfKnownHashIsNotReadAgain()
{
    const Place place;
    DocumentFixture fixture;
    Journal journal{fixture.document, place.journals};
    fixture.addBox({0, 0, 0}, {1, 1, 1}, "box");
    const auto job = fixture.document.beginSave();
    VERIFY_OK(saveScene(*job.world, fixture.types, place.scene));
    constexpr ContentHash Known = 0x123456789abcdef0; // not that of the file, to tell them apart
    journal.setSaved({Known, {}});
    fixture.document.endSave(place.scene, job.stateId);
    bool found = false;
    for (const auto& entry : fs::directory_iterator{place.journals})
        if (entry.path().extension() == ".journal")
            found = readFile(entry.path())->find(hashToText(Known)) != std::string::npos;
    QVERIFY(found);
}

void TestJournal::aStoppedReadFindsNoScene()
{
    const Place place;
    DocumentFixture fixture;
    fixture.addBox({0, 0, 0}, {1, 1, 1});
    VERIFY_OK(fixture.document.save(place.scene));
    JobControl control;
    VERIFY_OK(Journal::read(place.scene, fixture.document.types(), &control));
    control.cancel();
    const auto stopped = Journal::read(place.scene, fixture.document.types(), &control);
    QVERIFY(!stopped && stopped.error().message().ends_with("was stopped"));
}

namespace
{
/// A program that dies at some moment of a save, which its workers do.
struct DyingSave
{
    const Place& place;
    DocumentFixture& fixture = *new DocumentFixture; // the kill comes before any destructor
    Journal& journal = *new Journal{fixture.document, place.journals};

    explicit DyingSave(const Place& where) : place{where} {}

    [[nodiscard]] ContentHash hash() const { return fixture.document.contentHash(); }

    void addBox(double at, const std::string& name = "box")
    {
        fixture.addBox({at, 0, 0}, {at + 1, 1, 1}, name);
    }

    /// The file is whole, and the document does not know of it yet.
    void write(const fs::path& file)
    {
        const auto job = fixture.document.beginSave();
        if (!saveScene(*job.world, fixture.types, file, journal.noteSave(file)))
            ::abort();
    }

    void writeAndTell(const fs::path& file)
    {
        const auto job = fixture.document.beginSave();
        write(file);
        fixture.document.endSave(file, job.stateId);
    }

    /// The crash comes before the new file takes its place.
    void writeAlmost(const fs::path& file) { journal.noteSave(file)(hash()); }
};

/// What the only leftover is about and brings back; nothing if there is none or it fails.
struct Found
{
    std::vector<Journal::Leftover> leftovers;
    DocumentFixture fixture;
    bool isRecovered = false;

    explicit Found(const fs::path& journals)
        : leftovers{Journal::findLeftovers(journals)}
        , isRecovered{leftovers.size() == 1 && Journal::recover(fixture.document, leftovers[0])}
    {
    }
};
} // namespace

void TestJournal::aSaveCutShortIsOfferedInWhole()
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
    const Found found{place.journals};
    QVERIFY(found.isRecovered);
    QVERIFY(!found.leftovers[0].isSceneNewer);
    QCOMPARE(found.leftovers[0].steps, 2U);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournal::whatASaveHoldsIsNotOffered()
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
    QVERIFY(Journal::findLeftovers(place.journals).empty());
    QVERIFY(fs::is_empty(place.journals));
}

void TestJournal::whatFollowedASaveIsOfferedOnTopOfIt()
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
    const Found found{place.journals};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.leftovers[0].scene, place.scene);
    QVERIFY(!found.leftovers[0].isSceneNewer);
    QCOMPARE(found.leftovers[0].steps, 7U); // those of editAndGetHash() alone
    QCOMPARE(found.fixture.document.contentHash(), lost);
    QVERIFY(found.fixture.document.isModified());
}

void TestJournal::undoneStepsAfterASaveStayUndone()
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
    const Found found{place.journals};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournal::aSavedStepThatTheDiskHadNoRoomForIsNotTakenBack()
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
    QVERIFY(Journal::findLeftovers(place.journals).empty());
}

void TestJournal::aJournalThatCannotBeBegunAnewGoesOnBehindTheSave()
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
    QVERIFY(Journal::findLeftovers(place.journals).empty()); // the second box is lost
    const auto lost = edit(true);
    const Found found{place.journals};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.leftovers[0].steps, 2U);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournal::theSaveBeforeOneCutShortCounts()
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
    const Found found{place.journals};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.leftovers[0].steps, 2U);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournal::anAutosaveLaterThanASaveIsOffered()
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
    QVERIFY(Journal::findLeftovers(place.journals).empty()); // both hold the same
    const auto lost = edit(true);
    const Found found{place.journals};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournal::aSaveThatEndsAfterALaterAutosaveIsOurs()
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
    const Found found{place.journals};
    QVERIFY(found.isRecovered);
    QVERIFY(!found.leftovers[0].isSceneNewer);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournal::savingUnderAnotherNameMovesWhatFollows()
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
    const Found found{place.journals};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.leftovers[0].scene, other);
    QCOMPARE(found.fixture.document.path(), other);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournal::aSceneReplacedAfterItsSaveLeavesTheWorkWhole()
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
    const Found found{place.journals};
    QVERIFY(found.isRecovered);
    QVERIFY(found.leftovers[0].isSceneNewer);
    QCOMPARE(found.leftovers[0].steps, 2U);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournal::foreignNotesOfSavesAreLeftOut()
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
        const Found found{place.journals};
        QVERIFY2(found.isRecovered, bad.c_str());
        QCOMPARE(found.leftovers[0].steps, 1U);
        QCOMPARE(found.fixture.document.contentHash(), lost);
    }
}

void TestJournal::aSceneOpenedByAShortPathIsFoundFromAnyFolder()
{
    const Place place;
    const auto lost = killedAfter([&] {
        fs::current_path(place.root);
        DyingSave dying{place};
        dying.addBox(0);
        dying.writeAndTell(place.scene.filename());
        dying.addBox(2);
        dying.journal.update(60, 60); // an autosave names the scene, too
        dying.journal.finish();
        return dying.hash();
    });
    const Found found{place.journals};
    QVERIFY(found.isRecovered);
    QVERIFY(found.leftovers[0].scene.is_absolute());
    QVERIFY(fs::equivalent(found.leftovers[0].scene, place.scene));
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournal::aCutOffLastLineIsLeftOut()
{
    const Place place;
    const auto lost = killedAfter([&] {
        auto* fixture = new DocumentFixture;
        new Journal{fixture->document, place.journals};
        return editAndGetHash(*fixture);
    });
    const auto leftover = Journal::findLeftovers(place.journals).front();
    appendTo(leftover.file, R"({"label":"cut off","modified":true,"swaps":[[77,"no)");
    DocumentFixture fixture;
    VERIFY_OK(Journal::recover(fixture.document, leftover));
    QCOMPARE(fixture.document.contentHash(), lost);
}

void TestJournal::theBaseSurvivesASceneThatIsReplaced()
{
    const Place place;
    const auto lost = killedAfter([&] {
        auto* fixture = new DocumentFixture;
        new Journal{fixture->document, place.journals};
        fixture->addBox({-8, 0, -8}, {8, 1, 8}, "saved");
        if (!fixture->document.save(place.scene))
            return ContentHash{0};
        return editAndGetHash(*fixture);
    });
    DocumentFixture other;
    VERIFY_OK(other.document.save(place.scene)); // somebody else's work
    const auto leftovers = Journal::findLeftovers(place.journals);
    QCOMPARE(leftovers.size(), 1U);
    VERIFY_OK(Journal::recover(other.document, leftovers[0]));
    QCOMPARE(other.document.contentHash(), lost);
    QVERIFY(other.document.isModified());
}

void TestJournal::withoutItsBaseTheWorkIsRefused()
{
    const Place place;
    killedAfter([&] {
        auto* fixture = new DocumentFixture;
        fixture->addBox({-8, 0, -8}, {8, 1, 8}, "saved");
        static_cast<void>(fixture->document.save(place.scene));
        new Journal{fixture->document, place.journals};
        return editAndGetHash(*fixture);
    });
    const auto leftovers = Journal::findLeftovers(place.journals);
    QCOMPARE(leftovers.size(), 1U);
    for (const auto& entry : fs::directory_iterator{place.journals})
        if (entry.path().string().find(".base-") != std::string::npos)
            fs::remove(entry.path());
    DocumentFixture fixture;
    fixture.addPoint({1, 1, 1});
    const auto before = fixture.document.contentHash();
    VERIFY_OK(Journal::recover(fixture.document, leftovers[0])); // the scene itself is still right
    fixture.document.clear();
    fs::remove(place.scene);
    fixture.addPoint({1, 1, 1});
    const auto refused = Journal::recover(fixture.document, leftovers[0]);
    QVERIFY(!refused);
    QVERIFY(refused.error().message().find("room.scene.json") != std::string::npos);
    QCOMPARE(fixture.document.world().entityCount(), 2U);
    QVERIFY(before != 0);
}

void TestJournal::aSceneThatIsNotThereAnyMoreIsRecovered_data()
{
    QTest::addColumn<bool>("isRenamed");
    QTest::newRow("renamed") << true;
    QTest::newRow("deleted") << false;
}

/// Under its old name, which a save makes anew.
void TestJournal::aSceneThatIsNotThereAnyMoreIsRecovered()
{
    QFETCH(bool, isRenamed);
    const Place place;
    const auto lost = killedAfter([&] {
        DyingSave dying{place};
        dying.addBox(0);
        dying.writeAndTell(place.scene);
        dying.addBox(2);
        dying.write(place.scene); // the journal does not know of it
        dying.addBox(4);
        return dying.hash();
    });
    const auto renamed = place.root / "hall.scene.json";
    if (isRenamed)
        fs::rename(place.scene, renamed);
    else
        fs::remove(place.scene);
    Found found{place.journals};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.leftovers[0].scene, place.scene);
    QCOMPARE(found.fixture.document.path(), place.scene);
    QCOMPARE(found.fixture.document.contentHash(), lost);
    VERIFY_OK(found.fixture.document.save(found.fixture.document.path()));
    QVERIFY(fs::exists(place.scene));
    QCOMPARE(fs::exists(renamed), isRenamed);
}

void TestJournal::scenesOfOneNameKeepTheirOwnWork()
{
    const Place place;
    std::map<fs::path, ContentHash> lost;
    for (const auto* folder : {"north", "south"}) {
        const auto scene = place.root / folder / "room.scene.json";
        fs::create_directories(scene.parent_path());
        lost[scene] = killedAfter([&] {
            DyingSave dying{place};
            dying.addBox(0, folder);
            dying.writeAndTell(scene);
            dying.addBox(2, folder);
            dying.write(scene);
            dying.addBox(4, folder);
            return dying.hash();
        });
    }
    const auto leftovers = Journal::findLeftovers(place.journals);
    QCOMPARE(leftovers.size(), std::size_t{2});
    QVERIFY(leftovers[0].scene != leftovers[1].scene);
    for (const auto& leftover : leftovers) {
        DocumentFixture fixture;
        VERIFY_OK(Journal::recover(fixture.document, leftover));
        QCOMPARE(leftover.steps, std::size_t{1});
        QCOMPARE(fixture.document.path(), leftover.scene);
        QCOMPARE(fixture.document.contentHash(), lost[leftover.scene]);
        Journal::discard(leftover); // that of the other one stays
    }
    QVERIFY(fs::is_empty(place.journals));
}

void TestJournal::aCopyOfTheSavedSceneKeepsItsOwnWork()
{
    const Place place;
    const auto copy = place.root / "copy.scene.json";
    const auto lost = killedAfter([&] {
        DyingSave dying{place};
        dying.addBox(0);
        dying.writeAndTell(place.scene);
        fs::copy_file(place.scene, copy);
        auto read = Journal::read(copy, dying.fixture.types);
        if (!read || !dying.journal.open(*std::move(read)))
            return ContentHash{0};
        dying.addBox(2);
        return dying.hash();
    });
    QVERIFY(lost != 0);
    const Found found{place.journals};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.leftovers[0].scene, copy);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournal::stepsThatDoNotFitLeaveTheDocumentAlone()
{
    const Place place;
    killedAfter([&] {
        DyingSave dying{place};
        dying.addBox(0);
        return dying.hash();
    });
    const auto leftover = Journal::findLeftovers(place.journals).front();
    appendTo(leftover.file, R"({"label":"Plant","modified":true,"swaps":[[1,"foliage_instances",)"
                            R"({"cells":[],"hash":"0123456789abcdef"}]]})"
                            "\n");
    DocumentFixture fixture;
    fixture.addPoint({1, 1, 1});
    const auto before = fixture.document.contentHash();
    const auto refused = Journal::recover(fixture.document, leftover);
    QVERIFY(!refused);
    QCOMPARE(refused.error().message(),
             std::string{"The plants of a step do not fit the state before it"});
    QCOMPARE(fixture.document.contentHash(), before);
    QVERIFY(fixture.document.history().canUndo());
    QVERIFY(!fixture.document.isEditing());
}

void TestJournal::livingProgramsLeaveNothingOver()
{
    const Place place;
    DocumentFixture fixture;
    const Journal journal{fixture.document, place.journals};
    editAndGetHash(fixture);
    QVERIFY(Journal::findLeftovers(place.journals).empty());
}

void TestJournal::aCleanCloseLeavesNoFiles()
{
    const Place place;
    {
        DocumentFixture fixture;
        Journal journal{fixture.document, place.journals};
        editAndGetHash(fixture);
        journal.update(100, 60);
    }
    QVERIFY(fs::is_empty(place.journals));
}

void TestJournal::whatEndedUnmodifiedIsNotOffered()
{
    const Place place;
    killedAfter([&] {
        auto* fixture = new DocumentFixture;
        new Journal{fixture->document, place.journals};
        fixture->addBox({0, 0, 0}, {1, 1, 1});
        fixture->document.undo();
        return ContentHash{1};
    });
    QVERIFY(Journal::findLeftovers(place.journals).empty());
    QVERIFY(fs::is_empty(place.journals)); // and tidied away
}

void TestJournal::recoveredWorkIsProtectedAgain()
{
    const Place place;
    const auto first = killedAfter([&] {
        auto* fixture = new DocumentFixture;
        new Journal{fixture->document, place.journals};
        return editAndGetHash(*fixture);
    });
    const auto second = killedAfter([&] {
        auto* fixture = new DocumentFixture;
        new Journal{fixture->document, place.journals};
        const auto leftover = Journal::findLeftovers(place.journals).front();
        if (!Journal::recover(fixture->document, leftover))
            return ContentHash{0};
        Journal::discard(leftover);
        return fixture->document.contentHash();
    });
    QCOMPARE(second, first);
    const auto leftovers = Journal::findLeftovers(place.journals);
    QCOMPARE(leftovers.size(), 1U);
    DocumentFixture fixture;
    VERIFY_OK(Journal::recover(fixture.document, leftovers[0]));
    QCOMPARE(fixture.document.contentHash(), first);
}

void TestJournal::foreignFilesAreRefused()
{
    const Place place;
    fs::create_directories(place.journals);
    const auto file = place.journals / "1-2-3.journal";
    DocumentFixture fixture;
    for (const auto* text : {"", "\n", "nonsense\n", "{\"journal\": 99}\n"}) {
        std::ofstream{file} << text;
        QVERIFY(!Journal::recover(fixture.document, {file, {}, {}, 1}));
    }
    QVERIFY(Journal::findLeftovers(place.journals).empty());
}

void TestJournal::aFullDiskLosesOnlyTheStepsThatFoundItFull()
{
    const Place place;
    DocumentFixture fixture;
    Journal journal{fixture.document, place.journals};
    std::vector<std::string> heard;
    const auto sink = addLogSink([&](const LogMessage& message) { heard.push_back(message.text); });
    fixture.addBox({0, 0, 0}, {1, 1, 1}, "safe");
    const auto safe = fixture.document.contentHash();
    const auto file = fileEndingIn(place.journals, ".journal");
    const auto size = fs::file_size(file);
    {
        const FullDisk full{size + 20}; // a part of the next line fits
        fixture.addBox({2, 0, 0}, {3, 1, 1}, "lost");
        QCOMPARE(fs::file_size(file), size);
        fixture.addBox({4, 0, 0}, {5, 1, 1}, "lost, too");
        QCOMPARE(fs::file_size(file), size);
    }
    QCOMPARE(recoverable(place.journals), safe);
    QCOMPARE(heard.size(), std::size_t{1}); // told once, not for each step
    QVERIFY(heard[0].starts_with("Unsaved work is not protected"));
}

void TestJournal::stepsAreWrittenOnceTheDiskHasRoomAgain()
{
    const Place place;
    DocumentFixture fixture;
    Journal journal{fixture.document, place.journals};
    std::vector<std::string> heard;
    const auto sink = addLogSink([&](const LogMessage& message) { heard.push_back(message.text); });
    fixture.addBox({0, 0, 0}, {1, 1, 1}, "safe");
    {
        const FullDisk full{fs::file_size(fileEndingIn(place.journals, ".journal"))};
        fixture.addBox({2, 0, 0}, {3, 1, 1}, "waits");
        journal.update(0.5, 60);
    }
    QCOMPARE(heard.size(), std::size_t{1});
    journal.update(0.5, 60);
    QCOMPARE(recoverable(place.journals), fixture.document.contentHash());
    QCOMPARE(heard.back(), std::string{"Unsaved work is protected again"});
    fixture.addBox({4, 0, 0}, {5, 1, 1}, "more");
    QCOMPARE(recoverable(place.journals), fixture.document.contentHash());
    QCOMPARE(heard.size(), std::size_t{2});
}

void TestJournal::anUnwrittenNewSceneDoesNotGoIntoTheOldJournal()
{
    const Place place;
    DocumentFixture fixture;
    Journal journal{fixture.document, place.journals};
    fixture.addBox({0, 0, 0}, {1, 1, 1}, "old scene");
    {
        const FullDisk full{0};
        fixture.document.clear();
    }
    fixture.addBox({2, 0, 0}, {3, 1, 1}, "new scene");
    QCOMPARE(recoverable(place.journals), ContentHash{0}); // rather nothing than a mixture
    journal.update(60, 60); // the next autosave begins a journal again
    journal.finish();
    QCOMPARE(recoverable(place.journals), fixture.document.contentHash());
}

QTEST_APPLESS_MAIN(TestJournal)
#include "tst_journal.moc"
