#include "engine_core/scene/checks/brush_checks.h"

#include "engine_core/scene/spatial/surface_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace engine
{
namespace
{
/// Nearer than this two planes are one. Metres; and the sine between their normals.
constexpr double SamePlane = 1e-4;
constexpr double SameDirection = 1e-6;
/// Pairs of brushes that are looked for.
constexpr std::size_t MaxFlickering = 1000;
/// Less is not seen. Square metres.
constexpr double LeastSharedArea = 1e-4;
/// Farther from the grid than this is off it. Metres: what a save's digits and a quarter turn
/// leave.
constexpr double OnGrid = 1e-5;

/// The least width of the brush, measured along its faces' normals.
double thicknessOf(const Brush& brush)
{
    double least = std::numeric_limits<double>::infinity();
    for (const auto& face : brush.faces()) {
        double depth = 0;
        for (const auto& vertex : brush.vertices())
            depth = std::max(depth, -face.plane.above(vertex));
        least = std::min(least, depth);
    }
    return least;
}

double shortestEdgeOf(const Brush& brush)
{
    double least = std::numeric_limits<double>::infinity();
    for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
        const auto corners = brush.faceVertices(face);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto next = corners[(i + 1) % corners.size()];
            least = std::min(least,
                             glm::distance(brush.vertices()[corners[i]], brush.vertices()[next]));
        }
    }
    return least;
}

bool isOnGrid(const Vec3d& point)
{
    for (int axis = 0; axis < 3; ++axis) {
        const double steps = point[axis] / FinestGrid;
        if (std::abs(steps - std::round(steps)) * FinestGrid > OnGrid)
            return false;
    }
    return true;
}

bool isSamePlane(const Plane& a, const Plane& b)
{
    return glm::dot(a.normal, b.normal) > 0 &&
           glm::length(glm::cross(a.normal, b.normal)) < SameDirection &&
           std::abs(a.distance - b.distance) < SamePlane;
}

bool looksTheSame(const BrushFace& a, const BrushFace& b)
{
    return a.material == b.material && a.uv == b.uv;
}

/// What the two faces, which lie in one plane, have in common: its corners in order; fewer than
/// three where that is nothing.
std::vector<Vec3d> sharedPolygon(const Brush& a, FaceIndex faceA, const Brush& b, FaceIndex faceB)
{
    // Sutherland and Hodgman, "Reentrant Polygon Clipping" (1974): a's corners are cut at the
    // planes that stand on b's edges.
    std::vector<Vec3d> polygon;
    for (const auto corner : a.faceVertices(faceA))
        polygon.push_back(a.vertices()[corner]);
    const auto& normal = b.faces()[faceB].plane.normal;
    const auto corners = b.faceVertices(faceB);
    std::vector<Vec3d> kept;
    for (std::size_t i = 0; i < corners.size() && polygon.size() > 2; ++i) {
        const auto& from = b.vertices()[corners[i]];
        const auto& to = b.vertices()[corners[(i + 1) % corners.size()]];
        const auto outwards = glm::cross(to - from, normal);
        kept.clear();
        for (std::size_t k = 0; k < polygon.size(); ++k) {
            const auto& p = polygon[k];
            const auto& q = polygon[(k + 1) % polygon.size()];
            const double aboveP = glm::dot(outwards, p - from);
            const double aboveQ = glm::dot(outwards, q - from);
            if (aboveP <= 0)
                kept.push_back(p);
            if ((aboveP < 0 && aboveQ > 0) || (aboveP > 0 && aboveQ < 0))
                kept.push_back(p + (q - p) * (aboveP / (aboveP - aboveQ)));
        }
        polygon.swap(kept);
    }
    return polygon;
}

double areaOf(const std::vector<Vec3d>& polygon, const Vec3d& normal)
{
    Vec3d sum{0};
    for (std::size_t i = 2; i < polygon.size(); ++i)
        sum += glm::cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
    return 0.5 * std::abs(glm::dot(sum, normal));
}

struct Flicker
{
    FaceIndex face = 0; ///< of the first brush
    Vec3d middle{0};    ///< of what the two faces share
};

