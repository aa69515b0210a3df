#include "engine_core/assets/lightmaps/lightmap_store.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/engine_core/lighting/incremental/house_rebake.h"
#include "tests/program/registry.h"
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
    void nothingStaleGivesTheSameBytes();
    void theSameBytesForAnyNumberOfThreads();
    void aMovedLampIsExact();
    void aSketchIsSmooth();
    void aDimmedLampKeepsTheShapeOfItsProfile();
    void lightOfOtherRaysIsTracedAnew();
    void aRoomWithoutItsLampIsBlack();
    void onlyWhatTheChangeReachesIsBaked();
    void whatIsNotKnownOfTheOldLevelIsFound();
    void bouncesDoNotGrowWithEdits();
    void aCancelledBakeIsAnError();
    void facesKeepTheirPlaces();
    void theQualityOfALightmapIsFound();
    void aFewFacesOfThatSizeAreNoQuality();
    void bouncesAreInTheFile();
};

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

PLAIN_TEST(TestRebake)
} // namespace tst_rebake

#include "tst_rebake.moc"
