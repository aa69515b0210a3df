#include "engine_core/scene/light/body_hash.h"

#include "engine_core/geometry/mesh/mesh_shape.h"

#include <cmath>
#include <vector>

namespace engine
{
void addRounded(Hasher& hasher, const Vec3d& place)
{
    constexpr double StepsPerMetre = 65536;
    for (int i = 0; i < 3; ++i) {
        const auto steps = place[i] * StepsPerMetre;
        hasher.add(std::isfinite(steps) ? std::round(steps) : 0.0);
    }
}

void addRounded(Hasher& hasher, const Transform& place)
{
    addRounded(hasher, place.position);
    for (int i = 0; i < 3; ++i) {
        // Where the axes lead, since a rotation has two quaternions.
        Vec3d axis{0};
        axis[i] = 1;
        addRounded(hasher, place.applyToDirection(axis));
    }
}

ContentHash bodyHash(const Brush& placed)
{
    std::vector<ContentHash> corners;
    corners.reserve(placed.vertices().size());
    for (const auto& vertex : placed.vertices()) {
        Hasher corner;
        addRounded(corner, vertex);
        corners.push_back(corner.result());
    }
    Hasher hasher;
    for (FaceIndex face = 0; face < placed.faceCount(); ++face) {
        ContentHash sum = 0; // with which corner a face begins says nothing
        for (const auto corner : placed.faceVertices(face))
            sum += corners[corner];
        hasher.add(sum);
    }
    return hasher.result();
}

ContentHash bodyHash(const MeshShape& model, const Transform& place)
{
    Hasher hasher;
    hasher.add(model.hash());
    addRounded(hasher, place);
    return hasher.result();
}
} // namespace engine
