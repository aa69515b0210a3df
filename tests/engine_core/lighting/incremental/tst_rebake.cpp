#include "engine_core/assets/lightmaps/lightmap_store.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/edited_house.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_rebake
{
using namespace engine;
using namespace mapwright::test;

/// Light is right again when what an edit can have altered is baked, and nothing else.
class TestRebake : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void afterManyEditsItIsTheLightOfAFullBake();
    void plannedLightStaysThatOfAFullBake_data();
    void plannedLightStaysThatOfAFullBake();
    void aDarkHouseGetsTheLuxelsThatItsLightNeeds();
    void facesWithoutOtherLightKeepTheirLuxels();
    void sketchesOfADarkHouseHaveShape();
    void aLimitOfLuxelsHoldsAfterEdits();
    void nothingStaleGivesTheSameBytes();
    void nothingStaleGivesTheSamePlannedBytes();
    void threadsDoNotChangePlannedBytes();
    void theSameBytesForAnyNumberOfThreads();
    void aMovedLampIsExact();
    void aSketchIsSmooth();
    void aDimmedLampKeepsTheShapeOfItsProfile();
    void lightOfOtherRaysIsTracedAnew();
    void aDarkHouseIsLitWithTheRaysOfAWholeBake();
    void aRoomWithoutItsLampIsBlack();
    void onlyWhatTheChangeReachesIsBaked();
    void whatIsNotKnownOfTheOldLevelIsFound();
    void bouncesDoNotGrowWithEdits();
    void aCancelledBakeIsAnError();
    void facesKeepTheirPlaces();
    void theQualityOfALightmapIsFound();
    void aFewFacesOfThatSizeAreNoQuality();
    void theQualityOfPlannedLightIsFound();
    void bouncesAreInTheFile();
    void thePlanIsInTheFile();
};

namespace
{
Result<BakeResult> rebakeOf(EditedHouse& house, const OldLight& old, unsigned threads = 2)
{
    JobControl control;
    auto options = house.options();
    options.threads = threads;
    return rebakeLightmap(house.input(), old, options, control);
}

void report(const char* what, const LightDifference& difference)
{
    qInfo("%s: %zu luxels differ by %.2f %% in the mean, a hundredth by more than %.1f %%", what,
          difference.luxels, difference.mean * 100, difference.ofHundredth * 100);
}
} // namespace

/// Two whole bakes with other seeds say how much is noise.
void TestRebake::afterManyEditsItIsTheLightOfAFullBake()
{
    constexpr int Edits = 30;
    EditedHouse house;
    for (int i = 0; i < Edits; ++i) {
        house.edit();
        house.rebake();
    }
    const auto full = house.bakeAll(2);
    const auto noise = differenceOf(*house.bakeAll(3).lightmap, *full.lightmap);
    const auto ours = differenceOf(*house.light, *full.lightmap);
    report("two whole bakes", noise);
    report("after 30 edits", ours);
    report("the same seed", differenceOf(*house.light, *house.bakeAll().lightmap));
    // Light that was followed many times is a little noisier than light that was baked once.
    QVERIFY(ours.mean <= noise.mean * 1.1 + 0.002);
    QVERIFY(ours.ofHundredth <= noise.ofHundredth * 1.2 + 0.01);
}

void TestRebake::plannedLightStaysThatOfAFullBake_data()
{
    QTest::addColumn<float>("noise");
    QTest::newRow("samples") << 0.0f;
    QTest::newRow("noise target") << 0.04f;
}

/// Whole bakes plan anew: it is places that compare, with what full density gives there.
void TestRebake::plannedLightStaysThatOfAFullBake()
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

void TestRebake::aDarkHouseGetsTheLuxelsThatItsLightNeeds()
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

void TestRebake::facesWithoutOtherLightKeepTheirLuxels()
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
void TestRebake::sketchesOfADarkHouseHaveShape()
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

void TestRebake::aLimitOfLuxelsHoldsAfterEdits()
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

void TestRebake::threadsDoNotChangePlannedBytes()
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

