#include "engine_core/interchange/textures/dds_image.h"

#include "engine_core/assets/little_endian.h"

#include <squish.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

namespace engine
{
namespace
{
// Microsoft, "Programming guide for DDS" and its reference of DDS_HEADER, DDS_PIXELFORMAT and
// DDS_HEADER_DXT10.
constexpr std::size_t HeadSize = 128;
constexpr std::size_t LongHeadSize = 148;
constexpr std::uint32_t HasCode = 0x4;
constexpr std::uint32_t HasColors = 0x40;
constexpr std::uint32_t IsGrey = 0x20000;
constexpr std::uint32_t HasAlpha = 0x1;
constexpr std::uint32_t CubeOrVolume = 0x200 | 0x200000;
constexpr std::uint32_t MostSide = 8192;

constexpr std::uint32_t codeOf(const char (&text)[5])
{
    std::uint32_t code = 0;
    for (unsigned i = 0; i < 4; ++i)
        code |= static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])) << 8U * i;
    return code;
}

/// How the pixels lie in the file: in blocks of 4 x 4, or one by one.
struct Layout
{
    int blocks = 0;                       ///< flags of squish; 0 for none
    unsigned blockSize = 0;               ///< bytes
    unsigned bits = 0;                    ///< of one pixel
    std::array<std::uint32_t, 4> masks{}; ///< red, green, blue, alpha
    bool isGrey = false;
    bool swapsRed = false; ///< red lies in the alpha
};

std::optional<Layout> blocksOf(std::uint32_t code)
{
    switch (code) {
    case codeOf("DXT1"):
        return Layout{.blocks = squish::kDxt1, .blockSize = 8};
    case codeOf("DXT2"):
    case codeOf("DXT3"):
        return Layout{.blocks = squish::kDxt3, .blockSize = 16};
    case codeOf("DXT4"):
    case codeOf("DXT5"):
        return Layout{.blocks = squish::kDxt5, .blockSize = 16};
    case codeOf("RXGB"):
        return Layout{.blocks = squish::kDxt5, .blockSize = 16, .swapsRed = true};
    case codeOf("ATI1"):
    case codeOf("BC4U"):
        return Layout{.blocks = squish::kBc4, .blockSize = 8};
    case codeOf("ATI2"):
    case codeOf("BC5U"):
        return Layout{.blocks = squish::kBc5, .blockSize = 16};
    default:
        return std::nullopt;
    }
}

/// By the numbers of DXGI_FORMAT.
std::optional<Layout> layoutOf(std::uint32_t format)
{
    switch (format) {
    case 28: // R8G8B8A8, and its sRGB
    case 29:
        return Layout{.bits = 32, .masks = {0xff, 0xff00, 0xff0000, 0xff000000}};
    case 87: // B8G8R8A8, and its sRGB
    case 91:
        return Layout{.bits = 32, .masks = {0xff0000, 0xff00, 0xff, 0xff000000}};
    case 71:
    case 72:
        return blocksOf(codeOf("DXT1"));
    case 74:
    case 75:
        return blocksOf(codeOf("DXT3"));
    case 77:
    case 78:
        return blocksOf(codeOf("DXT5"));
    case 80:
        return blocksOf(codeOf("BC4U"));
    case 83:
        return blocksOf(codeOf("BC5U"));
    default:
        return std::nullopt;
    }
}

std::optional<Layout> plainLayout(std::string_view bytes)
{
    const auto flags = wordAt(bytes, 80);
    Layout layout;
    layout.bits = wordAt(bytes, 88);
    layout.isGrey = (flags & IsGrey) != 0;
    if ((flags & (HasColors | IsGrey)) == 0 || layout.bits == 0 || layout.bits > 32 ||
        layout.bits % 8 != 0)
        return std::nullopt;
    for (std::size_t i = 0; i < 4; ++i)
        layout.masks[i] = wordAt(bytes, 92 + 4 * i);
    if ((flags & HasAlpha) == 0)
        layout.masks[3] = 0;
    return layout;
}

/// The part of a pixel that the mask marks, from 0 to 255; `otherwise` without a mask.
std::uint8_t channel(std::uint32_t pixel, std::uint32_t mask, std::uint8_t otherwise)
{
    if (mask == 0)
        return otherwise;
    const auto shift = static_cast<unsigned>(std::countr_zero(mask));
    const std::uint64_t most = mask >> shift;
    return static_cast<std::uint8_t>(std::uint64_t{(pixel & mask) >> shift} * 255 / most);
}

