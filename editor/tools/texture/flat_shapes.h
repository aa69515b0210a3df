#pragma once

#include "editor/document/document.h"
#include "editor/operations/texture/uv_faces.h"

#include <span>
#include <string>
#include <vector>

namespace editor
{
/// The outline of a face or patch in texture coordinates.
struct FlatShape
{
    FaceRef ref;
    std::vector<engine::Vec2d> outline; ///< closed: the last goes on to the first
    std::vector<engine::Vec2d> corners; ///< of the outline, which things snap to

    [[nodiscard]] bool contains(const engine::Vec2d& uv) const;
};

/// What texture commands work on: the selected faces, or all faces of the selected brushes, and the
/// selected patches.
[[nodiscard]] std::vector<FaceRef> chosenTextures(const Document& document);

/// The material of a face or patch; the empty name if it is gone.
[[nodiscard]] engine::Name materialOf(const engine::World& world, const FaceRef& face);

/// Nothing if it is gone, or its texture smears.
[[nodiscard]] std::optional<FlatShape> flatShape(const engine::World& world, const FaceRef& face);

[[nodiscard]] UvBounds boundsOf(std::span<const FlatShape> shapes);
} // namespace editor
