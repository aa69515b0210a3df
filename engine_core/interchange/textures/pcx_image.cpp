#include "engine_core/interchange/textures/pcx_image.h"

#include <array>

namespace engine
{
namespace
{
// ZSoft's PCX file format technical reference manual, revision 5.
constexpr std::size_t PcxHeadSize = 128;
constexpr std::size_t PcxPaletteSize = 768;
constexpr unsigned Runs = 0xc0; ///< both bits: the other six say how often the next byte comes

unsigned byteAt(std::string_view bytes, std::size_t at)
{
    return static_cast<unsigned char>(bytes[at]);
}

unsigned shortAt(std::string_view bytes, std::size_t at)
{
    return byteAt(bytes, at) | byteAt(bytes, at + 1) << 8U;
}

/// `size` bytes, or fewer where the file ends. A run may go on in the next line.
std::string unpacked(std::string_view packed, std::size_t size)
{
    std::string bytes;
    bytes.reserve(size);
    for (std::size_t at = 0; at < packed.size() && bytes.size() < size; ++at) {
        std::size_t count = 1;
        if ((byteAt(packed, at) & Runs) == Runs && at + 1 < packed.size())
            count = byteAt(packed, at++) & ~Runs;
        bytes.append(std::min(count, size - bytes.size()), packed[at]);
    }
    return bytes;
}
} // namespace

Result<Image> parsePcx(std::string_view bytes, const std::string& name)
{
    if (bytes.size() < PcxHeadSize || byteAt(bytes, 0) != 10 || byteAt(bytes, 2) != 1)
        return Error{"'{}' is not a PCX image", name};
    const int width = static_cast<int>(shortAt(bytes, 8)) - static_cast<int>(shortAt(bytes, 4)) + 1;
    const int height =
        static_cast<int>(shortAt(bytes, 10)) - static_cast<int>(shortAt(bytes, 6)) + 1;
    const auto planes = byteAt(bytes, 65);
    const std::size_t line = shortAt(bytes, 66);
    if (byteAt(bytes, 3) != 8 || (planes != 1 && planes != 3))
        return Error{"'{}' has {} planes of {} bits, only 1 and 3 of 8 are read", name, planes,
                     byteAt(bytes, 3)};
    constexpr int Most = 4096;
    if (width < 1 || height < 1 || width > Most || height > Most)
        return Error{"'{}' says that it is {} x {}, the limit is {} a side", name, width, height,
                     Most};
    constexpr std::size_t MostPadding = 256;
    if (line < static_cast<std::size_t>(width) ||
        line > static_cast<std::size_t>(width) + MostPadding)
        return Error{"'{}' says that its lines have {} bytes for {} pixels", name, line, width};
    const bool hasPalette = planes == 1;
    if (hasPalette && bytes.size() < PcxHeadSize + PcxPaletteSize)
        return Error{"'{}' has no palette", name};
    const auto palette = bytes.substr(hasPalette ? bytes.size() - PcxPaletteSize : bytes.size());
    const auto size = line * planes * static_cast<std::size_t>(height);
    constexpr std::size_t MostInARun = 63;
    if (size / MostInARun > bytes.size()) // asked before the memory is taken
        return Error{"'{}' is cut off", name};
    const auto texels =
        unpacked(bytes.substr(PcxHeadSize, bytes.size() - PcxHeadSize - palette.size()), size);
    if (texels.size() < size)
        return Error{"'{}' is cut off", name};
    Image image{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}};
    image.rgba.reserve(std::size_t{image.width} * image.height * 4);
    for (std::size_t y = 0; y < image.height; ++y)
        for (std::size_t x = 0; x < image.width; ++x) {
            const auto at = y * line * planes + x;
            for (std::size_t c = 0; c < 3; ++c)
                image.rgba.push_back(static_cast<std::uint8_t>(
                    hasPalette ? byteAt(palette, byteAt(texels, at) * 3 + c)
                               : byteAt(texels, at + c * line)));
            image.rgba.push_back(255);
        }
    return image;
}
} // namespace engine
