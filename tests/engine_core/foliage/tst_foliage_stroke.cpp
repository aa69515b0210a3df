#include "engine_core/foliage/foliage_stroke.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/levels/level_builder.h"

#include <QtTest>

namespace tst_foliage_stroke
{
using namespace engine;
using namespace mapwright::test;

namespace
{
FoliageType grass()
{
    FoliageType type;
    type.mesh = {"grass"};
    type.density = 4;
    type.spacing = 0.2;
    return type;
}

/// A winding way over the ground in steps of about the length.
std::vector<StrokePoint> winding(double step)
{
    std::vector<StrokePoint> points;
    for (double t = 0; t < 40; t += step)
        points.push_back({{5 + t * 0.5, 0, 15 + 8 * std::sin(t * 0.35)}, {0, 1, 0}});
    return points;
}

/// Strokes over the fixture's layer and adds what they plant.
std::size_t
paint(FoliageFixture& fixture, std::span<const StrokePoint> points, const FoliageBrush& brush)
{
    FoliageStroke stroke{fixture.world, fixture.index, fixture.layer, {}, brush};
    FoliageEdit edit{foliageOf(fixture.world, fixture.layer)};
    std::size_t count = 0;
    for (const auto& point : points)
        for (const auto& plant : stroke.extend(point)) {
            edit.add(plant);
            ++count;
        }
    fixture.set(edit.finish());
    return count;
}

void erase(FoliageFixture& fixture,
           const StrokePoint& at,
           const FoliageBrush& brush,
           std::vector<std::uint8_t> slots = {})
{
    const auto standing = foliageOf(fixture.world, fixture.layer);
    FoliageEdit edit{standing};
    eraseFoliage(*standing, at, at, brush, slots, edit);
    fixture.set(edit.finish());
}
} // namespace

class TestFoliageStroke : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tenStrokesEqualOne();
    void tenWeakStrokesStayWeak();
    void theSameLogGivesTheSameAtAnyRate();
    void theOrderOfSpotsDoesNotMatterOnOneFace();
    void densityInTheMiddleIsTheTarget();
    void facesThatLookAwayStayBare();
    void placesBeyondASoftHeightBorderAreTooHighOrTooLow();
    void erasingTakesOnlyTheKindsNamed();
    void erasingHalfTwiceTakesHalf();
    void reapplyBringsUpToTheSettings();
    void reapplyKeepsTheSpacing();
    void reapplyOverOneKindOfAMixKeepsIt();
};

void TestFoliageStroke::tenStrokesEqualOne()
{
    FoliageFixture fixture;
    fixture.addType(grass());
    fixture.addGround({0, 0}, 30);
    const auto way = winding(0.3);
    QVERIFY(paint(fixture, way, {.radius = 2}) > 200);
    const auto once = foliageOf(fixture.world, fixture.layer)->hash();
    for (int i = 0; i < 9; ++i)
        QCOMPARE(paint(fixture, way, {.radius = 2}), std::size_t{0});
    QCOMPARE(foliageOf(fixture.world, fixture.layer)->hash(), once);
}

void TestFoliageStroke::tenWeakStrokesStayWeak()
{
    FoliageFixture fixture;
    fixture.addType(grass());
    fixture.addGround({0, 0}, 30);
    const std::array spot{StrokePoint{{15, 0, 15}, {0, 1, 0}}};
    for (int i = 0; i < 10; ++i)
        paint(fixture, spot, {.radius = 10, .strength = 0.25});
    const double reached =
        static_cast<double>(foliageOf(fixture.world, fixture.layer)->count()) / (Pi * 100);
    QVERIFY2(std::abs(reached - 1) < 0.08, qPrintable(QString::number(reached)));
}

void TestFoliageStroke::theSameLogGivesTheSameAtAnyRate()
{
    // One program handles every point of the log by itself, another waits for as many as come in.
    const auto log = winding(0.21);
    std::vector<ContentHash> hashes;
    for (const std::size_t batch : {std::size_t{1}, std::size_t{7}, log.size()}) {
        FoliageFixture fixture;
        fixture.addType(grass());
        auto other = grass();
        other.spacing = 0.5;
        fixture.addType(other);
        fixture.addGround({0, 0}, 15);
        fixture.addGround({15, 0}, 15);
        fixture.addGround({0, 15}, 30);
        FoliageStroke stroke{fixture.world, fixture.index, fixture.layer, {}, {.radius = 1.5}};
        auto state = foliageOf(fixture.world, fixture.layer);
        for (std::size_t i = 0; i < log.size();) {
            FoliageEdit edit{state};
            for (const auto end = std::min(i + batch, log.size()); i < end; ++i)
                for (const auto& plant : stroke.extend(log[i]))
                    edit.add(plant);
            state = edit.finish();
        }
        hashes.push_back(state->hash());
        QVERIFY(leastDistance(allOf(*state)) >= 0.2);
    }
    QCOMPARE(hashes[1], hashes[0]);
    QCOMPARE(hashes[2], hashes[0]);
}

