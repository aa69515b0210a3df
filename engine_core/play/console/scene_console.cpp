#include "engine_core/play/console/scene_console.h"

#include "engine_core/base/log.h"
#include "engine_core/base/nearest_text.h"
#include "engine_core/play/game/play_game.h"
#include "engine_core/play/play_state.h"

#include <algorithm>
#include <array>

namespace engine
{
namespace
{
constexpr std::string_view Blanks = " \t";

/// What every game has.
const std::array<ConsoleEntry, 5> CommandsOfAll{
    ConsoleEntry{SceneConsole::Clear, "Empties this list"},
    ConsoleEntry{"help", "Lists commands and variables, or tells of the one behind it"},
    ConsoleEntry{"pause", "Lets the game stand still, and go on with the next one"},
    ConsoleEntry{"quit", "Ends the game"},
    ConsoleEntry{"where", "Tells where the player stands and looks"},
};

bool isCommandOfAll(const std::string& name)
{
    return std::any_of(CommandsOfAll.begin(), CommandsOfAll.end(),
                       [&](const ConsoleEntry& each) { return each.name == name; });
}

std::string placeText(const Vec3d& place)
{
    return fmt::format("{:.2f} {:.2f} {:.2f}", place.x, place.y, place.z);
}

/// What a command may be given for the text behind its name, the most particular first: a method
/// takes a number, a bool, a text or nothing.
std::vector<Value> valuesOfTyped(const std::string& typed)
{
    if (typed.empty())
        return {Value{}};
    std::vector<Value> values;
    if (const auto number = numberTyped(typed))
        values.push_back({*number});
    if (const auto isOn = switchTyped(typed))
        values.push_back({*isOn});
    values.push_back({typed});
    return values;
}
} // namespace

Result<void> SceneConsole::declare(const std::string& name,
                                   EntityId entity,
                                   const std::string& method,
                                   const std::string& help)
{
    if (!isConsoleName(name))
        return Error{
            "A name in the console has 1 to {} letters, digits, _ and ., and is not 'help'",
            ConsoleVariables::MostNameBytes};
    if (help.size() > ConsoleVariables::MostTextBytes)
        return Error{"A text of the console can have {} bytes at most",
                     ConsoleVariables::MostTextBytes};
    if (m_play.game.consoleVariables.all().contains(name))
        return Error{"'{}' is a variable of the console already", name};
    const auto takes = m_play.scripts->takes(entity, method);
    if (!takes)
        return takes.error();
    if (!*takes)
        return Error{"The command '{}' calls '{}', which is no public method of this class", name,
                     method.substr(0, ConsoleVariables::MostNameBytes)};
    if (!m_commands.contains(name) && m_commands.size() >= MostCommands)
        forgetEnded();
    if (!m_commands.contains(name) && m_commands.size() >= MostCommands)
        return Error{"The console can have {} commands at most", MostCommands};
    auto& command = m_commands[name];
    command.help = help;
    command.methods[entity] = method;
    return {};
}

bool SceneConsole::isHeard(const Command& command) const
{
    return std::any_of(command.methods.begin(), command.methods.end(),
                       [this](const auto& each) { return m_play.isAlive(each.first); });
}

void SceneConsole::forgetEnded()
{
    std::erase_if(m_commands, [this](const auto& each) { return !isHeard(each.second); });
}

void SceneConsole::run(const std::string& line)
{
    const auto begin = std::min(line.find_first_not_of(Blanks), line.size());
    const auto end = std::min(line.find_first_of(Blanks, begin), line.size());
    const auto rest = std::min(line.find_first_not_of(Blanks, end), line.size());
    const auto name = line.substr(begin, end - begin);
    const auto typed = line.substr(rest, line.find_last_not_of(Blanks) + 1 - rest);
    if (name.empty() || (name == Clear && !isCommand(name)))
        return; // an emptied list stays empty
    logInfo("console", "> {}", line);
    const auto said = answer(name, typed);
    if (!said) {
        logWarning("console", "{}", said.error().message());
        return;
    }
    for (const auto& sentence : *said)
        logInfo("console", "{}", sentence);
}

Result<std::vector<std::string>> SceneConsole::answer(const std::string& name,
                                                      const std::string& typed)
{
    if (name == "help")
        return help(typed);
    const auto command = m_commands.find(name);
    if (command != m_commands.end() && isHeard(command->second)) {
        const auto called = call(name, Command{command->second}, typed);
        return called ? Result<std::vector<std::string>>{{}} : called.error();
    }
    auto& variables = m_play.game.consoleVariables;
    if (!variables.all().contains(name)) {
        if (isCommandOfAll(name))
            return answerOfAll(name);
        return unknown(name);
    }
    if (!typed.empty())
        if (const auto set = variables.set(name, typed); !set)
            return set.error();
    return std::vector{fmt::format("{} is {}", name, variables.stateOf(name))};
}

std::vector<std::string> SceneConsole::answerOfAll(const std::string& name)
{
    auto& game = m_play.game;
    if (name == "where")
        return where();
    if (name == "quit") {
        game.quit();
        return {"The game ends"};
    }
    if (name == "pause") {
        game.setHeld(!game.isHeld());
        return {game.isHeld() ? "The game stands still; 'pause' lets it go on"
                              : "The game goes on"};
    }
    return {};
}

std::vector<std::string> SceneConsole::where() const
{
    std::vector<std::string> lines;
    if (m_play.isAlive(m_play.player))
        lines.push_back("The player stands at " +
                        placeText(worldTransform(m_play.world, m_play.player).position));
    lines.push_back(fmt::format("The eyes are at {} and look along {}",
                                placeText(m_play.camera.eye),
                                placeText(m_play.camera.rotation * Vec3d{0, 0, -1})));
    return lines;
}

/// `command` is a copy: what it calls may declare others.
Result<void>
SceneConsole::call(const std::string& name, const Command& command, const std::string& typed)
{
    Result<void> done;
    bool isTaken = false;
    for (const auto& [entity, method] : command.methods) {
        if (!m_play.isAlive(entity))
            continue;
        Result<bool> sent = false;
        for (const auto& value : valuesOfTyped(typed))
            if (sent = m_play.scripts->send(entity, {method, value, {}}); sent)
                break;
        if (!sent)
            done = sent.error().withContext("'{}' cannot do that", name);
        isTaken = isTaken || !sent || *sent;
    }
    return isTaken ? done : Error{"Nobody takes '{}' now", name};
}

std::vector<ConsoleEntry> SceneConsole::entries() const
{
    std::vector<ConsoleEntry> all;
    for (const auto& [name, command] : m_commands)
        if (isHeard(command))
            all.push_back({name, command.help});
    const auto& variables = m_play.game.consoleVariables;
    for (const auto& entry : CommandsOfAll) {
        const auto declared = m_commands.find(entry.name);
        const bool isTaken = declared != m_commands.end() && isHeard(declared->second);
        if (!isTaken && !variables.all().contains(entry.name))
            all.push_back(entry);
    }
    for (const auto& [name, variable] : variables.all())
        all.push_back({name, variable.help.empty()
                                 ? variables.stateOf(name)
                                 : fmt::format("{} ({})", variable.help, variables.stateOf(name))});
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return all;
}

/// Everything, a line each, or what is known of a name.
Result<std::vector<std::string>> SceneConsole::help(const std::string& name) const
{
    std::vector<std::string> lines;
    for (const auto& entry : entries())
        if (name.empty() || entry.name == name)
            lines.push_back(entry.text.empty() ? entry.name : entry.name + ": " + entry.text);
    if (lines.empty())
        return unknown(name);
    return lines;
}

Error SceneConsole::unknown(const std::string& name) const
{
    std::vector<std::string> names;
    for (const auto& entry : entries())
        names.push_back(entry.name);
    const auto shown = name.substr(0, ConsoleVariables::MostNameBytes);
    return Error{"There is no '{}'; the nearest is '{}', and 'help' lists all", shown,
                 nearestText(shown, names)};
}
} // namespace engine
