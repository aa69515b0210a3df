#include "engine_core/assets/lightmaps/lightmap_tables.h"

#include "engine_core/base/json_tree.h"
#include "engine_core/base/json_writer.h"
#include "engine_core/base/text_codes.h"
#include "engine_core/scene/light/lightmap.h"

#include <glm/gtc/packing.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

namespace engine
{
namespace
{
constexpr std::uint64_t MaxVolumeProbes = 1U << 20U;

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

/// One list [entity, 12 numbers: gradient and mean of R, G and B] a model.
std::string probesToJson(const Lightmap& lightmap)
{
    if (lightmap.probes.empty())
        return {};
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

/// One list ["body", entity] each.
std::string bodiesToJson(const Lightmap& lightmap)
{
    if (lightmap.bodies.empty())
        return {};
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
    if (!json.isArray() || !body || !entity || *entity < 0 || count != 2 ||
        *entity > std::numeric_limits<std::uint32_t>::max())
        return false;
    lightmap.bodies.emplace(*body, EntityId{static_cast<std::uint64_t>(*entity)});
    return true;
}

/// {"origin":[x,y,z],"probes":"base64 of half floats","size":[x,y,z],"spacing":metres}
std::string volumeToJson(const Lightmap& lightmap)
{
    const auto& volume = lightmap.volume;
    if (volume.isEmpty())
        return {};
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

bool readVolume(const JsonValue& root, Lightmap& lightmap)
{
    constexpr double MaxSize = 4096;
    const auto origin = readTriple(root.find("origin"), 4 * WorldLimit);
    const auto size = readTriple(root.find("size"), MaxSize);
    const auto spacing = root.find("spacing");
    const double metres = spacing ? spacing->number().value_or(0) : 0;
    const auto probes = root.find("probes");
    const auto bytes = probes ? bytesFromBase64(probes->text()) : std::nullopt;
    if (!origin || !size || !(metres > 1e-3) || metres >= WorldLimit || !bytes)
        return false;
    auto& volume = lightmap.volume;
    volume.origin = *origin;
    volume.spacing = metres;
    for (int i = 0; i < 3; ++i)
        volume.size[static_cast<std::size_t>(i)] =
            static_cast<std::uint32_t>(std::max((*size)[i], 0.0));
    return readVolumeProbes(*bytes, volume);
}

/// {"material":"hash", ...}
std::string hashesToJson(const std::map<std::string, ContentHash>& hashes)
{
    if (hashes.empty())
        return {};
    std::string json = "{";
    for (const auto& [material, hash] : hashes) {
        json += json.size() > 1 ? "," : "";
        appendJsonKey(json, material);
        appendJsonText(json, hashToText(hash));
    }
    return json + "}";
}

bool readHashes(const JsonValue& root, std::map<std::string, ContentHash>& hashes)
{
    bool good = root.isObject();
    root.forEachMember([&](std::string_view material, const JsonValue& json) {
        const auto hash = hashFromText(json.text());
        good = good && hash;
        hashes[std::string{material}] = hash.value_or(0);
    });
    return good;
}

std::string leavesToJson(const Lightmap& lightmap)
{
    return hashesToJson(lightmap.leaves);
}

bool readLeaves(const JsonValue& root, Lightmap& lightmap)
{
    return readHashes(root, lightmap.leaves);
}

std::string reflectionsToJson(const Lightmap& lightmap)
{
    return hashesToJson(lightmap.reflections);
}

bool readReflections(const JsonValue& root, Lightmap& lightmap)
{
    if (readHashes(root, lightmap.reflections))
        return true;
    lightmap.reflections.clear();
    return false;
}

constexpr std::size_t BounceNumbers = ChartBounces::Layers + 3;

/// {"bounces":how often,"charts":"base64 of the numbers of all charts in their order"}
std::string bouncesToJson(const Lightmap& lightmap)
{
    if (lightmap.bounces < 0)
        return {};
    std::vector<std::uint16_t> numbers;
    numbers.reserve(lightmap.charts.size() * BounceNumbers);
    for (const auto& [key, chart] : lightmap.charts) {
        numbers.insert(numbers.end(), chart.bounces.shares.begin(), chart.bounces.shares.end());
        numbers.insert(numbers.end(), chart.bounces.albedo.begin(), chart.bounces.albedo.end());
    }
    std::string json = "{\"bounces\":";
    appendJson(json, std::int64_t{lightmap.bounces});
    json += ",\"charts\":";
    appendJsonText(json, base64FromBytes({reinterpret_cast<const char*>(numbers.data()),
                                          numbers.size() * sizeof(std::uint16_t)}));
    return json + "}";
}

bool readBounces(const JsonValue& root, Lightmap& lightmap)
{
    constexpr std::int64_t Most = 1000;
    const auto bounces = root.find("bounces");
    const auto count = bounces ? bounces->whole().value_or(-1) : -1;
    const auto charts = root.find("charts");
    const auto bytes = charts ? bytesFromBase64(charts->text()) : std::nullopt;
    if (count < 0 || count > Most || !bytes ||
        bytes->size() != lightmap.charts.size() * BounceNumbers * sizeof(std::uint16_t))
        return false;
    std::vector<std::uint16_t> numbers(lightmap.charts.size() * BounceNumbers);
    std::memcpy(numbers.data(), bytes->data(), bytes->size());
    auto at = numbers.begin();
    for (auto& [key, chart] : lightmap.charts) {
        auto& [shares, albedo] = chart.bounces;
        std::copy_n(at, shares.size(), shares.begin());
        at += static_cast<std::ptrdiff_t>(shares.size());
        std::copy_n(at, albedo.size(), albedo.begin());
        at += static_cast<std::ptrdiff_t>(albedo.size());
    }
    lightmap.bounces = static_cast<int>(count);
    return true;
}

constexpr std::uint8_t WidestField = 16; ///< LightmapChart::farX

/// {"density":luxels per metre,"fields":"base64 of farX and farY of all charts in their order",
/// "rays":"hash"}, without the last if it is unknown.
std::string planToJson(const Lightmap& lightmap)
{
    if (!(lightmap.density > 0))
        return {};
    std::string fields;
    fields.reserve(lightmap.charts.size() * 2);
    for (const auto& [key, chart] : lightmap.charts) {
        fields += static_cast<char>(chart.farX);
        fields += static_cast<char>(chart.farY);
    }
    std::string json = "{\"density\":";
    appendJson(json, lightmap.density);
    json += ",\"fields\":";
    appendJsonText(json, base64FromBytes(fields));
    if (lightmap.rays != 0) {
        json += ",\"rays\":";
        appendJsonText(json, hashToText(lightmap.rays));
    }
    return json + "}";
}

bool readPlan(const JsonValue& root, Lightmap& lightmap)
{
    const auto known = root.find("density");
    const auto density = known ? known->number().value_or(0) : 0;
    const auto fields = root.find("fields");
    const auto bytes = fields ? bytesFromBase64(fields->text()) : std::nullopt;
    if (!std::isfinite(density) || !(density > 0) || !bytes ||
        bytes->size() != lightmap.charts.size() * 2)
        return false;
    const auto isField = [](char byte) {
        const auto field = static_cast<std::uint8_t>(byte);
        return field >= 1 && field <= WidestField;
    };
    if (!std::all_of(bytes->begin(), bytes->end(), isField))
        return false;
    auto at = bytes->begin();
    for (auto& [key, chart] : lightmap.charts) {
        chart.farX = static_cast<std::uint8_t>(*at++);
        chart.farY = static_cast<std::uint8_t>(*at++);
    }
    lightmap.density = density;
    if (const auto rays = root.find("rays"))
        lightmap.rays = hashFromText(rays->text()).value_or(0);
    return true;
}

/// A reader of a list by a reader of its items.
template <bool (*ReadItem)(const JsonValue&, Lightmap&)>
bool readList(const JsonValue& root, Lightmap& lightmap)
{
    bool good = root.isArray();
    root.forEachItem([&](const JsonValue& json) { good = good && ReadItem(json, lightmap); });
    return good;
}

bool readBodies(const JsonValue& root, Lightmap& lightmap)
{
    if (readList<readBody>(root, lightmap))
        return true;
    lightmap.bodies.clear();
    return false;
}

/// A reader of text by a reader of what it holds.
template <bool (*ReadRoot)(const JsonValue&, Lightmap&)>
bool readText(const std::string& text, Lightmap& lightmap)
{
    const auto tree = JsonTree::parse(text, "lightmap");
    return tree && ReadRoot(tree->root(), lightmap);
}
} // namespace

std::span<const LightmapTable> lightmapTables()
{
    static constexpr std::array Tables{
        LightmapTable{"mapwright.charts", "its list of charts", true, true, chartsToJson,
                      readText<readList<readChart>>},
        LightmapTable{"mapwright.probes", "its list of probes", false, true, probesToJson,
                      readText<readList<readProbe>>},
        LightmapTable{"mapwright.volume", "its light in the open", false, true, volumeToJson,
                      readText<readVolume>},
        LightmapTable{"mapwright.leaves", "its list of leaves", false, true, leavesToJson,
                      readText<readLeaves>},
        LightmapTable{"mapwright.bodies", "its list of what was lit", false, false, bodiesToJson,
                      readText<readBodies>},
        LightmapTable{"mapwright.reflections", "its list of materials", false, false,
                      reflectionsToJson, readText<readReflections>},
        LightmapTable{"mapwright.bounces", "its list of bounces", false, false, bouncesToJson,
                      readText<readBounces>},
        LightmapTable{"mapwright.plan", "its density", false, false, planToJson,
                      readText<readPlan>},
    };
    return Tables;
}
} // namespace engine
