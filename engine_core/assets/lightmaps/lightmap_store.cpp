#include "engine_core/assets/lightmaps/lightmap_store.h"

#include "engine_core/assets/images/exr_header.h"
#include "engine_core/assets/lightmaps/lightmap_tables.h"
#include "engine_core/base/build_stamp.h"
#include "engine_core/base/log.h"
#include "engine_core/base/text_codes.h"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfInputPart.h>
#include <ImfMultiPartInputFile.h>
#include <ImfMultiPartOutputFile.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <ImfStringAttribute.h>

#include <array>
#include <cstring>
#include <exception>

namespace engine
{
namespace
{
constexpr std::uint32_t MaxSide = 16384;
constexpr std::size_t MaxAtlases = 256;
constexpr std::uint64_t MaxTexels = std::uint64_t{1} << 29U;
constexpr std::size_t LightChannels = 3;
constexpr std::array ChannelNames{"R", "G", "B"};
constexpr const char* HashAttribute = "mapwright.hash";
constexpr const char* StampAttribute = "mapwright.build";

/// OpenEXR writes into memory, so that the file itself can be replaced in one step.
class MemoryOutput final : public Imf::OStream
{
public:
    MemoryOutput() : Imf::OStream{"lightmap"} {}

    void write(const char bytes[], int count) override
    {
        const auto size = static_cast<std::size_t>(count);
        if (m_at + size > m_bytes.size())
            m_bytes.resize(m_at + size);
        std::memcpy(m_bytes.data() + m_at, bytes, size);
        m_at += size;
    }

    std::uint64_t tellp() override { return m_at; }

    void seekp(std::uint64_t position) override { m_at = position; }

    [[nodiscard]] const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
    std::size_t m_at = 0;
};

class MemoryInput final : public Imf::IStream
{
public:
    MemoryInput(const char* name, std::string_view bytes) : Imf::IStream{name}, m_bytes{bytes} {}

    bool read(char bytes[], int count) override
    {
        const auto size = static_cast<std::size_t>(count);
        if (m_at > m_bytes.size() || size > m_bytes.size() - m_at)
            throw std::runtime_error{"the file ends too early"}; // caught in loadLightmap
        std::memcpy(bytes, m_bytes.data() + m_at, size);
        m_at += size;
        return m_at < m_bytes.size();
    }

    std::uint64_t tellg() override { return m_at; }

