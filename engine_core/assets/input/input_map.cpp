#include "engine_core/assets/input/input_map.h"

#include "engine_core/assets/project/project.h"
#include "engine_core/base/contract.h"

#include <algorithm>
#include <initializer_list>

namespace engine
{
namespace
{
std::vector<InputSource> sourcesNamed(std::initializer_list<const char*> names)
{
    std::vector<InputSource> sources;
    for (const auto* name : names) {
        const auto source = InputSource::named(name);
        ENGINE_EXPECT(source);
        sources.push_back(*source);
    }
    return sources;
}

InputMap makeUsual()
{
    InputMap map;
    const auto add = [&](const char* name, std::initializer_list<const char*> bindings) {
        map.actions.push_back({name, sourcesNamed(bindings)});
    };
    add("Forward", {"key.W", "key.Up", "pad.leftStickUp"});
    add("Back", {"key.S", "key.Down", "pad.leftStickDown"});
    add("Left", {"key.A", "key.Left", "pad.leftStickLeft"});
    add("Right", {"key.D", "key.Right", "pad.leftStickRight"});
    add("Run", {"key.Shift", "pad.leftStickPress"});
    add("Jump", {"key.Space", "pad.a"});
    add("Crouch", {"key.C", "key.Ctrl", "pad.b"});
    add("Use", {"key.E", "pad.x"});
    add("Fire", {"mouse.left", "pad.rightTrigger"});
    add("AltFire", {"mouse.right", "pad.leftTrigger"});
    map.axes.push_back({LookRightAxis, sourcesNamed({"pad.rightStickLeft"}),
                        sourcesNamed({"pad.rightStickRight"})});
    map.axes.push_back(
        {LookUpAxis, sourcesNamed({"pad.rightStickDown"}), sourcesNamed({"pad.rightStickUp"})});
    return map;
}

template <typename List>
auto* findNamed(List& list, std::string_view name)
{
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const auto& each) { return each.name == name; });
    return found != list.end() ? &*found : nullptr;
}
} // namespace

const InputMap& InputMap::usual()
{
    static const auto map = makeUsual();
    return map;
}

const InputAction* InputMap::action(std::string_view name) const
{
    return findNamed(actions, name);
}

const InputAxis* InputMap::axis(std::string_view name) const
{
    return findNamed(axes, name);
}

InputAction* InputMap::action(std::string_view name)
{
    return findNamed(actions, name);
}

InputAxis* InputMap::axis(std::string_view name)
{
    return findNamed(axes, name);
}

bool InputMap::has(std::string_view name) const
{
    return action(name) != nullptr || axis(name) != nullptr;
}

bool InputMap::binds(InputSource source) const
{
    const auto holds = [&](const std::vector<InputSource>& sources) {
        return std::find(sources.begin(), sources.end(), source) != sources.end();
    };
    return std::any_of(actions.begin(), actions.end(),
                       [&](const auto& each) { return holds(each.bindings); }) ||
           std::any_of(axes.begin(), axes.end(), [&](const auto& each) {
               return holds(each.negative) || holds(each.positive);
           });
}

std::vector<std::string> InputMap::names() const
{
    std::vector<std::string> all;
    for (const auto& each : actions)
        all.push_back(each.name);
    for (const auto& each : axes)
        all.push_back(each.name);
    return all;
}

bool isInputName(std::string_view name)
{
    const auto isLetter = [](char letter) {
        return (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z') ||
               letter == '_';
    };
    const auto isDigit = [](char letter) {
        return letter >= '0' && letter <= '9';
    };
    return !name.empty() && name.size() <= InputMap::MaxNameLength && !isDigit(name[0]) &&
           std::all_of(name.begin(), name.end(),
                       [&](char letter) { return isLetter(letter) || isDigit(letter); });
}

const InputMap& inputOf(const Project& project)
{
    return project.input ? *project.input : InputMap::usual();
}
} // namespace engine
