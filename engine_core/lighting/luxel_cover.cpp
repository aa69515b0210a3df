#include "engine_core/lighting/luxel_cover.h"

#include "engine_core/lighting/edges/part_luxels.h"

#include <algorithm>

namespace engine
{
namespace
{
/// Cells whose middle is nearer to the face's edge than this are outside. Metres.
constexpr double EdgeInset = 5e-4;

Vec3d cellMiddle(const BakeChart& chart, int x, int y, int cell)
{
    const auto s = LuxelSpan::alongX(chart, x);
    const auto t = LuxelSpan::alongY(chart, y);
    const double u =
        static_cast<double>(s.from) + (cell % CellsAcross + 0.5) * static_cast<double>(s.cell);
    const double v =
        static_cast<double>(t.from) + (cell / CellsAcross + 0.5) * static_cast<double>(t.cell);
    return chart.frame.at({u / (chart.width - 1), v / (chart.height - 1)});
}

std::vector<CellMask>& ensureMasks(LuxelCover& cover, const BakeChart& chart)
{
    if (cover.masks.empty())
        cover.masks.assign(chart.luxels(), AllCells);
    return cover.masks;
}

/// Takes the cells out of which `isOut(point)` is true.
template <typename IsOut>
void takeOut(LuxelCover& cover, const BakeChart& chart, const LuxelRect& rect, const IsOut& isOut)
{
    for (int y = rect.y0; y <= rect.y1; ++y)
        for (int x = rect.x0; x <= rect.x1; ++x)
            for (int cell = 0; cell < CellsAcross * CellsAcross; ++cell)
                if (isOut(cellMiddle(chart, x, y, cell))) {
                    auto& mask =
                        ensureMasks(cover, chart)[static_cast<std::size_t>(y * chart.width + x)];
                    mask = static_cast<CellMask>(mask & ~(1U << static_cast<unsigned>(cell)));
                }
}

/// Planes through the face's edges that point outwards, within the face's plane.
std::vector<Plane> edgePlanes(const Brush& brush, const BakeChart& chart)
{
    std::vector<Plane> edges;
    const auto loop = brush.faceVertices(chart.face);
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const auto a = brush.vertices()[loop[i]];
        const auto b = brush.vertices()[loop[(i + 1) % loop.size()]];
        const auto out = glm::normalize(glm::cross(b - a, chart.normal));
        edges.push_back({out, glm::dot(out, a)});
    }
    return edges;
}

/// The luxels that a brush in front of the face may bury; nothing if it only touches an edge.
bool luxelsBehind(const BakeChart& chart, const Brush& brush, LuxelRect& rect)
{
    Vec2d least{1e30};
    Vec2d most{-1e30};
    for (const auto& vertex : brush.vertices()) {
        const auto st = chart.frame.normalized(vertex);
        least = glm::min(least, st);
        most = glm::max(most, st);
    }
    const Vec2d inset = BuriedDepth / glm::max(chart.frame.size, Vec2d{1e-9});
    least += inset;
    most -= inset;
    if (least.x >= 1 || least.y >= 1 || most.x <= 0 || most.y <= 0 || least.x >= most.x ||
        least.y >= most.y)
        return false;
    const auto luxel = [](double place, int count) {
        return static_cast<int>(std::clamp(place, 0.0, 1.0) * (count - 1) + 0.5);
    };
    rect = {luxel(least.x, chart.width), luxel(least.y, chart.height), luxel(most.x, chart.width),
            luxel(most.y, chart.height)};
    return true;
}
} // namespace

CoverFinder::CoverFinder(std::span<const StaticBrush> brushes, double offset)
    : m_brushes{brushes}, m_offset{offset}
{
    std::vector<BoundsTree::Item> items;
    items.reserve(brushes.size());
    for (std::size_t i = 0; i < brushes.size(); ++i)
        items.emplace_back(EntityId{i}, brushes[i].brush->bounds()); // an index, not an entity
    std::vector<BoundsTree::Leaf> leaves;
    m_tree.build(items, leaves);
}

LuxelCover CoverFinder::coverOf(const BakeChart& chart) const
{
    LuxelCover cover;
    const auto& own = *m_brushes[chart.brush].brush;
    if (!chart.fillsFrame) {
        const auto edges = edgePlanes(own, chart);
        takeOut(cover, chart, {0, 0, chart.width - 1, chart.height - 1}, [&](const Vec3d& p) {
            return std::any_of(edges.begin(), edges.end(),
                               [&](const Plane& edge) { return edge.above(p) > -EdgeInset; });
        });
    }
    std::vector<WallOnChart> walls;
    Aabb box;
    for (const auto vertex : own.faceVertices(chart.face))
        box.add(own.vertices()[vertex] + chart.normal * m_offset);
    m_tree.overlapping(box, [&](EntityId index) {
        LuxelRect rect;
        const auto& other = *m_brushes[index.value].brush;
        if (index.value == chart.brush || !luxelsBehind(chart, other, rect))
            return;
        takeOut(cover, chart, rect, [&](const Vec3d& p) {
            return other.contains(p + chart.normal * m_offset, -BuriedDepth);
        });
        walls.push_back({&other, rect});
    });
    partLuxels(chart, walls, m_offset, cover);
    return cover;
}

bool CoverFinder::isBuried(const Vec3d& place) const
{
    bool isIn = false;
    m_tree.overlapping(Aabb{place, place}, [&](EntityId index) {
        isIn = isIn || m_brushes[index.value].brush->contains(place, -BuriedDepth);
    });
    return isIn;
}
} // namespace engine
