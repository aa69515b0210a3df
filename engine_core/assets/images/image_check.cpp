#include "engine_core/assets/images/image_check.h"

#include "engine_core/assets/images/png_parts.h"

#include <stb_image.h>
#include <zlib.h>

namespace engine
{
namespace
{
constexpr std::string_view JpegMark{"\xff\xd8", 2};
constexpr std::string_view JpegPixels{"\xff\xda", 2};
constexpr std::string_view JpegEnd{"\xff\xd9", 2};

/// To the last part, and none with another checksum than it says.
bool isWholePng(std::string_view bytes)
{
    auto at = PngMark.size();
    while (bytes.size() - at >= PngPartFrame) {
        const std::size_t length = pngWordAt(bytes, at);
        if (bytes.size() - at - PngPartFrame < length)
            return false;
        const auto kind = bytes.substr(at + 4, 4);
        const auto* const summed = reinterpret_cast<const Bytef*>(kind.data());
        const auto sum = crc32(0, summed, static_cast<uInt>(length + 4));
        if (sum != pngWordAt(bytes, at + 8 + length))
            return false;
        if (kind == "IEND")
            return true;
        at += length + PngPartFrame;
    }
    return false;
}

/// The packed pixels have no such marks in them (JPEG, ISO/IEC 10918-1, B.1.1.2).
bool isWholeJpeg(std::string_view bytes)
{
    const auto pixels = bytes.rfind(JpegPixels);
    const auto end = bytes.rfind(JpegEnd);
    return pixels != std::string_view::npos && end != std::string_view::npos && end > pixels;
}
} // namespace

Result<void> checkImage(std::string_view bytes, const std::string& name, std::uint32_t mostSide)
{
    const bool isPng = bytes.starts_with(PngMark);
    if (!isPng && !bytes.starts_with(JpegMark)) {
        const auto image = parseImage(bytes, name, mostSide); // next to nothing to unpack
        return image ? Result<void>{} : image.error();
    }
    int width = 0;
    int height = 0;
    int channels = 0;
    if (stbi_info_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                              static_cast<int>(bytes.size()), &width, &height, &channels) == 0)
        return Error{"'{}' is not a PNG, JPEG, TGA or BMP image", name};
    const int most = static_cast<int>(mostSide);
    if (width < 1 || height < 1 || width > most || height > most)
        return Error{"'{}' has {} x {} pixels, the limit is {} a side", name, width, height, most};
    if (isPng ? !isWholePng(bytes) : !isWholeJpeg(bytes))
        return Error{"'{}' is damaged or cut off", name};
    return {};
}
} // namespace engine
