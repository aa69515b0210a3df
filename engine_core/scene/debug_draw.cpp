#include "engine_core/scene/debug_draw.h"

namespace engine
{
void DebugDraw::box(const Aabb& box, DrawColor color, float width, Depth depth)
{
    if (box.isEmpty())
        return;
    const auto corner = [&](unsigned i) {
        return Vec3d{(i & 1U) != 0 ? box.max.x : box.min.x, (i & 2U) != 0 ? box.max.y : box.min.y,
                     (i & 4U) != 0 ? box.max.z : box.min.z};
    };
    for (unsigned i = 0; i < 8; ++i)
        for (unsigned bit = 1; bit < 8; bit <<= 1U)
            if ((i & bit) == 0)
                line(corner(i), corner(i | bit), color, width, depth);
}
} // namespace engine
