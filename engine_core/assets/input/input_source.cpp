#include "engine_core/assets/input/input_source.h"

#include "engine_core/base/contract.h"
#include "engine_core/base/nearest_text.h"

#include <algorithm>
#include <array>
#include <vector>

namespace engine
{
namespace
{
struct SourceInfo
{
    std::string name;
    std::string label;
    InputDevice device;
};

constexpr std::array KeyNames{
    "Space",       "Tab",          "Return",    "Enter",    "Backspace", "Insert",   "Delete",
    "Home",        "End",          "PgUp",      "PgDown",   "Left",      "Right",    "Up",
    "Down",        "Shift",        "Ctrl",      "Alt",      "AltGr",     "CapsLock", "Comma",
    "Period",      "Slash",        "Semicolon", "Quote",    "Minus",     "Equal",    "Plus",
    "BracketLeft", "BracketRight", "Backslash", "Backquote"};

struct Named
{
    const char* name;
    const char* label;
};

constexpr std::array MouseSources{
    Named{"left", "Left mouse button"},       Named{"right", "Right mouse button"},
    Named{"middle", "Middle mouse button"},   Named{"back", "Mouse button back"},
    Named{"forward", "Mouse button forward"}, Named{"wheelUp", "Wheel up"},
    Named{"wheelDown", "Wheel down"},         Named{"moveLeft", "Mouse to the left"},
    Named{"moveRight", "Mouse to the right"}, Named{"moveUp", "Mouse away from you"},
    Named{"moveDown", "Mouse towards you"}};

constexpr std::array PadSources{Named{"a", "Pad A"},
                                Named{"b", "Pad B"},
                                Named{"x", "Pad X"},
                                Named{"y", "Pad Y"},
                                Named{"back", "Pad Back"},
                                Named{"start", "Pad Start"},
                                Named{"leftStickPress", "Pad left stick pressed"},
                                Named{"rightStickPress", "Pad right stick pressed"},
                                Named{"leftShoulder", "Pad left shoulder"},
                                Named{"rightShoulder", "Pad right shoulder"},
                                Named{"dpadUp", "Pad cross up"},
                                Named{"dpadDown", "Pad cross down"},
                                Named{"dpadLeft", "Pad cross left"},
                                Named{"dpadRight", "Pad cross right"},
                                Named{"leftStickLeft", "Pad left stick to the left"},
                                Named{"leftStickRight", "Pad left stick to the right"},
                                Named{"leftStickUp", "Pad left stick up"},
                                Named{"leftStickDown", "Pad left stick down"},
                                Named{"rightStickLeft", "Pad right stick to the left"},
                                Named{"rightStickRight", "Pad right stick to the right"},
                                Named{"rightStickUp", "Pad right stick up"},
                                Named{"rightStickDown", "Pad right stick down"},
                                Named{"leftTrigger", "Pad left trigger"},
                                Named{"rightTrigger", "Pad right trigger"}};

std::vector<SourceInfo> makeSources()
{
    std::vector<SourceInfo> sources;
    const auto addKey = [&](const std::string& name) {
        sources.push_back({"key." + name, name, InputDevice::Keyboard});
    };
    for (char letter = 'A'; letter <= 'Z'; ++letter)
        addKey({letter});
    for (char digit = '0'; digit <= '9'; ++digit)
        addKey({digit});
    for (int number = 1; number <= 12; ++number)
        addKey("F" + std::to_string(number));
    for (const auto* name : KeyNames)
        addKey(name);
    for (const auto& [name, label] : MouseSources)
        sources.push_back({std::string{"mouse."} + name, label, InputDevice::Mouse});
    for (const auto& [name, label] : PadSources)
        sources.push_back({std::string{"pad."} + name, label, InputDevice::Pad});
    return sources;
}

const std::vector<SourceInfo>& allSources()
{
    static const auto sources = makeSources();
    return sources;
}
} // namespace

std::optional<InputSource> InputSource::named(std::string_view name)
{
    const auto& all = allSources();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.name == name; });
    if (found == all.end())
        return std::nullopt;
    return InputSource{static_cast<std::uint16_t>(found - all.begin())};
}

std::size_t InputSource::count()
{
    return allSources().size();
}

InputSource InputSource::at(std::size_t index)
{
    ENGINE_EXPECT(index < count());
    return InputSource{static_cast<std::uint16_t>(index)};
}

std::string_view InputSource::name() const
{
    return allSources()[m_index].name;
}

std::string InputSource::label() const
{
    return allSources()[m_index].label;
}

InputDevice InputSource::device() const
{
    return allSources()[m_index].device;
}

std::string nearestSourceName(std::string_view name)
{
    std::vector<std::string> names;
    for (const auto& each : allSources())
        names.push_back(each.name);
    return nearestText(name, names);
}
} // namespace engine
