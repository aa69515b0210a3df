#include "engine_core/assets/lightmap_store.h"

#include "engine_core/base/build_stamp.h"
#include "engine_core/base/json_tree.h"
#include "engine_core/base/json_writer.h"
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
#include <glm/gtc/packing.hpp>

#include <array>
#include <cmath>
#include <cstring>
#include <exception>
#include <limits>

namespace engine
{
namespace
{
constexpr std::uint32_t MaxSide = 16384;
constexpr std::size_t MaxAtlases = 256;
constexpr std::uint64_t MaxTexels = std::uint64_t{1} << 29U;
constexpr std::size_t Channels = 3;
constexpr std::array ChannelNames{"R", "G", "B"};
constexpr const char* ChartsAttribute = "mapwright.charts";
constexpr const char* ProbesAttribute = "mapwright.probes"; ///< only where there are models
constexpr const char* VolumeAttribute = "mapwright.volume";
constexpr const char* LeavesAttribute = "mapwright.leaves"; ///< only where plants throw shadows
constexpr const char* BodiesAttribute = "mapwright.bodies";
constexpr std::uint64_t MaxVolumeProbes = 1U << 20U;
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

/// One list [brush, face, atlas, x, y, width, height, "inputs"] a chart.
std::string chartsToJson(const Lightmap& lightmap)
{
    std::string json = "[";
    for (const auto& [key, chart] : lightmap.charts) {
        json += json.size() > 1 ? ",[" : "[";
        const std::array<std::uint64_t, 7> numbers{
            key.first.value, key.second, chart.atlas, chart.x, chart.y, chart.width, chart.height};
        for (const auto number : numbers) {
            appendJson(json, static_cast<std::int64_t>(number));
            json += ',';
        }
        appendJsonText(json, hashToText(chart.inputs));
        json += ']';
    }
    return json + "]";
}

bool fits(const LightmapChart& chart, const Lightmap& lightmap)
{
    if (chart.atlas >= lightmap.atlases.size() || chart.width < 2 || chart.height < 2)
        return false;
    const auto& atlas = lightmap.atlases[chart.atlas];
    return std::uint32_t{chart.x} + chart.width <= atlas.width &&
           std::uint32_t{chart.y} + chart.height <= atlas.height;
}

bool readChart(const JsonValue& json, Lightmap& lightmap)
{
    std::array<std::int64_t, 7> numbers{};
    std::optional<ContentHash> inputs;
    std::size_t count = 0;
    bool good = json.isArray();
    json.forEachItem([&](const JsonValue& item) {
        if (count < numbers.size()) {
            const auto number = item.whole();
            const auto limit = count < 2 ? std::numeric_limits<std::uint32_t>::max()
                                         : std::numeric_limits<std::uint16_t>::max();
            good = good && number && *number >= 0 && *number <= limit;
            numbers[count] = number.value_or(0);
        } else {
            inputs = hashFromText(item.text());
        }
        ++count;
    });
    if (!good || count != 8 || !inputs)
        return false;
    const auto small = [&](std::size_t i) {
        return static_cast<std::uint16_t>(numbers[i]);
    };
    const LightmapChart chart{small(2), small(3), small(4), small(5), small(6), *inputs};
    const EntityId brush{static_cast<std::uint64_t>(numbers[0])};
    lightmap.charts[{brush, static_cast<std::uint32_t>(numbers[1])}] = chart;
    return fits(chart, lightmap);
}

Result<void> readCharts(const std::string& text, Lightmap& lightmap)
{
    const auto tree = JsonTree::parse(text, "charts");
    if (!tree)
        return tree.error();
    bool good = tree->root().isArray();
    tree->root().forEachItem(
        [&](const JsonValue& json) { good = good && readChart(json, lightmap); });
    if (!good)
        return Error{"its list of charts is damaged"};
    return {};
}

/// One list [entity, 12 numbers: gradient and mean of R, G and B] a model.
std::string probesToJson(const Lightmap& lightmap)
{
    std::string json = "[";
    for (const auto& [entity, probe] : lightmap.probes) {
        json += json.size() > 1 ? ",[" : "[";
        appendJson(json, static_cast<std::int64_t>(entity.value));
        for (const auto& channel : probe.channels)
            for (int i = 0; i < 4; ++i) {
                json += ',';
                appendJson(json, channel[i]);
            }
        json += ']';
    }
    return json + "]";
}

bool readProbe(const JsonValue& json, Lightmap& lightmap)
{
    constexpr std::size_t Numbers = 13;
    std::array<double, Numbers> numbers{};
    std::size_t count = 0;
    bool good = json.isArray();
    json.forEachItem([&](const JsonValue& item) {
        const auto number = item.number();
        good =
            good && number && std::isfinite(*number) && std::abs(*number) < 1e9 && count < Numbers;
        if (good)
            numbers[count] = *number;
        ++count;
    });
    if (!good || count != Numbers || numbers[0] < 0 || numbers[0] >= 0x1p32)
        return false;
    LightProbe probe;
    for (std::size_t i = 0; i < 12; ++i)
        probe.channels[i / 4][static_cast<int>(i % 4)] = static_cast<float>(numbers[i + 1]);
    lightmap.probes[EntityId{static_cast<std::uint64_t>(numbers[0])}] = probe;
    return true;
}

Result<void> readProbes(const std::string& text, Lightmap& lightmap)
{
    const auto tree = JsonTree::parse(text, "probes");
    bool good = tree && tree->root().isArray();
    if (good)
        tree->root().forEachItem(
            [&](const JsonValue& json) { good = good && readProbe(json, lightmap); });
    if (!good)
        return Error{"its list of probes is damaged"};
    return {};
}

/// One list ["body", entity] each.
std::string bodiesToJson(const Lightmap& lightmap)
{
    std::string json = "[";
    for (const auto& [body, entity] : lightmap.bodies) {
        json += json.size() > 1 ? ",[" : "[";
        appendJsonText(json, hashToText(body));
        json += ',';
        appendJson(json, static_cast<std::int64_t>(entity.value));
        json += ']';
    }
    return json + "]";
}

bool readBody(const JsonValue& json, Lightmap& lightmap)
{
    std::optional<ContentHash> body;
    std::optional<std::int64_t> entity;
    std::size_t count = 0;
    json.forEachItem([&](const JsonValue& item) {
        if (count == 0)
            body = hashFromText(item.text());
        else
            entity = item.whole();
        ++count;
    });
    if (!body || !entity || *entity < 0 || count != 2 ||
        *entity > std::numeric_limits<std::uint32_t>::max())
        return false;
    lightmap.bodies.emplace(*body, EntityId{static_cast<std::uint64_t>(*entity)});
    return true;
}

Result<void> readBodies(const std::string& text, Lightmap& lightmap)
{
    const auto tree = JsonTree::parse(text, "bodies");
    bool good = tree && tree->root().isArray();
    if (good)
        tree->root().forEachItem([&](const JsonValue& json) {
            good = good && json.isArray() && readBody(json, lightmap);
        });
    if (!good)
        return Error{"its list of what was lit is damaged"};
    return {};
}

/// {"origin":[x,y,z],"probes":"base64 of half floats","size":[x,y,z],"spacing":metres}
std::string volumeToJson(const LightVolume& volume)
{
    std::vector<std::uint16_t> halfs;
    for (const auto& probe : volume.probes)
        for (const auto& channel : probe.channels)
            for (int i = 0; i < 4; ++i)
                halfs.push_back(glm::packHalf1x16(channel[i]));
    std::string json = "{\"origin\":[";
    for (int i = 0; i < 3; ++i) {
        json += i > 0 ? "," : "";
        appendJson(json, volume.origin[i]);
    }
    json += "],\"probes\":";
    appendJsonText(json, base64FromBytes({reinterpret_cast<const char*>(halfs.data()),
                                          halfs.size() * sizeof(std::uint16_t)}));
    json += ",\"size\":[";
    for (std::size_t i = 0; i < 3; ++i) {
        json += i > 0 ? "," : "";
        appendJson(json, std::int64_t{volume.size[i]});
    }
    json += "],\"spacing\":";
    appendJson(json, volume.spacing);
    return json + "}";
}

/// Three numbers within the limit; nothing else.
std::optional<Vec3d> readTriple(const std::optional<JsonValue>& json, double limit)
{
    Vec3d triple{0};
    int count = 0;
    bool good = json && json->isArray();
    if (good)
        json->forEachItem([&](const JsonValue& item) {
            const auto number = item.number();
            good = good && number && std::abs(*number) <= limit && count < 3;
            if (good)
                triple[count] = *number;
            ++count;
        });
    return good && count == 3 ? std::optional{triple} : std::nullopt;
}

bool readVolumeProbes(const std::string& bytes, LightVolume& volume)
{
    constexpr std::size_t Numbers = 12;
    const auto count = std::uint64_t{volume.size[0]} * volume.size[1] * volume.size[2];
    if (count == 0 || count > MaxVolumeProbes ||
        bytes.size() != count * Numbers * sizeof(std::uint16_t))
        return false;
    std::vector<std::uint16_t> halfs(count * Numbers);
    std::memcpy(halfs.data(), bytes.data(), bytes.size());
    volume.probes.resize(count);
    bool good = true;
    for (std::size_t i = 0; i < halfs.size(); ++i) {
        const float number = glm::unpackHalf1x16(halfs[i]);
        good = good && std::isfinite(number);
        volume.probes[i / Numbers].channels[i % Numbers / 4][static_cast<int>(i % 4)] = number;
    }
    return good;
}

Result<void> readVolume(const std::string& text, LightVolume& volume)
{
    constexpr double MaxSize = 4096;
    const auto tree = JsonTree::parse(text, "volume");
    if (!tree)
        return Error{"its light in the open is damaged"};
    const auto root = tree->root();
    const auto origin = readTriple(root.find("origin"), 4 * WorldLimit);
    const auto size = readTriple(root.find("size"), MaxSize);
    const auto spacing = root.find("spacing");
    const double metres = spacing ? spacing->number().value_or(0) : 0;
    const auto probes = root.find("probes");
    const auto bytes = probes ? bytesFromBase64(probes->text()) : std::nullopt;
    bool good = origin && size && metres > 1e-3 && metres < WorldLimit && bytes;
    if (good) {
        volume.origin = *origin;
        volume.spacing = metres;
        for (int i = 0; i < 3; ++i)
            volume.size[static_cast<std::size_t>(i)] =
                static_cast<std::uint32_t>(std::max((*size)[i], 0.0));
        good = readVolumeProbes(*bytes, volume);
    }
    if (!good)
        return Error{"its light in the open is damaged"};
    return {};
}

/// {"material":"hash", ...}
std::string leavesToJson(const LeafHashes& leaves)
{
    std::string json = "{";
    for (const auto& [material, hash] : leaves) {
        json += json.size() > 1 ? "," : "";
        appendJsonKey(json, material);
        appendJsonText(json, hashToText(hash));
    }
    return json + "}";
}

Result<void> readLeaves(const std::string& text, LeafHashes& leaves)
{
    const auto tree = JsonTree::parse(text, "leaves");
    bool good = tree && tree->root().isObject();
    if (good)
        tree->root().forEachMember([&](std::string_view material, const JsonValue& json) {
            const auto hash = hashFromText(json.text());
            good = good && hash;
            leaves[std::string{material}] = hash.value_or(0);
        });
    if (!good)
        return Error{"its list of leaves is damaged"};
    return {};
}

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
    constexpr auto Texel = Channels * sizeof(std::uint16_t);
    for (std::size_t i = 0; i < Channels; ++i)
        frame.insert(ChannelNames[i], Imf::Slice{Imf::HALF, reinterpret_cast<char*>(halfs + i),
                                                 Texel, Texel * width});
    return frame;
}

std::vector<Imf::Header> headersOf(const Lightmap& lightmap)
{
    std::vector<Imf::Header> headers;
    for (const auto& atlas : lightmap.atlases)
        headers.push_back(headerOf(atlas, headers.size()));
    headers[0].insert(ChartsAttribute, Imf::StringAttribute{chartsToJson(lightmap)});
    if (!lightmap.probes.empty())
        headers[0].insert(ProbesAttribute, Imf::StringAttribute{probesToJson(lightmap)});
    if (!lightmap.volume.isEmpty())
        headers[0].insert(VolumeAttribute, Imf::StringAttribute{volumeToJson(lightmap.volume)});
    if (!lightmap.leaves.empty())
        headers[0].insert(LeavesAttribute, Imf::StringAttribute{leavesToJson(lightmap.leaves)});
    if (!lightmap.bodies.empty())
        headers[0].insert(BodiesAttribute, Imf::StringAttribute{bodiesToJson(lightmap)});
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
    for (const char* name : ChannelNames) {
        const auto* channel = header.channels().findChannel(name);
        if (channel == nullptr || channel->type != Imf::HALF || channel->xSampling != 1 ||
            channel->ySampling != 1)
            return Error{"atlas {} has no half-float channel {}", index, name};
    }
    LightmapAtlas atlas;
    atlas.width = static_cast<std::uint32_t>(width);
    atlas.height = static_cast<std::uint32_t>(height);
    atlas.halfs.resize(std::size_t{atlas.width} * atlas.height * Channels);
    part.setFrameBuffer(frameOf(atlas.halfs.data(), atlas.width));
    part.readPixels(0, static_cast<int>(height) - 1);
    return atlas;
}

Result<std::shared_ptr<const Lightmap>> readLightmap(MemoryInput& bytes, std::size_t fileSize)
{
    Imf::MultiPartInputFile in{bytes, 0};
    const auto parts = in.parts();
    if (parts < 1 || static_cast<std::size_t>(parts) > MaxAtlases)
        return Error{"it has {} parts", parts};
    const auto charts = attributeOf(in.header(0), ChartsAttribute);
    const auto hash = attributeOf(in.header(0), HashAttribute);
    if (!charts || !hash)
        return charts ? hash.error() : charts.error();
    auto lightmap = std::make_shared<Lightmap>();
    std::uint64_t texels = 0;
    for (int i = 0; i < parts; ++i) {
        auto atlas = readAtlas(in, i, texels, fileSize);
        if (!atlas)
            return atlas.error();
        lightmap->atlases.push_back(*std::move(atlas));
    }
    if (auto read = readCharts(*charts, *lightmap); !read)
        return read.error();
    if (const auto probes = attributeOf(in.header(0), ProbesAttribute))
        if (auto read = readProbes(*probes, *lightmap); !read)
            return read.error();
    if (const auto volume = attributeOf(in.header(0), VolumeAttribute))
        if (auto read = readVolume(*volume, lightmap->volume); !read)
            return read.error();
    if (const auto leaves = attributeOf(in.header(0), LeavesAttribute))
        if (auto read = readLeaves(*leaves, lightmap->leaves); !read)
            return read.error();
    if (const auto bodies = attributeOf(in.header(0), BodiesAttribute))
        if (auto read = readBodies(*bodies, *lightmap); !read)
            return read.error();
    lightmap->hash = hashOf(*lightmap);
    if (hashFromText(*hash) != lightmap->hash)
        return Error{"its contents do not match its hash; it is damaged"};
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
    if (!bytes)
        return bytes.error();
    try {
        MemoryInput input{"lightmap", *bytes};
        auto lightmap = readLightmap(input, bytes->size());
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
        ENGINE_EXPECT(atlas.halfs.size() == std::size_t{atlas.width} * atlas.height * Channels);
    MemoryOutput bytes;
    try {
        writeAtlases(lightmap, bytes);
    } catch (const std::exception& problem) {
        return Error{"Cannot write the lightmap '{}': {}", file.string(), problem.what()};
    }
    return writeFileAtomically(file, bytes.bytes());
}
} // namespace engine
