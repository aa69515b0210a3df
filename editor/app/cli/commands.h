#pragma once

#include "editor/app/cli/cli.h"

namespace editor
{
ExitStatus runHelp(CliArguments& arguments);
ExitStatus runNew(CliArguments& arguments);
ExitStatus runInfo(CliArguments& arguments);
ExitStatus runValidate(CliArguments& arguments);
ExitStatus runFormat(CliArguments& arguments);
ExitStatus runBake(CliArguments& arguments);
ExitStatus runRender(CliArguments& arguments);
ExitStatus runPlay(CliArguments& arguments);

/// For the commands of the contract that are yet to come: says so in one sentence.
ExitStatus runUnavailable(CliArguments& arguments);
} // namespace editor
