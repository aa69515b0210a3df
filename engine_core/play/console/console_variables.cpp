#include "engine_core/play/console/console_variables.h"

#include "engine_core/reflect/value_hash.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace engine
{
namespace
{
std::string shownValue(const Value& value)
{
    if (const auto* number = value.as<double>())
        return fmt::format("{:.12g}", *number);
    if (const auto* isOn = value.as<bool>())
        return *isOn ? "on" : "off";
    const auto* text = value.as<std::string>();
    return text != nullptr ? "'" + *text + "'" : std::string{};
}

/// A number within the range of a variable; anything else as it is.
Value heldToRange(const ConsoleVariable& variable, const Value& value)
{
    const auto* number = value.as<double>();
    return number != nullptr ? Value{std::clamp(*number, variable.least, variable.most)} : value;
}

Result<void> checkVariable(const std::string& name, const ConsoleVariable& variable)
{
    constexpr auto MostBytes = ConsoleVariables::MostTextBytes;
    if (!isConsoleName(name))
        return Error{
            "A name in the console has 1 to {} letters, digits, _ and ., and is not 'help'",
            ConsoleVariables::MostNameBytes};
    if (const auto* number = variable.usual.as<double>();
        number != nullptr && !(std::isfinite(variable.least) && std::isfinite(variable.most) &&
                               *number >= variable.least && *number <= variable.most))
        return Error{"'{}' needs a finite range that its usual value is in", name};
    const auto* text = variable.usual.as<std::string>();
    if (variable.help.size() > MostBytes || (text != nullptr && text->size() > MostBytes))
        return Error{"A text of the console can have {} bytes at most", MostBytes};
    return {};
}
} // namespace

bool isConsoleName(const std::string& name)
{
    const auto fits = [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
               (letter >= '0' && letter <= '9') || letter == '_' || letter == '.';
    };
    return !name.empty() && name.size() <= ConsoleVariables::MostNameBytes && name != "help" &&
           std::all_of(name.begin(), name.end(), fits);
}

std::optional<double> numberTyped(const std::string& text)
{
    double number = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    const bool isNumber = read.ec == std::errc{} && read.ptr == end && std::isfinite(number);
    return isNumber ? std::optional{number} : std::nullopt;
}

std::optional<bool> switchTyped(const std::string& text)
{
    if (text == "on" || text == "true" || text == "1")
        return true;
    if (text == "off" || text == "false" || text == "0")
        return false;
    return std::nullopt;
}

Result<Value> ConsoleVariables::declare(const std::string& name, ConsoleVariable variable)
{
    if (auto good = checkVariable(name, variable); !good)
        return good.error();
    const auto at = m_all.find(name);
    if (at == m_all.end() && m_all.size() >= MostVariables)
        return Error{"The console can have {} variables at most", MostVariables};
    if (at != m_all.end()) {
        if (at->second.usual.data.index() != variable.usual.data.index())
            return Error{"'{}' is a variable of another kind already", name};
        if (at->second.set)
            variable.set = heldToRange(variable, *at->second.set);
    }
    auto& kept = m_all[name];
    kept = std::move(variable);
    return kept.value();
}

Result<void> ConsoleVariables::set(const std::string& name, const std::string& typed)
{
    auto& variable = m_all.at(name);
    if (variable.usual.as<bool>() != nullptr) {
        const auto isOn = switchTyped(typed);
        if (!isOn)
            return Error{"'{}' is on or off, not '{}'", name, typed};
        variable.set = Value{*isOn};
        return {};
    }
    if (variable.usual.as<std::string>() != nullptr) {
        if (typed.size() > MostTextBytes)
            return Error{"'{}' takes {} bytes at most", name, MostTextBytes};
        variable.set = Value{typed == "''" ? std::string{} : typed}; // as an empty one is shown
        return {};
    }
    const auto number = numberTyped(typed);
    if (!number || *number < variable.least || *number > variable.most)
        return Error{"'{}' takes a number from {:.12g} to {:.12g}, not '{}'", name, variable.least,
                     variable.most, typed};
    variable.set = Value{*number};
    return {};
}

std::string ConsoleVariables::stateOf(const std::string& name) const
{
    const auto& variable = m_all.at(name);
    auto text =
        fmt::format("{}, usually {}", shownValue(variable.value()), shownValue(variable.usual));
    if (variable.usual.as<double>() != nullptr)
        text += fmt::format(", from {:.12g} to {:.12g}", variable.least, variable.most);
    return text;
}

void ConsoleVariables::addTo(Hasher& hasher) const
{
    for (const auto& [name, variable] : m_all) {
        hasher.add(std::string_view{name});
        addValue(hasher, variable.value());
    }
}
} // namespace engine
