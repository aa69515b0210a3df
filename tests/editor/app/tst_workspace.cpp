#include "editor/app/scene_files.h"
#include "editor/operations/foliage_operations.h"
#include "engine_core/base/waiting_file.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/foliage_file.h"
#include "tests/editor/app/workspace_fixture.h"
#include "tests/support/foliage_fixture.h"
#include "tests/support/full_disk.h"

#include <chrono>
#include <semaphore>

using namespace mapwright::test;

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
    void aSaveWithoutItsLightIsNobodyElses();
    void lightThatWaitsOutlastsFailedSaves();
    void aSaveWithoutItsPlantsLosesNeitherThemNorItsLight();
    void lightOfASaveCutShortIsFound();
    void aCrashRightAfterASaveLosesOnlyWhatWasNotDone();
    void lightStaysWithWhatIsReplaced();
    void lightOfOlderFilesStaysWithWhatIsReplaced();
    void aSceneIsReadWithItsModels();
    void whatNeedsAModelIsDoneWhenItIsRead();
    void whatNeedsAModelWaitsForADragAndForNoOtherScene();
    void aSceneOfAnotherProjectIsReadWithItsModels();
    void modelsThatEditsBringAreReadOnAWorker();
    void pastedAndRestoredModelsAreReadOnAWorker();
    void lightIsStaleByTheModelThatIsThere();
    void lightIsReadWithItsScene();
    void whatJobsFoundWaitsWhileASceneIsRead();
    void aStoppedBakeChangesNothing();
    void bakingAnEmptySceneIsRefused();
    void recoveredWorkIsOfferedOnce();
};

void TestWorkspace::theLastSaveIsWhatTheFileHolds()
{
    WorkspaceFixture fixture;
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
    WorkspaceFixture fixture;
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
    WorkspaceFixture fixture;
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
    WorkspaceFixture fixture;
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
    WorkspaceFixture fixture;
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
    WorkspaceFixture fixture;
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
    WorkspaceFixture fixture;
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
    WorkspaceFixture fixture;
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
    QCOMPARE(fixture.waitingFiles(), 0);
}

void TestWorkspace::aSaveWithoutItsLightIsNobodyElses()
{
    WorkspaceFixture fixture;
    auto& workspace = fixture.workspace;
    fixture.addBox(0);
    fixture.bakeAndSave();
    fixture.addBox(4);
    // A folder with something in it where the light should go: only the last rename fails.
    fs::rename(fixture.light(), fixture.root / "aside");
    fs::create_directories(fixture.light() / "in the way");
    workspace.bake(quickBake(), [](const auto& stats) { VERIFY_OK(stats); });
    workspace.jobs().finishAll();
    std::string complaint;
    workspace.save(fixture.scene, [&](const Result<void>& outcome) {
        complaint = outcome ? std::string{} : outcome.error().message();
    });
    workspace.finishSaves();
    QVERIFY(complaint.starts_with("The scene is saved, but its light"));
    QCOMPARE(fixture.hashOfFile(fixture.scene), workspace.document().contentHash());
    QVERIFY(workspace.document().isModified());
    QVERIFY(!workspace.isFileChanged()); // we wrote it
    fs::remove_all(fixture.light());
    workspace.save(fixture.scene, [](const auto& outcome) { VERIFY_OK(outcome); });
    workspace.finishSaves();
    QVERIFY(!workspace.document().isModified());
    QVERIFY(!workspace.isFileChanged());
}

