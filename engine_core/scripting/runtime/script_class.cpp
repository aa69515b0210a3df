#include "engine_core/scripting/runtime/script_class.h"

#include <algorithm>

namespace engine
{
const ScriptProperty* ScriptClassInfo::findProperty(std::string_view name) const
{
    const auto at = std::find_if(properties.begin(), properties.end(),
                                 [&](const auto& property) { return property.name == name; });
    return at != properties.end() ? &*at : nullptr;
}

const ScriptClassInfo* ScriptProgram::findClass(std::string_view className) const
{
    const auto at = std::find_if(classes.begin(), classes.end(),
                                 [&](const auto& info) { return info.className == className; });
    return at != classes.end() ? &*at : nullptr;
}

Value scriptValue(const ScriptProperty& property, const ValueBag& authored)
{
    const auto* value = findValue(authored, property.name);
    return value != nullptr ? *value : property.initial;
}
} // namespace engine