void readPixels(std::string_view data, const Layout& layout, Image& image)
{
    const std::size_t step = layout.bits / 8;
    for (std::size_t i = 0; i < image.rgba.size() / 4; ++i) {
        std::uint32_t pixel = 0;
        std::memcpy(&pixel, data.data() + i * step, step);
        for (std::size_t c = 0; c < 4; ++c) {
            const auto from = layout.isGrey && c < 3 ? 0 : c;
            image.rgba[i * 4 + c] = channel(pixel, layout.masks[from], c == 3 ? 255 : 0);
        }
    }
}

/// The third part of a unit vector whose other two lie in red and green.
std::uint8_t upOf(std::uint8_t red, std::uint8_t green)
{
    const double x = red / 127.5 - 1;
    const double y = green / 127.5 - 1;
    return static_cast<std::uint8_t>(
        std::lround((std::sqrt(std::max(0.0, 1 - x * x - y * y)) + 1) * 127.5));
}

void readBlocks(std::string_view data, const Layout& layout, Image& image)
{
    squish::DecompressImage(image.rgba.data(), static_cast<int>(image.width),
                            static_cast<int>(image.height), data.data(), layout.blocks);
    for (std::size_t i = 0; layout.swapsRed && i < image.rgba.size(); i += 4)
        image.rgba[i] = std::exchange(image.rgba[i + 3], std::uint8_t{255});
}

/// Into one channel of the block's pixels, those that lie in the picture. BC4 and BC5 keep channels
/// as DXT5 keeps alpha, which squish reads; BC4 and BC5 as such it takes for DXT1 (1.15).
void readChannel(std::string_view data, std::size_t block, std::size_t channel, Image& image)
{
    std::array<squish::u8, 16> coded{};
    std::array<squish::u8, 64> pixels{};
    std::memcpy(coded.data(), data.data(), 8);
    squish::Decompress(pixels.data(), coded.data(), squish::kDxt5);
    const std::size_t across = (image.width + 3) / 4;
    for (std::size_t i = 0; i < 16; ++i) {
        const auto x = block % across * 4 + i % 4;
        const auto y = block / across * 4 + i / 4;
        if (x < image.width && y < image.height)
            image.rgba[(y * image.width + x) * 4 + channel] = pixels[i * 4 + 3];
    }
}

void readChannels(std::string_view data, const Layout& layout, Image& image)
{
    const std::size_t channels = layout.blockSize / 8;
    const auto blocks = std::size_t{(image.width + 3) / 4} * ((image.height + 3) / 4);
    for (std::size_t i = 0; i < blocks * channels; ++i)
        readChannel(data.substr(i * 8, 8), i / channels, i % channels, image);
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        auto* pixel = &image.rgba[i];
        if (channels == 1)
            pixel[1] = pixel[0];
        pixel[2] = channels == 1 ? pixel[0] : upOf(pixel[0], pixel[1]);
        pixel[3] = 255;
    }
}
} // namespace

Result<Image> parseDds(std::string_view bytes, const std::string& name)
{
    if (bytes.size() < HeadSize || wordAt(bytes, 0) != codeOf("DDS ") || wordAt(bytes, 4) != 124)
        return Error{"'{}' is not a DDS image", name};
    if ((wordAt(bytes, 112) & CubeOrVolume) != 0)
        return Error{"'{}' is a cube or a volume of pictures, only single ones are read", name};
    const auto height = wordAt(bytes, 12);
    const auto width = wordAt(bytes, 16);
    if (width < 1 || height < 1 || width > MostSide || height > MostSide)
        return Error{"'{}' says that it is {} x {}, the limit is {} a side", name, width, height,
                     MostSide};
    const bool hasCode = (wordAt(bytes, 80) & HasCode) != 0;
    const auto code = wordAt(bytes, 84);
    const bool isLong = hasCode && code == codeOf("DX10");
    if (isLong && bytes.size() < LongHeadSize)
        return Error{"'{}' is cut off", name};
    const auto layout = isLong    ? layoutOf(wordAt(bytes, HeadSize))
                        : hasCode ? blocksOf(code)
                                  : plainLayout(bytes);
    if (!layout)
        return Error{"'{}' has its pixels in a form that is not read (only DXT1 to DXT5, BC4, BC5 "
                     "and plain ones are)",
                     name};
    const auto data = bytes.substr(isLong ? LongHeadSize : HeadSize);
    const auto size = layout->blocks != 0
                          ? std::size_t{(width + 3) / 4} * ((height + 3) / 4) * layout->blockSize
                          : std::size_t{width} * height * (layout->bits / 8);
    if (data.size() < size)
        return Error{"'{}' is cut off", name};
    Image image{width, height, {}};
    image.rgba.resize(std::size_t{width} * height * 4);
    if (layout->blocks == squish::kBc4 || layout->blocks == squish::kBc5)
        readChannels(data, *layout, image);
    else if (layout->blocks != 0)
        readBlocks(data, *layout, image);
    else
        readPixels(data, *layout, image);
    return image;
}
} // namespace engine
