#include "editor/operations/brush/csg_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "engine_core/foliage/foliage_growth.h"
#include "engine_core/foliage/foliage_marks.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "tests/editor/operations/foliage/foliage_meadow.h"
#include "tests/program/registry.h"
#include "tests/support/levels/brush_fuzz.h"

namespace tst_foliage_order
{
namespace
{
using namespace mapwright::test;

/// A meadow with trees on it that keep a wide distance, and edits by hand.
struct Orchard : Meadow
{
    EntityId tree;

    Orchard()
    {
        const auto done = run([&](Transaction& tx) -> Result<void> {
            FoliageType type;
            type.mesh = {"tree"};
            type.density = 0.3;
            type.spacing = 1.2;
            type.slopeMax = 60;
            auto kind = addFoliageType(tx, layer, type, "Tree");
            if (!kind)
                return kind.error();
            tree = *kind;
            type.density = 2;
            type.spacing = 0.4;
            type.patchSize = 5;
            auto bush = addFoliageType(tx, layer, type, "Bush");
            return bush ? Result<void>{} : bush.error();
        });
        ENGINE_EXPECT(done);
        settle();
    }

    [[nodiscard]] std::uint8_t treeSlot() const
    {
        return static_cast<std::uint8_t>(get<FoliageType>(tree).slot);
    }

    [[nodiscard]] std::vector<FoliageInstance> trees() const
    {
        auto all = allOf(*plants());
        std::erase_if(all, [&](const auto& plant) {
            return !plant.isStanding() || plant.type != treeSlot();
        });
        return all;
    }

    Result<void> place(const Vec3d& at)
    {
        return run([&](Transaction& tx) -> Result<void> {
            const auto face = faceTowards(ground, {0, 1, 0});
            auto placed =
                placeFoliage(tx, layer, treeSlot(), {ground, face.face, 0, at, {0, 1, 0}});
            return placed ? Result<void>{} : placed.error();
        });
    }

    Result<void> shift(std::span<const FoliageInstance> some, const Vec3d& by)
    {
        return run([&](Transaction& tx) -> Result<void> {
            auto done = transformFoliage(tx, document.index(), layer, some,
                                         {.shift = by, .turn = 0, .scale = 1});
            return done ? Result<void>{} : done.error();
        });
    }

    Result<void> erase(const Vec3d& at, double strength)
    {
        return run([&](Transaction& tx) -> Result<void> {
            const auto standing = plants();
            FoliageEdit edit{standing};
            const StrokePoint point{.position = at};
            FoliageBrush brush;
            brush.radius = 3;
            brush.strength = strength;
            eraseFoliage(*standing, point, point, brush, {}, edit, FoliageMarks{tx.world(), layer});
            setFoliage(tx, layer, edit.finish());
            return {};
        });
    }

    Result<void> paint(const Vec3d& at)
    {
        return run([&](Transaction& tx) -> Result<void> {
            FoliageBrush brush;
            brush.radius = 3;
            FoliageStroke stroke{tx.world(), document.index(), layer, {}, brush};
            return plantFoliage(tx, layer, stroke.extend({.position = at}));
        });
    }

    /// One edit of any kind; those that are refused do not matter.
    void editAtRandom(Dice& dice)
    {
        std::vector<EntityId> brushes;
        document.world().forEach<BrushComponent>(
            [&](EntityId entity, const BrushComponent&) { brushes.push_back(entity); });
        const std::array chosen{brushes[dice.below(brushes.size())]};
        const Vec3d at{dice.between(0, 20), 0, dice.between(0, 20)};
        const auto all = allOf(*plants());
        std::vector<FoliageInstance> some;
        for (int i = 0; i < 5 && !all.empty(); ++i)
            if (const auto& plant = all[dice.below(all.size())]; plant.isStanding())
                some.push_back(plant);
        switch (dice.below(9)) {
        case 0:
            static_cast<void>(place(at));
            break;
        case 1:
            static_cast<void>(shift(some, {dice.between(-1, 1), 0, dice.between(-1, 1)}));
            break;
        case 2:
            static_cast<void>(erase(at, dice.between(0.3, 1)));
            break;
        case 3:
            static_cast<void>(paint(at));
            break;
        case 4:
            move(chosen[0], {dice.between(-3, 3), dice.between(-0.5, 0.5), 0});
            break;
        case 5:
            static_cast<void>(addBox(at - Vec3d{1}, at + Vec3d{2, 1, 2}));
            break;
        case 6:
            static_cast<void>(run([&](Transaction& tx) {
                return scale(tx, chosen, at, Vec3d{dice.between(0.7, 1.4)});
            }));
            break;
        case 7:
            static_cast<void>(run([&](Transaction& tx) -> Result<void> {
                removeFoliage(tx, layer, some);
                return {};
            }));
            break;
        default:
            document.undo();
        }
    }

