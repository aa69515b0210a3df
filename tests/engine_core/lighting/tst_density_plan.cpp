#include "engine_core/geometry/chart_frame.h"
#include "engine_core/lighting/bake_recorder.h"
#include "engine_core/lighting/incremental/bake_threads.h"
#include "engine_core/lighting/light_scene.h"
#include "engine_core/lighting/plan/bake_plan.h"
#include "engine_core/lighting/plan/even_light.h"
#include "tests/engine_core/lighting/light_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tst_density_plan
{
using namespace engine;
using namespace mapwright::test;

namespace
{
BakeOptions withDensity(Density density, int bounces = 0)
{
    auto options = directOnly();
    options.density = density;
    options.bounces = bounces;
    options.samples = 64;
    return options;
}

Light sunAtNoon()
{
    auto sun = lightOf(LightKind::Sun);
    sun.intensity = 3;
    sun.sunAngle = 0;
    return sun;
}

/// A lamp over crates in the tutorial's room.
struct FurnishedRoom : KindFixture
{
    FurnishedRoom() : KindFixture{Floor::None}
    {
        setDensity(4);
        buildRoom(world);
        addBox(world, {2, 0, 2}, {4, 1, 4}, "crate");
        addBox(world, {-4, 0, -5}, {-3.5, 2, 1}, "screen");
        addLight(world, {-1, 3, 0}, 20);
        addLight(world, {5, 2.5, 5}, 12);
    }
};

/// The same room, and what a plan of it is made of.
struct PlannedRoom : FurnishedRoom
{
    BakeInput baked = input();
    std::vector<StaticBrush> brushes = brushesToBake(baked);
    AlphaMasks noHoles;
    std::map<Name, Vec3f> noGlow;
    JobControl control;
    BakeThreads threads{directOnly(), control};

    [[nodiscard]] PlanJob job()
    {
        return {.input = baked,
                .brushes = brushes,
                .pierced = noHoles,
                .glow = noGlow,
                .threads = threads,
                .albedoOf = [](Name) { return Vec3f{0.6f}; },
                .luxelsPerMetre = 4,
                .bounces = 1};
    }
};

struct Difference
{
    double worst = 0; ///< as a share, where it is bright enough to be seen
    double rms = 0;
    std::string place; ///< of the worst
};

/// At all luxels of `even` in the open.
Difference differenceOf(const World& world, const Lightmap& even, const Lightmap& adaptive)
{
    double sum = 0;
    double count = 0;

    struct Pair
    {
        double even;
        double other;
        Vec3d place;
    };

    std::vector<Pair> pairs;
    for (const auto& [key, chart] : even.charts) {
        const auto brush = brushInWorld(world, key.first);
        const auto frame = chartFrame(*brush, key.second);
        for (int y = 0; y < chart.height; ++y)
            for (int x = 0; x < chart.width; ++x) {
                const auto place = frame.at({static_cast<double>(x) / (chart.width - 1),
                                             static_cast<double>(y) / (chart.height - 1)});
                const auto in = place + brush->faces()[key.second].plane.normal * 0.002;
                bool isBuried = false;
                for (const auto& other : staticBrushes(world))
                    isBuried = isBuried || other.brush->contains(in, 0);
                if (isBuried)
                    continue;
                const auto a = static_cast<double>(luxel(even, chart, x, y).x);
                const auto b =
                    static_cast<double>(lightAt(world, adaptive, key.first, key.second, place).x);
                pairs.push_back({a, b, in});
                sum += a;
                count += a > 0 ? 1 : 0;
            }
    }
    const double darkest = 0.02 * sum / count;
    Difference difference;
    double squares = 0;
    for (const auto& [a, b, place] : pairs) {
        const double share = std::abs(a - b) / std::max(a, darkest);
        if (share > difference.worst) {
            difference.worst = share;
            difference.place =
                fmt::format("{} is {} at {:.3f}, {:.3f}, {:.3f}", a, b, place.x, place.y, place.z);
        }
        squares += share * share;
    }
    difference.rms = std::sqrt(squares / static_cast<double>(pairs.size()));
    return difference;
}
} // namespace

class TestDensityPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void evenLightTakesFewLuxels();
    void shadowEdgesKeepAllLuxelsAcross();
    void facesWithoutLightTakeTheFewest();
    void nobodySeesTheDifference();
    void indirectLightIsTheSameWithinItsNoise();
    void threadsDoNotChangeThePlan();
    void aLimitOfLuxelsIsKept();
    void aPlanHandsOnWhatItMade();
    void onlyFinalQualityHasALimit();
    void theLimitCountsForEvenDensity();
    void errorsAreThoseOfReadingBetween();
    void settingsOfTheSceneDecide();
    void noiseStaysBelowItsTarget();
    void looserTargetsTakeFewerRays();
    void estimatesAreNearTheTruth();
    void trialsTakeNoMoreThanABakeMay();
};

