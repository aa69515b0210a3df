#pragma once

#include "engine_core/reflect/type_builder.h"
#include "engine_core/reflect/type_info.h"

#include <deque>
#include <string_view>

namespace engine
{
/// All component types of one program, registered by explicit calls and passed around, never
/// global.
class TypeRegistry
{
public:
    /// Registers T by its describe(). Twice is a mistake of ours.
    template <typename T>
    const TypeInfo& add()
    {
        TypeBuilder<T> builder;
        describe(builder);
        return add(builder.finish());
    }

    const TypeInfo& add(TypeInfo type);

    [[nodiscard]] const TypeInfo* find(TypeId id) const;

    [[nodiscard]] const TypeInfo* find(std::string_view name) const { return find(nameHash(name)); }

    [[nodiscard]] const std::deque<TypeInfo>& all() const { return m_types; }

private:
    std::deque<TypeInfo> m_types; // addresses stay
};
} // namespace engine
