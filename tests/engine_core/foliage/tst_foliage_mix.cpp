#include "engine_core/foliage/foliage_marks.h"
#include "engine_core/foliage/foliage_stroke.h"
#include "engine_core/geometry/brush_shapes.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/meadow_fixture.h"

#include <QtTest>

#include <functional>

namespace tst_foliage_mix
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr double GroundSize = 300; // metres

struct Kind
{
    double spacing = 0;
    double share = 1;
};

using Kinds = std::vector<Kind>;

/// Each kind with the density that makes up the total with the others.
void addMix(FoliageFixture& fixture, const Kinds& kinds, double total)
{
    for (const auto& kind : kinds) {
        auto type = plainType(total, kind.spacing);
        type.slopeMax = 45; // the top of the ground alone
        type.weight = kind.share;
        fixture.addType(type);
    }
}

/// Counts by slot as shares of what was asked for; the total comes last.
std::vector<double>
reached(std::span<const FoliageInstance> plants, const Kinds& kinds, double total)
{
    double shares = 0;
    for (const auto& kind : kinds)
        shares += kind.share;
    const double all = total * GroundSize * GroundSize;
    std::vector<double> reached(kinds.size() + 1, 0);
    for (const auto& plant : plants) {
        reached[plant.type] += shares / (kinds[plant.type].share * all);
        reached.back() += 1 / all;
    }
    return reached;
}

/// Two plants nearer than their kinds allow.
bool areCrowded(std::vector<FoliageInstance> plants, const Kinds& kinds)
{
    std::sort(plants.begin(), plants.end(),
              [](const auto& a, const auto& b) { return a.position.x < b.position.x; });
    for (std::size_t i = 0; i < plants.size(); ++i)
        for (auto j = i + 1; j < plants.size(); ++j) {
            const auto apart = Vec3d{plants[j].position} - Vec3d{plants[i].position};
            if (apart.x > 4)
                break;
            const double least =
                std::min(kinds[plants[i].type].spacing, kinds[plants[j].type].spacing);
            if (glm::length(apart) < least)
                return true;
        }
    return false;
}

void compare(std::span<const double> reached)
{
    QStringList text;
    for (const double share : reached)
        text += QString::number(share, 'f', 3);
    const auto all = text.join(' ');
    for (std::size_t kind = 0; kind + 1 < reached.size(); ++kind)
        QVERIFY2(std::abs(reached[kind] - 1) < 0.1, qPrintable(all));
    QVERIFY2(std::abs(reached.back() - 1) < 0.05, qPrintable(all));
}

void erase(Meadow& meadow,
           const Vec3d& middle,
           double radius,
           std::span<const std::uint8_t> slots = {})
{
    const auto standing = meadow.plants();
    const StrokePoint at{middle};
    FoliageEdit edit{standing};
    eraseFoliage(*standing, at, at, {.radius = radius}, slots, edit,
                 FoliageMarks{meadow.world, meadow.layer});
    meadow.set(edit.finish());
}

/// Of a kind, or of all.
std::size_t countWithin(Meadow& meadow, const Vec3d& middle, double radius, int slot = -1)
{
    std::size_t count = 0;
    for (const auto& plant : allOf(*meadow.plants()))
        if (plant.isStanding() && distanceTo(plant, middle) < radius &&
            (slot < 0 || plant.type == slot))
            ++count;
    return count;
}

void setTypes(Meadow& meadow, const std::function<void(FoliageType&)>& change)
{
    Edit edit;
    for (auto [entity, type] : foliageTypes(meadow.world, meadow.layer)) {
        change(type);
        edit.swaps.push_back(swapTo(entity, type));
    }
    meadow.world.apply(edit);
}
} // namespace

/// Several kinds that stand in each other's way.
class TestFoliageMix : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKindReachesItsShare_data();
    void everyKindReachesItsShare();
    void aStrokeReachesTheShares();
    void halfStrengthIsHalfOfEveryKind();
    void aKindThatIsPlantedAloneStandsAsItWould();
    void kindsThatNeverMeetStandAsTheyWouldAlone();
    void kindsWithoutRoomComeDownInProportion();
    void rareKindsAreNotLost();
    void grassLeavesTreesAsTheyAre();
    void partAfterPartIsTheSameAsTheWhole();
    void anErasedKindStaysErasedAmongOthers();
    void anErasedWoodStaysErasedWhenSharesChange();
    void aKindAloneReachesItsDensityOverAThinMix();
    void plantsOfEarlierLatticesKeepTheirDistanceAroundAnEdit();
};

