#pragma once

#include "editor/api/tool.h"
#include "editor/document/document.h"

#include <optional>

namespace editor
{
/// The hit that a click means: the frontmost in 3D; in 2D, where everything lies behind each other,
/// the one whose face shows the smallest area.
[[nodiscard]] std::optional<engine::PickHit> clickedHit(const engine::World& world,
                                                        const PointerEvent& event);

/// The object that a click on `entity` selects: the outermost group (or door) it is part of, or
/// itself when that group is open, which means that something in it is selected.
[[nodiscard]] engine::EntityId objectFor(const Document& document, engine::EntityId entity);

/// The selected object under the pointer (itself, or one below it, is hit) and where.
struct GrabbedObject
{
    engine::EntityId entity;
    engine::Vec3d point{0};
};

[[nodiscard]] std::optional<GrabbedObject> selectedUnder(const Document& document,
                                                         const PointerEvent& event);

/// The face of a selected brush that a Shift+drag pulls: in 3D the one under the pointer or, just
/// beside the brush, the far one behind its outline; in 2D the side whose edge is nearest, which
/// must be near unless the pointer is inside the brush.
struct GrabbedFace
{
    engine::FaceRef face;
    engine::Vec3d point{0}; ///< of the world, on the face (3D) or on its edge (2D)
};

[[nodiscard]] std::optional<GrabbedFace> faceToPull(const Document& document,
                                                    const PointerEvent& event);

/// The normal in the world and a point of the face.
[[nodiscard]] engine::Plane worldPlane(const engine::World& world, const engine::FaceRef& face);
} // namespace editor
