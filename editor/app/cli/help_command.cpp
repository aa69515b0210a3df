#include "editor/app/cli/commands.h"

#include <fmt/core.h>

#include <algorithm>

namespace editor
{
ExitStatus runHelp(CliArguments& arguments)
{
    const auto topic = arguments.takeWord();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return complain(ExitStatus::WrongUsage, bad);
    const auto& commands = cliCommands();
    if (topic.empty()) {
        fmt::print(
            "mapwright: a level editor with live play\n\nusage: mapwright [COMMAND] [...]\n\n");
        for (const auto& command : commands)
            fmt::print("  {:<10} {}\n", command.name, command.summary);
        fmt::print(
            "\n`mapwright help COMMAND` tells more of one. Without a command the editor opens.\n");
        return ExitStatus::Done;
    }
    const auto at = std::find_if(commands.begin(), commands.end(),
                                 [&](const auto& command) { return command.name == topic; });
    if (at == commands.end())
        return complain(ExitStatus::WrongUsage, fmt::format("there is no command '{}'", topic));
    fmt::print("mapwright {} {}\n\n{}\n", at->name, at->usage, at->help);
    return ExitStatus::Done;
}
} // namespace editor
