#include "engine_core/lighting/bake_recorder.h"
#include "engine_core/lighting/chart_packer.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/benchmarks/bench.h"
#include "tests/support/fixtures/bake_fixture.h"
#include "tests/support/levels/level_builder.h"

#include <embree3/rtcore.h>
#include <fmt/core.h>
#include <glm/gtc/quaternion.hpp>
#include <sys/resource.h>
#include <xmmintrin.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ctime>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Repeats = 3;

double cpuSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Of one thread's work: what else the machine does at the time hardly counts.
template <typename Work>
double cpuSecondsOf(const Work& work)
{
    const double start = cpuSeconds();
    work();
    return cpuSeconds() - start;
}

/// The room of the tutorial with four lights, as the comparisons with other bakers have it.
struct Room : test::BakeFixture
{
    explicit Room(float luxelsPerMetre)
    {
        test::buildRoom(world);
        for (const double x : {-4.0, 4.0})
            for (const double z : {-4.0, 4.0})
                test::addLight(world, {x, 2, z}, 9.0f);
        auto changed = settings();
        changed.luxelsPerMetre = luxelsPerMetre;
        setSettings(changed);
    }
};

struct Level : test::BakeFixture
{
    Level(std::size_t brushes, float luxelsPerMetre)
    {
        test::buildLevel(world, brushes);
        auto changed = settings();
        changed.luxelsPerMetre = luxelsPerMetre;
        setSettings(changed);
    }
};

BakeOptions finalOptions(int samples, int bounces, unsigned threads = 1)
{
    BakeOptions options;
    options.samples = samples;
    options.bounces = bounces;
    options.threads = threads;
    return options;
}

BakeResult bakeOf(const BakeInput& input, const BakeOptions& options)
{
    JobControl control;
    auto result = bakeLightmap(input, options, control);
    ENGINE_EXPECT(result);
    return *std::move(result);
}

std::uint64_t countRays(const std::vector<RayPacket>& packets)
{
    std::uint64_t rays = 0;
    for (const auto& packet : packets)
        rays += static_cast<std::uint64_t>(
            std::count(std::begin(packet.valid), std::end(packet.valid), -1));
    return rays;
}

void load(const RayPacket& packet, RTCRay16& ray)
{
    std::memcpy(ray.org_x, packet.originX, sizeof(ray.org_x));
    std::memcpy(ray.org_y, packet.originY, sizeof(ray.org_y));
    std::memcpy(ray.org_z, packet.originZ, sizeof(ray.org_z));
    std::memcpy(ray.dir_x, packet.directionX, sizeof(ray.dir_x));
    std::memcpy(ray.dir_y, packet.directionY, sizeof(ray.dir_y));
    std::memcpy(ray.dir_z, packet.directionZ, sizeof(ray.dir_z));
    std::memcpy(ray.tfar, packet.end, sizeof(ray.tfar));
}

RTCRay load(const RayPacket& packet, int lane)
{
    RTCRay ray{};
    ray.org_x = packet.originX[lane];
    ray.org_y = packet.originY[lane];
    ray.org_z = packet.originZ[lane];
    ray.dir_x = packet.directionX[lane];
    ray.dir_y = packet.directionY[lane];
    ray.dir_z = packet.directionZ[lane];
    ray.tfar = packet.end[lane];
    ray.mask = ~0U;
    return ray;
}

/// Embree alone on rays that a bake has traced: nothing but copying them in and the call.
class RawEmbree
{
public:
    explicit RawEmbree(const BakeInput& input)
        : m_brushes{brushesToBake(input)}
        , m_charts{*layOutCharts(m_brushes, bakeDensity(input, BakeQuality::Final), LuxelLimit)}
    {
        _mm_setcsr(m_modeBefore | FlushTinyNumbers); // as every worker of a bake does
        JobControl control;
        auto scene = LightScene::create(m_brushes, m_charts, control);
        ENGINE_EXPECT(scene);
        m_scene = *std::move(scene);
    }

    ~RawEmbree() { _mm_setcsr(m_modeBefore); }

    RawEmbree(const RawEmbree&) = delete;
    RawEmbree& operator=(const RawEmbree&) = delete;

    [[nodiscard]] std::size_t triangles() const { return m_scene->triangleCount(); }

