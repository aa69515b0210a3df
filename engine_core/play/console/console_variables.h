#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/base/result.h"
#include "engine_core/reflect/value.h"

#include <map>
#include <optional>
#include <string>

namespace engine
{
/// A value that a script declares and that can be changed in the console.
struct ConsoleVariable
{
    Value usual;              ///< what it is unless somebody sets it: number, bool or text
    double least = 0;         ///< of a number
    double most = 0;          ///< of a number
    std::string help{};       ///< one sentence
    std::optional<Value> set; ///< what somebody has typed

    [[nodiscard]] const Value& value() const { return set ? *set : usual; }
};

/// The variables of a game's console, over all its scenes.
class ConsoleVariables
{
public:
    static constexpr std::size_t MostVariables = 500;
    static constexpr std::size_t MostNameBytes = 64;
    static constexpr std::size_t MostTextBytes = 500; ///< of a value, or of a help

    /// Declares it, or again with what is said now; what it is set to stays, held to its range.
    /// Returns what it is. An Error, in words for the writer of the script, for names, ranges and
    /// texts out of all proportion, too many of them, and one of another kind.
    Result<Value> declare(const std::string& name, ConsoleVariable variable);

    /// Sets it to what was typed. An Error, in words for who typed it, if it takes something else;
    /// there is a variable of that name.
    Result<void> set(const std::string& name, const std::string& typed);

    /// "2.5, usually 4, from 0 to 20"; there is a variable of that name.
    [[nodiscard]] std::string stateOf(const std::string& name) const;

    /// By name.
    [[nodiscard]] const std::map<std::string, ConsoleVariable>& all() const { return m_all; }

    void addTo(Hasher& hasher) const;

private:
    std::map<std::string, ConsoleVariable> m_all;
};

/// Letters, digits, "_" and ".", at most ConsoleVariables::MostNameBytes of them, and not "help".
[[nodiscard]] bool isConsoleName(const std::string& name);

/// The number that a text is; nullopt if it is none, or not finite.
[[nodiscard]] std::optional<double> numberTyped(const std::string& text);

/// Whether it is "on", "true" or "1", or "off", "false" or "0"; nullopt for anything else.
[[nodiscard]] std::optional<bool> switchTyped(const std::string& text);
} // namespace engine
