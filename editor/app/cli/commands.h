#pragma once

#include "editor/app/cli/cli.h"

namespace editor
{
ExitStatus runHelp(CliArguments& arguments);
} // namespace editor
