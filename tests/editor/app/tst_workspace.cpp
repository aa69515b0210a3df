#include "editor/app/workspace.h"
#include "editor/operations/brush_operations.h"
#include "editor/operations/entity_operations.h"
#include "editor/operations/prefab_changes.h"
#include "editor/operations/prefab_operations.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>
#include <QtTest>

#include <array>
#include <chrono>

using namespace editor;
using namespace engine;

namespace
{
BakeOptions quickBake()
{
    BakeOptions options;
    options.quality = BakeQuality::Draft;
    options.samples = 1;
    options.bounces = 0;
    return options;
}

/// A workspace over an empty project of its own; nobody wakes it, the tests deliver.
struct Fixture
{
    QTemporaryDir folder;
    fs::path root = folder.path().toStdString();
    Workspace workspace{*createProject(root / "project", "empty"), {}};
    fs::path scene = workspace.assets().project().sceneFolder() / "room.scene.json";

    void addBox(double at)
    {
        VERIFY_OK(workspace.document().run("Box", [&](Transaction& edit) -> Result<void> {
            const auto made = createBox(edit, Aabb{{at, 0, 0}, {at + 1, 1, 1}});
            return made ? Result<void>{} : Result<void>{made.error()};
        }));
    }

    [[nodiscard]] fs::path light() const { return scene.parent_path() / "room.lightmap.exr"; }

    void bakeAndSave()
    {
        workspace.bake(quickBake(), [](const auto& stats) { VERIFY_OK(stats); });
        workspace.jobs().finishAll();
        VERIFY_OK(workspace.nameLightmapAfter(scene));
        workspace.save(scene, {});
        workspace.finishSaves();
    }

    [[nodiscard]] ContentHash hashOfFile(const fs::path& file) const
    {
        const auto loaded = loadScene(file, workspace.types());
        return loaded ? contentHash(*loaded->world, workspace.types()) : 0;
    }
};
} // namespace

class TestWorkspace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLastSaveIsWhatTheFileHolds();
    void aFailedSaveKeepsTheSceneModified();
    void aSaveThatEndsInAnotherSceneLeavesThatAlone();
    void aSaveIsWrittenEvenIfTheWorkspaceCloses();
    void aBakeThatEndsDuringADragWaitsForItsEnd();
    void aBakeDoesNotReachAnotherScene();
    void aBakeDroppedAtItsEndTellsSo();
    void aSaveLeavesUnchangedLightAlone();
    void aFailedSaveLeavesTheOldSceneItsLight();
    void lightOfASaveCutShortIsFound();
    void bakingAnEmptySceneIsRefused();
    void recoveredWorkIsOfferedOnce();
    void instancesFollowPrefabFilesOnOpeningAndWhileOpen();
    void prefabFilesAreReadAnewAfterAnEditMeanwhile();
    void undoOfAnApplyTakesTheFileBack();
    void aSceneWaitsWhileItsPrefabIsEdited();
    void prefabsWaitOnTopOfEachOther();
    void workOfAWaitingSceneSurvivesACrash();
};

void TestWorkspace::theLastSaveIsWhatTheFileHolds()
{
    Fixture fixture;
    auto& workspace = fixture.workspace;
    for (int i = 0; i < 20; ++i) {
        fixture.addBox(i * 2);
        workspace.save(fixture.scene, {});
    }
    workspace.finishSaves();
    QVERIFY(!workspace.document().isModified());
    QCOMPARE(fixture.hashOfFile(fixture.scene), workspace.document().contentHash());
}

void TestWorkspace::aFailedSaveKeepsTheSceneModified()
{
    Fixture fixture;
    fixture.addBox(0);
    std::optional<bool> saved;
    fixture.workspace.save(fixture.root / "missing" / "room.scene.json",
                           [&](const Result<void>& outcome) { saved = outcome.hasValue(); });
    fixture.workspace.finishSaves();
    QCOMPARE(saved, std::optional{false});
    QVERIFY(fixture.workspace.document().isModified());
    QVERIFY(fixture.workspace.document().path().empty());
}