void TestFoliageMix::everyKindReachesItsShare_data()
{
    QTest::addColumn<Kinds>("kinds");
    QTest::addColumn<double>("total");
    const std::vector<std::pair<QString, Kinds>> mixes{
        {"2 kinds", Kinds(2, {2, 1})},
        {"4 kinds", Kinds(4, {2, 1})},
        {"6 kinds", Kinds(6, {2, 1})},
        {"2 unequal shares", {{2, 3}, {2, 1}}},
        {"4 unequal shares", {{2, 1}, {2, 2}, {2, 3}, {2, 4}}},
        {"2 spacings", {{1.4, 1}, {2, 1}}},
        {"3 spacings", {{1.4, 1}, {2, 1}, {3, 1}}},
        {"6 of 3 spacings, unequal shares", {{3, 1}, {2, 1}, {1.4, 2}, {2, 2}, {1.4, 1}, {3, 1}}}};
    for (const auto& [name, kinds] : mixes)
        for (const double total : {0.0375, 0.075, 0.1125})
            QTest::addRow("%s, %g", qPrintable(name), total) << kinds << total;
}

void TestFoliageMix::everyKindReachesItsShare()
{
    QFETCH(Kinds, kinds);
    QFETCH(double, total);
    Meadow meadow;
    addMix(meadow, kinds, total);
    const auto ground = meadow.addGround({-40, 17}, GroundSize);
    const auto plants = meadow.scatter(std::array{ground}).instances;
    compare(reached(plants, kinds, total));
    QVERIFY(!areCrowded(plants, kinds));
    static_cast<void>(meadow.grow());
    const auto grown = allOf(*meadow.plants());
    compare(reached(grown, kinds, total));
    QVERIFY(!areCrowded(grown, kinds));
}

void TestFoliageMix::aStrokeReachesTheShares()
{
    FoliageFixture fixture;
    const Kinds kinds{{2, 1}, {2, 1}, {1.4, 1}, {1.4, 3}};
    addMix(fixture, kinds, 0.1125);
    static_cast<void>(fixture.addGround({0, 0}, GroundSize));
    const auto paint = [&](double from, double step) {
        FoliageStroke stroke{fixture.world, fixture.index, fixture.layer, {}, {.radius = 16}};
        std::vector<FoliageInstance> plants;
        for (double z = 0; z < GroundSize + 20; z += 20)
            for (double x = from; std::abs(x - GroundSize / 2) <= GroundSize / 2 + 20; x += step) {
                const auto added = stroke.extend({{x, 0, z}});
                plants.insert(plants.end(), added.begin(), added.end());
            }
        return plants;
    };
    const auto plants = paint(-20, 7);
    compare(reached(plants, kinds, 0.1125));
    QVERIFY(!areCrowded(plants, kinds));
    fixture.set(instancesOf(plants));
    QVERIFY(paint(GroundSize + 20, -3).empty());
}

void TestFoliageMix::halfStrengthIsHalfOfEveryKind()
{
    FoliageFixture fixture;
    const Kinds kinds(3, {2, 1});
    addMix(fixture, kinds, 0.1);
    static_cast<void>(fixture.addGround({0, 0}, GroundSize));
    FoliageStroke stroke{
        fixture.world, fixture.index, fixture.layer, {}, {.radius = 300, .strength = 0.5}};
    const auto plants = stroke.extend({{150, 0, 150}});
    compare(reached(plants, kinds, 0.05));
}

void TestFoliageMix::aKindThatIsPlantedAloneStandsAsItWould()
{
    FoliageFixture mix, alone;
    const Kinds kinds{{2, 1}, {1.4, 1}};
    addMix(mix, kinds, 0.1);
    addMix(alone, {kinds.front()}, 0.1);
    const auto ground = mix.addGround({0, 0}, GroundSize);
    const std::uint8_t slot = 0;
    auto scatter = collectScatter(mix.world, mix.index, mix.layer, std::array{ground}, {&slot, 1});
    JobControl control;
    const auto plants = scatterFoliage(std::move(scatter), control).instances;
    QVERIFY(plants.size() > 2000);
    const auto same = alone.scatter(std::array{alone.addGround({0, 0}, GroundSize)}).instances;
    QCOMPARE(plants.size(), same.size());
    for (std::size_t i = 0; i < plants.size(); ++i)
        QVERIFY(plants[i].position == same[i].position && plants[i].seed == same[i].seed &&
                plants[i].rank == same[i].rank);
}

