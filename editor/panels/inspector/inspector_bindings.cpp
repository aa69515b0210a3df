#include "editor/panels/inspector/inspector_bindings.h"

#include "editor/operations/entity/property_operations.h"
#include "editor/panels/fields/link_button.h"
#include "engine_core/play/play_session.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"

#include <algorithm>
#include <array>

namespace editor
{
using engine::Property;
using engine::Result;
using engine::Script;
using engine::ScriptProperty;
using engine::TypeInfo;
using engine::Value;

namespace
{
/// Script values have no setter that would check the range.
Result<void> checkRange(const Property& property, const Value& value)
{
    if (const auto* list = value.as<engine::ValueList>()) {
        for (const auto& each : *list)
            if (auto fits = checkRange(property, each); !fits)
                return fits;
        return {};
    }
    const auto* number = value.as<double>();
    const auto* whole = value.as<std::int64_t>();
    const double given = number != nullptr  ? *number
                         : whole != nullptr ? static_cast<double>(*whole)
                                            : 0;
    const bool isNumber = number != nullptr || whole != nullptr;
    if (property.range && isNumber && (given < property.range->min || given > property.range->max))
        return engine::Error{"{} must lie between {} and {}", property.label, property.range->min,
                             property.range->max};
    return {};
}

Property describe(const ScriptProperty& script)
{
    Property property;
    property.name = script.name;
    property.label = script.label;
    property.tooltip = script.tooltip;
    property.unit = script.unit;
    property.kind = script.kind;
    property.elementKind = script.elementKind;
    property.assetKind = script.assetKind;
    property.choices = script.choices;
    property.range = script.range;
    property.defaultValue = script.initial;
    return property;
}
} // namespace

PropertyBinding bindComponentProperty(EditorApi& editor,
                                      ShownObjects objects,
                                      const TypeInfo& type,
                                      const Property& property)
{
    PropertyBinding binding;
    binding.objectName = "prop." + type.name + "." + property.name;
    binding.description = property;
    // Every object has a name of its own: the default is no state to go back to.
    binding.canReset = type.id != engine::typeIdOf<engine::Node>();
    binding.read = [&editor, objects, &type, &property] {
        std::vector<Value> values;
        for (const auto entity : objects())
            if (const auto& component = editor.document().world().value(entity, type.id))
                values.push_back(property.get(component.get()));
        return values;
    };
    if (!property.decidedBy.empty())
        binding.counts = [&editor, objects, &type, &property] {
            const auto all = objects();
            return std::any_of(all.begin(), all.end(), [&](engine::EntityId entity) {
                return engine::counts(type, property,
                                      editor.document().world().value(entity, type.id));
            });
        };
    binding.write = [objects, &type, &property](Transaction& transaction,
                                                const ValueEdit& edit) -> Result<void> {
        for (const auto entity : objects()) {
            const auto component = transaction.world().value(entity, type.id);
            if (!component)
                continue;
            const auto value = edit(property.get(component.get()));
            if (!value)
                return value.error().withContext("{}", property.label);
            const std::array one{entity};
            if (auto done = setProperty(transaction, one, type, property, *value); !done)
                return done;
        }
        return {};
    };
    binding.reset = [objects, &type, &property](Transaction& transaction) {
        return resetProperty(transaction, objects(), type, property);
    };
    binding.readPlayed = [&editor, objects, &type, &property] {
        std::vector<Value> values;
        if (const auto* session = editor.playSession())
            for (const auto entity : objects())
                if (const auto& component = session->world().value(entity, type.id))
                    values.push_back(property.get(component.get()));
        return values;
    };
    binding.link = linkOfProperty(editor, objects, type.name, property.name, {});
    return binding;
}

PropertyBinding
bindScriptProperty(EditorApi& editor, ShownObjects objects, const ScriptProperty& script)
{
    PropertyBinding binding;
    binding.objectName = "prop.script." + script.name;
    binding.description = describe(script);
    binding.read = [&editor, objects, script] {
        std::vector<Value> values;
        for (const auto entity : objects())
            if (const auto* component = editor.document().world().get<Script>(entity))
                values.push_back(scriptValue(script, component->properties));
        return values;
    };
    binding.write = [objects, script, description = binding.description](
                        Transaction& transaction, const ValueEdit& edit) -> Result<void> {
        for (const auto entity : objects()) {
            const auto* component = transaction.world().get<Script>(entity);
            if (component == nullptr)
                continue;
            const auto value = edit(scriptValue(script, component->properties));
            if (!value)
                return value.error().withContext("{}", script.label);
            if (auto fits = checkRange(description, *value); !fits)
                return fits;
            const std::array one{entity};
            setScriptProperty(transaction, one, script.name,
                              *value == script.initial ? std::nullopt : std::optional{*value});
        }
        return {};
    };
    binding.reset = [objects, name = script.name](Transaction& transaction) -> Result<void> {
        setScriptProperty(transaction, objects(), name, std::nullopt);
        return {};
    };
    binding.readPlayed = [&editor, objects, name = script.name] {
        std::vector<Value> values;
        if (const auto* session = editor.playSession())
            for (const auto entity : objects())
                if (auto value = session->scriptProperty(entity, name))
                    values.push_back(*std::move(value));
        return values;
    };
    binding.link =
        linkOfProperty(editor, objects, std::string{Script::TypeName}, "properties", script.name);
    return binding;
}
} // namespace editor
