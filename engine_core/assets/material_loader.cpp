#include "engine_core/assets/material_loader.h"

#include "engine_core/assets/images/picture_holes.h"
#include "engine_core/base/json_tree.h"
#include "engine_core/math/srgb.h"

#include <array>

namespace engine
{
namespace
{
constexpr std::uintmax_t MaxMaterialFile = 1U << 20U;
constexpr std::int64_t MaterialFormat = 1;

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

/// Null for any other key.
bool* traitOf(SurfaceTraits& traits, std::string_view key)
{
    if (key == "seenInGame")
        return &traits.seen;
    if (key == "collides")
        return &traits.collides;
    if (key == "walkable")
        return &traits.walkable;
    return key == "castsShadow" ? &traits.castsShadow : nullptr;
}

class MaterialReader
{
public:
    MaterialReader(const JsonTree& tree, fs::path folder, fs::path assetFolder)
        : m_tree{tree}, m_folder{std::move(folder)}, m_assetFolder{std::move(assetFolder)}
    {
    }

    Result<MaterialText> read()
    {
        MaterialText text;
        checkFormat();
        m_tree.root().forEachMember([&](std::string_view key, const JsonValue& json) {
            if (key == "color")
                readImage(text.color, key, json);
            else if (key == "normal")
                readImage(text.normal, key, json);
            else if (key == "roughness")
                readImage(text.roughness, key, json);
            else if (key == "tint")
                readTint(text.tint, json);
            else if (key == "metallic")
                readMetallic(text.metallic, json);
            else if (bool* const trait = traitOf(text.traits, key))
                readTrait(*trait, key, json);
        });
        if (m_problem)
            return *m_problem;
        return text;
    }

private:
    void checkFormat()
    {
        const auto json = m_tree.root().find("format");
        const auto format = json ? json->whole() : std::nullopt;
        if (!format || *format < 1)
            m_problem = Error{"it is not a material: it has no format number"};
        else if (*format > MaterialFormat)
            m_problem = Error{"it has format {}, but this version reads only up to {}", *format,
                              MaterialFormat};
    }

    void fail(std::string_view key, const JsonValue& json, std::string_view expected)
    {
        m_problem = Error{"'{}' is not {} ({})", key, expected, placeToText(json.place())};
    }

    void readImage(fs::path& image, std::string_view key, const JsonValue& json)
    {
        if (!json.isText())
            return fail(key, json, "the path of an image");
        const fs::path relative{std::string{json.text()}};
        const auto below = (m_folder / relative).lexically_relative(m_assetFolder);
        const auto inside = relative.is_absolute() ? Result<fs::path>{Error{"absolute"}}
                                                   : resolveInside(m_assetFolder, below);
        if (!inside)
            return fail(key, json, "a path inside the project");
        image = *inside;
    }

    void readTint(Vec3f& tint, const JsonValue& json)
    {
        int count = 0;
        bool good = json.isArray();
        json.forEachItem([&](const JsonValue& item) {
            const auto number = item.number();
            good = good && number && count < 3 && *number >= 0 && *number <= 100;
            if (good)
                tint[count] = static_cast<float>(*number);
            ++count;
        });
        if (!good || count != 3)
            fail("tint", json, "a colour of three numbers from 0 up");
    }

    void readMetallic(float& metallic, const JsonValue& json)
    {
        const auto number = json.number();
        if (!number || *number < 0 || *number > 1)
            return fail("metallic", json, "a number from 0 to 1");
        metallic = static_cast<float>(*number);
    }

    void readTrait(bool& trait, std::string_view key, const JsonValue& json)
    {
        const auto is = json.boolean();
        if (!is)
            return fail(key, json, "true or false");
        trait = *is;
    }

    const JsonTree& m_tree;
    fs::path m_folder;
    fs::path m_assetFolder;
    std::optional<Error> m_problem;
};
} // namespace

Result<MaterialText> loadMaterialText(const fs::path& file, const fs::path& assetFolder)
{
    const auto bytes = readFile(file, MaxMaterialFile);
    if (!bytes)
        return bytes.error();
    const auto tree = JsonTree::parse(*bytes, file.string());
    if (!tree)
        return tree.error();
    auto text = MaterialReader{*tree, file.parent_path(), assetFolder}.read();
    if (!text)
        return text.error().withContext("'{}'", file.string());
    return text;
}

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
