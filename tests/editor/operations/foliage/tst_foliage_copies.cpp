#include "editor/operations/brush/array_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/fixtures/wood_fixture.h"

#include <QtTest>

#include <functional>

namespace tst_foliage_copies
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
using CopyEdit = std::function<Result<void>(Transaction&, const std::vector<EntityId>&)>;
} // namespace

/// Duplicated foliage and brushes.
class TestFoliageCopies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void duplicatedPlantsStandOnTheirCopies();
    void aDuplicatedBrushAloneHasNoPlants();
    void duplicatedFoliageAloneStandsOnTheSameBrushes();
    void copiesThatMoveAtOnceTakeTheirPlantsAlong_data();
    void copiesThatMoveAtOnceTakeTheirPlantsAlong();
};

void TestFoliageCopies::duplicatedPlantsStandOnTheirCopies()
{
    Wood wood;
    const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
    const auto other = wood.addBox({40, -1, 0}, {50, 0, 10});
    VERIFY_OK(wood.scatter({ground, other}));
    const auto before = wood.plants();
    const auto hash = wood.document.contentHash();
    const auto made = wood.duplicate({ground, wood.layer});
    QCOMPARE(made.size(), std::size_t{2});
    QVERIFY(wood.plants() == before);
    // The plants of the other brush would stand twice in the same places.
    const auto copies = allOf(*foliageOf(wood.document.world(), made[1]));
    QVERIFY(!copies.empty() && copies.size() < before.size());
    for (const auto& plant : copies)
        QCOMPARE(EntityId{plant.brush}, made[0]);
    VERIFY_OK(wood.run([&](Transaction& tx) {
        return translate(tx, std::array{made[0]}, {0, 0, 100});
    }));
    QVERIFY(wood.plants() == before);
    for (const auto& plant : allOf(*foliageOf(wood.document.world(), made[1])))
        QVERIFY(!plant.isOrphan() && plant.position.z >= 100.F);
    wood.document.undo();
    wood.document.undo();
    QCOMPARE(wood.document.contentHash(), hash);
    wood.document.redo();
    QCOMPARE(allOf(*foliageOf(wood.document.world(), made[1])).size(), copies.size());
}

void TestFoliageCopies::aDuplicatedBrushAloneHasNoPlants()
{
    Wood wood;
    const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
    VERIFY_OK(wood.scatter({ground}));
    const auto before = wood.plants();
    static_cast<void>(wood.duplicate({ground}));
    QVERIFY(wood.plants() == before);
}

void TestFoliageCopies::duplicatedFoliageAloneStandsOnTheSameBrushes()
{
    Wood wood;
    const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
    VERIFY_OK(wood.scatter({ground}));
    const auto made = wood.duplicate({wood.layer});
    QVERIFY(allOf(*foliageOf(wood.document.world(), made[0])) == wood.plants());
}

void TestFoliageCopies::copiesThatMoveAtOnceTakeTheirPlantsAlong_data()
{
    QTest::addColumn<CopyEdit>("edit");
    const CopyEdit drag = [](Transaction& tx, const std::vector<EntityId>& chosen) {
        return translate(tx, duplicate(tx, chosen), {0, 3, 50});
    };
    QTest::newRow("drag") << drag;
    const CopyEdit array = [](Transaction& tx,
                              const std::vector<EntityId>& chosen) -> Result<void> {
        const auto made =
            makeArray(tx, chosen, LinearArray{.copies = 3, .offset = {0, 0, 50}}, TextureLock::On);
        return made ? Result<void>{} : made.error();
    };
    QTest::newRow("array") << array;
    const CopyEdit mirrored = [](Transaction& tx,
                                 const std::vector<EntityId>& chosen) -> Result<void> {
        const auto made = mirror(tx, chosen, 2, 30, true, TextureLock::On);
        return made ? Result<void>{} : made.error();
    };
    QTest::newRow("mirror") << mirrored;
    const CopyEdit turned = [](Transaction& tx, const std::vector<EntityId>& chosen) {
        return rotate(tx, duplicate(tx, chosen), {0, 0, 30}, {0, 1, 0}, radians(180.0));
    };
    QTest::newRow("turn") << turned;
}

void TestFoliageCopies::copiesThatMoveAtOnceTakeTheirPlantsAlong()
{
    QFETCH(const CopyEdit, edit);
    Wood wood;
    const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
    VERIFY_OK(wood.scatter({ground}));
    const auto before = wood.plants();
    const auto hash = wood.document.contentHash();
    {
        auto drag = wood.document.begin("Duplicate");
        // A drag does the same again at each move.
        for (int move = 0; move < 2; ++move)
            VERIFY_OK(drag.replace([&](Transaction& tx) {
                return edit(tx, {ground, wood.layer});
            }));
        drag.commit();
    }
    QVERIFY(wood.plants() == before);
    std::size_t layers = 0;
    for (const auto layer : foliageLayers(wood.document.world())) {
        const auto plants = allOf(*foliageOf(wood.document.world(), layer));
        QCOMPARE(plants.size(), before.size());
        if (layer == wood.layer)
            continue;
        ++layers;
        for (const auto& plant : plants) {
            QVERIFY(!plant.isOrphan());
            const auto brush = brushInWorld(wood.document.world(), EntityId{plant.brush});
            QVERIFY(brush != nullptr && EntityId{plant.brush} != ground);
            QVERIFY(std::abs(brush->faces()[plant.face].plane.above(Vec3d{plant.position})) < 1e-3);
            QVERIFY(brush->bounds().grown(1e-2).contains(Vec3d{plant.position}));
        }
    }
    QVERIFY(layers >= 1);
    wood.document.undo();
    QCOMPARE(wood.document.contentHash(), hash);
}

CORE_TEST(TestFoliageCopies)
} // namespace tst_foliage_copies

#include "tst_foliage_copies.moc"
