#include "engine_core/geometry/brush_shapes.h"

#include "engine_core/geometry/shape_parts.h"

#include <algorithm>
#include <array>
#include <map>

namespace engine
{
namespace
{
using namespace shapes;

constexpr std::size_t MostFaces = 1024;
constexpr double MostSteps = 256;

Result<void> inRange(const char* what, double value, double least, double most)
{
    if (value >= least && value <= most)
        return {};
    return Error{"{} must lie between {} and {}", what, least, most};
}

/// Corners of a circle with an edge or a vertex at the low side, in whatever size; the middle is 0.
Outline circle(int axis, int sides, ShapeAlignment alignment)
{
    // Towards -Y for what lies along X or Z, towards +Z for what stands.
    constexpr std::array Low{Pi, 0.0, -Pi / 2};
    const double shift = alignment == ShapeAlignment::Edges ? 0.5 : 0.0;
    Outline corners;
    for (int i = 0; i < sides; ++i) {
        const double angle = Low[static_cast<std::size_t>(axis)] + 2 * Pi * (i + shift) / sides;
        corners.push_back({std::cos(angle), std::sin(angle)});
    }
    return corners;
}

/// How far the corners reach.
Rectangle extent(const Outline& corners)
{
    Rectangle box{corners[0], corners[0]};
    for (const auto& corner : corners)
        box = {glm::min(box.min, corner), glm::max(box.max, corner)};
    return box;
}

/// A place that lies in `from` where the result lies in `to`.
Vec2d mapped(const Vec2d& place, const Rectangle& from, const Rectangle& to)
{
    const auto part = (place - from.min) / from.size();
    return {between(to.min.x, to.max.x, part.x), between(to.min.y, to.max.y, part.y)};
}

Outline mapped(const Outline& corners, const Rectangle& from, const Rectangle& to)
{
    Outline result;
    for (const auto& corner : corners)
        result.push_back(mapped(corner, from, to));
    return result;
}

Outline shrunk(const Outline& corners, const Vec2d& towards, double factor)
{
    Outline result;
    for (const auto& corner : corners)
        result.push_back(towards + (corner - towards) * factor);
    return result;
}

Result<std::vector<Brush>> alone(Result<Brush> brush)
{
    if (!brush)
        return brush.error();
    std::vector<Brush> one;
    one.push_back(*std::move(brush));
    return one;
}

Result<std::vector<Brush>>
makeCylinder(const Aabb& bounds, const ShapeSettings& settings, Name material)
{
    if (auto fits = inRange("The number of sides", settings.sides, 3, 100); !fits)
        return fits.error();
    const int axis = settings.axis;
    const auto unit = circle(axis, settings.sides, settings.alignment);
    const auto section = crossSection(bounds, axis);
    const auto outside = mapped(unit, extent(unit), section);
    const double from = bounds.min[axis];
    const double to = bounds.max[axis];
    if (!settings.hollow)
        return alone(prism(outside, axis, from, to, material));
    const double narrow = std::min(section.size().x, section.size().y);
    if (!(settings.thickness > WeldDistance) || settings.thickness > narrow / 2 - WeldDistance)
        return Error{"The walls of a hollow cylinder must be thinner than half its width, {} m",
                     narrow / 2};
    const Rectangle hole{section.min + settings.thickness, section.max - settings.thickness};
    const auto middle = mapped(Vec2d{0}, extent(unit), section);
    return wall(outside, mapped(unit, extent(unit), hole),
                shrunk(outside, middle, 1 - 2 * settings.thickness / narrow), true, axis, from, to,
                material);
}

Result<std::vector<Brush>>
makeCone(const Aabb& bounds, const ShapeSettings& settings, Name material)
{
    if (auto fits = inRange("The number of sides", settings.sides, 3, 100); !fits)
        return fits.error();
    const int axis = settings.axis;
    const auto unit = circle(axis, settings.sides, settings.alignment);
    const auto section = crossSection(bounds, axis);
    std::vector<Vec3d> points;
    std::vector<std::size_t> base;
    for (const auto& corner : mapped(unit, extent(unit), section)) {
        base.insert(base.begin(), points.size());
        points.push_back(inSpace(corner, axis, bounds.min[axis]));
    }
    const auto count = points.size();
    points.push_back(inSpace(mapped(Vec2d{0}, extent(unit), section), axis, bounds.max[axis]));
    std::vector<std::vector<std::size_t>> faces{base};
    for (std::size_t i = 0; i < count; ++i)
        faces.push_back({i, (i + 1) % count, count});
    return alone(solid(points, faces, material));
}

Result<void> checkSphere(const ShapeSettings& settings)
{
    if (auto fits = inRange("The number of sides", settings.sides, 3, 64); !fits)
        return fits;
    if (auto fits = inRange("The number of rings", settings.rings, 2, 32); !fits)
        return fits;
    const auto faces = static_cast<std::size_t>(settings.sides * settings.rings);
    if (faces > MostFaces)
        return Error{"{} rings of {} sides make {} faces; a brush has at most {}", settings.rings,
                     settings.sides, faces, MostFaces};
    return {};
}

Result<std::vector<Brush>>
makeSphere(const Aabb& bounds, const ShapeSettings& settings, Name material)
{
    if (auto fits = checkSphere(settings); !fits)
        return fits.error();
    const int axis = settings.axis;
    const auto unit = circle(axis, settings.sides, settings.alignment);
    const auto section = crossSection(bounds, axis);
    const auto widest = mapped(unit, extent(unit), section);
    const auto middle = mapped(Vec2d{0}, extent(unit), section);
    // With an odd number no ring is at the equator: the two beside it are the widest then.
    const double reach = settings.rings % 2 == 0 ? 1.0 : std::cos(Pi / 2 / settings.rings);

    std::vector<Vec3d> points;
    const auto height = [&](int ring) {
        return between(bounds.min[axis], bounds.max[axis],
                       (1 - std::cos(Pi * ring / settings.rings)) / 2);
    };
    for (int ring = 1; ring < settings.rings; ++ring) {
        const double factor = std::min(1.0, std::sin(Pi * ring / settings.rings) / reach);
        for (const auto& corner : factor > 1 - 1e-12 ? widest : shrunk(widest, middle, factor))
            points.push_back(inSpace(corner, axis, height(ring)));
    }
    const auto low = points.size();
    points.push_back(inSpace(middle, axis, bounds.min[axis]));
    points.push_back(inSpace(middle, axis, bounds.max[axis]));

    std::vector<std::vector<std::size_t>> faces;
    const auto sides = static_cast<std::size_t>(settings.sides);
    const auto top = low - sides;
    for (std::size_t i = 0; i < sides; ++i) {
        const auto next = (i + 1) % sides;
        faces.push_back({low, next, i});
        faces.push_back({top + i, top + next, low + 1});
        for (std::size_t ring = 0; ring < top; ring += sides)
            faces.push_back({ring + i, ring + next, ring + sides + next, ring + sides + i});
    }
    return alone(solid(points, faces, material));
}

using Triangles = std::vector<std::vector<std::size_t>>;

/// Twelve corners of an icosahedron on the unit sphere and its twenty faces.
std::pair<std::vector<Vec3d>, Triangles> icosahedron()
{
    const double golden = (1 + std::sqrt(5.0)) / 2;
    std::vector<Vec3d> points;
    for (int axis = 0; axis < 3; ++axis)
        for (const double a : {-1.0, 1.0})
            for (const double b : {-golden, golden})
                points.push_back(glm::normalize(inSpace({a, b}, axis, 0)));
    Triangles faces;
    const double edge = glm::length(points[0] - points[2]); // across a short side
    const auto touch = [&](std::size_t a, std::size_t b) {
        return std::abs(glm::length(points[a] - points[b]) - edge) < 1e-9;
    };
    for (std::size_t a = 0; a < 12; ++a)
        for (std::size_t b = a + 1; b < 12; ++b)
            for (std::size_t c = b + 1; c < 12; ++c)
                if (touch(a, b) && touch(b, c) && touch(c, a)) {
                    const bool outwards =
                        glm::dot(glm::cross(points[b] - points[a], points[c] - points[a]),
                                 points[a]) > 0;
                    faces.push_back(outwards ? std::vector{a, b, c} : std::vector{a, c, b});
                }
    return {std::move(points), std::move(faces)};
}

/// Each triangle becomes four whose new corners are on the sphere.
void refine(std::vector<Vec3d>& points, Triangles& faces)
{
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> middles;
    const auto middle = [&](std::size_t a, std::size_t b) {
        const auto [at, isNew] = middles.try_emplace(std::minmax(a, b), points.size());
        if (isNew)
            points.push_back(glm::normalize(points[a] + points[b]));
        return at->second;
    };
    Triangles finer;
    for (const auto& face : faces) {
        const auto ab = middle(face[0], face[1]);
        const auto bc = middle(face[1], face[2]);
        const auto ca = middle(face[2], face[0]);
        finer.push_back({face[0], ab, ca});
        finer.push_back({ab, face[1], bc});
        finer.push_back({ca, bc, face[2]});
        finer.push_back({ab, bc, ca});
    }
    faces = std::move(finer);
}

Result<std::vector<Brush>>
makeIcosphere(const Aabb& bounds, const ShapeSettings& settings, Name material)
{
    if (auto fits = inRange("The detail", settings.detail, 1, 3); !fits)
        return fits.error();
    auto [points, faces] = icosahedron();
    for (int i = 1; i < settings.detail; ++i)
        refine(points, faces);
    Aabb unit;
    for (const auto& point : points)
        unit.add(point);
    for (auto& point : points)
        for (int i = 0; i < 3; ++i)
            point[i] = between(bounds.min[i], bounds.max[i],
                               (point[i] - unit.min[i]) / (unit.max[i] - unit.min[i]));
    return alone(solid(points, faces, material));
}

Result<std::vector<Brush>>
makeWedge(const Aabb& bounds, const ShapeSettings& settings, Name material)
{
    const bool alongX =
        settings.direction == ShapeDirection::PlusX || settings.direction == ShapeDirection::MinusX;
    const bool plus =
        settings.direction == ShapeDirection::PlusX || settings.direction == ShapeDirection::PlusZ;
    const auto& [min, max] = bounds;
    const int along = alongX ? 0 : 2;
    const double high = plus ? max[along] : min[along];
    Outline corners{{min[along], min.y}, {max[along], min.y}, {high, max.y}};
    if (!alongX) // the next axes after X are Y and Z
        for (auto& corner : corners)
            std::swap(corner.x, corner.y);
    const int axis = alongX ? 2 : 0;
    return alone(makePrism(corners, axis, min[axis], max[axis], material));
}

Result<std::vector<Brush>>
makeStairs(const Aabb& bounds, const ShapeSettings& settings, Name material)
{
    const double step = settings.stepHeight;
    if (!(step > WeldDistance))
        return Error{"The height of a step must be above 0"};
    const double count = std::max(1.0, std::ceil(bounds.size().y / step - 1e-6));
    if (count > MostSteps)
        return Error{"Stairs have at most {} steps, these would have {}", MostSteps, count};
    const bool alongX =
        settings.direction == ShapeDirection::PlusX || settings.direction == ShapeDirection::MinusX;
    const bool plus =
        settings.direction == ShapeDirection::PlusX || settings.direction == ShapeDirection::PlusZ;
    const int along = alongX ? 0 : 2;
    const auto place = [&](double number) {
        return between(bounds.min[along], bounds.max[along],
                       (plus ? number : count - number) / count);
    };
    std::vector<Brush> steps;
    for (double i = 0; i < count; ++i) {
        auto box = bounds;
        box.min[along] = std::min(place(i), place(i + 1));
        box.max[along] = std::max(place(i), place(i + 1));
        if (i + 1 < count)
            box.max.y = bounds.min.y + step * (i + 1);
        auto brush = makeBox(box, material);
        if (!brush)
            return Error{"The stairs are too short for {} steps", count};
        steps.push_back(*std::move(brush));
    }
    return steps;
}

/// An arch as it is seen along its passage: `x` across, `y` up.
struct ArchFrame
{
    int axis;

