#include "engine_core/serialization/swap_codec.h"

#include "engine_core/base/json_writer.h"
#include "engine_core/serialization/component_codec.h"

#include <vector>

namespace engine
{
namespace
{
const FoliageInstances* plantsOf(const ComponentValue& value)
{
    return value ? static_cast<const FoliagePlacement*>(value.get())->instances.get() : nullptr;
}
} // namespace

void writeSwap(std::string& out, const Change& change, const TypeInfo& type, const PutText& put)
{
    static const FoliageInstances none;
    out += '[';
    appendJson(out, static_cast<std::int64_t>(change.entity.value));
    out += ',';
    appendJsonText(out, type.name);
    out += ',';
    if (!change.after) {
        out += "null";
    } else if (type.id == typeIdOf<FoliagePlacement>()) {
        const auto* after = plantsOf(change.after);
        writeFoliageDelta(out, plantsOf(change.before), after != nullptr ? *after : none, put);
    } else {
        writeComponent(out, type, change.after);
    }
    out += ']';
}

Result<ReadSwap> readSwap(const JsonValue& json, const TypeRegistry& types, std::string_view file)
{
    std::vector<JsonValue> parts;
    json.forEachItem([&](const JsonValue& part) { parts.push_back(part); });
    const auto id = parts.size() == 3 ? parts[0].whole() : std::nullopt;
    if (!id || *id <= 0)
        return Error{"A change in the {} is none", file};
    const auto* type = types.find(parts[1].text());
    if (type == nullptr)
        return Error{"The {} changes '{}', which is unknown", file, parts[1].text()};
    ReadSwap read{{EntityId{static_cast<std::uint64_t>(*id)}, type->id, nullptr}, {}};
    if (parts[2].type() == JsonType::Null)
        return read;
    if (type->id == typeIdOf<FoliagePlacement>()) {
        auto delta = readFoliageDelta(parts[2]);
        if (!delta)
            return delta.error();
        read.plants = *std::move(delta);
        return read;
    }
    auto value = readComponent(*type, parts[2]);
    if (!value)
        return value.error();
    read.swap.value = *std::move(value);
    return read;
}
} // namespace engine
