#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace engine
{
/// A 64-bit hash of contents (XXH3): equal bytes, equal hash, on every machine we run on.
using ContentHash = std::uint64_t;

[[nodiscard]] ContentHash hashBytes(std::span<const std::byte> bytes, ContentHash seed = 0);

[[nodiscard]] ContentHash hashText(std::string_view text, ContentHash seed = 0);

/// 16 lower-case hex digits, as written into files.
[[nodiscard]] std::string hashToText(ContentHash hash);

/// Gathers values one by one. The order counts.
class Hasher
{
public:
    template <typename T>

    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) Hasher& add(T value)
    {
        if constexpr (std::is_floating_point_v<T>)
            value = value == T{0} ? T{0} : value; // -0 and 0 are the same place
        return addBytes(std::as_bytes(std::span{&value, 1}));
    }

    Hasher& add(std::string_view text);

    Hasher& addBytes(std::span<const std::byte> bytes);

    [[nodiscard]] ContentHash result() const { return m_hash; }

private:
    ContentHash m_hash = 0;
};

/// Names a type at compile time and across shared libraries (FNV-1a).
[[nodiscard]] constexpr std::uint64_t nameHash(std::string_view name)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : name)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return hash;
}
} // namespace engine
