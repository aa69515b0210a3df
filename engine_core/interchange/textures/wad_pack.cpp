#include "engine_core/assets/images/image.h"
#include "engine_core/assets/little_endian.h"
#include "engine_core/interchange/textures/quake_palette.h"
#include "engine_core/interchange/textures/texture_pack.h"

#include <algorithm>
#include <optional>
#include <set>

namespace engine
{
namespace
{
// The formats: Quake's and Half-Life's wadlib.h, wad3 as of the Half-Life SDK's qlumpy.
constexpr std::size_t WadHeadSize = 12;
constexpr std::size_t EntrySize = 32;
constexpr std::size_t NameSize = 16;
constexpr std::size_t TextureHead = 40; ///< name, width, height and the places of four sizes
constexpr char QuakePaletteLump = 0x40;
constexpr char HalfLifeTexture = 0x43;
constexpr char QuakeTexture = 0x44;
constexpr std::size_t PaletteSize = 256;
constexpr std::size_t Clear = 255; ///< the colour that is none in textures such as "{fence"
constexpr std::uint32_t MostWadSide = 4096;

using Palette = std::array<std::uint32_t, PaletteSize>;

struct Lump
{
    std::size_t at = 0;
    std::size_t size = 0;
    char kind = 0;
    std::string name;
};

/// What is before the first zero.
std::string nameAt(std::string_view bytes, std::size_t at)
{
    const auto name = bytes.substr(at, NameSize);
    return std::string{name.substr(0, name.find('\0'))};
}

Palette paletteOf(std::string_view colours)
{
    Palette palette{};
    for (std::size_t i = 0; i < PaletteSize; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            palette[i] = palette[i] << 8U | static_cast<unsigned char>(colours[i * 3 + c]);
    return palette;
}

Result<std::vector<Lump>> lumpsOf(std::string_view bytes)
{
    if (bytes.size() < WadHeadSize)
        return Error{"it is too short for a WAD file"};
    const std::size_t count = wordAt(bytes, 4);
    const std::size_t table = wordAt(bytes, 8);
    if (count > MostPackedTextures)
        return Error{"it says that it has {} entries, the limit is {}", count, MostPackedTextures};
    if (table > bytes.size() || (bytes.size() - table) / EntrySize < count)
        return Error{"its list of contents is cut off"};
    std::vector<Lump> lumps;
    for (std::size_t i = 0; i < count; ++i) {
        const auto entry = table + i * EntrySize;
        Lump lump{wordAt(bytes, entry), wordAt(bytes, entry + 4), bytes[entry + 12],
                  nameAt(bytes, entry + 16)};
        const bool isPacked = bytes[entry + 13] != 0; // no tool has ever written one
        if (isPacked || lump.at > bytes.size() || bytes.size() - lump.at < lump.size)
            lump.at = lump.size = 0; // told when it is asked for
        lumps.push_back(std::move(lump));
    }
    return lumps;
}

/// The mean of the others where a texture has holes: their colour shines through at the rims.
void fillHoles(Image& image)
{
    std::array<std::uint64_t, 3> sum{};
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        if (image.rgba[i + 3] == 0)
            continue;
        ++count;
        for (std::size_t c = 0; c < 3; ++c)
            sum[c] += image.rgba[i + c];
    }
    for (std::size_t i = 0; i < image.rgba.size(); i += 4)
        for (std::size_t c = 0; image.rgba[i + 3] == 0 && c < 3; ++c)
            image.rgba[i + c] = static_cast<std::uint8_t>(count > 0 ? sum[c] / count : 0);
}

Image imageOf(std::string_view indices,
              std::uint32_t width,
              std::uint32_t height,
              const Palette& palette,
              bool hasHoles)
{
    Image image{width, height, {}};
    image.rgba.reserve(indices.size() * 4);
    for (const char sign : indices) {
        const auto index = static_cast<unsigned char>(sign);
        const auto colour = palette[index];
        const bool isHole = hasHoles && index == Clear;
        image.rgba.insert(image.rgba.end(), {static_cast<std::uint8_t>(colour >> 16U),
                                             static_cast<std::uint8_t>(colour >> 8U & 0xffU),
                                             static_cast<std::uint8_t>(colour & 0xffU),
                                             static_cast<std::uint8_t>(isHole ? 0 : 255)});
    }
    if (hasHoles)
        fillHoles(image);
    return image;
}

class WadPack final : public TexturePack
{
public:
    WadPack(std::string bytes, std::vector<Lump> lumps)
        : m_bytes{std::move(bytes)}, m_palette(QuakePalette)
    {
        std::set<std::string> known;
        for (auto& lump : lumps) {
            if (lump.kind == QuakePaletteLump && lump.size == PaletteSize * 3)
                m_palette = paletteOf(std::string_view{m_bytes}.substr(lump.at, lump.size));
            if (lump.kind != QuakeTexture && lump.kind != HalfLifeTexture)
                continue;
            if (lump.name.empty() || !known.insert(textureKey(lump.name)).second)
                continue;
            m_names.push_back(lump.name);
            m_lumps.push_back(std::move(lump));
        }
    }