    void shadowPackets(const std::vector<RayPacket>& packets) const
    {
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
        RTCRay16 ray{};
        std::fill(std::begin(ray.mask), std::end(ray.mask), ~0U);
        for (const auto& packet : packets) {
            load(packet, ray);
            rtcOccluded16(packet.valid, m_scene->handle(), &context, &ray);
        }
    }

    void bouncePackets(const std::vector<RayPacket>& packets) const
    {
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        RTCRayHit16 traced{};
        std::fill(std::begin(traced.ray.mask), std::end(traced.ray.mask), ~0U);
        for (const auto& packet : packets) {
            load(packet, traced.ray);
            std::fill(std::begin(traced.hit.geomID), std::end(traced.hit.geomID),
                      RTC_INVALID_GEOMETRY_ID);
            rtcIntersect16(packet.valid, m_scene->handle(), &context, &traced);
        }
    }

    void singles(const RayRecorder& rays) const
    {
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        for (const auto& packet : rays.shadows)
            for (int lane = 0; lane < RayPacket::Size; ++lane)
                if (packet.valid[lane] != 0) {
                    auto ray = load(packet, lane);
                    rtcOccluded1(m_scene->handle(), &context, &ray);
                }
        for (const auto& packet : rays.bounces)
            for (int lane = 0; lane < RayPacket::Size; ++lane)
                if (packet.valid[lane] != 0) {
                    RTCRayHit traced{};
                    traced.ray = load(packet, lane);
                    traced.hit.geomID = RTC_INVALID_GEOMETRY_ID;
                    rtcIntersect1(m_scene->handle(), &context, &traced);
                }
    }

private:
    static constexpr unsigned FlushTinyNumbers = 0x8040;

    unsigned m_modeBefore = _mm_getcsr();
    std::vector<StaticBrush> m_brushes;
    std::vector<BakeChart> m_charts;
    std::unique_ptr<LightScene> m_scene;
};

/// The whole bake (charts, tree and atlases included) against Embree on the same rays.
Row throughput(const std::string& name, const BakeInput& input, const BakeOptions& options)
{
    RayRecorder rays;
    JobControl control;
    const auto recorded = bakeRecorded(input, options, control, rays);
    ENGINE_EXPECT(recorded);
    const auto hash = recorded->lightmap->hash;
    const auto count = static_cast<double>(recorded->stats.rays);
    ENGINE_EXPECT(countRays(rays.shadows) + countRays(rays.bounces) == recorded->stats.rays);

    std::vector<double> ours;
    std::vector<double> packets;
    std::vector<double> singles;
    const RawEmbree raw{input};
    for (int i = 0; i < Repeats; ++i) { // in turn, so that a busy moment hits all alike
        ours.push_back(
            cpuSecondsOf([&] { ENGINE_EXPECT(bakeOf(input, options).lightmap->hash == hash); }));
        packets.push_back(cpuSecondsOf([&] {
            raw.shadowPackets(rays.shadows);
            raw.bouncePackets(rays.bounces);
        }));
        singles.push_back(cpuSecondsOf([&] { raw.singles(rays); }));
    }
    const auto rate = [&](std::vector<double>& times) {
        std::nth_element(times.begin(), times.begin() + Repeats / 2, times.end());
        return count / times[Repeats / 2] * 1e-6;
    };
    Row row;
    row.name = name;
    row.value = rate(ours);
    row.baseline = rate(packets);
    row.unit = "Mray/s";
    row.ratio = row.baseline / row.value;
    row.compares = "Embree alone on the very same rays in the same packets of 16, one thread; "
                   "baseline / value";
    row.work = fmt::format(
        "{} luxels, {} triangles, {:.2f} M shadow and {:.2f} M bounce rays, 1 thread; one ray at a "
        "time Embree reaches {:.1f} Mray/s, so the bake is at {:.0f} % of that and {:.0f} % of "
        "packets; hash {}",
        recorded->stats.luxels, raw.triangles(),
        static_cast<double>(countRays(rays.shadows)) * 1e-6,
        static_cast<double>(countRays(rays.bounces)) * 1e-6, rate(singles),
        row.value / rate(singles) * 100.0, row.value / row.baseline * 100.0, hashToText(hash));
    return row;
}

