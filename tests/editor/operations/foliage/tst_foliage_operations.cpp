#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/csg_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/foliage/foliage_anchors.h"
#include "engine_core/geometry/brush_vertices.h"
#include "engine_core/geometry/hull/convex_hull.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/fixtures/wood_fixture.h"
#include "tests/support/levels/brush_fuzz.h"

#include <QtTest>

namespace tst_foliage_operations
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestFoliageOperations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyOperationIsOneUndoStep();
    void plantsGoWithAMovedBrush();
    void plantsGoWithATurnedGroup();
    void plantsGoWithAScaledBrush_data();
    void plantsGoWithAScaledBrush();
    void aPulledFaceTakesItsPlantsUp();
    void aPulledPyramidIsNotScaled();
    void pulledSidesLeavePlantsWhereTheyStand();
    void clippedHalvesKeepTheirPlants();
    void subtractionOrphansWhatLostItsFace();
    void deletedGroundOrphansAndUndoBringsBack();
    void orphansFindAHome();
    void dragsDoNotAddUp();
    void aHundredRandomEditsAndTheirUndo();
    void placedPlantsAreByHand();
    void plantsBesideTheirFaceAreNotPlaced();
    void transformedPlantsStandOnTheirFaces();
    void kindsGoWithTheirPlants();
    void billboardsKeepTheirRules();
};

void TestFoliageOperations::everyOperationIsOneUndoStep()
{
    Wood wood;
    const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
    const auto bare = wood.document.contentHash();
    VERIFY_OK(wood.scatter({ground}));
    const auto grown = wood.document.contentHash();
    QVERIFY(wood.plants().size() > 300 && grown != bare);
    wood.document.undo();
    QCOMPARE(wood.document.contentHash(), bare);
    wood.document.redo();
    QCOMPARE(wood.document.contentHash(), grown);

    const auto some = wood.plants();
    VERIFY_OK(wood.run([&](Transaction& tx) -> Result<void> {
        removeFoliage(tx, wood.layer, std::span{some}.first(10));
        return {};
    }));
    QCOMPARE(wood.plants().size() + 10, some.size());
    wood.document.undo();
    QCOMPARE(wood.document.contentHash(), grown);
    wood.document.redo();
    QCOMPARE(wood.plants().size() + 10, some.size());
}

void TestFoliageOperations::plantsGoWithAMovedBrush()
{
    Wood wood;
    const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
    VERIFY_OK(wood.scatter({ground}));
    const auto before = wood.plants();
    const auto hash = wood.document.contentHash();
    VERIFY_OK(wood.run([&](Transaction& tx) {
        return translate(tx, std::vector{ground}, {3, 2, -50}, TextureLock::On);
    }));
    const auto after = wood.plants();
    QCOMPARE(after.size(), before.size());
    QVERIFY(wood.allStand());
    double sum = 0;
    for (const auto& plant : after)
        sum += double{plant.position.z};
    for (const auto& plant : before)
        sum -= double{plant.position.z};
    QVERIFY(std::abs(sum / static_cast<double>(after.size()) + 50) < 1e-3);
    wood.document.undo();
    QCOMPARE(wood.document.contentHash(), hash);
}

void TestFoliageOperations::plantsGoWithATurnedGroup()
{
    Wood wood;
    const auto group = wood.addPoint({10, 0, 10}, "group");
    const auto ground = wood.addBox({-10, -1, -10}, {10, 0, 10}, "ground", group);
    VERIFY_OK(wood.scatter({ground}));
    const auto before = wood.plants();
    VERIFY_OK(wood.run([&](Transaction& tx) -> Result<void> {
        auto place = *tx.world().get<TransformComponent>(group);
        place.rotation = glm::angleAxis(radians(90.0), Vec3d{0, 1, 0});
        place.position.y = 5;
        tx.set(group, place);
        return {};
    }));
    const auto after = wood.plants();
    QCOMPARE(after.size(), before.size());
    QVERIFY(wood.allStand());
    std::size_t turned = 0;
    for (const auto& plant : after)
        for (const auto& old : before)
            if (old.seed == plant.seed) {
                QVERIFY(std::abs(plant.position.y - old.position.y - 5) < 1e-4);
                turned += static_cast<std::size_t>(
                    static_cast<std::uint16_t>(plant.yaw - old.yaw) == 16384);
            }
    QCOMPARE(turned, after.size());
}

