#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/reflect/property.h"

#include <memory>
#include <string>
#include <vector>

namespace engine
{
/// Component types are named by the hash of their name, also across shared libraries.
using TypeId = std::uint64_t;

/// A component's value without its C++ type. Immutable and shared; null means "has none".
using ComponentValue = std::shared_ptr<const void>;

template <typename T>
[[nodiscard]] constexpr TypeId typeIdOf()
{
    return nameHash(T::TypeName);
}

/// The description of one component type.
struct TypeInfo
{
    TypeId id = 0;
    std::string name;  ///< as in files
    std::string label; ///< as people read it
    std::string tooltip;
    bool userCanAdd = true; ///< offered by the inspector's "Add component"
    std::vector<Property> properties;

    std::function<std::shared_ptr<void>()> makeDefault;
    std::function<std::shared_ptr<void>(const void*)> clone;
    std::function<bool(const void*, const void*)> equal;

    [[nodiscard]] const Property* findProperty(std::string_view propertyName) const;
};

/// Properties that stand under one heading.
struct PropertySection
{
    std::string title; ///< empty for those without a heading
    std::vector<const Property*> properties;
};

/// All of the type that are not hidden, in the order in which headings come first.
[[nodiscard]] std::vector<PropertySection> sectionsOf(const TypeInfo& type);

/// Whether the property counts for a component of that type as it is (PropertyBuilder::onlyFor).
[[nodiscard]] bool
counts(const TypeInfo& type, const Property& property, const ComponentValue& component);

/// A copy of `component` with one property set. Null `component` starts from the default.
[[nodiscard]] Result<ComponentValue> withProperty(const TypeInfo& type,
                                                  const ComponentValue& component,
                                                  const Property& property,
                                                  const Value& value);
} // namespace engine
