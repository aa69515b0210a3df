#include "editor/app/cli/commands.h"

namespace editor
{
ExitStatus runUnavailable(CliArguments&)
{
    return complain(ExitStatus::WrongUsage,
                    "this command is not in this version; `mapwright help` lists those that are");
}
} // namespace editor
