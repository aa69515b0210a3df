#include "editor/operations/assets/asset_plan.h"
#include "engine_core/base/jobs.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <fstream>
#include <map>

namespace tst_asset_changes
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A project with a brick material, its pictures, a scene that is open and one that is not.
struct Fixture : DocumentFixture
{
    QTemporaryDir folder;
    Project project{};
    EntityId box;
    EntityId lamp;

    Fixture()
    {
        project.root = fs::canonical(folder.path().toStdString());
        write("project.json", "{\"format\":1,\"name\":\"p\"}");
        write("assets/walls/brick.material.json",
              "{\"format\":1,\"color\":\"brick.png\",\"later\":{ \"n\":[1,  2] }}");
        write("assets/walls/brick.hotspots.json", "{\"format\":1}");
        write("assets/walls/brick.png", "picture");
        write("assets/walls/red.material.json",
              "{\"format\":1,\"parent\":\"walls/brick\",\"color\":\"./brick.png\"}");
        write(
            "assets/models/lamp.gltf",
            "{\"buffers\":[{\"uri\":\"lamp.bin\"}],\"images\":[{\"uri\":\"../walls/brick.png\"}]}");
        write("assets/models/lamp.bin", "bytes");
        write("assets/prefabs/lamp.prefab.json",
              "{\"format\":3,\"entities\":[{\"id\":7,\"name\":\"walls/brick\",\"components\":"
              "{\"mesh\":{\"mesh\":\"models/lamp.gltf\"},\"later\":{\"x\":\"walls/brick\"}}}]}");
        write("scripts/door.as", "string name = \"walls/brick\";");
        write("scenes/other.scene.json", text());
        box = addBox({0, 0, 0}, {1, 1, 1});
        lamp = addPoint({0, 0, 0}, "lamp");
        VERIFY_OK(run([&](Transaction& edit) -> Result<void> {
            std::vector<BrushFace> faces{brushOf(box).faces().begin(), brushOf(box).faces().end()};
            faces[2].material = Name{"walls/brick"};
            edit.set(box, BrushComponent{
                              std::make_shared<const Brush>(*Brush::fromFaces(std::move(faces)))});
            edit.set(lamp, MeshInstance{.mesh = {"models/lamp.gltf"}});
            edit.set(lamp,
                     Script{{"door.as"}, "Door", {{"wall", Value{AssetPath{"walls/brick"}}}}});
            return {};
        }));
        VERIFY_OK(document.save(project.sceneFolder() / "open.scene.json"));
    }

    static std::string text()
    {
        return "{\n\"format\":3,\n\"entities\":[\n{\"id\":9,\"name\":\"Wall\",\"later\":[1,  2],"
               "\"components\":{\"script\":{\"file\":\"door.as\",\"properties\":{\"wall\":"
               "{\"asset\":\"walls\\/brick\"}}},\"patch\":{\"material\":\"walls/brick\"}}}\n]\n}";
    }

    void write(const std::string& path, const std::string& bytes) const
    {
        const auto file = project.root / path;
        fs::create_directories(file.parent_path());
        std::ofstream{file} << bytes;
    }

    [[nodiscard]] std::string read(const std::string& path) const
    {
        const auto bytes = readFile(project.root / path);
        return bytes ? *bytes : std::string{"(no file)"};
    }

    [[nodiscard]] bool has(const std::string& path) const
    {
        return fs::exists(project.root / path);
    }

    Result<AssetOutlook> plan(const AssetRequest& request) const
    {
        JobControl control;
        return planAssetChange(project, request, document.world(), document.path(), types, control);
    }

    Result<void> change(const AssetRequest& request)
    {
        const auto outlook = plan(request);
        return outlook ? runAssetChange(document, labelOf(request), *outlook) : outlook.error();
    }

    Result<void> rename(const std::string& from, const std::string& to)
    {
        return change({AssetRequest::Kind::Rename, {from}, {to}});
    }

    [[nodiscard]] std::string materialOf(EntityId entity, std::size_t face) const
    {
        return brushOf(entity).faces()[face].material.text();
    }

    /// All files of the project with their bytes, but for what was deleted.
    [[nodiscard]] std::map<std::string, std::string> files() const
    {
        std::map<std::string, std::string> all;
        for (const auto& each : fs::recursive_directory_iterator{project.root})
            if (each.is_regular_file() &&
                each.path().string().find(".mapwright") == std::string::npos)
                all[each.path().lexically_relative(project.root).string()] = *readFile(each.path());
        return all;
    }
};

bool holds(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}
} // namespace

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
    void namesThatCannotBeAreRefused_data();
    void namesThatCannotBeAreRefused();
    void linksAreNotFollowed();
    void aFileThatCannotBeWrittenLeavesAllAsItWas();
    void aStoppedChangeLeavesAllAsItWas();
    void deletedFilesComeBack();
    void whatWasDeletedLongAgoIsGone();
    void whatIsDeletedCanBeReplaced();
    void theOutlookTellsWhoUsesIt();
    void aNameThatIsTakenStopsUndo();
};

