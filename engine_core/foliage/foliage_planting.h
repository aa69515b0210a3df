#pragma once

#include "engine_core/foliage/density/foliage_mask.h"
#include "engine_core/foliage/foliage_neighbours.h"
#include "engine_core/foliage/foliage_spacing.h"
#include "engine_core/foliage/foliage_surface.h"
#include "engine_core/foliage/point_tile.h"
#include "engine_core/scene/components/foliage.h"

#include <span>

namespace engine
{
/// One kind of plant with all that placing it needs.
struct FoliageSpecies
{
    FoliageType type; ///< with billboard rules
    std::uint8_t slot = 0;
    double density = 0; ///< plants a square metre that it aims at
    PointLattice lattice = {};
    std::uint32_t seed = 0;           ///< of its own lattice and its patches
    std::vector<Name> materials = {}; ///< that it grows on; empty: all
    std::shared_ptr<const FoliageNeighbours> neighbours = nullptr; ///< null: none count
    std::shared_ptr<const FoliageMask> mask = nullptr;             ///< of the layer; null: none

    [[nodiscard]] FoliageDistances distances() const;
};

/// Those of the layer whose slots are named (all if none is), each with its density along with the
/// others (shareInMix) and with places that those of the others leave it; widest spacing first, so
/// that trees find room before grass. Without those that have no shape yet.
[[nodiscard]] std::vector<FoliageSpecies> foliageSpecies(const World& world,
                                                         EntityId layer,
                                                         std::span<const std::uint8_t> slots,
                                                         const FoliageSurvey& survey = {});

/// The distances of all kinds of the layer, those that are not planted too.
[[nodiscard]] FoliageSpacing
foliageSpacing(const World& world, EntityId layer, std::span<const FoliageSpecies> planted);

/// Why places were not planted.
struct FoliageRejects
{
    std::size_t slope = 0;
    std::size_t height = 0;
    std::size_t material = 0;
    std::size_t layer = 0;
    std::size_t covered = 0;  ///< another brush stands there
    std::size_t distance = 0; ///< from lights or path
    std::size_t ground = 0;   ///< where agents walk, or too far from there
    std::size_t thinned = 0;  ///< densityShareAt() leaves them out
    std::size_t spacing = 0;

    void add(const FoliageRejects& other);

    /// "120 places too steep, 8 too near to other plants", the most frequent one first; empty if
    /// no place was refused.
    [[nodiscard]] std::string text() const;
};

/// Which rule keeps the whole face bare, as a member of FoliageRejects; null if none does.
[[nodiscard]] std::size_t FoliageRejects::*refusalOf(const FoliageSpecies& species,
                                                     const FoliageFace& face);

/// The same for one place on it, of that rank where the first `wanted` ranks are to be planted:
/// heights, density, distances and walkable ground.
[[nodiscard]] std::size_t FoliageRejects::*
refusalAt(const FoliageSpecies& species, const Vec3d& place, std::uint16_t rank, double wanted);

/// The share of its density, 0 to 1, that the kind reaches at the place.
[[nodiscard]] double densityShareAt(const FoliageSpecies& species, const Vec3d& place);

/// A place of a lattice on a face.
struct FoliagePlace
{
    Vec2d st{0}; ///< face coordinates
    std::uint32_t seed = 0;
    std::uint16_t rank = 0;
};

/// A plant of that kind with all that is random about it.
[[nodiscard]] FoliageInstance
makeFoliage(const FoliageSpecies& species, const FoliageFace& face, const FoliagePlace& place);

/// Sets anew what follows from type and seed: scale, yaw and lean.
void poseFoliage(const FoliageType& type, FoliageInstance& instance);

/// Calls visit(const FoliagePlace&) for each point of the lattice within the rectangle, in an order
/// that depends on nothing else.
template <typename Visit>
void forEachPlace(const PointLattice& lattice,
                  const Vec2d& min,
                  const Vec2d& max,
                  const Visit& visit)
{
    if (lattice.begin == lattice.end || min.x > max.x || min.y > max.y)
        return;
    const auto& tile = PointTile::shared();
    const double step = lattice.side / PointTile::Side;
    const double bucket = lattice.side / PointTile::Buckets;
    const auto cell = [&](double v) {
        return static_cast<std::int64_t>(std::floor(v / bucket));
    };
    const auto low = min - lattice.offset;
    const auto high = max - lattice.offset;
    constexpr std::int64_t N = PointTile::Buckets;
    for (auto row = cell(low.y); row <= cell(high.y); ++row)
        for (auto column = cell(low.x); column <= cell(high.x); ++column) {
            const auto tileX = (column - ((column % N) + N) % N) / N;
            const auto tileY = (row - ((row % N) + N) % N) / N;
            const auto index =
                static_cast<std::uint32_t>((row - tileY * N) * N + column - tileX * N);
            const auto seed = mixBits(lattice.seed ^ mixBits(static_cast<std::uint32_t>(tileX)) ^
                                      mixBits(static_cast<std::uint32_t>(tileY) + 0x51ed270bU));
            const Vec2d corner =
                lattice.offset +
                Vec2d{static_cast<double>(tileX), static_cast<double>(tileY)} * lattice.side;
            const auto* const end = tile.bucketEnd(index);
            // Within a bucket ranks ascend.
            for (const auto* point = tile.bucketBegin(index);
                 point != end && point->rank < lattice.end; ++point) {
                if (point->rank < lattice.begin)
                    continue;
                const Vec2d st = corner + Vec2d{point->x + 0.5, point->y + 0.5} * step;
                if (st.x >= min.x && st.x < max.x && st.y >= min.y && st.y < max.y)
                    visit(
                        FoliagePlace{st, mixBits(seed + point->rank), lattice.rankOf(point->rank)});
            }
        }
}

/// Where other plants have taken so many of a kind's places, those between them are looked at, too:
/// a kind that was planted along with others stands on other places than alone, and would miss its
/// density where both meet. Not for kinds that share a lattice, whose gaps belong to others.
[[nodiscard]] bool missesPlaces(const FoliageSpecies& species, std::size_t taken, std::size_t free);

/// Whether a plant of the kind has room there, and others have taken all places of its lattice that
/// are nearer than its distance. So nothing between them takes the room of a place that may still
/// be planted, and where no place is taken there is no gap.
[[nodiscard]] bool isGap(const FoliageSpecies& species,
                         const FoliageFace& face,
                         const FoliageSpacing& spacing,
                         const Vec2d& st);

/// Calls visit(const FoliagePlace&) for places between those of the kind's lattice, some four times
/// as many, with ranks as those have.
template <typename Visit>
void forEachBetween(const FoliageSpecies& species,
                    const Vec2d& min,
                    const Vec2d& max,
                    const Visit& visit)
{
    auto between = species.lattice;
    between.side /= 2;
    between.begin = 0;
    between.end = PointTile::Count;
    between.seed = mixBits(between.seed + 1);
    forEachPlace(between, min, max, visit);
}
} // namespace engine
