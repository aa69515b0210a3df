#include "engine_core/base/count_text.h"
#include "engine_core/foliage/foliage_marks.h"
#include "engine_core/foliage/foliage_stroke.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/geometry/brush_transform.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/meadow_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QtTest>

#include <random>

namespace tst_foliage_growth
{
using namespace engine;
using namespace mapwright::test;

namespace
{
Brush boxBrush(const Vec3d& min, const Vec3d& max)
{
    auto made = makeBox({min, max});
    ENGINE_EXPECT(made);
    return *std::move(made);
}

} // namespace

class TestFoliageGrowth : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void growsWhereItsRulesAllow();
    void growingAgainChangesNothing();
    void partAfterPartIsTheSameAsTheWhole();
    void threadsMakeNoDifference();
    void distancesAreKept();
    void plantsOfOtherOriginStay();
    void erasedPlacesStayBare();
    void anErasedWoodStaysErasedWhenItGetsDenser();
    void reapplyLetsErasedPlantsComeBack();
    void lightsAndPathsKeepTheirDistance();
    void walkableGroundKeepsItsDistance();
    void walkableGroundThatIsMissingLetsNothingGrow();
    void softHeightsThinOut();
    void growsOnItsGroundAlone();
    void tooMuchAtOnceDoesNotGrow();
    void cancelledGrowthChangesNothing();
};

void TestFoliageGrowth::growsWhereItsRulesAllow()
{
    Meadow meadow;
    auto type = plainType(1, 0);
    type.slopeMax = 30;
    meadow.addType(type);
    static_cast<void>(meadow.addGround({0, 0}, 40));
    const auto grown = meadow.grow();
    QCOMPARE(grown.removed, std::size_t{0});
    QVERIFY(std::abs(static_cast<double>(grown.added) / 1600 - 1) < 0.05);
    for (const auto& plant : allOf(*meadow.plants())) {
        QVERIFY(plant.isByRule() && plant.isStanding());
        QVERIFY(plant.position.y == 0);
    }
}

void TestFoliageGrowth::growingAgainChangesNothing()
{
    Meadow meadow;
    meadow.addType(plainType(1, 0.5));
    static_cast<void>(meadow.addGround({0, 0}, 30));
    const auto first = meadow.grow().instances;
    const auto second = meadow.grow();
    QCOMPARE(second.instances, first); // the very same object: nothing was touched
    QCOMPARE(second.added + second.removed, std::size_t{0});
}

void TestFoliageGrowth::partAfterPartIsTheSameAsTheWhole()
{
    Meadow meadow;
    meadow.addType(plainType(0.1, 2));
    meadow.addType(plainType(2, 0.3));
    std::vector<EntityId> boxes;
    static_cast<void>(meadow.addGround({-30, -30}, 60));
    std::mt19937 random{7};
    std::uniform_real_distribution<double> unit{0, 1};
    const auto randomBox = [&] {
        const Vec3d corner{-25 + 45 * unit(random), -0.5 + unit(random), -25 + 45 * unit(random)};
        return boxBrush(corner,
                        corner + 1.0 + 4.0 * Vec3d{unit(random), unit(random), unit(random)});
    };
    for (int i = 0; i < 6; ++i)
        boxes.push_back(meadow.addBrush(randomBox()));
    static_cast<void>(meadow.grow());
    for (int i = 0; i < 40; ++i) {
        const auto box = boxes[static_cast<std::size_t>(i) % boxes.size()];
        auto dirty = boundsOf(meadow.world, box);
        meadow.setBrush(box, randomBox());
        dirty.add(boundsOf(meadow.world, box));
        static_cast<void>(meadow.grow(dirty));
        QCOMPARE(meadow.plants()->hash(), meadow.hashFromScratch());
    }
}

void TestFoliageGrowth::threadsMakeNoDifference()
{
    Meadow meadow;
    meadow.addType(plainType(0.2, 1));
    meadow.addType(plainType(5, 0.1));
    static_cast<void>(meadow.addGround({0, 0}, 60));
    const auto one = meadow.grow(wholeFoliage(), 1).instances->hash();
    meadow.set(std::make_shared<const FoliageInstances>());
    QCOMPARE(meadow.grow(wholeFoliage(), 2).instances->hash(), one);
}

