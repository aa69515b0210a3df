#include "engine_core/interchange/maps/map_entities.h"

#include "engine_core/interchange/maps/map_numbers.h"
#include "engine_core/math/srgb.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine
{
namespace
{
/// In Quake a player's origin is this far above the feet. Units.
constexpr double StartHeight = 24;
Quatd turnAbout(const Vec3d& axis, double degrees)
{
    return glm::angleAxis(radians(degrees), axis);
}

/// Yaw turns from +X towards +Y, pitch is downwards; we look along -Z at no turn.
Quatd rotationOf(double yaw, double pitch, double roll)
{
    return turnAbout({0, 1, 0}, yaw - 90) * turnAbout({1, 0, 0}, -pitch) *
           turnAbout({0, 0, 1}, -roll);
}

/// These look up with a pitch above 0, unlike everything else.
bool isLightOfHalfLife(std::string_view className)
{
    return className == "light_spot" || className == "light_environment";
}

double lightPitch(const MapKeys& keys)
{
    const auto pitch = numberOf(keys, "pitch").value_or(0);
    return pitch != 0 ? pitch : numbersOf(keys, "angles").values[0];
}

std::optional<Quatd> rotationFromKeys(std::string_view className, const MapKeys& keys)
{
    if (isLightOfHalfLife(className))
        return rotationOf(numbersOf(keys, "angles").values[1], -lightPitch(keys), 0);
    if (const auto mangle = numbersOf(keys, "mangle"); mangle.count == 3)
        return className.starts_with("light")
                   ? rotationOf(mangle.values[0], -mangle.values[1], mangle.values[2])
                   : rotationOf(mangle.values[1], mangle.values[0], mangle.values[2]);
    if (const auto angles = numbersOf(keys, "angles"); angles.count == 3)
        return rotationOf(angles.values[1], angles.values[0], angles.values[2]);
    // -1 and -2 mean up and down, which only movers know.
    if (const auto angle = numberOf(keys, "angle"); angle && *angle >= 0)
        return rotationOf(*angle, 0, 0);
    return std::nullopt;
}

Vec3d originOf(const MapKeys& keys)
{
    const auto numbers = numbersOf(keys, "origin").values;
    return {numbers[0], numbers[1], numbers[2]};
}

double startHeight(std::string_view className)
{
    return isPlayerStart(className) ? StartHeight : 0;
}
} // namespace

TransformComponent
mapTransform(std::string_view className, const MapKeys& keys, const MapSpace& space)
{
    TransformComponent transform;
    const auto origin = originOf(keys);
    const auto place = space.toOurs(origin - Vec3d{0, 0, startHeight(className)}) + 0.0;
    transform.position = glm::clamp(place, -WorldLimit, WorldLimit);
    if (const auto rotation = rotationFromKeys(className, keys))
        transform.rotation = *rotation;
    else if (isPlayerStart(className))
        transform.rotation = rotationOf(0, 0, 0);
    return transform;
}

bool isBeyondWorld(const MapKeys& keys, const MapSpace& space)
{
    const auto size = glm::abs(space.toOurs(originOf(keys)));
    return std::max({size.x, size.y, size.z}) > WorldLimit;
}

std::optional<Mover> mapMover(std::string_view className)
{
    constexpr auto Moving = std::to_array<std::string_view>(
        {"func_bobbing", "func_button", "func_door", "func_door_rotating", "func_door_secret",
         "func_movelinear", "func_pendulum", "func_plat", "func_platrot", "func_rotating",
         "func_tracktrain", "func_train", "momentary_door", "momentary_rot_button"});
    if (std::find(Moving.begin(), Moving.end(), className) != Moving.end())
        return Mover{true};
    if (className.starts_with("trigger_") || className == "func_illusionary")
        return Mover{false};
    return std::nullopt;
}

bool isPlayerStart(std::string_view className)
{
    return className == "info_player_start";
}

std::optional<MapLayer> mapLayer(const MapKeys& keys)
{
    const auto* type = findMapKey(keys, "_tb_type");
    if (type == nullptr || *type != "_tb_layer")
        return std::nullopt;
    const auto isOn = [&](std::string_view key) {
        return numberOf(keys, key).value_or(0) != 0;
    };
    constexpr double MostLayers = 1e6; // TrenchBroom's default layer has the greatest number
    MapLayer result;
    const auto order = numberOf(keys, "_tb_layer_sort_index").value_or(0);
    result.layer.order = static_cast<int>(std::clamp(order, -MostLayers, MostLayers));
    result.layer.color = colorOf(numbersOf(keys, "_tb_layer_color")).value_or(result.layer.color);
    result.layer.omit = isOn("_tb_layer_omit_from_export");
    result.hidden = isOn("_tb_layer_hidden");
    result.locked = isOn("_tb_layer_locked");
    return result;
}

SceneSettings mapSettings(const MapKeys& keys, const MapSpace& space, SceneSettings before)
{
    if (const auto gravity = numberOf(keys, "gravity"))
        before.gravity = std::clamp(*gravity * space.scale(), -100.0, 100.0);
    auto light = numberOf(keys, "_minlight");
    if (!light)
        light = numberOf(keys, "light");
    if (light) {
        const auto ambient = static_cast<float>(toLinear(*light / LightMaximum));
        before.ambient = {ambient, ambient, ambient};
    }
    return before;
}

void writeMapTransform(std::string_view className,
                       MapKeys& keys,
                       const TransformComponent& transform,
                       const MapSpace& space)
{
    const auto now = mapTransform(className, keys, space);
    if (now.position != transform.position || findMapKey(keys, "origin") == nullptr) {
        const auto at = space.toMap(transform.position);
        setMapKey(keys, "origin", textOf({at.x, at.y, at.z + startHeight(className)}));
    }
    if (now.rotation == transform.rotation)
        return;
    std::erase_if(keys, [](const auto& pair) {
        return pair.first == "angle" || pair.first == "angles" || pair.first == "mangle";
    });
    const auto ahead = transform.rotation * Vec3d{0, 0, -1};
    const double pitch = -degrees(std::asin(std::clamp(ahead.y, -1.0, 1.0)));
    double yaw = degrees(std::atan2(-ahead.z, ahead.x));
    yaw = yaw < 0 ? yaw + 360 : yaw;
    const auto whole = [](double angle) {
        return std::round(angle * 1e6) / 1e6 + 0.0;
    };
    if (isLightOfHalfLife(className)) { // "pitch" would win, and "angle" is not read
        std::erase_if(keys, [](const auto& pair) { return pair.first == "pitch"; });
        setMapKey(keys, "angles", textOf({whole(-pitch), whole(yaw), 0}));
    } else if (std::abs(pitch) < 1e-6)
        setMapKey(keys, "angle", textOf({whole(yaw)}));
    else
        setMapKey(keys, "angles", textOf({whole(pitch), whole(yaw), 0}));
}

void writeMapLayer(MapKeys& keys, const MapLayer& layer)
{
    setMapKey(keys, "_tb_type", "_tb_layer");
    const auto now = *mapLayer(keys);
    if (now.layer.order != layer.layer.order || !findMapKey(keys, "_tb_layer_sort_index"))
        setMapKey(keys, "_tb_layer_sort_index", std::to_string(layer.layer.order));
    if (now.layer.color != layer.layer.color)
        setMapKey(keys, "_tb_layer_color", colorText(layer.layer.color));
    const auto set = [&](const char* key, bool before, bool is) {
        if (is && !before)
            setMapKey(keys, key, "1");
        else if (before && !is)
            std::erase_if(keys, [&](const auto& pair) { return pair.first == key; });
    };
    set("_tb_layer_locked", now.locked, layer.locked);
    set("_tb_layer_hidden", now.hidden, layer.hidden);
    set("_tb_layer_omit_from_export", now.layer.omit, layer.layer.omit);
}

void writeMapSettings(MapKeys& keys, const SceneSettings& settings, const MapSpace& space)
{
    const auto now = mapSettings(keys, space, SceneSettings{});
    if (now.gravity != settings.gravity)
        setMapKey(keys, "gravity", textOf({settings.gravity / space.scale()}));
    if (now.ambient != settings.ambient) {
        const double grey =
            (static_cast<double>(settings.ambient.r) + static_cast<double>(settings.ambient.g) +
             static_cast<double>(settings.ambient.b)) /
            3;
        std::erase_if(keys, [](const auto& pair) { return pair.first == "light"; });
        setMapKey(keys, "_minlight", textOf({std::round(srgbFromLinear(grey) * LightMaximum)}));
    }
}

bool removeMapLink(MapKeys& keys)
{
    return std::erase_if(keys, [](const auto& pair) {
               return pair.first == "_tb_linked_group_id" || pair.first == "_tb_transformation";
           }) > 0;
}
} // namespace engine
