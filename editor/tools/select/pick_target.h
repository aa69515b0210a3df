#pragma once

#include "editor/api/tool.h"
#include "editor/document/document.h"

#include <optional>

namespace editor
{
struct PlayedPlaces;

/// Brushes and models under the event's position, nearest first. 2D views forgive a few pixels:
/// beside everything, and beside things too thin to be hit well.
/// @param played the game that the view shows; null: the edited level
[[nodiscard]] std::vector<engine::PickHit> hitsUnder(const Document& document,
                                                     const PointerEvent& event,
                                                     const PlayedPlaces* played = nullptr);

/// The light, start or other bodiless object whose icon is under the event's position, or null. In
/// 3D decals have none: the uppermost on the surface there, unless faces are meant.
[[nodiscard]] engine::EntityId iconUnder(const Document& document,
                                         const PointerEvent& event,
                                         const PlayedPlaces* played = nullptr);

/// The hit that a click means: the frontmost in 3D; in 2D, where everything lies behind each other,
/// the one whose face shows the smallest area.
[[nodiscard]] std::optional<engine::PickHit> clickedHit(const engine::World& world,
                                                        const PointerEvent& event);

/// The object that a click on `entity` selects: the outermost closed group (or door) that it is
/// part of, or itself. Layers are no groups, and neither is the open group nor what is around it.
[[nodiscard]] engine::EntityId objectFor(const Document& document, engine::EntityId entity);

/// Whether the entity has children that a click takes as one object. Layers and brushes have not.
[[nodiscard]] bool isGroup(const engine::World& world, engine::EntityId entity);

/// The place of the level that the pointer is at: in 2D on the plane through the origin, in 3D the
/// surface under it, else the ground if that is within 500 metres, else 10 metres away.
[[nodiscard]] engine::Vec3d placeUnder(const PointerEvent& event);

/// Whether a click may choose it: neither hidden nor locked, itself or above, and in the open group
/// if there is one.
[[nodiscard]] bool isPickable(const Document& document, engine::EntityId entity);

/// The event with only those hits that may be chosen while a group is open.
[[nodiscard]] PointerEvent inOpenGroup(const Document& document, PointerEvent event);

/// Opens the group for editing in place; what is selected then is what was given, if anything.
void openGroup(Document& document, engine::EntityId group, engine::EntityId selected = {});

/// Back to the group around the open one, or to none; the group that was open is selected.
void closeGroup(Document& document);

/// The selected object under the pointer (itself, or one below it, is hit) and where.
struct GrabbedObject
{
    engine::EntityId entity;
    engine::Vec3d point{0};
};

[[nodiscard]] std::optional<GrabbedObject> selectedUnder(const Document& document,
                                                         const PointerEvent& event);

/// The brushes whose faces can be dragged: those that are selected, or part of something that is,
/// and neither hidden nor locked.
[[nodiscard]] std::vector<engine::EntityId> brushesToPull(const Document& document);

/// The face of such a brush that a Shift+drag pulls: in 3D the one under the pointer or, just
/// beside the brush, the far one behind its outline; in 2D the side whose edge is nearest, which
/// must be near unless the pointer is inside the brush.
struct GrabbedFace
{
    engine::FaceRef face;
    engine::Vec3d point{0}; ///< of the world, on the face (3D) or on its edge (2D)
};

[[nodiscard]] std::optional<GrabbedFace> faceToPull(const Document& document,
                                                    const PointerEvent& event);

/// Corners of the face in the world.
[[nodiscard]] std::vector<engine::Vec3d> worldCorners(const engine::World& world,
                                                      const engine::FaceRef& face);

/// The normal in the world and a point of the face.
[[nodiscard]] engine::Plane worldPlane(const engine::World& world, const engine::FaceRef& face);
} // namespace editor
