#include "tests/editor/document/journal_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <map>

namespace tst_journal_scenes
{
using namespace mapwright::test;

/// Which scene the work that is found belongs to, and the state that it follows.
class TestJournalScenes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSceneOpenedByAShortPathIsFoundFromAnyFolder();
    void theBaseSurvivesASceneThatIsReplaced();
    void withoutItsBaseTheWorkIsRefused();
    void aSceneThatIsNotThereAnyMoreIsRecovered_data();
    void aSceneThatIsNotThereAnyMoreIsRecovered();
    void scenesOfOneNameKeepTheirOwnWork();
    void aCopyOfTheSavedSceneKeepsItsOwnWork();
    void aStepWithFilesFindsTheWorkInABaseOfItsOwn();
};

void TestJournalScenes::aStepWithFilesFindsTheWorkInABaseOfItsOwn()
{
    struct Watched : FileChange
    {
        fs::path journals;
        fs::path ownBase; ///< at the moment when files change

        Result<void> exchange(StepDirection, const fs::path&) override
        {
            ownBase = fileEndingIn(journals, ".auto-1.scene.json");
            return {};
        }
    };

    const Place place;
    DocumentFixture fixture;
    Journal journal{fixture.document, place.where};
    VERIFY_OK(fixture.document.save(place.scene));
    fixture.addBox({0, 0, 0}, {1, 1, 1}, "unsaved");
    const auto connection = fixture.document.filesAboutToChange.connect([&] {
        QVERIFY(!fixture.document.isEditing());
        journal.becomeIndependent();
        journal.finish();
    });
    const auto files = std::make_shared<Watched>();
    files->journals = place.journals;
    VERIFY_OK(fixture.document.runWithFiles("Rename", files,
                                            [](Transaction&) -> Result<void> { return {}; }));
    QVERIFY(!files->ownBase.empty());
    const auto held = loadScene(files->ownBase, fixture.types);
    VERIFY_OK(held);
    QCOMPARE(contentHash(*held->world, fixture.types), fixture.document.contentHash());
}

void TestJournalScenes::aSceneOpenedByAShortPathIsFoundFromAnyFolder()
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
    const Found found{place.where};
    QVERIFY(found.isRecovered);
    QVERIFY(found.leftovers[0].scene.is_absolute());
    QVERIFY(fs::equivalent(found.leftovers[0].scene, place.scene));
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

void TestJournalScenes::theBaseSurvivesASceneThatIsReplaced()
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
    DocumentFixture other;
    VERIFY_OK(other.document.save(place.scene)); // somebody else's work
    const auto leftovers = Journal::findLeftovers(place.where);
    QCOMPARE(leftovers.size(), 1U);
    VERIFY_OK(Journal::recover(other.document, leftovers[0]));
    QCOMPARE(other.document.contentHash(), lost);
    QVERIFY(other.document.isModified());
}

void TestJournalScenes::withoutItsBaseTheWorkIsRefused()
{
    const Place place;
    killedAfter([&] {
        auto* fixture = new DocumentFixture;
        fixture->addBox({-8, 0, -8}, {8, 1, 8}, "saved");
        static_cast<void>(fixture->document.save(place.scene));
        new Journal{fixture->document, place.where};
        return editAndGetHash(*fixture);
    });
    const auto leftovers = Journal::findLeftovers(place.where);
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

void TestJournalScenes::aSceneThatIsNotThereAnyMoreIsRecovered_data()
{
    QTest::addColumn<bool>("isRenamed");
    QTest::newRow("renamed") << true;
    QTest::newRow("deleted") << false;
}

/// Under its old name, which a save makes anew.
void TestJournalScenes::aSceneThatIsNotThereAnyMoreIsRecovered()
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
    Found found{place.where};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.leftovers[0].scene, place.scene);
    QCOMPARE(found.fixture.document.path(), place.scene);
    QCOMPARE(found.fixture.document.contentHash(), lost);
    VERIFY_OK(found.fixture.document.save(found.fixture.document.path()));
    QVERIFY(fs::exists(place.scene));
    QCOMPARE(fs::exists(renamed), isRenamed);
}

void TestJournalScenes::scenesOfOneNameKeepTheirOwnWork()
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
    const auto leftovers = Journal::findLeftovers(place.where);
    QCOMPARE(leftovers.size(), std::size_t{2});
    QVERIFY(leftovers[0].scene != leftovers[1].scene);
    for (const auto& leftover : leftovers) {
        DocumentFixture fixture;
        VERIFY_OK(Journal::recover(fixture.document, leftover));
        QCOMPARE(leftover.steps.size(), std::size_t{1});
        QCOMPARE(fixture.document.path(), leftover.scene);
        QCOMPARE(fixture.document.contentHash(), lost[leftover.scene]);
        Journal::discard(leftover); // that of the other one stays
    }
    QVERIFY(fs::is_empty(place.journals));
}

void TestJournalScenes::aCopyOfTheSavedSceneKeepsItsOwnWork()
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
    const Found found{place.where};
    QVERIFY(found.isRecovered);
    QCOMPARE(found.leftovers[0].scene, copy);
    QCOMPARE(found.fixture.document.contentHash(), lost);
}

PLAIN_TEST(TestJournalScenes)
} // namespace tst_journal_scenes

#include "tst_journal_scenes.moc"
