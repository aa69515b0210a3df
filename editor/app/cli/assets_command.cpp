#include "editor/app/cli/cli_support.h"
#include "editor/app/cli/commands.h"
#include "editor/operations/assets/asset_plan.h"
#include "engine_core/base/count_text.h"
#include "engine_core/base/jobs.h"

#include <nlohmann/json.hpp>

namespace editor
{
using namespace engine;

namespace
{
/// What a person calls an asset, or its file below assets/.
std::string assetFileNamed(const Project& project, const std::string& word)
{
    std::error_code failed;
    const auto material = word + std::string{MaterialFileEnding};
    const bool isMaterial = !fs::exists(project.assetFolder() / word, failed) &&
                            fs::exists(project.assetFolder() / material, failed);
    return isMaterial ? material : word;
}

ExitStatus printOutlook(const AssetOutlook& outlook, bool json)
{
    if (json)
        return printJson({{"files", outlook.files},
                          {"changed", outlook.otherFiles},
                          {"mentions", outlook.mentions},
                          {"problems", outlook.problems}},
                         outlook.problems.empty() ? ExitStatus::Done : ExitStatus::ProblemsFound);
    auto text = fmt::format("{} moved, {} changed\n", countText(outlook.files, "file", "files"),
                            countText(outlook.otherFiles.size(), "other file", "other files"));
    for (const auto& each : outlook.mentions)
        text += fmt::format("{} names it as text and is not changed\n", each);
    for (const auto& each : outlook.problems)
        text += fmt::format("not looked at: {}\n", each);
    return printText(text, outlook.problems.empty() ? ExitStatus::Done : ExitStatus::ProblemsFound);
}
} // namespace

ExitStatus runAssets(CliArguments& arguments)
{
    const bool json = arguments.takeFlag("--json");
    const auto what = arguments.takeWord();
    const auto folder = arguments.takeWord();
    const auto from = arguments.takeWord();
    const auto to = arguments.takeWord();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return complain(ExitStatus::WrongUsage, bad);
    if (what != "rename" || to.empty())
        return complain(ExitStatus::WrongUsage, "write: assets rename PROJECT OLD NEW");
    const auto project = openProject(folder);
    if (!project)
        return complain(ExitStatus::UnreadableInput, project.error().message());
    AssetRequest request;
    request.from = {assetFileNamed(*project, from)};
    const bool isMaterial = request.from.front() != from && !to.ends_with(MaterialFileEnding);
    request.to = {isMaterial ? to + std::string{MaterialFileEnding} : to};
    if (const auto good = checkAssetPlace(*project, request.from[0], request.to[0]); !good)
        return complain(ExitStatus::WrongUsage, good.error().message());
    const auto types = sceneTypes();
    JobControl control;
    const auto outlook = planAssetChange(*project, request, World{}, {}, types, control);
    if (!outlook)
        return complain(ExitStatus::UnreadableInput, outlook.error().message());
    if (const auto done = outlook->change->exchange(StepDirection::Forward, {}); !done)
        return complain(ExitStatus::UnwritableOutput, done.error().message());
    return printOutlook(*outlook, json);
}
} // namespace editor
