#include "engine_core/scene/components/foliage.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/editor/operations/assets/asset_project.h"
#include "tests/program/registry.h"

namespace tst_asset_changes
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;
using namespace mapwright::test::asset_changes;

class TestAssetChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRenamedMaterialIsFollowedEverywhere();
    void undoBringsBackEveryByte();
    void theSceneStaysAsModifiedAsItWas();
    void aSceneSavedMeanwhileGoesAlong();
    void whatOthersWroteMeanwhileStays();
    void aMovedMaterialFindsItsPictures();
    void aRenamedPictureIsFollowedByMaterialsAndModels();
    void aRenamedModelTakesItsBytesAlong();
    void aRenamedPrefabIsFollowedByItsInstances();
    void aFolderMovesWithAllThatLiesInIt();
    void anEmptyPlaceIsNotLeft();
    void plantsGrowOnTheRenamedMaterial();
    void scenesInOtherFoldersFollow();
    void foldersThatCannotBeReadAreTold();
};

void TestAssetChanges::aRenamedMaterialIsFollowedEverywhere()
{
    AssetProject fixture;
    VERIFY_OK(fixture.rename("walls/brick.material.json", "walls/wall.material.json"));
    QVERIFY(!fixture.has("assets/walls/brick.material.json"));
    QVERIFY(!fixture.has("assets/walls/brick.hotspots.json"));
    QVERIFY(fixture.has("assets/walls/wall.hotspots.json"));
    QCOMPARE(fixture.materialOf(fixture.box, 2), std::string{"walls/wall"});
    QCOMPARE(fixture.materialOf(fixture.box, 3), std::string{});
    const auto& script = fixture.get<Script>(fixture.lamp);
    QCOMPARE(findValue(script.properties, "wall")->as<AssetPath>()->path,
             std::string{"walls/wall"});
    QVERIFY(holds(fixture.read("assets/walls/red.material.json"), "\"walls/wall\""));
    auto other = AssetProject::text();
    for (const std::string name : {"walls\\/brick", "walls/brick"})
        other.replace(other.find(name), name.size(), "walls/wall");
    QCOMPARE(fixture.read("scenes/other.scene.json"), other);
    QVERIFY(holds(fixture.read("scripts/door.as"), "walls/brick")); // text is the user's own
    QCOMPARE(QString::fromStdString(fixture.document.history().entries().back().label),
             QString{"Rename brick to wall"});
}

void TestAssetChanges::undoBringsBackEveryByte()
{
    AssetProject fixture;
    const auto before = fixture.files();
    const auto hash = fixture.document.contentHash();
    VERIFY_OK(fixture.rename("walls/brick.material.json", "stone/wall.material.json"));
    const auto after = fixture.files();
    const auto renamed = fixture.document.contentHash();
    QVERIFY(after != before && renamed != hash);
    fixture.document.undo();
    QVERIFY(fixture.files() == before);
    QCOMPARE(fixture.document.contentHash(), hash);
    fixture.document.redo();
    QVERIFY(fixture.files() == after);
    QCOMPARE(fixture.document.contentHash(), renamed);
}

void TestAssetChanges::theSceneStaysAsModifiedAsItWas()
{
    AssetProject fixture;
    VERIFY_OK(fixture.rename("walls/brick.material.json", "walls/wall.material.json"));
    QVERIFY(!fixture.document.isModified());
    const auto onDisk = loadScene(fixture.document.path(), fixture.types);
    VERIFY_OK(onDisk);
    QCOMPARE(contentHash(*onDisk->world, fixture.types), fixture.document.contentHash());
    static_cast<void>(fixture.addPoint({1, 1, 1}));
    QVERIFY(fixture.document.isModified());
    fixture.document.undo();
    fixture.document.undo();
    QVERIFY(!fixture.document.isModified());
    QVERIFY(holds(fixture.read("scenes/open.scene.json"), "walls/brick"));
}

void TestAssetChanges::aSceneSavedMeanwhileGoesAlong()
{
    AssetProject fixture;
    VERIFY_OK(fixture.rename("walls/brick.material.json", "walls/wall.material.json"));
    static_cast<void>(fixture.addPoint({1, 1, 1}, "new one"));
    VERIFY_OK(fixture.document.save(fixture.document.path()));
    fixture.document.undo();
    fixture.document.undo();
    const auto text = fixture.read("scenes/open.scene.json");
    QVERIFY(holds(text, "new one") && holds(text, "walls/brick") && !holds(text, "walls/wall"));
    QVERIFY(fixture.document.isModified());
}

