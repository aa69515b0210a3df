#include "engine_core/assets/images/image.h"

#include <stb_image.h>

#include <memory>

namespace engine
{
namespace
{
constexpr int Channels = 4;
constexpr std::uintmax_t MaxImageFile = std::uintmax_t{1} << 30U;

struct FreePixels
{
    void operator()(stbi_uc* pixels) const { stbi_image_free(pixels); }
};
} // namespace

Result<Image> loadImage(const fs::path& file, std::uint32_t mostSide)
{
    const auto bytes = readFile(file, MaxImageFile);
    if (!bytes)
        return bytes.error();
    return parseImage(*bytes, file.string(), mostSide);
}

Result<Image> parseImage(std::string_view bytes, const std::string& name, std::uint32_t mostSide)
{
    const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
    const int size = static_cast<int>(bytes.size());
    int width = 0;
    int height = 0;
    int channels = 0;
    // Before decoding: a hostile header may promise more than there is memory.
    if (stbi_info_from_memory(data, size, &width, &height, &channels) == 0)
        return Error{"'{}' is not a PNG, JPEG, TGA or BMP image", name};
    const int most = static_cast<int>(mostSide);
    if (width < 1 || height < 1 || width > most || height > most)
        return Error{"'{}' has {} x {} pixels, the limit is {} a side", name, width, height, most};
    const std::unique_ptr<stbi_uc, FreePixels> pixels{
        stbi_load_from_memory(data, size, &width, &height, &channels, Channels)};
    if (!pixels)
        return Error{"'{}' is damaged: {}", name, stbi_failure_reason()};
    Image image;
    image.width = static_cast<std::uint32_t>(width);
    image.height = static_cast<std::uint32_t>(height);
    const auto count = std::size_t{image.width} * image.height * Channels;
    image.rgba.assign(pixels.get(), pixels.get() + count);
    return image;
}

Result<void> savePng(const Image& image, const fs::path& file)
{
    const auto bytes = pngBytes(image);
    if (!bytes)
        return bytes.error().withContext("Cannot write '{}'", file.string());
    return writeFileAtomically(file, *bytes);
}
} // namespace engine