void TestFoliageMix::kindsThatNeverMeetStandAsTheyWouldAlone()
{
    FoliageFixture mix, alone;
    auto type = plainType(0.1, 2);
    type.slopeMax = 45;
    mix.addType(type);
    alone.addType(type);
    type.slopeMin = 50;
    type.slopeMax = 180;
    mix.addType(type);
    auto twice = foliageTypes(alone.world, alone.layer).front();
    twice.type.density = 0.05; // its share of the mix
    Edit edit;
    edit.swaps.push_back(swapTo(twice.entity, twice.type));
    alone.world.apply(edit);
    auto plants = mix.scatter(std::array{mix.addGround({0, 0}, GroundSize)}).instances;
    std::erase_if(plants, [](const auto& plant) { return plant.type != 0; });
    const auto same = alone.scatter(std::array{alone.addGround({0, 0}, GroundSize)}).instances;
    QVERIFY(same.size() > 1000);
    QCOMPARE(plants.size(), same.size());
    for (std::size_t i = 0; i < plants.size(); ++i)
        QVERIFY(plants[i].position == same[i].position);
}

void TestFoliageMix::kindsWithoutRoomComeDownInProportion()
{
    FoliageFixture mix, alone;
    const Kinds kinds{{2, 3}, {2, 1}};
    addMix(mix, kinds, 4);
    addMix(alone, {{2, 1}}, 4);
    const auto most =
        alone.scatter(std::array{alone.addGround({0, 0}, GroundSize)}).instances.size();
    const auto plants = mix.scatter(std::array{mix.addGround({0, 0}, GroundSize)}).instances;
    QVERIFY(!areCrowded(plants, kinds));
    // What one kind has room for, in the proportion of the shares.
    compare(reached(plants, kinds, static_cast<double>(most) / (GroundSize * GroundSize)));
}

void TestFoliageMix::rareKindsAreNotLost()
{
    FoliageFixture fixture;
    const Kinds kinds{{2, 1}, {2, 500}, {2, 500}};
    addMix(fixture, kinds, 0.1125);
    const auto ground = fixture.addGround({0, 0}, GroundSize);
    const auto plants = fixture.scatter(std::array{ground}).instances;
    const auto shares = reached(plants, kinds, 0.1125); // of the first: ten
    QVERIFY2(shares[0] > 0.5 && shares[0] < 1.5, qPrintable(QString::number(shares[0])));
    QVERIFY(std::abs(shares[1] - 1) < 0.05 && std::abs(shares[2] - 1) < 0.05);
}

void TestFoliageMix::grassLeavesTreesAsTheyAre()
{
    const auto treesOf = [](double grass) {
        FoliageFixture fixture;
        auto tree = plainType(0.1, 2);
        tree.slopeMax = 45;
        fixture.addType(tree);
        fixture.addType(tree);
        if (grass > 0) {
            tree.density = grass;
            tree.spacing = 0.1;
            tree.weight = 2;
            fixture.addType(tree);
        }
        const auto ground = fixture.addGround({0, 0}, 60);
        auto plants = fixture.scatter(std::array{ground}).instances;
        std::erase_if(plants, [](const auto& plant) { return plant.type == 2; });
        return plants;
    };
    const auto some = treesOf(4);
    QVERIFY(some.size() > 150);
    QCOMPARE(some, treesOf(9));
}

void TestFoliageMix::partAfterPartIsTheSameAsTheWhole()
{
    Meadow meadow;
    addMix(meadow, {{2, 1}, {2, 1}, {1.4, 2}, {0.7, 3}}, 0.2);
    static_cast<void>(meadow.addGround({-40, -40}, 80));
    const auto box = meadow.addBrush(*makeBox({{-5, 0, -5}, {5, 3, 5}}));
    static_cast<void>(meadow.grow());
    for (int i = 0; i < 12; ++i) {
        auto dirty = boundsOf(meadow.world, box);
        const Vec3d corner{-30 + 5 * i, -0.5, 20 - 4 * i};
        meadow.setBrush(box, *makeBox({corner, corner + Vec3d{6, 4, 3}}));
        dirty.add(boundsOf(meadow.world, box));
        static_cast<void>(meadow.grow(dirty));
        QCOMPARE(meadow.plants()->hash(), meadow.hashFromScratch());
    }
    const auto whole = meadow.plants()->hash();
    meadow.set(std::make_shared<const FoliageInstances>());
    QCOMPARE(meadow.grow(wholeFoliage(), 2).instances->hash(), whole);
}

void TestFoliageMix::anErasedKindStaysErasedAmongOthers()
{
    Meadow meadow;
    addMix(meadow, Kinds(3, {2, 1}), 0.1125);
    static_cast<void>(meadow.addGround({0, 0}, 60));
    static_cast<void>(meadow.grow());
    const Vec3d middle{30, 0, 30};
    const auto before = countWithin(meadow, middle, 20);
    const auto ofKind = countWithin(meadow, middle, 20, 1);
    const std::uint8_t slot = 1;
    erase(meadow, middle, 20, {&slot, 1});
    const auto erased = meadow.plants();
    QCOMPARE(meadow.grow().instances, erased); // neither back, nor others in its place
    QCOMPARE(countWithin(meadow, middle, 20), before - ofKind);
}