void TestAssetChanges::whatOthersWroteMeanwhileStays()
{
    AssetProject fixture;
    VERIFY_OK(fixture.rename("walls/brick.material.json", "walls/wall.material.json"));
    fixture.write("scenes/other.scene.json",
                  "{\"format\":3,\"entities\":[{\"id\":4,\"name\":\"theirs\",\"components\":"
                  "{\"patch\":{\"material\":\"walls/wall\"}}}]}");
    fixture.document.undo();
    const auto text = fixture.read("scenes/other.scene.json");
    QVERIFY(holds(text, "theirs") && holds(text, "\"walls/brick\""));
}

void TestAssetChanges::aMovedMaterialFindsItsPictures()
{
    AssetProject fixture;
    VERIFY_OK(fixture.rename("walls/brick.material.json", "new/deep/brick.material.json"));
    QCOMPARE(
        fixture.read("assets/new/deep/brick.material.json"),
        std::string{"{\"format\":1,\"color\":\"../../walls/brick.png\",\"later\":{ \"n\":[1,  2] "
                    "}}"});
    QVERIFY(fixture.has("assets/new/deep/brick.hotspots.json"));
    QVERIFY(holds(fixture.read("assets/walls/red.material.json"), "\"new/deep/brick\""));
    QVERIFY(holds(fixture.read("assets/walls/red.material.json"), "\"./brick.png\""));
}

void TestAssetChanges::aRenamedPictureIsFollowedByMaterialsAndModels()
{
    AssetProject fixture;
    VERIFY_OK(fixture.rename("walls/brick.png", "pictures/red brick.png"));
    QVERIFY(
        holds(fixture.read("assets/walls/brick.material.json"), "\"../pictures/red brick.png\""));
    QVERIFY(holds(fixture.read("assets/walls/red.material.json"), "\"../pictures/red brick.png\""));
    QVERIFY(holds(fixture.read("assets/models/lamp.gltf"), "\"../pictures/red%20brick.png\""));
    QCOMPARE(fixture.read("assets/pictures/red brick.png"), std::string{"picture"});
}

void TestAssetChanges::aRenamedModelTakesItsBytesAlong()
{
    AssetProject fixture;
    VERIFY_OK(fixture.rename("models/lamp.gltf", "models/old/light.gltf"));
    QCOMPARE(fixture.get<MeshInstance>(fixture.lamp).mesh.path,
             std::string{"models/old/light.gltf"});
    QCOMPARE(fixture.read("assets/models/old/light.bin"), std::string{"bytes"});
    QCOMPARE(fixture.read("assets/models/old/light.gltf"),
             std::string{"{\"buffers\":[{\"uri\":\"light.bin\"}],\"images\":[{\"uri\":"
                         "\"../../walls/brick.png\"}]}"});
    QVERIFY(holds(fixture.read("assets/prefabs/lamp.prefab.json"), "models/old/light.gltf"));
    QVERIFY(!fixture.has("assets/models/lamp.gltf") && !fixture.has("assets/models/lamp.bin"));
}

void TestAssetChanges::aRenamedPrefabIsFollowedByItsInstances()
{
    AssetProject fixture;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        edit.set(fixture.lamp, PrefabInstance{{"prefabs/lamp.prefab.json"}});
        return {};
    }));
    VERIFY_OK(fixture.rename("prefabs/lamp.prefab.json", "prefabs/lights/lamp.prefab.json"));
    QCOMPARE(fixture.get<PrefabInstance>(fixture.lamp).file.path,
             std::string{"prefabs/lights/lamp.prefab.json"});
    // A name of an object and what nobody knows are no references.
    VERIFY_OK(fixture.rename("walls/brick.material.json", "walls/wall.material.json"));
    const auto text = fixture.read("assets/prefabs/lights/lamp.prefab.json");
    QVERIFY(holds(text, "\"name\":\"walls/brick\"") && holds(text, "\"x\":\"walls/brick\""));
}

