#pragma once

#include "engine_core/interchange/maps/map_geometry.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"

#include <optional>
#include <string_view>

namespace engine
{
/// What editors write for a face without a texture.
inline constexpr std::string_view EmptyTexture = "__TB_empty";

/// What an entity of a .map is in ours, as far as its class tells. Each function reads the same
/// from the same keys, so that an export can tell whether a component still says what the keys say.

/// Its place and direction: keys "origin", "angle", "angles" and "mangle". What lies beyond
/// WorldLimit stands at the edge of the world.
[[nodiscard]] TransformComponent
mapTransform(std::string_view className, const MapKeys& keys, const MapSpace& space);

/// Whether "origin" says a place beyond WorldLimit.
[[nodiscard]] bool isBeyondWorld(const MapKeys& keys, const MapSpace& space);

/// Nothing if brushes of that class stand still. Triggers and the like do not collide.
[[nodiscard]] std::optional<Mover> mapMover(std::string_view className);

/// Where a single player starts; other starts keep their class.
[[nodiscard]] bool isPlayerStart(std::string_view className);

/// A layer of TrenchBroom, which is an entity of the class func_group whose "_tb_type" says so.
struct MapLayer
{
    Layer layer;
    bool hidden = false;
    bool locked = false;
    friend bool operator==(const MapLayer&, const MapLayer&) = default;
};

/// Nothing if the keys describe no layer.
[[nodiscard]] std::optional<MapLayer> mapLayer(const MapKeys& keys);

/// Of worldspawn: "gravity" and "_minlight" replace what `before` has.
[[nodiscard]] SceneSettings
mapSettings(const MapKeys& keys, const MapSpace& space, SceneSettings before);

/// Changes the keys so that they say what the components say; keys that already do stay as they
/// are.
void writeMapTransform(std::string_view className,
                       MapKeys& keys,
                       const TransformComponent& transform,
                       const MapSpace& space);
void writeMapLayer(MapKeys& keys, const MapLayer& layer);
void writeMapSettings(MapKeys& keys, const SceneSettings& settings, const MapSpace& space);

/// Takes away what says that a group is a copy of others in TrenchBroom: its contents are edited
/// here without theirs. Whether there was something.
bool removeMapLink(MapKeys& keys);
} // namespace engine