/// The pair of faces that flickers most; of equal ones that which looks up, since the others may
/// stand on something.
std::optional<Flicker> flickeringFaces(const Brush& a, const Brush& b, const SurfaceTable& surfaces)
{
    std::optional<Flicker> worst;
    double most = 0;
    for (FaceIndex i = 0; i < a.faceCount(); ++i)
        for (FaceIndex j = 0; j < b.faceCount(); ++j) {
            const auto& faceA = a.faces()[i];
            const auto& faceB = b.faces()[j];
            if (!isSamePlane(faceA.plane, faceB.plane) || looksTheSame(faceA, faceB) ||
                !surfaces.of(faceA.material).seen || !surfaces.of(faceB.material).seen)
                continue;
            const auto shared = sharedPolygon(a, i, b, j);
            const double area = areaOf(shared, faceB.plane.normal);
            const double weight = area * (1 + 0.01 * faceA.plane.normal.y);
            if (area <= LeastSharedArea || weight <= most)
                continue;
            most = weight;
            worst = Flicker{i, std::accumulate(shared.begin(), shared.end(), Vec3d{0}) /
                                   static_cast<double>(shared.size())};
        }
    return worst;
}
} // namespace

double sharedArea(const Brush& a, FaceIndex faceA, const Brush& b, FaceIndex faceB)
{
    return areaOf(sharedPolygon(a, faceA, b, faceB), b.faces()[faceB].plane.normal);
}

void checkTinyBrushes(const LevelCheckContext& context, std::vector<Issue>& issues)
{
    for (const auto entity : context.unplaced)
        issues.push_back(
            {Severity::Error, "tiny-brush", entity, "",
             fmt::format("{} is not in the level: where its groups put it, parts of it "
                         "would be smaller than {} mm.",
                         titleOf(context.world, entity), WeldDistance * 1000),
             "Delete it, or make it or its group bigger."});
    for (const auto& [entity, brush] : context.solids) {
        const double thickness = thicknessOf(*brush);
        const double edge = shortestEdgeOf(*brush);
        if (thickness >= TinyLength && edge >= TinyLength)
            continue;
        const bool isThin = thickness < TinyLength;
        issues.push_back({Severity::Warning, "tiny-brush", entity, "",
                          isThin ? fmt::format("{} is only {:.2g} mm thick.",
                                               titleOf(context.world, entity), thickness * 1000)
                                 : fmt::format("{} has an edge of only {:.2g} mm.",
                                               titleOf(context.world, entity), edge * 1000),
                          isThin ? "Delete it, or make it thicker."
                                 : "Snap its corners to the grid, or delete it."});
    }
}

void checkOffGrid(const LevelCheckContext& context, std::vector<Issue>& issues)
{
    for (const auto& [entity, brush] : context.solids) {
        const auto vertices = brush->vertices();
        const auto off = std::count_if(vertices.begin(), vertices.end(),
                                       [](const Vec3d& vertex) { return !isOnGrid(vertex); });
        if (off == 0)
            continue;
        const auto first = std::find_if(vertices.begin(), vertices.end(),
                                        [](const Vec3d& vertex) { return !isOnGrid(vertex); });
        issues.push_back(
            {Severity::Info,
             "off-grid",
             entity,
             fmt::format("{:.4f}, {:.4f}, {:.4f}", first->x, first->y, first->z),
             fmt::format("{} has {} off the 1/64 m grid.", titleOf(context.world, entity),
                         off == 1 ? "a corner" : fmt::format("{} corners", off)),
             "Snap its corners to the grid, if they are meant to lie on it.",
             {},
             {*first}});
    }
}

void checkOverlappingFaces(const LevelCheckContext& context, std::vector<Issue>& issues)
{
    const auto& solids = context.solids;
    const auto before = issues.size();
    for (std::size_t i = 0; i < solids.size() && !context.isCancelled(); ++i) {
        if (issues.size() - before > MaxFlickering)
            return; // the list is cut long before
        const auto& a = *solids[i].brush;
        std::vector<std::size_t> others;
        context.tree.overlapping(a.bounds().grown(SamePlane), [&](EntityId id) {
            if (id.value > i)
                others.push_back(id.value);
        });
        std::sort(others.begin(), others.end());
        for (const auto other : others) {
            const auto& b = *solids[other].brush;
            // What lies in the same place altogether is told as a duplicate.
            if (a.bounds() == b.bounds() && a.faceCount() == b.faceCount())
                continue;
            const auto flicker = flickeringFaces(a, b, context.world.surfaces());
            if (!flicker)
                continue;
            issues.push_back(
                {Severity::Warning,
                 "overlapping-faces",
                 solids[i].entity,
                 fmt::format("face {}", flicker->face),
                 fmt::format("{} and {} have faces in the same place that look different: they "
                             "flicker.",
                             titleOf(context.world, solids[i].entity),
                             titleOf(context.world, solids[other].entity)),
                 "Subtract one from the other, or move one of them.",
                 {solids[other].entity},
                 {flicker->middle}});
        }
    }
}
} // namespace engine