void TestWorkspace::lightThatWaitsOutlastsFailedSaves()
{
    WorkspaceFixture fixture;
    auto& workspace = fixture.workspace;
    fixture.addBox(0);
    fixture.bakeAndSave();
    fixture.addBox(4);
    fs::rename(fixture.light(), fixture.root / "aside");
    fs::create_directories(fixture.light() / "in the way");
    fixture.bakeAndSave();
    const auto hash = lightmapHash(*workspace.document().world().get<LightmapRef>(SceneEntity));
    const auto expectLight = [&] {
        Workspace another{*openProject(fixture.root / "project"), {}};
        VERIFY_OK(another.openScene(fixture.scene));
        QVERIFY(another.assets().lightmaps().find(hash) != nullptr);
    };
    expectLight(); // though it cannot take its place
    QCOMPARE(fixture.waitingFiles(), 1);
    fixture.addBox(8);
    for (const bool isBakedAnew : {false, true}) {
        fs::rename(fixture.scene, fixture.root / "scene");
        fs::create_directories(fixture.scene / "in the way");
        if (isBakedAnew)
            fixture.bakeAndSave();
        else
            workspace.save(fixture.scene, {});
        workspace.finishSaves();
        QVERIFY(workspace.document().isModified());
        fs::remove_all(fixture.scene);
        fs::rename(fixture.root / "scene", fixture.scene);
        expectLight();
        QCOMPARE(fixture.waitingFiles(), 1);
    }
    fs::remove_all(fixture.light());
    workspace.save(fixture.scene, {});
    workspace.finishSaves();
    QVERIFY(!workspace.document().isModified());
    QCOMPARE(fixture.waitingFiles(), 0);
    const auto stored = loadLightmap(fixture.light());
    VERIFY_OK(stored);
    QVERIFY((*stored)->hash != hash);
}

void TestWorkspace::aSaveWithoutItsPlantsLosesNeitherThemNorItsLight()
{
    WorkspaceFixture fixture;
    auto& workspace = fixture.workspace;
    auto& document = workspace.document();
    fixture.addBox(0);
    fixture.bakeAndSave();
    std::array<EntityId, 2> layers;
    VERIFY_OK(document.run("Plant", [&](Transaction& edit) -> Result<void> {
        for (auto& layer : layers) {
            layer = createFoliageLayer(edit, "Plants");
            setFoliage(edit, layer, instancesOf(std::array{FoliageInstance{}}));
        }
        return {};
    }));
    fixture.addBox(4);
    workspace.bake(quickBake(), [](const auto& stats) { VERIFY_OK(stats); });
    workspace.jobs().finishAll();
    const auto save = [&] {
        std::string complaint;
        workspace.save(fixture.scene, [&](const Result<void>& outcome) {
            complaint = outcome ? std::string{} : outcome.error().message();
        });
        workspace.finishSaves();
        return complaint;
    };
    const auto expectAll = [&](std::size_t plants = 1) {
        Workspace another{*openProject(fixture.root / "project"), {}};
        VERIFY_OK(another.openScene(fixture.scene));
        QVERIFY(another.issues().empty());
        QCOMPARE(foliageOf(another.document().world(), layers[0])->count(), std::size_t{1});
        QCOMPARE(foliageOf(another.document().world(), layers[1])->count(), plants);
        const auto hash = lightmapHash(*document.world().get<LightmapRef>(SceneEntity));
        QVERIFY(another.assets().lightmaps().find(hash) != nullptr);
    };
    const auto place = foliageFileFor(fixture.scene, layers[1]);
    fs::create_directories(place / "in the way");
    QVERIFY(save().starts_with("The scene is saved, but its plants"));
    QCOMPARE(fixture.hashOfFile(fixture.scene), document.contentHash());
    QVERIFY(document.isModified());
    QVERIFY(!workspace.isFileChanged()); // we wrote it
    expectAll();
    // Nor does a save that does not get that far.
    fixture.addBox(8);
    {
        const FullDisk full{16};
        QVERIFY(!save().empty());
    }
    expectAll();
    VERIFY_OK(document.run("Plant", [&](Transaction& edit) -> Result<void> {
        FoliageInstance second;
        second.position = {1, 0, 0};
        setFoliage(edit, layers[1], instancesOf(std::array{FoliageInstance{}, second}));
        return {};
    }));
    for (const std::uintmax_t room : {16U, 512U}) { // for nothing, and for the plants alone
        {
            const FullDisk full{room};
            QVERIFY(!save().empty());
        }
        expectAll();
    }
    fs::remove_all(place);
    QCOMPARE(save(), std::string{});
    QVERIFY(!document.isModified());
    expectAll(2);
    QCOMPARE(fixture.waitingFiles(), 0);
}

