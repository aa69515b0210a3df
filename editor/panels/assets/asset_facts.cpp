#include "editor/panels/assets/asset_facts.h"

#include "engine_core/base/count_text.h"
#include "engine_core/base/json_tree.h"

#include <QImageReader>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fstream>

namespace editor
{
using engine::AssetEntry;
using engine::AssetKind;
using Facts = AssetSearch::Facts;
namespace fs = engine::fs;

namespace
{
constexpr std::uint32_t MostJsonBytes = 64U << 20U;
constexpr std::uint32_t GlbMagic = 0x46546C67; ///< "glTF", as the container begins (glTF 2.0, 4.4)
constexpr std::uint32_t JsonChunk = 0x4E4F534A;

QString keyOfFile(const AssetEntry& entry)
{
    return QString::fromStdString(entry.file.string());
}

/// The JSON of a GLB file, without its buffers.
std::string jsonOfGlb(const fs::path& file)
{
    std::ifstream in{file, std::ios::binary};
    std::array<std::uint32_t, 5> head{}; // magic, version, length; length and kind of the chunk
    if (!in.read(reinterpret_cast<char*>(head.data()), sizeof(head)) || head[0] != GlbMagic ||
        head[4] != JsonChunk || head[3] > MostJsonBytes)
        return {};
    std::string json(head[3], '\0');
    return in.read(json.data(), static_cast<std::streamsize>(json.size())) ? json : std::string{};
}

/// Of lists, strips and fans alike (glTF 2.0, 3.7.2.1).
double trianglesOf(std::int64_t mode, double points)
{
    constexpr std::int64_t List = 4;
    constexpr std::int64_t Strip = 5;
    constexpr std::int64_t Fan = 6;
    if (mode == List)
        return std::floor(points / 3);
    return mode == Strip || mode == Fan ? std::max(0.0, points - 2) : 0;
}

std::optional<double> trianglesOfGltf(const std::string& json)
{
    const auto tree = engine::JsonTree::parse(json, "model");
    if (!tree)
        return std::nullopt;
    std::vector<double> counts;
    if (const auto accessors = tree->root().find("accessors"))
        accessors->forEachItem([&](const engine::JsonValue& accessor) {
            const auto count = accessor.find("count");
            counts.push_back(count ? count->number().value_or(0) : 0);
        });
    double triangles = 0;
    const auto add = [&](const engine::JsonValue& primitive) {
        auto points = primitive.find("indices");
        if (const auto attributes = primitive.find("attributes"); !points && attributes)
            points = attributes->find("POSITION");
        const std::int64_t index = points ? points->whole().value_or(-1) : -1;
        const auto mode = primitive.find("mode");
        if (index >= 0 && static_cast<std::size_t>(index) < counts.size())
            triangles += trianglesOf(mode ? mode->whole().value_or(-1) : 4,
                                     counts[static_cast<std::size_t>(index)]);
    };
    if (const auto meshes = tree->root().find("meshes"))
        meshes->forEachItem([&](const engine::JsonValue& mesh) {
            if (const auto primitives = mesh.find("primitives"))
                primitives->forEachItem(add);
        });
    return triangles;
}

/// A face of n corners is n - 2 triangles.
double trianglesOfObj(const fs::path& file)
{
    std::ifstream in{file};
    double triangles = 0;
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with("f "))
            continue;
        std::size_t corners = 0;
        for (std::size_t i = 1; i < line.size(); ++i)
            corners += std::isspace(static_cast<unsigned char>(line[i - 1])) != 0 &&
                               std::isspace(static_cast<unsigned char>(line[i])) == 0
                           ? 1U
                           : 0U;
        triangles += corners > 2 ? static_cast<double>(corners - 2) : 0;
    }
    return triangles;
}
} // namespace

Facts factsOf(const AssetEntry& entry)
{
    Facts facts;
    std::error_code failed;
    if (const auto bytes = fs::file_size(entry.file, failed); !failed)
        facts.bytes = static_cast<double>(bytes);
    if (entry.kind == AssetKind::Texture) {
        const auto size = QImageReader{keyOfFile(entry)}.size();
        if (size.isValid())
            facts.pixels = std::max(size.width(), size.height());
    }
    if (entry.kind != AssetKind::Mesh)
        return facts;
    if (entry.file.extension() == ".obj") {
        facts.triangles = trianglesOfObj(entry.file);
    } else if (entry.file.extension() == ".glb") {
        facts.triangles = trianglesOfGltf(jsonOfGlb(entry.file));
    } else if (const auto json = engine::readFile(entry.file, MostJsonBytes)) {
        facts.triangles = trianglesOfGltf(*json);
    }
    return facts;
}

QString factsText(const Facts& facts)
{
    QStringList parts;
    if (facts.pixels)
        parts << AssetFacts::tr("%1 px").arg(*facts.pixels);
    if (facts.triangles)
        parts << QString::fromStdString(
            engine::countText(static_cast<std::size_t>(*facts.triangles), "triangle", "triangles"));
    if (facts.bytes && *facts.bytes >= 1e6)
        parts << AssetFacts::tr("%1 MB").arg(*facts.bytes / 1e6, 0, 'f', 1);
    else if (facts.bytes)
        parts << AssetFacts::tr("%1 kB").arg(*facts.bytes / 1e3, 0, 'f', 1);
    return parts.join(QStringLiteral(", "));
}

AssetFacts::AssetFacts(QObject* parent)
    : QObject{parent}, m_jobs{1, [this] {
                                  QMetaObject::invokeMethod(
                                      this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
                              }}
{
}

AssetFacts::~AssetFacts()
{
    for (const auto& job : m_jobs.running())
        job.control->cancel();
}

Facts AssetFacts::find(const AssetEntry& entry) const
{
    return m_known.value(keyOfFile(entry));
}

void AssetFacts::measure(const std::vector<AssetEntry>& entries)
{
    std::vector<AssetEntry> unknown;
    for (const auto& entry : entries)
        if (!m_known.contains(keyOfFile(entry)))
            unknown.push_back(entry);
    if (unknown.empty() || m_isMeasuring)
        return;
    m_isMeasuring = true;
    const auto found = std::make_shared<std::vector<Facts>>();
    std::vector<int> generations;
    for (const auto& entry : unknown)
        generations.push_back(generationOf(entry));
    m_jobs.start(
        "Measuring assets",
        [unknown, found](engine::JobControl& control) {
            for (const auto& entry : unknown)
                if (!control.isCancelled())
                    found->push_back(factsOf(entry));
        },
        [this, unknown, found, generations] {
            m_isMeasuring = false;
            for (std::size_t i = 0; i < found->size(); ++i)
                if (generationOf(unknown[i]) == generations[i])
                    m_known.insert(keyOfFile(unknown[i]), (*found)[i]);
            Q_EMIT measured();
        });
}

void AssetFacts::forget(const AssetEntry& entry)
{
    m_known.remove(keyOfFile(entry));
    ++m_forgotten[keyOfFile(entry)];
}

void AssetFacts::clear()
{
    m_known.clear();
    ++m_cleared;
}

int AssetFacts::generationOf(const AssetEntry& entry) const
{
    return m_cleared + m_forgotten.value(keyOfFile(entry));
}
} // namespace editor
