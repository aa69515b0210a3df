#include "editor/document/journal_codec.h"
#include "tests/editor/document/journal_fixture.h"
#include "tests/program/registry.h"

#include <QtTest>

namespace tst_standing_steps
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
using Words = std::vector<std::string>;

/// "+a" does a, "-a" undoes it, ">a" does it again, "&a" makes it a part of the last step.
Words standingAfter(const Words& steps)
{
    JournalText journal;
    for (const auto& step : steps) {
        journal.titles.push_back({step.substr(1), step[0] == '-'   ? StepKind::Undone
                                                  : step[0] == '>' ? StepKind::Redone
                                                  : step[0] == '&' ? StepKind::Joined
                                                                   : StepKind::Done});
    }
    return standingSteps(journal);
}
} // namespace

class TestStandingSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anUndoneStepIsNotListed();
    void whatIsDoneAgainIs();
    void anUndoneSavedStepIsListedAsUndone();
    void whatJoinsAStepIsNoneOfItsOwn();
    void theJournalTellsWhatWasUndone();
    void journalsOfEarlierVersionsListEachLine();
};

void TestStandingSteps::anUndoneStepIsNotListed()
{
    QCOMPARE(standingAfter({"+a", "+b", "-b", "+c"}), (Words{"a", "c"}));
    QCOMPARE(standingAfter({"+a", "+b", "-b", "-a"}), Words{});
}

void TestStandingSteps::whatIsDoneAgainIs()
{
    QCOMPARE(standingAfter({"+a", "+b", "-b", "-a", ">a"}), Words{"a"});
    QCOMPARE(standingAfter({">a", "+b"}), (Words{"a", "b"})); // undone before the journal
    QCOMPARE(standingAfter({">a", "-a"}), Words{});
}

void TestStandingSteps::anUndoneSavedStepIsListedAsUndone()
{
    QCOMPARE(standingAfter({"+b", "-b", "-a"}), Words{"Undo a"});
    QCOMPARE(standingAfter({"-a", "+c"}), (Words{"Undo a", "c"}));
    QCOMPARE(standingAfter({"-b", "-a", ">a"}), Words{"Undo b"});
}

void TestStandingSteps::whatJoinsAStepIsNoneOfItsOwn()
{
    QCOMPARE(standingAfter({"+a", "&grow"}), Words{"a"});
    QCOMPARE(standingAfter({"+a", "&grow", "-a"}), Words{});
    QCOMPARE(standingAfter({"&grow"}), Words{"grow"}); // of a step that is saved
    QCOMPARE(standingAfter({"&grow", "-a"}), Words{"Undo a"});
}

void TestStandingSteps::theJournalTellsWhatWasUndone()
{
    const Place place;
    static_cast<void>(killedAfter([&] {
        auto* fixture = new DocumentFixture; // the kill comes before any destructor
        new Journal{fixture->document, place.where};
        for (const auto* label : {"Add a", "Add b", "Add c"})
            static_cast<void>(fixture->document.run(label, [](Transaction& edit) -> Result<void> {
                static_cast<void>(edit.create("thing"));
                return {};
            }));
        fixture->document.undo();
        fixture->document.undo();
        fixture->document.redo();
        return fixture->document.contentHash();
    }));
    const auto leftovers = Journal::findLeftovers(place.where);
    QCOMPARE(leftovers.size(), std::size_t{1});
    QCOMPARE(leftovers[0].steps, (Words{"Add a", "Add b"}));
}

void TestStandingSteps::journalsOfEarlierVersionsListEachLine()
{
    const auto header = writeHeader({.scene = {}, .base = {}});
    const auto journal =
        readJournal(header + "{\"label\":\"a\",\"modified\":true,\"swaps\":[]}\n", nullptr);
    QVERIFY(journal);
    QCOMPARE(standingSteps(*journal), Words{"a"});
}

CORE_TEST(TestStandingSteps)
} // namespace tst_standing_steps

#include "tst_standing_steps.moc"