void TestAssetChanges::aRenamedMaterialIsFollowedEverywhere()
{
    Fixture fixture;
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
    auto other = Fixture::text();
    for (const std::string name : {"walls\\/brick", "walls/brick"})
        other.replace(other.find(name), name.size(), "walls/wall");
    QCOMPARE(fixture.read("scenes/other.scene.json"), other);
    QVERIFY(holds(fixture.read("scripts/door.as"), "walls/brick")); // text is the user's own
    QCOMPARE(QString::fromStdString(fixture.document.history().entries().back().label),
             QString{"Rename brick to wall"});
}

void TestAssetChanges::undoBringsBackEveryByte()
{
    Fixture fixture;
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
    Fixture fixture;
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
    Fixture fixture;
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
    Fixture fixture;
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
    Fixture fixture;
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
    Fixture fixture;
    VERIFY_OK(fixture.rename("walls/brick.png", "pictures/red brick.png"));
    QVERIFY(
        holds(fixture.read("assets/walls/brick.material.json"), "\"../pictures/red brick.png\""));
    QVERIFY(holds(fixture.read("assets/walls/red.material.json"), "\"../pictures/red brick.png\""));
    QVERIFY(holds(fixture.read("assets/models/lamp.gltf"), "\"../pictures/red%20brick.png\""));
    QCOMPARE(fixture.read("assets/pictures/red brick.png"), std::string{"picture"});
}

void TestAssetChanges::aRenamedModelTakesItsBytesAlong()
{
    Fixture fixture;
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
    Fixture fixture;
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
    Fixture fixture;
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
    Fixture fixture;
    VERIFY_OK(fixture.rename("prefabs/lamp.prefab.json", "lamp.prefab.json"));
    QVERIFY(!fixture.has("assets/prefabs"));
    QVERIFY(fixture.has("assets/lamp.prefab.json"));
}

void TestAssetChanges::namesThatCannotBeAreRefused_data()
{
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("why");
    QTest::newRow("same") << "walls/brick.material.json"
                          << "already";
    QTest::newRow("taken") << "walls/red.material.json"
                           << "'walls/red' is there already";
    QTest::newRow("case") << "walls/Red.material.json"
                          << "only capital letters";
    QTest::newRow("folder case") << "Walls/new.material.json"
                                 << "only capital letters";
    QTest::newRow("outside") << "../brick.material.json"
                             << "leads out";
    QTest::newRow("climbs") << "walls/../../brick.material.json"
                            << "leads out";
    QTest::newRow("absolute") << "/tmp/brick.material.json"
                              << "leads out";
    QTest::newRow("no name") << "walls/.material.json"
                             << "hidden";
    QTest::newRow("hidden") << "walls/.brick.material.json"
                            << "hidden";
    QTest::newRow("ending") << "walls/brick.png"
                            << "keep its ending";
    QTest::newRow("letters") << "walls/a:b.material.json"
                             << "cannot have ':'";
    QTest::newRow("part of a model") << "walls/a#b.material.json"
                                     << "cannot have '#'";
    QTest::newRow("kept") << "walls/con.material.json"
                          << "some systems";
    QTest::newRow("blank") << "walls /brick.material.json"
                           << "blank";
    QTest::newRow("below a file") << "walls/brick.png/b.material.json"
                                  << "is no folder";
    QTest::newRow("too long") << QString{300, 'a'} + ".material.json"
                              << "too long";
}

void TestAssetChanges::namesThatCannotBeAreRefused()
{
    QFETCH(QString, to);
    QFETCH(QString, why);
    Fixture fixture;
    const auto before = fixture.files();
    const auto done = fixture.rename("walls/brick.material.json", to.toStdString());
    QVERIFY(!done);
    QVERIFY2(holds(done.error().message(), why.toStdString()), done.error().message().c_str());
    QVERIFY(fixture.files() == before);
    QVERIFY(!fixture.document.isModified());
}

void TestAssetChanges::linksAreNotFollowed()
{
    Fixture fixture;
    const QTemporaryDir outside;
    fs::create_directory_symlink(outside.path().toStdString(),
                                 fixture.project.assetFolder() / "out");
    const auto done = fixture.rename("walls/brick.material.json", "out/brick.material.json");
    QVERIFY(!done);
    QVERIFY(holds(done.error().message(), "is a link"));
    QVERIFY(fs::is_empty(outside.path().toStdString()));
}