void TestFoliageMix::anErasedWoodStaysErasedWhenSharesChange()
{
    Meadow meadow;
    addMix(meadow, Kinds(6, {2, 1}), 0.1125);
    static_cast<void>(meadow.addGround({0, 0}, 90));
    static_cast<void>(meadow.grow());
    const Vec3d middle{45, 0, 45};
    const auto before = countWithin(meadow, middle, 18);
    erase(meadow, middle, 25);
    QCOMPARE(countWithin(meadow, middle, 25), std::size_t{0});
    const auto erased = meadow.plants();
    QCOMPARE(meadow.grow().instances, erased);
    setTypes(meadow, [](FoliageType& type) { type.weight = type.slot == 0 ? 3 : 1; });
    static_cast<void>(meadow.grow());
    const auto after = countWithin(meadow, middle, 18);
    QVERIFY2(after * 20 <= before, qPrintable(QString{"%1 of %2"}.arg(after).arg(before)));
    QVERIFY(countWithin(meadow, {75, 0, 75}, 12) > 35); // not erased there
}

void TestFoliageMix::plantsOfEarlierLatticesKeepTheirDistanceAroundAnEdit()
{
    // What stands was grown by other rules, as by an earlier version: only the part around an edit
    // grows anew.
    Meadow meadow;
    const Kinds kinds(2, {2, 1});
    addMix(meadow, kinds, 0.1125);
    setTypes(meadow, [](FoliageType& type) { type.seed = 77; });
    static_cast<void>(meadow.addGround({0, 0}, 60));
    static_cast<void>(meadow.grow());
    const auto earlier = allOf(*meadow.plants());
    setTypes(meadow, [](FoliageType& type) { type.seed = 1; });
    const auto grown = meadow.grow({{25, -1, 25}, {35, 1, 35}});
    QVERIFY(grown.added > 5 && grown.removed > 5);
    QVERIFY(grown.removed < earlier.size() / 2);
    QVERIFY(!areCrowded(allOf(*meadow.plants()), kinds));
}

/// It stands on other places than in the mix, most of which lie too near to what stands there.
void TestFoliageMix::aKindAloneReachesItsDensityOverAThinMix()
{
    FoliageFixture fixture;
    const Kinds kinds(4, {0.3, 1});
    addMix(fixture, kinds, 1); // a quarter each
    const auto ground = fixture.addGround({0, 0}, 40);
    fixture.set(instancesOf(fixture.scatter(std::array{ground}).instances));
    const auto countOf = [&] {
        const auto all = allOf(*foliageOf(fixture.world, fixture.layer));
        return static_cast<double>(
            std::count_if(all.begin(), all.end(), [](const auto& each) { return each.type == 0; }));
    };
    const double wanted = 40 * 40;
    const double mixed = countOf();
    QVERIFY(std::abs(mixed / wanted - 0.25) < 0.02);
    const auto before = foliageOf(fixture.world, fixture.layer);

    const std::array<std::uint8_t, 1> alone{0};
    const auto scatter = [&] {
        JobControl control;
        const auto planted = scatterFoliage(
            collectScatter(fixture.world, fixture.index, fixture.layer, std::array{ground}, alone),
            control);
        FoliageEdit edit{foliageOf(fixture.world, fixture.layer)};
        for (const auto& plant : planted.instances)
            edit.add(plant);
        fixture.set(edit.finish());
        return planted.instances.size();
    };
    QVERIFY(scatter() > 0);
    const auto reachedBy = [&] {
        return QString::number(countOf() / wanted);
    };
    QVERIFY2(countOf() > 0.9 * wanted && countOf() < 1.05 * wanted, qPrintable(reachedBy()));
    QCOMPARE(scatter(), std::size_t{0}); // again adds nothing
    QVERIFY(!areCrowded(allOf(*foliageOf(fixture.world, fixture.layer)), kinds));

    fixture.set(before); // the same by the brush
    const auto stroke = [&] {
        FoliageStroke painted{fixture.world, fixture.index, fixture.layer, alone, {.radius = 6}};
        FoliageEdit edit{foliageOf(fixture.world, fixture.layer)};
        std::size_t added = 0;
        for (double x = 0; x <= 40; x += 5)
            for (double z = 0; z <= 40; z += 5)
                for (const auto& plant : painted.extend({{x, 0, z}, {0, 1, 0}})) {
                    edit.add(plant);
                    ++added;
                }
        fixture.set(edit.finish());
        return added;
    };
    QVERIFY(stroke() > 0);
    QVERIFY2(countOf() > 0.9 * wanted && countOf() < 1.05 * wanted, qPrintable(reachedBy()));
    QCOMPARE(stroke(), std::size_t{0});
}

PLAIN_TEST(TestFoliageMix)
} // namespace tst_foliage_mix

#include "tst_foliage_mix.moc"
