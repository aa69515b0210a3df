#include "engine_core/lighting/luxel_tracer.h"

#include "engine_core/lighting/plan/far_light.h"
#include "engine_core/lighting/ray_packets.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace engine
{
namespace
{
constexpr int Size = RayPacket::Size;

void reduceBasis(Vec2d& a, Vec2d& b)
{
    // Lagrange and Gauss: subtract the shorter from the longer until nothing shrinks.
    for (;;) {
        if (glm::dot(b, b) < glm::dot(a, a))
            std::swap(a, b);
        const double share = glm::dot(a, b) / glm::dot(a, a);
        if (std::abs(share) <= 0.5 + 1e-9) // exactly half would go back and forth for ever
            return;
        b -= a * std::round(share);
    }
}

/// The cells of the mask, again and again until all sixteen places are filled.
void fillCells(CellMask mask, std::uint8_t (&cells)[Size])
{
    if (mask == AllCells) {
        for (int i = 0; i < Size; ++i)
            cells[i] = static_cast<std::uint8_t>(i);
        return;
    }
    int filled = 0;
    while (filled < Size)
        for (unsigned cell = 0; cell < Size && filled < Size; ++cell)
            if (((static_cast<unsigned>(mask) >> cell) & 1U) != 0)
                cells[filled++] = static_cast<std::uint8_t>(cell);
}
} // namespace

SampleLattice::SampleLattice(int count)
{
    double best = -1;
    int step = 1;
    for (int candidate = 1; candidate < std::max(count, 2); ++candidate) {
        if (std::gcd(candidate, count) != 1)
            continue;
        Vec2d a{1.0 / count, static_cast<double>(candidate) / count};
        Vec2d b{0, 1};
        reduceBasis(a, b);
        if (const double shortest = glm::dot(a, a); shortest > best) {
            best = shortest;
            step = candidate;
            cellA = a;
            cellB = b;
        }
    }
    points.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        const auto turn =
            static_cast<double>((static_cast<std::int64_t>(i) * step) % count) / count * 2.0 * Pi;
        points.push_back({static_cast<float>(i) / static_cast<float>(count),
                          static_cast<float>(std::cos(turn)), static_cast<float>(std::sin(turn))});
    }
}

SampleLattice SampleLattice::shared(int count)
{
    SampleLattice lattice{count};
    lattice.isShared = true;
    return lattice;
}

/// Every power of two of parts makes up a lattice of its own. Only a shift within the whole square
/// leaves each part without a bias.
SampleLattice SampleLattice::inParts()
{
    SampleLattice whole{NoiseGoal::MostRays};
    constexpr unsigned Parts = NoiseGoal::MostRays / NoiseGoal::PartRays;
    constexpr int Bits = std::bit_width(Parts) - 1;
    std::vector<Point> sorted;
    sorted.reserve(whole.points.size());
    for (unsigned part = 0; part < Parts; ++part) {
        unsigned reversed = 0;
        for (int bit = 0; bit < Bits; ++bit)
            reversed |= (part >> bit & 1U) << (Bits - 1 - bit);
        for (unsigned i = 0; i < NoiseGoal::PartRays; ++i)
            sorted.push_back(whole.points[reversed + i * Parts]);
    }
    whole.points = std::move(sorted);
    whole.cellA = {1, 0};
    whole.cellB = {0, 1};
    return whole;
}

int tilesOf(const BakeChart& chart)
{
    return ((chart.width + LuxelTile - 1) / LuxelTile) *
           ((chart.height + LuxelTile - 1) / LuxelTile);
}