/// RMS of the difference of two seeds over the root of 2, relative to the mean, of lit luxels.
double noiseOf(const Lightmap& a, const Lightmap& b)
{
    double squares = 0;
    double sum = 0;
    std::size_t lit = 0;
    for (const auto& [key, chart] : a.charts)
        for (int y = 0; y < chart.height; ++y)
            for (int x = 0; x < chart.width; ++x) {
                const auto one = static_cast<double>(test::luxel(a, chart, x, y).x);
                const auto two = static_cast<double>(test::luxel(b, chart, x, y).x);
                if (one <= 0 && two <= 0)
                    continue; // the outside of the room
                squares += (one - two) * (one - two);
                sum += 0.5 * (one + two);
                ++lit;
            }
    const auto count = static_cast<double>(lit);
    return std::sqrt(squares / count / 2.0) / (sum / count);
}

/// CPU seconds until the noise is at most `target`, with twice as many rays each time, from
/// `fewest` on: fewer are known to be too few.
Row equalNoise(const std::string& name, double target, int fewest)
{
    const Room room{10.0f}; // 172,000 luxels inside, as the comparison has
    const auto input = room.input();
    Row row;
    row.name = name;
    for (int samples = fewest; samples <= 64; samples *= 2) {
        auto options = finalOptions(samples, 4);
        const double start = cpuSeconds();
        const auto a = bakeOf(input, options);
        row.value = cpuSeconds() - start;
        options.seed = 2;
        const auto b = bakeOf(input, options);
        const double noise = noiseOf(*a.lightmap, *b.lightmap);
        const double ratio = a.stats.meanTotal / a.stats.meanDirect;
        row.work =
            fmt::format("{} luxels, {} rays a luxel and bounce, 4 bounces: noise {:.2f} % "
                        "(at most {:.1f} %), mean {:.4f} times direct (exact 2.3056), "
                        "{:.1f} M rays; hash {}",
                        a.stats.luxels, samples, noise * 100.0, target * 100.0, ratio,
                        static_cast<double>(a.stats.rays) * 1e-6, hashToText(a.lightmap->hash));
        if (noise <= target)
            break;
    }
    row.unit = "cpu s";
    row.compares = "nothing in this run; for scale, Blender Cycles 3.4.1 took 57.9 cpu s to 6.63 % "
                   "with 172,000 luxels of such a room";
    return row;
}

/// What a bake costs beside light: charts, cover, tree, packing and half floats.
Row overhead()
{
    const Level level{200, 2.0f};
    const auto input = level.input();
    BakeInput dark = input;
    dark.lights.clear();
    BakeStats stats;
    const double without =
        medianMilliseconds(Repeats, [&] { stats = bakeOf(dark, finalOptions(16, 1)).stats; });
    const double with = medianMilliseconds(1, [&] { bakeOf(input, finalOptions(16, 2)); });
    Row row;
    row.name = "overhead";
    row.value = without;
    row.baseline = with;
    row.unit = "ms";
    row.ratio = without / with;
    row.compares = "the same bake with its lights (16 rays, 2 bounces); value / baseline";
    row.work = fmt::format("200 brushes without lights: {} charts, {} luxels, tree and atlases",
                           stats.charts, stats.luxels);
    return row;
}

Row threads()
{
    const Room room{8.0f};
    const auto input = room.input();
    ContentHash one = 0;
    ContentHash two = 0;
    const double single =
        medianMilliseconds(3, [&] { one = bakeOf(input, finalOptions(16, 2, 1)).lightmap->hash; });
    const double both =
        medianMilliseconds(3, [&] { two = bakeOf(input, finalOptions(16, 2, 2)).lightmap->hash; });
    ENGINE_EXPECT(one == two);
    Row row;
    row.name = "threads_1_2";
    row.value = both;
    row.baseline = single;
    row.unit = "ms";
    row.ratio = both / single;
    row.compares = "one thread; value / baseline";
    row.work = fmt::format("room, 16 rays, 2 bounces, two threads: {:.2f} times as fast, the same "
                           "bytes; hash {}",
                           single / both, hashToText(one));
    return row;
}

/// Rooms with a lamp each and a village on wide open ground under the sun, as levels of whole
/// places have it: 4,000 brushes, 56 million luxels at the usual density.
struct OpenLevel : test::BakeFixture
{
    OpenLevel()
    {
        constexpr std::size_t Indoors = 400; // brushes
        test::buildLevel(world, Indoors);
        addGround();
        addVillage();
        addSun();
    }