void TestWorkspace::aSaveThatEndsInAnotherSceneLeavesThatAlone()
{
    Fixture fixture;
    auto& workspace = fixture.workspace;
    fixture.addBox(0);
    const auto saved = workspace.document().contentHash();
    workspace.save(fixture.scene, {});
    workspace.newScene();
    fixture.addBox(4);
    workspace.finishSaves();
    QCOMPARE(fixture.hashOfFile(fixture.scene), saved);
    QVERIFY(workspace.document().path().empty());
    QVERIFY(workspace.document().isModified());
}

void TestWorkspace::aSaveIsWrittenEvenIfTheWorkspaceCloses()
{
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    const auto scene = root / "project" / "scenes" / "closing.scene.json";
    {
        Workspace workspace{*createProject(root / "project", "empty"), {}};
        for (int i = 0; i < 5; ++i)
            workspace.save(scene, {});
    }
    QVERIFY(fs::exists(scene));
}

void TestWorkspace::aBakeThatEndsDuringADragWaitsForItsEnd()
{
    Fixture fixture;
    auto& workspace = fixture.workspace;
    fixture.addBox(0);
    bool done = false;
    const auto job = workspace.bake(quickBake(), [&](const auto& stats) {
        VERIFY_OK(stats);
        done = true;
    });
    QVERIFY(job != nullptr);
    {
        auto drag = workspace.document().begin("Drag");
        // Once the job is off the list its outcome waits for delivery.
        QTRY_VERIFY(workspace.jobs().running().empty());
        workspace.deliver();
        QVERIFY(!done);
        drag.rollback();
    }
    workspace.update();
    QVERIFY(done);
    QCOMPARE(workspace.document().history().entries().back().label, std::string{"Bake lighting"});
}

void TestWorkspace::aBakeDoesNotReachAnotherScene()
{
    Fixture fixture;
    auto& workspace = fixture.workspace;
    fixture.addBox(0);
    std::optional<bool> baked;
    workspace.bake(quickBake(), [&](const auto& stats) { baked = stats.hasValue(); });
    QTRY_VERIFY(workspace.jobs().running().empty());
    workspace.newScene();
    workspace.deliver();
    QCOMPARE(baked, std::optional{false});
    QVERIFY(workspace.document().world().get<LightmapRef>(SceneEntity) == nullptr);
    QVERIFY(!workspace.document().isModified());
    QVERIFY(!workspace.isBaking());
}

void TestWorkspace::aBakeDroppedAtItsEndTellsSo()
{
    Fixture fixture;
    auto& workspace = fixture.workspace;
    fixture.addBox(0);
    std::optional<bool> baked;
    workspace.bake(quickBake(), [&](const auto& stats) { baked = stats.hasValue(); });
    auto drag = workspace.document().begin("Drag");
    QTRY_VERIFY(workspace.jobs().running().empty());
    workspace.deliver(); // finished, and waiting for the end of the drag
    QVERIFY(!baked);
    drag.rollback();
    workspace.newScene();
    QCOMPARE(baked, std::optional{false});
    QVERIFY(!workspace.isBaking());
}

void TestWorkspace::aSaveLeavesUnchangedLightAlone()
{
    Fixture fixture;
    fixture.addBox(0);
    fixture.bakeAndSave();
    const auto light = fixture.light();
    const auto old = fs::last_write_time(light) - std::chrono::hours{1};
    fs::last_write_time(light, old);
    fixture.addBox(4);
    fixture.workspace.save(fixture.scene, {});
    fixture.workspace.finishSaves();
    QVERIFY(!fixture.workspace.document().isModified());
    QVERIFY(fs::last_write_time(light) == old);
    fixture.bakeAndSave();
    QVERIFY(fs::last_write_time(light) != old);
}

void TestWorkspace::aFailedSaveLeavesTheOldSceneItsLight()
{
    Fixture fixture;
    fixture.addBox(0);
    fixture.bakeAndSave();
    const auto before = readFile(fixture.light());
    VERIFY_OK(before);
    fixture.addBox(4);
    // A folder with something in it where the scene should go: that cannot be written.
    fs::rename(fixture.scene, fixture.root / "aside");
    fs::create_directories(fixture.scene / "in the way");
    fixture.bakeAndSave();
    QVERIFY(fixture.workspace.document().isModified());
    QVERIFY(*readFile(fixture.light()) == *before);
    QVERIFY(!fs::exists(fixture.light().string() + ".new"));
}