    void seekg(std::uint64_t position) override { m_at = position; }

private:
    std::string_view m_bytes;
    std::size_t m_at = 0;
};

std::string stampText()
{
    const auto& stamp = buildStamp();
    return fmt::format("{} {} {} {}", stamp.version, stamp.commit, stamp.time, stamp.number);
}

Imf::Header headerOf(const LightmapAtlas& atlas, std::size_t index)
{
    const auto window = [](std::uint32_t width, std::uint32_t height) {
        return Imath::Box2i{{0, 0}, {static_cast<int>(width) - 1, static_cast<int>(height) - 1}};
    };
    // The parts of one file must share their display window, so all have the biggest there is.
    Imf::Header header{window(MaxSide, MaxSide), window(atlas.width, atlas.height)};
    for (const char* name : ChannelNames)
        header.channels().insert(name, Imf::Channel{Imf::HALF});
    header.compression() = Imf::ZIP_COMPRESSION; // lossless for half floats
    header.setType(Imf::SCANLINEIMAGE);
    header.setName(fmt::format("atlas {}", index));
    return header;
}

/// The three channels of rows of RGB halfs.
Imf::FrameBuffer frameOf(std::uint16_t* halfs, std::size_t width)
{
    Imf::FrameBuffer frame;
    constexpr auto Texel = LightChannels * sizeof(std::uint16_t);
    for (std::size_t i = 0; i < LightChannels; ++i)
        frame.insert(ChannelNames[i], Imf::Slice{Imf::HALF, reinterpret_cast<char*>(halfs + i),
                                                 Texel, Texel * width});
    return frame;
}

std::vector<Imf::Header> headersOf(const Lightmap& lightmap)
{
    std::vector<Imf::Header> headers;
    for (const auto& atlas : lightmap.atlases)
        headers.push_back(headerOf(atlas, headers.size()));
    for (const auto& table : lightmapTables())
        if (const auto json = table.write(lightmap); !json.empty())
            headers[0].insert(table.attribute, Imf::StringAttribute{json});
    headers[0].insert(HashAttribute, Imf::StringAttribute{hashToText(lightmap.hash)});
    headers[0].insert(StampAttribute, Imf::StringAttribute{stampText()});
    return headers;
}

void writeAtlases(const Lightmap& lightmap, MemoryOutput& bytes)
{
    const auto headers = headersOf(lightmap);
    Imf::MultiPartOutputFile out{bytes, headers.data(), static_cast<int>(headers.size())};
    for (std::size_t i = 0; i < lightmap.atlases.size(); ++i) {
        const auto& atlas = lightmap.atlases[i];
        // OpenEXR's interface wants writable memory, but only reads it here.
        auto* halfs = const_cast<std::uint16_t*>(atlas.halfs.data());
        Imf::OutputPart part{out, static_cast<int>(i)};
        part.setFrameBuffer(frameOf(halfs, atlas.width));
        part.writePixels(static_cast<int>(atlas.height));
    }
}

Result<std::string> attributeOf(const Imf::Header& header, const char* name)
{
    const auto* attribute = header.findTypedAttribute<Imf::StringAttribute>(name);
    if (attribute == nullptr)
        return Error{"it was not made by Mapwright"};
    return attribute->value();
}

Result<LightmapAtlas>
readAtlas(Imf::MultiPartInputFile& in, int index, std::uint64_t& texels, std::size_t fileSize)
{
    Imf::InputPart part{in, index};
    const auto& header = part.header();
    const auto& window = header.dataWindow();
    const auto width = std::int64_t{window.max.x} - window.min.x + 1;
    const auto height = std::int64_t{window.max.y} - window.min.y + 1;
    if (window.min.x != 0 || window.min.y != 0 || width < 1 || height < 1 || width > MaxSide ||
        height > MaxSide)
        return Error{"atlas {} has {} x {} texels, the limit is {} a side", index, width, height,
                     MaxSide};
    texels += static_cast<std::uint64_t>(width * height);
    // Zip packs at most about a thousandfold: more is a lie about the size.
    if (texels > MaxTexels || texels / 1024 > fileSize)
        return Error{"it claims to hold more texels than it can"};
    if (header.compression() != Imf::ZIP_COMPRESSION) // the decoders of others stay out of reach
        return Error{"atlas {} is compressed in a way that Mapwright does not write", index};
    for (const char* name : ChannelNames) {
        const auto* channel = header.channels().findChannel(name);
        if (channel == nullptr || channel->type != Imf::HALF || channel->xSampling != 1 ||
            channel->ySampling != 1)
            return Error{"atlas {} has no half-float channel {}", index, name};
    }
    LightmapAtlas atlas;
    atlas.width = static_cast<std::uint32_t>(width);
    atlas.height = static_cast<std::uint32_t>(height);
    atlas.halfs.resize(std::size_t{atlas.width} * atlas.height * LightChannels);
    part.setFrameBuffer(frameOf(atlas.halfs.data(), atlas.width));
    part.readPixels(0, static_cast<int>(height) - 1);
    return atlas;
}

/// What no bake makes is dark: a bake that takes over old light would spread it over the level.
void clearImpossibleLight(LightmapAtlas& atlas)
{
    constexpr std::uint16_t Exponent = 0x7c00; // all of it: infinite, or no number
    constexpr std::uint16_t NegativeZero = 0x8000;
    for (auto& half : atlas.halfs)
        if ((half & Exponent) == Exponent || half > NegativeZero)
            half = 0;
}

Result<std::shared_ptr<const Lightmap>>
readLightmap(MemoryInput& bytes, std::size_t fileSize, const fs::path& file, HashCheck check)
{
    Imf::MultiPartInputFile in{bytes, 0};
    const auto parts = in.parts();
    if (parts < 1 || static_cast<std::size_t>(parts) > MaxAtlases)
        return Error{"it has {} parts", parts};
    const auto hash = attributeOf(in.header(0), HashAttribute);
    if (!hash)
        return hash.error();
    auto lightmap = std::make_shared<Lightmap>();
    std::uint64_t texels = 0;
    for (int i = 0; i < parts; ++i) {
        auto atlas = readAtlas(in, i, texels, fileSize);
        if (!atlas)
            return atlas.error();
        lightmap->atlases.push_back(*std::move(atlas));
    }
    for (const auto& table : lightmapTables()) {
        const auto json = attributeOf(in.header(0), table.attribute);
        if (!json && table.isRequired)
            return json.error();
        if (!json || table.read(*json, *lightmap))
            continue;
        if (table.isHashed)
            return Error{"{} is damaged", table.name};
        logWarning("lightmap", "The lightmap '{}' is used without {}, which is damaged",
                   file.string(), table.name);
    }
    lightmap->hash = hashOf(*lightmap);
    if (check == HashCheck::Done && hashFromText(*hash) != lightmap->hash)
        return Error{"its contents do not match its hash; it is damaged"};
    for (auto& atlas : lightmap->atlases)
        clearImpossibleLight(atlas);
    return std::shared_ptr<const Lightmap>{std::move(lightmap)};
}
} // namespace

ContentHash hashOf(const Lightmap& lightmap)
{
    Hasher hash;
    for (const auto& atlas : lightmap.atlases)
        hash.add(atlas.width).add(atlas.height).addBytes(std::as_bytes(std::span{atlas.halfs}));
    hash.add(lightmap.charts.size());
    for (const auto& [key, chart] : lightmap.charts)
        hash.add(key.first.value)
            .add(key.second)
            .add(chart.atlas)
            .add(chart.x)
            .add(chart.y)
            .add(chart.width)
            .add(chart.height)
            .add(chart.inputs);
    for (const auto& [entity, probe] : lightmap.probes) {
        hash.add(entity.value);
        for (const auto& channel : probe.channels)
            hash.add(channel.x).add(channel.y).add(channel.z).add(channel.w);
    }
    const auto& volume = lightmap.volume;
    if (!volume.isEmpty()) {
        hash.add(volume.origin.x).add(volume.origin.y).add(volume.origin.z).add(volume.spacing);
        hash.add(volume.size[0]).add(volume.size[1]).add(volume.size[2]);
        hash.addBytes(std::as_bytes(std::span{volume.probes}));
    }
    for (const auto& [material, holes] : lightmap.leaves)
        hash.add(material).add(holes);
    return hash.result();
}

Result<std::shared_ptr<const Lightmap>> loadLightmap(const fs::path& file)
{
    const auto bytes = readFile(file);
    return bytes ? parseLightmap(*bytes, file) : bytes.error();
}

Result<std::shared_ptr<const Lightmap>>
parseLightmap(std::string_view bytes, const fs::path& file, HashCheck check)
{
    if (!endOfExrHeaders(bytes, MaxSide))
        return Error{"Cannot load the lightmap '{}': it is no OpenEXR image or damaged",
                     file.string()};
    try {
        MemoryInput input{"lightmap", bytes};
        auto lightmap = readLightmap(input, bytes.size(), file, check);
        if (!lightmap)
            return lightmap.error().withContext("Cannot load the lightmap '{}'", file.string());
        return lightmap;
    } catch (const std::exception& problem) {
        return Error{"Cannot load the lightmap '{}': it is no OpenEXR image or damaged ({})",
                     file.string(), problem.what()};
    }
}

Result<void> saveLightmap(const Lightmap& lightmap, const fs::path& file)
{
    if (lightmap.atlases.empty())
        return Error{"Cannot write the lightmap '{}': it is empty, since the scene has no faces to "
                     "light",
                     file.string()};
    for (const auto& atlas : lightmap.atlases)
        ENGINE_EXPECT(atlas.halfs.size() ==
                      std::size_t{atlas.width} * atlas.height * LightChannels);
    MemoryOutput bytes;
    try {
        writeAtlases(lightmap, bytes);
    } catch (const std::exception& problem) {
        return Error{"Cannot write the lightmap '{}': {}", file.string(), problem.what()};
    }
    // OpenEXR keeps it to itself if it had no memory to pack a picture.
    if (const auto read = parseLightmap(bytes.bytes(), file);
        !read || (*read)->hash != hashOf(lightmap))
        return Error{"Cannot write the lightmap '{}': it could not be packed; is there enough "
                     "memory?",
                     file.string()};
    return writeFileAtomically(file, bytes.bytes());
}
} // namespace engine
