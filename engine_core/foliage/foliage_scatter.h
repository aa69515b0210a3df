#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/base/result.h"
#include "engine_core/foliage/foliage_planting.h"

#include <string>

namespace engine
{
/// So many plants at once memory and scene file hold with ease.
inline constexpr std::size_t MostPlantsAtOnce = 5'000'000;

/// What a scatter works on, by value: it may run on a worker without the world.
struct FoliageScatter
{
    std::vector<FoliageFace> faces;
    std::vector<FoliageSpecies> species;
    FoliageSpacing spacing;                           ///< nothing loaded yet
    std::shared_ptr<const FoliageInstances> standing; ///< what is there already
    Aabb within;                                      ///< empty: everywhere on the faces
    unsigned threads = 0;                             ///< 0: all

    /// Plants at once, counted before they keep their distances.
    std::size_t most = MostPlantsAtOnce;
    /// Places that are looked at: some ten seconds of work.
    double mostTried = 500'000'000;
};

/// For the faces of the brushes. `slots`: the kinds; none: all of the layer.
[[nodiscard]] FoliageScatter collectScatter(const World& world,
                                            const SpatialIndex& index,
                                            EntityId layer,
                                            std::span<const EntityId> brushes,
                                            std::span<const std::uint8_t> slots = {},
                                            const FoliageSurvey& survey = {});

/// About how many plants the faces have room for: of shapes, slopes, materials and shares of
/// density, not of what stands there.
[[nodiscard]] double expectedPlants(const FoliageScatter& scatter);

/// About how many places a scatter looks at, those that rules keep bare among them.
[[nodiscard]] double placesTried(const FoliageScatter& scatter);

/// Plants with the count of places that rules kept bare.
struct FoliagePlanted
{
    std::vector<FoliageInstance> instances; ///< to be added
    FoliageRejects rejected;
    std::string problem; ///< why nothing was, as a part of a sentence; empty if it was
};

/// All plants that the rules of their kinds allow, before they keep their distances: in parts of
/// one fixed order. Missing parts are empty if cancelled. An error, as a part of a sentence, if the
/// places or plants are more than the scatter says.
[[nodiscard]] Result<std::vector<FoliagePlanted>> foliageCandidates(const FoliageScatter& scatter,
                                                                    JobControl& control);

/// Plants all faces up to their target density: doing it again adds nothing. The same input gives
/// the same bytes for any number of threads. What was found so far if cancelled; nothing if it is
/// more than the scatter allows.
[[nodiscard]] FoliagePlanted scatterFoliage(FoliageScatter scatter, JobControl& control);
} // namespace engine
