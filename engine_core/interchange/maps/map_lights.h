#pragma once

#include "engine_core/interchange/maps/map_geometry.h"
#include "engine_core/interchange/maps/map_text.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/world/world.h"

#include <optional>
#include <span>
#include <string_view>

namespace engine
{
/// What lights of Quake, Half-Life and Source are in ours, by the keys that their light compilers
/// read (light, hlrad, vrad and the keys of ericw-tools). Reading and writing agree, as those of
/// map_entities.h do.

/// Nothing if the class is no light, or if it shines nothing. The reach in Quake (keys "light",
/// "_light", "wait") becomes the range; the brightness keeps the look of our default light at any
/// range, unless the key "_candela" says it. Lights with a "mangle" or "target" are spots, with a
/// cone of "angle" degrees, and those with "_sun" and light_environment are suns.
[[nodiscard]] std::optional<Light>
mapLight(std::string_view className, const MapKeys& keys, const MapSpace& space);

/// The class that a light of that kind is written as: `className` unless that is always another
/// kind.
[[nodiscard]] std::string_view
mapLightClass(std::string_view className, const MapKeys& keys, const Light& light);

/// `target` leads from the light to what its keys aim at, if that is there. Who calls this for
/// another kind than a point leaves its turn to it, but for those of Half-Life.
void writeMapLight(std::string_view className,
                   MapKeys& keys,
                   const Light& light,
                   const Quatd& rotation,
                   const MapSpace& space,
                   const std::optional<Vec3d>& target = std::nullopt);

/// The orientation of a light that shines along `direction`, which is not 0.
[[nodiscard]] Quatd turnTowards(const Vec3d& direction);

/// Where the entity that the keys aim at stands; nothing without one.
[[nodiscard]] std::optional<Vec3d>
lightTarget(const MapText& map, const MapKeys& keys, const MapSpace& space);

/// Whether some face of the map shows the sky.
[[nodiscard]] bool showsSky(const MapText& map);

/// Takes the sun out of worldspawn's keys ("_sunlight", "_sun_mangle", "_sunlight_color") and
/// returns those of a light that is the same sun; nothing if there is none.
[[nodiscard]] std::optional<MapKeys> takeMapSun(MapKeys& worldspawn);

/// Makes that sun a light like any other, of the id.
void addMapSun(const MapKeys& sun, EntityId id, const MapSpace& space, Edit& edit);

/// What a level with faces of the sky needs where `before` has none: a sky to look at, and as much
/// light of it as worldspawn's "_sunlight2" says.
[[nodiscard]] SceneSettings withMapSky(const MapKeys& worldspawn, SceneSettings before);
} // namespace engine