void TestFoliageOperations::plantsGoWithAScaledBrush_data()
{
    QTest::addColumn<double>("by");
    QTest::addColumn<bool>("turned");
    QTest::newRow("larger") << 2.5 << false;
    QTest::newRow("smaller") << 0.25 << false;
    QTest::newRow("turned and smaller") << 0.5 << true;
}

void TestFoliageOperations::plantsGoWithAScaledBrush()
{
    QFETCH(double, by);
    QFETCH(bool, turned);
    auto everywhere = Wood::evenType(1);
    everywhere.slopeMax = 180;
    Wood wood{everywhere};
    const auto rock = wood.addBox({0, -1, 0}, {10, 4, 6});
    VERIFY_OK(wood.scatter({rock}));
    const auto before = wood.plants();
    const auto hash = wood.document.contentHash();
    VERIFY_OK(wood.run([&](Transaction& tx) -> Result<void> {
        if (turned)
            if (auto done = rotate(tx, std::array{rock}, {0, 0, 0}, {0, 1, 0}, 0.7); !done)
                return done;
        return scale(tx, std::array{rock}, {2, 0, 3}, Vec3d{by});
    }));
    QCOMPARE(wood.plants().size(), before.size());
    QCOMPARE(wood.orphans(), std::size_t{0});
    QVERIFY(wood.allStand());
    auto there = before;
    for (auto& plant : there) {
        Vec3d at{plant.position};
        if (turned)
            at = glm::angleAxis(0.7, Vec3d{0, 1, 0}) * at;
        plant.position = Vec3f{Vec3d{2, 0, 3} + (at - Vec3d{2, 0, 3}) * by};
    }
    for (const auto& plant : wood.plants())
        QVERIFY(std::any_of(there.begin(), there.end(), [&](const auto& other) {
            return plant.seed == other.seed && plant.scale == other.scale &&
                   glm::distance(plant.position, other.position) < 1e-3F;
        }));
    wood.document.undo();
    QCOMPARE(wood.document.contentHash(), hash);
}

void TestFoliageOperations::aPulledFaceTakesItsPlantsUp()
{
    Wood wood;
    const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
    VERIFY_OK(wood.scatter({ground}));
    const auto count = wood.plants().size();
    const auto top = wood.faceTowards(ground, {0, 1, 0});
    VERIFY_OK(wood.run([&](Transaction& tx) { return moveFaces(tx, std::array{top}, 2.5); }));
    QCOMPARE(wood.plants().size(), count);
    QCOMPARE(wood.orphans(), std::size_t{0});
    for (const auto& plant : wood.plants())
        QCOMPARE(plant.position.y, 2.5F);
}

void TestFoliageOperations::aPulledPyramidIsNotScaled()
{
    auto everywhere = Wood::evenType(1);
    everywhere.slopeMax = 85;
    Wood wood{everywhere};
    const auto pyramid = wood.addBox({0, 0, 0}, {8, 6, 8});
    const std::array points{Vec3d{0, 0, 0}, Vec3d{8, 0, 0}, Vec3d{8, 0, 8}, Vec3d{0, 0, 8},
                            Vec3d{4, 6, 4}};
    VERIFY_OK(wood.run([&](Transaction& tx) -> Result<void> {
        auto brush = brushFromPoints(points, {});
        if (!brush)
            return brush.error();
        tx.set(pyramid, BrushComponent{std::make_shared<const Brush>(std::move(*brush))});
        return {};
    }));
    VERIFY_OK(wood.scatter({pyramid}));
    const auto before = wood.plants();
    QVERIFY(before.size() > 50);
    const auto foot = wood.faceTowards(pyramid, {0, -1, 0});
    VERIFY_OK(wood.run([&](Transaction& tx) { return moveFaces(tx, std::array{foot}, 2); }));
    QVERIFY(wood.plants() == before);
}

void TestFoliageOperations::pulledSidesLeavePlantsWhereTheyStand()
{
    Wood wood;
    const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
    VERIFY_OK(wood.scatter({ground}));
    const auto before = wood.plants();
    const auto side = wood.faceTowards(ground, {1, 0, 0});
    VERIFY_OK(wood.run([&](Transaction& tx) { return moveFaces(tx, std::array{side}, 7); }));
    QVERIFY(wood.plants() == before);
    VERIFY_OK(wood.run([&](Transaction& tx) { return moveFaces(tx, std::array{side}, -17); }));
    QCOMPARE(wood.plants().size(), before.size());
    QVERIFY(wood.orphans() > before.size() / 4 && wood.orphans() < before.size() * 3 / 4);
    QVERIFY(wood.allStand());
}