void TestFoliageGrowth::distancesAreKept()
{
    Meadow meadow;
    const auto wide = meadow.addType(plainType(0.2, 1.5));
    const auto narrow = meadow.addType(plainType(1, 0.6));
    static_cast<void>(meadow.addGround({0, 0}, 30));
    static_cast<void>(meadow.addBrush(boxBrush({10, 0, 10}, {14, 3, 14}))); // with corners
    static_cast<void>(meadow.grow());
    const auto plants = allOf(*meadow.plants());
    std::vector<FoliageInstance> wides;
    for (const auto& plant : plants)
        if (plant.type == wide)
            wides.push_back(plant);
    QVERIFY(wides.size() > 50 && plants.size() > wides.size());
    QVERIFY(leastDistance(wides) >= 1.5);
    QVERIFY(leastDistance(plants) >= 0.6);
    static_cast<void>(narrow);
}

void TestFoliageGrowth::plantsOfOtherOriginStay()
{
    Meadow meadow;
    const auto slot = meadow.addType(plainType(1, 1));
    const auto ground = meadow.addGround({0, 0}, 30);
    // Painted by the old way: they bear no flag.
    auto planted = meadow.scatter(std::array{ground}).instances;
    planted.resize(planted.size() / 3);
    FoliageInstance byHand;
    byHand.type = slot;
    byHand.flags = FoliageByHand;
    byHand.position = {15.03F, 0, 15.02F};
    byHand.brush = static_cast<std::uint32_t>(ground.value);
    planted.push_back(byHand);
    const auto painted = instancesOf(planted);
    meadow.set(painted);
    static_cast<void>(meadow.grow());
    std::size_t kept = 0;
    for (const auto& plant : allOf(*meadow.plants()))
        if (!plant.isByRule()) {
            ++kept;
            QVERIFY(std::find(planted.begin(), planted.end(), plant) != planted.end());
        } else {
            QVERIFY(distanceTo(plant, Vec3d{byHand.position}) >= 0.99);
        }
    QCOMPARE(kept, planted.size());
    QVERIFY(meadow.plants()->count() > planted.size());
}

void TestFoliageGrowth::erasedPlacesStayBare()
{
    Meadow meadow;
    meadow.addType(plainType(1, 0));
    const auto ground = meadow.addGround({0, 0}, 30);
    static_cast<void>(meadow.grow());
    const auto standing = meadow.plants();
    const StrokePoint middle{{15, 0, 15}, {0, 1, 0}};
    FoliageEdit edit{standing};
    eraseFoliage(*standing, middle, middle, {.radius = 5}, {}, edit,
                 FoliageMarks{meadow.world, meadow.layer});
    meadow.set(edit.finish());
    const auto erased = meadow.plants();
    QVERIFY(erased->marks() > 60);
    QCOMPARE(erased->marks() + erased->plants(), standing->plants());
    QCOMPARE(meadow.grow().instances, erased); // its neighbours stay, and nothing comes back

    // Nor when the ground is pulled up; the marks would be projected along with it.
    static_cast<void>(ground);
    for (const auto& plant : allOf(*meadow.plants()))
        if (plant.isStanding())
            QVERIFY(distanceTo(plant, {15, 0, 15}) >= 5);
}

void TestFoliageGrowth::anErasedWoodStaysErasedWhenItGetsDenser()
{
    Meadow meadow;
    meadow.addType(plainType(0.5, 0));
    static_cast<void>(meadow.addGround({0, 0}, 40));
    static_cast<void>(meadow.grow());
    const auto standing = meadow.plants();
    const StrokePoint middle{{20, 0, 20}, {0, 1, 0}};
    FoliageEdit edit{standing};
    eraseFoliage(*standing, middle, middle, {.radius = 8}, {}, edit,
                 FoliageMarks{meadow.world, meadow.layer});
    meadow.set(edit.finish());
    const auto kind = foliageTypes(meadow.world, meadow.layer).front();
    auto denser = kind.type;
    denser.density = 4;
    Edit change;
    change.swaps.push_back(swapTo(kind.entity, denser));
    meadow.world.apply(change);
    static_cast<void>(meadow.grow());
    std::size_t inside = 0;
    for (const auto& plant : allOf(*meadow.plants()))
        if (plant.isStanding() && distanceTo(plant, {20, 0, 20}) < 6.5)
            ++inside;
    // Four times as many places; next to none in what was 133 square metres of erased wood.
    QVERIFY2(inside < 8, qPrintable(QString::number(inside)));
}

