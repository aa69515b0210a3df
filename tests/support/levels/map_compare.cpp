#include "tests/support/levels/map_compare.h"

#include "engine_core/geometry/patch_edit.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "engine_core/scene/spatial/static_geometry.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

namespace mapwright::test
{
using namespace engine;

namespace
{
constexpr double TextureSize = 64;     // texels
constexpr double SameDirection = 1e-6; // of unit vectors

struct Placed
{
    std::shared_ptr<const Brush> brush;
    Vec3d center; ///< in steps, to find it by
};

std::vector<Placed> brushesOf(const World& world)
{
    std::vector<Placed> brushes;
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent&) {
        if (auto brush = brushInWorld(world, entity)) {
            const auto center = glm::round(brush->bounds().center() * 1024.0);
            brushes.push_back({std::move(brush), center});
        }
    });
    return brushes;
}

/// The face of `brush` in the same plane.
const BrushFace* findFace(const Brush& brush, const Plane& plane, const Vec3d& on)
{
    for (const auto& face : brush.faces())
        if (glm::distance(face.plane.normal, plane.normal) < SameDirection &&
            std::abs(face.plane.above(on)) < MapDeviation::MostCorner)
            return &face;
    return nullptr;
}

struct Compared
{
    std::string problem; ///< why the two are not the same; empty if they are
    double corner = 0;
    double texel = 0;
};

double cornerDistance(const Brush& a, const Brush& b)
{
    double most = 0;
    for (const auto& vertex : a.vertices()) {
        double least = std::numeric_limits<double>::infinity();
        for (const auto& other : b.vertices())
            least = std::min(least, glm::distance(vertex, other));
        most = std::max(most, least);
    }
    return most;
}

Compared compare(const Brush& a, const Brush& b)
{
    Compared result;
    if (a.faceCount() != b.faceCount() || a.vertices().size() != b.vertices().size()) {
        result.problem = fmt::format("{} faces and {} corners became {} and {}", a.faceCount(),
                                     a.vertices().size(), b.faceCount(), b.vertices().size());
        return result;
    }
    result.corner = cornerDistance(a, b);
    if (result.corner > MapDeviation::MostCorner)
        result.problem = fmt::format("a corner moved by {} m", result.corner);
    for (FaceIndex i = 0; i < a.faceCount() && result.problem.empty(); ++i) {
        const auto& face = a.faces()[i];
        const auto* other = findFace(b, face.plane, faceCenter(a, i));
        if (other == nullptr || other->material != face.material) {
            result.problem = fmt::format("face {} is gone, or has another material", i);
            break;
        }
        for (const auto corner : a.faceVertices(i)) {
            const auto off = face.uv.at(a.vertices()[corner]) - other->uv.at(a.vertices()[corner]);
            const double texel = glm::length(off) * TextureSize;
            result.texel = std::max(result.texel, texel);
            if (!(texel <= MapDeviation::MostTexel))
                result.problem = fmt::format("the texture of face {} moved by {} texels", i, texel);
        }
    }
    return result;
}

/// Of the patches, which keep their order: the first one whose points are not where they were.
std::string patchDifference(const World& a, const World& b)
{
    const auto patchesOf = [](const World& world) {
        std::vector<std::pair<CurvedPatch, PatchGrid::Ptr>> patches;
        world.forEach<CurvedPatch>([&](EntityId entity, const CurvedPatch& patch) {
            patches.emplace_back(patch, *transformed(*patch.grid, worldTransform(world, entity)));
        });
        std::stable_sort(patches.begin(), patches.end(), [](const auto& x, const auto& y) {
            return textOfPatch(*x.second) < textOfPatch(*y.second);
        });
        return patches;
    };
    const auto before = patchesOf(a);
    const auto after = patchesOf(b);
    if (before.size() != after.size())
        return fmt::format("{} patches became {}", before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        const auto& [patch, grid] = before[i];
        const auto& [other, otherGrid] = after[i];
        if (patch.material != other.material || patch.steps() != other.steps() ||
            grid->columns() != otherGrid->columns() || grid->rows() != otherGrid->rows())
            return fmt::format("Patch {} has another size, material or other steps", i);
        for (std::size_t k = 0; k < grid->points().size(); ++k) {
            const auto& p = grid->points()[k];
            const auto& q = otherGrid->points()[k];
            if (!(glm::distance(p.position, q.position) <= MapDeviation::MostPoint) ||
                !(glm::distance(p.uv, q.uv) * TextureSize <= MapDeviation::MostTexel))
                return fmt::format("Point {} of patch {} moved", k, i);
        }
    }
    return {};
}
} // namespace

MapDeviation mapDeviation(const World& a, const World& b)
{
    const auto before = brushesOf(a);
    auto after = brushesOf(b);
    MapDeviation result;
    result.brushes = before.size();
    if (before.size() != after.size()) {
        result.difference = fmt::format("{} brushes became {}", before.size(), after.size());
        return result;
    }
    // Those of worldspawn come first in a file, so the order may differ.
    for (std::size_t i = 0; i < before.size(); ++i) {
        Compared best{"it is gone"};
        for (auto j = i; j < after.size() && !best.problem.empty(); ++j) {
            if (glm::distance(after[j].center, before[i].center) > 2)
                continue;
            best = compare(*before[i].brush, *after[j].brush);
            if (best.problem.empty())
                std::swap(after[i], after[j]);
        }
        result.corner = std::max(result.corner, best.corner);
        result.texel = std::max(result.texel, best.texel);
        if (!best.problem.empty() && result.difference.empty())
            result.difference = fmt::format("Brush {}: {}", i, best.problem);
    }
    if (result.difference.empty())
        result.difference = patchDifference(a, b);
    return result;
}

std::string mapDifference(const World& a, const World& b)
{
    return mapDeviation(a, b).difference;
}
} // namespace mapwright::test
