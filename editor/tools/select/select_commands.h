#pragma once

#include "editor/api/tool.h"
#include "editor/document/document.h"

#include <vector>

namespace editor
{
/// What the commands of the Select menu choose. All of them leave out what is hidden, locked or
/// outside the open group, and give groups for what is in a closed one.

/// Everything that a click could choose.
[[nodiscard]] std::vector<EntityId> selectableObjects(const Document& document);

/// What shares some space or a surface with the chosen brushes, without those themselves.
[[nodiscard]] std::vector<EntityId> objectsTouching(const Document& document);

/// What lies wholly in one of the chosen brushes; groups only with all that is in them.
[[nodiscard]] std::vector<EntityId> objectsInside(const Document& document);

/// The same for the chosen brushes stretched without end along the direction that the view looks
/// in; a 3D view counts as the top view.
[[nodiscard]] std::vector<EntityId> objectsInPrism(const Document& document, ViewKind view);

/// Objects with one of the materials of the chosen objects or faces.
[[nodiscard]] std::vector<EntityId> objectsWithSameMaterial(const Document& document);

/// Brushes and patches that the game does not show, such as those of clip or hint.
[[nodiscard]] std::vector<EntityId> toolObjects(const Document& document);

/// Faces with one of the materials of the chosen faces.
[[nodiscard]] std::vector<FaceRef> facesWithSameMaterial(const Document& document);

/// All that has the same parent as the chosen objects.
[[nodiscard]] std::vector<EntityId> siblingsOfSelection(const Document& document);

/// The surface that the face belongs to: all faces in its plane that hang together with it, across
/// brushes.
[[nodiscard]] std::vector<FaceRef> coplanarSurface(const Document& document, const FaceRef& start);
} // namespace editor
