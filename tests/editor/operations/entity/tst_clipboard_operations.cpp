#include "editor/operations/entity/clipboard_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/unread_data.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_clipboard_operations
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
std::string textOf(const DocumentFixture& fixture, std::vector<EntityId> entities)
{
    return copyText(fixture.document.world(), fixture.types, entities);
}

Result<std::vector<EntityId>>
paste(DocumentFixture& fixture, const std::string& text, const PastePlace& place = {})
{
    std::vector<EntityId> added;
    auto done = fixture.run([&](Transaction& transaction) -> Result<void> {
        auto pasted = pasteText(transaction, text, place);
        if (!pasted)
            return pasted.error();
        added = *pasted;
        return {};
    });
    if (!done)
        return done.error();
    return added;
}

/// Ten by ten metres of ground with plants.
struct Wood
{
    DocumentFixture fixture;
    EntityId ground;
    EntityId layer;

    Wood()
    {
        ground = fixture.addBox({0, -1, 0}, {10, 0, 10});
        const auto done = fixture.run([&](Transaction& tx) -> Result<void> {
            layer = createFoliageLayer(tx, "Wood");
            FoliageType type;
            type.mesh = {"tree"};
            if (auto kind = addFoliageType(tx, layer, type, "Tree"); !kind)
                return kind.error();
            JobControl control;
            return plantFoliage(tx, layer,
                                scatterFoliage(collectScatter(tx.world(), fixture.document.index(),
                                                              layer, std::array{ground}),
                                               control)
                                    .instances);
        });
        ENGINE_EXPECT(done);
    }

    [[nodiscard]] std::vector<FoliageInstance> plants() const
    {
        return allOf(*foliageOf(fixture.document.world(), layer));
    }
};
} // namespace

class TestClipboardOperations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void copiedObjectsComeBackEqualWithNewIds();
    void theTextIsThatOfAScene();
    void referencesAmongThePastedPointToThePasted();
    void pastingPutsTheUndersideAtThePlaceInWholeSteps();
    void pastingPutsTheFacingSideOnWallsAndCeilings();
    void pastingInPlaceKeepsTheWorldsPlace();
    void partsOfAPlacedGroupKeepTheirPlaceInTheWorld();
    void pastingIntoAGroupKeepsThePlace();
    void unknownComponentsArePastedToo();
    void pasteIsOneStep();
    void quakeMapTextIsPastedInOneStep();
    void plantsGoWithTheirBrushes();
    void plantsPastedAloneStandOnWhatIsThere();
    void plantsWithoutGroundBecomeOrphans();
    void otherTextsAreRefused_data();
    void otherTextsAreRefused();
};

void TestClipboardOperations::copiedObjectsComeBackEqualWithNewIds()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 2, 3}, "Pillar");
    const auto added = paste(fixture, textOf(fixture, {box}));
    VERIFY_OK(added);
    QCOMPARE(added->size(), std::size_t{1});
    QVERIFY(added->front() != box);
    QVERIFY(fixture.brushOf(added->front()) == fixture.brushOf(box));
    QCOMPARE(fixture.get<Node>(added->front()).name, std::string{"Pillar"});
}

void TestClipboardOperations::theTextIsThatOfAScene()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    fixture.addBox({5, 0, 0}, {6, 1, 1});
    const auto text = textOf(fixture, {box});
    const auto scene = readScene(text, fixture.types, "text");
    VERIFY_OK(scene);
    QVERIFY(scene->problems.empty());
    QCOMPARE(scene->world->entityCount(), std::size_t{2}); // the scene itself and the box
    QCOMPARE(writeScene(*scene->world, fixture.types), text);
}

void TestClipboardOperations::referencesAmongThePastedPointToThePasted()
{
    DocumentFixture fixture;
    const auto target = fixture.addPoint({0, 0, 0}, "target");
    const auto button = fixture.addPoint({1, 0, 0}, "button");
    VERIFY_OK(fixture.run([&](Transaction& transaction) -> Result<void> {
        Script script;
        setValue(script.properties, "door", {target});
        transaction.set(button, script);
        return {};
    }));
    const auto added = paste(fixture, textOf(fixture, {target, button}));
    VERIFY_OK(added);
    QCOMPARE(added->size(), std::size_t{2});
    const auto* points = findValue(fixture.get<Script>((*added)[1]).properties, "door");
    QVERIFY(points != nullptr);
    QVERIFY(*points->as<EntityId>() == (*added)[0]);
}

