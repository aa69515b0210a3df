#include "engine_core/lighting/bake_recorder.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/bake_fixture.h"
#include "tests/support/fixtures/repeat_until.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <thread>

namespace tst_bake_runs
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A room with a crate, cheap to bake.
struct SmallRoom : BakeFixture
{
    SmallRoom()
    {
        buildRoom(world);
        addBox(world, {2, 0, 2}, {4, 1, 4}, "crate");
        addLight(world, {0, 3, 0});
        addLight(world, {-5, 2, 5});
        auto changed = settings();
        changed.luxelsPerMetre = 2;
        setSettings(changed);
    }
};

BakeOptions twoBounces(unsigned threads = 1, std::uint64_t seed = 1, int samples = 16)
{
    BakeOptions options;
    options.bounces = 2;
    options.samples = samples;
    options.threads = threads;
    options.seed = seed;
    return options;
}

bool near(double a, double b, double share)
{
    return std::abs(a - b) <= share * std::abs(b);
}

bool sameBytes(const Lightmap& a, const Lightmap& b)
{
    if (a.atlases.size() != b.atlases.size() || a.hash != b.hash)
        return false;
    for (std::size_t i = 0; i < a.atlases.size(); ++i)
        if (a.atlases[i].halfs != b.atlases[i].halfs)
            return false;
    return true;
}

/// Of what two seeds disagree about, relative to the mean.
double noiseOf(const BakeFixture& fixture, BakeOptions options)
{
    const auto a = fixture.bake(options);
    options.seed += 100;
    const auto b = fixture.bake(options);
    double squares = 0;
    double sum = 0;
    for (std::size_t i = 0; i < a.lightmap->atlases[0].halfs.size(); ++i) {
        const auto x = static_cast<double>(fromHalf(a.lightmap->atlases[0].halfs[i]));
        const auto y = static_cast<double>(fromHalf(b.lightmap->atlases[0].halfs[i]));
        squares += (x - y) * (x - y);
        sum += x;
    }
    const auto count = static_cast<double>(a.lightmap->atlases[0].halfs.size());
    return std::sqrt(squares / count / 2.0) / (sum / count);
}
} // namespace

/// What is true of a bake whatever it lights: threads, noise, cancelling, refusals, figures.
class TestBakeRuns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void threadsDoNotChangeAByte();
    void sameSeedSameBytesOtherSeedOtherNoise();
    void samplesThinNoiseOut();
    void denoisingThinsNoiseAndKeepsTheMean();
    void cancelReturnsAnError();
    void cancelInTheMiddleEndsTheBake();
    void progressOnlyGrowsAndEndsAtOne();
    void tooFineADensityIsRefused();
    void anEmptyLevelBakesToNothing();
    void statisticsCountTheWork();
    void recordingChangesNothingAndCatchesEveryRay();
};

void TestBakeRuns::threadsDoNotChangeAByte()
{
    const SmallRoom room;
    const auto one = room.bake(twoBounces(1));
    QCOMPARE(one.stats.threads, 1U);
    for (const unsigned threads : {2U, 3U}) {
        const auto many = room.bake(twoBounces(threads));
        QCOMPARE(many.stats.threads, threads);
        QVERIFY(sameBytes(*one.lightmap, *many.lightmap));
        QCOMPARE(many.stats.rays, one.stats.rays);
    }
}

void TestBakeRuns::sameSeedSameBytesOtherSeedOtherNoise()
{
    const SmallRoom room;
    const auto first = room.bake(twoBounces(1, 7));
    QVERIFY(sameBytes(*first.lightmap, *room.bake(twoBounces(1, 7)).lightmap));
    QVERIFY(!sameBytes(*first.lightmap, *room.bake(twoBounces(1, 8)).lightmap));
}

void TestBakeRuns::samplesThinNoiseOut()
{
    const SmallRoom room;
    const double few = noiseOf(room, twoBounces(2, 1, 8));
    const double many = noiseOf(room, twoBounces(2, 1, 128));
    QVERIFY(many > 0);
    QVERIFY2(many < few * 0.35, "Sixteen times the rays must quarter the noise");
}

