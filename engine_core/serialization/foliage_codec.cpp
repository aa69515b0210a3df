#include "engine_core/serialization/foliage_codec.h"

#include "engine_core/base/json_writer.h"
#include "engine_core/base/text_codes.h"

#include <cstring>
#include <limits>
#include <utility>

namespace engine
{
namespace
{
void writeCell(std::string& out,
               const FoliageCellKey& key,
               std::span<const FoliageInstance> instances)
{
    out += '[';
    for (const auto number : {key.x, key.y, key.z}) {
        appendJson(out, std::int64_t{number});
        out += ',';
    }
    const auto bytes = std::as_bytes(instances);
    appendJsonText(out,
                   base64FromBytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
    out += ']';
}

Result<FoliageDelta::Cell> readCell(const JsonValue& json)
{
    std::vector<JsonValue> parts;
    json.forEachItem([&](const JsonValue& part) { parts.push_back(part); });
    std::array<std::int32_t, 3> key{};
    bool good = parts.size() == 4;
    for (std::size_t i = 0; good && i < 3; ++i) {
        const auto number = parts[i].whole();
        good = number && *number >= std::numeric_limits<std::int32_t>::min() &&
               *number <= std::numeric_limits<std::int32_t>::max();
        key[i] = good ? static_cast<std::int32_t>(*number) : 0;
    }
    const auto bytes = good ? bytesFromBase64(parts[3].text()) : std::nullopt;
    if (!bytes || bytes->size() % sizeof(FoliageInstance) != 0)
        return Error{"A cell of plants is damaged"};
    FoliageDelta::Cell cell{{key[0], key[1], key[2]}, {}};
    cell.instances.resize(bytes->size() / sizeof(FoliageInstance));
    if (!bytes->empty())
        std::memcpy(cell.instances.data(), bytes->data(), bytes->size());
    for (const auto& instance : cell.instances)
        if (!isFinite(Vec3d{instance.position}) || foliageCellOf(instance.position) != cell.key)
            return Error{"A cell of plants is damaged"};
    return cell;
}
} // namespace

void writeFoliagePlacement(std::string& out, const FoliagePlacement& placement)
{
    const auto hash = placement.instances && placement.instances->count() > 0
                          ? placement.instances->hash()
                          : placement.missing;
    out += '{';
    if (hash != 0) {
        appendJsonKey(out, "hash");
        appendJsonText(out, hashToText(hash));
    }
    out += '}';
}

Result<FoliagePlacement> readFoliagePlacement(const JsonValue& json)
{
    if (json.find("cells")) {
        auto delta = readFoliageDelta(json);
        auto instances = delta ? applyFoliageDelta(FoliageInstances{}, *std::move(delta))
                               : Result<std::shared_ptr<const FoliageInstances>>{delta.error()};
        if (!instances)
            return instances.error();
        return FoliagePlacement{.instances = *std::move(instances)};
    }
    const auto text = json.find("hash");
    if (!text)
        return FoliagePlacement{.instances = std::make_shared<const FoliageInstances>()};
    const auto hash = hashFromText(text->text());
    if (!hash)
        return Error{"the hash of its plants is not 16 hex digits"};
    return FoliagePlacement{.instances = nullptr, .missing = *hash};
}

void writeFoliageDelta(std::string& out,
                       const FoliageInstances* before,
                       const FoliageInstances& after,
                       const PutText& put)
{
    constexpr std::size_t Piece = std::size_t{1} << 20;
    static const FoliageInstances none;
    const auto& old = before != nullptr ? *before : none;
    bool isFirst = true;
    bool isWanted = true;
    const auto add = [&](const FoliageCellKey& key, std::span<const FoliageInstance> instances) {
        if (!isWanted)
            return;
        if (!std::exchange(isFirst, false))
            out += ',';
        writeCell(out, key, instances);
        if (put && out.size() > Piece)
            isWanted = put(out);
    };
    out += '{';
    appendJsonKey(out, "cells");
    out += '[';
    for (const auto& [key, chunk] : after.cells())
        if (old.find(key) != chunk.get())
            add(key, chunk->instances);
    for (const auto& cell : old.cells())
        if (after.find(cell.key) == nullptr)
            add(cell.key, {});
    out += "],";
    appendJsonKey(out, "hash");
    appendJsonText(out, hashToText(after.hash()));
    out += '}';
}

Result<FoliageDelta> readFoliageDelta(const JsonValue& json)
{
    FoliageDelta delta;
    const auto cells = json.find("cells");
    const auto hash = json.find("hash");
    const auto result = hash ? hashFromText(hash->text()) : std::nullopt;
    if (!cells || !result)
        return Error{"The plants of a step are damaged"};
    delta.result = *result;
    std::optional<Error> error;
    cells->forEachItem([&](const JsonValue& item) {
        auto cell = readCell(item);
        if (cell)
            delta.cells.push_back(*std::move(cell));
        else if (!error)
            error = cell.error();
    });
    if (error)
        return *error;
    return delta;
}

Result<std::shared_ptr<const FoliageInstances>> applyFoliageDelta(const FoliageInstances& before,
                                                                  FoliageDelta delta)
{
    std::map<FoliageCellKey, std::shared_ptr<const FoliageChunk>> cells;
    for (const auto& [key, chunk] : before.cells())
        cells[key] = chunk;
    for (auto& [key, instances] : delta.cells)
        if (instances.empty())
            cells.erase(key);
        else
            cells[key] = makeFoliageChunk(std::move(instances));
    std::vector<FoliageInstances::Cell> all;
    for (auto& [key, chunk] : cells)
        all.push_back({key, std::move(chunk)});
    auto after = std::make_shared<const FoliageInstances>(std::move(all));
    if (after->hash() != delta.result)
        return Error{"The plants of a step do not fit the state before it"};
    return after;
}
} // namespace engine
