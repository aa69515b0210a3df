#include "engine_core/scene/components/light.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
void describeShape(TypeBuilder<Light>& light)
{
    light.property("range", &Light::range)
        .range(0.1, 256)
        .unit("m")
        .onlyFor("kind", {"point", "spot", "area"})
        .affects(Derived::Lightmap)
        .tooltip("Nothing farther away is lit");
    light.property("radius", &Light::radius)
        .range(0, 16)
        .unit("m")
        .onlyFor("kind", {"point", "spot"})
        .affects(Derived::Lightmap)
        .tooltip("Of the ball that shines: larger ones throw softer shadows");
    light.property("cone", &Light::cone)
        .range(1, 175)
        .unit("deg")
        .onlyFor("kind", {"spot"})
        .affects(Derived::Lightmap)
        .tooltip("From edge to edge");
    light.property("innerCone", &Light::innerCone)
        .range(0, 175)
        .unit("deg")
        .onlyFor("kind", {"spot"})
        .affects(Derived::Lightmap)
        .tooltip("Within it the spot shines with all its strength");
    light.property("sunAngle", &Light::sunAngle)
        .range(0, 45)
        .unit("deg")
        .onlyFor("kind", {"sun"})
        .affects(Derived::Lightmap)
        .tooltip("How large the sun's disc is in the sky: larger ones throw softer shadows");
    light.property("width", &Light::width)
        .range(0.01, 256)
        .unit("m")
        .onlyFor("kind", {"area"})
        .affects(Derived::Lightmap)
        .tooltip("Along the object's X");
    light.property("height", &Light::height)
        .range(0.01, 256)
        .unit("m")
        .onlyFor("kind", {"area"})
        .affects(Derived::Lightmap)
        .tooltip("Along the object's Y");
}

void describeGame(TypeBuilder<Light>& light)
{
    light.section("In the game");
    light
        .property("style", &Light::style,
                  {"steady", "flicker", "pulse", "strobe", "candle", "pattern"})
        .affects(Derived::Lightmap)
        .tooltip("How its strength changes by itself in the game; all but steady ones are live");
    light.property("pattern", &Light::pattern)
        .onlyFor("style", {"pattern"})
        .tooltip("Letters, ten a second, as in Quake: a is dark, m usual, z twice as bright");
    light.property("styleSpeed", &Light::styleSpeed)
        .range(0.01, 20)
        .onlyFor("style", {"flicker", "pulse", "strobe", "candle", "pattern"})
        .tooltip("How many times as fast as usual");
    light.property("group", &Light::group)
        .affects(Derived::Lightmap)
        .tooltip("A name that scripts switch, dim and colour all its lights by, such as \"hall\". "
                 "Lights of a group are live");
    light.property("on", &Light::on)
        .affects(Derived::Lightmap)
        .tooltip("Whether it shines when the game starts");
    light.property("dimmer", &Light::dimmer)
        .range(0, 10)
        .affects(Derived::Lightmap)
        .tooltip("The share of the intensity that it gives: 1 all, 0 nothing");
}
} // namespace

void describe(TypeBuilder<Light>& light)
{
    light.type("light", "Light", "A lamp, a spot, a shining area or the sun");
    light.property("kind", &Light::kind, {"point", "spot", "sun", "area"})
        .affects(Derived::Lightmap)
        .tooltip("Point: to all sides. Spot: into a cone. Sun: from so far away that it lights the "
                 "whole scene from one direction, wherever it stands. Area: a rectangle that "
                 "shines to its front. All but the point shine along the entity's -Z");
    light.property("color", &Light::color).affects(Derived::Lightmap).tooltip("Linear colour");
    light.property("intensity", &Light::intensity)
        .range(0, 100000)
        .unit("cd")
        .affects(Derived::Lightmap)
        .tooltip("Brightness: candela, of an area straight ahead. Of the sun lux: the light on a "
                 "face that is turned towards it");
    describeShape(light);
    light.property("baked", &Light::baked)
        .affects(Derived::Lightmap)
        .tooltip("Lights the lightmaps; otherwise it shines live, without bounces. Lights with a "
                 "style and those of a group are always live");
    light.property("castShadows", &Light::castShadows).affects(Derived::Lightmap);
    light.property("profile", &Light::profile)
        .asset(AssetKind::LightProfile)
        .onlyFor("kind", {"point", "spot"})
        .affects(Derived::Lightmap)
        .tooltip("An IES file, which says how much of the light goes where. Its lower pole is "
                 "along the object's -Z, its angle 0 along X");
    describeGame(light);
}

double lightFalloff(double distance, double range)
{
    if (distance >= range)
        return 0;
    const double ratio = distance / range;
    const double window = 1.0 - ratio * ratio * ratio * ratio;
    // Nearer than 1 cm a point light has no meaning, and the division must stay finite.
    return window * window / std::max(distance * distance, 1e-4);
}

Quatd lightRotation(const Transform& place)
{
    return place.scale.z < 0 ? place.rotation * glm::angleAxis(Pi, Vec3d{0, 1, 0})
                             : place.rotation;
}

LightCone::LightCone(const Light& light)
{
    if (light.kind != LightKind::Spot)
        return;
    const auto cosineOf = [](float degrees) {
        return std::cos(static_cast<double>(std::clamp(degrees, 0.0F, 180.0F)) * Pi / 360);
    };
    const double edge = cosineOf(light.cone);
    const double inner = std::max(cosineOf(std::min(light.innerCone, light.cone)), edge);
    const double steepness = 1 / std::max(inner - edge, 1e-3);
    scale = static_cast<float>(steepness);
    offset = static_cast<float>(-edge * steepness);
}

float LightCone::share(float cosine) const
{
    const float linear = std::clamp(cosine * scale + offset, 0.0F, 1.0F);
    return linear * linear;
}
} // namespace engine
