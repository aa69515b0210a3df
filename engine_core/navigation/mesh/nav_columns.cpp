#include "engine_core/navigation/mesh/nav_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace engine
{
namespace
{
constexpr double SameGround = 0.05; ///< metres that heights along a strip may differ

/// Twice the area that p lies to the left of the way from a to b, seen from above.
double sideOf(const Vec3d& a, const Vec3d& b, const Vec3d& p)
{
    return (b.x - a.x) * (p.z - a.z) - (b.z - a.z) * (p.x - a.x);
}

bool covers(const std::vector<Vec3d>& corners, const Vec3d& p)
{
    bool isLeft = false;
    bool isRight = false;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const double side = sideOf(corners[i], corners[(i + 1) % corners.size()], p);
        isLeft |= side > 0;
        isRight |= side < 0;
    }
    return !(isLeft && isRight);
}

/// Height of the ground over the place, from the triangle that covers it best.
double heightAt(const NavFacets& facets, const Vec3d& p)
{
    double height = 0;
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 2 < facets.corners.size(); i += 3) {
        const Vec3d a{facets.corners[i]};
        const Vec3d b{facets.corners[i + 1]};
        const Vec3d c{facets.corners[i + 2]};
        const double whole = sideOf(a, b, c);
        if (whole == 0)
            continue;
        const double u = sideOf(b, c, p) / whole;
        const double v = sideOf(c, a, p) / whole;
        const double w = 1 - u - v;
        const double inside = std::min({u, v, w}); // 0 or more: it covers the place
        if (inside <= best)
            continue;
        best = inside;
        height = a.y * u + b.y * v + c.y * w;
        if (inside >= 0)
            break;
    }
    return height;
}

double squaredDistance(const Vec2d& p, const Vec2d& a, const Vec2d& b)
{
    const auto along = b - a;
    const double length = glm::dot(along, along);
    const double t = length > 0 ? std::clamp(glm::dot(p - a, along) / length, 0.0, 1.0) : 0;
    const auto away = p - (a + along * t);
    return glm::dot(away, away);
}

bool hasNear(const NavColumns& columns, int x, int z, int reach, float y, double height)
{
    const int squared = reach * reach;
    for (int dz = -reach; dz <= reach; ++dz)
        for (int dx = -reach; dx <= reach; ++dx) {
            if (dx * dx + dz * dz > squared)
                continue;
            for (const float other : columns.at(x + dx, z + dz))
                if (std::abs(other - y) <= height)
                    return true;
        }
    return false;
}
} // namespace

NavColumns::NavColumns(const NavMesh& mesh, TileCoord tile, int margin)
    : m_cells{mesh.config().tileCells}
    , m_margin{std::min(margin, m_cells)}
    , m_cellSize{mesh.config().cellSize}
    , m_origin{tileBounds(mesh.config(), tile).min}
{
    m_origin.y = 0;
    const int around = m_margin > 0 ? 1 : 0;
    for (int dz = -around; dz <= around; ++dz)
        for (int dx = -around; dx <= around; ++dx) {
            const TileCoord near{tile.x + dx, tile.z + dz};
            const auto polygons = mesh.polygons(near);
            const auto facets = mesh.facets(near);
            for (std::size_t i = 0; i < polygons.size(); ++i)
                add(polygons[i], facets[i]);
        }
    std::sort(m_drawn.begin(), m_drawn.end());
    const auto side = static_cast<std::size_t>(m_cells + 2 * m_margin);
    m_begin.assign(side * side + 1, 0);
    m_heights.reserve(m_drawn.size());
    for (const auto& [cell, height] : m_drawn) {
        ++m_begin[cell + 1];
        m_heights.push_back(height);
    }
    for (std::size_t i = 1; i < m_begin.size(); ++i)
        m_begin[i] += m_begin[i - 1];
    m_drawn = {};
}

void NavColumns::add(const NavPolygon& polygon, const NavFacets& facets)
{
    Aabb box;
    for (const auto& corner : polygon.corners)
        box.add(corner - m_origin);
    const auto first = [&](double at) {
        return std::max(static_cast<int>(std::ceil(at / m_cellSize - 0.5)), -m_margin);
    };
    const auto last = [&](double at) {
        return std::min(static_cast<int>(std::floor(at / m_cellSize - 0.5)),
                        m_cells + m_margin - 1);
    };
    const int side = m_cells + 2 * m_margin;
    for (int z = first(box.min.z); z <= last(box.max.z); ++z)
        for (int x = first(box.min.x); x <= last(box.max.x); ++x) {
            const auto at = middle(x, z);
            if (covers(polygon.corners, at))
                m_drawn.emplace_back(
                    static_cast<std::uint32_t>((z + m_margin) * side + x + m_margin),
                    static_cast<float>(heightAt(facets, at)));
        }
}