void TestAssetChanges::aFolderMovesWithAllThatLiesInIt()
{
    AssetProject fixture;
    const auto before = fixture.files();
    VERIFY_OK(fixture.rename("walls", "old/stone"));
    QVERIFY(!fixture.has("assets/walls"));
    QCOMPARE(fixture.materialOf(fixture.box, 2), std::string{"old/stone/brick"});
    QVERIFY(holds(fixture.read("assets/old/stone/red.material.json"), "\"old/stone/brick\""));
    QVERIFY(holds(fixture.read("assets/old/stone/red.material.json"), "\"./brick.png\""));
    QVERIFY(holds(fixture.read("assets/models/lamp.gltf"), "\"../old/stone/brick.png\""));
    fixture.document.undo();
    QVERIFY(fixture.files() == before);
    QVERIFY(!fixture.has("assets/old"));
}

void TestAssetChanges::anEmptyPlaceIsNotLeft()
{
    AssetProject fixture;
    VERIFY_OK(fixture.rename("prefabs/lamp.prefab.json", "lamp.prefab.json"));
    QVERIFY(!fixture.has("assets/prefabs"));
    QVERIFY(fixture.has("assets/lamp.prefab.json"));
}

void TestAssetChanges::plantsGrowOnTheRenamedMaterial()
{
    AssetProject fixture;
    const auto kind = fixture.addPoint({0, 0, 0}, "fern");
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        FoliageType type;
        type.materials = "walls/red, walls/brick ,walls/bricks";
        edit.set(kind, std::move(type));
        return {};
    }));
    fixture.write("scenes/meadow.scene.json",
                  "{\"format\":3,\"entities\":[{\"id\":9,\"components\":{\"foliage_type\":"
                  "{\"materials\":\"walls/brick,walls/red\"}}}]}");
    VERIFY_OK(fixture.rename("walls/brick.material.json", "stone/wall.material.json"));
    QCOMPARE(fixture.get<FoliageType>(kind).materials,
             std::string{"walls/red, stone/wall ,walls/bricks"});
    QVERIFY(holds(fixture.read("scenes/meadow.scene.json"), "\"stone/wall,walls/red\""));
    fixture.document.undo();
    QCOMPARE(fixture.get<FoliageType>(kind).materials,
             std::string{"walls/red, walls/brick ,walls/bricks"});
    QVERIFY(holds(fixture.read("scenes/meadow.scene.json"), "\"walls/brick,walls/red\""));
}

void TestAssetChanges::scenesInOtherFoldersFollow()
{
    AssetProject fixture;
    for (const std::string place : {"top.scene.json", "levels/old/far.scene.json"})
        fixture.write(place, AssetProject::text());
    fixture.write(".hidden/other.scene.json", AssetProject::text());
    VERIFY_OK(fixture.rename("walls/brick.material.json", "walls/wall.material.json"));
    for (const std::string place : {"top.scene.json", "levels/old/far.scene.json"})
        QVERIFY(holds(fixture.read(place), "\"material\":\"walls/wall\""));
    QCOMPARE(fixture.read(".hidden/other.scene.json"), AssetProject::text());
    fixture.document.undo();
    QCOMPARE(fixture.read("levels/old/far.scene.json"), AssetProject::text());
}

void TestAssetChanges::foldersThatCannotBeReadAreTold()
{
    AssetProject fixture;
    const auto closed = fixture.project.root / "levels";
    fixture.write("levels/far.scene.json", AssetProject::text());
    fs::permissions(closed, fs::perms::none);
    std::error_code failed;
    const bool isOpen = fs::directory_iterator{closed, failed} != fs::directory_iterator{};
    const auto outlook = fixture.plan(
        {AssetRequest::Kind::Rename, {"walls/brick.material.json"}, {"walls/wall.material.json"}});
    fs::permissions(closed, fs::perms::owner_all);
    VERIFY_OK(outlook);
    QCOMPARE(outlook->problems.size(), std::size_t{isOpen ? 0U : 1U}); // root reads every folder
    if (!isOpen)
        QVERIFY(holds(outlook->problems.front(), "cannot be read"));
}

PLAIN_TEST(TestAssetChanges)
} // namespace tst_asset_changes

#include "tst_asset_changes.moc"
