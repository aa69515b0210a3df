#include "engine_core/foliage/foliage_surface.h"

#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/spatial/spatial_index.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <algorithm>

namespace engine
{
namespace
{
/// Metres above the face where a plant must have room to begin.
constexpr double RootHeight = 0.01;

/// The brush, if it reaches the face from in front of it; else null.
std::shared_ptr<const Brush> coverOf(const World& world, const FoliageFace& face, EntityId entity)
{
    if (entity == face.brush || isMoving(world, entity))
        return nullptr;
    auto brush = brushInWorld(world, entity);
    if (brush && !traitsOf(*brush, world.surfaces()).seals)
        return nullptr; // one sees and walks through it
    const bool reaches =
        brush && std::any_of(brush->vertices().begin(), brush->vertices().end(),
                             [&](const Vec3d& p) { return face.plane.above(p) > RootHeight; });
    return reaches ? brush : nullptr;
}

std::vector<std::shared_ptr<const Brush>>
coversOf(const World& world, const SpatialIndex& index, const FoliageFace& face)
{
    std::vector<std::shared_ptr<const Brush>> covers;
    auto found = index.overlapping(face.bounds.grown(RootHeight));
    std::sort(found.begin(), found.end());
    for (const auto entity : found)
        if (auto cover = coverOf(world, face, entity))
            covers.push_back(std::move(cover));
    return covers;
}

bool holds(const Brush& cover, const Vec3d& root)
{
    return cover.bounds().contains(root) && cover.contains(root, 0);
}
} // namespace

bool FoliageFace::contains(const Vec2d& st, double tolerance) const
{
    return std::all_of(sides.begin(), sides.end(), [&](const Vec3d& side) {
        return side.x * st.x + side.y * st.y + side.z >= -tolerance;
    });
}

bool FoliageFace::isCovered(const Vec3d& point) const
{
    const auto root = point + plane.normal * RootHeight;
    return std::any_of(covers.begin(), covers.end(),
                       [&](const auto& cover) { return holds(*cover, root); });
}

double FoliageFace::slope() const
{
    return degrees(std::acos(std::clamp(plane.normal.y, -1.0, 1.0)));
}

FoliageFace foliageFace(const Brush& brush, EntityId entity, FaceIndex index)
{
    FoliageFace face;
    face.brush = entity;
    face.face = index;
    face.plane = brush.faces()[index].plane;
    face.material = brush.faces()[index].material;
    const auto& n = face.plane.normal;
    const Vec3d axis = std::abs(n.x) > 0.9 ? Vec3d{0, 0, -1} : Vec3d{1, 0, 0};
    face.sAxis = glm::normalize(axis - n * glm::dot(n, axis));
    face.tAxis = glm::cross(n, face.sAxis);
    face.min = Vec2d{std::numeric_limits<double>::infinity()};
    face.max = -face.min;
    std::vector<Vec2d> outline;
    for (const auto corner : brush.faceVertices(index)) {
        const auto& p = brush.vertices()[corner];
        face.corners.push_back(p);
        face.bounds.add(p);
        outline.push_back(face.coordinatesOf(p));
        face.min = glm::min(face.min, outline.back());
        face.max = glm::max(face.max, outline.back());
    }
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const auto& a = outline[i];
        const auto along = outline[(i + 1) % outline.size()] - a;
        const Vec2d inward = Vec2d{-along.y, along.x} / glm::length(along);
        face.sides.emplace_back(inward, -glm::dot(inward, a));
    }
    return face;
}

bool isCovered(const World& world,
               const SpatialIndex& index,
               const FoliageFace& face,
               const Vec3d& point)
{
    const auto root = point + face.plane.normal * RootHeight;
    const auto there = index.overlapping({root, root});
    return std::any_of(there.begin(), there.end(), [&](EntityId entity) {
        const auto cover = coverOf(world, face, entity);
        return cover && holds(*cover, root);
    });
}

std::vector<FoliageFace> foliageFaces(const World& world, const SpatialIndex& index, EntityId brush)
{
    std::vector<FoliageFace> faces;
    if (isMoving(world, brush))
        return faces;
    const auto solid = brushInWorld(world, brush);
    if (!solid)
        return faces;
    for (FaceIndex i = 0; i < solid->faceCount(); ++i) {
        if (!world.surfaces().of(solid->faces()[i].material).seen)
            continue;
        auto face = foliageFace(*solid, brush, i);
        face.layer = layerOf(world, brush);
        face.covers = coversOf(world, index, face);
        faces.push_back(std::move(face));
    }
    return faces;
}
} // namespace engine
