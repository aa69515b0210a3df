#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/base/result.h"

#include <map>
#include <string>
#include <vector>

namespace engine
{
struct PlayState;

/// A command or variable as people are told of it.
struct ConsoleEntry
{
    std::string name;
    std::string text; ///< what it does, or what it is now; may be empty
};

/// The commands that objects of a scene have declared, and what is typed while that scene runs.
class SceneConsole
{
public:
    static constexpr std::size_t MostCommands = 500;

    explicit SceneConsole(PlayState& play) : m_play{play} {}

    /// The command calls that public method of the entity's script, with what is typed behind the
    /// name. Several objects may declare one: all hear it. An Error, in words for the writer of the
    /// script, for what cannot be.
    Result<void> declare(const std::string& name,
                         EntityId entity,
                         const std::string& method,
                         const std::string& help);

    /// Whether there is a command of that name.
    [[nodiscard]] bool isCommand(const std::string& name) const
    {
        return m_commands.contains(name);
    }

    /// What somebody has typed: a command, a variable with or without a new value, or "help", alone
    /// or with a name. Answers go to the log, in one sentence.
    void run(const std::string& line);

    /// Empties the list of who types it, and is nothing to the game.
    static constexpr const char* Clear = "clear";

    /// The commands whose objects are there, those that every game has, and the game's variables,
    /// by name. Commands of scripts take the place of others of that name.
    [[nodiscard]] std::vector<ConsoleEntry> entries() const;

private:
    struct Command
    {
        std::string help;
        std::map<EntityId, std::string> methods; ///< of the objects that declared it
    };

    [[nodiscard]] bool isHeard(const Command& command) const;
    void forgetEnded();
    [[nodiscard]] Result<void>
    call(const std::string& name, const Command& command, const std::string& typed);
    [[nodiscard]] Result<std::vector<std::string>> answer(const std::string& name,
                                                          const std::string& typed);
    [[nodiscard]] std::vector<std::string> answerOfAll(const std::string& name);
    [[nodiscard]] std::vector<std::string> where() const;
    [[nodiscard]] Result<std::vector<std::string>> help(const std::string& name) const;
    [[nodiscard]] Error unknown(const std::string& name) const;

    PlayState& m_play;
    std::map<std::string, Command> m_commands;
};
} // namespace engine
