#pragma once

#include "engine_core/reflect/type_info.h"
#include "engine_core/reflect/value_convert.h"

#include <algorithm>
#include <string>
#include <utility>

namespace engine
{
/// "castShadows" reads "Cast shadows".
[[nodiscard]] std::string labelFromName(const std::string& name);

/// Makes every setter of a property with a range refuse what lies outside, and of vectors and
/// colours what is not finite.
void checkRanges(TypeInfo& type);

/// Chained description of one property; returned by TypeBuilder::property.
class PropertyBuilder
{
public:
    explicit PropertyBuilder(Property& property) : m_property{property} {}

    PropertyBuilder& label(std::string text) { return with(m_property.label, std::move(text)); }

    PropertyBuilder& tooltip(std::string text) { return with(m_property.tooltip, std::move(text)); }

    PropertyBuilder& unit(std::string text) { return with(m_property.unit, std::move(text)); }

    PropertyBuilder& range(double min, double max)
    {
        m_property.range = PropertyRange{min, max};
        return *this;
    }

    PropertyBuilder& asset(AssetKind kind) { return with(m_property.assetKind, kind); }

    PropertyBuilder& apply(Apply policy) { return with(m_property.apply, policy); }

    PropertyBuilder& affects(Derived derived) { return with(m_property.affects, derived); }

    /// It counts only while the Enum property `decidedBy` is one of `choices`.
    PropertyBuilder& onlyFor(std::string decidedBy, std::vector<std::string> choices)
    {
        m_property.decidedBy = std::move(decidedBy);
        return with(m_property.countsFor, std::move(choices));
    }

    PropertyBuilder& hidden() { return with(m_property.hidden, true); }

private:
    template <typename T>
    PropertyBuilder& with(T& member, T value)
    {
        member = std::move(value);
        return *this;
    }

    Property& m_property;
};

/// What a component's describe() talks to:
///     void describe(TypeBuilder<Light>& light)
///     {
///         light.type("light", "Light");
///         light.property("range", &Light::range).range(0.1, 256).unit("m");
///     }
template <typename T>
class TypeBuilder
{
public:
    TypeBuilder()
    {
        m_type.makeDefault = [] {
            return std::make_shared<T>();
        };
        m_type.clone = [](const void* from) {
            return std::make_shared<T>(*static_cast<const T*>(from));
        };
        m_type.equal = [](const void* a, const void* b) {
            return *static_cast<const T*>(a) == *static_cast<const T*>(b);
        };
        m_type.properties.reserve(64); // PropertyBuilders point into it
    }

    void type(std::string name, std::string label, std::string tooltip = {})
    {
        ENGINE_EXPECT(name == T::TypeName);
        m_type.id = nameHash(name);
        m_type.name = std::move(name);
        m_type.label = std::move(label);
        m_type.tooltip = std::move(tooltip);
    }

    /// Kept out of the inspector's "Add component".
    void notAddable() { m_type.userCanAdd = false; }

    /// What is described from here on stands under this heading, which people can fold, in the
    /// order of the headings. For types with more properties than fit below each other.
    void section(std::string title) { m_section = std::move(title); }

    /// The label is made from the name ("castShadows" reads "Cast shadows") until label() says
    /// else.
    template <typename Member>
    PropertyBuilder property(std::string name, Member T::*member)
    {
        auto& property = addProperty(std::move(name), ValueConvert<Member>::Kind);
        property.singlePrecision = std::is_same_v<Member, float>;
        const T defaults{};
        property.defaultValue = ValueConvert<Member>::toValue(defaults.*member);
        property.get = [member](const void* component) {
            return ValueConvert<Member>::toValue(static_cast<const T*>(component)->*member);
        };
        property.set = [member](void* component, const Value& value) -> Result<void> {
            auto converted = ValueConvert<Member>::fromValue(value);
            if (!converted)
                return converted.error();
            static_cast<T*>(component)->*member = *std::move(converted);
            return {};
        };
        return PropertyBuilder{property};
    }

    /// An enumeration whose values run 0, 1, 2, ... in the order of `choices`.
    template <typename EnumType>

    requires std::is_enum_v<EnumType> PropertyBuilder property(std::string name,
                                                               EnumType T::*member,
                                                               std::vector<std::string> choices)
    {
        auto& property = addProperty(std::move(name), PropertyKind::Enum);
        property.choices = choices;
        const T defaults{};
        property.defaultValue = {choices[static_cast<std::size_t>(defaults.*member)]};
        property.get = [member, choices](const void* component) -> Value {
            return {choices[static_cast<std::size_t>(static_cast<const T*>(component)->*member)]};
        };
        property.set = [member, choices](void* component, const Value& value) -> Result<void> {
            const auto* text = value.as<std::string>();
            const auto at =
                text != nullptr ? std::find(choices.begin(), choices.end(), *text) : choices.end();
            if (at == choices.end())
                return detail::wrongKind("one of the choices");
            static_cast<T*>(component)->*member = static_cast<EnumType>(at - choices.begin());
            return {};
        };
        return PropertyBuilder{property};
    }

    [[nodiscard]] TypeInfo finish()
    {
        ENGINE_EXPECT(m_type.id != 0);
        checkRanges(m_type);
        return std::move(m_type);
    }

private:
    Property& addProperty(std::string name, PropertyKind kind)
    {
        ENGINE_EXPECT(m_type.properties.size() < m_type.properties.capacity());
        auto& property = m_type.properties.emplace_back();
        property.label = labelFromName(name);
        property.name = std::move(name);
        property.kind = kind;
        property.section = m_section;
        return property;
    }

    TypeInfo m_type;
    std::string m_section;
};
} // namespace engine
