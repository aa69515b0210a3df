#pragma once

#include "engine_core/render/passes/frustum.h"
#include "engine_core/scene/foliage/foliage_instances.h"

#include <span>
#include <vector>

namespace engine
{
/// The plants of one kind within a chunk, in a row of the instance buffer.
struct FoliageRun
{
    std::uint8_t type = 0;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

/// A cell of plants as culling sees it.
struct FoliageCullCell
{
    Vec3f min{0}, max{0}; ///< of the positions
    std::span<const FoliageRun> runs;
};

/// At which distances a kind is drawn with which mesh. Metres.
struct FoliageLevels
{
    /// Half of the band about each border in which two levels are blended, as a share of the
    /// border's distance.
    static constexpr float Blend = 0.08F;

    float reach = 0;         ///< beyond its position that a plant of the kind may take up
    std::vector<float> ends; ///< of the levels, ascending; the last one is where it is not drawn
                             ///< any more
};

/// What is drawn of one kind at one level: runs of the instance buffer.
struct FoliageDraws
{
    std::vector<FoliageRun> runs;
};

/// Per kind (by type) and level.
using FoliageDrawLists = std::vector<std::vector<FoliageDraws>>;

/// The cells that the view can see, each at all levels that its distances ask for. Costs the cells,
/// not the plants. `levels` by type; kinds without any are not drawn. `oneIn` by type: of so many
/// plants one is listed, in each cell alike; empty: all of them. `lists` keeps its memory.
void cullFoliage(std::span<const FoliageCullCell> cells,
                 std::span<const FoliageLevels> levels,
                 std::span<const std::uint32_t> oneIn,
                 const Frustum& frustum,
                 const Vec3f& eye,
                 FoliageDrawLists& lists);

/// The runs of a chunk's plants that are drawn, and the plants in their order. `first`: where the
/// first of them comes to lie in the instance buffer. Without those that stand on a brush of
/// `leftOut`, ascending, which keep their places there.
[[nodiscard]] std::vector<FoliageRun> foliageRuns(const FoliageChunk& chunk,
                                                  std::uint32_t first,
                                                  std::span<const std::uint32_t> leftOut = {});
} // namespace engine
