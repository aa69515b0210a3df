#include "tests/editor/document/journal_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_journal_neighbours
{
using namespace mapwright::test;

/// Two editors on one project, even on one scene, keep their unsaved work apart (issue 16).
class TestJournalNeighbours : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theOneThatDiesIsFoundAndTheOneThatLivesIsLeftAlone();
    void closingOneLeavesTheOthersWork();
    void autosavesOfBothAreTheirOwn();
};

namespace
{
/// An editor that lives, with the scene open and an edit of its own.
struct Living
{
    DocumentFixture fixture;
    Journal journal;

    Living(const Place& place, double at) : journal{fixture.document, place.where}
    {
        static_cast<void>(fixture.document.open(place.scene));
        fixture.addBox({at, 0, 0}, {at + 1, 1, 1}, "living");
    }
};

void saveScene(const Place& place)
{
    DocumentFixture fixture;
    fixture.addBox({0, 0, 0}, {1, 1, 1}, "saved");
    VERIFY_OK(fixture.document.save(place.scene));
}

ContentHash killedEditor(const Place& place)
{
    return killedAfter([&] {
        auto& dying = *new Living{place, 8};
        dying.journal.finish();
        return dying.fixture.document.contentHash();
    });
}
} // namespace

void TestJournalNeighbours::theOneThatDiesIsFoundAndTheOneThatLivesIsLeftAlone()
{
    const Place place;
    saveScene(place);
    Living living{place, 4};
    const auto lost = killedEditor(place);
    QVERIFY(lost != 0);
    {
        const Found found{place.where};
        QVERIFY(found.isRecovered); // the one that lives is none
        QCOMPARE(found.fixture.document.contentHash(), lost);
        Journal::discard(found.leftovers[0]);
    }
    living.journal.finish();
    QCOMPARE(recoverable(place.where), living.fixture.document.contentHash());
}

void TestJournalNeighbours::closingOneLeavesTheOthersWork()
{
    const Place place;
    saveScene(place);
    auto first = std::make_unique<Living>(place, 4);
    auto second = std::make_unique<Living>(place, 6);
    const auto lost = killedEditor(place);
    first.reset();
    second->journal.finish();
    QCOMPARE(Journal::findLeftovers(place.where).size(), std::size_t{1});
    second.reset();
    const Found found{place.where};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournalNeighbours::autosavesOfBothAreTheirOwn()
{
    const Place place;
    saveScene(place);
    Living first{place, 4};
    {
        Living second{place, 6};
        for (auto* each : {&first, &second}) {
            each->journal.update(61, 60);
            each->journal.finish();
            each->journal.update(0, 60);
            each->journal.finish();
        }
        // The other one saves: what ours starts from is not taken away.
        VERIFY_OK(second.fixture.document.save(place.scene));
        second.journal.finish();
    }
    first.fixture.addBox({9, 0, 0}, {10, 1, 1}, "later");
    first.journal.finish();
    QCOMPARE(recoverable(place.where), first.fixture.document.contentHash());
}

CORE_TEST(TestJournalNeighbours)
} // namespace tst_journal_neighbours

#include "tst_journal_neighbours.moc"
