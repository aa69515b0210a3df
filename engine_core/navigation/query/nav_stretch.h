#pragma once

#include "engine_core/navigation/query/nav_probe.h"
#include "engine_core/navigation/query/nav_query.h"

namespace engine
{
/// A part of a way that only exists under relaxed limits: from the last place that can really be
/// reached to the first place beyond.
struct NavStretch
{
    std::vector<Vec3d> points; ///< close together; never empty

    [[nodiscard]] const Vec3d& middle() const { return points[points.size() / 2]; }
};

/// The part of `path` (found on a relaxed mesh) that `mesh` does not have.
[[nodiscard]] NavStretch blockedStretch(const NavMesh& mesh,
                                        const NavFilter& filter,
                                        const Vec3d& from,
                                        const Vec3d& to,
                                        const NavPath& path);

/// The part of `path` (a short way on a relaxed mesh) that `mesh` goes round, though it leads
/// there.
[[nodiscard]] NavStretch
detourStretch(const NavMesh& mesh, const NavFilter& filter, const NavPath& path);

/// What a measurement found, and where.
struct NavMeasure
{
    double actual = 0; ///< metres or degrees
    Vec3d place{0};
    EntityId entity;
};

// They follow the ground that has `room` metres above it and is never above what is over it.

/// The highest step up or down of the ground along it. `most` metres are followed at once.
[[nodiscard]] std::optional<NavMeasure>
highestStep(const NavProbe& probe, const NavStretch& stretch, double room, double most);

/// The least room above the ground along it, over steps of `most` metres.
[[nodiscard]] std::optional<NavMeasure>
lowestRoom(const NavProbe& probe, const NavStretch& stretch, double room, double most);

/// The steepest ground along it that can be stood on at all; degrees.
[[nodiscard]] std::optional<NavMeasure>
steepestGround(const NavProbe& probe, const NavStretch& stretch, double room);

/// The least width between walls and ledges along it, for an agent of that height and step.
[[nodiscard]] std::optional<NavMeasure> narrowestPlace(const NavProbe& probe,
                                                       const NavStretch& stretch,
                                                       double room,
                                                       const NavAgent& agent);

/// Where two islands come nearest to each other, as their corners tell.
struct NavGap
{
    Vec3d from{0}, to{0};
};

[[nodiscard]] NavGap nearestPlaces(const NavMesh& mesh, NavPolygonRef from, NavPolygonRef to);
} // namespace engine