void TestWorkspace::lightOfASaveCutShortIsFound()
{
    Fixture fixture;
    fixture.addBox(0);
    fixture.bakeAndSave();
    const auto hash = (*loadLightmap(fixture.light()))->hash;
    // As it lies between the two renames.
    fs::rename(fixture.light(), fixture.light().string() + ".new");
    VERIFY_OK(fixture.workspace.openScene(fixture.scene));
    QVERIFY(fixture.workspace.assets().lightmaps().find(hash) != nullptr);
    QVERIFY(fs::exists(fixture.light()));
}

void TestWorkspace::bakingAnEmptySceneIsRefused()
{
    Fixture fixture;
    auto& workspace = fixture.workspace;
    std::optional<bool> baked;
    workspace.bake(quickBake(), [&](const auto& stats) { baked = stats.hasValue(); });
    workspace.jobs().finishAll();
    QCOMPARE(baked, std::optional{false});
    workspace.save(fixture.scene, {});
    workspace.finishSaves();
    QVERIFY(fs::exists(fixture.scene));
}

void TestWorkspace::recoveredWorkIsOfferedOnce()
{
    Fixture fixture;
    // What a dead program leaves: the journal of another session, copied while it was alive.
    const auto cache = fixture.workspace.assets().project().cacheFolder();
    fixture.addBox(0);
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator{cache})
        files.push_back(entry.path());
    for (const auto& file : files)
        if (file.extension() == ".journal")
            fs::copy_file(file, cache / "dead-1-0.journal");
    const auto leftovers = fixture.workspace.leftovers();
    QCOMPARE(leftovers.size(), std::size_t{1});
    VERIFY_OK(fixture.workspace.recover(leftovers.front()));
    QVERIFY(fixture.workspace.leftovers().empty());
    QVERIFY(fixture.workspace.document().isModified());
}

namespace
{
/// A box that is a prefab, in a saved scene.
struct BoxPrefab : Fixture
{
    EntityId box;
    std::string path = "prefabs/box.prefab.json";
    fs::path file = workspace.assets().project().assetFolder() / path;

    BoxPrefab()
    {
        addBox(0);
        box = workspace.document().world().children({})[0];
        VERIFY_OK(workspace.document().run("Make", [&](Transaction& edit) -> Result<void> {
            auto library = files();
            const std::array one{box};
            const auto made = makePrefab(edit, one, path, library);
            return made ? Result<void>{} : made.error();
        }));
        workspace.save(scene, {});
        workspace.finishSaves();
    }

    [[nodiscard]] PrefabLibrary files()
    {
        return {workspace.assets().project().assetFolder(), workspace.types()};
    }

    [[nodiscard]] const std::string& name()
    {
        return workspace.document().world().get<Node>(box)->name;
    }

    /// Until the worker has read what changed, and the document has taken it.
    void readFiles()
    {
        workspace.update();
        workspace.jobs().finishAll();
        workspace.update();
    }

    void renameInFile(const std::string& to)
    {
        auto text = *readFile(file);
        const auto from = text.find("\"name\":\"");
        ENGINE_EXPECT(from != std::string::npos);
        const auto end = text.find('"', from + 8);
        VERIFY_OK(writeFileAtomically(file, text.replace(from + 8, end - from - 8, to)));
    }
};
} // namespace

void TestWorkspace::instancesFollowPrefabFilesOnOpeningAndWhileOpen()
{
    BoxPrefab fixture;
    auto& document = fixture.workspace.document();
    QVERIFY(!document.isModified());
    fixture.renameInFile("crate");
    VERIFY_OK(fixture.workspace.openScene(fixture.scene));
    fixture.workspace.finishPrefabs();
    QCOMPARE(fixture.name(), std::string{"crate"});
    QVERIFY(document.isModified());
    document.undo();
    QVERIFY(!document.isModified());
    document.redo();
    // While a drag is under way, following waits.
    fixture.renameInFile("barrel");
    fixture.workspace.assets().pollChanges();
    fixture.workspace.assets().finishChanges();
    {
        auto drag = document.begin("Drag");
        fixture.readFiles();
        QCOMPARE(fixture.name(), std::string{"crate"});
    }
    fixture.workspace.update();
    fixture.readFiles();
    QCOMPARE(fixture.name(), std::string{"barrel"});
    // A file that is gone changes nothing.
    fs::remove(fixture.file);
    const auto hash = document.contentHash();
    fixture.workspace.assets().pollChanges();
    fixture.readFiles();
    QCOMPARE(document.contentHash(), hash);
}

