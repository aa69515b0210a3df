#include "engine_core/math/color_temperature.h"
#include "engine_core/play/script_bindings/play_bindings.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/light/light_style.h"

#include <cmath>
#include <functional>

namespace engine
{
namespace
{
/// Changes all lights of a group; how many there are.
int changeGroup(const std::string& group, const std::function<void(Light&)>& change)
{
    auto* play = activePlay();
    if (play == nullptr)
        return 0;
    if (group.empty()) {
        raiseInScript("A group of lights has a name");
        return 0;
    }
    std::vector<std::pair<EntityId, Light>>
        lights; // writing while going through them is not allowed
    play->world.forEach<Light>([&](EntityId entity, const Light& light) {
        if (light.group == group)
            lights.emplace_back(entity, light);
    });
    for (auto& [entity, light] : lights) {
        auto changed = light;
        change(changed);
        if (!(changed == light))
            play->write(entity, std::move(changed));
    }
    return static_cast<int>(lights.size());
}

int setOn(const std::string& group, bool on)
{
    return changeGroup(group, [on](Light& light) { light.on = on; });
}

int setDimmer(const std::string& group, double share)
{
    if (!(share >= 0 && share <= 10)) {
        raiseInScript("A dimmer goes from 0 to 10");
        return 0;
    }
    return changeGroup(group, [share](Light& light) { light.dimmer = static_cast<float>(share); });
}

int setColor(const std::string& group, const Color& color)
{
    if (!std::isfinite(color.r + color.g + color.b) || color.r < 0 || color.g < 0 || color.b < 0) {
        raiseInScript("A colour of light has no parts below 0");
        return 0;
    }
    return changeGroup(group, [&](Light& light) { light.color = color; });
}

int setPattern(const std::string& group, const std::string& pattern, double speed)
{
    if (const auto fits = checkPattern(pattern); !fits) {
        raiseInScript(fits.error().message());
        return 0;
    }
    if (!(speed >= 0.01 && speed <= 20)) {
        raiseInScript("The speed of a pattern goes from 0.01 to 20");
        return 0;
    }
    return changeGroup(group, [&](Light& light) {
        light.style = pattern.empty() ? LightStyle::Steady : LightStyle::Pattern;
        light.pattern = pattern.empty() ? light.pattern : pattern;
        light.styleSpeed = static_cast<float>(speed);
    });
}

bool isOn(const std::string& group)
{
    const auto* play = activePlay();
    bool any = false;
    if (play != nullptr)
        play->world.forEach<Light>([&](EntityId, const Light& light) {
            any = any || (light.group == group && strengthOf(light) > 0);
        });
    return any;
}

Color temperature(double kelvin)
{
    if (!std::isfinite(kelvin))
        raiseInScript("A temperature is a number of kelvin");
    return colorOfTemperature(std::isfinite(kelvin) ? kelvin : MostKelvin);
}
} // namespace

Result<void> bindLights(ScriptBinder& binder)
{
    binder.space("Lights");
    binder.function("int setOn(const string &in group, bool on)", setOn,
                    "Switches all lights of a group; how many there are");
    binder.function("int setDimmer(const string &in group, double share)", setDimmer,
                    "The share of their intensity that all lights of a group give, 0 to 10");
    binder.function("int setColor(const string &in group, const Color &in color)", setColor,
                    "Colours all lights of a group");
    binder.function("int setPattern(const string &in group, const string &in pattern, double speed "
                    "= 1)",
                    setPattern,
                    "Lets all lights of a group follow letters, ten a second times the speed: a is "
                    "dark, m usual, z twice as bright; \"\" makes them steady");
    binder.function("bool isOn(const string &in group)", isOn,
                    "Whether a light of the group shines");
    binder.function("Color temperature(double kelvin)", temperature,
                    "The colour of a lamp of 1,000 to 12,000 kelvin");
    binder.space("");
    return binder.finish("lights");
}
} // namespace engine
