#include "editor/operations/prefab/prefab_news.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/editor/operations/prefab/prefab_levels.h"
#include "tests/program/registry.h"
#include "tests/support/schema_validator.h"

#include <nlohmann/json.hpp>

namespace tst_prefab_files
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// What the files of prefabs hold, and what instances make of files that change, break or lie.
class TestPrefabFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFileIsACanonicalScene();
    void makingIsRefusedIfTheFileExists();
    void aChangedFileIsFollowedAndOverridesStay();
    void aPartThatTheFileLostStaysIfItWasOverridden();
    void aMissingOrBrokenFileLeavesTheContents();
    void savingKeepsInstancesByteForByte();
    void hostileFilesAreRefusedOrHarmless_data();
    void hostileFilesAreRefusedOrHarmless();
    void truncatedFilesAreRefused();
    void whatAnInstanceHasCountsOnceInAFullScene();
    void whatWasRemovedFromAnInstanceDoesNotFillAScene();
    void whatAPrefabInsideHasCountsOnce();
    void noFileGetsOneThatContainsIt();
};

namespace
{
/// Adds objects until the world holds so many.
void fillUp(World& world, std::size_t count)
{
    const auto node = std::make_shared<const Node>();
    Edit edit;
    while (world.entityCount() + edit.swaps.size() < count)
        edit.swaps.push_back({world.newId(), typeIdOf<Node>(), node});
    world.exchange(edit);
}

/// The contents of a prefab's file with one part more.
std::shared_ptr<PrefabWorld> oneMore(const PrefabWorld& prefab)
{
    const auto more = std::make_shared<PrefabWorld>(prefab);
    Edit edit{{swapTo(more->newId(), Node{.name = "bulb", .parent = {}})}};
    more->exchange(edit);
    return more;
}
} // namespace

void TestPrefabFiles::theFileIsACanonicalScene()
{
    const Torches fixture;
    const auto text = fixture.textOf("torch");
    const auto read = readScene(text, fixture.types, "torch");
    VERIFY_OK(read);
    QVERIFY(read->problems.empty());
    QCOMPARE(writeScene(*read->world, fixture.types), text);
    QCOMPARE(read->world->children({}).size(), std::size_t{2});
    // Ids are those of the objects it was made of, and stay.
    QVERIFY(read->world->exists(fixture.box));
    QVERIFY(read->world->exists(fixture.lamp));
    QVERIFY(text.find("linked_member") == std::string::npos);
    // Its schema is that of scenes.
    const auto folder = fs::path{MAPWRIGHT_SOURCE_DIR} / "resources/schemas";
    using Json = nlohmann::json;
    const auto prefabSchema = Json::parse(*readFile(folder / "prefab.schema.json"));
    QCOMPARE(prefabSchema["$ref"].get<std::string>(), std::string{"scene.schema.json"});
    const auto bad =
        schemaViolation(Json::parse(text), Json::parse(*readFile(folder / "scene.schema.json")));
    QVERIFY2(bad.empty(), bad.c_str());
}

void TestPrefabFiles::makingIsRefusedIfTheFileExists()
{
    Torches fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto before = fixture.document.contentHash();
    const auto text = fixture.textOf("torch");
    const auto again = fixture.run([&](Transaction& edit) -> Result<void> {
        auto library = fixture.library();
        const std::array one{box};
        const auto made = makePrefab(edit, one, fixture.pathOf("torch"), library);
        return made ? Result<void>{} : made.error();
    });
    QVERIFY(!again);
    QVERIFY(again.error().message().find("exists already") != std::string::npos);
    QCOMPARE(fixture.document.contentHash(), before);
    QCOMPARE(fixture.textOf("torch"), text);
}

