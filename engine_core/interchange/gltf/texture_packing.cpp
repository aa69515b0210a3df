#include "engine_core/interchange/gltf/texture_packing.h"

#include "engine_core/assets/images/image.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace engine
{
namespace
{
/// Longer sides are refused where pixels are changed: four such pictures have 1 GB.
constexpr std::uint32_t MostPackedSide = 8192;

/// A channel of a picture that may not be there.
class Channel
{
public:
    Channel() = default;

    Channel(const Image& image, std::size_t channel) : m_image{&image}, m_channel{channel} {}

    /// The pixel that lies there in a picture of that size; 255 without a picture.
    [[nodiscard]] std::uint8_t
    at(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height) const
    {
        if (m_image == nullptr)
            return 255;
        const auto column = std::uint64_t{x} * m_image->width / width;
        const auto row = std::uint64_t{y} * m_image->height / height;
        return m_image->rgba[(row * m_image->width + column) * 4 + m_channel];
    }

    void growTo(Image& size) const
    {
        if (m_image == nullptr)
            return;
        size.width = std::max(size.width, m_image->width);
        size.height = std::max(size.height, m_image->height);
    }

private:
    const Image* m_image = nullptr;
    std::size_t m_channel = 0;
};

/// `change(channel, value)` is what becomes of each value.
template <typename Change>
Result<std::string> joined(const std::array<Channel, 3>& channels, const Change& change)
{
    Image packed;
    for (const auto& channel : channels)
        channel.growTo(packed);
    packed.rgba.resize(std::size_t{packed.width} * packed.height * 4, 255);
    std::size_t at = 0;
    for (std::uint32_t y = 0; y < packed.height; ++y)
        for (std::uint32_t x = 0; x < packed.width; ++x, at += 4)
            for (std::size_t c = 0; c < 3; ++c)
                packed.rgba[at + c] = change(c, channels[c].at(x, y, packed.width, packed.height));
    return pngBytes(packed);
}
} // namespace

Result<std::string> pictureForGltf(std::string bytes, const std::string& name)
{
    if (bytes.starts_with("\x89PNG") || bytes.starts_with("\xFF\xD8\xFF"))
        return bytes;
    const auto image = parseImage(bytes, name, MostPackedSide);
    return image ? pngBytes(*image) : Result<std::string>{image.error()};
}

Result<std::string> withGreenTurned(const fs::path& file)
{
    auto image = loadImage(file, MostPackedSide);
    if (!image)
        return image.error();
    for (std::size_t i = 1; i < image->rgba.size(); i += 4)
        image->rgba[i] = static_cast<std::uint8_t>(255 - image->rgba[i]);
    return pngBytes(*image);
}

Result<std::string> packedPicture(const std::array<GreyMap, 3>& maps)
{
    std::array<std::optional<Image>, 3> images;
    std::array<Channel, 3> channels;
    for (std::size_t i = 0; i < maps.size(); ++i) {
        if (maps[i].file.empty())
            continue;
        auto image = loadImage(maps[i].file, MostPackedSide);
        if (!image)
            return image.error();
        images[i] = *std::move(image);
        channels[i] = Channel{*images[i], maps[i].channel};
    }
    return joined(channels, [](std::size_t, std::uint8_t value) { return value; });
}

Result<std::string> packedSurface(std::string_view occlusion,
                                  float strength,
                                  std::string_view metalRough,
                                  float roughness,
                                  float metallic)
{
    std::optional<Image> shade;
    std::optional<Image> surface;
    for (auto [bytes, image] : {std::pair{occlusion, &shade}, std::pair{metalRough, &surface}}) {
        if (bytes.empty())
            continue;
        auto parsed = parseImage(bytes, "picture", MostPackedSide);
        if (!parsed)
            return parsed.error();
        *image = *std::move(parsed);
    }
    const std::array<Channel, 3> channels{shade ? Channel{*shade, 0} : Channel{},
                                          surface ? Channel{*surface, 1} : Channel{},
                                          surface ? Channel{*surface, 2} : Channel{}};
    const std::array<float, 3> factors{strength, roughness, metallic};
    return joined(channels, [&](std::size_t channel, std::uint8_t value) {
        // glTF 2.0, 3.9.3: occlusion is 1 + strength * (value - 1), the others are factor * value.
        const float share = static_cast<float>(value) / 255;
        const float made = channel == 0 ? 1 + factors[0] * (share - 1) : factors[channel] * share;
        return static_cast<std::uint8_t>(std::lround(std::clamp(made, 0.0F, 1.0F) * 255));
    });
}
} // namespace engine
