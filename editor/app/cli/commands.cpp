#include "editor/app/cli/commands.h"

namespace editor
{
const std::vector<CliCommand>& cliCommands()
{
    static const std::vector<CliCommand> all{
        {"help", "[COMMAND]", "lists the commands, or tells about one",
         "Without a command: all commands, a line each. With one: its page.", runHelp},
    };
    return all;
}
} // namespace editor
