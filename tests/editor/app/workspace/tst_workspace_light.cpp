#include "editor/app/workspace/scene_files.h"
#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/base/files/file_lock.h"
#include "engine_core/base/files/user_folders.h"
#include "engine_core/base/files/waiting_file.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/serialization/foliage_file.h"
#include "tests/editor/app/workspace/workspace_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/system/full_disk.h"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

namespace tst_workspace_light
{
using namespace mapwright::test;

/// Light and plants that are saved and read with their scene.
class TestWorkspaceLight : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSaveLeavesUnchangedLightAlone();
    void aFailedSaveLeavesTheOldSceneItsLight();
    void aSaveWithoutItsLightIsNobodyElses();
    void lightThatWaitsOutlastsFailedSaves();
    void aSaveWithoutItsPlantsLosesNeitherThemNorItsLight();
    void lightOfASaveCutShortIsFound();
    void lightThatAnotherProgramHoldsIsLeftToIt();
    void aCrashRightAfterASaveLosesOnlyWhatWasNotDone();
    void lightStaysWithWhatIsReplaced();
    void lightOfOlderFilesStaysWithWhatIsReplaced();
    void lightThatKnowsOtherMaterialsIsWritten();
    void theTimeToFixIsThatOfWholeBakes();
    void lightIsReadWithItsScene();
    void whatAKilledProgramLeftGoesAtTheNextOpen();
};

void TestWorkspaceLight::aSaveLeavesUnchangedLightAlone()
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

void TestWorkspaceLight::aFailedSaveLeavesTheOldSceneItsLight()
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

void TestWorkspaceLight::aSaveWithoutItsLightIsNobodyElses()
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

void TestWorkspaceLight::lightThatWaitsOutlastsFailedSaves()
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

void TestWorkspaceLight::aSaveWithoutItsPlantsLosesNeitherThemNorItsLight()
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

void TestWorkspaceLight::lightOfASaveCutShortIsFound()
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

/// Read where it waits, but not moved: its owner is about to bring it to its place.
void TestWorkspaceLight::lightThatAnotherProgramHoldsIsLeftToIt()
{
    WorkspaceFixture fixture;
    fixture.addBox(0);
    fixture.bakeAndSave();
    const auto hash = (*loadLightmap(fixture.light()))->hash;
    const auto waiting = waitingFiles(fixture.light(), hash).front();
    fs::rename(fixture.light(), waiting);
    auto owner = openToLock(waiting);
    QCOMPARE(lockShared(owner), FileLock::Held);
    {
        Workspace another{*openProject(fixture.root / "project"), {}};
        VERIFY_OK(another.openScene(fixture.scene));
        QVERIFY(another.assets().lightmaps().find(hash) != nullptr);
        QVERIFY(fs::exists(waiting));
        QVERIFY(!fs::exists(fixture.light()));
    }
    owner = FileDescriptor{};
    Workspace another{*openProject(fixture.root / "project"), {}};
    VERIFY_OK(another.openScene(fixture.scene));
    QVERIFY(another.assets().lightmaps().find(hash) != nullptr);
    QVERIFY(fs::exists(fixture.light()));
}

/// With plants and light, before and after the workspace hears of the end of the save.
void TestWorkspaceLight::aCrashRightAfterASaveLosesOnlyWhatWasNotDone()
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
    const auto& project = workspace.assets().project();
    const auto recoverable = [&](const char* name) {
        const auto place = journalPlaceOf(project.root);
        const auto folder = fixture.root / name;
        ENGINE_EXPECT(makeUserFolder(folder));
        for (const auto& entry : fs::directory_iterator{place.folder})
            if (entry.is_regular_file() && entry.path().extension() != ".lock")
                fs::copy_file(entry.path(), folder / entry.path().filename());
        return Journal::findLeftovers({folder, place.project});
    };
    const auto saved = document.contentHash();
    workspace.save(fixture.scene, [](const auto& outcome) { VERIFY_OK(outcome); });
    QTRY_VERIFY(editor::hashOfFile(fixture.scene) == saved);
    QTRY_COMPARE(fixture.waitingFiles(), 0); // the light is the last to take its place
    QVERIFY(recoverable("first").empty());
    fixture.addBox(8);
    const auto lost = document.contentHash();
    {
        Workspace another{project, {}};
        const auto leftovers = recoverable("second");
        QCOMPARE(leftovers.size(), std::size_t{1});
        QCOMPARE(leftovers[0].steps.size(), std::size_t{1});
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
        Workspace another{project, {}};
        const auto leftovers = recoverable("third");
        QCOMPARE(leftovers.size(), std::size_t{1});
        VERIFY_OK(another.recover(leftovers[0]));
        QCOMPARE(another.document().contentHash(), lost);
    }
}

