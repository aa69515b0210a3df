#include "engine_core/geometry/brush_csg.h"

#include "engine_core/geometry/hull/convex_hull.h"

#include <algorithm>
#include <array>

namespace engine
{
namespace
{
/// How far a brush reaches in front of a plane (max) and behind it (-min). Metres.
struct Reach
{
    double min;
    double max;

    [[nodiscard]] bool isInFront() const { return max > WeldDistance; }

    [[nodiscard]] bool isBehind() const { return min < -WeldDistance; }
};

Reach reachOf(const Brush& brush, const Plane& plane)
{
    double min = std::numeric_limits<double>::infinity();
    double max = -min;
    for (const auto& vertex : brush.vertices()) {
        const double above = plane.above(vertex);
        min = std::min(min, above);
        max = std::max(max, above);
    }
    return {min, max};
}

/// The part of the brush behind `cut`. Only the faces that reach behind it are handed on, so that
/// none has to be found superfluous, which would cost a second build.
Result<Brush> behindOf(const Brush& brush, const BrushFace& cut)
{
    /// Nearer than this a corner lies in the plane, as Brush::fromFaces sees it. Metres.
    constexpr double OnPlane = 1e-8;
    std::vector<BrushFace> faces;
    faces.reserve(brush.faceCount() + 1);
    std::vector<bool> isBehind;
    isBehind.reserve(brush.vertices().size());
    for (const auto& vertex : brush.vertices())
        isBehind.push_back(cut.plane.above(vertex) < -OnPlane);
    for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
        const auto corners = brush.faceVertices(face);
        if (std::any_of(corners.begin(), corners.end(), [&](auto i) { return isBehind[i]; }))
            faces.push_back(brush.faces()[face]);
    }
    faces.push_back(cut);
    return Brush::fromFaces(std::move(faces));
}

BrushFace flipped(BrushFace face)
{
    face.plane = face.plane.flipped();
    return face;
}

BrushFace cutFace(const Plane& plane, const CutLook& look)
{
    return {plane, look.material, look.uv.value_or(worldAlignedUv(plane.normal))};
}

/// Whether faces have the same plane, as far as two faces of one brush can.
bool isSamePlane(const Plane& a, const Plane& b)
{
    return std::abs(a.distance - b.distance) <= 1e-7 && glm::length(a.normal - b.normal) <= 1e-9;
}

/// Upright cuts before lying ones, and slanted ones last, so that a window is cut out of a wall
/// with whole pillars at its sides.
int cutOrder(const Plane& plane)
{
    constexpr double Straight = 1 - 1e-9;
    const auto size = glm::abs(plane.normal);
    if (size.x > Straight)
        return 0;
    if (size.z > Straight)
        return 1;
    return size.y > Straight ? 2 : 3;
}

/// Faces of `of` that cut something off the other brush; nullopt if the brushes do not overlap.
std::optional<std::vector<BrushFace>> cuttingFaces(const Brush& of, const Brush& other)
{
    std::vector<BrushFace> faces;
    for (const auto& face : of.faces()) {
        const auto reach = reachOf(other, face.plane);
        if (!reach.isBehind())
            return std::nullopt;
        if (reach.isInFront())
            faces.push_back(face);
    }
    return faces;
}

/// What two brushes that overlap have in common, where `cuts` are the cuttingFaces() of the second;
/// faces in the same plane are the first one's. nullopt if that is nothing, or thinner than a brush
/// can be.
std::optional<Brush>
common(const Brush& first, const Brush& second, const std::vector<BrushFace>& cuts)
{
    if (cuts.empty())
        return first;
    const auto own = cuttingFaces(first, second);
    if (!own)
        return std::nullopt;
    if (own->empty() && cuts.size() == second.faceCount())
        return second;
    // All of the first one's: those that the second does not reach may be what keeps it from
    // reaching beyond faces that are not among the cuts.
    std::vector<BrushFace> faces{first.faces().begin(), first.faces().end()};
    faces.insert(faces.end(), cuts.begin(), cuts.end());
    auto both = Brush::fromFaces(std::move(faces));
    if (!both)
        return std::nullopt;
    return *std::move(both);
}

/// The faces of the cutter that the hole in the brush has, in the order of cutting; empty if it
/// swallows the brush, nullopt if the two have nothing in common.
std::optional<std::vector<BrushFace>> facesOfHole(const Brush& brush, const Brush& cutter)
{
    if (!brush.bounds().intersects(cutter.bounds()))
        return std::nullopt;
    auto cuts = cuttingFaces(cutter, brush);
    if (!cuts)
        return std::nullopt;
    const auto hole = common(brush, cutter, *cuts);
    if (!hole)
        return std::nullopt;
    std::erase_if(*cuts, [&](const BrushFace& cut) {
        return std::none_of(hole->faces().begin(), hole->faces().end(),
                            [&](const BrushFace& face) { return face.plane == cut.plane; });
    });
    std::stable_sort(cuts->begin(), cuts->end(), [](const BrushFace& a, const BrushFace& b) {
        return cutOrder(a.plane) < cutOrder(b.plane);
    });
    return cuts;
}

/// Cuts one part after the other off the brush: what is in front of the first face, what is behind
/// that and in front of the second, and so on. What is behind all of them is the hole.
Result<std::vector<Brush>> peel(const Brush& brush, std::span<const BrushFace> cuts)
{
    std::vector<Brush> parts;
    std::optional<Brush> shrunk;
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        const auto& rest = shrunk ? *shrunk : brush;
        const auto reach = reachOf(rest, cuts[i].plane);
        if (!reach.isInFront())
            continue;
        auto part = behindOf(rest, flipped(cuts[i]));
        if (!part)
            return part.error();
        parts.push_back(*std::move(part));
        if (i + 1 == cuts.size() || !reach.isBehind())
            break;
        auto behind = behindOf(rest, cuts[i]);
        if (!behind)
            return behind.error();
        shrunk = *std::move(behind);
    }
    return parts;
}

