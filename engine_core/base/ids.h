#pragma once

// moc of Qt 6.4 cannot read <compare> in the first place of a file.
// clang-format off
#include <functional>
#include <compare>
#include <cstdint>

// clang-format on

namespace engine
{
/// Names one entity for ever: ids are never reused, so an id kept after its entity died finds
/// nothing. Authored entities have 32-bit ids, which scene files store. Entities spawned while
/// playing have the top bit set, and a generation in bits 32 to 62.
struct EntityId
{
    std::uint64_t value = 0;

    static constexpr std::uint64_t SpawnedBit = std::uint64_t{1} << 63;

    [[nodiscard]] constexpr bool isNull() const { return value == 0; }

    [[nodiscard]] constexpr bool isSpawned() const { return (value & SpawnedBit) != 0; }

    explicit constexpr operator bool() const { return !isNull(); }

    friend constexpr auto operator<=>(EntityId, EntityId) = default;
};
} // namespace engine

template <>
struct std::hash<engine::EntityId>
{
    std::size_t operator()(engine::EntityId id) const noexcept
    {
        // Fibonacci hashing: neighbouring ids must not share buckets.
        return static_cast<std::size_t>(id.value * 0x9e3779b97f4a7c15ULL);
    }
};
