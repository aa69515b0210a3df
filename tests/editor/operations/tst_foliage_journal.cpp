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

namespace
{
/// Contents of what the only journal in the folder brings back; 0 if it brings nothing back.
ContentHash recoveredFrom(const fs::path& folder)
{
    const auto leftovers = Journal::findLeftovers(folder);
    DocumentFixture found;
    if (leftovers.size() != 1 || !Journal::recover(found.document, leftovers[0]))
        return 0;
    return found.document.contentHash();
}
} // namespace

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
    QCOMPARE(recoveredFrom(copy), lost);
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
    QCOMPARE(recoveredFrom(copy), lost);
}

QTEST_GUILESS_MAIN(TestFoliageJournal)
#include "tst_foliage_journal.moc"