    /// What would grow if nothing had.
    [[nodiscard]] ContentHash fromScratch() const
    {
        const auto standing = plants();
        FoliageEdit byHand{standing};
        for (std::size_t c = 0; c < standing->cells().size(); ++c) {
            const auto& all = standing->cells()[c].chunk->instances;
            for (std::size_t i = 0; i < all.size(); ++i)
                if (all[i].isByRule())
                    byHand.remove(c, i);
        }
        World copy{document.world()};
        SpatialIndex index;
        copy.addSystem(index);
        Edit edit{{swapTo(layer, FoliagePlacement{.instances = byHand.finish()})}};
        copy.apply(edit);
        JobControl control;
        const auto grown = growFoliage(collectGrowth(copy, index, layer, wholeFoliage()), control);
        copy.removeSystem(index);
        return grown.instances->hash();
    }
};
} // namespace

class TestFoliageOrder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatGrowsKeepsItsDistanceFromPlacedPlants();
    void whatGrowsComesBackWherePlacedPlantsGo();
    void erasingLetsNothingElseGrow();
    void kindsThatMoveGrowWhereTheyAre();
    void anyOrderOfEditsIsLikeGrowingFromScratch_data();
    void anyOrderOfEditsIsLikeGrowingFromScratch();
};

void TestFoliageOrder::whatGrowsKeepsItsDistanceFromPlacedPlants()
{
    Orchard orchard;
    QVERIFY(leastDistance(orchard.trees()) >= 1.2);
    const auto near = Vec3d{orchard.trees()[7].position} + Vec3d{0.3, 0, 0};
    VERIFY_OK(orchard.place(near));
    orchard.settle();
    QVERIFY(leastDistance(orchard.trees()) >= 1.2);
    auto placed = orchard.trees();
    std::erase_if(placed, [](const auto& plant) { return plant.isByRule(); });
    QCOMPARE(placed.size(), std::size_t{1});
    VERIFY_OK(orchard.shift(placed, {3, 0, 2}));
    orchard.settle();
    QVERIFY(leastDistance(orchard.trees()) >= 1.2);
}

void TestFoliageOrder::whatGrowsComesBackWherePlacedPlantsGo()
{
    Orchard orchard;
    const auto before = orchard.plants()->hash();
    VERIFY_OK(orchard.place(Vec3d{orchard.trees()[7].position} + Vec3d{0.3, 0, 0}));
    orchard.settle();
    auto placed = orchard.trees();
    std::erase_if(placed, [](const auto& plant) { return plant.isByRule(); });
    VERIFY_OK(orchard.run([&](Transaction& tx) -> Result<void> {
        removeFoliage(tx, orchard.layer, placed);
        return {};
    }));
    orchard.settle();
    QCOMPARE(orchard.plants()->hash(), before);
}

void TestFoliageOrder::erasingLetsNothingElseGrow()
{
    Orchard orchard;
    const auto before = allOf(*orchard.plants());
    VERIFY_OK(orchard.erase({10, 0, 10}, 1));
    orchard.move(orchard.ground, {0, 0, 0.5});
    orchard.move(orchard.ground, {0, 0, -0.5});
    orchard.settle();
    for (const auto& plant : allOf(*orchard.plants()))
        if (plant.isStanding())
            QVERIFY(glm::length(Vec3d{plant.position} - Vec3d{10, 0, 10}) > 2.9);
    QVERIFY(orchard.plants()->marks() > 10);
    QCOMPARE(orchard.plants()->count(), before.size());
}

void TestFoliageOrder::kindsThatMoveGrowWhereTheyAre()
{
    Orchard orchard;
    EntityId other;
    VERIFY_OK(orchard.run([&](Transaction& tx) -> Result<void> {
        other = createFoliageLayer(tx, "Other");
        return {};
    }));
    VERIFY_OK(orchard.run(
        [&](Transaction& tx) { return reparent(tx, std::array{orchard.tree}, other); }));
    orchard.settle();
    QVERIFY(foliageOf(orchard.document.world(), other)->plants() > 10);
    // The bushes do not keep away from where trees were.
    QCOMPARE(orchard.plants()->hash(), orchard.fromScratch());
}

void TestFoliageOrder::anyOrderOfEditsIsLikeGrowingFromScratch_data()
{
    QTest::addColumn<quint64>("seed");
    for (quint64 seed = 1; seed <= 6; ++seed)
        QTest::addRow("seed %llu", static_cast<unsigned long long>(seed)) << seed;
}

void TestFoliageOrder::anyOrderOfEditsIsLikeGrowingFromScratch()
{
    QFETCH(quint64, seed);
    Dice dice{seed};
    Orchard orchard;
    const auto first = orchard.document.history().position();
    for (int i = 0; i < 20; ++i) {
        orchard.editAtRandom(dice);
        orchard.settle();
        if (orchard.document.history().position() < first)
            orchard.document.redo();
        QCOMPARE(orchard.plants()->hash(), orchard.fromScratch());
    }
}

CORE_TEST(TestFoliageOrder)
} // namespace tst_foliage_order

#include "tst_foliage_order.moc"
