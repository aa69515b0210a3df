#include "engine_core/foliage/foliage_mix.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace engine
{
namespace
{
/// Share of its places that a kind may lose to plants of kinds on other lattices.
constexpr double MostLost = 0.02;
/// Kinds with less than this share of a mix would have too few places of a tile to be told apart
/// from none. They keep their own lattice and, being spread widest, are planted first.
constexpr double RareShare = 1.0 / 256;
/// By how much the density of a kind may be off for the tile to keep a side of a power of two.
constexpr double MostRounding = 0.02;
/// Kinds whose spacings differ by no more share the room where there is not enough.
constexpr double AlikeSpacing = 0.8;

/// Kinds that share a lattice, widest spacing first.
using Mix = std::vector<FoliageSpecies*>;

bool overlap(double lowA, double highA, double lowB, double highB)
{
    return lowA <= highB && lowB <= highA;
}

/// Whether there may be a face and a height that both grow at.
bool mayMeet(const FoliageSpecies& a, const FoliageSpecies& b)
{
    const auto shareMaterial = [&] {
        return a.materials.empty() || b.materials.empty() ||
               std::find_first_of(a.materials.begin(), a.materials.end(), b.materials.begin(),
                                  b.materials.end()) != a.materials.end();
    };
    return overlap(a.type.slopeMin, a.type.slopeMax, b.type.slopeMin, b.type.slopeMax) &&
           overlap(a.type.heightMin, a.type.heightMax, b.type.heightMin, b.type.heightMax) &&
           (!a.type.onLayer || !b.type.onLayer || a.type.onLayer == b.type.onLayer) &&
           shareMaterial();
}

/// Share of its places that the kind loses to plants of these: those that lie in a disk about one.
double lostTo(const Mix& mix, const FoliageSpecies& species)
{
    double density = 0;
    for (const auto* other : mix)
        if (mayMeet(*other, species))
            density += other->lattice.density();
    return Pi * species.type.spacing * species.type.spacing * density;
}

std::vector<Mix> mixesOf(std::span<FoliageSpecies> species)
{
    Mix order;
    for (auto& one : species)
        if (one.lattice.count > 0 && one.type.spacing > 0)
            order.push_back(&one);
    std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
        return a->type.spacing > b->type.spacing;
    });
    std::vector<Mix> mixes;
    for (auto* one : order) {
        double lost = 0;
        double most = 0;
        Mix* nearest = nullptr;
        for (auto& mix : mixes) {
            const double toMix = lostTo(mix, *one);
            lost += toMix;
            if (toMix > most) {
                most = toMix;
                nearest = &mix;
            }
        }
        if (nearest != nullptr && lost > MostLost)
            nearest->push_back(one);
        else
            mixes.push_back({one});
    }
    return mixes;
}

void takeOutRareKinds(Mix& mix)
{
    double density = 0;
    for (const auto* one : mix)
        density += one->lattice.density();
    std::erase_if(mix,
                  [&](const auto* one) { return one->lattice.density() < density * RareShare; });
}

/// Plants a square metre that can keep such a distance.
double roomFor(double spacing)
{
    const double spread = PointTile::shared().spacingOf(PointTile::Count) / spacing;
    return PointTile::Count * spread * spread;
}

/// The density of each kind with all before it. Those with wide spacings find room first; kinds
/// alike in spacing come down in proportion.
std::vector<double> summedDensities(const Mix& mix)
{
    std::vector<double> sums;
    double sum = 0;
    for (std::size_t begin = 0; begin < mix.size();) {
        auto end = begin;
        double wanted = 0;
        double share = 1;
        for (;
             end < mix.size() && mix[end]->type.spacing >= AlikeSpacing * mix[begin]->type.spacing;
             ++end) {
            wanted += mix[end]->density;
            share = std::min(share, std::max(roomFor(mix[end]->type.spacing) - sum, 0.0) / wanted);
        }
        for (; begin < end; ++begin) {
            sum += share * mix[begin]->density;
            sums.push_back(sum);
        }
    }
    return sums;
}

/// How many of the tile's first points keep the distance of `least` sides.
std::uint32_t pointsApart(double least)
{
    const auto& tile = PointTile::shared();
    std::uint32_t low = 1;
    std::uint32_t high = PointTile::Count;
    while (low < high) {
        const auto middle = (low + high + 1) / 2;
        if (tile.spacingOf(middle) >= least)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/// For each kind how many of the tile's points it has with all before it.
std::vector<std::uint32_t> pointsOf(const Mix& mix, std::span<const double> sums, double side)
{
    std::vector<std::uint32_t> points;
    for (std::size_t i = 0; i < mix.size(); ++i) {
        const auto wanted =
            std::clamp(std::round(sums[i] * side * side), 1.0, double{PointTile::Count});
        points.push_back(std::max(points.empty() ? 0U : points.back(),
                                  std::min(static_cast<std::uint32_t>(wanted),
                                           pointsApart(mix[i]->type.spacing / side))));
    }
    return points;
}

bool isRounded(std::span<const double> sums, std::span<const std::uint32_t> points, double side)
{
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const double wanted = (sums[i] - (i > 0 ? sums[i - 1] : 0)) * side * side;
        const double given = points[i] - (i > 0 ? points[i - 1] : 0U);
        if (std::abs(given - wanted) > MostRounding * wanted)
            return true;
    }
    return false;
}

/// All points keep the smallest spacing, and the first ones, which are fewer, a wider one: so each
/// kind has those points that come next in the tile's order.
void shareLattice(const Mix& mix)
{
    const auto& tile = PointTile::shared();
    const auto sums = summedDensities(mix);
    double side = std::exp2(std::floor(std::log2(PointTile::Count / sums.back()) / 2));
    auto points = pointsOf(mix, sums, side);
    if (isRounded(sums, points, side)) {
        side = std::sqrt(PointTile::Count / sums.back());
        points = pointsOf(mix, sums, side);
    }
    std::uint32_t seed = 0;
    for (const auto* one : mix)
        seed = mixBits(seed + one->seed);
    const auto offset = latticeOffset(seed, side);
    for (std::size_t i = 0; i < mix.size(); ++i) {
        auto& lattice = mix[i]->lattice;
        lattice.isShared = true;
        lattice.side = side;
        lattice.begin = i > 0 ? points[i - 1] : 0;
        lattice.end = points[i];
        lattice.spacing = tile.spacingOf(lattice.end) * side;
        lattice.offset = offset;
        lattice.seed = seed;
    }
}
} // namespace

void shareLattices(std::span<FoliageSpecies> species)
{
    for (auto& mix : mixesOf(species)) {
        takeOutRareKinds(mix);
        if (mix.size() > 1)
            shareLattice(mix);
    }
}
} // namespace engine