void TestFoliageStroke::theOrderOfSpotsDoesNotMatterOnOneFace()
{
    std::vector<ContentHash> hashes;
    for (const bool forward : {true, false}) {
        FoliageFixture fixture;
        fixture.addType(grass());
        fixture.addGround({0, 0}, 30);
        auto spots = winding(1.7);
        if (!forward)
            std::reverse(spots.begin(), spots.end());
        for (const auto& spot : spots)
            paint(fixture, {&spot, 1}, {.radius = 2.5, .falloff = 0.5});
        hashes.push_back(foliageOf(fixture.world, fixture.layer)->hash());
    }
    QCOMPARE(hashes[0], hashes[1]);
}

void TestFoliageStroke::densityInTheMiddleIsTheTarget()
{
    FoliageFixture fixture;
    fixture.addType(grass());
    fixture.addGround({-50, -50}, 100);
    const std::array spot{StrokePoint{{0, 0, 0}, {0, 1, 0}}};
    paint(fixture, spot, {.radius = 40, .falloff = 0.5});
    const auto plants = allOf(*foliageOf(fixture.world, fixture.layer));
    const auto within = [&](double from, double to) {
        const auto count = std::count_if(plants.begin(), plants.end(), [&](const auto& p) {
            const double r = glm::length(Vec3d{p.position});
            return r >= from && r < to;
        });
        return static_cast<double>(count) / (Pi * (to * to - from * from));
    };
    QVERIFY(std::abs(within(0, 20) / 4 - 1) < 0.05);
    QVERIFY(within(25, 35) < 3 && within(25, 35) > 1); // half way down
    QVERIFY(within(38, 40) < 0.5);
}

void TestFoliageStroke::facesThatLookAwayStayBare()
{
    FoliageFixture fixture;
    auto type = grass();
    type.slopeMax = 180;
    fixture.addType(type);
    const auto floor = addBox(fixture.world, {0, -0.2, 0}, {20, 0, 20});
    const std::array spot{StrokePoint{{1, 0, 1}, {0, 1, 0}}};
    paint(fixture, spot, {.radius = 3});
    const auto plants = allOf(*foliageOf(fixture.world, fixture.layer));
    QVERIFY(!plants.empty());
    for (const auto& plant : plants)
        QCOMPARE(plant.position.y, 0.F);
    QVERIFY(floor);
}

void TestFoliageStroke::placesBeyondASoftHeightBorderAreTooHighOrTooLow()
{
    FoliageFixture fixture;
    auto type = grass();
    type.heightMin = 1;
    type.heightMax = 5;
    type.heightFade = 2;
    fixture.addType(type);
    fixture.addGround({0, 0}, 20);
    FoliageStroke stroke{fixture.world, fixture.index, fixture.layer, {}, {.radius = 6}};
    QVERIFY(stroke.extend({{10, 0, 10}, {0, 1, 0}}).empty());
    QVERIFY(stroke.rejected().height > 100);
    QCOMPARE(stroke.rejected().thinned, std::size_t{0});
}

void TestFoliageStroke::erasingTakesOnlyTheKindsNamed()
{
    FoliageFixture fixture;
    fixture.addType(grass());
    const auto second = fixture.addType(grass());
    fixture.addGround({0, 0}, 20);
    const StrokePoint middle{{10, 0, 10}, {0, 1, 0}};
    paint(fixture, {&middle, 1}, {.radius = 6});
    erase(fixture, middle, {.radius = 3}, {second});
    for (const auto& plant : allOf(*foliageOf(fixture.world, fixture.layer)))
        QVERIFY(plant.type != second || glm::length(Vec3d{plant.position} - middle.position) >= 3);
    const auto left = foliageOf(fixture.world, fixture.layer)->count();
    erase(fixture, middle, {.radius = 3});
    QVERIFY(foliageOf(fixture.world, fixture.layer)->count() < left);
    for (const auto& plant : allOf(*foliageOf(fixture.world, fixture.layer)))
        QVERIFY(glm::length(Vec3d{plant.position} - middle.position) >= 3);
}