/// Whether the brush lies behind the plane.
bool liesBehind(const Brush& brush, const Plane& plane)
{
    constexpr double Tolerance = 1e-7; // metres; of corners that were computed twice
    return std::all_of(brush.vertices().begin(), brush.vertices().end(),
                       [&](const Vec3d& vertex) { return plane.above(vertex) <= Tolerance; });
}

/// The faces of the union, if the brushes touch in the plane of `shared` and their union is convex:
/// that is so exactly when no other face of one cuts the other, because just outside such a face
/// there is neither of them.
std::optional<std::vector<BrushFace>>
facesOfUnion(const Brush& a, const Brush& b, const Plane& shared)
{
    std::vector<BrushFace> faces;
    for (const auto& face : a.faces())
        if (!isSamePlane(face.plane, shared)) {
            if (!liesBehind(b, face.plane))
                return std::nullopt;
            faces.push_back(face);
        }
    for (const auto& face : b.faces()) {
        if (isSamePlane(face.plane, shared.flipped()))
            continue;
        if (!liesBehind(a, face.plane))
            return std::nullopt;
        const auto same = std::find_if(faces.begin(), faces.end(), [&](const BrushFace& other) {
            return isSamePlane(other.plane, face.plane);
        });
        if (same == faces.end())
            faces.push_back(face);
        else if (same->material != face.material || same->uv != face.uv)
            return std::nullopt;
    }
    return faces;
}

std::optional<Brush> joined(const Brush& a, const Brush& b)
{
    if (!a.bounds().grown(WeldDistance).intersects(b.bounds()))
        return std::nullopt;
    for (const auto& face : a.faces())
        for (const auto& other : b.faces())
            if (isSamePlane(face.plane, other.plane.flipped())) {
                auto faces = facesOfUnion(a, b, face.plane);
                if (!faces)
                    continue;
                if (auto both = Brush::fromFaces(std::move(*faces)))
                    return *std::move(both);
            }
    return std::nullopt;
}

/// The brush with every face moved along its normal.
Result<Brush> offset(const Brush& brush, double by)
{
    std::vector<BrushFace> faces{brush.faces().begin(), brush.faces().end()};
    for (auto& face : faces)
        face.plane.distance += by;
    return Brush::fromFaces(std::move(faces));
}

/// The wall along one face of `outer`, as far as the plane `inner`: what lies no deeper below this
/// face than below any other.
Result<Brush> mitredWall(const Brush& outer, const BrushFace& face, const Plane& inner)
{
    std::vector<BrushFace> faces{face, flipped({inner, face.material, face.uv})};
    for (const auto& other : outer.faces()) {
        const auto across = other.plane.normal - face.plane.normal;
        const double length = glm::length(across);
        if (length > 1e-6)
            faces.push_back(
                cutFace({across / length, (other.plane.distance - face.plane.distance) / length},
                        {face.material, {}}));
    }
    return Brush::fromFaces(std::move(faces));
}

/// `brush` is what was there: the outside of the walls, or else their inside.
Result<std::vector<Brush>>
mitredWalls(const Brush& brush, const Brush& outer, double thickness, WallSide side)
{
    std::vector<Brush> walls;
    for (const auto& face : outer.faces()) {
        auto inner = face.plane;
        inner.distance -= thickness;
        if (side == WallSide::Outward)
            for (const auto& own : brush.faces())
                if (own.plane.normal == inner.normal)
                    inner = own.plane; // which subtracting what was added need not give back
        auto wall = mitredWall(outer, face, inner);
        if (!wall)
            return wall.error();
        walls.push_back(*std::move(wall));
    }
    return walls;
}

