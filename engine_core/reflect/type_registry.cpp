#include "engine_core/reflect/type_registry.h"

#include <algorithm>

namespace engine
{
const Property* TypeInfo::findProperty(std::string_view propertyName) const
{
    const auto at = std::find_if(properties.begin(), properties.end(), [&](const auto& property) {
        return property.name == propertyName;
    });
    return at == properties.end() ? nullptr : &*at;
}

bool counts(const TypeInfo& type, const Property& property, const ComponentValue& component)
{
    const auto* decides =
        property.decidedBy.empty() ? nullptr : type.findProperty(property.decidedBy);
    if (decides == nullptr || component == nullptr)
        return true;
    const auto value = decides->get(component.get());
    const auto* choice = value.as<std::string>();
    return choice == nullptr || std::find(property.countsFor.begin(), property.countsFor.end(),
                                          *choice) != property.countsFor.end();
}

std::vector<PropertySection> sectionsOf(const TypeInfo& type)
{
    std::vector<PropertySection> sections;
    for (const auto& property : type.properties) {
        if (property.hidden)
            continue;
        auto at = std::find_if(sections.begin(), sections.end(), [&](const auto& section) {
            return section.title == property.section;
        });
        if (at == sections.end())
            at = sections.insert(at, {property.section, {}});
        at->properties.push_back(&property);
    }
    return sections;
}

Result<ComponentValue> withProperty(const TypeInfo& type,
                                    const ComponentValue& component,
                                    const Property& property,
                                    const Value& value)
{
    auto copy = component ? type.clone(component.get()) : type.makeDefault();
    if (auto done = property.set(copy.get(), value); !done)
        return done.error();
    return ComponentValue{std::move(copy)};
}

const TypeInfo& TypeRegistry::add(TypeInfo type)
{
    ENGINE_EXPECT(find(type.id) == nullptr);
    return m_types.emplace_back(std::move(type));
}

const TypeInfo* TypeRegistry::find(TypeId id) const
{
    const auto at = std::find_if(m_types.begin(), m_types.end(),
                                 [&](const auto& type) { return type.id == id; });
    return at == m_types.end() ? nullptr : &*at;
}
} // namespace engine