void TestDensityPlan::evenLightTakesFewLuxels()
{
    KindFixture fixture;
    fixture.setDensity(8);
    fixture.add(sunAtNoon(), {0, 5, 0});
    const auto even = fixture.bake(withDensity(Density::Even));
    const auto adaptive = fixture.bake(withDensity(Density::Adaptive));
    const auto* ground = adaptive.lightmap->find(fixture.floor, Top);
    QCOMPARE(ground->width, std::uint16_t{2});
    QCOMPARE(ground->height, std::uint16_t{2});
    QVERIFY(adaptive.stats.luxels * 100 < even.stats.luxels);
    QVERIFY(std::abs(fixture.on(adaptive, {3, 0, 3}) - 3 / Pi) < 0.01);
}

void TestDensityPlan::shadowEdgesKeepAllLuxelsAcross()
{
    KindFixture fixture;
    fixture.setDensity(8);
    // The shadow's edges run along z all over the floor.
    addBox(fixture.world, {1, 2, -9}, {3.3, 2.2, 9}, "roof");
    fixture.add(sunAtNoon(), {0, 5, 0});
    const auto adaptive = fixture.bake(withDensity(Density::Adaptive));
    const auto* ground = adaptive.lightmap->find(fixture.floor, Top);
    QCOMPARE(ground->width, std::uint16_t{129});
    QCOMPARE(ground->height, std::uint16_t{2});
    QCOMPARE(fixture.on(adaptive, {2, 0, 0}), 0.0);
    QVERIFY(fixture.on(adaptive, {0.8, 0, 0}) > 0.9);
}

void TestDensityPlan::facesWithoutLightTakeTheFewest()
{
    KindFixture room{Floor::None};
    buildRoom(room.world);
    room.add(lightOf(LightKind::Point), {1, 3, 0});
    const auto baked = room.bake(withDensity(Density::Adaptive, 2));
    std::size_t outside = 0;
    for (const auto& [key, chart] : baked.lightmap->charts) {
        const auto brush = brushInWorld(room.world, key.first);
        const auto& plane = brush->faces()[key.second].plane;
        if (plane.above({0, 2, 0}) > 0)
            continue; // it looks inwards
        ++outside;
        QCOMPARE(chart.width * chart.height, 4);
    }
    QVERIFY(outside >= 6);
}

void TestDensityPlan::nobodySeesTheDifference()
{
    FurnishedRoom room;
    const auto even = room.bake(withDensity(Density::Even));
    const auto adaptive = room.bake(withDensity(Density::Adaptive));
    QVERIFY(adaptive.stats.luxels * 2 < even.stats.luxels);
    const auto difference = differenceOf(room.world, *even.lightmap, *adaptive.lightmap);
    qInfo() << "luxels" << even.stats.luxels << adaptive.stats.luxels << "worst" << difference.worst
            << "rms" << difference.rms;
    QVERIFY2(difference.worst < 0.05, difference.place.c_str());
}

