#pragma once

#include "engine_core/scene/components/foliage.h"

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
        std::uint16_t side = 0;
    };

    std::vector<Kind> m_kinds; ///< by slot
};

/// How far a mark keeps places of its kind bare.
struct FoliageMarkReach
{
    /// Places that were none when the mark was made stay bare so much farther away: the gaps
    /// between erased plants.
    static constexpr double LaterFactor = 1.6;

    double reach = 0;        ///< metres
    std::uint16_t count = 0; ///< of the lattice's places a tile, as it was
    std::uint16_t side = 0;  ///< of its tiles, see latticeSide()

    /// Whether a place of a lattice with such tiles was none at that time.
    [[nodiscard]] bool isLater(std::uint16_t rank, std::uint16_t sideNow) const
    {
        return rank >= count || side != sideNow;
    }

    friend bool operator==(const FoliageMarkReach&, const FoliageMarkReach&) = default;
};

/// The width of a lattice's tiles, rounded, to tell lattices apart.
[[nodiscard]] std::uint16_t latticeSide(double side);

[[nodiscard]] FoliageMarkReach markReach(const FoliageInstance& mark);

/// Metres beyond which no mark keeps anything bare; 0 without marks.
[[nodiscard]] double greatestMarkReach(const FoliageInstances& instances);
} // namespace engine
