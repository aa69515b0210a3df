#include "engine_core/geometry/patch_uv.h"

#include <algorithm>
#include <array>

namespace engine
{
namespace
{
/// Less than this is nothing: metres, or repeats.
constexpr double Nothing = 1e-9;

/// A quadratic Bezier curve's weights of its three points, and how they change along it.
std::array<double, 3> bezierWeights(double t)
{
    return {(1 - t) * (1 - t), 2 * t * (1 - t), t * t};
}

std::array<double, 3> bezierSlopes(double t)
{
    return {2 * t - 2, 2 - 4 * t, 2 * t};
}

/// The piece that a place lies in, and where in it.
struct PieceAt
{
    int first = 0; ///< its first row or column
    double t = 0;  ///< 0 to 1
};

PieceAt pieceAt(double at, int points)
{
    const int pieces = (points - 1) / 2;
    const int piece = std::clamp(static_cast<int>(at), 0, pieces - 1);
    return {piece * 2, std::clamp(at - piece, 0.0, 1.0)};
}

PatchPoint weighted(const PatchGrid& grid,
                    const PieceAt& column,
                    const PieceAt& row,
                    const std::array<double, 3>& across,
                    const std::array<double, 3>& down)
{
    PatchPoint sum;
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) {
            const auto& point = grid.at(column.first + i, row.first + j);
            const double weight =
                across[static_cast<std::size_t>(i)] * down[static_cast<std::size_t>(j)];
            sum.position += point.position * weight;
            sum.uv += point.uv * weight;
        }
    return sum;
}

PatchPoint pointOfPatch(const PatchGrid& grid, const Vec2d& at)
{
    const auto column = pieceAt(at.x, grid.columns());
    const auto row = pieceAt(at.y, grid.rows());
    return weighted(grid, column, row, bezierWeights(column.t), bezierWeights(row.t));
}

Vec2d piecesOf(const PatchGrid& grid)
{
    return {(grid.columns() - 1) / 2, (grid.rows() - 1) / 2};
}

/// Lengths along the surface up to each control point of one direction, the mean of all lines that
/// run that way.
std::vector<double> lengthsAlong(const PatchGrid& grid, int axis)
{
    constexpr int Steps = 16; // of half a piece
    const int points = axis == 0 ? grid.columns() : grid.rows();
    const int lines = axis == 0 ? grid.rows() : grid.columns();
    std::vector<double> sums(static_cast<std::size_t>(points), 0.0);
    const auto at = [&](double along, double across) {
        return pointOfPatch(grid, axis == 0 ? Vec2d{along, across} : Vec2d{across, along}).position;
    };
    for (int line = 0; line < lines; ++line) {
        double length = 0;
        for (int point = 1; point < points; ++point) {
            for (int step = 0; step < Steps; ++step) {
                const double from = (point - 1 + static_cast<double>(step) / Steps) * 0.5;
                const double to = (point - 1 + (step + 1.0) / Steps) * 0.5;
                length += glm::distance(at(from, line * 0.5), at(to, line * 0.5));
            }
            sums[static_cast<std::size_t>(point)] += length / lines;
        }
    }
    return sums;
}

/// What the control points between need for the surface to have those values there.
void pullThrough(std::vector<double>& values)
{
    for (std::size_t i = 1; i < values.size(); i += 2)
        values[i] = 2 * values[i] - (values[i - 1] + values[i + 1]) / 2;
}

/// The mean way from the first to the last point of rows or columns.
Vec3d meanWay(const PatchGrid& grid, int axis)
{
    Vec3d way{0};
    if (axis == 0)
        for (int row = 0; row < grid.rows(); ++row)
            way += grid.at(grid.columns() - 1, row).position - grid.at(0, row).position;
    else
        for (int column = 0; column < grid.columns(); ++column)
            way += grid.at(column, grid.rows() - 1).position - grid.at(column, 0).position;
    return way / static_cast<double>(axis == 0 ? grid.rows() : grid.columns());
}

/// Which way the texture lies: along rows or columns, and whether against their order.
struct Lay
{
    int axisOfU = 0; ///< 0: u runs along rows
    bool isUReversed = false;
    bool isVReversed = true;
};

Lay layOf(const PatchGrid& grid)
{
    const double rows = meanWay(grid, 0).y;
    const double columns = meanWay(grid, 1).y;
    constexpr double Level = 1e-6;
    // Seen from the front columns come counter-clockwise after rows, and v clockwise after u.
    if (std::abs(rows) > std::abs(columns) + Level)
        return rows < 0 ? Lay{1, false, false} : Lay{1, true, true};
    return columns < -Level ? Lay{0, true, false} : Lay{0, false, true};
}

std::optional<PatchTangent>
tangentOf(const PatchPoint& there, const PatchPoint& alongRow, const PatchPoint& alongColumn)
{
    const auto across = glm::cross(alongRow.position, alongColumn.position);
    const double size = glm::length(alongRow.position) * glm::length(alongColumn.position);
    const double area = alongRow.uv.x * alongColumn.uv.y - alongRow.uv.y * alongColumn.uv.x;
    const double repeats = glm::length(alongRow.uv) * glm::length(alongColumn.uv);
    constexpr double Thin = 1e-6;
    if (!(glm::length(across) > Thin * size) || !(size > Nothing * Nothing) ||
        !(std::abs(area) > Thin * repeats) || !(repeats > Nothing * Nothing))
        return std::nullopt;
    PatchTangent tangent;
    tangent.position = there.position;
    tangent.plane.normal = glm::normalize(across);
    tangent.plane.distance = glm::dot(tangent.plane.normal, there.position);
    // The ways along growing u and v, from those along rows and columns.
    const auto u =
        (alongRow.position * alongColumn.uv.y - alongColumn.position * alongRow.uv.y) / area;
    const auto v =
        (alongColumn.position * alongRow.uv.x - alongRow.position * alongColumn.uv.x) / area;
    const double square = glm::dot(tangent.plane.normal, glm::cross(u, v));
    const auto growU = glm::cross(v, tangent.plane.normal) / square;
    const auto growV = glm::cross(tangent.plane.normal, u) / square;
    tangent.uv.scale = {1 / glm::length(growU), 1 / glm::length(growV)};
    tangent.uv.uAxis = growU * tangent.uv.scale.x;
    tangent.uv.vAxis = growV * tangent.uv.scale.y;
    tangent.uv.offset = {0, 0};
    tangent.uv.offset = there.uv - tangent.uv.at(there.position);
    return tangent;
}
} // namespace

