#include "engine_core/scripting/values/text_search.h"

#include <algorithm>
#include <bitset>
#include <cstring>
#include <string>

namespace engine::scriptcore
{
namespace
{
constexpr auto Nowhere = std::string_view::npos;

using ByteSet = std::bitset<256>;

ByteSet setOf(std::string_view bytes)
{
    ByteSet set;
    for (const char byte : bytes)
        set.set(static_cast<unsigned char>(byte));
    return set;
}
} // namespace

std::size_t findText(std::string_view text, std::string_view part, std::size_t from)
{
    if (from > text.size())
        return Nowhere;
    if (part.empty())
        return from;
    // The C library's takes linear time; std::string's a product of both lengths.
    const void* found = ::memmem(text.data() + from, text.size() - from, part.data(), part.size());
    return found == nullptr
               ? Nowhere
               : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

std::size_t findLastText(std::string_view text, std::string_view part, std::size_t from)
{
    if (part.size() > text.size())
        return Nowhere;
    const auto last = std::min(from, text.size() - part.size());
    const auto seen = text.substr(0, last + part.size());
    const std::string backwards{seen.rbegin(), seen.rend()};
    const auto at = findText(backwards, std::string{part.rbegin(), part.rend()}, 0);
    return at == Nowhere ? Nowhere : seen.size() - at - part.size();
}

std::size_t findByteOf(std::string_view text, std::string_view bytes, std::size_t from, bool isOne)
{
    const auto set = setOf(bytes);
    for (auto at = from; at < text.size(); ++at)
        if (set.test(static_cast<unsigned char>(text[at])) == isOne)
            return at;
    return Nowhere;
}

std::size_t
findLastByteOf(std::string_view text, std::string_view bytes, std::size_t from, bool isOne)
{
    const auto set = setOf(bytes);
    const auto end = from < text.size() ? from + 1 : text.size();
    for (auto at = end; at > 0; --at)
        if (set.test(static_cast<unsigned char>(text[at - 1])) == isOne)
            return at - 1;
    return Nowhere;
}
} // namespace engine::scriptcore