void TestFoliageStroke::erasingHalfTwiceTakesHalf()
{
    FoliageFixture fixture;
    fixture.addType(grass());
    fixture.addGround({0, 0}, 40);
    const StrokePoint middle{{20, 0, 20}, {0, 1, 0}};
    const auto all = static_cast<double>(paint(fixture, {&middle, 1}, {.radius = 15}));
    erase(fixture, middle, {.radius = 15, .strength = 0.5});
    const auto left = foliageOf(fixture.world, fixture.layer)->count();
    QVERIFY(std::abs(static_cast<double>(left) / all - 0.5) < 0.05);
    erase(fixture, middle, {.radius = 15, .strength = 0.5});
    QCOMPARE(foliageOf(fixture.world, fixture.layer)->count(), left);
}

void TestFoliageStroke::reapplyBringsUpToTheSettings()
{
    FoliageFixture fixture;
    fixture.addType(grass());
    fixture.addGround({0, 0}, 20);
    const StrokePoint middle{{10, 0, 10}, {0, 1, 0}};
    const auto before = paint(fixture, {&middle, 1}, {.radius = 9});
    auto changed = grass();
    changed.density = 2;
    changed.scaleMin = changed.scaleMax = Vec3d{2};
    const auto entity = foliageTypes(fixture.world, fixture.layer)[0].entity;
    Edit edit;
    edit.swaps.push_back(swapTo(entity, changed));
    fixture.world.apply(edit);

    const auto standing = foliageOf(fixture.world, fixture.layer);
    FoliageEdit plants{standing};
    reapplyFoliage(fixture.world, fixture.index, fixture.layer, middle, middle, {.radius = 20}, {},
                   plants);
    const auto after = plants.finish();
    const auto share = static_cast<double>(after->count()) / static_cast<double>(before);
    QVERIFY2(std::abs(share - 0.5) < 0.05, qPrintable(QString::number(share)));
    for (const auto& plant : allOf(*after))
        QCOMPARE(plant.scale[1], packFoliageScale(2));
}

void TestFoliageStroke::reapplyKeepsTheSpacing()
{
    FoliageFixture fixture;
    auto type = grass();
    type.spacing = 0;
    fixture.addType(type);
    const auto ground = fixture.addGround({0, 0}, 20);
    const StrokePoint middle{{10, 0, 10}, {0, 1, 0}};
    paint(fixture, {&middle, 1}, {.radius = 9});
    auto byHand = allOf(*foliageOf(fixture.world, fixture.layer)).front();
    byHand.position = {10, 0, 10};
    byHand.brush = static_cast<std::uint32_t>(ground.value);
    byHand.rank = 65535;
    byHand.flags = FoliageByHand;
    FoliageEdit placed{foliageOf(fixture.world, fixture.layer)};
    placed.add(byHand);
    fixture.set(placed.finish());

    type.spacing = 1;
    Edit edit;
    edit.swaps.push_back(swapTo(foliageTypes(fixture.world, fixture.layer)[0].entity, type));
    fixture.world.apply(edit);
    const auto reapply = [&] {
        FoliageEdit plants{foliageOf(fixture.world, fixture.layer)};
        reapplyFoliage(fixture.world, fixture.index, fixture.layer, middle, middle, {.radius = 20},
                       {}, plants);
        const bool changed = !plants.isEmpty();
        fixture.set(plants.finish());
        return changed;
    };
    QVERIFY(reapply());
    const auto after = allOf(*foliageOf(fixture.world, fixture.layer));
    QVERIFY2(leastDistance(after) >= 1, qPrintable(QString::number(leastDistance(after))));
    QVERIFY(after.size() > 100); // and no more than that has gone
    QVERIFY(std::find(after.begin(), after.end(), byHand) != after.end());
    QVERIFY(!reapply());
}

/// Alone the kind may have twice the density, on tiles of another width.
void TestFoliageStroke::reapplyOverOneKindOfAMixKeepsIt()
{
    FoliageFixture fixture;
    auto type = grass();
    type.density = 20;
    type.spacing = 0;
    fixture.addType(type);
    fixture.addType(type);
    fixture.addGround({0, 0}, 20);
    const StrokePoint middle{{10, 0, 10}, {0, 1, 0}};
    paint(fixture, {&middle, 1}, {.radius = 9});
    const auto before = foliageOf(fixture.world, fixture.layer);
    const std::array<std::uint8_t, 1> one{0};
    FoliageEdit plants{before};
    reapplyFoliage(fixture.world, fixture.index, fixture.layer, middle, middle, {.radius = 20}, one,
                   plants);
    QVERIFY(plants.isEmpty());
}

PLAIN_TEST(TestFoliageStroke)
} // namespace tst_foliage_stroke

#include "tst_foliage_stroke.moc"