std::optional<PatchTangent> patchTangent(const PatchGrid& grid, const Vec2d& at)
{
    const auto column = pieceAt(at.x, grid.columns());
    const auto row = pieceAt(at.y, grid.rows());
    const auto across = bezierWeights(column.t);
    const auto down = bezierWeights(row.t);
    return tangentOf(weighted(grid, column, row, across, down),
                     weighted(grid, column, row, bezierSlopes(column.t), down),
                     weighted(grid, column, row, across, bezierSlopes(row.t)));
}

std::optional<PatchTangent> patchTangent(const PatchGrid& grid)
{
    for (const auto& part : {Vec2d{0.5, 0.5}, Vec2d{0.4, 0.4}, Vec2d{0.6, 0.3}, Vec2d{0.3, 0.7},
                             Vec2d{0.1, 0.1}, Vec2d{0.9, 0.9}})
        if (auto tangent = patchTangent(grid, part * piecesOf(grid)))
            return tangent;
    return std::nullopt;
}

Vec2d nearestOnPatch(const PatchGrid& grid, const Vec3d& point)
{
    constexpr int Parts = 8; // of a piece, at each of the rounds
    const auto pieces = piecesOf(grid);
    Vec2d best = pieces * 0.5;
    double least = std::numeric_limits<double>::infinity();
    const auto consider = [&](const Vec2d& at) {
        const auto clamped = glm::clamp(at, Vec2d{0}, pieces);
        const double distance = glm::distance(pointOfPatch(grid, clamped).position, point);
        if (distance < least) {
            least = distance;
            best = clamped;
        }
    };
    for (int y = 0; y <= static_cast<int>(pieces.y) * Parts; ++y)
        for (int x = 0; x <= static_cast<int>(pieces.x) * Parts; ++x)
            consider(Vec2d{x, y} / static_cast<double>(Parts));
    for (double step = 1.0 / Parts / 2; step > 0.005; step /= 2) {
        const auto around = best;
        for (const auto& way : {Vec2d{-1, 0}, Vec2d{1, 0}, Vec2d{0, -1}, Vec2d{0, 1}, Vec2d{-1, -1},
                                Vec2d{1, 1}, Vec2d{1, -1}, Vec2d{-1, 1}})
            consider(around + way * step);
    }
    return best;
}

std::vector<Vec2d> patchUvOutline(const PatchGrid& grid, int steps)
{
    const auto pieces = piecesOf(grid);
    std::vector<Vec2d> outline;
    const auto side = [&](const Vec2d& from, const Vec2d& to) {
        const int parts =
            steps * static_cast<int>(std::max(std::abs(to.x - from.x), std::abs(to.y - from.y)));
        for (int part = 0; part < parts; ++part)
            outline.push_back(
                pointOfPatch(grid, from + (to - from) * (static_cast<double>(part) / parts)).uv);
    };
    side({0, 0}, {pieces.x, 0});
    side({pieces.x, 0}, pieces);
    side(pieces, {0, pieces.y});
    side({0, pieces.y}, {0, 0});
    return outline;
}

Result<PatchGrid::Ptr> withUv(const PatchGrid& grid,
                              const std::function<Vec2d(const Vec2d&)>& change)
{
    std::vector<PatchPoint> points{grid.points().begin(), grid.points().end()};
    for (auto& point : points)
        point.uv = change(point.uv);
    return PatchGrid::create(grid.columns(), std::move(points));
}

Result<PatchGrid::Ptr> withNaturalUv(const PatchGrid& grid, const RepeatsFor& repeats)
{
    std::array along{lengthsAlong(grid, 0), lengthsAlong(grid, 1)};
    const Vec2d lengths{along[0].back(), along[1].back()};
    if (!(lengths.x > Nothing) || !(lengths.y > Nothing))
        return Error{"A side of the curved patch has no length, so that no texture fits on it"};
    const auto lay = layOf(grid);
    const int axisOfV = 1 - lay.axisOfU;
    const auto wanted = repeats({lengths[lay.axisOfU], lengths[axisOfV]});
    const auto spread = [&](std::vector<double>& values, bool isReversed, double count) {
        const double whole = values.back();
        for (auto& value : values)
            value = (isReversed ? whole - value : value) / whole * count;
        pullThrough(values);
    };
    spread(along[static_cast<std::size_t>(lay.axisOfU)], lay.isUReversed, wanted.x);
    spread(along[static_cast<std::size_t>(axisOfV)], lay.isVReversed, wanted.y);
    std::vector<PatchPoint> points{grid.points().begin(), grid.points().end()};
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto columns = static_cast<std::size_t>(grid.columns());
        const std::array values{along[0][i % columns], along[1][i / columns]};
        points[i].uv = {values[static_cast<std::size_t>(lay.axisOfU)],
                        values[static_cast<std::size_t>(axisOfV)]};
    }
    return PatchGrid::create(grid.columns(), std::move(points));
}
} // namespace engine