void TestClipboardOperations::pastingPutsTheUndersideAtThePlaceInWholeSteps()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 3, 0}, {2, 4, 2});
    PastePlace place;
    place.at = Vec3d{10.1, 0.05, -5.2};
    place.grid.step = 0.25;
    const auto added = paste(fixture, textOf(fixture, {box}), place);
    VERIFY_OK(added);
    QVERIFY((fixture.boundsOf(added->front()) == Aabb{{9, 0, -6.25}, {11, 1, -4.25}}));
}

void TestClipboardOperations::pastingPutsTheFacingSideOnWallsAndCeilings()
{
    DocumentFixture fixture;
    const auto text = textOf(fixture, {fixture.addBox({0, 3, 0}, {2, 4, 2})});
    const auto pasted = [&](const Vec3d& at, const Vec3d& normal) {
        PastePlace place;
        place.at = at;
        place.normal = normal;
        place.grid.step = 0.5;
        const auto added = paste(fixture, text, place);
        return added ? fixture.boundsOf(added->front()) : Aabb{};
    };
    QCOMPARE(pasted({10, 0, 5}, {0, 1, 0}), (Aabb{{9, 0, 4}, {11, 1, 6}}));
    QCOMPARE(pasted({10, 4, 5}, {0, -1, 0}), (Aabb{{9, 3, 4}, {11, 4, 6}}));
    QCOMPARE(pasted({8, 2, 5}, {-1, 0, 0}), (Aabb{{6, 1.5, 4}, {8, 2.5, 6}}));
    QCOMPARE(pasted({8, 2, 5}, {0, 0, 1}), (Aabb{{7, 1.5, 5}, {9, 2.5, 7}}));
    // Where the surface is off the grid it stands off it by less than a step, never into it.
    QCOMPARE(pasted({10, 0.1, 5}, {0, 1, 0}).min.y, 0.5);
    QCOMPARE(pasted({10, 3.9, 5}, {0, -1, 0}).max.y, 3.5);
    QCOMPARE(pasted({8.1, 2, 5}, glm::normalize(Vec3d{1, 0.4, 0})).min.x, 8.5);
}

void TestClipboardOperations::pastingInPlaceKeepsTheWorldsPlace()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0.125, 3, 0}, {2, 4, 2});
    const auto added = paste(fixture, textOf(fixture, {box}));
    VERIFY_OK(added);
    QVERIFY(fixture.boundsOf(added->front()) == fixture.boundsOf(box));
}

void TestClipboardOperations::partsOfAPlacedGroupKeepTheirPlaceInTheWorld()
{
    DocumentFixture fixture;
    const auto frame = fixture.addPoint({10, 0, 0}, "frame");
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1}, "part", frame);
    const auto added = paste(fixture, textOf(fixture, {box}));
    VERIFY_OK(added);
    QVERIFY(fixture.boundsOf(added->front()) == fixture.boundsOf(box));
    QVERIFY(!fixture.get<Node>(added->front()).parent);
}

void TestClipboardOperations::pastingIntoAGroupKeepsThePlace()
{
    DocumentFixture fixture;
    const auto frame = fixture.addPoint({10, 0, 0}, "frame");
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    PastePlace place;
    place.parent = frame;
    const auto added = paste(fixture, textOf(fixture, {box}), place);
    VERIFY_OK(added);
    QVERIFY(fixture.get<Node>(added->front()).parent == frame);
    QVERIFY(fixture.boundsOf(added->front()) == fixture.boundsOf(box));
}

void TestClipboardOperations::unknownComponentsArePastedToo()
{
    DocumentFixture fixture;
    const auto added =
        paste(fixture, R"({"entities":[{"components":{"magic":{"power":3}},"id":7}],"format":2})");
    VERIFY_OK(added);
    QCOMPARE(fixture.get<UnreadData>(added->front()).json.size(), std::size_t{1});
    const auto again = paste(fixture, textOf(fixture, *added));
    VERIFY_OK(again);
    QVERIFY(fixture.get<UnreadData>(again->front()) == fixture.get<UnreadData>(added->front()));
}

void TestClipboardOperations::pasteIsOneStep()
{
    DocumentFixture fixture;
    const auto box = fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto text = textOf(fixture, {box});
    const auto before = fixture.document.contentHash();
    VERIFY_OK(paste(fixture, text));
    const auto after = fixture.document.contentHash();
    fixture.document.undo();
    QCOMPARE(fixture.document.contentHash(), before);
    fixture.document.redo();
    QCOMPARE(fixture.document.contentHash(), after);
}

