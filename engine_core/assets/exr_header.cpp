#include "engine_core/assets/exr_header.h"

#include <cstdint>
#include <cstring>

namespace engine
{
namespace
{
constexpr std::size_t MagicAndVersion = 8;
constexpr std::size_t LongestName = 255;
constexpr std::uint32_t MultiPart = 0x1000; ///< flag of the version

std::uint32_t wordAt(std::string_view bytes, std::size_t at)
{
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + at,
                sizeof word); // the format and our machines: little endian
    return word;
}

/// A text that a zero ends, taken off the front; false if it does not end soon.
bool takeName(std::string_view& bytes, bool& isEmpty)
{
    const auto end = bytes.substr(0, LongestName + 1).find('\0');
    if (end == std::string_view::npos)
        return false;
    isEmpty = end == 0;
    bytes.remove_prefix(end + 1);
    return true;
}

/// The attributes of one header, and the zero behind them.
bool takeHeader(std::string_view& bytes, bool& isEmpty)
{
    isEmpty = true;
    for (bool isEnd = false;; isEmpty = false) {
        if (!takeName(bytes, isEnd))
            return false;
        if (isEnd)
            return true;
        bool isUntyped = false;
        if (!takeName(bytes, isUntyped) || bytes.size() < sizeof(std::uint32_t))
            return false;
        const auto size = wordAt(bytes, 0);
        bytes.remove_prefix(sizeof size);
        if (size > bytes.size())
            return false;
        bytes.remove_prefix(size);
    }
}
} // namespace

std::optional<std::size_t> endOfExrHeaders(std::string_view bytes)
{
    if (bytes.size() < MagicAndVersion)
        return std::nullopt;
    const bool hasMany = (wordAt(bytes, 4) & MultiPart) != 0;
    auto rest = bytes.substr(MagicAndVersion);
    bool isLast = false;
    do {
        if (!takeHeader(rest, isLast))
            return std::nullopt;
    } while (hasMany && !isLast); // an empty header ends the list
    return bytes.size() - rest.size();
}
} // namespace engine
