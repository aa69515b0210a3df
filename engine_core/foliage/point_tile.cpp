#include "engine_core/foliage/point_tile.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace engine
{
namespace
{
constexpr std::uint32_t CandidatesPerPoint = 8;
constexpr std::uint32_t BucketSide = 65536 / PointTile::Buckets;
constexpr std::uint32_t BucketCount = PointTile::Buckets * PointTile::Buckets;

/// Squared distance on the torus. Fits: no axis is farther apart than half a side.
std::uint32_t
squaredDistance(std::uint32_t ax, std::uint32_t ay, std::uint32_t bx, std::uint32_t by)
{
    const auto along = [](std::uint32_t a, std::uint32_t b) {
        const auto apart = a > b ? a - b : b - a;
        return std::min(apart, 65536U - apart);
    };
    const auto dx = along(ax, bx);
    const auto dy = along(ay, by);
    return dx * dx + dy * dy;
}

/// The greedy choice: always the candidate that lies farthest from all chosen ones.
class FarthestPoints
{
public:
    FarthestPoints()
    {
        std::uint32_t state = 1;
        for (auto& candidate : m_candidates) {
            state += 0x9e3779b9U;
            const auto bits = mixBits(state);
            candidate = {bits >> 16U, bits & 0xffffU, ~0U};
        }
        const auto bucketOf = [](const Candidate& c) {
            return (c.y / BucketSide) * PointTile::Buckets + c.x / BucketSide;
        };
        std::sort(m_candidates.begin(), m_candidates.end(),
                  [&](const Candidate& a, const Candidate& b) {
                      return std::tuple{bucketOf(a), a.y, a.x} < std::tuple{bucketOf(b), b.y, b.x};
                  });
        for (const auto& candidate : m_candidates)
            ++m_first[bucketOf(candidate) + 1];
        for (std::uint32_t b = 0; b < BucketCount; ++b) {
            m_first[b + 1] += m_first[b];
            m_farthest[b] = m_first[b] == m_first[b + 1] ? 0 : ~0U;
        }
    }

    struct Chosen
    {
        std::uint32_t x = 0, y = 0;
        std::uint32_t squared = 0; ///< distance to the nearest one chosen before
    };

    Chosen next()
    {
        const auto bucket = static_cast<std::uint32_t>(
            std::max_element(m_farthest.begin(), m_farthest.end()) - m_farthest.begin());
        auto best = m_first[bucket];
        for (auto i = best; i < m_first[bucket + 1]; ++i)
            if (m_candidates[i].nearest > m_candidates[best].nearest)
                best = i;
        const Chosen chosen{m_candidates[best].x, m_candidates[best].y, m_candidates[best].nearest};
        // No candidate is farther from all chosen ones than this one was, so only those within
        // that distance of it can have come closer.
        const auto reach =
            static_cast<std::uint32_t>(std::sqrt(static_cast<double>(chosen.squared))) + 1;
        const auto buckets = std::min(reach / BucketSide + 1, PointTile::Buckets / 2);
        for (auto dy = 0U; dy <= 2 * buckets && dy < PointTile::Buckets; ++dy)
            for (auto dx = 0U; dx <= 2 * buckets && dx < PointTile::Buckets; ++dx)
                update(((chosen.y / BucketSide + PointTile::Buckets + dy - buckets) %
                        PointTile::Buckets) *
                               PointTile::Buckets +
                           (chosen.x / BucketSide + PointTile::Buckets + dx - buckets) %
                               PointTile::Buckets,
                       chosen);
        return chosen;
    }

private:
    struct Candidate
    {
        std::uint32_t x = 0, y = 0;
        std::uint32_t nearest = 0; ///< squared distance to the nearest chosen one
    };

    void update(std::uint32_t bucket, const Chosen& chosen)
    {
        std::uint32_t farthest = 0;
        for (auto i = m_first[bucket]; i < m_first[bucket + 1]; ++i) {
            auto& candidate = m_candidates[i];
            candidate.nearest = std::min(
                candidate.nearest, squaredDistance(candidate.x, candidate.y, chosen.x, chosen.y));
            farthest = std::max(farthest, candidate.nearest);
        }
        m_farthest[bucket] = farthest;
    }

    std::vector<Candidate> m_candidates =
        std::vector<Candidate>(std::size_t{PointTile::Count} * CandidatesPerPoint);
    std::array<std::uint32_t, BucketCount + 1> m_first{};
    std::array<std::uint32_t, BucketCount> m_farthest{};
};
} // namespace

PointTile::PointTile()
{
    FarthestPoints points;
    std::vector<Point> ordered;
    for (std::uint32_t rank = 0; rank < Count; ++rank) {
        const auto next = points.next();
        ordered.push_back({static_cast<std::uint16_t>(next.x), static_cast<std::uint16_t>(next.y),
                           static_cast<std::uint16_t>(rank)});
        // Greedy: each point lies nearer to those before it than the ones before did.
        m_spacing[rank] = rank == 0 ? 1.0 : std::sqrt(static_cast<double>(next.squared)) / Side;
    }
    const auto bucketOf = [](const Point& p) {
        return (p.y / BucketSide) * Buckets + p.x / BucketSide;
    };
    std::stable_sort(ordered.begin(), ordered.end(),
                     [&](const Point& a, const Point& b) { return bucketOf(a) < bucketOf(b); });
    for (const auto& point : ordered)
        ++m_first[bucketOf(point) + 1];
    for (std::uint32_t b = 0; b < BucketCount; ++b)
        m_first[b + 1] += m_first[b];
    m_points = std::move(ordered);
}

const PointTile& PointTile::shared()
{
    static const PointTile tile;
    return tile;
}

Vec2d latticeOffset(std::uint32_t seed, double side)
{
    return Vec2d{randomOf(seed, 1), randomOf(seed, 2)} * side;
}

PointLattice makeLattice(double density, double leastSpacing, std::uint32_t seed)
{
    PointLattice lattice;
    lattice.seed = mixBits(seed);
    if (!(density > 0))
        return lattice;
    const auto& tile = PointTile::shared();
    // Sides are powers of two, so that densities of one side share their points.
    const double steps = std::floor(std::log2(PointTile::Count / density) / 2);
    lattice.side = std::exp2(steps);
    lattice.count = static_cast<std::uint32_t>(std::clamp(
        std::round(density * lattice.side * lattice.side), 2.0, double{PointTile::Count}));
    if (tile.spacingOf(lattice.count) * lattice.side < leastSpacing) {
        // All points of a tile keep the best distance for their number.
        lattice.count = PointTile::Count;
        lattice.side = std::max(std::sqrt(PointTile::Count / density),
                                leastSpacing / tile.spacingOf(PointTile::Count));
    }
    lattice.spacing = tile.spacingOf(lattice.count) * lattice.side;
    lattice.end = lattice.count;
    lattice.offset = latticeOffset(lattice.seed, lattice.side);
    return lattice;
}
} // namespace engine