void TestFoliageOperations::clippedHalvesKeepTheirPlants()
{
    Wood wood;
    const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
    VERIFY_OK(wood.scatter({ground}));
    const auto before = wood.plants().size();
    const auto hash = wood.document.contentHash();
    VERIFY_OK(wood.run([&](Transaction& tx) -> Result<void> {
        auto done = clipBrushes(tx, std::array{ground}, Plane{{1, 0, 0}, 9}, ClipKeep::Both);
        return done ? Result<void>{} : done.error();
    }));
    QCOMPARE(wood.plants().size(), before);
    QCOMPARE(wood.orphans(), std::size_t{0});
    QVERIFY(wood.allStand());
    std::set<std::uint32_t> brushes;
    for (const auto& plant : wood.plants())
        brushes.insert(plant.brush);
    QCOMPARE(brushes.size(), std::size_t{2});
    wood.document.undo();
    QCOMPARE(wood.document.contentHash(), hash);
}

void TestFoliageOperations::subtractionOrphansWhatLostItsFace()
{
    Wood wood;
    const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
    VERIFY_OK(wood.scatter({ground}));
    const auto before = wood.plants().size();
    const auto pit = wood.addBox({5, -0.5, 5}, {15, 1, 15});
    VERIFY_OK(wood.run([&](Transaction& tx) -> Result<void> {
        auto done = subtractBrushes(tx, wood.document.index(), std::array{pit}, Cutters::Remove);
        return done ? Result<void>{} : done.error();
    }));
    QCOMPARE(wood.plants().size(), before);
    QVERIFY(wood.allStand());
    std::size_t over = 0;
    for (const auto& plant : wood.plants()) {
        const bool isOver = plant.position.x > 5.01F && plant.position.x < 14.99F &&
                            plant.position.z > 5.01F && plant.position.z < 14.99F;
        over += static_cast<std::size_t>(isOver);
        QVERIFY(!isOver || plant.isOrphan() || plant.position.y < -0.4F);
    }
    QVERIFY(over + 5 > wood.orphans());
}

void TestFoliageOperations::deletedGroundOrphansAndUndoBringsBack()
{
    Wood wood;
    const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
    VERIFY_OK(wood.scatter({ground}));
    const auto hash = wood.document.contentHash();
    const auto count = wood.plants().size();
    VERIFY_OK(wood.run([&](Transaction& tx) -> Result<void> {
        removeObjects(tx, std::array{ground});
        return {};
    }));
    QCOMPARE(wood.orphans(), count);
    wood.document.undo();
    QCOMPARE(wood.orphans(), std::size_t{0});
    QCOMPARE(wood.document.contentHash(), hash);
}

void TestFoliageOperations::orphansFindAHome()
{
    Wood wood;
    const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
    VERIFY_OK(wood.scatter({ground}));
    const auto count = wood.plants().size();
    VERIFY_OK(wood.run([&](Transaction& tx) -> Result<void> {
        removeObjects(tx, std::array{ground});
        return {};
    }));
    const auto rehome = [&](Transaction& tx) -> Result<void> {
        auto done = rehomeFoliage(tx, wood.document.index(), wood.layer,
                                  foliageOrphans(tx.world(), wood.layer), 2);
        return done ? Result<void>{} : done.error();
    };
    QVERIFY(!wood.run(rehome));
    wood.addBox({0, -3, 0}, {10, -1, 20}, "new ground");
    VERIFY_OK(wood.run(rehome));
    QCOMPARE(wood.plants().size(), count);
    QVERIFY(wood.allStand());
    for (const auto& plant : wood.plants())
        QVERIFY(plant.isOrphan() == (plant.position.x > 10.F));
}

