#include "tests/editor/operations/assets/asset_project.h"
#include "tests/program/registry.h"

#include <chrono>

namespace tst_asset_deletions
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;
using namespace mapwright::test::asset_changes;

namespace
{
/// Deletes the brick and has what uses it use another material.
const AssetRequest BrickByGrey{
    AssetRequest::Kind::Delete, {"walls/brick.material.json"}, {}, "walls/grey.material.json"};
} // namespace

class TestAssetDeletions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void deletedFilesComeBack();
    void whatWasDeletedLongAgoIsGone();
    void whatIsGoneForGoodStopsUndo();
    void whatIsDeletedCanBeReplaced();
    void aSceneSavedAfterADeletionCountsAsModified();
    void whoFollowsNamesHearsOfDeletionsApart();
    void whatIsMadeOfItCannotTakeItsPlace();
    void whatOthersUseAsWellStays();
    void theOutlookTellsWhoUsesIt();
};

void TestAssetDeletions::deletedFilesComeBack()
{
    AssetProject fixture;
    const auto before = fixture.files();
    VERIFY_OK(fixture.change({AssetRequest::Kind::Delete, {"walls/red.material.json"}, {}}));
    QVERIFY(!fixture.has("assets/walls/red.material.json"));
    fixture.document.undo();
    QVERIFY(fixture.files() == before);
    fixture.document.redo();
    QVERIFY(!fixture.has("assets/walls/red.material.json"));
    fixture.document.undo();
    QVERIFY(fixture.files() == before);
}

void TestAssetDeletions::whatWasDeletedLongAgoIsGone()
{
    AssetProject fixture;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto nameOf = [&](int days) {
        return std::to_string((now - std::chrono::hours{24 * days}) / std::chrono::microseconds{1});
    };
    fixture.write(".mapwright/deleted/" + nameOf(31) + "/assets/old.png", "old");
    fixture.write(".mapwright/deleted/" + nameOf(29) + "/assets/new.png", "new");
    fixture.write(".mapwright/deleted/notes/mine.txt", "mine");
    const auto outlook =
        fixture.plan({AssetRequest::Kind::Delete, {"walls/red.material.json"}, {}});
    VERIFY_OK(outlook);
    JobControl control;
    VERIFY_OK(outlook->change->prepare(fixture.document.path(), control));
    VERIFY_OK(runAssetChange(fixture.document, "Delete", *outlook));
    QVERIFY(!fixture.has(".mapwright/deleted/" + nameOf(31)));
    QVERIFY(fixture.has(".mapwright/deleted/" + nameOf(29) + "/assets/new.png"));
    QVERIFY(fixture.has(".mapwright/deleted/notes/mine.txt"));
}

void TestAssetDeletions::whatIsGoneForGoodStopsUndo()
{
    AssetProject fixture;
    std::string kept;
    Connections connections;
    connections += fixture.document.fileKept.connect([&](const std::string& why) { kept = why; });
    fixture.write("assets/walls/grey.material.json", "{\"format\":1}");
    VERIFY_OK(fixture.change(BrickByGrey));
    fs::remove_all(deletedFolderOf(fixture.project));
    const auto before = fixture.files();
    fixture.document.undo();
    QVERIFY(holds(kept, "is gone and cannot come back"));
    QVERIFY(fixture.document.history().canUndo());
    QCOMPARE(fixture.materialOf(fixture.box, 2), std::string{"walls/grey"});
    QVERIFY(fixture.files() == before);
}

void TestAssetDeletions::whatIsDeletedCanBeReplaced()
{
    AssetProject fixture;
    fixture.write("assets/walls/grey.material.json", "{\"format\":1}");
    const auto before = fixture.files();
    const auto hash = fixture.document.contentHash();
    VERIFY_OK(fixture.change(BrickByGrey));
    QCOMPARE(fixture.materialOf(fixture.box, 2), std::string{"walls/grey"});
    QVERIFY(holds(fixture.read("scenes/other.scene.json"), "\"walls/grey\""));
    QVERIFY(!fixture.has("assets/walls/brick.hotspots.json"));
    fixture.document.undo();
    QVERIFY(fixture.files() == before);
    QCOMPARE(fixture.document.contentHash(), hash);
}

void TestAssetDeletions::aSceneSavedAfterADeletionCountsAsModified()
{
    AssetProject fixture;
    std::string kept;
    Connections connections;
    connections += fixture.document.fileKept.connect([&](const std::string& why) { kept = why; });
    fixture.write("assets/walls/grey.material.json", "{\"format\":1}");
    VERIFY_OK(fixture.change(BrickByGrey));
    static_cast<void>(fixture.addPoint({1, 1, 1}, "new one"));
    VERIFY_OK(fixture.document.save(fixture.document.path()));
    fixture.document.undo();
    QVERIFY(kept.empty());
    fixture.document.undo();
    QCOMPARE(fixture.materialOf(fixture.box, 2), std::string{"walls/brick"});
    QVERIFY(holds(fixture.read("scenes/open.scene.json"), "walls/grey"));
    QVERIFY(holds(kept, "was saved after the deletion"));
    QVERIFY(fixture.document.isModified());
    VERIFY_OK(fixture.document.save(fixture.document.path()));
    QVERIFY(!fixture.document.isModified());
}