void TestDensityPlan::indirectLightIsTheSameWithinItsNoise()
{
    FurnishedRoom room;
    const auto even = room.bake(withDensity(Density::Even, 2));
    auto other = withDensity(Density::Even, 2);
    other.seed = 2;
    const auto noise = differenceOf(room.world, *even.lightmap, *room.bake(other).lightmap);
    const auto adaptive = room.bake(withDensity(Density::Adaptive, 2));
    const auto difference = differenceOf(room.world, *even.lightmap, *adaptive.lightmap);
    qInfo() << "noise" << noise.worst << noise.rms << "difference" << difference.worst
            << difference.rms << "rays" << even.stats.rays << adaptive.stats.rays << "mean"
            << even.stats.meanDirect << adaptive.stats.meanDirect << even.stats.meanTotal
            << adaptive.stats.meanTotal;
    QVERIFY(difference.rms < noise.rms + 0.01);
    QVERIFY(std::abs(adaptive.stats.meanTotal / even.stats.meanTotal - 1) < 0.02);
    QVERIFY(adaptive.stats.rays * 3 < even.stats.rays);
}

void TestDensityPlan::threadsDoNotChangeThePlan()
{
    FurnishedRoom room;
    auto options = withDensity(Density::Adaptive, 1);
    options.noise = 0.05f;
    const auto one = room.bake(options);
    options.threads = 3;
    QCOMPARE(room.bake(options).lightmap->hash, one.lightmap->hash);
}

void TestDensityPlan::aLimitOfLuxelsIsKept()
{
    PlannedRoom room;
    const auto lay = [&](double limit) {
        auto job = room.job();
        job.luxelLimit = limit;
        auto planned = planCharts(job, room.control);
        ENGINE_EXPECT(planned);
        return numberLuxels(planned->charts);
    };
    QVERIFY(lay(0) > 2000);
    QVERIFY(lay(2000) <= 1900); // edits have some room
    QVERIFY(lay(2000) > 1000);
}

void TestDensityPlan::aPlanHandsOnWhatItMade()
{
    PlannedRoom room;
    auto job = room.job();
    const auto own = planCharts(job, room.control);
    VERIFY_OK(own);
    QVERIFY(own->scene != nullptr);
    QVERIFY(own->scene->triangleCount() >= 2 * own->charts.size());

    const auto full = layOutCharts(room.brushes, job.luxelsPerMetre, LuxelLimit);
    VERIFY_OK(full);
    job.scene = own->scene.get();
    job.full = &*full;
    const auto given = planCharts(job, room.control);
    VERIFY_OK(given);
    QVERIFY(given->scene == nullptr); // there is no second one
    QCOMPARE(given->charts.size(), own->charts.size());
    for (std::size_t i = 0; i < own->charts.size(); ++i) {
        QCOMPARE(given->charts[i].width, own->charts[i].width);
        QCOMPARE(given->charts[i].height, own->charts[i].height);
        QCOMPARE(given->charts[i].farX, own->charts[i].farX);
        QCOMPARE(given->charts[i].farY, own->charts[i].farY);
    }
}

void TestDensityPlan::onlyFinalQualityHasALimit()
{
    BakeInput input;
    BakeOptions options;
    options.quality = BakeQuality::Final;
    input.settings.luxelLimit = 0;
    QCOMPARE(luxelLimitOf(input, options), 0.0);
    input.settings.luxelLimit = 2;
    QCOMPARE(luxelLimitOf(input, options), 2e6);
    options.quality = BakeQuality::Preview;
    QCOMPARE(luxelLimitOf(input, options), 0.0);
}

void TestDensityPlan::theLimitCountsForEvenDensity()
{
    FurnishedRoom room;
    const auto all = room.bake(withDensity(Density::Even)).stats.luxels;
    QVERIFY(all > 2000);
    auto scene = room.settings();
    scene.luxelLimit = 0.002f;
    room.setSettings(scene);
    const auto limited = room.bake(withDensity(Density::Even));
    QVERIFY(limited.stats.luxels <= 2000);
    QVERIFY(limited.stats.luxels > 500);
    QVERIFY(limited.stats.meanDirect > 0);
    auto preview = withDensity(Density::Even);
    preview.quality = BakeQuality::Preview;
    const auto unlimited = room.bake(preview).stats.luxels;
    scene.luxelLimit = 0;
    room.setSettings(scene);
    QCOMPARE(room.bake(preview).stats.luxels, unlimited); // of Final quality alone
}