void TestFoliageOperations::dragsDoNotAddUp()
{
    Wood wood;
    const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
    VERIFY_OK(wood.scatter({ground}));
    const auto hash = wood.document.contentHash();
    {
        auto drag = wood.document.begin("Move");
        for (int i = 1; i <= 20; ++i)
            VERIFY_OK(drag.replace([&](Transaction& tx) {
                return translate(tx, std::vector{ground}, {0.1 * i, 0, 0}, TextureLock::On);
            }));
        QVERIFY(wood.allStand());
        VERIFY_OK(drag.replace([&](Transaction&) { return Result<void>{}; }));
        QCOMPARE(wood.document.contentHash(), hash);
    }
    QCOMPARE(wood.document.contentHash(), hash);
}

void TestFoliageOperations::aHundredRandomEditsAndTheirUndo()
{
    Wood wood{Wood::evenType(12)};
    std::vector<EntityId> brushes;
    for (int x = 0; x < 3; ++x)
        for (int z = 0; z < 3; ++z)
            brushes.push_back(
                wood.addBox({x * 10.0, -2, z * 10.0}, {x * 10.0 + 10, 0, z * 10.0 + 10}));
    VERIFY_OK(wood.scatter(brushes));
    const auto count = wood.plants().size();
    QVERIFY2(count >= 10'000, qPrintable(QString::number(count)));
    const auto hash = wood.document.contentHash();
    const auto start = wood.document.history().position();
    Dice dice{7};
    const auto anyBrush = [&] {
        std::vector<EntityId> all;
        wood.document.world().forEach<BrushComponent>(
            [&](EntityId entity, const BrushComponent&) { all.push_back(entity); });
        return all[dice.below(all.size())];
    };
    int done = 0;
    for (int i = 0; done < 100 && i < 1000; ++i) {
        const auto brush = anyBrush();
        const auto kind = dice.below(6);
        const auto amount = [&] {
            return static_cast<double>(dice.below(400)) / 100 - 2;
        };
        const Vec3d by{amount(), amount(), amount()};
        const auto center = wood.boundsOf(brush).center();
        const auto edited = wood.run([&](Transaction& tx) -> Result<void> {
            if (kind == 0)
                return translate(tx, std::vector{brush}, by, TextureLock::On);
            if (kind == 1)
                return rotate(tx, std::vector{brush}, center, {0, 1, 0}, by.x);
            if (kind == 2) {
                const FaceRef face{brush, dice.below(wood.brushOf(brush).faceCount())};
                return moveFaces(tx, std::array{face}, by.x);
            }
            if (kind == 3) {
                const auto normal = glm::normalize(by + Vec3d{0.01});
                auto cut = clipBrushes(tx, std::array{brush},
                                       Plane{normal, glm::dot(normal, center)}, ClipKeep::Both);
                return cut ? Result<void>{} : cut.error();
            }
            if (kind == 4) {
                auto cutter = createBox(tx, Aabb{center - 1.5, center + 1.5}.translated(by));
                if (!cutter)
                    return cutter.error();
                auto cut = subtractBrushes(tx, wood.document.index(), std::array{*cutter},
                                           Cutters::Remove);
                return cut ? Result<void>{} : cut.error();
            }
            if (tx.world().count<BrushComponent>() > 4)
                removeObjects(tx, std::array{brush});
            return {};
        });
        done += edited ? 1 : 0;
        QCOMPARE(wood.plants().size(), count); // orphans plus placed is constant
        QVERIFY2(wood.allStand(), qPrintable(QString{"edit %1, kind %2"}.arg(i).arg(kind)));
    }
    QVERIFY(done >= 100);
    QVERIFY(wood.orphans() > 0);
    wood.document.goTo(start);
    QCOMPARE(wood.document.contentHash(), hash);
    QCOMPARE(wood.orphans(), std::size_t{0});
}

void TestFoliageOperations::placedPlantsAreByHand()
{
    Wood wood;
    const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
    const auto top = wood.faceTowards(ground, {0, 1, 0});
    const PickHit hit{ground, top.face, 1, {4, 0, 5}, {0, 1, 0}};
    VERIFY_OK(wood.run([&](Transaction& tx) -> Result<void> {
        auto placed = placeFoliage(tx, wood.layer, 0, hit);
        return placed ? Result<void>{} : placed.error();
    }));
    QCOMPARE(wood.plants().size(), std::size_t{1});
    QVERIFY(wood.plants()[0].isByHand() && wood.allStand());
    const auto refused = wood.run([&](Transaction& tx) -> Result<void> {
        auto placed = placeFoliage(tx, wood.layer, 9, hit);
        return placed ? Result<void>{} : placed.error();
    });
    QVERIFY(!refused);
    QCOMPARE(wood.plants().size(), std::size_t{1});
}

void TestFoliageOperations::plantsBesideTheirFaceAreNotPlaced()
{
    Wood wood;
    const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
    const auto top = wood.faceTowards(ground, {0, 1, 0});
    const double none = std::numeric_limits<double>::quiet_NaN();
    const auto before = wood.document.contentHash();
    for (const Vec3d point : {Vec3d{none, 0, 5}, Vec3d{1e30, 1e30, 1e9}, Vec3d{4, 0.5, 5},
                              Vec3d{4, 0, 20.5}, Vec3d{70'000, 0, 5}}) {
        QVERIFY(!wood.run([&](Transaction& tx) -> Result<void> {
            auto placed = placeFoliage(tx, wood.layer, 0, {ground, top.face, 1, point, {0, 1, 0}});
            return placed ? Result<void>{} : placed.error();
        }));
        QCOMPARE(wood.document.contentHash(), before);
    }
    VERIFY_OK(wood.run([&](Transaction& tx) -> Result<void> { // as rays end at corners
        const Vec3d corner{20 + 1e-9, 1e-9, 20 + 1e-9};
        auto placed = placeFoliage(tx, wood.layer, 0, {ground, top.face, 1, corner, {0, 1, 0}});
        return placed ? Result<void>{} : placed.error();
    }));
    QCOMPARE(wood.plants().size(), std::size_t{1});
}

void TestFoliageOperations::transformedPlantsStandOnTheirFaces()
{
    Wood wood;
    const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
    wood.addBox({20, -1, 0}, {40, 1, 20}, "step");
    VERIFY_OK(wood.scatter({ground}));
    const auto one = wood.plants().front();
    const auto hash = wood.document.contentHash();
    const auto transform = [&](const FoliageTransform& by) {
        return wood.run([&](Transaction& tx) -> Result<void> {
            auto done =
                transformFoliage(tx, wood.document.index(), wood.layer, std::array{one}, by);
            return done ? Result<void>{} : done.error();
        });
    };
    const double along = 30 - double{one.position.x};
    VERIFY_OK(transform({.shift = {along, 0.5, 0}, .turn = radians(90.0), .scale = 2}));
    QVERIFY(wood.allStand());
    const auto plants = wood.plants();
    const auto moved = std::find_if(plants.begin(), plants.end(),
                                    [](const auto& plant) { return plant.isByHand(); });
    QVERIFY(moved != plants.end());
    QCOMPARE(moved->position.y, 1.F);
    QCOMPARE(moved->yaw, static_cast<std::uint16_t>(one.yaw + 16384));
    QVERIFY(std::abs(moved->scale[0] - 2 * one.scale[0]) <= 1);
    wood.document.undo();
    QCOMPARE(wood.document.contentHash(), hash);
    QVERIFY(!transform({.shift = {0, 500, 0}}));
    QCOMPARE(wood.document.contentHash(), hash);
}

void TestFoliageOperations::kindsGoWithTheirPlants()
{
    Wood wood;
    const auto ground = wood.addBox({0, -1, 0}, {20, 0, 20});
    VERIFY_OK(wood.scatter({ground}));
    const auto hash = wood.document.contentHash();
    VERIFY_OK(wood.run([&](Transaction& tx) { return removeFoliageType(tx, wood.kind); }));
    QVERIFY(wood.plants().empty());
    QVERIFY(foliageTypes(wood.document.world(), wood.layer).empty());
    wood.document.undo();
    QCOMPARE(wood.document.contentHash(), hash);
}

void TestFoliageOperations::billboardsKeepTheirRules()
{
    Wood wood;
    VERIFY_OK(wood.run([&](Transaction& tx) -> Result<void> {
        auto type = *tx.world().get<FoliageType>(wood.kind);
        type.kind = FoliageKind::Billboard;
        tx.set(wood.kind, type);
        return {};
    }));
    const auto& type = wood.get<FoliageType>(wood.kind);
    QVERIFY(!type.alignToNormal && !type.randomYaw && !type.castShadows);
    wood.document.undo();
    QVERIFY(wood.get<FoliageType>(wood.kind).alignToNormal);
}

CORE_TEST(TestFoliageOperations)
} // namespace tst_foliage_operations

#include "tst_foliage_operations.moc"
