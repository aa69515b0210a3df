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
    // In menus besides the keys that walk, Use, Jump and Crouch, which a game may bind elsewhere.
    add(MenuActions[0], {"pad.dpadUp"});
    add(MenuActions[1], {"pad.dpadDown"});
    add(MenuActions[2], {"pad.dpadLeft"});
    add(MenuActions[3], {"pad.dpadRight"});
    add(MenuChooseAction, {"key.Return", "key.Enter", "pad.a"});
    add(MenuBackAction, {"pad.b"});
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

std::vector<std::string> InputMap::sharing(std::string_view name) const
{
    std::vector<std::string> all;
    const auto* own = action(name);
    if (own == nullptr)
        return all;
    const auto shares = [&](const std::vector<InputSource>& sources) {
        return std::find_first_of(sources.begin(), sources.end(), own->bindings.begin(),
                                  own->bindings.end()) != sources.end();
    };
    for (const auto& each : actions)
        if (&each != own && isMenuAction(each.name) == isMenuAction(name) && shares(each.bindings))
            all.push_back(each.name);
    for (const auto& each : axes)
        if (shares(each.negative) || shares(each.positive))
            all.push_back(each.name);
    return all;
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

bool isMenuAction(std::string_view name)
{
    return name == MenuChooseAction || name == MenuBackAction ||
           std::find(MenuActions.begin(), MenuActions.end(), name) != MenuActions.end();
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
