#include "engine_core/geometry/face_checks.h"

namespace engine
{
namespace
{
/// Farther out than this a plane misses the world (whose corners are at 1.73 limits). Metres.
constexpr double PlaneLimit = 2 * WorldLimit;

bool isUnit(double squaredLength)
{
    return std::abs(squaredLength - 1) <= 2e-12;
}

/// Zero times anything that is not finite is not a number; one sum asks all of them at once.
bool holdsFinite(const UvMapping& uv)
{
    const auto axes = uv.uAxis * 0.0 + uv.vAxis * 0.0;
    const auto rest = uv.scale * 0.0 + uv.offset * 0.0;
    return axes.x + axes.y + axes.z + rest.x + rest.y == 0;
}

/// Normals that are unit already keep their bits, so that saving and loading changes nothing.
/// Returns whether the face will do.
bool makeValid(BrushFace& face)
{
    auto& [normal, distance] = face.plane;
    const double squared = glm::dot(normal, normal);
    if (!isUnit(squared)) {
        const double length = std::sqrt(squared);
        if (!(std::abs(length - 1) <= 1e-6))
            return false;
        normal /= length;
        distance /= length;
    }
    return std::abs(distance) <= PlaneLimit && holdsFinite(face.uv) && face.uv.scale.x != 0 &&
           face.uv.scale.y != 0;
}

Error whyInvalid(const BrushFace& face, std::size_t number)
{
    const auto& [normal, distance] = face.plane;
    if (!isFinite(normal) || !std::isfinite(distance) || !holdsFinite(face.uv))
        return Error{"Face {} holds a number that is not finite", number};
    if (face.uv.scale.x == 0 || face.uv.scale.y == 0)
        return Error{"Face {} has a texture scale of 0", number};
    if (std::abs(distance) > PlaneLimit)
        return Error{"Face {} lies beyond the edge of the world, {} m out", number, WorldLimit};
    return Error{"Face {} has a direction of length {:.3g} where it must be 1", number,
                 glm::length(normal)};
}

} // namespace

Result<void> makeFacesValid(std::vector<BrushFace>& faces)
{
    if (faces.size() < 4)
        return Error{"A brush needs at least four faces, this one has {}", faces.size()};
    if (faces.size() > MaxFaces)
        return Error{"A brush has at most {} faces, this one has {}", MaxFaces, faces.size()};
    for (std::size_t i = 0; i < faces.size(); ++i)
        if (!makeValid(faces[i]))
            return whyInvalid(faces[i], i + 1);
    return {};
}
} // namespace engine
