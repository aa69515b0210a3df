#include "engine_core/interchange/maps/map_geometry.h"

#include "engine_core/serialization/brush_codec.h"

#include <array>
#include <charconv>
#include <cmath>

namespace engine
{
namespace
{
/// Normal, u axis and v axis of the six sides, in the order in which the game's compiler tries
/// them.
constexpr std::array<std::array<int, 9>, 6> SideAxes{{{0, 0, 1, 1, 0, 0, 0, -1, 0},
                                                      {0, 0, -1, 1, 0, 0, 0, -1, 0},
                                                      {1, 0, 0, 0, 1, 0, 0, 0, -1},
                                                      {-1, 0, 0, 0, 1, 0, 0, 0, -1},
                                                      {0, 1, 0, 1, 0, 0, 0, 0, -1},
                                                      {0, -1, 0, 1, 0, 0, 0, 0, -1}}};

Vec3d axisOf(const std::array<int, 9>& side, std::size_t first)
{
    return {side[first], side[first + 1], side[first + 2]};
}

double orOne(double scale)
{
    return scale == 0 ? 1 : scale;
}

/// Cosine and sine, exact where turns are by quarters.
Vec2d turn(double degrees)
{
    if (degrees == 0)
        return {1, 0};
    if (degrees == 90)
        return {0, 1};
    if (degrees == 180)
        return {-1, 0};
    if (degrees == 270)
        return {0, -1};
    const double angle = radians(degrees);
    return {std::cos(angle), std::sin(angle)};
}

MapProjection valveProjection(const MapFace& face)
{
    const auto& n = face.numbers;
    return {Vec3d{n[0], n[1], n[2]} / orOne(n[9]),
            Vec3d{n[4], n[5], n[6]} / orOne(n[10]),
            {n[3], n[7]}};
}

/// In repeats, not texels. Axes as Quake 3's compiler makes them (ComputeAxisBase of q3map).
MapProjection primitiveProjection(const MapFace& face, Vec3d normal)
{
    for (int i = 0; i < 3; ++i)
        if (std::abs(normal[i]) < 1e-6)
            normal[i] = 0;
    const double about = std::atan2(normal.y, normal.x);
    const double up = -std::atan2(normal.z, std::hypot(normal.x, normal.y));
    const Vec3d x{-std::sin(about), std::cos(about), 0};
    const Vec3d y{-std::sin(up) * std::cos(about), -std::sin(up) * std::sin(about), -std::cos(up)};
    const auto& n = face.numbers;
    return {x * n[0] + y * n[1], x * n[3] + y * n[4], {n[2], n[5]}};
}

/// One axis of a mapping from its row: repeats are dot(p, row) + offset, p in our space. False if
/// no scene file holds such a scale.
bool setAxis(const Vec3d& row, double offset, Vec3d& axis, double& scale, double& place)
{
    place = std::isfinite(offset) ? offset : 0;
    if (row == Vec3d{0, 0, 0})
        return place == offset; // no direction: the texture lies as on a new face
    const double length = glm::length(row);
    const double wanted = 1 / length;
    if (!(wanted >= SmallestUvScale) || !(length > 1e-12))
        return false;
    axis = row / length;
    scale = wanted;
    return place == offset;
}

bool isSamePlane(const Plane& a, const Plane& b, double reach)
{
    // What the two are apart over the brush's extent; far below the weld of corners.
    const double apart = glm::distance(a.normal, b.normal) * reach;
    return apart < 1e-9 && std::abs(a.distance - b.distance) < 1e-9;
}

/// Quake's editors write whole units as such.
Vec3d withoutNoise(const Vec3d& p)
{
    Vec3d clean = p;
    for (int i = 0; i < 3; ++i)
        if (const double whole = std::round(p[i]); std::abs(p[i] - whole) < 1e-7)
            clean[i] = whole;
    return clean;
}

using Points = std::array<Vec3d, 3>;

/// The plane that a reader will get from the points.
std::optional<Plane> planeOf(const Points& points, const MapSpace& space)
{
    const auto plane = Plane::through(points[0], points[2], points[1]);
    if (!plane)
        return std::nullopt;
    return Plane{MapSpace::directionToOurs(plane->normal), plane->distance * space.scale()};
}

/// Three corners of the face that lie far apart, clockwise.
Points cornerPoints(const Brush& brush, FaceIndex face, const MapSpace& space)
{
    const auto corners = brush.faceVertices(face);
    const auto at = [&](std::size_t i) {
        return withoutNoise(space.toMap(brush.vertices()[corners[i]]));
    };
    const auto count = corners.size();
    Points best{at(0), at(count - 1), at(1)};
    double widest = 0;
    for (std::size_t i = 0; i + 2 < count; ++i) {
        const Points points{at(i), at((i + 2 * count / 3) % count), at((i + count / 3) % count)};
        const double area = glm::length(glm::cross(points[1] - points[0], points[2] - points[0]));
        if (area > widest) {
            widest = area;
            best = points;
        }
    }
    return best;
}

/// Three points of the plane about the face's centre, as far apart as the brush is wide: what is
/// lost by rounding them stays below 1e-12 of that.
Points spreadPoints(const Brush& brush, FaceIndex face, const MapSpace& space)
{
    const auto& plane = brush.faces()[face].plane;
    auto center = faceCenter(brush, face);
    center -= plane.normal * plane.above(center);
    const double reach = std::max(glm::length(brush.bounds().size()), 1.0);
    const auto size = glm::abs(plane.normal);
    Vec3d helper{0};
    helper[size.x <= size.y && size.x <= size.z ? 0 : (size.y <= size.z ? 1 : 2)] = 1;
    const auto u = glm::normalize(glm::cross(helper, plane.normal)) * reach;
    const auto v = glm::cross(plane.normal, u);
    return {space.toMap(center), space.toMap(center + v), space.toMap(center + u)};
}

Points planePoints(const Brush& brush, FaceIndex face, const MapSpace& space)
{
    const auto corners = cornerPoints(brush, face, space);
    const auto reach = glm::length(brush.bounds().size());
    if (const auto plane = planeOf(corners, space);
        plane && isSamePlane(*plane, brush.faces()[face].plane, reach))
        return corners;
    return spreadPoints(brush, face, space);
}

void appendAxis(std::string& out, const Vec3d& axis, double offset)
{
    out += " [ ";
    for (const double number : {axis.x, axis.y, axis.z, offset}) {
        appendMapNumber(out, number);
        out += ' ';
    }
    out += ']';
}
} // namespace

MapProjection standardProjection(const MapFace& face, const Vec3d& normal)
{
    std::size_t best = 0;
    double most = 0;
    for (std::size_t i = 0; i < SideAxes.size(); ++i)
        if (const double along = glm::dot(normal, axisOf(SideAxes[i], 0)); along > most) {
            most = along;
            best = i;
        }
    const auto& side = SideAxes[best];
    const auto& n = face.numbers;
    const auto c = turn(n[2]);
    // The texture turns in the plane of the two axes, which are signed axes of the world.
    const auto nonZero = [](const Vec3d& v) {
        return v.x != 0 ? 0 : (v.y != 0 ? 1 : 2);
    };
    const auto u = axisOf(side, 3);
    const auto v = axisOf(side, 6);
    const int s = nonZero(u);
    const int t = nonZero(v);
    const auto turned = [&](Vec3d axis) {
        const double onS = c.x * axis[s] - c.y * axis[t];
        const double onT = c.y * axis[s] + c.x * axis[t];
        axis[s] = onS;
        axis[t] = onT;
        return axis;
    };
    return {turned(u) / orOne(n[3]), turned(v) / orOne(n[4]), {n[0], n[1]}};
}

Result<MapBrushFace>
toBrushFace(const MapFace& face, const MapTexture& texture, const MapSpace& space)
{
    // In Quake's whole units most planes come out without any rounding.
    const auto plane = Plane::through(face.points[0], face.points[2], face.points[1]);
    if (!plane)
        return Error{"The three points of the face on line {} lie on one line", face.line};
    BrushFace result;
    result.plane = {MapSpace::directionToOurs(plane->normal) + 0.0,
                    plane->distance * space.scale()};
    result.material = texture.material;
    result.uv = worldAlignedUv(result.plane.normal);

    MapProjection rows;
    auto perRepeat = texture.size;
    switch (face.mapping) {
    case MapMapping::Standard:
        rows = standardProjection(face, plane->normal);
        break;
    case MapMapping::Valve:
        rows = valveProjection(face);
        break;
    case MapMapping::Primitive:
        rows = primitiveProjection(face, plane->normal);
        perRepeat = {1, 1};
        break;
    }
    const auto toRow = [&](const Vec3d& row, double texels) {
        return MapSpace::directionToOurs(row) / (space.scale() * texels);
    };
    auto& uv = result.uv;
    const bool isU = setAxis(toRow(rows.u, perRepeat.x), rows.offset.x / perRepeat.x, uv.uAxis,
                             uv.scale.x, uv.offset.x);
    const bool isV = setAxis(toRow(rows.v, perRepeat.y), rows.offset.y / perRepeat.y, uv.vAxis,
                             uv.scale.y, uv.offset.y);
    return MapBrushFace{std::move(result), !isU || !isV};
}

void writeMapFace(std::string& out,
                  const Brush& brush,
                  FaceIndex face,
                  std::string_view textureName,
                  const Vec2d& textureSize,
                  const MapSpace& space)
{
    for (const auto& point : planePoints(brush, face, space)) {
        out += "( ";
        for (int axis = 0; axis < 3; ++axis) {
            appendMapNumber(out, point[axis]);
            out += ' ';
        }
        out += ") ";
    }
    const bool needsQuotes = textureName.find_first_of(" \t") != std::string_view::npos;
    if (needsQuotes)
        out += '"';
    out += textureName;
    if (needsQuotes)
        out += '"';
    const auto& uv = brush.faces()[face].uv;
    appendAxis(out, MapSpace::directionToMap(uv.uAxis), uv.offset.x * textureSize.x);
    appendAxis(out, MapSpace::directionToMap(uv.vAxis), uv.offset.y * textureSize.y);
    out += " 0 ";
    appendMapNumber(out, uv.scale.x / (space.scale() * textureSize.x));
    out += ' ';
    appendMapNumber(out, uv.scale.y / (space.scale() * textureSize.y));
    out += '\n';
}

void appendMapNumber(std::string& out, double number)
{
    std::array<char, 32> text{};
    // Plain digits where they are short: old compilers do not read exponents.
    const auto size = std::abs(number);
    const bool isPlain = size == 0 || (size >= 1e-9 && size < 1e15);
    const auto [end, error] = isPlain
                                  ? std::to_chars(text.data(), text.data() + text.size(),
                                                  number + 0.0, std::chars_format::fixed)
                                  : std::to_chars(text.data(), text.data() + text.size(), number);
    out.append(text.data(), error == std::errc{} ? end : text.data());
}
} // namespace engine