void TestFoliageGrowth::reapplyLetsErasedPlantsComeBack()
{
    Meadow meadow;
    meadow.addType(plainType(1, 0));
    static_cast<void>(meadow.addGround({0, 0}, 30));
    static_cast<void>(meadow.grow());
    const auto standing = meadow.plants();
    const StrokePoint middle{{15, 0, 15}, {0, 1, 0}};
    FoliageEdit erase{standing};
    eraseFoliage(*standing, middle, middle, {.radius = 5}, {}, erase,
                 FoliageMarks{meadow.world, meadow.layer});
    meadow.set(erase.finish());
    FoliageEdit reapply{meadow.plants()};
    reapplyFoliage(meadow.world, meadow.index, meadow.layer, middle, middle, {.radius = 6}, {},
                   reapply);
    meadow.set(reapply.finish());
    QCOMPARE(meadow.plants()->marks(), std::size_t{0});
    static_cast<void>(meadow.grow());
    QCOMPARE(meadow.plants()->hash(), standing->hash());
}

void TestFoliageGrowth::lightsAndPathsKeepTheirDistance()
{
    Meadow meadow;
    auto type = plainType(4, 0);
    type.slopeMax = 30;
    type.lightMin = 4;
    type.pathMin = 2;
    type.pathMax = 9;
    const auto slab = boxBrush({0, -0.2, 18}, {40, 0.1, 20});
    const auto path = meadow.addBrush(slab);
    type.path = path;
    meadow.addType(type);
    static_cast<void>(meadow.addGround({0, 0}, 40));
    const Vec3d lamp{20, 1, 24};
    static_cast<void>(meadow.addLight(lamp));
    const auto grown = meadow.grow();
    QVERIFY(grown.added > 1000);
    QVERIFY(grown.rejected.distance > 1000);
    double nearest = 1e9;
    double farthest = 0;
    for (const auto& plant : allOf(*meadow.plants())) {
        const Vec3d at{plant.position};
        QVERIFY(glm::length(at - lamp) >= 4);
        const double away = std::max({18 - at.z, at.z - 20, 0.0});
        nearest = std::min(nearest, away);
        farthest = std::max(farthest, away);
    }
    // The slab's side is 0.1 m above the ground, its bottom below: distances are those in the
    // plane.
    QVERIFY2(nearest >= 1.99 && nearest < 2.3, qPrintable(QString::number(nearest)));
    QVERIFY2(farthest <= 9.01 && farthest > 8.7, qPrintable(QString::number(farthest)));
    QVERIFY(distanceToBrush(slab, {10, 0, 19}) == 0);
    QVERIFY(std::abs(distanceToBrush(slab, {43, 4.1, 19}) - 5) < 1e-9);
}

void TestFoliageGrowth::walkableGroundKeepsItsDistance()
{
    Meadow meadow;
    static_cast<void>(meadow.addGround({0, 0}, 40));
    // A strip from x = 10 to x = 20, a little above the ground as such meshes are.
    const auto strip = std::make_shared<const WalkableGround>(std::vector<Vec3f>{{10, 0.05F, 0},
                                                                                 {10, 0.05F, 40},
                                                                                 {20, 0.05F, 40},
                                                                                 {10, 0.05F, 0},
                                                                                 {20, 0.05F, 40},
                                                                                 {20, 0.05F, 0}},
                                                              0.35);
    meadow.survey.grounds[""] = strip;
    auto type = plainType(1, 0);
    type.outsidePlay = true;
    type.slopeMax = 30;
    meadow.addType(type);
    static_cast<void>(meadow.grow());
    const auto outside = meadow.plants()->plants();
    QVERIFY(std::abs(static_cast<double>(outside) / 1200 - 1) < 0.06);
    for (const auto& plant : allOf(*meadow.plants()))
        QVERIFY(plant.position.x < 10 || plant.position.x > 20);

    Meadow near;
    static_cast<void>(near.addGround({0, 0}, 40));
    near.survey.grounds[""] = strip;
    type.walkMin = 2;
    type.walkMax = 5;
    near.addType(type);
    static_cast<void>(near.grow());
    QVERIFY(near.plants()->plants() > 150);
    for (const auto& plant : allOf(*near.plants())) {
        const double away =
            std::max(10.0 - double{plant.position.x}, double{plant.position.x} - 20.0);
        QVERIFY(away >= 2 - 1e-3 && away <= 5 + 1e-3);
    }
    const auto whole = near.plants()->hash();
    static_cast<void>(near.grow({{8, -1, 8}, {12, 1, 12}}));
    QCOMPARE(near.plants()->hash(), whole);
}

void TestFoliageGrowth::walkableGroundThatIsMissingLetsNothingGrow()
{
    Meadow meadow;
    static_cast<void>(meadow.addGround({0, 0}, 20));
    auto type = plainType(1, 0);
    type.outsidePlay = true;
    meadow.addType(type);
    const auto grown = meadow.grow();
    QCOMPARE(grown.added, std::size_t{0});
    QVERIFY(grown.rejected.ground > 300);
}

