#pragma once

#include "engine_core/interchange/maps/map_geometry.h"
#include "engine_core/interchange/maps/map_part_table.h"
#include "engine_core/math/aabb.h"

#include <functional>

namespace engine
{
/// What is known of an entity when its part's values are worked out.
struct MapPartSubject
{
    const MapKeys* keys = nullptr;
    Aabb bounds; ///< of its brushes, in the world, metres; empty if it has none
    Aabb group;  ///< with those that act as one with it
    Vec3d place; ///< of the object, in the world

    /// The first entity of that name; null if there is none.
    std::function<EntityId(const std::string& name)> find;
    /// What the entity of the name's own "target" names; empty if nothing.
    std::function<std::string(const std::string& name)> next;
    /// Told of a key whose value is no number.
    std::function<void(const std::string& key, const std::string& value)> complain;
};

/// What a property gets, in our units and within its bounds; nothing: what its script has.
[[nodiscard]] Value mapPartValue(const MapPartValue& source,
                                 const MapPartProperty& property,
                                 const MapPartSubject& subject,
                                 const MapSpace& space);

/// Of a key, finite; `otherwise` where there is none, or no number.
[[nodiscard]] double
mapNumberOf(const MapPartSubject& subject, const std::string& key, double otherwise);

/// The text of a key with its line breaks ("\n" in the file), at most so many bytes.
[[nodiscard]] std::string mapTextOf(const MapKeys& keys, std::string_view key, std::size_t most);
} // namespace engine