LuxelTracer::LuxelTracer(const LightScene& scene,
                         std::span<const BakeChart> charts,
                         std::span<const LuxelCover> covers,
                         std::span<const Vec3f> albedo,
                         std::uint64_t seed,
                         std::span<const Vec3f> emission,
                         const SceneSettings* sky)
    : m_scene{scene}, m_charts{charts}, m_covers{covers}, m_emission{emission}, m_seed{seed}
{
    if (sky != nullptr)
        for (std::size_t i = 0; i < SkySteps; ++i)
            m_sky.push_back(skyRadiance(*sky, 2.0f * static_cast<float>(i) / (SkySteps - 1) - 1) *
                            sky->skyLight);
    m_targets.reserve(charts.size());
    m_surfaces.reserve(charts.size());
    for (std::size_t i = 0; i < charts.size(); ++i) {
        const auto& chart = charts[i];
        const auto& frame = chart.frame;
        const auto corner = frame.origin - scene.origin();
        const double perS = (chart.width - 1) / frame.size.x;
        const double perT = (chart.height - 1) / frame.size.y;
        Target target;
        target.toX = Vec4f{Vec4d{frame.sAxis * perS, -glm::dot(corner, frame.sAxis) * perS}};
        target.toY = Vec4f{Vec4d{frame.tAxis * perT, -glm::dot(corner, frame.tAxis) * perT}};
        target.normal = Vec3f{chart.normal};
        target.albedo = albedo[i];
        target.lastX = static_cast<float>(chart.width - 1);
        target.lastY = static_cast<float>(chart.height - 1);
        target.first = chart.firstLuxel;
        target.width = static_cast<std::size_t>(chart.width);
        target.parted = covers[i].cuts ? &covers[i] : nullptr;
        m_targets.push_back(target);
        m_surfaces.push_back({Vec3f{corner + chart.normal * scene.offset()},
                              Vec3f{frame.sAxis / perS}, Vec3f{frame.tAxis / perT},
                              Vec3f{frame.sAxis}, Vec3f{frame.tAxis}, Vec3f{chart.normal}});
    }
}

std::vector<std::uint32_t> LuxelTracer::luxelsIn(const TileRange& tiles, Which which) const
{
    const auto& chart = m_charts[tiles.chart];
    const auto& cover = m_covers[tiles.chart];
    const int across = (chart.width + LuxelTile - 1) / LuxelTile;
    const bool isAll = which == Which::Open || (chart.farX == 1 && chart.farY == 1);
    std::vector<std::uint32_t> luxels;
    luxels.reserve(static_cast<std::size_t>((tiles.to - tiles.from) * LuxelTile * LuxelTile));
    for (int tile = tiles.from; tile < tiles.to; ++tile) {
        const int x0 = tile % across * LuxelTile;
        const int y0 = tile / across * LuxelTile;
        for (int y = y0; y < std::min(y0 + LuxelTile, chart.height); ++y)
            for (int x = x0; x < std::min(x0 + LuxelTile, chart.width); ++x) {
                const auto luxel = static_cast<std::uint32_t>(y * chart.width + x);
                if (cover.at(luxel) != 0 && (isAll || isFarTraced(chart, cover, x, y)))
                    luxels.push_back(luxel);
            }
    }
    return luxels;
}

/// Sixteen luxels of one chart whose rays are traced together.
struct LuxelTracer::Lanes
{
    int count = 0;
    std::uint32_t luxels[Size];
    alignas(64) int valid[Size];
    alignas(64) float fromX[Size], fromY[Size], cellX[Size], cellY[Size];
    alignas(64) float height[Size], cosine[Size], sine[Size];
    std::uint32_t firstCell[Size];
    std::uint8_t cells[Size][Size]; ///< cells in the open, repeated until all places are filled
    alignas(64) float red[Size], green[Size], blue[Size];
    std::uint64_t hits = 0;
};

void LuxelTracer::prepare(Lanes& lanes,
                          const BakeChart& chart,
                          int pass,
                          const SampleLattice& lattice) const
{
    const auto& cover = m_covers[static_cast<std::size_t>(&chart - m_charts.data())];
    // By what the chart is, not by where it is in memory: neighbours never change a chart's noise.
    const auto chartSeed = mixed(mixed(m_seed + chart.entity.value) + chart.face +
                                 (static_cast<std::uint64_t>(pass) << 32U));
    for (int i = 0; i < Size; ++i) {
        lanes.valid[i] = i < lanes.count ? -1 : 0;
        lanes.red[i] = lanes.green[i] = lanes.blue[i] = 0;
        const auto luxel = lanes.luxels[i < lanes.count ? i : 0];
        auto random = mixed(chartSeed + (lattice.isShared ? 0 : luxel));
        const auto mask = cover.at(luxel);
        // Middles of cells are known to be in the open; whole luxels can use all of each cell but
        // its rim, which may touch a wall.
        const bool isFree = mask == AllCells && (!cover.cuts || !cover.cuts->isBeside(luxel));
        const float reach = isFree ? 0.8f : 0.0f;
        const float jitterX = 0.5f + (uniform(random) - 0.5f) * reach;
        const float jitterY = 0.5f + (uniform(random) - 0.5f) * reach;
        const auto spanX = LuxelSpan::alongX(chart, static_cast<int>(luxel) % chart.width);
        const auto spanY = LuxelSpan::alongY(chart, static_cast<int>(luxel) / chart.width);
        lanes.fromX[i] = spanX.from + spanX.cell * jitterX;
        lanes.fromY[i] = spanY.from + spanY.cell * jitterY;
        lanes.cellX[i] = spanX.cell;
        lanes.cellY[i] = spanY.cell;
        const float a = uniform(random);
        const float b = uniform(random);
        const auto shift = Vec2f{lattice.cellA} * a + Vec2f{lattice.cellB} * b;
        lanes.height[i] = std::min(shift.x - std::floor(shift.x), 0x1.fffffep-1f);
        lanes.cosine[i] = std::cos(static_cast<float>(2.0 * Pi) * shift.y);
        lanes.sine[i] = std::sin(static_cast<float>(2.0 * Pi) * shift.y);
        lanes.firstCell[i] = static_cast<std::uint32_t>(random >> 60U);
        fillCells(mask, lanes.cells[i]);
    }
}

