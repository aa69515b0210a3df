#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace editor
{
/// Exit statuses of every command (cli contract).
enum class ExitStatus
{
    Done = 0,
    ProblemsFound = 1,
    WrongUsage = 2,
    UnreadableInput = 3,
    UnwritableOutput = 4,
    Cancelled = 5
};

/// The words behind a command, taken apart: options with and without values, and the rest.
class CliArguments
{
public:
    explicit CliArguments(std::vector<std::string> words) : m_words{std::move(words)} {}

    /// Takes `--name` out; true if it was there.
    bool takeFlag(std::string_view name);

    /// Takes `--name VALUE` or `--name=VALUE` out; empty if it was not there. A missing value is
    /// kept for finish() to complain about.
    std::string takeOption(std::string_view name, std::string fallback = {});

    /// Takes the next word that is no option; empty if there is none.
    std::string takeWord();

    /// Every word that is left.
    std::vector<std::string> takeWords();

    /// An explanation if anything was not understood; empty if all was taken.
    [[nodiscard]] std::string complaint() const;

private:
    std::vector<std::string> m_words;
    std::string m_complaint;
};

struct CliCommand
{
    std::string name;
    std::string usage;   ///< the words behind the name, such as "SCENE [--check]"
    std::string summary; ///< one line
    std::string help;    ///< the whole page
    ExitStatus (*run)(CliArguments& arguments);
};

/// Every command, in the order of `help`. A new command is one line in commands.cpp.
const std::vector<CliCommand>& cliCommands();

/// "mapwright NAME: message" to stderr; returns the status for `return complain(...)`.
ExitStatus complain(ExitStatus status, const std::string& message);

/// Runs the program: finds the command and hands it its words. `words` is without the program's
/// name.
int runCli(std::vector<std::string> words);
} // namespace editor
