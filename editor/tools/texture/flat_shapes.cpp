#include "editor/tools/texture/flat_shapes.h"

#include "editor/operations/brush/brush_space.h"
#include "editor/operations/brush/patch_operations.h"
#include "engine_core/geometry/patch_uv.h"

namespace editor
{
using engine::Vec2d;

namespace
{
constexpr int StepsOfPatch = 6; ///< of each piece, as smooth as outlines are drawn
} // namespace

bool FlatShape::contains(const Vec2d& uv) const
{
    bool isInside = false;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const auto& a = outline[i];
        const auto& b = outline[(i + 1) % outline.size()];
        if ((a.y > uv.y) != (b.y > uv.y) && uv.x < a.x + (b.x - a.x) * (uv.y - a.y) / (b.y - a.y))
            isInside = !isInside;
    }
    return isInside;
}

std::vector<FaceRef> chosenTextures(const Document& document)
{
    const auto& selection = document.selection();
    return selection.faces().empty() ? texturedFaces(document.world(), selection.entities())
                                     : selection.faces();
}

engine::Name materialOf(const engine::World& world, const FaceRef& face)
{
    if (isPatch(world, face))
        return engine::Name{patchOf(world, face.entity)->material.path};
    const auto brush = brushOf(world, face.entity);
    return brush && face.face < brush->faceCount() ? brush->faces()[face.face].material
                                                   : engine::Name{};
}

std::optional<FlatShape> flatShape(const engine::World& world, const FaceRef& ref)
{
    FlatShape shape{ref, {}, {}};
    if (isPatch(world, ref)) {
        const auto face = worldFace(world, ref);
        if (!face || !engine::uvFrame(face->uv, face->plane))
            return std::nullopt;
        const auto& grid = *patchOf(world, ref.entity)->grid;
        shape.outline = engine::patchUvOutline(grid, StepsOfPatch);
        for (int row = 0; row < grid.rows(); row += 2)
            for (int column = 0; column < grid.columns(); column += 2)
                if (row == 0 || column == 0 || row == grid.rows() - 1 ||
                    column == grid.columns() - 1)
                    shape.corners.push_back(grid.at(column, row).uv);
        return shape;
    }
    const auto brush = brushOf(world, ref.entity);
    if (!brush || ref.face >= brush->faceCount())
        return std::nullopt;
    // Coordinates are the same in every space.
    const auto& face = brush->faces()[ref.face];
    if (!engine::uvFrame(face.uv, face.plane))
        return std::nullopt;
    for (const auto corner : brush->faceVertices(ref.face))
        shape.outline.push_back(face.uv.at(brush->vertices()[corner]));
    shape.corners = shape.outline;
    return shape;
}

UvBounds boundsOf(std::span<const FlatShape> shapes)
{
    UvBounds bounds;
    for (const auto& shape : shapes)
        for (const auto& uv : shape.outline)
            bounds.add(uv);
    return bounds;
}
} // namespace editor
