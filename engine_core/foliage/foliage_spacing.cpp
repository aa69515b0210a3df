#include "engine_core/foliage/foliage_spacing.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
/// Nearer than this is the same place. Metres.
constexpr double SamePlace = 1e-3;
constexpr double LeastCell = 0.05; ///< metres
} // namespace

SpacingGrid::SpacingGrid(double cell) : m_cell{std::max(cell, LeastCell)}, m_heads(1024, 0) {}

std::size_t SpacingGrid::slotOf(std::int64_t x, std::int64_t y, std::int64_t z) const
{
    // Teschner et al., "Optimized spatial hashing for collision detection of deformable objects".
    const auto mixed = static_cast<std::uint64_t>(x) * 73856093U ^
                       static_cast<std::uint64_t>(y) * 19349663U ^
                       static_cast<std::uint64_t>(z) * 83492791U;
    return static_cast<std::size_t>((mixed ^ (mixed >> 29U)) & (m_heads.size() - 1));
}

void SpacingGrid::insert(std::uint32_t node)
{
    const Vec3d p{m_nodes[node].point};
    auto& head = m_heads[slotOf(cellOf(p.x), cellOf(p.y), cellOf(p.z))];
    m_nodes[node].next = head;
    head = node + 1;
}

void SpacingGrid::grow()
{
    m_heads.assign(m_heads.size() * 4, 0);
    for (std::uint32_t i = 0; i < m_nodes.size(); ++i)
        insert(i);
}

void SpacingGrid::add(const Vec3f& point)
{
    m_nodes.push_back({point, 0});
    if (m_nodes.size() > m_heads.size())
        return grow();
    insert(static_cast<std::uint32_t>(m_nodes.size() - 1));
}

SpacingGrid::Place SpacingGrid::at(const Vec3f& point, double radius) const
{
    const Vec3d p{point};
    const double squared = radius * radius;
    auto place = Place::Free;
    for (auto x = cellOf(p.x - radius); x <= cellOf(p.x + radius); ++x)
        for (auto y = cellOf(p.y - radius); y <= cellOf(p.y + radius); ++y)
            for (auto z = cellOf(p.z - radius); z <= cellOf(p.z + radius); ++z)
                for (auto at = m_heads[slotOf(x, y, z)]; at != 0; at = m_nodes[at - 1].next) {
                    const auto apart = Vec3d{m_nodes[at - 1].point} - p;
                    const double distance = glm::dot(apart, apart);
                    if (distance < SamePlace * SamePlace)
                        return Place::Same;
                    if (distance < squared)
                        place = Place::Taken;
                }
    return place;
}

FoliageSpacing::Kind* FoliageSpacing::find(std::uint8_t type)
{
    const auto at = std::find_if(m_kinds.begin(), m_kinds.end(),
                                 [&](const Kind& kind) { return kind.type == type; });
    return at == m_kinds.end() ? nullptr : &*at;
}

void FoliageSpacing::setDistances(std::uint8_t type, const FoliageDistances& distances)
{
    const double reach = std::max(distances.own, distances.declared);
    m_reach = std::max(m_reach, reach);
    if (find(type) == nullptr)
        m_kinds.push_back({type, distances, SpacingGrid{2 * reach}});
}

void FoliageSpacing::add(const FoliageInstance& instance)
{
    if (auto* kind = find(instance.type))
        kind->grid.add(instance.position);
}

void FoliageSpacing::load(const FoliageInstances& instances, const Vec3d& min, const Vec3d& max)
{
    const auto from = foliageCellOf(Vec3f{min - m_reach});
    const auto to = foliageCellOf(Vec3f{max + m_reach});
    const auto cells = instances.cells();
    auto at = std::lower_bound(cells.begin(), cells.end(), from.x,
                               [](const auto& cell, std::int32_t x) { return cell.key.x < x; });
    for (; at != cells.end() && at->key.x <= to.x; ++at) {
        const auto& key = at->key;
        if (key.y < from.y || key.y > to.y || key.z < from.z || key.z > to.z)
            continue;
        const auto known = std::lower_bound(m_loaded.begin(), m_loaded.end(), key);
        if (known != m_loaded.end() && *known == key)
            continue;
        m_loaded.insert(known, key);
        for (const auto& instance : at->chunk->instances)
            if (instance.isStanding())
                add(instance);
    }
}

double FoliageSpacing::between(std::uint8_t type, std::uint8_t other) const
{
    const auto distancesOf = [&](std::uint8_t one) {
        const auto at = std::find_if(m_kinds.begin(), m_kinds.end(),
                                     [&](const Kind& kind) { return kind.type == one; });
        return at != m_kinds.end() ? at->distances : FoliageDistances{};
    };
    return type == other ? distancesOf(type).own
                         : std::min(distancesOf(type).declared, distancesOf(other).declared);
}

SpacingGrid::Place FoliageSpacing::at(std::uint8_t type, const Vec3f& point, double apart) const
{
    const auto own = std::find_if(m_kinds.begin(), m_kinds.end(),
                                  [&](const Kind& kind) { return kind.type == type; });
    if (own == m_kinds.end())
        return SpacingGrid::Place::Free;
    auto place = SpacingGrid::Place::Free;
    for (const auto& kind : m_kinds) {
        const bool isOwn = kind.type == type;
        const double radius = isOwn ? apart * own->distances.own
                                    : std::min(own->distances.declared, kind.distances.declared);
        if (!isOwn && radius <= 0)
            continue;
        const auto here = kind.grid.at(point, radius);
        if (isOwn && here == SpacingGrid::Place::Same)
            return here;
        if (here != SpacingGrid::Place::Free)
            place = SpacingGrid::Place::Taken;
    }
    return place;
}
} // namespace engine