void TestWorkspace::lightOfASaveCutShortIsFound()
{
    WorkspaceFixture fixture;
    fixture.addBox(0);
    fixture.bakeAndSave();
    const auto hash = (*loadLightmap(fixture.light()))->hash;
    // As it lies between the two renames.
    for (const auto& waiting : waitingFiles(fixture.light(), hash)) {
        fs::rename(fixture.light(), waiting);
        Workspace another{*openProject(fixture.root / "project"), {}};
        VERIFY_OK(another.openScene(fixture.scene));
        QVERIFY(another.assets().lightmaps().find(hash) != nullptr);
        QVERIFY(fs::exists(fixture.light()));
    }
}

/// With plants and light, before and after the workspace hears of the end of the save.
void TestWorkspace::aCrashRightAfterASaveLosesOnlyWhatWasNotDone()
{
    WorkspaceFixture fixture;
    auto& workspace = fixture.workspace;
    auto& document = workspace.document();
    fixture.addBox(0);
    fixture.bakeAndSave();
    EntityId layer;
    VERIFY_OK(document.run("Plant", [&](Transaction& edit) -> Result<void> {
        layer = createFoliageLayer(edit, "Plants");
        setFoliage(edit, layer, instancesOf(std::array{FoliageInstance{}}));
        return {};
    }));
    fixture.addBox(4);
    workspace.bake(quickBake(), [](const auto& stats) { VERIFY_OK(stats); });
    workspace.jobs().finishAll();
    // What a program would find that is started after a crash now.
    const auto recoverable = [&](Workspace& another) {
        const auto folder = another.assets().project().cacheFolder();
        for (const auto& entry : fs::directory_iterator{workspace.assets().project().cacheFolder()})
            if (entry.is_regular_file() && entry.path().extension() != ".lock")
                fs::copy_file(entry.path(), folder / entry.path().filename());
        return another.leftovers();
    };
    const auto saved = document.contentHash();
    workspace.save(fixture.scene, [](const auto& outcome) { VERIFY_OK(outcome); });
    QTRY_VERIFY(editor::hashOfFile(fixture.scene) == saved);
    QTRY_COMPARE(fixture.waitingFiles(), 0); // the light is the last to take its place
    {
        Workspace another{*createProject(fixture.root / "first", "empty"), {}};
        QVERIFY(recoverable(another).empty());
    }
    fixture.addBox(8);
    const auto lost = document.contentHash();
    {
        Workspace another{*createProject(fixture.root / "second", "empty"), {}};
        const auto leftovers = recoverable(another);
        QCOMPARE(leftovers.size(), std::size_t{1});
        QCOMPARE(leftovers[0].steps, std::size_t{1});
        VERIFY_OK(another.recover(leftovers[0]));
        const auto& found = another.document();
        QCOMPARE(found.contentHash(), lost);
        QCOMPARE(found.path(), fixture.scene);
        QCOMPARE(foliageOf(found.world(), layer)->count(), std::size_t{1});
        const auto hash = lightmapHash(*found.world().get<LightmapRef>(SceneEntity));
        QVERIFY(another.assets().lightmaps().find(hash) != nullptr);
    }
    workspace.finishSaves();
    {
        Workspace another{*createProject(fixture.root / "third", "empty"), {}};
        const auto leftovers = recoverable(another);
        QCOMPARE(leftovers.size(), std::size_t{1});
        VERIFY_OK(another.recover(leftovers[0]));
        QCOMPARE(another.document().contentHash(), lost);
    }
}

/// Grouping, linking, making a prefab, and cutting and pasting where it was.
void TestWorkspace::lightStaysWithWhatIsReplaced()
{
    WorkspaceFixture fixture;
    auto& workspace = fixture.workspace;
    auto& document = workspace.document();
    fixture.addBox(0);
    fixture.addBox(4);
    fixture.addLamp({2, 3, 0.5});
    fixture.bakeAndSave();
    const auto& stale = [&] {
        return workspace.lighting().staleFaces().size();
    };
    QCOMPARE(stale(), std::size_t{0});
    fixture.makePrefab("prefabs/boxes.prefab.json");
    QCOMPARE(stale(), std::size_t{0});
    document.undo();
    QCOMPARE(stale(), std::size_t{0});
    document.redo();
    fixture.cutAndPaste();
    QCOMPARE(stale(), std::size_t{0});
    workspace.save(fixture.scene, {});
    workspace.finishSaves();
    VERIFY_OK(workspace.openScene(fixture.scene));
    QCOMPARE(stale(), std::size_t{0});
    fixture.addBox(0.5);
    QVERIFY(stale() > 6);
}