void TestPrefabFiles::aChangedFileIsFollowedAndOverridesStay()
{
    Torches fixture;
    fixture.setRange(fixture.lamp, 3);
    fixture.rewrite("torch", "\"name\":\"lamp\"", "\"name\":\"flame\"");
    const auto before = fixture.document.contentHash();
    QVERIFY(fixture.follow().empty());
    const auto twin = fixture.twin(fixture.lamp);
    QCOMPARE(fixture.get<Node>(fixture.lamp).name, std::string{"flame"});
    QCOMPARE(fixture.get<Node>(twin).name, std::string{"flame"});
    QCOMPARE(fixture.rangeOf(fixture.lamp), 3.0);
    QVERIFY(isOverridden(fixture.document.world(), fixture.lamp, "light", "range"));
    QVERIFY(overridesIn(fixture.document.world(), fixture.second).empty());
    VERIFY_UNDO_REDO(fixture, before);
    const auto steps = fixture.document.history().position();
    QVERIFY(fixture.follow().empty());
    QCOMPARE(fixture.document.history().position(), steps); // nothing to do: no step
}

void TestPrefabFiles::aPartThatTheFileLostStaysIfItWasOverridden()
{
    Torches fixture;
    const auto twin = fixture.twin(fixture.lamp);
    fixture.setRange(twin, 5);
    fixture.remove(fixture.lamp);
    VERIFY_OK(fixture.apply(overridesIn(fixture.document.world(), fixture.first)));
    const auto& world = fixture.document.world();
    QVERIFY(world.exists(twin));
    QCOMPARE(fixture.rangeOf(twin), 5.0);
    QVERIFY(isAddedToPrefab(world, twin));
    VERIFY_FOLLOWS(fixture);
    VERIFY_OK(fixture.revert(overridesIn(world, fixture.second)));
    QVERIFY(!world.exists(twin));
}

void TestPrefabFiles::aMissingOrBrokenFileLeavesTheContents()
{
    Torches fixture;
    fixture.setRange(fixture.lamp, 3);
    const auto text = fixture.textOf("torch");
    fs::remove(fixture.fileOf("torch"));
    const auto before = fixture.document.contentHash();
    const auto missing = fixture.follow();
    QCOMPARE(missing.size(), std::size_t{1});
    QVERIFY(missing[0].find("prefabs/torch.prefab.json") != std::string::npos);
    QCOMPARE(fixture.document.contentHash(), before);
    VERIFY_OK(writeFileAtomically(fixture.fileOf("torch"), "{\n  \"format\": 2,\n  oops"));
    const auto broken = fixture.follow();
    QCOMPARE(broken.size(), std::size_t{1});
    QVERIFY2(broken[0].find("line 3") != std::string::npos, broken[0].c_str());
    QCOMPARE(fixture.document.contentHash(), before);
    QVERIFY(!fixture.revert(overridesIn(fixture.document.world(), fixture.first)));
    QVERIFY(!fixture.apply(overridesIn(fixture.document.world(), fixture.first)));
    QCOMPARE(fixture.document.contentHash(), before);
    // Editing goes on, and is kept when the file is there again.
    fixture.moveUp(fixture.box, 1);
    VERIFY_OK(writeFileAtomically(fixture.fileOf("torch"), text));
    QVERIFY(fixture.follow().empty());
    QCOMPARE(overridesIn(fixture.document.world(), fixture.first).size(), std::size_t{2});
    VERIFY_FOLLOWS(fixture);
}

void TestPrefabFiles::savingKeepsInstancesByteForByte()
{
    Walls fixture;
    fixture.setRange(fixture.lamp, 6);
    fixture.remove(fixture.there(fixture.box));
    const auto text = writeScene(fixture.document.world(), fixture.types);
    const auto read = readScene(text, fixture.types, "text");
    VERIFY_OK(read);
    QVERIFY(read->problems.empty());
    QCOMPARE(writeScene(*read->world, fixture.types), text);
    const auto file = fs::path{fixture.folder.path().toStdString()} / "halls.scene.json";
    VERIFY_OK(fixture.document.save(file));
    VERIFY_OK(fixture.document.open(file));
    QVERIFY(fixture.follow().empty());
    QCOMPARE(writeScene(fixture.document.world(), fixture.types), text);
}

