#include "engine_core/scene/spatial/covered_faces.h"

#include "engine_core/base/jobs.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/spatial/bounds_tree.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_map>

namespace engine
{
namespace
{
/// Faces this near to each other leave no gap. Metres.
constexpr double Touching = 2 * WeldDistance;

/// What is left open of a face is nothing if it is narrower than this. Metres.
constexpr double Narrow = 4 * WeldDistance;

/// A face that is left in more pieces than this counts as open.
constexpr std::size_t MostPieces = 200;

using Polygon = std::vector<Vec2d>;

struct WorldFace
{
    CoveredFace id;
    Plane plane;
    Aabb bounds;
    std::vector<Vec3d> corners;
};

/// Faces sorted into cells of direction and distance, where those in one plane share a cell. The
/// two directions of a plane count as one. Within a cell a tree knows who is near: a floor of
/// thousands of tiles is one plane.
class FacesByPlane
{
public:
    explicit FacesByPlane(std::span<const WorldFace> faces)
    {
        std::unordered_map<std::size_t, std::vector<BoundsTree::Item>> items;
        for (std::size_t i = 0; i < faces.size(); ++i)
            items[cellOf(faces[i].plane, Vec4d{0})].emplace_back(EntityId{i}, faces[i].bounds);
        std::vector<BoundsTree::Leaf> leaves;
        m_cells.reserve(items.size());
        for (const auto& [cell, ofCell] : items)
            m_cells[cell].build(ofCell, leaves);
    }

    /// Calls visit for all within Touching of the face that may lie in its plane, facing either
    /// way; the face itself is one of them.
    template <typename Visit>
    void around(const WorldFace& face, const Visit& visit) const
    {
        const auto& plane = face.plane;
        const auto near = face.bounds.grown(Touching);
        std::array<std::size_t, 16> seen{};
        std::size_t count = 0;
        // Next to the border of a cell the other face may be in the neighbouring one.
        for (unsigned sides = 0; sides < 16; ++sides) {
            const auto cell =
                cellOf(plane, Vec4d{(sides & 1U) != 0 ? 1 : -1, (sides & 2U) != 0 ? 1 : -1,
                                    (sides & 4U) != 0 ? 1 : -1, (sides & 8U) != 0 ? 1 : -1});
            if (std::find(seen.begin(), seen.begin() + count, cell) != seen.begin() + count)
                continue;
            seen[count++] = cell;
            if (const auto at = m_cells.find(cell); at != m_cells.end())
                at->second.overlapping(near, [&](EntityId index) { visit(index.value); });
        }
    }

private:
    static std::size_t cellOf(const Plane& plane, const Vec4d& aside)
    {
        constexpr double DirectionCell = 1e-3;
        constexpr double DistanceCell = 1e-2; // metres
        const auto& n = plane.normal;
        const auto size = glm::abs(n);
        const int major = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
        const double sign = n[major] < 0 ? -1 : 1;
        const Vec4d place = Vec4d{n * sign / DirectionCell, plane.distance * sign / DistanceCell};
        std::size_t hash = 0;
        for (int i = 0; i < 4; ++i) {
            const auto cell =
                static_cast<std::int64_t>(std::floor(place[i] + 0.5 + aside[i] * 0.05));
            hash = (hash ^ static_cast<std::size_t>(cell)) * 0x9e3779b97f4a7c15ULL;
            hash ^= hash >> 29U;
        }
        return hash;
    }

    std::unordered_map<std::size_t, BoundsTree> m_cells; ///< ids are indices of faces
};

/// Makes corners of a face two-dimensional, counter-clockwise as seen from outside.
struct FaceSpace
{
    explicit FaceSpace(const WorldFace& face) : origin{face.corners.front()}
    {
        const auto& n = face.plane.normal;
        u = glm::normalize(glm::cross(std::abs(n.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}, n));
        v = glm::cross(n, u);
    }

    [[nodiscard]] Polygon flat(const std::vector<Vec3d>& corners) const
    {
        Polygon polygon;
        for (const auto& corner : corners)
            polygon.emplace_back(glm::dot(corner - origin, u), glm::dot(corner - origin, v));
        return polygon;
    }

