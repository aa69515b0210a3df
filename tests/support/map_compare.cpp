#include "tests/support/map_compare.h"

#include "engine_core/scene/components/brush_component.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

namespace mapwright::test
{
using namespace engine;

namespace
{
constexpr double Corner = 1e-4;        // metres
constexpr double Texel = 1e-3 / 64;    // repeats
constexpr double SameDirection = 1e-6; // of unit vectors

struct Placed
{
    const Brush* brush;
    Vec3d center; ///< in the file's steps, to sort by
};

std::vector<Placed> brushesOf(const World& world)
{
    std::vector<Placed> brushes;
    world.forEach<BrushComponent>([&](EntityId, const BrushComponent& component) {
        const auto center = component.brush->bounds().center();
        brushes.push_back({component.brush.get(), glm::round(center * 1024.0)});
    });
    return brushes;
}

/// The face of `brush` in the same plane.
const BrushFace* findFace(const Brush& brush, const Plane& plane, const Vec3d& on)
{
    for (const auto& face : brush.faces())
        if (glm::distance(face.plane.normal, plane.normal) < SameDirection &&
            std::abs(face.plane.above(on)) < Corner)
            return &face;
    return nullptr;
}

std::string difference(const Brush& a, const Brush& b)
{
    if (a.faceCount() != b.faceCount() || a.vertices().size() != b.vertices().size())
        return fmt::format("{} faces and {} corners became {} and {}", a.faceCount(),
                           a.vertices().size(), b.faceCount(), b.vertices().size());
    for (const auto& vertex : a.vertices()) {
        const bool found =
            std::any_of(b.vertices().begin(), b.vertices().end(),
                        [&](const Vec3d& each) { return glm::distance(each, vertex) <= Corner; });
        if (!found)
            return fmt::format("the corner at {} {} {} moved", vertex.x, vertex.y, vertex.z);
    }
    for (FaceIndex i = 0; i < a.faceCount(); ++i) {
        const auto& face = a.faces()[i];
        const auto* other = findFace(b, face.plane, faceCenter(a, i));
        if (other == nullptr || other->material != face.material)
            return fmt::format("face {} is gone, or has another material", i);
        for (const auto corner : a.faceVertices(i)) {
            const auto off = face.uv.at(a.vertices()[corner]) - other->uv.at(a.vertices()[corner]);
            if (!(glm::length(off) <= Texel))
                return fmt::format("the texture of face {} moved by {} repeats", i,
                                   glm::length(off));
        }
    }
    return {};
}
} // namespace

std::string mapDifference(const World& a, const World& b)
{
    const auto before = brushesOf(a);
    auto after = brushesOf(b);
    if (before.size() != after.size())
        return fmt::format("{} brushes became {}", before.size(), after.size());
    // Those of worldspawn come first in a file, so the order may differ.
    for (std::size_t i = 0; i < before.size(); ++i) {
        std::string reason{"it is gone"};
        bool found = false;
        for (auto j = i; j < after.size() && !found; ++j) {
            if (glm::distance(after[j].center, before[i].center) > 2)
                continue;
            auto problem = difference(*before[i].brush, *after[j].brush);
            found = problem.empty();
            if (found)
                std::swap(after[i], after[j]);
            else
                reason = std::move(problem);
        }
        if (!found)
            return fmt::format("Brush {}: {}", i, reason);
    }
    return {};
}
} // namespace mapwright::test