    /// Up is -Z for an arch that lies on the floor, so it counts downwards there.
    [[nodiscard]] Rectangle section(const Aabb& bounds) const
    {
        const auto& [min, max] = bounds;
        if (axis == 0)
            return {{min.z, min.y}, {max.z, max.y}};
        if (axis == 1)
            return {{min.x, -max.z}, {max.x, -min.z}};
        return {{min.x, min.y}, {max.x, max.y}};
    }

    [[nodiscard]] Vec2d outlinePlace(const Vec2d& seen) const
    {
        if (axis == 0)
            return {seen.y, seen.x};
        return axis == 1 ? Vec2d{-seen.y, seen.x} : seen;
    }

    /// Counter-clockwise as outlines are; seen along X the picture is mirrored.
    [[nodiscard]] Outline outline(Outline seen) const
    {
        for (auto& corner : seen)
            corner = outlinePlace(corner);
        if (axis == 0)
            std::reverse(seen.begin(), seen.end());
        return seen;
    }
};

/// The corners of half a circle that fills the rectangle, from its right foot to its left one.
Outline halfCircle(int sides, const Rectangle& box)
{
    const double top = sides % 2 == 0 ? 1.0 : std::cos(Pi / 2 / sides);
    Outline corners;
    for (int i = 0; i <= sides; ++i) {
        const double angle = Pi * i / sides;
        corners.push_back({between(box.min.x, box.max.x, (1 + std::cos(angle)) / 2),
                           between(box.min.y, box.max.y, std::sin(angle) / top)});
    }
    return corners;
}

Result<std::vector<Brush>>
makeArch(const Aabb& bounds, const ShapeSettings& settings, Name material)
{
    if (auto fits = inRange("The number of sides", settings.sides, 2, 50); !fits)
        return fits.error();
    const ArchFrame frame{settings.axis};
    const auto section = frame.section(bounds);
    const double rise = std::min(section.size().y, section.size().x / 2);
    const double thickness = settings.thickness;
    if (!(thickness > WeldDistance) || thickness > rise - WeldDistance)
        return Error{"An arch must be thinner than half its width and its height, {} m", rise};
    const bool hasSides = section.size().y - rise > WeldDistance;
    const double foot = hasSides ? section.max.y - rise : section.min.y;
    const Rectangle round{{section.min.x, foot}, section.max};
    const Rectangle hole{{section.min.x + thickness, foot},
                         {section.max.x - thickness, section.max.y - thickness}};
    const auto outside = halfCircle(settings.sides, round);
    const Vec2d middle{(section.min.x + section.max.x) / 2, foot};
    const auto inside = halfCircle(settings.sides, hole);
    const double from = bounds.min[settings.axis];
    const double to = bounds.max[settings.axis];
    auto brushes = wall(frame.outline(outside), frame.outline(inside),
                        frame.outline(shrunk(outside, middle, 1 - thickness / rise)), false,
                        settings.axis, from, to, material);
    if (!brushes || !hasSides)
        return brushes;
    // Below a round arch (rise == half the width) inside and its fallback have the same feet.
    const auto leg = [&](double left, double right) {
        return makePrism(
            frame.outline(
                {{left, section.min.y}, {right, section.min.y}, {right, foot}, {left, foot}}),
            settings.axis, from, to, material);
    };
    for (auto brush : {leg(section.min.x, hole.min.x), leg(hole.max.x, section.max.x)}) {
        if (!brush)
            return brush.error();
        brushes->push_back(*std::move(brush));
    }
    return brushes;
}
} // namespace

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

std::string_view shapeName(ShapeKind kind)
{
    constexpr std::array<std::string_view, 7> Names{"Cylinder", "Cone",   "Sphere", "Icosphere",
                                                    "Wedge",    "Stairs", "Arch"};
    return Names[static_cast<std::size_t>(kind)];
}

Result<std::vector<Brush>>
makeShape(ShapeKind kind, const Aabb& bounds, const ShapeSettings& settings, Name material)
{
    ENGINE_EXPECT(settings.axis >= 0 && settings.axis < 3);
    const auto size = bounds.size();
    if (!isFinite(bounds.min) || !isFinite(bounds.max))
        return Error{"The shape would leave the world"};
    if (!(std::min({size.x, size.y, size.z}) > WeldDistance))
        return Error{"The shape would be flat"};
    switch (kind) {
    case ShapeKind::Cylinder:
        return makeCylinder(bounds, settings, material);
    case ShapeKind::Cone:
        return makeCone(bounds, settings, material);
    case ShapeKind::Sphere:
        return makeSphere(bounds, settings, material);
    case ShapeKind::Icosphere:
        return makeIcosphere(bounds, settings, material);
    case ShapeKind::Wedge:
        return makeWedge(bounds, settings, material);
    case ShapeKind::Stairs:
        return makeStairs(bounds, settings, material);
    case ShapeKind::Arch:
        return makeArch(bounds, settings, material);
    }
    return Error{"There is no such shape"};
}

Result<Brush>
makePrism(std::span<const Vec2d> outline, int axis, double from, double to, Name material)
{
    ENGINE_EXPECT(axis >= 0 && axis < 3);
    Outline corners{outline.begin(), outline.end()};
    if (shapes::area(corners) < 0)
        std::reverse(corners.begin(), corners.end());
    const auto isStraight = [&](std::size_t i) {
        const auto& before = corners[(i + corners.size() - 1) % corners.size()];
        const auto& after = corners[(i + 1) % corners.size()];
        const auto in = corners[i] - before;
        const auto out = after - corners[i];
        return std::abs(shapes::cross(in, out)) <= 1e-9 * glm::length(in) * glm::length(out) &&
               glm::dot(in, out) >= 0;
    };
    for (std::size_t i = corners.size(); i-- > 0 && corners.size() > 2;)
        if (isStraight(i))
            corners.erase(corners.begin() + static_cast<std::ptrdiff_t>(i));
    if (corners.size() < 3 || !isConvex(corners))
        return Error{"The outline must be convex: it may not turn inwards or cross itself"};
    if (!(std::abs(to - from) > WeldDistance))
        return Error{"The shape would be flat"};
    return prism(corners, axis, from, to, material);
}
} // namespace engine
