#include "editor/document/journal.h"
#include "editor/operations/brush/transform_operations.h"
#include "engine_core/serialization/foliage_codec.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/fixtures/wood_fixture.h"
#include "tests/support/system/full_disk.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_foliage_journal
{
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
    void aWorkerWritesManyPlantsAndWhatFollows();
    void aLongLineComesInPieces();
    void savingLeavesOutWhatStillWaits();
    void anAutosaveKeepsManyPlantsBehindIt();
    void aLongJournalIsShortened();
    void manyPlantsWaitForRoomOnTheDisk();
    void manyPlantsAreTriedAgainMoreAndMoreRarely();
    void anotherSceneGivesUpWhatWaits();
};

namespace
{
/// Contents of what the only journal in the folder brings back; 0 if it brings nothing back.
ContentHash recoveredFrom(const fs::path& folder, const fs::path& root)
{
    const auto leftovers = Journal::findLeftovers({folder, root});
    DocumentFixture found;
    if (leftovers.size() != 1 || !Journal::recover(found.document, leftovers[0]))
        return 0;
    return found.document.contentHash();
}

/// What the journals of a program that still runs would bring back after a kill now.
ContentHash recoverableFrom(const JournalPlace& place)
{
    const QTemporaryDir copies;
    const auto copy = fs::path{copies.path().toStdString()} / "copy";
    std::error_code error;
    fs::copy(place.folder, copy, error);
    fs::permissions(copy, fs::perms::owner_all, error);
    return recoveredFrom(copy, place.project);
}

/// With a journal, and ground for more plants than are written at once.
struct ThickWood
{
    QTemporaryDir folder;
    fs::path root = folder.path().toStdString();
    JournalPlace place{root / "journals", wholePath(root)};
    fs::path journals = place.folder;
    Wood wood{Wood::evenType(60)};
    Journal journal{wood.document, place};
    EntityId ground = wood.addBox({0, -1, 0}, {20, 0, 20});

    [[nodiscard]] ContentHash hash() const { return wood.document.contentHash(); }
};
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
        const Journal journal{wood.document, {root / "journals", root}};
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
        fs::copy(root / "journals", copy, fs::copy_options::recursive);
    }
    QCOMPARE(recoveredFrom(copy, root), lost);
}

