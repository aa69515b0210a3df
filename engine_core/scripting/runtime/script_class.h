#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/reflect/property.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine
{
/// One public property of a script class, as the inspector shows it.
struct ScriptProperty
{
    std::string name;  ///< as in the script
    std::string label; ///< as people read it
    std::string type;  ///< as the script declares it: "double", "Vec3", ...
    std::string tooltip;
    std::string unit;
    PropertyKind kind = PropertyKind::Float;
    PropertyKind elementKind = PropertyKind::Float; ///< of a List; what follows is said of each
    AssetKind assetKind = AssetKind::Any; ///< of a string with [asset(sound)] or the like
    std::optional<PropertyRange> range;
    std::vector<std::string> choices; ///< of an Enum, in the order of the script
    Value initial; ///< what the class itself gives it
};

/// A public member of a type that no Value holds: it can only be set in the script.
struct ScriptOnlyMember
{
    std::string name;
    std::string label;
    std::string type; ///< as the engine of scripts writes it, such as "dictionary" or "int[][]"
};

/// A public method that messages can call.
struct ScriptMessage
{
    std::string name;
    std::optional<PropertyKind> takes; ///< one value of that kind; empty: nothing
};

/// A script class that can drive an entity.
struct ScriptClassInfo
{
    std::string className;
    std::vector<ScriptProperty> properties; ///< in the order of the script, base classes first
    std::vector<ScriptOnlyMember> scriptOnly; ///< the same
    std::vector<std::string> outputs{};       ///< that wires can begin at: [outputs("opened")]
    std::vector<ScriptMessage> messages{};    ///< in the order of the script, without [hidden] ones

    [[nodiscard]] const ScriptProperty* findProperty(std::string_view name) const;
    [[nodiscard]] const ScriptMessage* findMessage(std::string_view name) const;
};

/// A compiled script file with everything it includes. Immutable; shared by all sessions.
struct ScriptProgram
{
    std::string file;                     ///< below the scripts folder, such as "door.as"
    ContentHash hash = 0;                 ///< of all source texts
    std::vector<std::string> sources;     ///< files below the scripts folder, `file` first
    std::vector<ScriptClassInfo> classes; ///< in the order of their names
    std::string byteCode;

    [[nodiscard]] const ScriptClassInfo* findClass(std::string_view className) const;
};

/// What the entity's author has set, or else what the class gives it. What was set while the member
/// had another type, or an enumeration another name, counts as not set but stays in the bag.
[[nodiscard]] Value scriptValue(const ScriptProperty& property, const ValueBag& authored);
} // namespace engine
