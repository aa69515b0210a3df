#pragma once

#include "engine_core/scene/foliage_instances.h"

#include <array>
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

private:
    struct Node
    {
        Vec3f point{0};
        std::uint32_t next = 0; ///< 0: none, else index + 1
    };

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

    void add(const FoliageInstance& instance);

    /// Takes in all instances of the cells that the box touches, each cell once.
    void load(const FoliageInstances& instances, const Vec3d& min, const Vec3d& max);

    [[nodiscard]] SpacingGrid::Place at(std::uint8_t type, const Vec3f& point) const;

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
