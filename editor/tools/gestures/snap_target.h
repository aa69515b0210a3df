#pragma once

#include "editor/api/editor_api.h"

#include <optional>
#include <unordered_set>

namespace editor
{
/// What a drag snaps to; V goes from one to the next.
enum class SnapKind
{
    Grid,
    Vertices,
    Faces
};

[[nodiscard]] SnapKind nextSnap(SnapKind kind);

/// "", " to vertices", " to faces": the end of a measure.
[[nodiscard]] const char* snapText(SnapKind kind);

/// The things that move themselves and so cannot be snapped to, with all below them.
using Excluded = std::unordered_set<engine::EntityId>;

[[nodiscard]] Excluded withAllBelow(const engine::World& world,
                                    std::span<const engine::EntityId> entities);

/// Those of the brushes that have a corner at one of the places.
[[nodiscard]] Excluded brushesWithCorners(const engine::World& world,
                                          std::span<const engine::EntityId> brushes,
                                          std::vector<engine::Vec3d> places);

/// The corner of another brush that is nearest to the pointer, within a few pixels. In 3D only of
/// brushes at the surface under the pointer, so that nothing behind a wall is found.
[[nodiscard]] std::optional<engine::Vec3d>
vertexUnder(const Document& document, const PointerEvent& event, const Excluded& excluded);

/// The corner of these objects that is nearest to a place; nullopt if they have none.
[[nodiscard]] std::optional<engine::Vec3d>
nearestCorner(const engine::World& world, const Excluded& objects, const engine::Vec3d& place);

/// A plane along two axes that things can be put against.
struct SnapPlane
{
    int axis = 1;
    double place = 0;
    double side = 0; ///< 1 or -1: which way it faces; 0 if both sides are open (2D)
};

/// Of the face under the pointer in 3D; in 2D of the nearest side of another brush's box.
[[nodiscard]] std::optional<SnapPlane>
planeUnder(const Document& document, const PointerEvent& event, const Excluded& excluded);

/// The place, or what the kind finds for it under the pointer: a corner, in 2D as deep as the
/// place; or the place put onto the plane.
[[nodiscard]] engine::Vec3d snappedTo(SnapKind kind,
                                      const Document& document,
                                      const PointerEvent& event,
                                      const Excluded& excluded,
                                      engine::Vec3d place);
} // namespace editor
