#pragma once

#include "engine_core/base/result.h"
#include "engine_core/reflect/value.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace engine
{
enum class PropertyKind
{
    Bool,
    Int,
    Float, ///< float or double in the component, double in a Value
    Text,
    Vec2,
    Vec3,
    Rotation, ///< a quaternion; shown as degrees about x, y, z
    Color,
    Entity,
    Asset,
    Enum, ///< stored and written as the name of the choice
    Bag,  ///< the public properties of a script
    List  ///< an array of a script
};

/// Which kind of file an Asset property takes.
enum class AssetKind
{
    Any,
    Material,
    Texture,
    Sound,
    Mesh,
    Script,
    LightProfile ///< an IES file
};

/// What a change of an authored property does to a running play session.
enum class Apply
{
    Live,    ///< set on the running entity
    Respawn, ///< the running entity is rebuilt from authored data
    NextPlay ///< takes effect at the next start
};

/// Which derived data a change makes stale. Flags.
enum class Derived : unsigned
{
    None = 0,
    Lightmap = 1,
    Navmesh = 2
};

[[nodiscard]] constexpr Derived operator|(Derived a, Derived b)
{
    return static_cast<Derived>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

[[nodiscard]] constexpr bool includes(Derived all, Derived one)
{
    return (static_cast<unsigned>(all) & static_cast<unsigned>(one)) != 0;
}

struct PropertyRange
{
    double min = 0;
    double max = 0;
};

/// Everything that JSON, inspector, scripts and live editing need to know of one property.
struct Property
{
    std::string name;  ///< as in files and scripts; never changes
    std::string label; ///< as people read it
    std::string tooltip;
    std::string unit; ///< "m", "deg", "cd", ...; empty if none
    std::string section; ///< the heading it stands under in forms; empty if the type has none
    PropertyKind kind = PropertyKind::Float;
    PropertyKind elementKind = PropertyKind::Float; ///< of a List; what follows is said of each
    AssetKind assetKind = AssetKind::Any;
    std::optional<PropertyRange> range;
    std::vector<std::string> choices; ///< of an Enum
    Apply apply = Apply::Live;
    Derived affects = Derived::None;
    bool hidden = false; ///< not shown in the inspector
    std::string decidedBy; ///< an Enum of the type; the property counts for some of its choices,
    std::vector<std::string> countsFor; ///< which are these; forms show it for them alone
    bool singlePrecision = false; ///< a Float kept as float: written as the shortest such number
    Value defaultValue;

    std::function<Value(const void* component)> get;
    /// Fails, with the reason, on a value of another kind, one that is not finite or out of range.
    std::function<Result<void>(void* component, const Value& value)> set;
};
} // namespace engine
