#include "engine_core/scene/spatial/void_flood.h"

#include "engine_core/base/jobs.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <utility>

namespace engine
{
namespace
{
/// Room around the level for the water to come out into, and the step that cells are aligned to, so
/// that walls on the grid lie between cells. Metres.
constexpr double Margin = 1.0;
/// Cells that are closer to each other touch. Metres.
constexpr double CellGap = 1e-6;

enum class Overlap
{
    None,
    Partial,
    Inside
};

/// How much of the box the brush covers. "Partial" may be said of a box that only comes near an
/// edge.
Overlap overlapOf(const Brush& brush, const Aabb& box)
{
    const auto middle = box.center();
    const auto half = box.size() * 0.5 - CellGap;
    auto overlap = Overlap::Inside;
    for (const auto& face : brush.faces()) {
        const double reach = glm::dot(glm::abs(face.plane.normal), half);
        const double above = face.plane.above(middle);
        if (above >= reach)
            return Overlap::None;
        if (above > -reach)
            overlap = Overlap::Partial;
    }
    return overlap;
}

/// Whether the segment passes through the brush, taken to be `skin` bigger.
bool crosses(const Brush& brush, const Vec3d& a, const Vec3d& b, double skin)
{
    double enter = 0;
    double leave = 1;
    for (const auto& face : brush.faces()) {
        const double from = face.plane.above(a) - skin;
        const double to = face.plane.above(b) - skin;
        if (from > 0 && to > 0)
            return false;
        if (from > 0)
            enter = std::max(enter, from / (from - to));
        else if (to > 0)
            leave = std::min(leave, from / (from - to));
        if (enter > leave)
            return false;
    }
    return true;
}

Aabb childBox(const Aabb& box, unsigned child)
{
    const auto middle = box.center();
    Aabb result = box;
    for (int axis = 0; axis < 3; ++axis)
        (((child >> axis) & 1u) != 0 ? result.min : result.max)[axis] = middle[axis];
    return result;
}

/// The box that two touching boxes share.
Aabb sharedFace(const Aabb& a, const Aabb& b)
{
    return {glm::max(a.min, b.min), glm::min(a.max, b.max)};
}

/// Whether the boxes share a face, not only an edge or a corner.
bool sharesFace(const Aabb& a, const Aabb& b)
{
    const auto size = glm::min(a.max, b.max) - glm::max(a.min, b.min);
    int flat = 0;
    for (int axis = 0; axis < 3; ++axis) {
        if (size[axis] < -CellGap)
            return false;
        flat += size[axis] <= CellGap ? 1 : 0;
    }
    return flat == 1;
}
} // namespace

VoidFlood::VoidFlood(std::span<const SolidBrush> solids, double smallestCell)
    : m_solids{solids}, m_smallestCell{smallestCell}
{
    std::vector<BoundsTree::Item> items;
    for (std::size_t i = 0; i < solids.size(); ++i) {
        items.emplace_back(EntityId{static_cast<std::uint32_t>(i)}, solids[i].brush->bounds());
        m_bounds.add(solids[i].brush->bounds());
    }
    std::vector<BoundsTree::Leaf> leaves;
    m_tree.build(items, leaves);
}

VoidFlood::~VoidFlood() = default;

void VoidFlood::resolve(CellIndex cell, const Aabb& box)
{
    if (m_cells[cell].kind != Kind::Unknown || m_cells[cell].children != NoCell)
        return;
    bool isCut = false;
    bool isSolid = false;
    m_tree.overlapping(box, [&](EntityId id) {
        const auto overlap = overlapOf(*m_solids[id.value].brush, box);
        isSolid = isSolid || overlap == Overlap::Inside;
        isCut = isCut || overlap == Overlap::Partial;
    });
    if (isSolid || !isCut) {
        m_cells[cell].kind = isSolid ? Kind::Solid : Kind::Empty;
        return;
    }
    if (box.size().x <= m_smallestCell * 1.5) {
        m_cells[cell].kind = isFree(box.center(), box.center()) ? Kind::Crossed : Kind::Solid;
        return;
    }
    m_cells[cell].children = static_cast<CellIndex>(m_cells.size());
    for (unsigned child = 0; child < 8; ++child) {
        m_cells.emplace_back().middle = childBox(box, child).center();
    }
}

VoidFlood::Placed VoidFlood::leafAt(const Vec3d& point)
{
    Placed at{0, m_root};
    for (;;) {
        resolve(at.cell, at.box);
        const auto children = m_cells[at.cell].children;
        if (children == NoCell)
            return at;
        const auto middle = at.box.center();
        unsigned child = 0;
        for (int axis = 0; axis < 3; ++axis)
            child |= point[axis] >= middle[axis] ? 1u << axis : 0u;
        at = {children + child, childBox(at.box, child)};
    }
}

void VoidFlood::leavesTouching(const Aabb& area, std::vector<Placed>& found)
{
    std::vector<Placed> stack{{0, m_root}};
    while (!stack.empty() && m_cells.size() <= m_maxCells) {
        const auto at = stack.back();
        stack.pop_back();
        if (!at.box.grown(CellGap).intersects(area))
            continue;
        // What is full of water has been looked at from all sides already.
        if (m_cells[at.cell].isWet)
            continue;
        resolve(at.cell, at.box);
        const auto children = m_cells[at.cell].children;
        if (children == NoCell) {
            if (m_cells[at.cell].kind != Kind::Solid)
                found.push_back(at);
            continue;
        }
        for (unsigned child = 0; child < 8; ++child)
            stack.push_back({children + child, childBox(at.box, child)});
    }
}

bool VoidFlood::isFree(const Vec3d& a, const Vec3d& b) const
{
    Aabb box;
    box.add(a);
    box.add(b);
    bool isFree = true;
    m_tree.overlapping(box.grown(Skin), [&](EntityId id) {
        isFree = isFree && !crosses(*m_solids[id.value].brush, a, b, Skin);
    });
    return isFree;
}

bool VoidFlood::isOpen(const Placed& from, const Vec3d& water, const Placed& to) const
{
    if (!sharesFace(from.box, to.box))
        return false;
    // Between two empty cells only a wall thinner than the skin could stand.
    const auto door = sharedFace(from.box, to.box).center();
    return isFree(water, door) && isFree(door, to.box.center());
}

Vec3d VoidFlood::waterIn(const Placed& at, const Vec3d& place) const
{
    const auto& cell = m_cells[at.cell];
    return cell.kind == Kind::Empty
               ? glm::clamp(place, at.box.min + 2 * Skin, at.box.max - 2 * Skin)
               : cell.middle;
}

VoidFlood::Outcome
VoidFlood::fillFrom(const Vec3d& start, std::size_t maxCells, JobControl* control)
{
    m_cells.clear();
    return fillAlsoFrom(start, maxCells, control);
}

VoidFlood::Outcome
VoidFlood::fillAlsoFrom(const Vec3d& start, std::size_t maxCells, JobControl* control)
{
    m_wayOut.clear();
    prepareCells(maxCells);
    if (!m_bounds.contains(start))
        return Outcome::Outside;
    if (!isFree(start, start))
        return Outcome::InSolid;
    Leak leak;
    const auto outcome = fill(start, control, &leak);
    if (leak)
        traceBack(leak->cell, start, leak->box.center());
    return outcome;
}

VoidFlood::Outcome VoidFlood::fillOutside(std::size_t maxCells, JobControl* control)
{
    m_cells.clear();
    prepareCells(maxCells);
    return fill(m_root.min + Margin / 4, control, nullptr);
}

void VoidFlood::prepareCells(std::size_t maxCells)
{
    m_maxCells = maxCells;
    if (!m_cells.empty())
        return;
    m_cells.emplace_back();
    const auto bounds = m_bounds.isEmpty() ? Aabb{Vec3d{0}, Vec3d{0}} : m_bounds;
    const auto size = bounds.size() + 2 * Margin + 1.0;
    double edge = 1;
    while (edge < std::max({size.x, size.y, size.z}))
        edge *= 2;
    const auto low = glm::floor(bounds.min - Margin);
    m_root = {low, low + edge};
    m_cells[0].middle = m_root.center();
}

VoidFlood::Outcome VoidFlood::fill(const Vec3d& start, JobControl* control, Leak* leak)
{
    const auto first = leafAt(start);
    if (m_cells[first.cell].isWet)
        return Outcome::Sealed;
    // Where a brush cuts the cell of the start, water goes on from the start itself.
    const bool isCut = m_cells[first.cell].kind != Kind::Empty;
    m_cells[first.cell].isWet = m_cells[first.cell].kind != Kind::Solid;
    std::deque<Placed> front{first};
    std::vector<Placed> neighbours;
    bool isFirst = true;
    bool isAnyWet = m_cells[first.cell].isWet;
    while (!front.empty()) {
        if (control != nullptr && control->isCancelled())
            return Outcome::Cancelled;
        const auto at = front.front();
        front.pop_front();
        if (leak != nullptr && !m_bounds.grown(Skin).contains(at.box.center())) {
            *leak = at;
            return Outcome::Leaks;
        }
        neighbours.clear();
        leavesTouching(at.box, neighbours);
        if (m_cells.size() > m_maxCells)
            return Outcome::TooBig;
        const auto water = std::exchange(isFirst, false) && isCut ? start : at.box.center();
        for (const auto& next : neighbours) {
            if (!isOpen(at, water, next))
                continue;
            isAnyWet = m_cells[next.cell].isWet = true;
            m_cells[next.cell].from = at.cell;
            m_cells[next.cell].door = sharedFace(at.box, next.box).center();
            front.push_back(next);
        }
    }
    return isAnyWet ? Outcome::Sealed : Outcome::InSolid;
}

void VoidFlood::traceBack(CellIndex last, const Vec3d& start, const Vec3d& end)
{
    std::vector<Vec3d> way{end};
    for (auto cell = last; m_cells[cell].from != NoCell; cell = m_cells[cell].from) {
        way.push_back(m_cells[cell].door);
        way.push_back(m_cells[m_cells[cell].from].middle);
    }
    if (isFree(start, way.back()))
        way.push_back(start);
    std::reverse(way.begin(), way.end());
    double least = std::numeric_limits<double>::infinity();
    for (const auto& point : way)
        if (const double room = roomAround(point); room < least) {
            least = room;
            m_narrowest = point;
        }
    // From each corner straight on to one far ahead that is in sight.
    m_wayOut.push_back(way.front());
    for (std::size_t at = 0; at + 1 < way.size();) {
        std::size_t next = at + 1;
        for (std::size_t step = 1; at + step < way.size(); step *= 2)
            if (isFree(way[at], way[at + step]))
                next = at + step;
        while (next + 1 < way.size() && isFree(way[at], way[next + 1]))
            ++next;
        m_wayOut.push_back(way[next]);
        at = next;
    }
}

double VoidFlood::roomAround(const Vec3d& point) const
{
    constexpr double Farthest = 2.0;
    double room = Farthest;
    m_tree.overlapping(Aabb{point, point}.grown(Farthest), [&](EntityId id) {
        double above = -std::numeric_limits<double>::infinity();
        for (const auto& face : m_solids[id.value].brush->faces())
            above = std::max(above, face.plane.above(point));
        room = std::min(room, above);
    });
    return room;
}

template <typename IsMeant>
bool VoidFlood::anyWet(const IsMeant& isMeant) const
{
    if (m_cells.empty())
        return false;
    std::vector<Placed> stack{{0, m_root}};
    while (!stack.empty()) {
        const auto at = stack.back();
        stack.pop_back();
        if (!isMeant(at))
            continue;
        if (m_cells[at.cell].isWet)
            return true;
        if (const auto children = m_cells[at.cell].children; children != NoCell)
            for (unsigned child = 0; child < 8; ++child)
                stack.push_back({children + child, childBox(at.box, child)});
    }
    return false;
}

bool VoidFlood::touches(const Aabb& box, double reach) const
{
    const auto area = box.grown(reach);
    return anyWet([&](const Placed& cell) { return cell.box.intersects(area); });
}

bool VoidFlood::touches(const Brush& brush, FaceIndex face, double reach) const
{
    Aabb area;
    for (const auto corner : brush.faceVertices(face))
        area.add(brush.vertices()[corner]);
    // Ahead of it, and not beside it: what is around the corner is another room's.
    const auto& plane = brush.faces()[face].plane;
    const auto ahead = glm::abs(plane.normal) * reach;
    const auto inwards = (1.0 - glm::abs(plane.normal)) * (2 * Skin);
    area = {area.min - ahead + inwards, area.max + ahead - inwards};
    return anyWet([&](const Placed& cell) {
        const double middle = plane.above(cell.box.center());
        const double half = glm::dot(glm::abs(plane.normal), cell.box.size() * 0.5);
        if (middle + half <= Skin || middle - half >= reach || !cell.box.intersects(area))
            return false;
        if (!m_cells[cell.cell].isWet)
            return true; // what is in it may be
        // From the water straight to the face.
        const auto water = waterIn(cell, glm::clamp(area.center(), cell.box.min, cell.box.max));
        auto place = glm::clamp(water, area.min, area.max);
        place -= plane.normal * (plane.above(place) - 2 * Skin);
        return isFree(water, place);
    });
}

bool VoidFlood::reaches(const Vec3d& place) const
{
    return anyWet([&](const Placed& at) {
        if (!at.box.grown(m_smallestCell).contains(place))
            return false;
        return !m_cells[at.cell].isWet || // what is in it may be
               isFree(place, waterIn(at, place));
    });
}
} // namespace engine