void TestWorkspace::lightOfOlderFilesStaysWithWhatIsReplaced()
{
    WorkspaceFixture fixture;
    auto& workspace = fixture.workspace;
    fixture.addBox(0);
    fixture.addLamp({2, 3, 0.5});
    fixture.bakeAndSave();
    auto old = **loadLightmap(fixture.light());
    old.bodies.clear();
    VERIFY_OK(saveLightmap(old, fixture.light()));
    workspace.assets().lightmaps().put(old.hash, std::make_shared<const Lightmap>(old));
    VERIFY_OK(workspace.openScene(fixture.scene));
    QCOMPARE(workspace.lighting().staleFaces().size(), std::size_t{0});
    fixture.cutAndPaste();
    QCOMPARE(workspace.lighting().staleFaces().size(), std::size_t{0});
    workspace.save(fixture.scene, {});
    workspace.finishSaves();
    QVERIFY(!(*loadLightmap(fixture.light()))->bodies.empty());
    VERIFY_OK(workspace.openScene(fixture.scene));
    QCOMPARE(workspace.lighting().staleFaces().size(), std::size_t{0});
}

namespace
{
constexpr auto* Triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// A scene that shows the model "roof.obj".
void saveRoof(const TypeRegistry& types, const fs::path& scene)
{
    World world;
    const auto entity = world.newId();
    Edit edit{{swapTo(entity, Node{.name = "roof", .parent = {}}),
               swapTo(entity, MeshInstance{.mesh = {"roof.obj"}})}};
    world.exchange(edit);
    VERIFY_OK(saveScene(world, types, scene));
}
} // namespace

void TestWorkspace::aSceneIsReadWithItsModels()
{
    WorkspaceFixture fixture;
    auto& workspace = fixture.workspace;
    const auto model = workspace.assets().project().assetFolder() / "roof.obj";
    VERIFY_OK(writeFileAtomically(model, Triangle));
    saveRoof(workspace.types(), fixture.scene);
    std::optional<Result<Workspace::ReadScene>> read;
    workspace.readScene(
        fixture.scene, [&](Result<Workspace::ReadScene> scene) { read.emplace(std::move(scene)); });
    workspace.reads().finishAll();
    VERIFY_OK(*read);
    fs::remove(model); // whoever reads it now comes too late
    VERIFY_OK(workspace.openScene(*std::move(*read)));
    QVERIFY(workspace.assets().mesh("roof.obj")->problem().empty());
}

