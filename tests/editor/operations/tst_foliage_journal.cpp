#include "editor/document/journal.h"
#include "editor/operations/transform_operations.h"
#include "tests/support/verify.h"
#include "tests/support/wood_fixture.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// Unsaved plants after a crash.
class TestFoliageJournal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void killedProgramsLoseNoPlants();
    void manyPlantsAreInTheJournalToo();
};

void TestFoliageJournal::killedProgramsLoseNoPlants()
{
    QTemporaryDir folder;
    const auto root = fs::path{folder.path().toStdString()};
    const auto scene = root / "wood.scene.json";
    ContentHash lost = 0;
    fs::path copy = root / "copy";
    {
        Wood wood;
        const Journal journal{wood.document, root / ".mapwright"};
        const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
        VERIFY_OK(wood.scatter({ground}));
        VERIFY_OK(wood.document.save(scene));
        VERIFY_OK(wood.run([&](Transaction& tx) {
            return translate(tx, std::vector{ground}, {3, 2, -50}, TextureLock::On);
        }));
        const auto other = wood.addBox({40, -1, 0}, {50, 0, 20});
        VERIFY_OK(wood.scatter({other}));
        wood.document.undo();
        wood.document.redo();
        lost = wood.document.contentHash();
        // What a killed program leaves, seen from a program that finds it: no lock is held there.
        fs::copy(root / ".mapwright", copy, fs::copy_options::recursive);
    }
    const auto leftovers = Journal::findLeftovers(copy);
    QCOMPARE(leftovers.size(), std::size_t{1});
    DocumentFixture found;
    VERIFY_OK(Journal::recover(found.document, leftovers[0]));
    QCOMPARE(found.document.contentHash(), lost);
}

void TestFoliageJournal::manyPlantsAreInTheJournalToo()
{
    QTemporaryDir folder;
    const auto root = fs::path{folder.path().toStdString()};
    const fs::path copy = root / "copy";
    ContentHash lost = 0;
    {
        Wood wood{Wood::evenType(60)};
        Journal journal{wood.document, root / ".mapwright"};
        const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
        VERIFY_OK(wood.scatter({ground})); // put into words by a worker
        QVERIFY(wood.plants().size() > 20'000);
        static_cast<void>(wood.addBox({40, -1, 0}, {50, 0, 20})); // waits behind it
        lost = wood.document.contentHash();
        journal.finish();
        fs::copy(root / ".mapwright", copy, fs::copy_options::recursive);
    }
    const auto leftovers = Journal::findLeftovers(copy);
    QCOMPARE(leftovers.size(), std::size_t{1});
    DocumentFixture found;
    VERIFY_OK(Journal::recover(found.document, leftovers[0]));
    QCOMPARE(found.document.contentHash(), lost);
}

QTEST_GUILESS_MAIN(TestFoliageJournal)
#include "tst_foliage_journal.moc"
