#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/prefab/linked_groups.h"
#include "engine_core/base/files/user_folders.h"
#include "engine_core/base/jobs.h"
#include "engine_core/base/log.h"
#include "engine_core/scene/components/brush_component.h"
#include "tests/editor/document/journal_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/system/full_disk.h"

#include <QtTest>

#include <algorithm>
#include <chrono>
#include <fstream>

namespace tst_journal
{
using namespace mapwright::test;

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
    void aCutOffLastLineIsLeftOut();
    void stepsThatDoNotFitLeaveTheDocumentAlone();
    void theLatestOfTwoCrashesInOneMinuteComesFirst();
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
        new Journal{fixture->document, place.where};
        fixture->addBox({2, 0, 0}, {3, 1, 1}, "added to both", made);
        return fixture->document.world().count<BrushComponent>() == 4
                   ? fixture->document.contentHash()
                   : ContentHash{0};
    });
    QVERIFY(lost != 0);
    QCOMPARE(recoverable(place.where), lost);
}

void TestJournal::aNewSceneIsRecoveredAfterAKill()
{
    const Place place;
    const auto lost = killedAfter([&] {
        auto* fixture = new DocumentFixture; // the kill comes before any destructor
        new Journal{fixture->document, place.where};
        return editAndGetHash(*fixture);
    });
    QVERIFY(lost != 0);
    const auto leftovers = Journal::findLeftovers(place.where);
    QCOMPARE(leftovers.size(), 1U);
    QVERIFY(leftovers[0].scene.empty());
    QVERIFY(!leftovers[0].when.empty());
    QCOMPARE(leftovers[0].steps.size(), 3U); // what was undone is none
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
        new Journal{fixture->document, place.where};
        fixture->addBox({-8, 0, -8}, {8, 1, 8}, "saved");
        if (!fixture->document.save(place.scene))
            return ContentHash{0};
        return editAndGetHash(*fixture);
    });
    const auto leftovers = Journal::findLeftovers(place.where);
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
        auto* journal = new Journal{fixture->document, place.where};
        editAndGetHash(*fixture);
        journal->update(1, 60);
        journal->update(60, 60);
        fixture->addBox({9, 0, 0}, {10, 1, 1}, "while it is written");
        journal->finish();
        fixture->addBox({9, 5, 0}, {10, 6, 1}, "after");
        return fixture->document.contentHash();
    });
    const auto leftovers = Journal::findLeftovers(place.where);
    QCOMPARE(leftovers.size(), 1U);
    QCOMPARE(leftovers[0].steps.size(), 2U);
    DocumentFixture fixture;
    VERIFY_OK(Journal::recover(fixture.document, leftovers[0]));
    QCOMPARE(fixture.document.contentHash(), lost);
}

void TestJournal::aJournalThatStaysBigIsNotShortenedAllTheTime()
{
    const Place place;
    DocumentFixture fixture;
    Journal journal{fixture.document, place.where};
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
    QCOMPARE(recoverable(place.where), fixture.document.contentHash());
}

void TestJournal::savingStartsTheJournalAnew()
{
    const Place place;
    DocumentFixture fixture;
    const Journal journal{fixture.document, place.where};
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
        new Journal{fixture->document, place.where};
        fixture->addBox({0, 0, 0}, {1, 1, 1}, "first");
        const auto job = fixture->document.beginSave();
        fixture->addBox({3, 0, 0}, {4, 1, 1}, "while it is written");
        if (!saveScene(*job.world, fixture->types, place.scene))
            return ContentHash{0};
        fixture->document.endSave(place.scene, job.stateId);
        return fixture->document.contentHash();
    });
    const auto leftovers = Journal::findLeftovers(place.where);
    QCOMPARE(leftovers.size(), 1U);
    QCOMPARE(leftovers[0].steps.size(), 1U);
    DocumentFixture fixture;
    VERIFY_OK(Journal::recover(fixture.document, leftovers[0]));
    QCOMPARE(fixture.document.contentHash(), lost);
}