void TestDensityPlan::errorsAreThoseOfReadingBetween()
{
    const std::vector<Vec3f> bent{Vec3f{1}, Vec3f{2}, Vec3f{1}, Vec3f{1}, Vec3f{2}, Vec3f{1}};
    const std::vector<Vec3f> none(6, Vec3f{0});
    const LuxelCover open;
    const EvenLight light{3, 2, bent, none, open, 0.1f};
    QCOMPARE(light.errorWith(3, 2, EvenLight::What::All), 0.0f);
    QCOMPARE(light.errorWith(2, 2, EvenLight::What::All), 0.5f);
    QVERIFY(!light.isBlack());
    QVERIFY(EvenLight(3, 2, none, none, open, 0.1f).isBlack());
}

void TestDensityPlan::settingsOfTheSceneDecide()
{
    FurnishedRoom room;
    BakeOptions options;
    options.threads = 1;
    auto scene = room.settings();
    scene.lightBounces = 1;
    scene.lightSamples = 16;
    room.setSettings(scene);
    const auto even = room.bake(options).stats;
    scene.adaptiveDensity = true;
    scene.lightNoise = 5;
    room.setSettings(scene);
    const auto adaptive = room.bake(options).stats;
    QVERIFY(adaptive.luxels * 2 < even.luxels);
    QVERIFY(adaptive.noise > 0 && adaptive.noise <= 0.05);
    scene.luxelLimit = 0.002f;
    room.setSettings(scene);
    QVERIFY(room.bake(options).stats.luxels <= 2000);
}

void TestDensityPlan::noiseStaysBelowItsTarget()
{
    FurnishedRoom room;
    room.setDensity(2);
    auto options = withDensity(Density::Even, 3);
    options.noise = 0.05f;
    const auto one = room.bake(options);
    options.seed = 2;
    const auto difference = differenceOf(room.world, *one.lightmap, *room.bake(options).lightmap);
    // Of two bakes, each with that noise.
    qInfo() << "measured" << one.stats.noise << "seen" << difference.rms / std::sqrt(2.0) << "rays"
            << one.stats.rays << "luxels" << one.stats.luxels;
    QVERIFY(one.stats.noise > 0);
    QVERIFY(one.stats.noise <= 0.05);
    QVERIFY(difference.rms / std::sqrt(2.0) < 0.05);
}

void TestDensityPlan::looserTargetsTakeFewerRays()
{
    FurnishedRoom room;
    room.setDensity(2);
    auto options = withDensity(Density::Even, 2);
    options.noise = 0.1f;
    const auto loose = room.bake(options).stats.rays;
    options.noise = 0.02f;
    QVERIFY(room.bake(options).stats.rays > loose * 3 / 2);
}

void TestDensityPlan::estimatesAreNearTheTruth()
{
    FurnishedRoom room;
    for (const auto density : {Density::Even, Density::Adaptive}) {
        const auto options = withDensity(density, 1);
        JobControl control;
        const auto foreseen = estimateBake(room.input(), options, control);
        VERIFY_OK(foreseen);
        const auto luxels = static_cast<double>(room.bake(options).stats.luxels);
        const double share = static_cast<double>(foreseen->luxels) / luxels;
        QVERIFY2(share > 0.67 && share < 1.5, qPrintable(QString::number(share)));
        QVERIFY(foreseen->seconds > 0);
        QVERIFY(foreseen->megabytes > 0);
    }
    QCOMPARE(estimateText({.seconds = 130, .luxels = 3'900'000, .megabytes = 310}),
             std::string{"about 2 min, 310 MB, 3.9 M texels"});
}

void TestDensityPlan::trialsTakeNoMoreThanABakeMay()
{
    const FurnishedRoom room;
    for (const auto density : {Density::Even, Density::Adaptive}) {
        auto options = withDensity(density, 1);
        options.mostLuxels = 10;
        JobControl control;
        QVERIFY(!estimateBake(room.input(), options, control));
        QVERIFY(!bakeLightmap(room.input(), options, control));
    }
}

PLAIN_TEST(TestDensityPlan)
} // namespace tst_density_plan

#include "tst_density_plan.moc"