    [[nodiscard]] const std::vector<std::string>& names() const override { return m_names; }

    [[nodiscard]] Result<TextureFile> read(std::size_t which) override
    {
        const auto& lump = m_lumps.at(which);
        const auto bytes = std::string_view{m_bytes}.substr(lump.at, lump.size);
        if (bytes.size() < TextureHead)
            return Error{"the texture '{}' is cut off", lump.name};
        const auto width = wordAt(bytes, NameSize);
        const auto height = wordAt(bytes, NameSize + 4);
        if (width < 1 || height < 1 || width > MostWadSide || height > MostWadSide)
            return Error{"the texture '{}' says that it is {} x {}, the limit is {} a side",
                         lump.name, width, height, MostWadSide};
        const std::size_t first = wordAt(bytes, NameSize + 8);
        const auto texels = std::size_t{width} * height;
        if (first < TextureHead || first > bytes.size() || bytes.size() - first < texels)
            return Error{"the texture '{}' is cut off", lump.name};
        auto palette = m_palette;
        if (lump.kind == HalfLifeTexture) {
            const auto own = ownPalette(bytes, texels);
            if (!own)
                return Error{"the texture '{}' has no palette", lump.name};
            palette = *own;
        }
        auto png = pngBytes(imageOf(bytes.substr(first, texels), width, height, palette,
                                    lump.name.starts_with('{')));
        if (!png)
            return png.error();
        return TextureFile{*std::move(png), ".png"};
    }

private:
    /// Behind the smallest of the four sizes, after the count of its colours.
    static std::optional<Palette> ownPalette(std::string_view bytes, std::size_t texels)
    {
        const std::size_t last = wordAt(bytes, NameSize + 20);
        const auto at = last + texels / 64 + 2;
        if (last > bytes.size() || at > bytes.size() || bytes.size() - at < PaletteSize * 3)
            return std::nullopt;
        return paletteOf(bytes.substr(at, PaletteSize * 3));
    }

    std::string m_bytes;
    Palette m_palette;
    std::vector<std::string> m_names;
    std::vector<Lump> m_lumps; ///< as long as m_names
};
} // namespace

Result<std::unique_ptr<TexturePack>> openWad(std::string bytes)
{
    if (!bytes.starts_with("WAD2") && !bytes.starts_with("WAD3"))
        return Error{"it is no WAD file of Quake or Half-Life"};
    auto lumps = lumpsOf(bytes);
    if (!lumps)
        return lumps.error();
    return std::unique_ptr<TexturePack>{
        std::make_unique<WadPack>(std::move(bytes), *std::move(lumps))};
}
} // namespace engine
