#include "editor/operations/assets/asset_plan.h"
#include "editor/operations/brush/texture_operations.h"
#include "engine_core/base/jobs.h"
#include "engine_core/scene/components/prefab.h"
#include "tests/editor/app/workspace/workspace_fixture.h"
#include "tests/program/registry.h"

#include <fstream>

namespace tst_renamed_assets
{
using namespace mapwright::test;

namespace
{
/// A saved scene with a box that is a prefab and shows a material.
struct BrickBox : WorkspaceFixture
{
    fs::path file = workspace.assets().project().assetFolder() / "prefabs" / "box.prefab.json";

    BrickBox()
    {
        const auto brick = workspace.assets().project().assetFolder() / "brick.material.json";
        std::ofstream{brick} << "{\"format\":1,\"tint\":[1,0,0]}";
        workspace.assets().pollChanges();
        addBox(0);
        VERIFY_OK(workspace.document().run("Dress", [&](Transaction& edit) -> Result<void> {
            return replaceMaterial(edit, Name{}, Name{"brick"});
        }));
        makePrefab("prefabs/box.prefab.json");
        workspace.save(scene, {});
        workspace.finishSaves();
    }

    /// Until the worker has read what changed, and the document has taken it.
    void readFiles()
    {
        workspace.update();
        workspace.jobs().finishAll();
        workspace.update();
        workspace.finishPrefabs();
    }

    Result<void> renameBrick()
    {
        const AssetRequest request{
            AssetRequest::Kind::Rename, {"brick.material.json"}, {"walls/red.material.json"}};
        JobControl control;
        const auto& document = workspace.document();
        const auto outlook =
            planAssetChange(workspace.assets().project(), request, document.world(),
                            document.path(), workspace.types(), control);
        return outlook ? runAssetChange(workspace.document(), labelOf(request), *outlook)
                       : outlook.error();
    }

    [[nodiscard]] std::size_t facesWithName(const char* name)
    {
        return countOf(workspace.document().world(), Name{name});
    }
};
} // namespace

class TestRenamedAssets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ourOwnRenameIsNoChangeByOthers();
    void instancesGetNoOverrides();
    void unsavedWorkSurvivesACrashAfterwards();
};

void TestRenamedAssets::ourOwnRenameIsNoChangeByOthers()
{
    BrickBox fixture;
    auto& workspace = fixture.workspace;
    VERIFY_OK(fixture.renameBrick());
    QVERIFY(!workspace.isFileChanged());
    QVERIFY(!workspace.document().isModified());
    QCOMPARE(fixture.hashOfFile(fixture.scene), workspace.document().contentHash());
    QVERIFY(!workspace.assets().material(Name{"walls/red"})->missing);
    workspace.document().undo();
    QVERIFY(!workspace.isFileChanged());
    QCOMPARE(fixture.hashOfFile(fixture.scene), workspace.document().contentHash());
    QVERIFY(!workspace.assets().material(Name{"brick"})->missing);
    // A save afterwards replaces nothing of others.
    fixture.addBox(4);
    VERIFY_OK(fixture.renameBrick());
    QVERIFY(!workspace.isFileChanged());
    QVERIFY(workspace.document().isModified());
    workspace.save(fixture.scene, [](const Result<void>& done) { VERIFY_OK(done); });
    workspace.finishSaves();
    QVERIFY(!workspace.document().isModified());
}

void TestRenamedAssets::instancesGetNoOverrides()
{
    BrickBox fixture;
    auto& workspace = fixture.workspace;
    const auto faces = fixture.facesWithName("brick");
    QVERIFY(faces > 0);
    const auto steps = workspace.document().history().entries().size();
    VERIFY_OK(fixture.renameBrick());
    fixture.readFiles();
    QCOMPARE(fixture.facesWithName("walls/red"), faces);
    QCOMPARE(workspace.document().world().count<PrefabOverrides>(), std::size_t{0});
    QCOMPARE(workspace.document().history().entries().size(), steps + 1);
    QVERIFY(readFile(fixture.file)->find("walls/red") != std::string::npos);
    workspace.document().undo();
    fixture.readFiles();
    QCOMPARE(fixture.facesWithName("brick"), faces);
    QCOMPARE(workspace.document().history().position(), steps);
}

void TestRenamedAssets::unsavedWorkSurvivesACrashAfterwards()
{
    BrickBox fixture;
    auto& workspace = fixture.workspace;
    fixture.addBox(6);
    VERIFY_OK(fixture.renameBrick());
    fixture.addBox(9);
    workspace.journal().finish();
    const auto hash = workspace.document().contentHash();
    const auto cache = journalPlaceOf(workspace.assets().project().root).folder;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator{cache})
        files.push_back(entry.path());
    for (const auto& file : files)
        if (file.extension() == ".journal")
            fs::copy_file(file, cache / "dead-1-0.journal");
    const auto leftovers = workspace.leftovers();
    QCOMPARE(leftovers.size(), std::size_t{1});
    VERIFY_OK(workspace.recover(leftovers.front()));
    QCOMPARE(workspace.document().contentHash(), hash);
}

CORE_TEST(TestRenamedAssets)
} // namespace tst_renamed_assets

#include "tst_renamed_assets.moc"
