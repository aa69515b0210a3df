#include "engine_core/scene/components/foliage.h"
#include "tests/editor/app/workspace/workspace_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/system/full_disk.h"

namespace tst_prefab_in_place
{
using namespace mapwright::test;

/// A scene waits while the file of a prefab is edited in its place.
class TestPrefabInPlace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSceneWaitsWhileItsPrefabIsEdited();
    void prefabsWaitOnTopOfEachOther();
    void workOfAWaitingSceneSurvivesACrash();
    void stepsOfAWaitingSceneAreWrittenOnceTheDiskHasRoom();
    void theFileOfAWaitingSceneIsNotOverwritten();
    void whatOthersWroteMeanwhileIsNoticed();
    void aPrefabCannotComeIntoItsOwnFile();
    void plantsCannotComeIntoAPrefab();
};

void TestPrefabInPlace::aSceneWaitsWhileItsPrefabIsEdited()
{
    BoxPrefab fixture;
    auto& workspace = fixture.workspace;
    auto& document = workspace.document();
    fixture.addBox(3);
    fixture.addBox(6);
    document.undo();
    document.selection().set({fixture.box});
    const auto hash = document.contentHash();
    VERIFY_OK(workspace.openAside(fixture.file));
    QCOMPARE(document.path(), fixture.file);
    QVERIFY(!document.isModified());
    QVERIFY(!document.history().canUndo());
    QCOMPARE(workspace.waiting().size(), std::size_t{1});
    QCOMPARE(workspace.waiting()[0].file, fixture.scene);
    QVERIFY(workspace.waiting()[0].isModified);
    renameFirst(document, "crate");
    workspace.save(fixture.file, {});
    workspace.finishSaves();
    VERIFY_OK(workspace.comeBack());
    QVERIFY(workspace.waiting().empty());
    QCOMPARE(document.path(), fixture.scene);
    QCOMPARE(document.contentHash(), hash);
    QCOMPARE(document.selection().entities(), std::vector{fixture.box});
    QVERIFY(document.history().canRedo());
    document.redo();
    document.undo();
    QCOMPARE(document.contentHash(), hash);
    workspace.finishPrefabs();
    QCOMPARE(fixture.name(), std::string{"crate"});
    document.undo();
    QCOMPARE(document.contentHash(), hash);
    document.undo();
    QVERIFY(!document.isModified());
    QVERIFY(!workspace.comeBack());
}

void TestPrefabInPlace::prefabsWaitOnTopOfEachOther()
{
    BoxPrefab fixture;
    auto& workspace = fixture.workspace;
    auto& document = workspace.document();
    const auto hash = document.contentHash();
    QVERIFY(!workspace.openAside(fixture.root / "none.prefab.json"));
    QVERIFY(workspace.waiting().empty());
    QCOMPARE(document.contentHash(), hash);
    const auto other = fixture.file.parent_path() / "other.prefab.json";
    fs::copy_file(fixture.file, other);
    VERIFY_OK(workspace.openAside(fixture.file));
    renameFirst(document, "crate");
    VERIFY_OK(workspace.openAside(other));
    QCOMPARE(workspace.waiting().size(), std::size_t{2});
    QVERIFY(!workspace.waiting()[0].isModified);
    QVERIFY(workspace.waiting()[1].isModified);
    VERIFY_OK(workspace.comeBack());
    QCOMPARE(document.path(), fixture.file);
    QVERIFY(document.isModified());
    VERIFY_OK(workspace.comeBack());
    QCOMPARE(document.contentHash(), hash);
    // Another scene gives up what waits.
    VERIFY_OK(workspace.openAside(fixture.file));
    workspace.newScene();
    QVERIFY(workspace.waiting().empty());
}

namespace
{
/// What dead programs would have left if this one died now; how many.
int copyJournals(const fs::path& cache)
{
    int count = 0;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator{cache})
        files.push_back(entry.path());
    for (const auto& file : files)
        if (file.extension() == ".journal")
            fs::copy_file(file, cache / fmt::format("dead-{}-0.journal", ++count));
    return count;
}
} // namespace

void TestPrefabInPlace::workOfAWaitingSceneSurvivesACrash()
{
    BoxPrefab fixture;
    auto& workspace = fixture.workspace;
    fixture.addBox(3);
    const auto hash = workspace.document().contentHash();
    const auto cache = journalPlaceOf(workspace.assets().project().root).folder;
    VERIFY_OK(workspace.openAside(fixture.file));
    QCOMPARE(copyJournals(cache), 2);
    const auto leftovers = workspace.leftovers();
    QCOMPARE(leftovers.size(), std::size_t{1}); // nothing was done in the prefab
    VERIFY_OK(workspace.recover(leftovers[0]));
    QCOMPARE(workspace.document().contentHash(), hash);
}

void TestPrefabInPlace::stepsOfAWaitingSceneAreWrittenOnceTheDiskHasRoom()
{
    BoxPrefab fixture;
    auto& workspace = fixture.workspace;
    const auto cache = journalPlaceOf(workspace.assets().project().root).folder;
    {
        const FullDisk full{16};
        fixture.addBox(3);
    }
    const auto hash = workspace.document().contentHash();
    VERIFY_OK(workspace.openAside(fixture.file));
    workspace.updateJournals(60, 60);
    QCOMPARE(copyJournals(cache), 2);
    const auto leftovers = workspace.leftovers();
    QCOMPARE(leftovers.size(), std::size_t{1});
    VERIFY_OK(workspace.recover(leftovers[0]));
    QCOMPARE(workspace.document().contentHash(), hash);
}