Vec3f LuxelTracer::skyTowards(const Vec3f& direction) const
{
    if (m_sky.empty())
        return Vec3f{0};
    const float at = std::clamp(direction.y * 0.5f + 0.5f, 0.0f, 1.0f) * (SkySteps - 1);
    const auto low = std::min(static_cast<std::size_t>(at), SkySteps - 2);
    const float share = at - static_cast<float>(low);
    return m_sky[low] * (1 - share) + m_sky[low + 1] * share;
}

Vec3f LuxelTracer::emitted(std::uint32_t chart, const Vec3f& direction) const
{
    return m_emission.empty() || glm::dot(direction, m_targets[chart].normal) >= 0
               ? Vec3f{0}
               : m_emission[chart];
}

/// Between the four luxels around the place, without those behind a wall.
Vec3f LuxelTracer::onOneSide(const Target& target,
                             const Vec2f& place,
                             const LuxelLight& light) const
{
    const auto column = static_cast<std::size_t>(std::min(place.x, target.lastX - 1.0f));
    const auto row = static_cast<std::size_t>(std::min(place.y, target.lastY - 1.0f));
    const Vec2f share = place - Vec2f{static_cast<float>(column), static_cast<float>(row)};
    const auto corner = row * target.width + column;
    const auto& cuts = *target.parted->cuts;
    const bool hasWalls = !cuts.around(corner).empty();
    Vec3f sum{0};
    float weights = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto luxel = corner + (i & 1U) + (i >> 1U) * target.width;
        const float weight =
            ((i & 1U) != 0 ? share.x : 1 - share.x) * (i >> 1U != 0 ? share.y : 1 - share.y);
        // Buried luxels hold a mean of all around them.
        if (hasWalls &&
            (target.parted->at(luxel) == 0 || cuts.part(corner, place, cuts.seats[luxel])))
            continue;
        sum += light[target.first + luxel] * weight;
        weights += weight;
    }
    return weights > 0 ? sum / weights : Vec3f{0};
}

Vec3f LuxelTracer::leaving(std::uint32_t chart,
                           const Vec3f& place,
                           const Vec3f& direction,
                           const LuxelLight& light) const
{
    const auto& target = m_targets[chart];
    if (glm::dot(direction, target.normal) >= 0)
        return Vec3f{0}; // the inside of a solid is dark
    const float x =
        std::clamp(glm::dot(Vec3f{target.toX}, place) + target.toX.w, 0.0f, target.lastX);
    const float y =
        std::clamp(glm::dot(Vec3f{target.toY}, place) + target.toY.w, 0.0f, target.lastY);
    const float wholeX = std::min(static_cast<float>(static_cast<int>(x)), target.lastX - 1.0f);
    const float wholeY = std::min(static_cast<float>(static_cast<int>(y)), target.lastY - 1.0f);
    if (target.parted != nullptr)
        return onOneSide(target, {x, y}, light) * target.albedo;
    // Signed, since floats become signed numbers by one instruction.
    const auto width = static_cast<std::ptrdiff_t>(target.width);
    const auto top =
        target.first + static_cast<std::size_t>(static_cast<std::ptrdiff_t>(wholeY) * width +
                                                static_cast<std::ptrdiff_t>(wholeX));
    const auto bottom = top + target.width;
    const float fx = x - wholeX;
    const float fy = y - wholeY;
    return ((light[top] * (1 - fx) + light[top + 1] * fx) * (1 - fy) +
            (light[bottom] * (1 - fx) + light[bottom + 1] * fx) * fy) *
           target.albedo;
}

