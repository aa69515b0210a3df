#include "engine_core/assets/images/exr_header.h"

#include "engine_core/assets/little_endian.h"

#include <cstdint>

namespace engine
{
namespace
{
constexpr std::size_t MagicAndVersion = 8;
constexpr std::size_t LongestName = 255;
constexpr std::uint32_t MultiPart = 0x1000; ///< flags of the version
constexpr std::uint32_t TilesOrDeepData = 0x200 | 0x800;

/// A text that a zero ends, taken off the front; nothing if it does not end soon.
std::optional<std::string_view> takeName(std::string_view& bytes)
{
    const auto end = bytes.substr(0, LongestName + 1).find('\0');
    if (end == std::string_view::npos)
        return std::nullopt;
    const auto name = bytes.substr(0, end);
    bytes.remove_prefix(end + 1);
    return name;
}

struct Limits
{
    std::int64_t side = 0;
    std::size_t chunks = 0;
};

bool isGood(std::string_view name, std::string_view value, const Limits& limits)
{
    if (name == "dataWindow") { // the corners, both within
        if (value.size() != 4 * sizeof(std::uint32_t))
            return false;
        const auto side = [&](std::size_t axis) {
            const auto from = static_cast<std::int32_t>(wordAt(value, 4 * axis));
            const auto to = static_cast<std::int32_t>(wordAt(value, 4 * axis + 8));
            return std::int64_t{to} - from + 1;
        };
        return side(0) >= 1 && side(0) <= limits.side && side(1) >= 1 && side(1) <= limits.side;
    }
    if (name == "chunkCount")
        return value.size() == sizeof(std::uint32_t) && wordAt(value, 0) <= limits.chunks;
    return name != "type" || value == "scanlineimage";
}

/// The attributes of one header, and the zero behind them.
bool takeHeader(std::string_view& bytes, const Limits& limits, bool& isEmpty)
{
    for (isEmpty = true;; isEmpty = false) {
        const auto name = takeName(bytes);
        if (!name || name->empty())
            return name.has_value();
        if (!takeName(bytes) || bytes.size() < sizeof(std::uint32_t)) // its type
            return false;
        const auto size = wordAt(bytes, 0);
        bytes.remove_prefix(sizeof size);
        if (size > bytes.size() || !isGood(*name, bytes.substr(0, size), limits))
            return false;
        bytes.remove_prefix(size);
    }
}
} // namespace

std::optional<std::size_t> endOfExrHeaders(std::string_view bytes, std::uint32_t mostSide)
{
    if (bytes.size() < MagicAndVersion || (wordAt(bytes, 4) & TilesOrDeepData) != 0)
        return std::nullopt;
    const Limits limits{mostSide, bytes.size()};
    const bool hasMany = (wordAt(bytes, 4) & MultiPart) != 0;
    auto rest = bytes.substr(MagicAndVersion);
    bool isLast = false;
    do {
        if (!takeHeader(rest, limits, isLast))
            return std::nullopt;
    } while (hasMany && !isLast); // an empty header ends the list
    return bytes.size() - rest.size();
}
} // namespace engine