void TestRebake::nothingStaleGivesTheSamePlannedBytes()
{
    EditedHouse house{Density::Adaptive};
    const auto same = rebakeOf(house, house.oldLight());
    VERIFY_OK(same);
    QCOMPARE(same->lightmap->hash, house.light->hash);
    QCOMPARE(same->stats.stale, std::size_t{0});
}

void TestRebake::nothingStaleGivesTheSameBytes()
{
    EditedHouse house;
    const auto same = rebakeOf(house, house.oldLight());
    VERIFY_OK(same);
    QCOMPARE(same->lightmap->hash, house.light->hash);
    QCOMPARE(same->lightmap->atlases[0].halfs, house.light->atlases[0].halfs);
    QCOMPARE(same->stats.stale, std::size_t{0});
    QCOMPARE(same->lightmap->rays, house.light->rays);
    QVERIFY(std::ranges::equal(
        same->lightmap->charts, house.light->charts, {},
        [](const auto& chart) { return chart.second.bounces.shares; },
        [](const auto& chart) { return chart.second.bounces.shares; }));
}

void TestRebake::theSameBytesForAnyNumberOfThreads()
{
    EditedHouse house;
    house.set(house.lamps[0], TransformComponent{.position = {-4, 2, 1}});
    house.set(house.crates[0], TransformComponent{.position = {0.5, 0, 0.5}});
    const auto one = rebakeOf(house, house.oldLight(), 1);
    const auto three = rebakeOf(house, house.oldLight(), 3);
    VERIFY_OK(one);
    VERIFY_OK(three);
    QCOMPARE(one->lightmap->hash, three->lightmap->hash);
}

/// The very rays of a whole bake are traced: what differs are halves that were rounded twice, and
/// light that is too little to be followed.
void TestRebake::aMovedLampIsExact()
{
    EditedHouse house;
    house.set(house.lamps[0], TransformComponent{.position = {-4, 2, 1}});
    house.rebake();
    const auto difference = differenceOf(*house.light, *house.bakeAll().lightmap);
    report("a moved lamp", difference);
    QVERIFY(difference.mean < 0.004);
    QVERIFY(difference.ofHundredth < 0.03);
}

/// What six rays find is mostly noise, and where light goes away it would leave black spots.
void TestRebake::aSketchIsSmooth()
{
    EditedHouse house;
    house.set(house.lamps[0], TransformComponent{.position = {-4, 2, 1}});
    const auto whole = rebakeOf(house, house.oldLight());
    VERIFY_OK(whole);
    auto options = house.options();
    options.samples = 6;
    JobControl control;
    const auto apartFromWhole = [&](Denoise denoise) {
        options.denoise = denoise;
        const auto sketch =
            rebakeLightmap(house.input(), house.oldLight(), options, control, RebakeDepth::Sketch);
        ENGINE_EXPECT(sketch);
        return differenceOf(*sketch->lightmap, *whole->lightmap);
    };
    const auto rough = apartFromWhole(Denoise::Off);
    const auto smooth = apartFromWhole(Denoise::Wide);
    report("a rough sketch", rough);
    report("a smooth one", smooth);
    QVERIFY(smooth.mean < rough.mean);
}

