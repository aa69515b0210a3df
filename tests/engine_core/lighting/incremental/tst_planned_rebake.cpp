#include "engine_core/assets/lightmaps/lightmap_store.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/engine_core/lighting/incremental/house_rebake.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_planned_rebake
{
using namespace engine;
using namespace mapwright::test;

/// Light whose luxels and rays are planned stays as a whole bake would plan it, edit by edit.
class TestPlannedRebake : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void plannedLightStaysThatOfAFullBake_data();
    void plannedLightStaysThatOfAFullBake();
    void aDarkHouseGetsTheLuxelsThatItsLightNeeds();
    void facesWithoutOtherLightKeepTheirLuxels();
    void sketchesOfADarkHouseHaveShape();
    void aLimitOfLuxelsHoldsAfterEdits();
    void nothingStaleGivesTheSamePlannedBytes();
    void threadsDoNotChangePlannedBytes();
    void aDarkHouseIsLitWithTheRaysOfAWholeBake();
    void theQualityOfPlannedLightIsFound();
    void thePlanIsInTheFile();
};

namespace
{
void shine(EditedHouse& house, bool areOn)
{
    for (const auto lamp : house.lamps) {
        auto light = *house.world.get<Light>(lamp);
        light.baked = areOn;
        house.set(lamp, light);
    }
}
} // namespace

void TestPlannedRebake::plannedLightStaysThatOfAFullBake_data()
{
    QTest::addColumn<float>("noise");
    QTest::newRow("samples") << 0.0f;
    QTest::newRow("noise target") << 0.04f;
}

/// Whole bakes plan anew: it is places that compare, with what full density gives there.
void TestPlannedRebake::plannedLightStaysThatOfAFullBake()
{
    constexpr int Edits = 30;
    QFETCH(const float, noise);
    EditedHouse house{Density::Adaptive, noise};
    std::size_t traced = 0;
    for (int i = 0; i < Edits; ++i) {
        house.edit();
        traced += house.rebake().litLuxels;
    }
    auto options = house.options(2);
    options.density = Density::Even;
    JobControl control;
    const auto even = bakeLightmap(house.input(), options, control);
    VERIFY_OK(even);
    const auto full = house.bakeAll(3);
    const auto whole = differenceAtPlaces(house.world, *full.lightmap, *even->lightmap, 6);
    const auto ours = differenceAtPlaces(house.world, *house.light, *even->lightmap, 6);
    report("a whole bake", whole);
    report("after 30 edits", ours);
    std::size_t luxels = 0;
    for (const auto& [key, chart] : house.light->charts)
        luxels += std::size_t{chart.width} * chart.height;
    qInfo("%zu luxels, a whole bake has %zu; an edit traced %zu", luxels, full.stats.luxels,
          traced / Edits);
    const auto target = static_cast<double>(noise); // which whole bakes stay well below
    QVERIFY(ours.mean <= std::max(whole.mean * 1.15 + 0.002, target * 0.5));
    QVERIFY(ours.ofHundredth <= std::max(whole.ofHundredth * 1.25 + 0.01, target * 5));
    QVERIFY(luxels < full.stats.luxels * 3 / 2);
}

void TestPlannedRebake::aDarkHouseGetsTheLuxelsThatItsLightNeeds()
{
    EditedHouse house{Density::Adaptive};
    const auto lit = house.light;
    shine(house, false);
    house.take(house.bakeAll().lightmap);
    for (const auto& [key, chart] : house.light->charts)
        QCOMPARE(chart.width * chart.height, 4);
    shine(house, true);
    const auto stats = house.rebake();
    const auto full = house.bakeAll();
    const auto difference = differenceAtPlaces(house.world, *house.light, *full.lightmap, 6);
    report("a dark house is lit", difference);
    QVERIFY(difference.mean < 0.01);
    QVERIFY(difference.ofHundredth < 0.1);
    const double share = static_cast<double>(stats.luxels) / static_cast<double>(full.stats.luxels);
    QVERIFY2(share > 0.7 && share < 1.4, qPrintable(QString::number(share)));
}

void TestPlannedRebake::facesWithoutOtherLightKeepTheirLuxels()
{
    EditedHouse house{Density::Adaptive};
    const auto far = addBox(house.world, {40, 0, 0}, {44, 1, 4}, "far");
    addLight(house.world, {42, 3, 2}, 6);
    house.rebake();
    const auto before = house.light;
    house.set(house.lamps[0], TransformComponent{.position = {-4, 2, 1}});
    house.rebake();
    const auto* then = before->find(far, 2);
    const auto* now = house.light->find(far, 2);
    QVERIFY(then != nullptr && now != nullptr && then->width > 2);
    QCOMPARE(now->width, then->width);
    QCOMPARE(now->height, then->height);
    for (int y = 0; y < now->height; ++y)
        for (int x = 0; x < now->width; ++x)
            QCOMPARE(luxel(*house.light, *now, x, y), luxel(*before, *then, x, y));
}

