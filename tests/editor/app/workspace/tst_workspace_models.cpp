#include "engine_core/scene/components/transform_component.h"
#include "tests/editor/app/workspace/workspace_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/repeat_until.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <semaphore>
#include <string>
#include <thread>

namespace tst_workspace_models
{
using namespace mapwright::test;

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

/// Models that come with scenes and edits, read on workers.
class TestWorkspaceModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSceneIsReadWithItsModels();
    void whatNeedsAModelIsDoneWhenItIsRead();
    void whatNeedsAModelHasItThoughItsFileChanges();
    void whatNeedsAModelWaitsForADragAndForNoOtherScene();
    void aSceneOfAnotherProjectIsReadWithItsModels();
    void modelsThatEditsBringAreReadOnAWorker();
    void pastedAndRestoredModelsAreReadOnAWorker();
    void aSceneWaitsForNoModelsOfTheLastOne();
    void lightIsStaleByTheModelThatIsThere();
};

void TestWorkspaceModels::aSceneIsReadWithItsModels()
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

void TestWorkspaceModels::whatNeedsAModelIsDoneWhenItIsRead()
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

void TestWorkspaceModels::whatNeedsAModelWaitsForADragAndForNoOtherScene()
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

void TestWorkspaceModels::aSceneOfAnotherProjectIsReadWithItsModels()
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

void TestWorkspaceModels::modelsThatEditsBringAreReadOnAWorker()
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

void TestWorkspaceModels::pastedAndRestoredModelsAreReadOnAWorker()
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

void TestWorkspaceModels::whatNeedsAModelHasItThoughItsFileChanges()
{
    WokenWorkspace woken;
    auto& workspace = woken.workspace;
    const auto file = workspace.assets().project().assetFolder() / "roof.obj";
    double width = 0;
    workspace.withModels({"roof.obj"},
                         [&] { width = workspace.assets().shown("roof.obj")->bounds().max.x; });
    QVERIFY2(spinUntil([&] { return workspace.jobs().running().empty(); }),
             "The model is never read");
    fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds{2});
    QCOMPARE(width, 0.0); // it is read, but nobody has taken it
    workspace.jobs().finishAll();
    QCOMPARE(width, 9.0);
}

void TestWorkspaceModels::aSceneWaitsForNoModelsOfTheLastOne()
{
    // Each worker is held up when it has read a model, so that nobody begins with the last one.
    std::promise<void> go;
    const auto gone = go.get_future().share();
    const QTemporaryDir folder;
    const auto main = std::this_thread::get_id();
    Workspace workspace{*createProject(fs::path{folder.path().toStdString()} / "project", "empty"),
                        [gone, main] {
                            if (std::this_thread::get_id() != main)
                                gone.wait_for(std::chrono::seconds{10});
                        }};
    const auto& project = workspace.assets().project();
    VERIFY_OK(writeFileAtomically(project.assetFolder() / "roof.obj", Triangle));
    const auto scene = project.sceneFolder() / "roof.scene.json";
    saveRoof(workspace.types(), scene);
    (void)workspace.assets().mesh("roof.obj");
    const auto workers = std::max(1U, std::thread::hardware_concurrency());
    for (unsigned i = 0; i <= workers; ++i) {
        const auto path = "other" + std::to_string(i) + ".obj";
        VERIFY_OK(writeFileAtomically(project.assetFolder() / path, Triangle));
        (void)workspace.assets().shown(path);
    }
    const auto opened = workspace.openScene(scene);
    const bool awaits = workspace.assets().awaitsModels();
    go.set_value();
    VERIFY_OK(opened);
    QVERIFY(awaits);
}

void TestWorkspaceModels::lightIsStaleByTheModelThatIsThere()
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

CORE_TEST(TestWorkspaceModels)
} // namespace tst_workspace_models

#include "tst_workspace_models.moc"
