#include "engine_core/geometry/brush_affine.h"

#include "engine_core/geometry/unit_vector.h"

#include <glm/matrix.hpp>

namespace engine
{
namespace
{
struct Projection
{
    Vec3d axis;
    double scale;
    double offset;
};

/// One axis of a texture so that each mapped point has the coordinate that it had before.
Projection mapped(const Projection& old, const glm::dmat3& inverseTransposed, const Vec3d& offset)
{
    const auto axis = inverseTransposed * old.axis;
    const double length = glm::length(axis);
    return {axis / length, old.scale / length, old.offset - glm::dot(axis, offset) / old.scale};
}

} // namespace

Result<Brush> mapped(const Brush& brush, const Affine& by, TextureLock lock)
{
    const double volume = glm::determinant(by.linear);
    if (!(std::abs(volume) > 1e-12) || !std::isfinite(volume) || !isFinite(by.offset))
        return Error{"That would make the brush flat"};
    const auto inverseTransposed = glm::transpose(glm::inverse(by.linear));
    std::vector<BrushFace> faces;
    faces.reserve(brush.faceCount());
    for (FaceIndex i = 0; i < brush.faceCount(); ++i) {
        auto face = brush.faces()[i];
        const auto old = face.plane;
        const auto direction = inverseTransposed * old.normal;
        const double length = glm::length(direction);
        face.plane.normal = withoutDust(direction / length);
        face.plane.distance = old.distance / length + glm::dot(face.plane.normal, by.offset);
        if (lock == TextureLock::On) {
            const auto& uv = face.uv;
            const auto u =
                mapped({uv.uAxis, uv.scale.x, uv.offset.x}, inverseTransposed, by.offset);
            const auto v =
                mapped({uv.vAxis, uv.scale.y, uv.offset.y}, inverseTransposed, by.offset);
            face.uv = {u.axis, v.axis, {u.scale, v.scale}, {u.offset, v.offset}};
        } else {
            face.uv = worldUv(face.uv, old.normal, face.plane.normal);
        }
        faces.push_back(std::move(face));
    }
    auto result = Brush::fromFaces(std::move(faces));
    if (result && result->faceCount() != brush.faceCount())
        return Error{"That would squeeze a face of the brush to nothing"};
    return result;
}
} // namespace engine