void TestFoliageJournal::manyPlantsAreInTheJournalToo()
{
    QTemporaryDir folder;
    const auto root = fs::path{folder.path().toStdString()};
    const fs::path copy = root / "copy";
    ContentHash lost = 0;
    {
        Wood wood{Wood::evenType(60)};
        Journal journal{wood.document, {root / "journals", root}};
        const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
        VERIFY_OK(wood.scatter({ground})); // put into words by a worker
        QVERIFY(wood.plants().size() > 20'000);
        static_cast<void>(wood.addBox({40, -1, 0}, {50, 0, 20})); // waits behind it
        lost = wood.document.contentHash();
        journal.finish();
        fs::copy(root / "journals", copy, fs::copy_options::recursive);
    }
    QCOMPARE(recoveredFrom(copy, root), lost);
}

void TestFoliageJournal::aWorkerWritesManyPlantsAndWhatFollows()
{
    ThickWood thick;
    VERIFY_OK(thick.wood.scatter({thick.ground}));
    QVERIFY(thick.wood.plants().size() > 20'000);
    static_cast<void>(thick.wood.addBox({40, -1, 0}, {50, 0, 20}));
    thick.wood.document.undo();
    thick.wood.document.undo();
    thick.wood.document.redo();
    // Nothing of the main thread is needed for it.
    QTRY_VERIFY(!thick.journal.isBehind());
    QCOMPARE(recoverableFrom(thick.place), thick.hash());
    static_cast<void>(thick.wood.addBox({60, -1, 0}, {70, 0, 20})); // at once again
    QCOMPARE(recoverableFrom(thick.place), thick.hash());
}

void TestFoliageJournal::aLongLineComesInPieces()
{
    Wood wood{Wood::evenType(60)};
    const auto ground = wood.addBox({0, -1, 0}, {40, 0, 40});
    VERIFY_OK(wood.scatter({ground}));
    const auto plants = foliageOf(wood.document.world(), wood.layer);
    std::string whole;
    engine::writeFoliageDelta(whole, nullptr, *plants);
    std::string joined;
    std::string rest;
    std::size_t longest = 0;
    engine::writeFoliageDelta(rest, nullptr, *plants, [&](std::string& piece) {
        longest = std::max(longest, piece.size());
        joined += std::exchange(piece, {});
        return true;
    });
    QVERIFY(whole.size() > std::size_t{4} << 20);
    QVERIFY2(longest > 0 && longest < std::size_t{2} << 20, qPrintable(QString::number(longest)));
    QVERIFY(joined + rest == whole);
    // It ends with the piece that was of no use any more.
    int pieces = 0;
    rest.clear();
    engine::writeFoliageDelta(rest, nullptr, *plants, [&](std::string& piece) {
        piece.clear();
        return ++pieces < 2;
    });
    QCOMPARE(pieces, 2);
    QVERIFY(rest.size() < 100);
}

void TestFoliageJournal::savingLeavesOutWhatStillWaits()
{
    ThickWood thick;
    VERIFY_OK(thick.wood.scatter({thick.ground}));
    VERIFY_OK(thick.wood.document.save(thick.root / "wood.scene.json"));
    static_cast<void>(thick.wood.addBox({40, -1, 0}, {50, 0, 20}));
    thick.wood.document.undo();
    thick.wood.document.redo();
    thick.journal.finish();
    QVERIFY(!thick.journal.isBehind());
    QCOMPARE(recoverableFrom(thick.place), thick.hash());
}

void TestFoliageJournal::anAutosaveKeepsManyPlantsBehindIt()
{
    ThickWood thick;
    thick.journal.update(60, 60);
    VERIFY_OK(thick.wood.scatter({thick.ground})); // while it is written
    static_cast<void>(thick.wood.addBox({40, -1, 0}, {50, 0, 20}));
    thick.journal.finish();
    QCOMPARE(recoverableFrom(thick.place), thick.hash());
    thick.wood.document.undo();
    thick.journal.update(60, 60); // takes these plants along
    static_cast<void>(thick.wood.addBox({60, -1, 0}, {70, 0, 20}));
    thick.journal.finish();
    QCOMPARE(recoverableFrom(thick.place), thick.hash());
}

void TestFoliageJournal::aLongJournalIsShortened()
{
    ThickWood thick;
    VERIFY_OK(thick.wood.scatter({thick.ground}));
    thick.journal.finish();
    const auto bytes = [&] {
        std::uintmax_t all = 0;
        for (const auto& entry : fs::directory_iterator{thick.journals})
            if (entry.path().extension() == ".journal")
                all += entry.file_size();
        return all;
    };
    QVERIFY(bytes() > 900'000);
    thick.journal.update(0, 60);
    thick.journal.finish();
    QVERIFY(bytes() > 900'000);
    thick.journal.update(10, 60, 500'000);
    thick.journal.finish();
    QVERIFY(bytes() < 1'000);
    QCOMPARE(recoverableFrom(thick.place), thick.hash());
}

void TestFoliageJournal::manyPlantsWaitForRoomOnTheDisk()
{
    ThickWood thick;
    const auto safe = thick.hash();
    {
        const FullDisk full{100'000}; // a part of the plants fits
        VERIFY_OK(thick.wood.scatter({thick.ground}));
        static_cast<void>(thick.wood.addBox({40, -1, 0}, {50, 0, 20}));
        thick.journal.finish();
        QVERIFY(thick.journal.isBehind());
        QCOMPARE(recoverableFrom(thick.place), safe);
    }
    thick.journal.update(30, 60);
    thick.journal.finish();
    QCOMPARE(recoverableFrom(thick.place), thick.hash());
}

void TestFoliageJournal::manyPlantsAreTriedAgainMoreAndMoreRarely()
{
    ThickWood thick;
    const auto pass = [&](double seconds) {
        thick.journal.update(seconds, 60);
        thick.journal.finish();
    };
    {
        const FullDisk full{100'000};
        VERIFY_OK(thick.wood.scatter({thick.ground}));
        thick.journal.finish();
        pass(1); // in vain
    }
    pass(1.5);
    static_cast<void>(thick.wood.addBox({40, -1, 0}, {50, 0, 20}));
    thick.journal.finish();
    QVERIFY(thick.journal.isBehind());
    pass(0.5);
    QVERIFY(!thick.journal.isBehind());
    QCOMPARE(recoverableFrom(thick.place), thick.hash());
}

void TestFoliageJournal::anotherSceneGivesUpWhatWaits()
{
    ThickWood thick;
    VERIFY_OK(thick.wood.scatter({thick.ground}));
    thick.wood.document.clear();
    QVERIFY(!thick.journal.isBehind());
    static_cast<void>(thick.wood.addBox({0, 0, 0}, {1, 1, 1}));
    QCOMPARE(recoverableFrom(thick.place), thick.hash());
}

CORE_TEST(TestFoliageJournal)
} // namespace tst_foliage_journal

#include "tst_foliage_journal.moc"