/// Grouping, linking, making a prefab, and cutting and pasting where it was.
void TestWorkspaceLight::lightStaysWithWhatIsReplaced()
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

void TestWorkspaceLight::lightOfOlderFilesStaysWithWhatIsReplaced()
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

void TestWorkspaceLight::lightThatKnowsOtherMaterialsIsWritten()
{
    WorkspaceFixture fixture;
    auto& workspace = fixture.workspace;
    fixture.addBox(0);
    fixture.bakeAndSave();
    auto other = **loadLightmap(fixture.light());
    other.reflections["brick"] = 7; // what is seen of it stays the same
    workspace.assets().lightmaps().put(other.hash, std::make_shared<const Lightmap>(other));
    workspace.save(fixture.scene, {});
    workspace.finishSaves();
    QCOMPARE((*loadLightmap(fixture.light()))->reflections, other.reflections);
}

void TestWorkspaceLight::theTimeToFixIsThatOfWholeBakes()
{
    WorkspaceFixture fixture;
    auto& workspace = fixture.workspace;
    fixture.addBox(0);
    fixture.bakeAndSave();
    QVERIFY(workspace.secondsPerLuxel() > 0);
    QCOMPARE(workspace.secondsToFix(), 0.0); // nothing is stale
    BakeStats stats;
    stats.traceSeconds = 20;
    stats.litLuxels = 10;
    workspace.noteSpeed(stats);
    QCOMPARE(workspace.secondsPerLuxel(), 2.0);
    stats.litLuxels = 1;
    stats.kept = 100;
    workspace.noteSpeed(stats);
    QCOMPARE(workspace.secondsPerLuxel(), 2.0);
    fixture.addBox(100);
    QVERIFY(workspace.secondsToFix() > 0);
}

void TestWorkspaceLight::lightIsReadWithItsScene()
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

void TestWorkspaceLight::whatAKilledProgramLeftGoesAtTheNextOpen()
{
    WorkspaceFixture fixture;
    fixture.addBox(0);
    fixture.bakeAndSave();
    const auto hash =
        lightmapHash(*fixture.workspace.document().world().get<LightmapRef>(SceneEntity));
    const auto gone = ::fork();
    if (gone == 0)
        ::_exit(0);
    QCOMPARE(::waitpid(gone, nullptr, 0), gone);
    const auto folder = fixture.scene.parent_path();
    const auto name = sceneName(fixture.scene);
    const auto put = [&](const std::string& file) {
        ENGINE_EXPECT(writeFileAtomically(folder / file, "half"));
        return folder / file;
    };
    const std::array left{put(fmt::format(".mapwright-{}-3.tmp", gone)),
                          put(name + ".lightmap.exr.0123456789abcdef.new"),
                          put(name + ".41.foliage.0123456789abcdef.new")};
    const std::array others{put("notes.tmp"), put("notes.new"),
                            put(name + ".more.lightmap.exr.0123456789abcdef.new"),
                            put(name + ".lightmap.exr." + hashToText(hash) + ".txt"),
                            put("other.lightmap.exr.0123456789abcdef.new")};
    // Of a save that is under way in another program.
    WaitingFile theirs{fixture.light(), 99};
    VERIFY_OK(theirs.write([](const fs::path& file) { return writeFileAtomically(file, "now"); }));

    Workspace another{*openProject(fixture.root / "project"), {}};
    VERIFY_OK(another.openScene(fixture.scene));
    for (const auto& file : left)
        QVERIFY2(!fs::exists(file), file.c_str());
    for (const auto& file : others)
        QVERIFY2(fs::exists(file), file.c_str());
    QVERIFY(fs::exists(theirs.path()));
    QVERIFY(another.assets().lightmaps().find(hash) != nullptr);
}

CORE_TEST(TestWorkspaceLight)
} // namespace tst_workspace_light

#include "tst_workspace_light.moc"