void TestWorkspace::whatNeedsAModelIsDoneWhenItIsRead()
{
    WorkspaceFixture fixture;
    auto& workspace = fixture.workspace;
    const auto model = workspace.assets().project().assetFolder() / "roof.obj";
    VERIFY_OK(writeFileAtomically(model, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
    int done = 0;
    const auto count = [&] {
        ++done;
    };
    workspace.withModels({"roof.obj"}, count);
    QCOMPARE(done, 0); // a worker reads
    workspace.jobs().finishAll();
    QCOMPARE(done, 1);
    fs::remove(model); // whoever reads it now comes too late
    QVERIFY(workspace.assets().mesh("roof.obj")->problem().empty());
    workspace.withModels({"roof.obj"}, count);
    QCOMPARE(done, 2); // at once
    workspace.withModels({"none.obj"}, count);
    workspace.jobs().finishAll();
    QCOMPARE(done, 3); // with a marker
}

void TestWorkspace::whatNeedsAModelWaitsForADragAndForNoOtherScene()
{
    WorkspaceFixture fixture;
    auto& workspace = fixture.workspace;
    int done = 0;
    const auto readDuringDrag = [&](const char* model) {
        const auto drag = workspace.document().begin("Drag");
        workspace.withModels({model}, [&] { ++done; });
        workspace.jobs().finishAll();
        workspace.update();
        QCOMPARE(done, 0);
    };
    readDuringDrag("a.obj");
    workspace.newScene();
    workspace.update();
    QCOMPARE(done, 0);
    workspace.withModels({"b.obj"}, [&] { ++done; });
    workspace.newScene();
    workspace.jobs().finishAll();
    QCOMPARE(done, 0);
    readDuringDrag("c.obj");
    workspace.update();
    QCOMPARE(done, 1);
}

void TestWorkspace::aSceneOfAnotherProjectIsReadWithItsModels()
{
    WorkspaceFixture fixture;
    auto& workspace = fixture.workspace;
    const auto other = *createProject(fixture.root / "other", "empty");
    const auto model = other.assetFolder() / "roof.obj";
    const auto scene = other.sceneFolder() / "roof.scene.json";
    VERIFY_OK(writeFileAtomically(model, Triangle));
    saveRoof(workspace.types(), scene);
    std::optional<Result<Workspace::ReadScene>> read;
    workspace.readScene(
        scene, [&](Result<Workspace::ReadScene> found) { read.emplace(std::move(found)); }, other);
    workspace.reads().finishAll();
    VERIFY_OK(*read);
    QVERIFY(workspace.assets().loadedModels().empty()); // they are nothing to the open project
    fs::remove(model);
    workspace.setProject(other);
    VERIFY_OK(workspace.openScene(*std::move(*read)));
    QVERIFY(workspace.assets().mesh("roof.obj")->problem().empty());
}

namespace
{
/// A workspace that someone wakes, over a project with the model "roof.obj": nine metres wide, with
/// nothing where it stands.
struct WokenWorkspace
{
    QTemporaryDir folder;
    fs::path root = folder.path().toStdString();
    std::counting_semaphore<> woken{0};
    Workspace workspace{*createProject(root / "project", "empty"), [this] {
                            woken.release();
                        }};
    Document& document = workspace.document();

    WokenWorkspace()
    {
        VERIFY_OK(writeFileAtomically(workspace.assets().project().assetFolder() / "roof.obj",
                                      "v 1 0 -1\nv 5 0 9\nv 9 0 -1\nf 1 2 3\n"));
    }

    EntityId add(const std::string& model)
    {
        EntityId entity;
        ENGINE_EXPECT(document.run("Add", [&](Transaction& edit) -> Result<void> {
            entity = edit.create("roof");
            edit.set(entity, TransformComponent{});
            edit.set(entity, MeshInstance{.mesh = {model}});
            return {};
        }));
        return entity;
    }

    /// Delivers until the model is there; false after a minute.
    bool waitFor(const std::string& model)
    {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{60};
        while (!workspace.assets().loadedModels().contains(model))
            if (!woken.try_acquire_until(end))
                return false;
        workspace.deliver();
        return true;
    }

    /// Whether tools, the game and the views find the roof where it is.
    [[nodiscard]] bool stands(EntityId entity)
    {
        const Ray down{{5, 5, 1}, {0, -1, 0}};
        const auto picked = pickNearestBrush(document.world(), document.index(), down);
        const MovingCollision none;
        const auto met = CollisionSpace{workspace.collision(), none}.raycast(down, 10);
        return boundsOf(document.world(), entity).max.x > 8 && picked && picked->entity == entity &&
               met && met->entity == entity;
    }
};
} // namespace

void TestWorkspace::modelsThatEditsBringAreReadOnAWorker()
{
    WokenWorkspace woken;
    const auto entity = woken.add("");
    // As the inspector does.
    VERIFY_OK(woken.document.run("Mesh", [&](Transaction& edit) -> Result<void> {
        edit.set(entity, MeshInstance{.mesh = {"roof.obj"}});
        return {};
    }));
    QVERIFY(boundsOf(woken.document.world(), entity).max.x < 1); // nobody has waited
    std::vector<EntityId> heard;
    const auto connection = woken.document.changed.connect([&](const ChangeSet& changes) {
        for (const auto& change : changes.changes)
            heard.push_back(change.entity);
    });
    const auto steps = woken.document.history().stateId();
    QVERIFY(woken.waitFor("roof.obj"));
    QVERIFY(woken.stands(entity));
    QCOMPARE(heard, std::vector{entity}); // views and panels look again
    QCOMPARE(woken.document.history().stateId(), steps);
}

void TestWorkspace::pastedAndRestoredModelsAreReadOnAWorker()
{
    std::string text;
    {
        WokenWorkspace other;
        const std::array copied{other.add("roof.obj")};
        text = copyText(other.document.world(), other.workspace.types(), copied);
    }
    WokenWorkspace woken;
    VERIFY_OK(woken.document.run("Paste", [&](Transaction& edit) -> Result<void> {
        const auto pasted = pasteText(edit, text, {});
        return pasted ? Result<void>{} : Result<void>{pasted.error()};
    }));
    const auto pasted = woken.document.world().children({}).back();
    QVERIFY(boundsOf(woken.document.world(), pasted).size().x < 1);
    woken.document.undo();
    woken.document.redo(); // and again before it is there
    QVERIFY(woken.waitFor("roof.obj"));
    QVERIFY(woken.stands(pasted));
    // What is there is shown at once.
    woken.document.undo();
    woken.document.redo();
    QVERIFY(woken.stands(pasted));
}

void TestWorkspace::lightIsStaleByTheModelThatIsThere()
{
    WokenWorkspace woken;
    // A lamp over a slab below the far end of the roof; what stands in for it is out of reach.
    VERIFY_OK(woken.document.run("Slab", [&](Transaction& edit) -> Result<void> {
        const auto made = createBox(edit, Aabb{{4, -2, 7}, {6, -1, 9}});
        addLight(edit, {5, 1, 8}, {.color = {}, .range = 4});
        return made ? Result<void>{} : Result<void>{made.error()};
    }));
    auto& lighting = woken.workspace.lighting();
    lighting.markAllFresh();
    const auto entity = woken.add("roof.obj");
    QVERIFY(lighting.staleFaces().empty());
    QVERIFY(woken.waitFor("roof.obj"));
    QVERIFY(woken.stands(entity));
    QVERIFY(!lighting.staleFaces().empty());
    woken.document.undo();
    QVERIFY(lighting.staleFaces().empty());
}

void TestWorkspace::lightIsReadWithItsScene()
{
    WorkspaceFixture fixture;
    fixture.addBox(0);
    fixture.bakeAndSave();
    const auto hash = (*loadLightmap(fixture.light()))->hash;
    Workspace another{*openProject(fixture.root / "project"), {}};
    auto isOpen = false;
    another.readScene(fixture.scene, [&](Result<Workspace::ReadScene> scene) {
        VERIFY_OK(scene);
        fs::remove(fixture.light()); // what opening reads now comes too late
        VERIFY_OK(another.openScene(*std::move(scene)));
        isOpen = true;
    });
    another.reads().finishAll();
    QVERIFY(isOpen);
    QVERIFY(another.assets().lightmaps().find(hash) != nullptr);
}

void TestWorkspace::whatJobsFoundWaitsWhileASceneIsRead()
{
    WorkspaceFixture fixture;
    auto& workspace = fixture.workspace;
    fixture.addBox(0);
    bool isDone = false;
    workspace.bake(quickBake(), [&](const auto& stats) {
        VERIFY_OK(stats);
        isDone = true;
    });
    {
        const auto held = workspace.holdBack();
        const auto state = workspace.document().history().stateId();
        QTRY_VERIFY(workspace.jobs().running().empty());
        workspace.deliver();
        workspace.update();
        QVERIFY(!isDone);
        QCOMPARE(workspace.document().history().stateId(), state);
    }
    workspace.deliver();
    QVERIFY(isDone);
    QCOMPARE(workspace.document().history().entries().back().label, std::string{"Bake lighting"});
}

void TestWorkspace::aStoppedBakeChangesNothing()
{
    WorkspaceFixture fixture;
    auto& workspace = fixture.workspace;
    fixture.addBox(0);
    const auto state = workspace.document().history().stateId();
    std::optional<bool> baked;
    workspace.bake(quickBake(), [&](const auto& stats) { baked = stats.hasValue(); });
    QVERIFY(!workspace.isBakeStopped());
    workspace.stopBake();
    QVERIFY(workspace.isBakeStopped());
    workspace.jobs().finishAll();
    QCOMPARE(baked, std::optional{false});
    QVERIFY(!workspace.isBaking());
    QCOMPARE(workspace.document().history().stateId(), state);
}

void TestWorkspace::bakingAnEmptySceneIsRefused()
{
    WorkspaceFixture fixture;
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
    WorkspaceFixture fixture;
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

QTEST_GUILESS_MAIN(TestWorkspace)
#include "tst_workspace.moc"