void TestRebake::aDimmedLampKeepsTheShapeOfItsProfile()
{
    EditedHouse house;
    auto parsed = parseLightProfile("IESNA:LM-63-2002\r\nTILT=NONE\r\n1 1000 1 3 1 1 2 0 0 0\r\n"
                                    "1 1 50\r\n0 90 180\r\n0\r\n100 20 0\r\n",
                                    "lamp.ies");
    VERIFY_OK(parsed);
    const auto profile = std::make_shared<const LightProfile>(*std::move(parsed));
    const auto shape = [&](std::vector<BakeLight>& lights) { // as readProfiles() does
        for (auto& light : lights)
            if (hasProfile(light.light))
                light.profile = profile;
    };
    auto lamp = *house.world.get<Light>(house.lamps[0]);
    lamp.profile.path = "lamp.ies";
    house.set(house.lamps[0], lamp);
    JobControl control;
    const auto inputNow = [&] {
        auto input = house.input();
        shape(input.lights);
        return input;
    };
    const auto before = bakeLightmap(inputNow(), house.options(), control);
    VERIFY_OK(before);
    house.take(before->lightmap);
    lamp.intensity /= 2;
    house.set(house.lamps[0], lamp);
    auto old = house.oldLight();
    shape(*old.lights);
    const auto now = rebakeLightmap(inputNow(), old, house.options(), control);
    VERIFY_OK(now);
    QVERIFY(now->stats.stale > 0);
    const auto all = bakeLightmap(inputNow(), house.options(), control);
    VERIFY_OK(all);
    const auto difference = differenceOf(*now->lightmap, *all->lightmap);
    report("a dimmed lamp with a profile", difference);
    QVERIFY(difference.mean < 0.004);
    QVERIFY(difference.ofHundredth < 0.03);
}

/// Or the noise of what was there and of what was taken away would both stay.
void TestRebake::lightOfOtherRaysIsTracedAnew()
{
    EditedHouse house;
    const auto rays = house.light->rays;
    QVERIFY(rays != 0);
    house.take(house.bakeAll(7).lightmap);
    QVERIFY(house.light->rays != rays);
    auto dark = *house.world.get<Light>(house.lamps[0]);
    dark.baked = false;
    house.set(house.lamps[0], dark);
    house.rebake();
    QCOMPARE(house.light->rays, ContentHash{0}); // some faces have kept theirs
    const auto noise = differenceOf(*house.bakeAll(2).lightmap, *house.bakeAll(3).lightmap);
    const auto ours = differenceOf(*house.light, *house.bakeAll().lightmap);
    report("two whole bakes", noise);
    report("light of other rays", ours);
    QVERIFY(ours.mean <= noise.mean * 1.1 + 0.002);
}

/// What counts as dark is known only when the lamps are on.
void TestRebake::aDarkHouseIsLitWithTheRaysOfAWholeBake()
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

void TestRebake::aRoomWithoutItsLampIsBlack()
{
    EditedHouse house;
    for (const auto lamp : house.lamps) {
        auto dark = *house.world.get<Light>(lamp);
        dark.baked = false;
        house.set(lamp, dark);
    }
    house.rebake();
    for (const auto& [key, chart] : house.light->charts)
        for (int y = 0; y < chart.height; ++y)
            for (int x = 0; x < chart.width; ++x)
                QVERIFY(luxel(*house.light, chart, x, y) == Vec3f{0});
}

void TestRebake::onlyWhatTheChangeReachesIsBaked()
{
    EditedHouse house;
    const auto far = addBox(house.world, {40, 0, 0}, {41, 1, 1}, "far");
    const auto farLamp = addLight(house.world, {42, 3, 0.5}, 6);
    house.rebake();
    const auto before = house.light;
    house.set(farLamp, TransformComponent{.position = {42, 2, 0.5}});
    const auto stats = house.rebake();
    QVERIFY(stats.stale > 0 && stats.stale <= 6);
    QCOMPARE(stats.stale + stats.kept, stats.charts);
    for (const auto& [key, chart] : before->charts) {
        if (key.first == far)
            continue;
        const auto* now = house.light->find(key.first, key.second);
        QVERIFY(now != nullptr);
        QCOMPARE(luxel(*house.light, *now, 1, 1), luxel(*before, chart, 1, 1));
    }
}

/// As the command line bakes: from the lightmap's file alone.
void TestRebake::whatIsNotKnownOfTheOldLevelIsFound()
{
    EditedHouse house;
    house.set(house.lamps[0], TransformComponent{.position = {-4, 2, 1}});
    house.set(house.crates[0], TransformComponent{.position = {0.5, 0, 0.5}});
    OldLight old;
    old.lightmap = house.light;
    old.stale = facesWithOtherInputs(*house.light, house.input());
    QVERIFY(!old.stale.empty());
    const auto result = rebakeOf(house, old);
    VERIFY_OK(result);
    const auto noise = differenceOf(*house.bakeAll(2).lightmap, *house.bakeAll(3).lightmap);
    const auto ours = differenceOf(*result->lightmap, *house.bakeAll(2).lightmap);
    report("from the file alone", ours);
    QVERIFY(ours.mean <= noise.mean * 1.1 + 0.002);
    QVERIFY(facesWithOtherInputs(*result->lightmap, house.input()).empty());
}

