#include "editor/operations/brush/face_operations.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/brush_parts.h"
#include "editor/operations/brush/brush_space.h"
#include "editor/operations/brush/vertex_operations.h"
#include "engine_core/geometry/brush_csg.h"
#include "engine_core/geometry/hull/convex_hull.h"

namespace editor
{
namespace
{
using engine::Brush;
using engine::BrushFace;
using engine::Error;
using engine::Result;
using engine::Vec3d;

/// A face of a brush of the level.
struct LevelFace
{
    std::shared_ptr<const Brush> brush; ///< kept alive: the edit replaces it in the level
    engine::Transform place;
    engine::FaceIndex index = 0;

    LevelFace(const engine::World& world, const FaceRef& face)
        : brush{brushOf(world, face.entity)}
        , place{engine::worldTransform(world, face.entity)}
        , index{face.face}
    {
        ENGINE_EXPECT(brush && index < brush->faceCount());
    }

    [[nodiscard]] const BrushFace& face() const { return brush->faces()[index]; }

    /// So many metres of the world, in the brush's own space.
    [[nodiscard]] double local(double distance) const
    {
        return distance * glm::length(face().plane.normal / place.scale);
    }

    [[nodiscard]] Vec3d worldNormal() const
    {
        return glm::normalize(place.rotation * (face().plane.normal / place.scale));
    }
};

Result<EntityId> continueShape(Transaction& transaction, const FaceRef& ref, double distance)
{
    const LevelFace face{transaction.world(), ref};
    auto longer = engine::moveFace(*face.brush, face.index, face.local(distance));
    if (!longer)
        return longer.error();
    const auto seam = face.face().plane.flipped();
    auto added =
        engine::clip(*longer, seam, {face.face().material, engine::worldAlignedUv(seam.normal)});
    if (!added)
        return added.error();
    return addBrushPart(transaction, ref.entity, *std::move(added));
}

Result<EntityId> cutInside(Transaction& transaction, const FaceRef& ref, double distance)
{
    const LevelFace face{transaction.world(), ref};
    auto plane = face.face().plane;
    plane.distance += face.local(distance);
    auto parts = engine::split(*face.brush, plane, {face.face().material, face.face().uv});
    if (!parts)
        return parts.error();
    if (!parts->front || !parts->behind)
        return Error{"The cut must lie inside the brush"};
    const auto part = addBrushPart(transaction, ref.entity, *std::move(parts->front));
    setBrush(transaction, ref.entity, *std::move(parts->behind));
    return part;
}

Result<EntityId> stamp(Transaction& transaction, const FaceRef& ref, double distance)
{
    const LevelFace face{transaction.world(), ref};
    const auto way = face.worldNormal() * distance;
    std::vector<Vec3d> points;
    for (const auto corner : face.brush->faceVertices(face.index)) {
        const auto& vertex = face.brush->vertices()[corner];
        points.push_back(vertex);
        points.push_back(toLocal(face.place, face.place.apply(vertex) + way));
    }
    auto front = face.face();
    front.plane.distance += face.local(distance);
    auto brush = engine::brushFromPoints(points, std::span{&front, 1}, front.material);
    if (!brush)
        return brush.error();
    return addBrushPart(transaction, ref.entity, *std::move(brush));
}

template <typename Make>
Result<std::vector<EntityId>> eachFace(std::span<const FaceRef> faces, Make&& make)
{
    std::vector<EntityId> made;
    for (const auto& face : faces) {
        const Result<EntityId> id = make(face);
        if (!id)
            return id.error();
        made.push_back(*id);
    }
    return made;
}
} // namespace

Result<std::vector<EntityId>>
splitAtFaces(Transaction& transaction, std::span<const FaceRef> faces, double distance)
{
    return eachFace(faces, [&](const FaceRef& face) {
        return distance > 0 ? continueShape(transaction, face, distance)
                            : cutInside(transaction, face, distance);
    });
}

Result<std::vector<EntityId>>
stampFaces(Transaction& transaction, std::span<const FaceRef> faces, double distance)
{
    if (distance <= 0)
        return Error{"A new brush can be pulled outwards only"};
    return eachFace(faces, [&](const FaceRef& face) { return stamp(transaction, face, distance); });
}

Result<void> slideFaces(Transaction& transaction,
                        std::span<const FaceRef> faces,
                        const Vec3d& way,
                        engine::TextureLock lock)
{
    for (const auto& ref : faces) {
        const LevelFace face{transaction.world(), ref};
        const auto to = [&](const Vec3d& p) {
            return toLocal(face.place, face.place.apply(p) + way);
        };
        auto moved = engine::moveFaceVertices(*face.brush, std::span{&face.index, 1}, to, lock);
        if (!moved)
            return moved.error();
        setBrush(transaction, ref.entity, *std::move(moved));
    }
    return {};
}
} // namespace editor
