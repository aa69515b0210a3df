#include "engine_core/assets/material_loader.h"

#include "engine_core/assets/images/picture_holes.h"
#include "engine_core/math/srgb.h"

#include <array>

namespace engine
{
namespace
{
const std::array<float, 256>& linearTable()
{
    static const auto table = [] {
        std::array<float, 256> values{};
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(linearFromSrgb(static_cast<double>(i) / 255.0));
        return values;
    }();
    return table;
}

Vec3f linearMeanOf(const Image& image)
{
    // Counting first makes the sum exact and quick.
    std::array<std::array<std::uint32_t, 256>, 3> counts{};
    for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4)
        for (std::size_t c = 0; c < 3; ++c)
            ++counts[c][image.rgba[i + c]];
    const auto texels = static_cast<double>(image.rgba.size() / 4);
    Vec3f mean{0};
    for (int c = 0; c < 3; ++c) {
        double sum = 0;
        for (std::size_t value = 0; value < 256; ++value)
            sum += static_cast<double>(linearTable()[value]) *
                   counts[static_cast<std::size_t>(c)][value];
        mean[c] = static_cast<float>(sum / texels);
    }
    return mean;
}

DecodedImage decoded(Result<Image> image)
{
    DecodedImage result;
    if (!image) {
        result.problem = image.error().message();
        return result;
    }
    result.linearMean = linearMeanOf(*image);
    result.holes = holesHash(*image);
    result.image = std::make_shared<const Image>(*std::move(image));
    return result;
}
} // namespace

DecodedImage decodeImage(const fs::path& file)
{
    return decoded(loadImage(file));
}

DecodedImage decodeImage(std::string_view bytes, const std::string& name)
{
    return decoded(parseImage(bytes, name));
}

namespace
{
/// `colorAt` gives red, green and blue of a pixel.
template <typename ColorAt>
std::shared_ptr<const Image> drawn(std::uint32_t side, const ColorAt& colorAt)
{
    auto image = std::make_shared<Image>();
    image->width = side;
    image->height = side;
    for (std::uint32_t y = 0; y < side; ++y)
        for (std::uint32_t x = 0; x < side; ++x) {
            const std::array<std::uint8_t, 3> color = colorAt(x, y);
            image->rgba.insert(image->rgba.end(), {color[0], color[1], color[2], 255});
        }
    return image;
}
} // namespace

std::shared_ptr<const Image> measuringGrid()
{
    constexpr std::uint32_t Side = 128;
    static const auto shared = drawn(Side, [](std::uint32_t x, std::uint32_t y) {
        constexpr std::uint8_t Ground = 0xbe; // its light is about half of white's
        constexpr std::uint8_t Fine = 0xae;
        constexpr std::uint8_t Line = 0x8a;
        const auto isOn = [&](std::uint32_t step) {
            return x % step == 0 || y % step == 0;
        };
        const auto isNear = [](std::uint32_t at) {
            return at < 2 || at >= Side - 2;
        };
        const bool isAtEdge = isNear(x) || isNear(y);
        const auto tone = isAtEdge ? Line : isOn(Side / 4) ? Fine : Ground;
        return std::array{tone, tone, tone};
    });
    return shared;
}
} // namespace engine
