#include "engine_core/assets/models/glb_container.h"

#include "engine_core/assets/little_endian.h"

#include <cstdint>

namespace engine
{
namespace
{
constexpr std::size_t HeaderSize = 12;
constexpr std::size_t ChunkHeaderSize = 8;
constexpr std::uint32_t JsonChunk = 0x4e4f534a;
constexpr std::uint32_t BinaryChunk = 0x004e4942;
} // namespace

Result<void> checkGlbContainer(std::string_view bytes)
{
    if (bytes.size() < HeaderSize + ChunkHeaderSize || wordAt(bytes, 8) > bytes.size())
        return Error{"it ends too early; it was cut off or damaged"};
    if (wordAt(bytes, 4) != 2)
        return {}; // another version, which its reader names
    bytes = bytes.substr(0, wordAt(bytes, 8));
    std::size_t at = HeaderSize;
    for (int chunk = 0; at < bytes.size(); ++chunk) {
        const auto left = bytes.size() - at;
        if (left < ChunkHeaderSize || wordAt(bytes, at) > left - ChunkHeaderSize)
            return Error{"a part of it is longer than the file; it was cut off or damaged"};
        // Later ones are of extensions, which readers pass over.
        if (chunk < 2 && wordAt(bytes, at + 4) != (chunk == 0 ? JsonChunk : BinaryChunk))
            return Error{"its parts are not those of a GLB file"};
        at += ChunkHeaderSize + wordAt(bytes, at);
    }
    return {};
}
} // namespace engine