void TestWorkspace::prefabFilesAreReadAnewAfterAnEditMeanwhile()
{
    BoxPrefab fixture;
    auto& document = fixture.workspace.document();
    fixture.renameInFile("crate");
    fixture.workspace.assets().pollChanges();
    fixture.workspace.assets().finishChanges();
    fixture.workspace.update(); // a worker reads
    fixture.addBox(3);
    const auto steps = document.history().position();
    fixture.workspace.jobs().finishAll(); // for a state that is no more
    QCOMPARE(document.history().position(), steps);
    fixture.readFiles();
    QCOMPARE(fixture.name(), std::string{"crate"});
    QCOMPARE(document.history().position(), steps + 1);
    // Nothing to do is no step.
    fixture.renameInFile("crate");
    fixture.workspace.assets().pollChanges();
    fixture.readFiles();
    QCOMPARE(document.history().position(), steps + 1);
}

void TestWorkspace::undoOfAnApplyTakesTheFileBack()
{
    BoxPrefab fixture;
    auto& document = fixture.workspace.document();
    VERIFY_OK(document.run("Rename", [&](Transaction& edit) -> Result<void> {
        rename(edit, fixture.box, "crate");
        return {};
    }));
    const auto before = *readFile(fixture.file);
    std::optional<PrefabWrite> write;
    VERIFY_OK(document.run("Apply", [&](Transaction& edit) -> Result<void> {
        auto library = fixture.files();
        const auto& world = edit.world();
        auto done =
            applyOverrides(edit, overridesIn(world, world.get<Node>(fixture.box)->parent), library);
        if (!done)
            return done.error();
        write = *done;
        return {};
    }));
    fixture.workspace.prefabHistory().note(*write);
    const auto after = *readFile(fixture.file);
    QVERIFY(after != before);
    document.undo();
    QCOMPARE(*readFile(fixture.file), before);
    document.redo();
    QCOMPARE(*readFile(fixture.file), after);
    // Also when the scene has waited meanwhile.
    VERIFY_OK(fixture.workspace.openAside(fixture.file));
    VERIFY_OK(fixture.workspace.comeBack());
    document.undo();
    QCOMPARE(*readFile(fixture.file), before);
    document.redo();
    QCOMPARE(*readFile(fixture.file), after);
    // What somebody else wrote stays.
    fixture.renameInFile("barrel");
    const auto other = *readFile(fixture.file);
    document.undo();
    QCOMPARE(*readFile(fixture.file), other);
}

namespace
{
void renameFirst(Document& document, const std::string& name)
{
    VERIFY_OK(document.run("Rename", [&](Transaction& edit) -> Result<void> {
        rename(edit, edit.world().children({})[0], name);
        return {};
    }));
}
} // namespace

void TestWorkspace::aSceneWaitsWhileItsPrefabIsEdited()
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

void TestWorkspace::prefabsWaitOnTopOfEachOther()
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

void TestWorkspace::workOfAWaitingSceneSurvivesACrash()
{
    BoxPrefab fixture;
    auto& workspace = fixture.workspace;
    fixture.addBox(3);
    const auto hash = workspace.document().contentHash();
    const auto cache = workspace.assets().project().cacheFolder();
    VERIFY_OK(workspace.openAside(fixture.file));
    int count = 0;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator{cache})
        files.push_back(entry.path());
    for (const auto& file : files)
        if (file.extension() == ".journal")
            fs::copy_file(file, cache / fmt::format("dead-{}-0.journal", ++count));
    QCOMPARE(count, 2);
    const auto leftovers = workspace.leftovers();
    QCOMPARE(leftovers.size(), std::size_t{1}); // nothing was done in the prefab
    VERIFY_OK(workspace.recover(leftovers[0]));
    QCOMPARE(workspace.document().contentHash(), hash);
}

QTEST_GUILESS_MAIN(TestWorkspace)
#include "tst_workspace.moc"
