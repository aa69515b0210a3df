#pragma once

#include "engine_core/math/types.h"

#include <array>
#include <cstdint>
#include <vector>

namespace engine
{
/// A square of evenly spread points that fits to itself on all sides, in an order in which every
/// beginning of the list is evenly spread, too: so density grows by adding points, and never moves
/// one. Made by farthest-point ordering (Gonzalez 1985; Eldar et al., "The farthest point strategy
/// for progressive image sampling", 1997) of random candidates on a torus, in whole numbers, so
/// that every machine gets the same tile. Tiling one such square over the plane is Hiller, Deussen
/// and Keller, "Tiled blue noise samples" (2001).
class PointTile
{
public:
    static constexpr std::uint32_t Count = 4096;
    static constexpr std::uint32_t Buckets = 64; ///< a side
    static constexpr double Side = 65536.0;      ///< steps of the coordinates along a side

    struct Point
    {
        std::uint16_t x = 0, y = 0;
        std::uint16_t rank = 0; ///< place in the order
    };

    /// Made at the first call, in about 30 ms; any thread.
    [[nodiscard]] static const PointTile& shared();

    /// Those of a bucket: row * Buckets + column.
    [[nodiscard]] const Point* bucketBegin(std::uint32_t bucket) const
    {
        return m_points.data() + m_first[bucket];
    }

    [[nodiscard]] const Point* bucketEnd(std::uint32_t bucket) const
    {
        return m_points.data() + m_first[bucket + 1];
    }

    /// Least distance between two of the first `count` points (at least two), in sides of the tile,
    /// across its borders too.
    [[nodiscard]] double spacingOf(std::uint32_t count) const { return m_spacing[count - 1]; }

private:
    PointTile();
    std::vector<Point> m_points; ///< bucket by bucket
    std::array<std::uint32_t, Buckets * Buckets + 1> m_first{};
    std::array<double, Count> m_spacing{};
};

/// How the tile lies on a plane for one kind of plant: the points from `begin` to `end` of each
/// copy.
struct PointLattice
{
    double side = 1; ///< of a copy, metres
    std::uint32_t begin = 0, end = 0;
    /// Ranks of places: as many as points, or those of the kind's own lattice if it shares one, so
    /// that a plant's rank means the same whatever the kind was planted with. 0: nothing grows.
    std::uint32_t count = 0;
    double spacing = 0; ///< metres that any two points keep
    Vec2d offset{0};    ///< metres
    std::uint32_t seed = 0;
    bool isShared = false; ///< other kinds have other points of it

    /// Points a m^2.
    [[nodiscard]] double density() const { return (end - begin) / (side * side); }

    /// Of a point: from 0 up to below `count`.
    [[nodiscard]] std::uint16_t rankOf(std::uint32_t point) const
    {
        return static_cast<std::uint16_t>((point - begin) * count / (end - begin));
    }
};

/// Where the tiles of that width begin.
[[nodiscard]] Vec2d latticeOffset(std::uint32_t seed, double side);

/// The lattice that comes closest to the density while all points keep `leastSpacing`: a density
/// that leaves no room for that is lowered. Growing densities keep the points of lower ones
/// wherever the spacing allows.
[[nodiscard]] PointLattice makeLattice(double density, double leastSpacing, std::uint32_t seed);

/// Mixes bits (the finaliser of MurmurHash3, Appleby 2011).
[[nodiscard]] constexpr std::uint32_t mixBits(std::uint32_t x)
{
    x ^= x >> 16U;
    x *= 0x85ebca6bU;
    x ^= x >> 13U;
    x *= 0xc2b2ae35U;
    return x ^ (x >> 16U);
}

/// From 0 up to just below 1; another `use`, another number.
[[nodiscard]] constexpr double randomOf(std::uint32_t seed, std::uint32_t use)
{
    return mixBits(seed ^ mixBits(use + 0x9e3779b9U)) * 0x1p-32;
}
} // namespace engine
