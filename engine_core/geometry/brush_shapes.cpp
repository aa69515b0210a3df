#include "engine_core/geometry/brush_shapes.h"

#include <algorithm>

namespace engine
{
Result<Brush> makeBox(const Aabb& box, Name material)
{
    const auto size = box.size();
    if (!(std::min({size.x, size.y, size.z}) > WeldDistance))
        return Error{"The box would be flat"};
    std::vector<BrushFace> faces;
    faces.reserve(6);
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {1.0, -1.0}) {
            Vec3d normal{0};
            normal[axis] = side;
            const double distance = side > 0 ? box.max[axis] : -box.min[axis];
            faces.push_back({{normal, distance}, material, worldAlignedUv(normal)});
        }
    return Brush::fromFaces(std::move(faces));
}
} // namespace engine