void TestFoliageGrowth::softHeightsThinOut()
{
    Meadow meadow;
    auto type = plainType(4, 0);
    type.slopeMax = 90;
    type.heightMin = 0;
    type.heightMax = 20;
    type.heightFade = 10;
    meadow.addType(type);
    // A wall of 40 m by 20 m.
    static_cast<void>(meadow.addBrush(boxBrush({0, 0, 0}, {40, 20, 0.5})));
    static_cast<void>(meadow.grow());
    std::array<int, 4> counts{};
    for (const auto& plant : allOf(*meadow.plants()))
        if (plant.position.z > 0.49F)
            ++counts[static_cast<std::size_t>(std::clamp(plant.position.y / 5, 0.0F, 3.0F))];
    // A quarter and three quarters of the full density on the average of each strip.
    QVERIFY(std::abs(counts[0] / (0.25 * 4 * 200) - 1) < 0.15);
    QVERIFY(std::abs(counts[1] / (0.75 * 4 * 200) - 1) < 0.15);
    QVERIFY(std::abs(counts[3] / (0.25 * 4 * 200) - 1) < 0.15);
}

void TestFoliageGrowth::growsOnItsGroundAlone()
{
    Meadow meadow;
    meadow.addType(plainType(1, 0));
    const auto ground = meadow.addGround({0, 0}, 20);
    static_cast<void>(meadow.addGround({30, 0}, 20));
    Edit edit;
    edit.swaps.push_back(swapTo(meadow.layer, FoliageLayer{.byRule = true, .ground = ground}));
    meadow.world.apply(edit);
    QVERIFY(meadow.grow().added > 300);
    for (const auto& plant : allOf(*meadow.plants()))
        QCOMPARE(plant.brush, static_cast<std::uint32_t>(ground.value));
}

void TestFoliageGrowth::tooMuchAtOnceDoesNotGrow()
{
    Meadow meadow;
    FoliageType type;
    type.density = 4;
    type.spacing = 0;
    meadow.addType(type);
    const auto corner = meadow.addGround({0, 0}, 10);
    static_cast<void>(meadow.grow());
    const auto before = meadow.plants();
    QVERIFY(before->plants() > 350);
    static_cast<void>(meadow.addGround({20, 0}, 40));
    const auto grow = [&](std::size_t most, double mostTried, const Aabb& dirty = wholeFoliage()) {
        auto growth = collectGrowth(meadow.world, meadow.index, meadow.layer, dirty);
        growth.scatter.most = most;
        growth.scatter.mostTried = mostTried;
        JobControl control;
        return growFoliage(std::move(growth), control);
    };
    const FoliageScatter usual;
    QCOMPARE(usual.most, std::size_t{5'000'000});
    const auto all = grow(usual.most, usual.mostTried);
    QCOMPARE(all.problem, std::string{});
    const auto count = all.instances->plants();
    QVERIFY(count > 6'000);

    const auto refused = grow(count - 1, usual.mostTried);
    QVERIFY2(refused.problem.starts_with(
                 fmt::format("more than {} plants would grow at once", numberText(count - 1))),
             refused.problem.c_str());
    QCOMPARE(refused.instances, before); // the very same object
    QCOMPARE(refused.added + refused.removed, std::size_t{0});
    QCOMPARE(grow(count, usual.mostTried).instances->hash(), all.instances->hash());
    // What is near to the change counts alone.
    QCOMPARE(grow(1'000, usual.mostTried, boundsOf(meadow.world, corner)).problem, std::string{});

    const auto slow = grow(usual.most, 10'000);
    QVERIFY2(slow.problem.starts_with("more than 10,000 places would be tried at once"),
             slow.problem.c_str());
    QCOMPARE(slow.instances, before);
    QCOMPARE(grow(usual.most, 100'000).instances->hash(), all.instances->hash());
}

void TestFoliageGrowth::cancelledGrowthChangesNothing()
{
    Meadow meadow;
    meadow.addType(plainType(4, 0));
    static_cast<void>(meadow.addGround({0, 0}, 40));
    const auto before = meadow.plants();
    JobControl control;
    control.cancel();
    const auto grown = growFoliage(
        collectGrowth(meadow.world, meadow.index, meadow.layer, wholeFoliage()), control);
    QCOMPARE(grown.instances, before);
    QCOMPARE(grown.problem, std::string{});
}

PLAIN_TEST(TestFoliageGrowth)
} // namespace tst_foliage_growth

#include "tst_foliage_growth.moc"
