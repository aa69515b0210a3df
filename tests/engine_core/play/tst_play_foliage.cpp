#include "engine_core/foliage/foliage_bodies.h"
#include "engine_core/play/play_foliage.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

namespace tst_play_foliage
{
using namespace engine;
using namespace mapwright::test;

namespace
{
FoliageInstance plantAt(const Vec3d& at, std::uint8_t type, double scale = 1)
{
    FoliageInstance plant;
    plant.position = Vec3f{at};
    plant.type = type;
    plant.scale.fill(packFoliageScale(scale));
    return plant;
}

/// A foliage whose first kind is trees that collide, and whose second one is grass.
EntityId addPlants(World& world, const std::vector<FoliageInstance>& plants)
{
    const auto layer = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(layer, Node{.name = "Plants", .parent = {}}));
    edit.swaps.push_back(swapTo(layer, FoliageLayer{}));
    edit.swaps.push_back(swapTo(layer, FoliagePlacement{.instances = instancesOf(plants)}));
    world.apply(edit);
    for (const bool isTree : {true, false}) {
        FoliageType type;
        type.slot = isTree ? 0 : 1;
        type.collides = isTree;
        type.bodyRadius = 0.5;
        type.bodyHeight = 3;
        type.offset = -0.25;
        const auto kind = world.newId();
        Edit add;
        add.swaps.push_back(swapTo(kind, Node{.name = "Kind", .parent = layer}));
        add.swaps.push_back(swapTo(kind, type));
        world.apply(add);
    }
    return layer;
}

constexpr auto Forward = keys(PlayerKey::Forward);
} // namespace

class TestPlayFoliage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bodiesAreScaledAndOfTheKindsAskedFor();
    void treesStopThePlayerAndGrassDoesNot();
    void removedTreesStandInNobodysWay();
    void plantsOfDestroyedBrushesGo();
    void shapesStandAroundCharactersAlone();
};

void TestPlayFoliage::bodiesAreScaledAndOfTheKindsAskedFor()
{
    World world;
    auto orphan = plantAt({3, 0, 0}, 0);
    orphan.flags = FoliageOrphan;
    auto mark = plantAt({4, 0, 0}, 0);
    mark.flags = FoliageMark;
    const auto layer = addPlants(world, {plantAt({1, 0, 0}, 0, 2), plantAt({2, 0, 0}, 1), orphan,
                                         mark, plantAt({100, 0, 0}, 0)});
    const Aabb box{{-10, -10, -10}, {10, 10, 10}};
    const auto moving = foliageBodies(world, box);
    QCOMPARE(moving.size(), std::size_t{1});
    QVERIFY((moving[0] == FoliageBody{{1, -0.25, 0}, 1, 6, layer}));
}

void TestPlayFoliage::treesStopThePlayerAndGrassDoesNot()
{
    PlayFixture fixture{firstRoomFolder()};
    fixture.addFloor();
    addPlants(fixture.world, {plantAt({0, 0, -2}, 1), plantAt({0, 0, -5}, 0)});
    VERIFY_OK(fixture.start());
    fixture.tick(240, Forward);
    const auto at = fixture.session->player().position;
    QVERIFY2(at.z < -2.5 && at.z > -4.3, qPrintable(QString::number(at.z))); // 0.5 and the radius
}

void TestPlayFoliage::removedTreesStandInNobodysWay()
{
    PlayFixture fixture{firstRoomFolder()};
    fixture.addFloor();
    const auto layer = addPlants(fixture.world, {plantAt({0, 0, -5}, 0)});
    VERIFY_OK(fixture.start());
    fixture.tick(240, Forward);
    QVERIFY(fixture.session->player().position.z > -4.3);
    Edit edit;
    edit.swaps.push_back(
        swapTo(layer, FoliagePlacement{.instances = std::make_shared<const FoliageInstances>()}));
    fixture.editLive(std::move(edit));
    fixture.tick(120, Forward);
    QVERIFY(fixture.session->player().position.z < -6);
}

void TestPlayFoliage::plantsOfDestroyedBrushesGo()
{
    PlayFixture fixture;
    fixture.addFloor();
    const auto block = addBox(fixture.world, {10, 0, 10}, {12, 1, 12}, "block");
    auto onBlock = plantAt({11, 1, 11}, 0);
    onBlock.brush = static_cast<std::uint32_t>(block.value);
    const auto layer = addPlants(fixture.world, {onBlock, plantAt({0, 0, 20}, 0)});
    fixture.writeScript("bomb.as",
                        "class Bomb : Node { void onTick(float dt) {"
                        "    if (find(\"block\").exists) find(\"block\").destroy(); } }");
    fixture.addScripted("bomb", "bomb.as", "Bomb");
    VERIFY_OK(fixture.start());
    const auto& played = fixture.session->world();
    QCOMPARE(foliageOf(played, layer)->plants(), std::size_t{2});
    fixture.tick(2);
    QCOMPARE(foliageOf(played, layer)->plants(), std::size_t{1});
    // Also when the author paints on meanwhile.
    Edit edit;
    edit.swaps.push_back(swapTo(
        layer, FoliagePlacement{.instances = instancesOf(std::vector{
                                    onBlock, plantAt({0, 0, 20}, 0), plantAt({3, 0, 20}, 0)})}));
    fixture.editLive(std::move(edit));
    QCOMPARE(foliageOf(played, layer)->plants(), std::size_t{2});
    QCOMPARE(foliageOf(fixture.world, layer)->plants(), std::size_t{3});
}

void TestPlayFoliage::shapesStandAroundCharactersAlone()
{
    World world;
    std::vector<FoliageInstance> plants;
    for (int x = 0; x < 100; ++x)
        for (int z = 0; z < 100; ++z)
            plants.push_back(plantAt({4 * x, 0, 4 * z}, 0));
    addPlants(world, plants);
    MovingCollision collision;
    PlayFoliage foliage{world, collision};
    foliage.update(std::array{Vec3d{200, 0, 200}});
    const auto count = collision.shapeCount();
    QVERIFY(count >= 12 && count <= 36); // within 8 m, and 2 m to spare, in a square
    QCOMPARE(foliage.shapeCount(), count);
    foliage.update(std::array{Vec3d{240, 0, 200}});
    QCOMPARE(collision.shapeCount(), count);
    foliage.update(std::array{Vec3d{-100, 0, 0}});
    QCOMPARE(collision.shapeCount(), std::size_t{0});
    // Two characters in one place want the same trees.
    foliage.update(std::array{Vec3d{200, 0, 200}, Vec3d{200.5, 0, 200}});
    QVERIFY(collision.shapeCount() < count + 8);
}

CORE_TEST(TestPlayFoliage)
} // namespace tst_play_foliage

#include "tst_play_foliage.moc"