Result<std::vector<Brush>> plainWalls(const Brush& outer, const Brush& inner)
{
    std::vector<BrushFace> cuts{inner.faces().begin(), inner.faces().end()};
    std::stable_sort(cuts.begin(), cuts.end(), [](const BrushFace& a, const BrushFace& b) {
        return cutOrder(a.plane) < cutOrder(b.plane);
    });
    return peel(outer, cuts);
}
} // namespace

Result<Brush> clip(const Brush& brush, const Plane& plane, const CutLook& look)
{
    const auto reach = reachOf(brush, plane);
    if (!reach.isBehind())
        return Error{"The cut would take the whole brush away"};
    if (!reach.isInFront())
        return brush;
    return behindOf(brush, cutFace(plane, look));
}

Result<SplitBrush> split(const Brush& brush, const Plane& plane, const CutLook& look)
{
    const auto reach = reachOf(brush, plane);
    if (!reach.isInFront())
        return SplitBrush{std::nullopt, brush};
    if (!reach.isBehind())
        return SplitBrush{brush, std::nullopt};
    auto front = behindOf(brush, cutFace(plane.flipped(), look));
    if (!front)
        return front.error();
    auto behind = behindOf(brush, cutFace(plane, look));
    if (!behind)
        return behind.error();
    return SplitBrush{*std::move(front), *std::move(behind)};
}

Result<Subtraction> subtract(const Brush& brush, std::span<const Brush> cutters, Name material)
{
    Subtraction result;
    result.fragments.push_back(brush);
    int cutsDone = 0;
    for (const auto& cutter : cutters) {
        if (!cutter.bounds().intersects(brush.bounds()))
            continue;
        std::vector<Brush> left;
        bool isCut = false;
        for (auto& fragment : result.fragments) {
            auto cuts = facesOfHole(fragment, cutter);
            if (!cuts) {
                left.push_back(std::move(fragment));
                continue;
            }
            isCut = true;
            for (auto& cut : *cuts)
                if (cut.material == Name{})
                    cut.material = material;
            auto parts = peel(fragment, *cuts);
            if (!parts)
                return parts.error();
            std::move(parts->begin(), parts->end(), std::back_inserter(left));
        }
        cutsDone += isCut ? 1 : 0;
        result.fragments = std::move(left);
    }
    result.isCut = cutsDone > 0;
    // The parts around one hole touch one face of it each, so fewer there cannot be.
    if (cutsDone > 1)
        joinConvex(result.fragments);
    return result;
}

Result<Brush> intersect(std::span<const Brush> brushes)
{
    ENGINE_EXPECT(!brushes.empty());
    auto result = brushes.front();
    for (const auto& brush : brushes.subspan(1)) {
        const auto cuts = cuttingFaces(brush, result);
        auto both = cuts ? common(result, brush, *cuts) : std::nullopt;
        if (!both)
            return Error{"The brushes have no space in common"};
        result = *std::move(both);
    }
    return result;
}

Result<Brush> mergeConvex(std::span<const Brush> brushes, Name material)
{
    std::vector<Vec3d> points;
    std::vector<BrushFace> faces;
    for (const auto& brush : brushes) {
        points.insert(points.end(), brush.vertices().begin(), brush.vertices().end());
        faces.insert(faces.end(), brush.faces().begin(), brush.faces().end());
    }
    return brushFromPoints(points, faces, material);
}

void joinConvex(std::vector<Brush>& brushes)
{
    bool isDone = false;
    while (!isDone) {
        isDone = true;
        for (std::size_t i = 0; i < brushes.size(); ++i)
            for (std::size_t j = i + 1; j < brushes.size(); ++j)
                if (auto both = joined(brushes[i], brushes[j])) {
                    brushes[i] = *std::move(both);
                    brushes.erase(brushes.begin() + static_cast<std::ptrdiff_t>(j));
                    j = i; // the bigger one may fit to those that the smaller did not
                    isDone = false;
                }
    }
}

Result<std::vector<Brush>>
hollow(const Brush& brush, double thickness, WallSide side, WallJoint joint)
{
    if (!(thickness > WeldDistance))
        return Error{"Walls need some thickness"};
    const bool isInward = side == WallSide::Inward;
    const auto other = offset(brush, isInward ? -thickness : thickness);
    if (!other && isInward)
        return Error{"The brush is too thin for walls of {} m: no room would be left inside",
                     thickness};
    if (!other)
        return other.error().withContext("The walls of {} m do not fit around it", thickness);
    const auto& outer = isInward ? brush : *other;
    const auto& inner = isInward ? *other : brush;
    return joint == WallJoint::Mitred ? mitredWalls(brush, outer, thickness, side)
                                      : plainWalls(outer, inner);
}
} // namespace engine