void TestPrefabFiles::hostileFilesAreRefusedOrHarmless_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isReadable");
    QTest::newRow("empty") << QByteArray{} << false;
    QTest::newRow("not json") << QByteArray{"prefab"} << false;
    QTest::newRow("newer format") << QByteArray{R"({"format":99,"entities":[]})"} << false;
    QTest::newRow("deep") << QByteArray{QByteArray(100000, '[')} << false;
    QTest::newRow("nothing in it") << QByteArray{R"({"format":2,"entities":[]})"} << true;
    QTest::newRow("same source twice") << QByteArray{R"({"format":2,"entities":[
           {"id":5,"name":"a","components":{"linked_member":{"source":7}}},
           {"id":6,"name":"b","components":{"linked_member":{"source":7}}}]})"}
                                       << true;
    QTest::newRow("parents in a circle") << QByteArray{R"({"format":2,"entities":[
           {"id":5,"parent":6},{"id":6,"parent":5}]})"}
                                         << true;
    QTest::newRow("levels of the sky") << QByteArray{R"({"format":2,"entities":[{"id":5,"name":"a",
           "components":{"prefab_overrides":{"values":{"node.name":1000000,"entity":-3},
           "removed":{"//":1,"9999999999999999999999":2,"5":1}}}}]})"}
                                       << true;
    QTest::newRow("instance of itself") << QByteArray{R"({"format":2,"entities":[{"id":5,"name":"a",
           "components":{"linked_group":{"link":1},"prefab":{"file":"prefabs/torch.prefab.json"}}}]})"}
                                        << false;
    QTest::newRow("instance of nothing")
        << QByteArray{R"({"format":2,"entities":[{"id":5,"name":"a",
           "components":{"linked_group":{"link":1},"prefab":{"file":"prefabs/none.prefab.json"}}}]})"}
        << true;
    QTest::newRow("instance from outside") << QByteArray{R"({"format":2,"entities":[{"id":5,
           "components":{"linked_group":{"link":1},"prefab":{"file":"../../etc/passwd"}}}]})"}
                                           << true;
    QTest::newRow("an instance that is no group") << QByteArray{R"({"format":2,"entities":[{"id":5,
           "components":{"prefab":{"file":"prefabs/none.prefab.json"}}}]})"}
                                                  << true;
    QTest::newRow("references to nowhere") << QByteArray{R"({"format":2,"entities":[{"id":5,
           "components":{"script":{"properties":{"x":{"entity":77}}}}}]})"}
                                           << true;
}

void TestPrefabFiles::hostileFilesAreRefusedOrHarmless()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isReadable);
    Torches fixture;
    fixture.setRange(fixture.lamp, 3);
    const auto before = fixture.document.contentHash();
    VERIFY_OK(writeFileAtomically(fixture.fileOf("torch"), text.toStdString()));
    const auto failures = fixture.follow();
    QCOMPARE(failures.empty(), isReadable);
    if (isReadable) {
        // The override and what it is about are still there.
        QVERIFY(fixture.document.world().exists(fixture.lamp));
        QCOMPARE(fixture.rangeOf(fixture.lamp), 3.0);
        VERIFY_FOLLOWS(fixture);
        fixture.document.undo();
    }
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestPrefabFiles::truncatedFilesAreRefused()
{
    Torches fixture;
    const auto text = fixture.textOf("torch");
    const auto before = fixture.document.contentHash();
    for (std::size_t length = 0; length + 2 < text.size(); length += 7) {
        VERIFY_OK(writeFileAtomically(fixture.fileOf("torch"), text.substr(0, length)));
        QCOMPARE(fixture.follow().size(), std::size_t{1});
        QCOMPARE(fixture.document.contentHash(), before);
    }
}