    Vec3d origin, u, v;
};

/// What of the polygon is to the left of the line through `at`, where `left` is a unit vector.
Polygon leftOf(const Polygon& polygon, const Vec2d& at, const Vec2d& left)
{
    Polygon result;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const auto& from = polygon[i];
        const auto& to = polygon[(i + 1) % polygon.size()];
        const double a = glm::dot(from - at, left);
        const double b = glm::dot(to - at, left);
        if (a >= 0)
            result.push_back(from);
        if ((a > 0 && b < 0) || (a < 0 && b > 0))
            result.push_back(from + (to - from) * (a / (a - b)));
    }
    return result;
}

/// A convex polygon of area A and longest side s is at most 2 A / s wide.
bool isNothing(const Polygon& polygon)
{
    double area = 0;
    double longest = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const auto a = polygon[i] - polygon.front();
        const auto b = polygon[(i + 1) % polygon.size()] - polygon.front();
        area += (a.x * b.y - a.y * b.x) / 2;
        longest = std::max(longest, glm::length(b - a));
    }
    return polygon.size() < 3 || 2 * area <= longest * Narrow;
}

/// Takes a counter-clockwise convex polygon out of the pieces.
void cutOut(std::vector<Polygon>& pieces, const Polygon& cutter)
{
    std::vector<Polygon> left;
    for (auto& piece : pieces) {
        auto rest = std::move(piece);
        for (std::size_t i = 0; i < cutter.size() && !isNothing(rest); ++i) {
            const auto edge = cutter[(i + 1) % cutter.size()] - cutter[i];
            const double length = glm::length(edge);
            if (length == 0)
                continue;
            const Vec2d inside{-edge.y / length, edge.x / length};
            auto outside = leftOf(rest, cutter[i], -inside);
            if (!isNothing(outside))
                left.push_back(std::move(outside));
            rest = leftOf(rest, cutter[i], inside);
        }
    }
    pieces = std::move(left);
}

bool isCancelled(const JobControl* control)
{
    return control != nullptr && control->isCancelled();
}

std::vector<WorldFace> standingFaces(const World& world, const JobControl* control)
{
    std::vector<WorldFace> faces;
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        if (!component.brush || isCancelled(control) || isMoving(world, entity) ||
            !traitsOf(*component.brush, world.surfaces()).seals)
            return;
        const auto place = worldTransform(world, entity);
        const auto inWorld = place == Transform{}
                                 ? Result<Brush>{*component.brush}
                                 : transformed(*component.brush, place, TextureLock::Off);
        if (!inWorld || inWorld->faceCount() != component.brush->faceCount())
            return;
        for (FaceIndex i = 0; i < inWorld->faceCount(); ++i) {
            auto& face =
                faces.emplace_back(WorldFace{{entity, i}, inWorld->faces()[i].plane, {}, {}});
            for (const auto corner : inWorld->faceVertices(i)) {
                face.corners.push_back(inWorld->vertices()[corner]);
                face.bounds.add(face.corners.back());
            }
        }
    });
    return faces;
}

/// Whether the other face lies right against this one.
bool mayCover(const WorldFace& other, const WorldFace& face)
{
    return other.id.entity != face.id.entity &&
           glm::dot(other.plane.normal, face.plane.normal) < -0.999 &&
           std::all_of(other.corners.begin(), other.corners.end(), [&](const Vec3d& corner) {
               return std::abs(face.plane.above(corner)) <= Touching;
           });
}
} // namespace

std::vector<CoveredFace> coveredFaces(const World& world, JobControl* control)
{
    const auto faces = standingFaces(world, control);
    const FacesByPlane byPlane{faces};
    std::vector<CoveredFace> covered;
    for (std::size_t i = 0; i < faces.size() && !isCancelled(control); ++i) {
        if (control != nullptr)
            control->setProgress(static_cast<double>(i) / static_cast<double>(faces.size()));
        const auto& face = faces[i];
        const FaceSpace space{face};
        std::vector<Polygon> open{space.flat(face.corners)};
        byPlane.around(face, [&](std::size_t index) {
            const auto& other = faces[index];
            if (open.empty() || open.size() > MostPieces || !mayCover(other, face))
                return;
            auto cutter = space.flat(other.corners);
            std::reverse(cutter.begin(), cutter.end()); // it looks the other way
            cutOut(open, cutter);
        });
        if (open.empty())
            covered.push_back(face.id);
    }
    std::sort(covered.begin(), covered.end());
    return covered;
}
} // namespace engine