/// A crate that moves to and fro leaves the walls as bright as they were.
void TestRebake::bouncesDoNotGrowWithEdits()
{
    EditedHouse house;
    const auto meanOf = [](const Lightmap& lightmap) {
        double sum = 0;
        for (const auto& [key, chart] : lightmap.charts)
            for (int y = 0; y < chart.height; ++y)
                for (int x = 0; x < chart.width; ++x)
                    sum += static_cast<double>(luxel(lightmap, chart, x, y).y);
        return sum;
    };
    const double before = meanOf(*house.light);
    for (int i = 0; i < 10; ++i)
        for (const double x : {0.4, 0.0}) {
            house.set(house.crates[0], TransformComponent{.position = {x, 0, 0}});
            house.rebake();
        }
    const double after = meanOf(*house.light);
    qInfo("twenty moves change the mean by %.3f %%", (after / before - 1) * 100);
    QVERIFY(std::abs(after / before - 1) < 0.01);
}

void TestRebake::aCancelledBakeIsAnError()
{
    EditedHouse house;
    house.set(house.lamps[0], TransformComponent{.position = {-4, 2, 1}});
    JobControl control;
    control.cancel();
    const auto result = rebakeLightmap(house.input(), house.oldLight(), house.options(), control);
    QVERIFY(!result);
    QCOMPARE(result.error().message(), "The bake was cancelled");
}

void TestRebake::facesKeepTheirPlaces()
{
    EditedHouse house;
    const auto before = house.light;
    addBox(house.world, {2, 0, 2}, {3, 1, 2.8}, "new");
    house.rebake();
    for (const auto& [key, chart] : before->charts) {
        const auto* now = house.light->find(key.first, key.second);
        QVERIFY(now != nullptr && now->x == chart.x && now->y == chart.y);
    }
}

void TestRebake::theQualityOfALightmapIsFound()
{
    const EditedHouse house;
    QVERIFY(qualityOf(*house.light, house.input()) == BakeQuality::Final);
    auto options = house.options();
    options.quality = BakeQuality::Preview;
    JobControl control;
    const auto preview = bakeLightmap(house.input(), options, control);
    VERIFY_OK(preview);
    QVERIFY(qualityOf(*preview->lightmap, house.input()) == BakeQuality::Preview);
    QVERIFY(!qualityOf(Lightmap{}, house.input()));
}

void TestRebake::aFewFacesOfThatSizeAreNoQuality()
{
    const EditedHouse house;
    auto other = *house.light;
    std::size_t kept = 0;
    for (auto& [key, chart] : other.charts)
        if (++kept > 3)
            chart.width = static_cast<std::uint16_t>(chart.width + 100);
    QVERIFY(!qualityOf(other, house.input()));
}

void TestRebake::theQualityOfPlannedLightIsFound()
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

void TestRebake::bouncesAreInTheFile()
{
    const QTemporaryDir folder;
    const auto file = fs::path{folder.path().toStdString()} / "x.exr";
    const EditedHouse house;
    QCOMPARE(house.light->bounces, 3);
    VERIFY_OK(saveLightmap(*house.light, file));
    const auto read = loadLightmap(file);
    VERIFY_OK(read);
    QCOMPARE((*read)->bounces, 3);
    for (const auto& [key, chart] : house.light->charts)
        QVERIFY((*read)->charts.at(key).bounces == chart.bounces);
}

void TestRebake::thePlanIsInTheFile()
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

PLAIN_TEST(TestRebake)
} // namespace tst_rebake

#include "tst_rebake.moc"