void TestAssetChanges::aFileThatCannotBeWrittenLeavesAllAsItWas()
{
    Fixture fixture;
    const auto outlook = fixture.plan(
        {AssetRequest::Kind::Rename, {"walls/brick.material.json"}, {"walls/wall.material.json"}});
    VERIFY_OK(outlook);
    // Something that no scene can be written to has taken the place of one meanwhile.
    const auto other = fixture.project.sceneFolder() / "other.scene.json";
    const auto text = *readFile(other);
    fs::remove(other);
    fs::create_directory(other);
    const auto before = fixture.files();
    const auto hash = fixture.document.contentHash();
    QVERIFY(!runAssetChange(fixture.document, "Rename", *outlook));
    QVERIFY(fixture.files() == before);
    QCOMPARE(fixture.document.contentHash(), hash);
    QVERIFY(!fixture.document.isModified());
    fs::remove(other);
    std::ofstream{other} << text;
    VERIFY_OK(runAssetChange(fixture.document, "Rename", *outlook));
}

void TestAssetChanges::aStoppedChangeLeavesAllAsItWas()
{
    Fixture fixture;
    const auto before = fixture.files();
    const auto outlook = fixture.plan({AssetRequest::Kind::Rename, {"walls"}, {"stone"}});
    VERIFY_OK(outlook);
    JobControl control;
    control.cancel();
    QVERIFY(!outlook->change->prepare(fixture.document.path(), control));
    QVERIFY(fixture.files() == before);
    JobControl other;
    VERIFY_OK(outlook->change->prepare(fixture.document.path(), other));
    QVERIFY(fixture.has("assets/walls/brick.png") && fixture.has("assets/stone/brick.png"));
    outlook->change->abandon();
    QVERIFY(fixture.files() == before);
    VERIFY_OK(outlook->change->prepare(fixture.document.path(), other));
    VERIFY_OK(runAssetChange(fixture.document, "Rename", *outlook));
    QVERIFY(!fixture.has("assets/walls"));
    fixture.document.undo();
    QVERIFY(fixture.files() == before);
}

void TestAssetChanges::deletedFilesComeBack()
{
    Fixture fixture;
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

void TestAssetChanges::whatWasDeletedLongAgoIsGone()
{
    Fixture fixture;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto nameOf = [&](int days) {
        return std::to_string((now - std::chrono::hours{24 * days}) / std::chrono::microseconds{1});
    };
    fixture.write(".mapwright/deleted/" + nameOf(31) + "/assets/old.png", "old");
    fixture.write(".mapwright/deleted/" + nameOf(29) + "/assets/new.png", "new");
    fixture.write(".mapwright/deleted/notes/mine.txt", "mine");
    VERIFY_OK(fixture.change({AssetRequest::Kind::Delete, {"walls/red.material.json"}, {}}));
    QVERIFY(!fixture.has(".mapwright/deleted/" + nameOf(31)));
    QVERIFY(fixture.has(".mapwright/deleted/" + nameOf(29) + "/assets/new.png"));
    QVERIFY(fixture.has(".mapwright/deleted/notes/mine.txt"));
}

void TestAssetChanges::whatIsDeletedCanBeReplaced()
{
    Fixture fixture;
    const auto before = fixture.files();
    const auto hash = fixture.document.contentHash();
    VERIFY_OK(fixture.change({AssetRequest::Kind::Delete,
                              {"walls/brick.material.json"},
                              {},
                              "walls/red.material.json"}));
    QCOMPARE(fixture.materialOf(fixture.box, 2), std::string{"walls/red"});
    QVERIFY(holds(fixture.read("scenes/other.scene.json"), "\"walls/red\""));
    QVERIFY(!fixture.has("assets/walls/brick.hotspots.json"));
    fixture.document.undo();
    QVERIFY(fixture.files() == before);
    QCOMPARE(fixture.document.contentHash(), hash);
}

void TestAssetChanges::theOutlookTellsWhoUsesIt()
{
    Fixture fixture;
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

void TestAssetChanges::aNameThatIsTakenStopsUndo()
{
    Fixture fixture;
    std::string kept;
    Connections connections;
    connections += fixture.document.fileKept.connect([&](const std::string& why) { kept = why; });
    VERIFY_OK(fixture.rename("walls/brick.material.json", "walls/wall.material.json"));
    fixture.write("assets/walls/brick.material.json", "theirs");
    const auto before = fixture.files();
    fixture.document.undo();
    QVERIFY(fixture.document.history().canUndo());
    QVERIFY(holds(kept, "is there already"));
    QVERIFY(fixture.files() == before);
    QCOMPARE(fixture.materialOf(fixture.box, 2), std::string{"walls/wall"});
    fs::remove(fixture.project.assetFolder() / "walls/brick.material.json");
    fixture.document.undo();
    QCOMPARE(fixture.materialOf(fixture.box, 2), std::string{"walls/brick"});
}

PLAIN_TEST(TestAssetChanges)
} // namespace tst_asset_changes

#include "tst_asset_changes.moc"