std::span<const float> NavColumns::at(int x, int z) const
{
    const int side = m_cells + 2 * m_margin;
    const auto cell = static_cast<std::size_t>((z + m_margin) * side + x + m_margin);
    return std::span{m_heights}.subspan(m_begin[cell], m_begin[cell + 1] - m_begin[cell]);
}

Vec3d NavColumns::middle(int x, int z) const
{
    return m_origin + Vec3d{(x + 0.5) * m_cellSize, 0, (z + 0.5) * m_cellSize};
}

void NavStrips::add(const Vec3d& ground, int band)
{
    // Storeys lie above each other, so the strip that goes on may not be the last one.
    for (auto at = m_strips.rbegin(); at != m_strips.rend() && at->to.z == ground.z; ++at) {
        const bool isNext = at->band == band &&
                            std::abs(ground.x - at->to.x - m_cellSize) < m_cellSize / 2 &&
                            std::abs(ground.y - at->to.y) < SameGround &&
                            std::abs(ground.y - at->from.y) < SameGround;
        if (isNext) {
            at->to = ground;
            return;
        }
    }
    m_strips.push_back({ground, ground, band});
}

double NavStrips::area() const
{
    double sum = 0;
    for (const auto& strip : m_strips)
        sum += (strip.to.x - strip.from.x + m_cellSize) * m_cellSize;
    return sum;
}

NavStrips
navDifference(const NavMesh& one, const NavMesh& other, TileCoord tile, double reach, double height)
{
    const NavColumns mine{one, tile, 0};
    NavStrips strips{mine.cellSize()};
    const auto& config = other.config(); // its cells and tiles may have other sizes
    const int margin = static_cast<int>(std::ceil(reach / config.cellSize));
    std::map<TileCoord, NavColumns> theirs;
    const auto columnsAt = [&](const Vec3d& at) -> std::pair<const NavColumns*, Vec2d> {
        const TileCoord coord{static_cast<std::int32_t>(std::floor(at.x / config.tileSize())),
                              static_cast<std::int32_t>(std::floor(at.z / config.tileSize()))};
        const auto found = theirs.try_emplace(coord, other, coord, margin).first;
        return {&found->second,
                {at.x / config.cellSize - coord.x * static_cast<double>(config.tileCells),
                 at.z / config.cellSize - coord.z * static_cast<double>(config.tileCells)}};
    };
    for (int z = 0; z < mine.cells(); ++z)
        for (int x = 0; x < mine.cells(); ++x)
            for (const float y : mine.at(x, z)) {
                auto at = mine.middle(x, z);
                at.y = y;
                const auto [columns, place] = columnsAt(at);
                const int theirX = std::clamp(static_cast<int>(place.x), 0, columns->cells() - 1);
                const int theirZ = std::clamp(static_cast<int>(place.y), 0, columns->cells() - 1);
                if (!hasNear(*columns, theirX, theirZ, std::min(margin, columns->cells()), y,
                             height))
                    strips.add(at, 0);
            }
    return strips;
}

NavStrips navClearance(const NavMesh& mesh, TileCoord tile, double step, int bands)
{
    const NavColumns columns{mesh, tile, 0};
    const double limit = step * (bands - 1);
    std::vector<NavBorder> borders;
    const auto reach = tileBounds(mesh.config(), tile).grown(limit);
    for (int dz = -1; dz <= 1; ++dz)
        for (int dx = -1; dx <= 1; ++dx)
            for (const auto& border : mesh.borders({tile.x + dx, tile.z + dz})) {
                Aabb box;
                box.add(border.from);
                box.add(border.to);
                if (box.intersects(reach))
                    borders.push_back(border);
            }
    NavStrips strips{columns.cellSize()};
    const double headroom = mesh.config().profile.agent.height;
    for (int z = 0; z < columns.cells(); ++z)
        for (int x = 0; x < columns.cells(); ++x)
            for (const float y : columns.at(x, z)) {
                auto at = columns.middle(x, z);
                at.y = y;
                double nearest = limit * limit;
                for (const auto& border : borders)
                    if (std::abs((border.from.y + border.to.y) / 2 - at.y) < headroom)
                        nearest = std::min(nearest, squaredDistance({at.x, at.z},
                                                                    {border.from.x, border.from.z},
                                                                    {border.to.x, border.to.z}));
                strips.add(at, std::min(static_cast<int>(std::sqrt(nearest) / step), bands - 1));
            }
    return strips;
}
} // namespace engine