void TestPrefabInPlace::theFileOfAWaitingSceneIsNotOverwritten()
{
    BoxPrefab fixture;
    auto& workspace = fixture.workspace;
    const auto before = *readFile(fixture.scene);
    VERIFY_OK(workspace.openAside(fixture.file));
    renameFirst(workspace.document(), "crate");
    QVERIFY(!workspace.nameLightmapAfter(fixture.scene));
    std::string why;
    workspace.save(fixture.scene, [&](const Result<void>& saved) {
        why = saved ? "saved" : saved.error().message();
    });
    workspace.finishSaves();
    QVERIFY2(why.find("waits while you edit") != std::string::npos, why.c_str());
    QCOMPARE(*readFile(fixture.scene), before);
    QCOMPARE(workspace.document().path(), fixture.file);
    QVERIFY(workspace.document().isModified());
    workspace.save(fixture.scene.parent_path() / "other.scene.json", {});
    workspace.finishSaves();
    QVERIFY(!workspace.document().isModified());
    VERIFY_OK(workspace.comeBack());
    workspace.save(fixture.scene, {});
    workspace.finishSaves();
    QCOMPARE(*readFile(fixture.scene), before);
}

void TestPrefabInPlace::whatOthersWroteMeanwhileIsNoticed()
{
    BoxPrefab fixture;
    auto& workspace = fixture.workspace;
    QVERIFY(!workspace.isFileChanged());
    VERIFY_OK(workspace.openAside(fixture.file));
    QVERIFY(!workspace.isFileChanged());
    fixture.renameInFile("crate");
    QVERIFY(workspace.isFileChanged());
    workspace.save(fixture.file, {});
    workspace.finishSaves();
    QVERIFY(!workspace.isFileChanged());
    // The same text again is no change, and a file that is gone is none.
    VERIFY_OK(writeFileAtomically(fixture.file, *readFile(fixture.file)));
    QVERIFY(!workspace.isFileChanged());
    fs::remove(fixture.file);
    QVERIFY(!workspace.isFileChanged());
    // The scene that waits is looked at as it was when it was left.
    const auto text = *readFile(fixture.scene);
    VERIFY_OK(writeFileAtomically(fixture.scene, text + "\n"));
    VERIFY_OK(workspace.comeBack());
    QVERIFY(workspace.isFileChanged());
    VERIFY_OK(workspace.openScene(fixture.scene));
    QVERIFY(!workspace.isFileChanged());
}

void TestPrefabInPlace::aPrefabCannotComeIntoItsOwnFile()
{
    BoxPrefab fixture;
    auto& workspace = fixture.workspace;
    auto& document = workspace.document();
    // A crate holds the box.
    VERIFY_OK(document.run("Make", [&](Transaction& edit) -> Result<void> {
        auto library = fixture.files();
        const std::array one{edit.world().children({})[0]};
        const auto both = group(edit, one);
        if (!both)
            return both.error();
        const std::array outer{*both};
        const auto made = makePrefab(edit, outer, "prefabs/crate.prefab.json", library);
        return made ? Result<void>{} : made.error();
    }));
    const auto place = [&](const std::string& path) {
        return document.run("Place", [&](Transaction& edit) -> Result<void> {
            auto library = fixture.files();
            const auto placed = placePrefab(edit, path, {9, 0, 0}, library);
            return placed ? Result<void>{} : placed.error();
        });
    };
    VERIFY_OK(place(fixture.path)); // in the scene
    VERIFY_OK(workspace.openAside(fixture.file));
    const auto hash = document.contentHash();
    for (const auto& path : {fixture.path, std::string{"prefabs/crate.prefab.json"}}) {
        const auto done = place(path);
        QVERIFY(!done);
        QVERIFY2(done.error().message().find("itself") != std::string::npos,
                 done.error().message().c_str());
    }
    QCOMPARE(document.contentHash(), hash);
    VERIFY_OK(workspace.comeBack());
    VERIFY_OK(workspace.openAside(fixture.file.parent_path() / "crate.prefab.json"));
    VERIFY_OK(place(fixture.path));
}

void TestPrefabInPlace::plantsCannotComeIntoAPrefab()
{
    BoxPrefab fixture;
    VERIFY_OK(fixture.workspace.openAside(fixture.file));
    const auto plant = [&] {
        return fixture.workspace.document().run("Plants", [](Transaction& edit) -> Result<void> {
            edit.set(edit.create("meadow"), FoliageLayer{});
            return {};
        });
    };
    const auto done = plant();
    QVERIFY(!done);
    QVERIFY(done.error().message().find("plants") != std::string::npos);
    VERIFY_OK(fixture.workspace.comeBack());
    VERIFY_OK(plant());
}

CORE_TEST(TestPrefabInPlace)
} // namespace tst_prefab_in_place

#include "tst_prefab_in_place.moc"
