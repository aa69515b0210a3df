#pragma once

#include "engine_core/foliage/foliage_scatter.h"

namespace engine
{
/// What growing works on, by value: it may run on a worker without the world.
struct FoliageGrowth
{
    FoliageScatter scatter; ///< `within`: where candidates count, somewhat beyond `box`
    Aabb box;               ///< plants in here are grown anew
};

/// For the part of a layer that a change within `dirty` may have touched; all of it with
/// wholeFoliage(). The world may be a copy on a worker, with an index of its own.
[[nodiscard]] FoliageGrowth collectGrowth(const World& world,
                                          const SpatialIndex& index,
                                          EntityId layer,
                                          const Aabb& dirty,
                                          const FoliageSurvey& survey = {});

/// A box around everything.
[[nodiscard]] Aabb wholeFoliage();

/// Where plants that rules leave alone came, went or moved, and marks went away: what grows near
/// them may have to go or may come back. New marks count for nothing, since nothing grows because
/// of them.
[[nodiscard]] Aabb changedExceptions(const FoliageInstances& before, const FoliageInstances& after);

struct FoliageGrown
{
    std::shared_ptr<const FoliageInstances> instances; ///< what stood itself if nothing changed
    std::size_t added = 0;
    std::size_t removed = 0;
    FoliageRejects rejected;
    std::string problem; ///< why nothing has grown, as a part of a sentence; empty if it has
};

/// Lets the kinds grow wherever their rules allow, and takes away what had grown by rule and may
/// not any more. All other plants stay bit by bit, and what grows keeps its distances to them and
/// from marks; a marked place stays bare, but no other one grows because of that. Of two places
/// that are too near to each other the one of the kind with the widest spacing is taken, then the
/// one with the lower seed, whether or not that place is taken by a third (type II of Matern,
/// "Spatial variation", 1960): so what grows somewhere depends on nothing but what is near by, and
/// growing part after part gives the same bytes as growing everything, on any number of threads.
/// `instances` is what stood if cancelled, and if there is a problem: more would grow at once, or
/// be looked at, than may.
[[nodiscard]] FoliageGrown growFoliage(FoliageGrowth growth, JobControl& control);
} // namespace engine
