#pragma once

#include "engine_core/scene/foliage/foliage_instances.h"

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

namespace engine
{
/// Points in a hashed grid of cubes: what lies near a place is found in a few steps.
class SpacingGrid
{
public:
    /// `cell`: the width of a cube in metres; queries should not reach farther.
    explicit SpacingGrid(double cell);

    void add(const Vec3f& point);

    enum class Place
    {
        Free,
        Taken, ///< something stands nearer than the radius
        Same   ///< something stands right there
    };

    [[nodiscard]] Place at(const Vec3f& point, double radius) const;

    /// Calls visit(index in the order of adding, squared distance) for all within the radius.
    template <typename Visit>
    void forEachNear(const Vec3f& point, double radius, const Visit& visit) const
    {
        const Vec3d p{point};
        const double squared = radius * radius;
        for (auto x = cellOf(p.x - radius); x <= cellOf(p.x + radius); ++x)
            for (auto y = cellOf(p.y - radius); y <= cellOf(p.y + radius); ++y)
                for (auto z = cellOf(p.z - radius); z <= cellOf(p.z + radius); ++z)
                    for (auto at = m_heads[slotOf(x, y, z)]; at != 0; at = m_nodes[at - 1].next) {
                        const auto apart = Vec3d{m_nodes[at - 1].point} - p;
                        const double distance = glm::dot(apart, apart);
                        // Two cubes may share a chain: only the one that the point is in tells it.
                        if (distance < squared && isIn(m_nodes[at - 1].point, x, y, z))
                            visit(at - 1, distance);
                    }
    }

private:
    struct Node
    {
        Vec3f point{0};
        std::uint32_t next = 0; ///< 0: none, else index + 1
    };

    [[nodiscard]] std::int64_t cellOf(double v) const
    {
        return static_cast<std::int64_t>(std::floor(v / m_cell));
    }

    [[nodiscard]] bool
    isIn(const Vec3f& point, std::int64_t x, std::int64_t y, std::int64_t z) const
    {
        return cellOf(double{point.x}) == x && cellOf(double{point.y}) == y &&
               cellOf(double{point.z}) == z;
    }

    [[nodiscard]] std::size_t slotOf(std::int64_t x, std::int64_t y, std::int64_t z) const;
    void insert(std::uint32_t node);
    void grow();

    double m_cell;
    std::vector<std::uint32_t> m_heads; ///< index + 1 of a chain's first node
    std::vector<Node> m_nodes;
};

/// Which distances plants keep: to those of their own kind `own`, to others the smaller of both
/// `declared` ones.
struct FoliageDistances
{
    double own = 0;
    double declared = 0;
};

/// What stands in a layer, to keep the distances by. Nothing is added by itself: load() what is
/// near before asking.
class FoliageSpacing
{
public:
    /// Kinds that never were told of keep no distance.
    void setDistances(std::uint8_t type, const FoliageDistances& distances);

    /// Metres that no distance exceeds.
    [[nodiscard]] double reach() const { return m_reach; }

    /// Metres that the two kinds keep from each other.
    [[nodiscard]] double between(std::uint8_t type, std::uint8_t other) const;

    void add(const FoliageInstance& instance);

    /// Takes in all instances of the cells that the box touches, each cell once.
    void load(const FoliageInstances& instances, const Vec3d& min, const Vec3d& max);

    [[nodiscard]] SpacingGrid::Place at(std::uint8_t type, const Vec3f& point) const
    {
        return at(type, point, 1);
    }

    /// The same where plants keep `apart` times their distance, up to twice, to those of their own
    /// kind.
    [[nodiscard]] SpacingGrid::Place at(std::uint8_t type, const Vec3f& point, double apart) const;

private:
    struct Kind
    {
        std::uint8_t type = 0;
        FoliageDistances distances;
        SpacingGrid grid;
    };

    [[nodiscard]] Kind* find(std::uint8_t type);

    std::vector<Kind> m_kinds;
    std::vector<FoliageCellKey> m_loaded; ///< ascending
    double m_reach = 0;
};
} // namespace engine
