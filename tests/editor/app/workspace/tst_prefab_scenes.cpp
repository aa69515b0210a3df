#include "editor/operations/prefab/prefab_changes.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/spatial/mesh_source.h"
#include "tests/editor/app/workspace/workspace_fixture.h"
#include "tests/program/registry.h"

#include <array>

namespace tst_prefab_scenes
{
using namespace mapwright::test;

/// Scenes with prefabs in a workspace: instances follow their files.
class TestPrefabScenes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void instancesFollowPrefabFilesOnOpeningAndWhileOpen();
    void prefabFilesAreReadAnewAfterAnEditMeanwhile();
    void undoOfAnApplyTakesTheFileBack();
    void aDragTakenBackMeanwhileDoesNotStopFollowing();
    void workersAskNobodyForModels();
    void modelsOfPrefabsAreReadWithThem();
    void aRecoveredSceneFollowsItsPrefabs();
    void aSceneIsReadWhileAnotherIsOpen();
};

void TestPrefabScenes::instancesFollowPrefabFilesOnOpeningAndWhileOpen()
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

void TestPrefabScenes::prefabFilesAreReadAnewAfterAnEditMeanwhile()
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

void TestPrefabScenes::undoOfAnApplyTakesTheFileBack()
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

void TestPrefabScenes::aDragTakenBackMeanwhileDoesNotStopFollowing()
{
    BoxPrefab fixture;
    auto& document = fixture.workspace.document();
    const auto more = fixture.textWithLamp();
    VERIFY_OK(writeFileAtomically(fixture.file, more));
    VERIFY_OK(fixture.workspace.openScene(fixture.scene)); // a worker reads
    {
        auto drag = document.begin("Copy");
        QVERIFY(drag.create("copy")); // takes an id that the worker gave away, too
        QVERIFY(drag.create("another"));
    }
    fixture.workspace.finishPrefabs();
    const auto& world = document.world();
    const auto instance = world.children({})[0];
    QCOMPARE(world.children(instance).size(), std::size_t{2});
    const auto lamp = world.children(instance)[1];
    QCOMPARE(world.get<Node>(lamp)->name, std::string{"lamp"});
    const auto bulb = world.children(lamp);
    QCOMPARE(bulb.size(), std::size_t{1});
    QCOMPARE(world.get<Node>(bulb[0])->name, std::string{"bulb"});
    // What follows once more finds nothing to do.
    const auto steps = document.history().position();
    VERIFY_OK(writeFileAtomically(fixture.file, more + "\n"));
    fixture.workspace.assets().pollChanges();
    fixture.workspace.assets().finishChanges();
    fixture.workspace.finishPrefabs();
    QCOMPARE(document.history().position(), steps);
}

namespace
{
/// Models belong to the main thread.
class CountedModels final : public MeshSource
{
public:
    mutable int asked = 0;

    [[nodiscard]] std::shared_ptr<const MeshShape> mesh(const std::string&) const override
    {
        ++asked;
        return MeshShape::marker(Name{"none"}, "missing");
    }
};
} // namespace

void TestPrefabScenes::workersAskNobodyForModels()
{
    BoxPrefab fixture;
    VERIFY_OK(writeFileAtomically(fixture.file, fixture.textWithLamp()));
    CountedModels models;
    World copy{fixture.workspace.document().world()};
    copy.setMeshes(&models);
    auto library = fixture.files();
    JobControl control;
    const auto news = findPrefabNews(copy, library, fixture.workspace.types(), control);
    QCOMPARE(news.merges.size(), std::size_t{1});
    QCOMPARE(models.asked, 0);
    control.cancel();
    World other{fixture.workspace.document().world()};
    QVERIFY(findPrefabNews(other, library, fixture.workspace.types(), control).merges.empty());
}

void TestPrefabScenes::modelsOfPrefabsAreReadWithThem()
{
    BoxPrefab fixture;
    auto& assets = fixture.workspace.assets();
    const auto model = assets.project().assetFolder() / "lamp.obj";
    VERIFY_OK(writeFileAtomically(model, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
    VERIFY_OK(writeFileAtomically(fixture.file, fixture.textWithLamp()));
    VERIFY_OK(fixture.workspace.openScene(fixture.scene));
    {
        auto drag = fixture.workspace.document().begin("Drag"); // what was found waits
        fixture.workspace.jobs().finishAll();
        QCOMPARE(fixture.workspace.document().world().count<MeshInstance>(), std::size_t{0});
        QVERIFY(assets.loadedModels().contains("lamp.obj"));
        fs::remove(model); // whoever reads it now comes too late
    }
    fixture.workspace.finishPrefabs();
    fixture.workspace.update();
    QCOMPARE(fixture.workspace.document().world().count<MeshInstance>(), std::size_t{1});
    QVERIFY(assets.mesh("lamp.obj")->problem().empty());
}

void TestPrefabScenes::aRecoveredSceneFollowsItsPrefabs()
{
    BoxPrefab fixture;
    auto& workspace = fixture.workspace;
    fixture.addBox(3);
    const auto cache = journalPlaceOf(workspace.assets().project().root).folder;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator{cache})
        files.push_back(entry.path());
    for (const auto& file : files)
        if (file.extension() == ".journal")
            fs::copy_file(file, cache / "dead-1-0.journal");
    workspace.newScene();
    // The crash came after the prefab was saved and before its scene was back.
    fixture.renameInFile("crate");
    const auto leftovers = workspace.leftovers();
    QCOMPARE(leftovers.size(), std::size_t{1});
    VERIFY_OK(workspace.recover(leftovers[0]));
    workspace.finishPrefabs();
    QCOMPARE(fixture.name(), std::string{"crate"});
}

void TestPrefabScenes::aSceneIsReadWhileAnotherIsOpen()
{
    BoxPrefab fixture;
    auto& workspace = fixture.workspace;
    auto& document = workspace.document();
    const auto saved = document.contentHash();
    workspace.newScene();
    fixture.addBox(7);
    const auto other = document.contentHash();
    std::optional<Result<Workspace::ReadScene>> read;
    const auto take = [&](Result<Workspace::ReadScene> scene) {
        read.emplace(std::move(scene));
    };
    workspace.readScene(fixture.scene, take);
    workspace.reads().finishAll();
    QVERIFY(read && *read);
    QCOMPARE(document.contentHash(), other);
    {
        auto drag = document.begin("Drag");
        QVERIFY(!workspace.openScene(*std::move(*read)));
    }
    QCOMPARE(document.contentHash(), other);
    workspace.readScene(fixture.scene, take);
    workspace.reads().finishAll();
    VERIFY_OK(workspace.openScene(*std::move(*read)));
    QCOMPARE(document.contentHash(), saved);
    QCOMPARE(document.path(), fixture.scene);
    QVERIFY(!document.isModified());
    workspace.readScene(fixture.root / "none.scene.json", take);
    workspace.reads().finishAll();
    QVERIFY(read && !*read);
    QCOMPARE(document.contentHash(), saved);
}

CORE_TEST(TestPrefabScenes)
} // namespace tst_prefab_scenes

#include "tst_prefab_scenes.moc"
