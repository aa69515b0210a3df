#pragma once

#include "tests/support/system/zip_archive.h"

#include <array>
#include <string>
#include <vector>

namespace mapwright::test
{
/// A texture of a WAD file: one byte for each texel, row by row.
struct WadTexture
{
    std::string name;
    std::uint32_t width = 16;
    std::uint32_t height = 16;
    std::string texels;  ///< width * height
    std::string palette; ///< of WAD3: 768 bytes
};

/// With its four sizes; the smaller ones are black.
inline std::string wadTextureBytes(const WadTexture& texture)
{
    auto name = texture.name;
    name.resize(16);
    std::string bytes = name;
    put(bytes, texture.width, 4);
    put(bytes, texture.height, 4);
    std::uint32_t at = 40;
    std::string smaller;
    for (std::uint32_t level = 0; level < 4; ++level) {
        put(bytes, at, 4);
        const auto size = (texture.width >> level) * (texture.height >> level);
        if (level > 0)
            smaller += std::string(size, '\0');
        at += size;
    }
    bytes += texture.texels + smaller;
    if (!texture.palette.empty()) {
        put(bytes, 256, 2);
        bytes += texture.palette;
    }
    return bytes;
}

/// WAD3 if the first texture has a palette, else WAD2.
inline std::string wadOf(const std::vector<WadTexture>& textures)
{
    const bool isHalfLife = !textures.empty() && !textures.front().palette.empty();
    std::string lumps;
    std::string list;
    for (const auto& texture : textures) {
        const auto bytes = wadTextureBytes(texture);
        put(list, 12 + lumps.size(), 4);
        put(list, bytes.size(), 4);
        put(list, bytes.size(), 4);
        put(list, isHalfLife ? 0x43 : 0x44, 1);
        put(list, 0, 3);
        auto name = texture.name;
        name.resize(16);
        list += name;
        lumps += bytes;
    }
    std::string wad = isHalfLife ? "WAD3" : "WAD2";
    put(wad, textures.size(), 4);
    put(wad, 12 + lumps.size(), 4);
    return wad + lumps + list;
}
} // namespace mapwright::test
