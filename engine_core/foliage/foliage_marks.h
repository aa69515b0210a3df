#pragma once

#include "engine_core/foliage/foliage_planting.h"

#include <optional>
#include <vector>

namespace engine
{
/// What hands did to plants that had grown by rule is kept as marks among the instances: so marks
/// follow brushes, are saved and undone as plants are. A mark keeps the places of its kind bare
/// within the distance that the plants kept when it was made, so that an erased wood stays erased
/// when its density or its ground changes.
class FoliageMarks
{
public:
    /// Makes no marks.
    FoliageMarks() = default;

    /// For the kinds of a layer as they are now.
    FoliageMarks(const World& world, EntityId layer);

    /// What stays where the plant is erased or moved away; nothing if no rule made it grow.
    [[nodiscard]] std::optional<FoliageInstance> markFor(const FoliageInstance& plant) const;

private:
    struct Kind
    {
        double reach = 0; ///< metres
        std::uint32_t count = 0;
        std::uint16_t lattice = 0;
    };

    std::vector<Kind> m_kinds; ///< by slot
};

/// How far a mark keeps places of its kind bare.
struct FoliageMarkReach
{
    /// Places that were none when the mark was made stay bare so much farther away: the gaps
    /// between erased plants of the kind.
    static constexpr double LaterFactor = 1.6;

    double reach = 0;          ///< metres
    std::uint16_t count = 0;   ///< of the lattice's places a tile, as it was
    std::uint16_t lattice = 0; ///< see latticeName()

    /// Whether a place of such a lattice was none at that time.
    [[nodiscard]] bool isLater(std::uint16_t rank, std::uint16_t latticeNow) const
    {
        return rank >= count || lattice != latticeNow;
    }

    friend bool operator==(const FoliageMarkReach&, const FoliageMarkReach&) = default;
};

/// Tells the lattices of a kind apart: of its own by the width of their tiles, of those that it
/// shares by all that says which places are its own.
[[nodiscard]] std::uint16_t latticeName(const PointLattice& lattice);

/// Metres about a mark in which places of that same lattice stay bare: less than any two keep.
[[nodiscard]] double ownMarkReach(const FoliageSpecies& species);

[[nodiscard]] FoliageMarkReach markReach(const FoliageInstance& mark);

/// Metres beyond which no mark keeps anything bare; 0 without marks.
[[nodiscard]] double greatestMarkReach(const FoliageInstances& instances);
} // namespace engine