    void addGround()
    {
        constexpr int Across = 45;
        constexpr double Tile = 14; // metres
        for (int i = 0; i < Across * Across; ++i) {
            const Vec3d corner{i % Across * Tile - 10, -0.5, i / Across * Tile - 10};
            test::addBox(world, corner, corner + Vec3d{Tile, 0.25, Tile}, "ground", Name{"ground"});
        }
    }

    void addVillage()
    {
        constexpr int Houses = 1575;
        constexpr int Across = 40;
        constexpr double Plot = 8; // metres
        for (int i = 0; i < Houses; ++i) {
            const Vec3d at{200 + i % Across * Plot, -0.25, 200 + i / Across * Plot};
            test::addBox(world, at, at + Vec3d{4.0 + i % 3, 3.0 + i % 5, 5}, "house",
                         Name{"house"});
        }
    }

    void addSun()
    {
        Light sun;
        sun.kind = LightKind::Sun;
        sun.intensity = 3;
        const auto id = test::addLight(world, {0, 20, 0});
        Edit edit;
        edit.swaps.push_back(swapTo(id, sun));
        edit.swaps.push_back(
            swapTo(id, TransformComponent{.position = {0, 20, 0},
                                          .rotation = glm::angleAxis(-0.9, Vec3d{1, 0, 0})}));
        world.apply(edit);
    }
};

double peakMegabytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

/// A large level with the settings that every scene has from the start.
Row levelDefault()
{
    const OpenLevel level;
    const auto input = level.input();
    BakeOptions options;
    options.density = Density::Adaptive; // as scenes have it from the start
    JobControl control;
    const auto foreseen = estimateBake(input, options, control);
    ENGINE_EXPECT(foreseen);
    BakeResult baked;
    Row row;
    row.name = "level_default";
    const auto start = std::chrono::steady_clock::now();
    row.value = cpuSecondsOf([&] { baked = bakeOf(input, options); });
    const double wall =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    row.unit = "cpu s";
    row.compares = "nothing in this run; the promise is 120 cpu s and 500 MB";
    const auto& stats = baked.stats;
    const auto even = layOutCharts(brushesToBake(input), 8, ~std::size_t{0});
    ENGINE_EXPECT(even);
    std::size_t full = 0;
    for (const auto& chart : *even)
        full += chart.luxels();
    row.work = fmt::format(
        "{} brushes, {} luxels of {}, {:.1f} M rays, plan {:.1f} s, charts and packing {:.1f} s, "
        "trace {:.1f} s, probes {:.1f} s; atlases filled to {:.0f} %; foretold {}, took {:.1f} s; "
        "peak_rss_mb {:.0f}; hash {}",
        input.brushes.size(), stats.luxels, full, static_cast<double>(stats.rays) * 1e-6,
        stats.planSeconds, stats.chartSeconds - stats.planSeconds, stats.traceSeconds,
        stats.probeSeconds, stats.atlasFill * 100, estimateText(*foreseen), wall, peakMegabytes(),
        hashToText(baked.lightmap->hash));
    return row;
}

Row oneLight()
{
    const Level level{600, 2.0f};
    auto input = level.input();
    const double all = medianMilliseconds(3, [&] { bakeOf(input, finalOptions(16, 0)); });
    input.lights.resize(1);
    BakeStats stats;
    const double one =
        medianMilliseconds(3, [&] { stats = bakeOf(input, finalOptions(16, 0)).stats; });
    Row row;
    row.name = "one_light";
    row.value = one;
    row.baseline = all;
    row.unit = "ms";
    row.ratio = one / all;
    row.compares = "all 60 lights of the level; value / baseline";
    row.work = fmt::format("direct light of one light among 600 brushes, {} luxels, {} rays",
                           stats.luxels, stats.rays);
    return row;
}
} // namespace

std::vector<Row> benchBake(const Settings&)
{
    const Room room{4.0f};
    const Level level{600, 1.0f};
    return {throughput("throughput_room", room.input(), finalOptions(16, 2)),
            throughput("throughput_level", level.input(), finalOptions(16, 2)),
            equalNoise("equal_noise_room", 0.065, 1),
            equalNoise("equal_noise_room_2", 0.02, 8),
            overhead(),
            threads(),
            oneLight()};
}

std::vector<Row> benchBakeLevel(const Settings&)
{
    return {levelDefault()};
}
} // namespace mapwright::bench