void TestClipboardOperations::quakeMapTextIsPastedInOneStep()
{
    constexpr auto Box = R"({
"classname" "worldspawn"
{
( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) wall 0 0 0 1 1
( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 ) wall 0 0 0 1 1
( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) wall 0 0 0 1 1
( 32 32 32 ) ( 32 33 32 ) ( 33 32 32 ) wall 0 0 0 1 1
( 32 32 32 ) ( 33 32 32 ) ( 32 32 33 ) wall 0 0 0 1 1
( 32 32 32 ) ( 32 32 33 ) ( 32 33 32 ) wall 0 0 0 1 1
}
})";
    DocumentFixture fixture;
    const auto before = fixture.document.contentHash();
    const auto pasted = paste(fixture, Box);
    VERIFY_OK(pasted);
    QCOMPARE(pasted->size(), std::size_t{1});
    QCOMPARE(engine::boundsOf(fixture.document.world(), pasted->front()),
             (engine::Aabb{{0, 0, -1}, {1, 1, 0}}));
    fixture.document.undo();
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestClipboardOperations::plantsGoWithTheirBrushes()
{
    const Wood wood;
    DocumentFixture other;
    const auto text = textOf(wood.fixture, {wood.ground, wood.layer});
    const auto added =
        paste(other, text, {.at = Vec3d{100, 5, 50}, .grid = Grid{.step = 1}, .parent = {}});
    VERIFY_OK(added);
    const auto layer = foliageLayers(other.document.world()).front();
    const auto& brush = other.brushOf(added->front());
    const auto plants = allOf(*foliageOf(other.document.world(), layer));
    QCOMPARE(plants.size(), wood.plants().size());
    QCOMPARE(foliageTypes(other.document.world(), layer).size(), std::size_t{1});
    for (const auto& plant : plants) {
        QVERIFY(plant.isStanding());
        QCOMPARE(plant.brush, static_cast<std::uint32_t>(added->front().value));
        QVERIFY(std::abs(double{plant.position.y} - brush.bounds().max.y) < 1e-3);
        QVERIFY(brush.bounds().grown(0.01).contains(Vec3d{plant.position}));
    }
}

void TestClipboardOperations::plantsPastedAloneStandOnWhatIsThere()
{
    Wood wood;
    const auto before = wood.plants();
    const auto text = textOf(wood.fixture, {wood.layer});
    // Into the same scene: on the same brush.
    VERIFY_OK(paste(wood.fixture, text));
    for (const auto layer : foliageLayers(wood.fixture.document.world()))
        QCOMPARE(allOf(*foliageOf(wood.fixture.document.world(), layer)), before);
    // Into one with the same ground under another id.
    DocumentFixture other;
    static_cast<void>(other.addBox({50, 0, 0}, {51, 1, 1}));
    const auto ground = other.addBox({0, -1, 0}, {10, 0, 10});
    VERIFY_OK(paste(other, text));
    const auto layer = foliageLayers(other.document.world()).front();
    const auto plants = allOf(*foliageOf(other.document.world(), layer));
    QCOMPARE(plants.size(), before.size());
    for (const auto& plant : plants) {
        QVERIFY(plant.isStanding());
        QCOMPARE(plant.brush, static_cast<std::uint32_t>(ground.value));
    }
}

void TestClipboardOperations::plantsWithoutGroundBecomeOrphans()
{
    const Wood wood;
    DocumentFixture other;
    VERIFY_OK(paste(other, textOf(wood.fixture, {wood.layer})));
    const auto layer = foliageLayers(other.document.world()).front();
    QCOMPARE(foliageOrphans(other.document.world(), layer).size(), wood.plants().size());
    other.document.undo();
    QCOMPARE(other.document.world().count<FoliageLayer>(), std::size_t{0});
}

void TestClipboardOperations::otherTextsAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray{};
    QTest::newRow("prose") << QByteArray{"Dear diary"};
    QTest::newRow("other JSON") << QByteArray{R"({"a": 1})"};
    QTest::newRow("cut off") << QByteArray{R"({"format": 2, "entities": [)"};
    QTest::newRow("no objects") << QByteArray{R"({"format": 2, "entities": []})"};
}

void TestClipboardOperations::otherTextsAreRefused()
{
    QFETCH(QByteArray, text);
    DocumentFixture fixture;
    fixture.addBox({0, 0, 0}, {1, 1, 1});
    const auto before = fixture.document.contentHash();
    QVERIFY(!paste(fixture, text.toStdString()));
    QCOMPARE(fixture.document.contentHash(), before);
}

PLAIN_TEST(TestClipboardOperations)
} // namespace tst_clipboard_operations

#include "tst_clipboard_operations.moc"