void TestJournal::aSavedFileOfKnownHashIsNotReadAgain()
{
    const Place place;
    DocumentFixture fixture;
    Journal journal{fixture.document, place.where};
    fixture.addBox({0, 0, 0}, {1, 1, 1}, "box");
    const auto job = fixture.document.beginSave();
    VERIFY_OK(saveScene(*job.world, fixture.types, place.scene));
    constexpr ContentHash Known = 0x123456789abcdef0; // not that of the file, to tell them apart
    journal.setSaved(Journal::FileState{Known, {}});
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

void TestJournal::aCutOffLastLineIsLeftOut()
{
    const Place place;
    const auto lost = killedAfter([&] {
        auto* fixture = new DocumentFixture;
        new Journal{fixture->document, place.where};
        return editAndGetHash(*fixture);
    });
    const auto leftover = Journal::findLeftovers(place.where).front();
    appendTo(leftover.file, R"({"label":"cut off","modified":true,"swaps":[[77,"no)");
    DocumentFixture fixture;
    VERIFY_OK(Journal::recover(fixture.document, leftover));
    QCOMPARE(fixture.document.contentHash(), lost);
}

void TestJournal::stepsThatDoNotFitLeaveTheDocumentAlone()
{
    const Place place;
    killedAfter([&] {
        DyingSave dying{place};
        dying.addBox(0);
        return dying.hash();
    });
    const auto leftover = Journal::findLeftovers(place.where).front();
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

void TestJournal::theLatestOfTwoCrashesInOneMinuteComesFirst()
{
    const Place place;
    for (int i = 0; i < 2; ++i)
        QVERIFY(killedAfter([&] {
                    auto* fixture = new DocumentFixture;
                    new Journal{fixture->document, place.where};
                    return editAndGetHash(*fixture);
                }) != 0);
    auto leftovers = Journal::findLeftovers(place.where);
    QCOMPARE(leftovers.size(), 2U);
    std::sort(leftovers.begin(), leftovers.end(),
              [](const auto& a, const auto& b) { return a.file < b.file; });
    const auto minute = std::chrono::floor<std::chrono::minutes>(fs::file_time_type::clock::now());
    for (const std::size_t latest : {0U, 1U}) {
        fs::last_write_time(leftovers[latest].file, minute + std::chrono::milliseconds{20'400});
        fs::last_write_time(leftovers[1 - latest].file, minute + std::chrono::milliseconds{20'300});
        const auto found = Journal::findLeftovers(place.where);
        QCOMPARE(found[0].when, found[1].when);
        QCOMPARE(found[0].file, leftovers[latest].file);
    }
}

void TestJournal::livingProgramsLeaveNothingOver()
{
    const Place place;
    DocumentFixture fixture;
    const Journal journal{fixture.document, place.where};
    editAndGetHash(fixture);
    QVERIFY(Journal::findLeftovers(place.where).empty());
}

void TestJournal::aCleanCloseLeavesNoFiles()
{
    const Place place;
    {
        DocumentFixture fixture;
        Journal journal{fixture.document, place.where};
        editAndGetHash(fixture);
        journal.update(100, 60);
    }
    QVERIFY(!fs::exists(place.journals));
}

void TestJournal::whatEndedUnmodifiedIsNotOffered()
{
    const Place place;
    killedAfter([&] {
        auto* fixture = new DocumentFixture;
        new Journal{fixture->document, place.where};
        fixture->addBox({0, 0, 0}, {1, 1, 1});
        fixture->document.undo();
        return ContentHash{1};
    });
    QVERIFY(Journal::findLeftovers(place.where).empty());
    QVERIFY(fs::is_empty(place.journals)); // and tidied away
}

void TestJournal::recoveredWorkIsProtectedAgain()
{
    const Place place;
    const auto first = killedAfter([&] {
        auto* fixture = new DocumentFixture;
        new Journal{fixture->document, place.where};
        return editAndGetHash(*fixture);
    });
    const auto second = killedAfter([&] {
        auto* fixture = new DocumentFixture;
        new Journal{fixture->document, place.where};
        const auto leftover = Journal::findLeftovers(place.where).front();
        if (!Journal::recover(fixture->document, leftover))
            return ContentHash{0};
        Journal::discard(leftover);
        return fixture->document.contentHash();
    });
    QCOMPARE(second, first);
    const auto leftovers = Journal::findLeftovers(place.where);
    QCOMPARE(leftovers.size(), 1U);
    DocumentFixture fixture;
    VERIFY_OK(Journal::recover(fixture.document, leftovers[0]));
    QCOMPARE(fixture.document.contentHash(), first);
}

void TestJournal::foreignFilesAreRefused()
{
    const Place place;
    VERIFY_OK(makeUserFolder(place.journals));
    const auto file = place.journals / "1-2-3.journal";
    DocumentFixture fixture;
    for (const auto* text : {"", "\n", "nonsense\n", "{\"journal\": 99}\n"}) {
        std::ofstream{file} << text;
        Journal::Leftover damaged;
        damaged.file = file;
        QVERIFY(!Journal::recover(fixture.document, damaged));
    }
    QVERIFY(Journal::findLeftovers(place.where).empty());
}

void TestJournal::aFullDiskLosesOnlyTheStepsThatFoundItFull()
{
    const Place place;
    DocumentFixture fixture;
    Journal journal{fixture.document, place.where};
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
    QCOMPARE(recoverable(place.where), safe);
    QCOMPARE(heard.size(), std::size_t{1}); // told once, not for each step
    QVERIFY(heard[0].starts_with("Unsaved work is not protected"));
}

void TestJournal::stepsAreWrittenOnceTheDiskHasRoomAgain()
{
    const Place place;
    DocumentFixture fixture;
    Journal journal{fixture.document, place.where};
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
    QCOMPARE(recoverable(place.where), fixture.document.contentHash());
    QCOMPARE(heard.back(), std::string{"Unsaved work is protected again"});
    fixture.addBox({4, 0, 0}, {5, 1, 1}, "more");
    QCOMPARE(recoverable(place.where), fixture.document.contentHash());
    QCOMPARE(heard.size(), std::size_t{2});
}

void TestJournal::anUnwrittenNewSceneDoesNotGoIntoTheOldJournal()
{
    const Place place;
    DocumentFixture fixture;
    Journal journal{fixture.document, place.where};
    fixture.addBox({0, 0, 0}, {1, 1, 1}, "old scene");
    {
        const FullDisk full{0};
        fixture.document.clear();
    }
    fixture.addBox({2, 0, 0}, {3, 1, 1}, "new scene");
    QCOMPARE(recoverable(place.where), ContentHash{0}); // rather nothing than a mixture
    journal.update(60, 60);                             // the next autosave begins a journal again
    journal.finish();
    QCOMPARE(recoverable(place.where), fixture.document.contentHash());
}

PLAIN_TEST(TestJournal)
} // namespace tst_journal

#include "tst_journal.moc"
