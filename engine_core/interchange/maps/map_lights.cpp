#include "engine_core/interchange/maps/map_lights.h"

#include "engine_core/interchange/maps/map_entities.h"
#include "engine_core/interchange/maps/map_numbers.h"
#include "engine_core/math/srgb.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/light/light_style.h"
#include "engine_core/scene/light/scene_light.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace engine
{
namespace
{
constexpr double DefaultLightReach = 300;
/// What the games' sunlight of this strength gives to a face that is turned to it: as much as shows
/// a texture as it was painted.
constexpr double PlainSunlight = 150;
constexpr double DefaultCone = 40; ///< degrees from edge to edge, of Quake's spots

float intensityAtRange(double range)
{
    const Light usual;
    const double ratio = range / static_cast<double>(usual.range);
    return static_cast<float>(static_cast<double>(usual.intensity) * ratio * ratio);
}

/// Strength and colour, in all the ways in which games write them.
struct Strength
{
    double value = DefaultLightReach;
    Color color;
};

Strength strengthOf(const MapKeys& keys)
{
    Strength result;
    auto color = colorOf(numbersOf(keys, "_color"));
    if (!color)
        color = colorOf(numbersOf(keys, "color"));
    for (const auto* key : {"light", "_light"}) {
        const auto numbers = numbersOf(keys, key);
        if (numbers.count == 1 || numbers.count == 2)
            result.value = numbers.values[0];
        if (numbers.count >= 3)
            color = colorOf(numbers);
        if (numbers.count == 4)
            result.value = numbers.values[3];
    }
    result.color = color.value_or(Color{});
    return result;
}

bool isSunClass(std::string_view className, const MapKeys& keys)
{
    return className == "light_environment" || className == "light_sun" ||
           numberOf(keys, "_sun").value_or(0) > 0;
}

float coneOf(double degrees)
{
    return static_cast<float>(std::clamp(degrees, 1.0, 175.0));
}

/// Half-Life and Source count cones from the middle, Quake from edge to edge.
void readCones(std::string_view className, const MapKeys& keys, Light& light)
{
    if (className == "light_spot") {
        const bool isSource = findMapKey(keys, "_inner_cone") != nullptr;
        const double inner = numberOf(keys, isSource ? "_inner_cone" : "_cone").value_or(10);
        const double outer = numberOf(keys, isSource ? "_cone" : "_cone2").value_or(inner);
        light.innerCone = static_cast<float>(std::clamp(2 * inner, 0.0, 175.0));
        light.cone = coneOf(2 * std::max(outer, inner));
        return;
    }
    const double cone = numberOf(keys, "angle").value_or(DefaultCone);
    light.cone = coneOf(cone > 0 ? cone : DefaultCone);
    light.innerCone = static_cast<float>(std::clamp(
        numberOf(keys, "_softangle").value_or(static_cast<double>(light.cone)), 0.0, 175.0));
}

LightKind kindOf(std::string_view className, const MapKeys& keys)
{
    if (isSunClass(className, keys))
        return LightKind::Sun;
    if (const auto* kind = findMapKey(keys, "_kind"); kind != nullptr && *kind == "area")
        return LightKind::Area;
    const bool isAimed = className == "light_spot" || findMapKey(keys, "mangle") != nullptr ||
                         findMapKey(keys, "target") != nullptr;
    return isAimed ? LightKind::Spot : LightKind::Point;
}

float metresOf(const MapKeys& keys, std::string_view key, float usual, double most)
{
    const auto metres = numberOf(keys, key);
    return metres ? static_cast<float>(std::clamp(*metres, 0.0, most)) : usual;
}

constexpr std::array<std::string_view, 5> StyleNames{"steady", "flicker", "pulse", "strobe",
                                                     "candle"};

/// Nearest to each of our styles among those that the games number.
constexpr std::array<int, 5> NumberOfStyle{0, 10, 5, 4, 3};

/// Games number some patterns ("style", of face lights "_style") and take letters ("pattern", of
/// Half-Life and Source); "_light_style" is ours.
void readStyle(const MapKeys& keys, Light& light)
{
    if (const auto* group = findMapKey(keys, "_group"))
        light.group = *group;
    if (const auto speed = numberOf(keys, "_style_speed"))
        light.styleSpeed = static_cast<float>(std::clamp(*speed, 0.01, 20.0));
    if (const auto dimmer = numberOf(keys, "_dimmer"))
        light.dimmer = static_cast<float>(std::clamp(*dimmer, 0.0, 10.0));
    light.on = numberOf(keys, "_off").value_or(0) <= 0;
    if (const auto* ours = findMapKey(keys, "_light_style"))
        if (const auto at = std::find(StyleNames.begin(), StyleNames.end(), *ours);
            at != StyleNames.end()) {
            light.style = static_cast<LightStyle>(at - StyleNames.begin());
            return;
        }
    const auto* letters = findMapKey(keys, "pattern");
    std::string pattern{letters != nullptr && checkPattern(*letters) ? *letters : ""};
    for (const auto* key : {"style", "_style"})
        if (const auto style = numberOf(keys, key); pattern.empty() && style && *style >= 1)
            pattern = quakePattern(static_cast<int>(std::min(*style, 1e6)));
    if (pattern.empty())
        return;
    light.style = LightStyle::Pattern;
    light.pattern = pattern;
}

void writeStyle(MapKeys& keys, const Light& light)
{
    const auto number = numberOf(keys, "style");
    std::erase_if(keys, [&](const auto& pair) {
        // Above 12 the games count what is switched, which is theirs to say.
        const bool isStyle = (pair.first == "style" && number && *number <= 12) ||
                             pair.first == "_style" || pair.first == "pattern";
        return isStyle || pair.first == "_light_style" || pair.first == "_group" ||
               pair.first == "_style_speed" || pair.first == "_dimmer" || pair.first == "_off";
    });
    if (!light.group.empty())
        setMapKey(keys, "_group", light.group);
    if (light.styleSpeed != 1)
        setMapKey(keys, "_style_speed", textOf({static_cast<double>(light.styleSpeed)}));
    if (light.dimmer != 1)
        setMapKey(keys, "_dimmer", textOf({static_cast<double>(light.dimmer)}));
    if (!light.on)
        setMapKey(keys, "_off", "1");
    if (light.style == LightStyle::Steady)
        return;
    if (light.style != LightStyle::Pattern) {
        const auto at = static_cast<std::size_t>(light.style);
        setMapKey(keys, "_light_style", std::string{StyleNames.at(at)});
        setMapKey(keys, "style", std::to_string(NumberOfStyle.at(at)));
    } else if (const int style = quakeStyle(light.pattern); style > 0) {
        setMapKey(keys, "style", std::to_string(style));
    } else if (checkPattern(light.pattern)) {
        setMapKey(keys, "pattern", light.pattern);
    }
}

/// Whether keys that mean `b` need no change. What maps have no word for counts for nothing.
bool saysTheSame(const Light& a, Light b)
{
    b.baked = a.baked;
    b.castShadows = a.castShadows;
    b.profile = a.profile;
    if (a.style != LightStyle::Pattern && b.style == a.style)
        b.pattern = a.pattern;
    return a == b;
}

/// Yaw, pitch (up is above 0) and roll, as light compilers read them.
std::string mangleOf(const Quatd& rotation)
{
    const auto ahead = lightDirection(rotation);
    const double pitch = degrees(std::asin(std::clamp(ahead.y, -1.0, 1.0)));
    const bool isUpright = std::abs(ahead.y) > 1 - 1e-9;
    const auto top = rotation * Vec3d{0, 1, 0};
    const double yaw = isUpright ? degrees(std::atan2(top.z * ahead.y, -top.x * ahead.y))
                                 : degrees(std::atan2(-ahead.z, ahead.x));
    const auto whole = [](double angle) {
        return std::round(angle * 1e6) / 1e6 + 0.0;
    };
    return textOf({whole(yaw), whole(pitch), 0});
}

/// Light compilers turn lights by "mangle" or "target" alone; "angle" is the cone of spots.
void writeAim(MapKeys& keys,
              const Light& light,
              const Quatd& rotation,
              const std::optional<Vec3d>& target)
{
    constexpr double Same = 1e-6;
    const auto direction = lightDirection(rotation);
    std::erase_if(keys, [&](const auto& pair) {
        return pair.first == "angles" || (pair.first == "angle" && light.kind != LightKind::Spot);
    });
    if (target && glm::length(*target) > 0 &&
        glm::distance(glm::normalize(*target), direction) < Same)
        return;
    std::erase_if(keys, [](const auto& pair) { return pair.first == "target"; });
    const auto now = mapTransform("light", keys, MapSpace{1}).rotation;
    if (findMapKey(keys, "mangle") == nullptr ||
        glm::distance(lightDirection(now), direction) >= Same)
        setMapKey(keys, "mangle", mangleOf(rotation));
}

void writeStrength(MapKeys& keys, const Light& light, const MapSpace& space)
{
    std::erase_if(keys, [](const auto& pair) {
        return pair.first == "_light" || pair.first == "wait" || pair.first == "color" ||
               pair.first == "_candela";
    });
    setMapKey(keys, "_color", colorText(light.color));
    if (isSun(light)) {
        setMapKey(keys, "light",
                  textOf({static_cast<double>(light.intensity) * PlainSunlight / Pi}));
        return;
    }
    setMapKey(keys, "light", textOf({static_cast<double>(light.range) / space.scale()}));
    if (light.intensity != intensityAtRange(static_cast<double>(light.range)))
        setMapKey(keys, "_candela", textOf({static_cast<double>(light.intensity)}));
}
} // namespace

std::optional<Light>
mapLight(std::string_view className, const MapKeys& keys, const MapSpace& space)
{
    if (!className.starts_with("light"))
        return std::nullopt;
    const auto [strength, color] = strengthOf(keys);
    const double wait = numberOf(keys, "wait").value_or(1);
    const double reach = wait > 0 ? strength / wait : strength;
    if (!(reach > 0))
        return std::nullopt; // some maps take light away with lights below 0
    Light light;
    light.kind = kindOf(className, keys);
    light.color = color;
    readStyle(keys, light);
    if (isSun(light)) {
        light.intensity =
            static_cast<float>(std::clamp(strength / PlainSunlight * Pi, 0.0, 100'000.0));
        light.sunAngle = 2 * metresOf(keys, "_deviance", light.sunAngle / 2, 22);
        return light;
    }
    light.range = static_cast<float>(std::clamp(reach * space.scale(), 0.1, 256.0));
    light.intensity = intensityAtRange(static_cast<double>(light.range));
    if (const auto candela = numberOf(keys, "_candela"))
        light.intensity = static_cast<float>(std::clamp(*candela, 0.0, 100'000.0));
    light.radius = metresOf(keys, "_radius", light.radius, 16);
    if (light.kind == LightKind::Spot)
        readCones(className, keys, light);
    if (light.kind == LightKind::Area) {
        light.width = std::max(metresOf(keys, "_width", light.width, 256), 0.01F);
        light.height = std::max(metresOf(keys, "_height", light.height, 256), 0.01F);
    }
    return light;
}

void writeMapLight(std::string_view className,
                   MapKeys& keys,
                   const Light& light,
                   const Quatd& rotation,
                   const MapSpace& space,
                   const std::optional<Vec3d>& target)
{
    if (light.kind != LightKind::Point && className != "light_spot" &&
        className != "light_environment")
        writeAim(keys, light, rotation, target);
    if (const auto now = mapLight(className, keys, space); now && saysTheSame(light, *now))
        return;
    writeStrength(keys, light, space);
    writeStyle(keys, light);
    std::erase_if(keys, [&](const auto& pair) {
        const bool isOfKind = pair.first == "_sun" || pair.first == "_kind" ||
                              pair.first == "_deviance" || pair.first == "_radius" ||
                              pair.first == "_width" || pair.first == "_height" ||
                              pair.first == "_softangle";
        const bool aims =
            light.kind == LightKind::Point && (pair.first == "mangle" || pair.first == "target");
        return isOfKind || aims;
    });
    if (light.radius > 0)
        setMapKey(keys, "_radius", textOf({static_cast<double>(light.radius)}));
    if (isSun(light)) {
        setMapKey(keys, "_sun", "1");
        setMapKey(keys, "_deviance", textOf({static_cast<double>(light.sunAngle) / 2}));
    } else if (light.kind == LightKind::Area) {
        setMapKey(keys, "_kind", "area");
        setMapKey(keys, "_width", textOf({static_cast<double>(light.width)}));
        setMapKey(keys, "_height", textOf({static_cast<double>(light.height)}));
    } else if (light.kind == LightKind::Spot && className == "light_spot") {
        setMapKey(keys, "_cone", textOf({static_cast<double>(light.innerCone) / 2}));
        setMapKey(keys, "_cone2", textOf({static_cast<double>(light.cone) / 2}));
    } else if (light.kind == LightKind::Spot) {
        setMapKey(keys, "angle", textOf({static_cast<double>(light.cone)}));
        setMapKey(keys, "_softangle", textOf({static_cast<double>(light.innerCone)}));
    }
}

std::string_view mapLightClass(std::string_view className, const MapKeys& keys, const Light& light)
{
    const bool decides = className == "light_spot" || isSunClass(className, {});
    return decides && kindOf(className, keys) != light.kind ? std::string_view{"light"} : className;
}

Quatd turnTowards(const Vec3d& direction)
{
    const auto ahead = glm::normalize(direction);
    const bool isUpright = std::abs(ahead.y) > 1 - 1e-9;
    return glm::quatLookAt(ahead, isUpright ? Vec3d{0, 0, ahead.y > 0 ? 1 : -1} : Vec3d{0, 1, 0});
}

std::optional<Vec3d> lightTarget(const MapText& map, const MapKeys& keys, const MapSpace& space)
{
    const auto* target = findMapKey(keys, "target");
    if (target == nullptr || target->empty())
        return std::nullopt;
    const auto valueOf = [](const MapTextEntity& entity, std::string_view name) {
        const auto at = std::find_if(entity.keys.begin(), entity.keys.end(),
                                     [&](const MapKey& key) { return key.key == name; });
        return at != entity.keys.end() ? &at->value : nullptr;
    };
    for (const auto& entity : map.entities) {
        const auto* name = valueOf(entity, "targetname");
        const auto* origin = valueOf(entity, "origin");
        if (name != nullptr && *name == *target && origin != nullptr)
            return mapTransform({}, {{"origin", std::string{*origin}}}, space).position;
    }
    return std::nullopt;
}

bool showsSky(const MapText& map)
{
    return std::any_of(map.textures.begin(), map.textures.end(), isSkyTexture);
}

std::optional<MapKeys> takeMapSun(MapKeys& worldspawn)
{
    const auto strength = numberOf(worldspawn, "_sunlight");
    if (!strength || !(*strength > 0))
        return std::nullopt;
    const auto* mangle = findMapKey(worldspawn, "_sun_mangle");
    if (mangle == nullptr)
        mangle = findMapKey(worldspawn, "_sunlight_mangle");
    MapKeys keys;
    setMapKey(keys, "_sun", "1");
    setMapKey(keys, "light", textOf({*strength}));
    setMapKey(keys, "mangle", mangle != nullptr ? *mangle : std::string{"0 -90 0"});
    if (const auto* color = findMapKey(worldspawn, "_sunlight_color"))
        setMapKey(keys, "_color", *color);
    if (const auto* soft = findMapKey(worldspawn, "_sunlight_penumbra"))
        setMapKey(keys, "_deviance", *soft);
    std::erase_if(worldspawn, [](const auto& pair) {
        return pair.first == "_sunlight" || pair.first == "_sun_mangle" ||
               pair.first == "_sunlight_mangle" || pair.first == "_sunlight_color" ||
               pair.first == "_sunlight_penumbra";
    });
    return keys;
}

void addMapSun(const MapKeys& sun, EntityId id, const MapSpace& space, Edit& edit)
{
    edit.swaps.push_back(swapTo(id, Node{"Sun", {}}));
    edit.swaps.push_back(swapTo(id, mapTransform("light", sun, space)));
    edit.swaps.push_back(swapTo(id, *mapLight("light", sun, space)));
    edit.swaps.push_back(swapTo(id, MapEntity{"light", textFromMapKeys(sun)}));
}

SceneSettings withMapSky(const MapKeys& worldspawn, SceneSettings before)
{
    if (hasSky(before))
        return before;
    before.skyTop = {0.10F, 0.20F, 0.45F};
    before.skyHorizon = {0.45F, 0.52F, 0.60F};
    const double dome = numberOf(worldspawn, "_sunlight2").value_or(0);
    const auto up = skyRadiance(before, 0.5F); // about the mean over the dome
    before.skyLight = static_cast<float>(
        std::clamp(dome / PlainSunlight / static_cast<double>(up.x + up.y + up.z) * 3, 0.0, 100.0));
    return before;
}
} // namespace engine
