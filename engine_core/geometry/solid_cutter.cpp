#include "engine_core/geometry/solid_cutter.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace engine
{
namespace
{
/// Beyond the edge of the world, where no brush reaches. Metres.
constexpr double WorldMargin = 1;

/// A spike between two equal corners, or an edge without length, is no part of a polygon.
void tidy(std::vector<std::uint32_t>& polygon)
{
    for (std::size_t i = 0; polygon.size() > 2 && i < polygon.size();) {
        const auto count = polygon.size();
        const auto at = polygon.begin() + static_cast<std::ptrdiff_t>(i);
        const auto next = polygon[(i + 1) % count];
        if (*at == next || polygon[(i + count - 1) % count] == next) {
            polygon.erase(at);
            i = 0;
        } else {
            ++i;
        }
    }
    if (polygon.size() < 3)
        polygon.clear();
}
} // namespace

bool SolidCutter::cut(std::span<const CutPlane> planes)
{
    startWithTheWorld(planes.size());
    for (std::size_t i = 0; i < planes.size(); ++i)
        if (!cutBy(planes[i].plane, i))
            return false;
    for (std::size_t i = planes.size(); i < m_polygons.size(); ++i)
        if (!m_polygons[i].empty())
            return false;
    placeCorners(planes);
    weldEdges();
    dropUnused();
    return true;
}

void SolidCutter::startWithTheWorld(std::size_t planes)
{
    m_corners.clear();
    constexpr double Far = WorldLimit + WorldMargin;
    for (int i = 0; i < 8; ++i)
        m_corners.emplace_back((i & 1) != 0 ? Far : -Far, (i & 2) != 0 ? Far : -Far,
                               (i & 4) != 0 ? Far : -Far);
    m_polygons.assign(planes, {});
    m_polygons.insert(
        m_polygons.end(),
        {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}});
}

bool SolidCutter::cutBy(const Plane& plane, std::size_t index)
{
    m_above.assign(m_corners.size(), 0);
    bool isCut = false;
    for (const auto& polygon : m_polygons)
        for (const auto corner : polygon) {
            const double above = plane.above(m_corners[corner]);
            m_above[corner] = std::abs(above) <= OnPlane ? 0 : above;
            isCut = isCut || m_above[corner] > 0;
        }
    if (!isCut)
        return true;
    m_crossings.clear();
    bool isLeft = false;
    for (auto& polygon : m_polygons) {
        cutPolygon(polygon);
        isLeft = isLeft || !polygon.empty();
    }
    return isLeft && close(index);
}

void SolidCutter::cutPolygon(std::vector<CornerIndex>& polygon)
{
    if (std::none_of(polygon.begin(), polygon.end(),
                     [this](CornerIndex corner) { return m_above[corner] > 0; }))
        return;
    std::vector<CornerIndex> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const auto from = polygon[i];
        const auto to = polygon[(i + 1) % polygon.size()];
        if (m_above[from] <= 0)
            kept.push_back(from);
        if (m_above[from] < 0 && m_above[to] > 0)
            kept.push_back(crossing(from, to));
        else if (m_above[from] > 0 && m_above[to] < 0)
            kept.push_back(crossing(to, from));
    }
    polygon = std::move(kept);
    if (polygon.size() < 3)
        polygon.clear();
}

SolidCutter::CornerIndex SolidCutter::crossing(CornerIndex kept, CornerIndex lost)
{
    const auto [at, isNew] =
        m_crossings.try_emplace({kept, lost}, static_cast<CornerIndex>(m_corners.size()));
    if (isNew) {
        const double part = m_above[kept] / (m_above[kept] - m_above[lost]);
        const Vec3d place = m_corners[kept] + (m_corners[lost] - m_corners[kept]) * part;
        m_corners.push_back(place);
        m_above.push_back(0);
    }
    return at->second;
}

/// The polygon of the plane that has just cut: around the hole, the other way.
bool SolidCutter::close(std::size_t index)
{
    std::set<Edge> open;
    for (const auto& polygon : m_polygons)
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const Edge edge{polygon[i], polygon[(i + 1) % polygon.size()]};
            if (m_above[edge.first] != 0 || m_above[edge.second] != 0)
                continue;
            if (open.erase({edge.second, edge.first}) == 0 && !open.insert(edge).second)
                return false;
        }
    std::map<CornerIndex, CornerIndex> next;
    for (const auto& [from, to] : open)
        if (!next.emplace(to, from).second)
            return false; // the hole touches itself
    auto& polygon = m_polygons[index];
    if (next.empty())
        return false;
    for (auto at = next.begin()->first; polygon.size() < next.size(); at = next[at]) {
        if (!next.contains(at))
            return false;
        polygon.push_back(at);
    }
    return polygon.size() >= 3 && next[polygon.back()] == polygon.front();
}

/// Where three of its planes meet that do so at a wide angle.
void SolidCutter::placeCorners(std::span<const CutPlane> planes)
{
    std::vector<std::vector<std::size_t>> around(m_corners.size());
    for (std::size_t i = 0; i < planes.size(); ++i)
        for (const auto corner : m_polygons[i])
            around[corner].push_back(i);
    for (std::size_t corner = 0; corner < around.size(); ++corner) {
        const auto& by = around[corner];
        if (by.size() < 3)
            continue;
        const auto normal = [&](std::size_t i) {
            return planes[i].plane.normal;
        };
        const auto a = by[0];
        const auto b = *std::max_element(by.begin(), by.end(), [&](auto i, auto j) {
            return std::abs(glm::dot(normal(a), normal(i))) >
                   std::abs(glm::dot(normal(a), normal(j)));
        });
        const auto along = glm::cross(normal(a), normal(b));
        const auto c = *std::max_element(by.begin(), by.end(), [&](auto i, auto j) {
            return std::abs(glm::dot(along, normal(i))) < std::abs(glm::dot(along, normal(j)));
        });
        m_corners[corner] = exactCorner(planes[a], planes[b], planes[c], m_corners[corner]);
    }
}

/// Edges that are shorter than the weld become one corner.
void SolidCutter::weldEdges()
{
    for (bool isDone = false; !isDone;) {
        isDone = true;
        for (const auto& polygon : m_polygons)
            for (std::size_t i = 0; i < polygon.size() && isDone; ++i) {
                const auto from = polygon[i];
                const auto to = polygon[(i + 1) % polygon.size()];
                if (glm::distance(m_corners[from], m_corners[to]) > WeldDistance)
                    continue;
                isDone = false;
                for (auto& each : m_polygons) {
                    std::replace(each.begin(), each.end(), std::max(from, to), std::min(from, to));
                    tidy(each);
                }
            }
    }
}

void SolidCutter::dropUnused()
{
    std::vector<CornerIndex> place(m_corners.size(), 0);
    std::vector<Vec3d> used;
    for (auto& polygon : m_polygons)
        for (auto& corner : polygon) {
            if (place[corner] == 0) {
                used.push_back(m_corners[corner]);
                place[corner] = static_cast<CornerIndex>(used.size());
            }
            corner = place[corner] - 1;
        }
    m_corners = std::move(used);
}
} // namespace engine