/// Four luxels a wall would show nothing.
void TestPlannedRebake::sketchesOfADarkHouseHaveShape()
{
    EditedHouse house{Density::Adaptive};
    shine(house, false);
    house.take(house.bakeAll().lightmap);
    shine(house, true);
    JobControl control;
    const auto sketch = rebakeLightmap(house.input(), house.oldLight(), house.options(), control,
                                       RebakeDepth::Sketch);
    VERIFY_OK(sketch);
    const auto difference =
        differenceAtPlaces(house.world, *sketch->lightmap, *house.bakeAll().lightmap, 6);
    report("a sketch", difference);
    QVERIFY(difference.mean < 0.15);
}

void TestPlannedRebake::aLimitOfLuxelsHoldsAfterEdits()
{
    constexpr int Edits = 10;
    EditedHouse house{Density::Adaptive};
    for (const auto isAdaptive : {false, true}) {
        auto scene = house.settings();
        scene.adaptiveDensity = isAdaptive;
        scene.luxelLimit = 0.004f;
        house.setSettings(scene);
        house.take(house.bakeAll().lightmap);
        for (int i = 0; i < Edits; ++i) {
            house.edit();
            QVERIFY(house.rebake().luxels <= 4000);
        }
        const auto full = house.bakeAll(2);
        const auto seeds =
            differenceAtPlaces(house.world, *house.bakeAll(3).lightmap, *full.lightmap, 3);
        const auto ours = differenceAtPlaces(house.world, *house.light, *full.lightmap, 3);
        QVERIFY(ours.mean <= seeds.mean * 1.25 + 0.01);
    }
}

void TestPlannedRebake::nothingStaleGivesTheSamePlannedBytes()
{
    EditedHouse house{Density::Adaptive};
    const auto same = rebakeOf(house, house.oldLight());
    VERIFY_OK(same);
    QCOMPARE(same->lightmap->hash, house.light->hash);
    QCOMPARE(same->stats.stale, std::size_t{0});
}

void TestPlannedRebake::threadsDoNotChangePlannedBytes()
{
    EditedHouse house{Density::Adaptive, 0.05f};
    house.set(house.lamps[0], TransformComponent{.position = {-4, 2, 1}});
    house.set(house.crates[0], TransformComponent{.position = {0.5, 0, 0.5}});
    const auto one = rebakeOf(house, house.oldLight(), 1);
    const auto three = rebakeOf(house, house.oldLight(), 3);
    QVERIFY(one && three);
    QVERIFY(one->stats.noise > 0 && one->stats.noise <= 0.05);
    QCOMPARE(one->lightmap->hash, three->lightmap->hash);
}

/// What counts as dark is known only when the lamps are on.
void TestPlannedRebake::aDarkHouseIsLitWithTheRaysOfAWholeBake()
{
    EditedHouse house{Density::Even, 0.05f};
    shine(house, false);
    house.take(house.bakeAll().lightmap);
    shine(house, true);
    const auto stats = house.rebake();
    const auto all = house.bakeAll().stats;
    qInfo("%llu rays, a whole bake takes %llu", static_cast<unsigned long long>(stats.rays),
          static_cast<unsigned long long>(all.rays));
    QVERIFY(stats.rays < all.rays * 4); // those of differences are among them
}

void TestPlannedRebake::theQualityOfPlannedLightIsFound()
{
    const EditedHouse house{Density::Adaptive};
    QVERIFY(qualityOf(*house.light, house.input()) == BakeQuality::Final);
    QVERIFY(!qualityOf(*house.light, house.input(), Density::Even));
    auto options = house.options();
    options.quality = BakeQuality::Preview;
    JobControl control;
    const auto preview = bakeLightmap(house.input(), options, control);
    VERIFY_OK(preview);
    QVERIFY(qualityOf(*preview->lightmap, house.input()) == BakeQuality::Preview);
    // Light of even density is as good, and so is that of a file that does not say how it was made.
    const EditedHouse even;
    auto input = even.input();
    input.settings.adaptiveDensity = true;
    QVERIFY(qualityOf(*even.light, input) == BakeQuality::Final);
    auto old = *even.light;
    old.density = 0;
    QVERIFY(qualityOf(old, input) == BakeQuality::Final);
    auto planned = *house.light;
    planned.density = 0;
    QVERIFY(!qualityOf(planned, house.input()));
}

void TestPlannedRebake::thePlanIsInTheFile()
{
    const QTemporaryDir folder;
    const auto file = fs::path{folder.path().toStdString()} / "x.exr";
    const EditedHouse house{Density::Adaptive};
    QCOMPARE(house.light->density, 6.0);
    VERIFY_OK(saveLightmap(*house.light, file));
    const auto read = loadLightmap(file);
    VERIFY_OK(read);
    QCOMPARE((*read)->density, 6.0);
    QVERIFY((*read)->rays != 0);
    QCOMPARE((*read)->rays, house.light->rays);
    bool isAnySpread = false;
    for (const auto& [key, chart] : house.light->charts) {
        QCOMPARE((*read)->charts.at(key).farX, chart.farX);
        QCOMPARE((*read)->charts.at(key).farY, chart.farY);
        isAnySpread = isAnySpread || chart.farX > 1;
    }
    QVERIFY(isAnySpread);
}

PLAIN_TEST(TestPlannedRebake)
} // namespace tst_planned_rebake

#include "tst_planned_rebake.moc"