void TestAssetDeletions::whoFollowsNamesHearsOfDeletionsApart()
{
    AssetProject fixture;
    fixture.write("assets/walls/grey.material.json", "{\"format\":1}");
    const auto outlook = fixture.plan({AssetRequest::Kind::Delete,
                                       {"walls/brick.material.json"},
                                       {},
                                       "walls/grey.material.json"});
    VERIFY_OK(outlook);
    int renames = 0;
    std::vector<std::string> told;
    outlook->change->exchanged = [&](const AssetNames&) {
        ++renames;
    };
    outlook->change->deleted = [&](const AssetNames& gone,
                                   const std::optional<std::string>& replacement) {
        QVERIFY(gone.ofFile("walls/brick.material.json"));
        told.push_back(replacement.value_or("nothing"));
    };
    VERIFY_OK(runAssetChange(fixture.document, "Delete", *outlook));
    QCOMPARE(told, std::vector<std::string>{"walls/grey.material.json"});
    fixture.document.undo();
    QCOMPARE(told.size(), std::size_t{1});
    fixture.document.redo();
    QCOMPARE(told.size(), std::size_t{2});
    QCOMPARE(renames, 0);
}

void TestAssetDeletions::whatIsMadeOfItCannotTakeItsPlace()
{
    AssetProject fixture;
    fixture.write("assets/walls/dark.material.json", "{\"format\":1,\"parent\":\"walls/red\"}");
    fixture.write("assets/prefabs/street.prefab.json",
                  "{\"format\":3,\"entities\":[{\"id\":1,\"components\":{\"prefab\":{\"file\":"
                  "\"prefabs/lamp.prefab.json\"}}}]}");
    const auto before = fixture.files();
    const std::vector<std::pair<std::string, std::string>> refused{
        {"walls/brick.material.json", "walls/brick.material.json"},
        {"walls/brick.material.json", "walls/red.material.json"},
        {"walls/brick.material.json", "walls/dark.material.json"},
        {"prefabs/lamp.prefab.json", "prefabs/street.prefab.json"}};
    for (const auto& [deleted, replacement] : refused) {
        QVERIFY(!checkReplacement(fixture.project, deleted, replacement));
        const auto done = fixture.change({AssetRequest::Kind::Delete, {deleted}, {}, replacement});
        QVERIFY(!done);
        QVERIFY2(holds(done.error().message(), "place"), done.error().message().c_str());
    }
    QVERIFY(fixture.files() == before);
    VERIFY_OK(
        checkReplacement(fixture.project, "walls/red.material.json", "walls/brick.material.json"));
}

void TestAssetDeletions::whatOthersUseAsWellStays()
{
    AssetProject fixture;
    fixture.write("assets/models/a.obj", "mtllib a.mtl\nv 0 0 0\n");
    fixture.write("assets/models/a.obj.import.json", "{}");
    fixture.write("assets/models/a.mtl", "newmtl grey\n");
    fixture.write("assets/models/b.obj", "mtllib a.mtl\nv 1 0 0\n");
    const auto before = fixture.files();
    VERIFY_OK(fixture.change({AssetRequest::Kind::Delete, {"models/a.obj"}, {}}));
    QVERIFY(!fixture.has("assets/models/a.obj"));
    QVERIFY(!fixture.has("assets/models/a.obj.import.json"));
    QVERIFY(fixture.has("assets/models/a.mtl"));
    fixture.document.undo();
    QVERIFY(fixture.files() == before);
    // With the last one that uses it, it goes.
    VERIFY_OK(fixture.change({AssetRequest::Kind::Delete, {"models/a.obj", "models/b.obj"}, {}}));
    QVERIFY(!fixture.has("assets/models/a.mtl") && !fixture.has("assets/models/b.obj"));
    fixture.document.undo();
    QVERIFY(fixture.files() == before);
}

void TestAssetDeletions::theOutlookTellsWhoUsesIt()
{
    AssetProject fixture;
    const auto outlook =
        fixture.plan({AssetRequest::Kind::Delete, {"walls/brick.material.json"}, {}});
    VERIFY_OK(outlook);
    QVERIFY(outlook->isInUse());
    QCOMPARE(outlook->objects, std::size_t{2}); // the box, and the script of the lamp
    QCOMPARE(outlook->users, (std::vector<std::string>{"assets/walls/red.material.json",
                                                       "scenes/other.scene.json"}));
    QCOMPARE(outlook->mentions, std::vector<std::string>{"scripts/door.as"});
    const auto unused = fixture.plan({AssetRequest::Kind::Delete, {"walls/red.material.json"}, {}});
    VERIFY_OK(unused);
    QVERIFY(!unused->isInUse());
}

PLAIN_TEST(TestAssetDeletions)
} // namespace tst_asset_deletions

#include "tst_asset_deletions.moc"