void TestBakeRuns::denoisingThinsNoiseAndKeepsTheMean()
{
    const SmallRoom room;
    auto options = twoBounces(2, 1, 8);
    const double before = noiseOf(room, options);
    const auto rough = room.bake(options);
    options.denoise = Denoise::On;
    QVERIFY(noiseOf(room, options) < before * 0.7);
    QVERIFY(near(room.bake(options).stats.meanTotal, rough.stats.meanTotal, 0.01));
    options.denoise = Denoise::Wide;
    QVERIFY(noiseOf(room, options) < before * 0.7);
}

void TestBakeRuns::cancelReturnsAnError()
{
    const SmallRoom room;
    JobControl control;
    control.cancel();
    const auto result = bakeLightmap(room.input(), twoBounces(), control);
    QVERIFY(!result);
    QVERIFY(QString::fromStdString(result.error().message()).contains("cancelled"));
}

void TestBakeRuns::cancelInTheMiddleEndsTheBake()
{
    const SmallRoom room;
    const auto input = room.input();
    JobControl control;
    bool failed = false;
    std::thread worker{[&] {
        failed = !bakeLightmap(input, twoBounces(1, 1, 4096), control);
    }};
    const bool hasBegun = spinUntil([&] { return control.progress() > 0; });
    control.cancel();
    worker.join();
    QVERIFY2(hasBegun, "The bake never tells of its progress");
    QVERIFY(failed);
    QVERIFY(control.progress() < 1.0);
}

void TestBakeRuns::progressOnlyGrowsAndEndsAtOne()
{
    const SmallRoom room;
    const auto input = room.input();
    JobControl control;
    std::atomic<bool> done{false};
    bool isWhole = false;
    std::thread worker{[&] {
        isWhole = static_cast<bool>(bakeLightmap(input, twoBounces(2, 1, 64), control));
        done = true;
    }};
    double last = 0;
    bool grew = true;
    const bool hasEnded = spinUntil([&] {
        const bool isDone = done;
        const double now = control.progress();
        grew = grew && now >= last;
        last = now;
        return isDone;
    });
    control.cancel(); // it has ended, or never would
    worker.join();
    QVERIFY2(hasEnded, "The bake never ends");
    QVERIFY(isWhole);
    QVERIFY(grew);
    QCOMPARE(control.progress(), 1.0);
}

void TestBakeRuns::tooFineADensityIsRefused()
{
    BakeFixture fixture;
    for (int i = 0; i < 40; ++i)
        addBox(fixture.world, {0, i * 2.0, 0}, {100, i * 2.0 + 1, 100});
    auto settings = fixture.settings();
    settings.luxelsPerMetre = 64;
    fixture.setSettings(settings);
    JobControl control;
    const auto result = bakeLightmap(fixture.input(), {}, control);
    QVERIFY(!result);
    QVERIFY(QString::fromStdString(result.error().message()).contains("density"));
}

void TestBakeRuns::anEmptyLevelBakesToNothing()
{
    const BakeFixture fixture;
    const auto baked = fixture.bake({});
    QVERIFY(baked.lightmap->charts.empty());
    QVERIFY(baked.lightmap->atlases.empty());
    QCOMPARE(baked.stats.luxels, std::size_t{0});
}

void TestBakeRuns::statisticsCountTheWork()
{
    const SmallRoom room;
    const auto stats = room.bake(twoBounces()).stats;
    QCOMPARE(stats.charts, std::size_t{7 * 6});
    QVERIFY(stats.luxels > 2 * 33 * 33);
    QVERIFY(stats.rays > stats.luxels);
    QVERIFY(stats.traceSeconds > 0);
    QVERIFY(stats.meanTotal > stats.meanDirect && stats.meanDirect > 0);
}

void TestBakeRuns::recordingChangesNothingAndCatchesEveryRay()
{
    const SmallRoom room;
    const auto plain = room.bake(twoBounces());
    RayRecorder recorder;
    JobControl control;
    const auto recorded = bakeRecorded(room.input(), twoBounces(2), control, recorder);
    VERIFY_OK(recorded);
    QVERIFY(sameBytes(*plain.lightmap, *recorded->lightmap));
    std::uint64_t rays = 0;
    for (const auto* packets : {&recorder.shadows, &recorder.bounces})
        for (const auto& packet : *packets)
            rays += static_cast<std::uint64_t>(
                std::count(std::begin(packet.valid), std::end(packet.valid), -1));
    QCOMPARE(rays, plain.stats.rays);
}

PLAIN_TEST(TestBakeRuns)
} // namespace tst_bake_runs

#include "tst_bake_runs.moc"