void TestPrefabFiles::whatAnInstanceHasCountsOnceInAFullScene()
{
    Torches fixture;
    World scene{fixture.document.world()};
    fillUp(scene, MaxSceneEntities - 1);
    fixture.rewrite("torch", "\"name\":\"lamp\"", "\"name\":\"flame\"");
    const auto twin = fixture.twin(fixture.lamp);
    auto library = fixture.library();
    QVERIFY(!library.load(fixture.pathOf("torch"), scene)); // a new one
    World found{scene};
    JobControl control;
    const auto news = findPrefabNews(found, library, fixture.types, control);
    QVERIFY(news.failures.empty());
    QCOMPARE(news.merges.size(), std::size_t{2});
    QVERIFY(updatePrefabs(scene, library, fixture.types).empty());
    QCOMPARE(scene.get<Node>(fixture.lamp)->name, std::string{"flame"});
    QCOMPARE(scene.get<Node>(twin)->name, std::string{"flame"});
    // There is room for one of the two parts that are new.
    library.replace(fixture.pathOf("torch"), oneMore(**library.load(fixture.pathOf("torch"))));
    const auto failures = updatePrefabs(scene, library, fixture.types);
    QCOMPARE(failures.size(), std::size_t{1});
    QVERIFY2(failures[0].find("1000000 objects") != std::string::npos, failures[0].c_str());
    QCOMPARE(scene.entityCount(), MaxSceneEntities);
}

void TestPrefabFiles::whatWasRemovedFromAnInstanceDoesNotFillAScene()
{
    Torches fixture;
    fixture.remove(fixture.box);
    World scene{fixture.document.world()};
    fillUp(scene, MaxSceneEntities);
    auto library = fixture.library();
    QVERIFY(updatePrefabs(scene, library, fixture.types).empty());
    QVERIFY(!scene.exists(fixture.box));
    library.replace(fixture.pathOf("torch"), oneMore(**library.load(fixture.pathOf("torch"))));
    QCOMPARE(updatePrefabs(scene, library, fixture.types).size(), std::size_t{2});
    QCOMPARE(scene.entityCount(), MaxSceneEntities);
}

void TestPrefabFiles::whatAPrefabInsideHasCountsOnce()
{
    Walls fixture;
    auto library = fixture.library();
    const auto hall = std::make_shared<PrefabWorld>(**library.load(fixture.pathOf("hall")));
    fillUp(*hall, MaxPrefabEntities);
    library.replace(fixture.pathOf("hall"), hall);
    VERIFY_OK(library.load(fixture.pathOf("hall")));
    library.replace(fixture.pathOf("torch"), oneMore(**library.load(fixture.pathOf("torch"))));
    QVERIFY(!library.load(fixture.pathOf("hall")));
}

void TestPrefabFiles::noFileGetsOneThatContainsIt()
{
    // Here the other hall has no torch any more; its file has.
    Walls fixture;
    const auto& world = fixture.document.world();
    fixture.remove(fixture.there(fixture.first));
    VERIFY_OK(fixture.run([&](Transaction& edit) {
        const std::array one{fixture.otherHall};
        return reparent(edit, one, fixture.second);
    }));
    const auto before = fixture.document.contentHash();
    const auto torch = fixture.textOf("torch");
    const auto refused = fixture.apply(overridesIn(world, fixture.second));
    QVERIFY(!refused);
    QVERIFY2(refused.error().message().find("contains itself") != std::string::npos,
             refused.error().message().c_str());
    QCOMPARE(fixture.document.contentHash(), before);
    QCOMPARE(fixture.textOf("torch"), torch);
    auto library = fixture.library();
    VERIFY_OK(library.load(fixture.pathOf("hall")));
}

PLAIN_TEST(TestPrefabFiles)
} // namespace tst_prefab_files

#include "tst_prefab_files.moc"
