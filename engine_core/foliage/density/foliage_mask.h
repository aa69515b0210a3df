#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/foliage/density/density_picture.h"
#include "engine_core/foliage/density/painted_weights.h"
#include "engine_core/foliage/foliage_survey.h"

namespace engine
{
class World;

/// What scales the density of all kinds of a layer from place to place: its picture and what was
/// painted. By value, for workers.
struct FoliageMask
{
    std::shared_ptr<const DensityPicture> picture; ///< null: none
    bool isMissing = false;                        ///< there is one, but it was not handed in
    Vec2d corner{0};                               ///< of the picture, the least x and z
    Vec2d size{100};                               ///< metres
    PaintedWeights painted;

    /// From 0 to 1. Nothing grows while the picture is missing.
    [[nodiscard]] double at(const Vec3d& place) const;
};

/// Null if the layer has none.
[[nodiscard]] std::shared_ptr<const FoliageMask>
foliageMask(const World& world, EntityId layer, const FoliageSurvey& survey);
} // namespace engine
