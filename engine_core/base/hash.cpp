#include "engine_core/base/hash.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace engine
{
ContentHash hashBytes(std::span<const std::byte> bytes, ContentHash seed)
{
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

ContentHash hashText(std::string_view text, ContentHash seed)
{
    return hashBytes(std::as_bytes(std::span{text.data(), text.size()}), seed);
}

std::string hashToText(ContentHash hash)
{
    return fmt::format("{:016x}", hash);
}

Hasher& Hasher::add(std::string_view text)
{
    add(text.size()); // so that "ab","c" and "a","bc" differ
    return addBytes(std::as_bytes(std::span{text.data(), text.size()}));
}

Hasher& Hasher::addBytes(std::span<const std::byte> bytes)
{
    m_hash = hashBytes(bytes, m_hash);
    return *this;
}
} // namespace engine
