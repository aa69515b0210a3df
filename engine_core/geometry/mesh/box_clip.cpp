#include "engine_core/geometry/mesh/box_clip.h"

namespace engine
{
namespace
{
/// How far the corner is inside of one side of the box.
double depthOf(const BoxCorner& corner, int axis, double side)
{
    return 0.5 - side * corner.inBox[axis];
}

BoxCorner between(const BoxCorner& a, const BoxCorner& b, double share)
{
    return {glm::mix(a.at, b.at, share), glm::mix(a.normal, b.normal, share),
            glm::mix(a.inBox, b.inBox, share)};
}
} // namespace

void clipToBox(std::vector<BoxCorner>& polygon, std::vector<BoxCorner>& scratch)
{
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0}) {
            scratch.clear();
            for (std::size_t i = 0; i < polygon.size(); ++i) {
                const auto& from = polygon[i];
                const auto& to = polygon[i + 1 < polygon.size() ? i + 1 : 0];
                const double here = depthOf(from, axis, side);
                const double there = depthOf(to, axis, side);
                if (here >= 0)
                    scratch.push_back(from);
                if ((here > 0 && there < 0) || (here < 0 && there > 0)) {
                    auto cut = between(from, to, here / (here - there));
                    cut.inBox[axis] = 0.5 * side;
                    scratch.push_back(cut);
                }
            }
            polygon.swap(scratch);
            if (polygon.size() < 3)
                return polygon.clear();
        }
}
} // namespace engine
