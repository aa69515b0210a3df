#pragma once

#include "editor/app/cli/cli.h"

namespace editor
{
ExitStatus runAnalyse(CliArguments& arguments);
ExitStatus runAssets(CliArguments& arguments);
ExitStatus runBake(CliArguments& arguments);
ExitStatus runBench(CliArguments& arguments);
ExitStatus runEdit(CliArguments& arguments);
ExitStatus runExplore(CliArguments& arguments); ///< path --explore
ExitStatus runExport(CliArguments& arguments);
ExitStatus runFoliage(CliArguments& arguments);
ExitStatus runFormat(CliArguments& arguments);
ExitStatus runHelp(CliArguments& arguments);
ExitStatus runImport(CliArguments& arguments);
ExitStatus runInfo(CliArguments& arguments);
ExitStatus runNavmesh(CliArguments& arguments);
ExitStatus runNew(CliArguments& arguments);
ExitStatus runNotes(CliArguments& arguments);
ExitStatus runPath(CliArguments& arguments);
ExitStatus runPlay(CliArguments& arguments);
ExitStatus runPlaytest(CliArguments& arguments);
ExitStatus runRender(CliArguments& arguments);
ExitStatus runScriptApi(CliArguments& arguments);
ExitStatus runTourCommand(CliArguments& arguments);
ExitStatus runValidate(CliArguments& arguments);

/// For the commands of the contract that are yet to come: says so in one sentence.
ExitStatus runUnavailable(CliArguments& arguments);
} // namespace editor