void LuxelTracer::shade(Lanes& lanes,
                        const void* rayHit,
                        const LuxelLight& last,
                        bool isFirst) const
{
    const auto& traced = *static_cast<const RTCRayHit16*>(rayHit);
    const auto& ray = traced.ray;
    for (int i = 0; i < lanes.count; ++i) {
        const Vec3f direction{ray.dir_x[i], ray.dir_y[i], ray.dir_z[i]};
        const bool meets = traced.hit.geomID[i] != RTC_INVALID_GEOMETRY_ID;
        if (!meets && !isFirst)
            continue;
        Vec3f light{0};
        if (meets) {
            ++lanes.hits;
            if (!m_scene.isBrush(traced.hit.geomID[i]))
                continue; // models throw nothing back
            const auto chart = m_scene.chartOfTriangle(traced.hit.geomID[i], traced.hit.primID[i]);
            const Vec3f place =
                Vec3f{ray.org_x[i], ray.org_y[i], ray.org_z[i]} + direction * ray.tfar[i];
            if (!last.isEmpty())
                light = leaving(chart, place, direction, last);
            if (isFirst)
                light += emitted(chart, direction);
        } else {
            light = skyTowards(direction);
        }
        lanes.red[i] += light.x;
        lanes.green[i] += light.y;
        lanes.blue[i] += light.z;
    }
}

/// What the packets of one call of gather() have in common.
struct LuxelTracer::Bounce
{
    const Surface& at;
    const LuxelLight& last;
    std::size_t firstLuxel;
    bool isFirst;
    RayRecorder* recorder;
    RTCIntersectContext context;
    RTCRayHit16 traced;
    std::uint32_t turn = 0;
};

void LuxelTracer::traceLanes(Bounce& bounce, Lanes& lanes, const SampleLattice::Point& point) const
{
    const auto& at = bounce.at;
    auto& ray = bounce.traced.ray;
    auto& hit = bounce.traced.hit;
    alignas(64) float x[Size], y[Size];
    for (int i = 0; i < Size; ++i) {
        // Seven is odd: sixteen rays in a row visit every cell.
        const unsigned cell = lanes.cells[i][(bounce.turn * 7 + lanes.firstCell[i]) % Size];
        x[i] = lanes.fromX[i] + lanes.cellX[i] * static_cast<float>(cell % CellsAcross);
        y[i] = lanes.fromY[i] + lanes.cellY[i] * static_cast<float>(cell / CellsAcross);
    }
    for (int i = 0; i < Size; ++i) {
        const float sum = point.height + lanes.height[i];
        const float squared = sum >= 1.0f ? sum - 1.0f : sum;
        const float radius = std::sqrt(squared);
        const float up = std::sqrt(1.0f - squared);
        const float s = radius * (point.cosine * lanes.cosine[i] - point.sine * lanes.sine[i]);
        const float t = radius * (point.sine * lanes.cosine[i] + point.cosine * lanes.sine[i]);
        ray.org_x[i] = at.origin.x + at.stepX.x * x[i] + at.stepY.x * y[i];
        ray.org_y[i] = at.origin.y + at.stepX.y * x[i] + at.stepY.y * y[i];
        ray.org_z[i] = at.origin.z + at.stepX.z * x[i] + at.stepY.z * y[i];
        ray.dir_x[i] = at.sAxis.x * s + at.tAxis.x * t + at.normal.x * up;
        ray.dir_y[i] = at.sAxis.y * s + at.tAxis.y * t + at.normal.y * up;
        ray.dir_z[i] = at.sAxis.z * s + at.tAxis.z * t + at.normal.z * up;
        ray.tfar[i] = std::numeric_limits<float>::infinity();
        hit.geomID[i] = RTC_INVALID_GEOMETRY_ID;
        hit.instID[0][i] = RTC_INVALID_GEOMETRY_ID;
    }
    if (bounce.recorder != nullptr)
        bounce.recorder->bounces.push_back(recorded(lanes.valid, ray));
    rtcIntersect16(lanes.valid, m_scene.handle(), &bounce.context, &bounce.traced);
    shade(lanes, &bounce.traced, bounce.last, bounce.isFirst);
    ++bounce.turn;
}

