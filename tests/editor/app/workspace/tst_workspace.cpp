#include "engine_core/scene/components/scene_settings.h"
#include "tests/editor/app/workspace/workspace_fixture.h"
#include "tests/program/registry.h"

namespace tst_workspace
{
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
    const auto cache = journalPlaceOf(fixture.workspace.assets().project().root).folder;
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

CORE_TEST(TestWorkspace)
} // namespace tst_workspace

#include "tst_workspace.moc"
