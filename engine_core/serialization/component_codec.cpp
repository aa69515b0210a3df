#include "engine_core/serialization/component_codec.h"

#include "engine_core/base/json_writer.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/unread_data.h"
#include "engine_core/serialization/brush_codec.h"
#include "engine_core/serialization/json_values.h"

namespace engine
{
void writeComponent(std::string& out, const TypeInfo& type, const ComponentValue& value)
{
    if (type.id == typeIdOf<BrushComponent>()) {
        writeBrush(out, *static_cast<const BrushComponent*>(value.get())->brush);
        return;
    }
    out += '{';
    const auto separate = [&] {
        if (out.back() != '{')
            out += ',';
    };
    if (type.id == typeIdOf<UnreadData>())
        for (const auto& [key, json] : static_cast<const UnreadData*>(value.get())->json) {
            separate();
            appendJsonKey(out, key);
            appendJsonText(out, json);
        }
    for (const auto& property : type.properties) {
        separate();
        appendJsonKey(out, property.name);
        writeValue(out, property, property.get(value.get()));
    }
    out += '}';
}

Result<ComponentValue> readComponent(const TypeInfo& type, const JsonValue& json)
{
    if (type.id == typeIdOf<BrushComponent>()) {
        auto read = readBrush(json);
        if (!read)
            return read.error();
        return ComponentValue{std::make_shared<const BrushComponent>(
            BrushComponent{std::make_shared<const Brush>(std::move(read->brush))})};
    }
    auto made = type.makeDefault();
    if (type.id == typeIdOf<UnreadData>())
        json.forEachMember([&](std::string_view key, const JsonValue& text) {
            static_cast<UnreadData*>(made.get())
                ->json.emplace_back(std::string{key}, std::string{text.text()});
        });
    for (const auto& property : type.properties) {
        const auto member = json.find(property.name);
        if (!member)
            continue;
        auto value = readValue(property, *member);
        if (!value)
            return value.error();
        if (auto set = property.set(made.get(), *value); !set)
            return set.error();
    }
    return ComponentValue{std::move(made)};
}
} // namespace engine