/// Part by part. Whenever their number has doubled, both halves are lattices of their own, and by
/// what they differ the error of their mean is known: luxels of a packet are neighbours, and are
/// judged together. Returns the rays of each luxel.
int LuxelTracer::traceToGoal(Bounce& bounce,
                             Lanes& lanes,
                             const SampleLattice& lattice,
                             const NoiseGoal& goal,
                             Gathered& gathered) const
{
    constexpr int Parts = NoiseGoal::MostRays / NoiseGoal::PartRays;
    constexpr int FewestParts = 4;
    float known = 0;
    for (int i = 0; i < lanes.count; ++i) {
        const auto& shown = goal.shown[bounce.firstLuxel + lanes.luxels[i]];
        known += shown.x + shown.y + shown.z;
    }
    const auto sumOf = [&](int lane) {
        return lanes.red[lane] + lanes.green[lane] + lanes.blue[lane];
    };
    alignas(64) float half[Size] = {};
    for (int done = 0, parts = FewestParts / 2;; parts *= 2) {
        for (; done < parts; ++done) {
            const auto first = static_cast<std::size_t>(done) * NoiseGoal::PartRays;
            for (const auto& point : std::span{lattice.points}.subspan(first, NoiseGoal::PartRays))
                traceLanes(bounce, lanes, point);
        }
        float squares = 0;
        float sum = 0;
        for (int i = 0; i < lanes.count; ++i) {
            const float all = sumOf(i);
            const float apart = all - 2 * half[i]; // the second half less the first
            squares += apart * apart;
            sum += all;
            half[i] = all;
        }
        const int rays = parts * NoiseGoal::PartRays;
        const auto count = static_cast<float>(lanes.count);
        const float error = std::sqrt(squares / count) / static_cast<float>(rays);
        const float light = (known + sum / static_cast<float>(rays)) / count;
        const float share = error / std::max(light, 3 * goal.darkest);
        if (parts < FewestParts || (parts < Parts && share > goal.error))
            continue;
        if (light > 0) {
            gathered.squaredErrors += static_cast<double>(share * share * count);
            gathered.luxels += static_cast<double>(count);
        }
        return rays;
    }
}

LuxelTracer::Gathered LuxelTracer::gather(const TileRange& tiles,
                                          int pass,
                                          const SampleLattice& lattice,
                                          const LuxelLight& last,
                                          std::span<Vec3f> out,
                                          RayRecorder* recorder,
                                          const NoiseGoal* goal) const
{
    const auto& chart = m_charts[tiles.chart];
    Gathered gathered;
    Bounce bounce{.at = m_surfaces[tiles.chart],
                  .last = last,
                  .firstLuxel = chart.firstLuxel,
                  .isFirst = pass == 1,
                  .recorder = recorder,
                  .context = {},
                  .traced = {}};
    rtcInitIntersectContext(&bounce.context);
    clearRays(bounce.traced.ray);
    Lanes lanes;
    const auto luxels = luxelsIn(tiles, Which::FarTraced);
    for (std::size_t first = 0; first < luxels.size(); first += Size) {
        lanes.count = static_cast<int>(std::min<std::size_t>(Size, luxels.size() - first));
        std::copy_n(luxels.begin() + static_cast<std::ptrdiff_t>(first), lanes.count, lanes.luxels);
        prepare(lanes, chart, pass, lattice);
        bounce.turn = 0;
        auto rays = static_cast<int>(lattice.points.size());
        if (goal != nullptr)
            rays = traceToGoal(bounce, lanes, lattice, *goal, gathered);
        else
            for (const auto& point : lattice.points)
                traceLanes(bounce, lanes, point);
        const auto scale = 1.0f / static_cast<float>(rays);
        for (int i = 0; i < lanes.count; ++i)
            out[lanes.luxels[i]] = Vec3f{lanes.red[i], lanes.green[i], lanes.blue[i]} * scale;
        gathered.rays += static_cast<std::uint64_t>(lanes.count) * static_cast<std::uint64_t>(rays);
    }
    gathered.hits = lanes.hits;
    return gathered;
}
} // namespace engine
