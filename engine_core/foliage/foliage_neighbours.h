#pragma once

#include "engine_core/foliage/foliage_survey.h"
#include "engine_core/geometry/brush.h"
#include "engine_core/scene/components/foliage.h"

#include <memory>
#include <vector>

namespace engine
{
/// What a kind of plant keeps its distance from, or stays near to: by value, for workers.
struct FoliageNeighbours
{
    std::vector<Vec3d> lights;
    std::vector<std::shared_ptr<const Brush>> path; ///< world space
    std::shared_ptr<const WalkableGround> ground;   ///< null: not asked for, or missing

    /// Whether the place is as far from lights and path as the kind asks for.
    [[nodiscard]] bool allow(const FoliageType& type, const Vec3d& place) const;

    /// Whether it lies to the ground that agents walk on as the kind asks for; never while that is
    /// missing.
    [[nodiscard]] bool allowGround(const FoliageType& type, const Vec3d& place) const;
};

/// Null if the kind asks for no distances.
[[nodiscard]] std::shared_ptr<const FoliageNeighbours>
foliageNeighbours(const World& world, const FoliageType& type, const FoliageSurvey& survey = {});

/// Metres beyond which a light, a path or walkable ground changes nothing for the kind; 0 if none
/// counts.
[[nodiscard]] double neighbourReach(const FoliageType& type);

/// Metres from the point to the brush; 0 inside.
[[nodiscard]] double distanceToBrush(const Brush& brush, const Vec3d& point);

/// Whether the brush is the object, stands below it, or belongs to it if it is a layer.
[[nodiscard]] bool isPartOf(const World& world, EntityId brush, EntityId object);
} // namespace engine
