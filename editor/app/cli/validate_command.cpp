#include "editor/app/cli/cli_job.h"
#include "editor/app/cli/cli_support.h"
#include "editor/app/cli/commands.h"
#include "engine_core/assets/prefabs/prefab_checks.h"
#include "engine_core/assets/scene_checks.h"
#include "engine_core/navigation/survey/nav_checks.h"
#include "engine_core/play/play_library.h"
#include "engine_core/play/wire_ends.h"
#include "engine_core/scene/checks/level_checks.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace editor
{
using namespace engine;

namespace
{
using Json = nlohmann::ordered_json;

struct FileIssues
{
    std::string file;
    std::vector<Issue> issues;
    bool readable = true;
    bool cancelled = false; ///< not all is known
};

/// "line 3, column 7" where the sentence says it.
std::string placeIn(const std::string& message)
{
    const auto begin = message.find("(line ");
    const auto end = message.find(')', begin);
    if (begin == std::string::npos || end == std::string::npos)
        return {};
    return message.substr(begin + 1, end - begin - 1);
}

/// Reasons of path checks may take long, so Ctrl+C ends the look for them.
void addWays(const World& world, const fs::path& file, FileIssues& found)
{
    std::optional<std::vector<Issue>> ways;
    // This thread waits, so the other one may ask for models.
    found.cancelled = runCancellable("Checking paths", ShowProgress::No, [&](JobControl& control) {
        ways = findNavigationProblems(world, file, control);
    });
    if (ways)
        found.issues.insert(found.issues.end(), ways->begin(), ways->end());
    else // why, is in the log
        found.issues.push_back(
            {Severity::Error, "path-check", {}, "", "The path checks could not be run.", ""});
}

FileIssues validate(const std::string& word, const TypeRegistry& types)
{
    FileIssues found{word, {}, true};
    const auto scene = openScene(word, types);
    if (!scene) {
        const auto& message = scene.error().message();
        found.readable = false;
        found.issues.push_back({Severity::Error,
                                "unreadable",
                                {},
                                placeIn(message),
                                message + ".",
                                "Mend the file, or take an older version of it."});
        return found;
    }
    found.issues = scene->problems;
    const auto level = checkLevel(*scene->world);
    found.issues.insert(found.issues.end(), level.begin(), level.end());
    const auto file = sceneFileOf(word);
    auto project = projectOfScene(*file);
    if (!project) {
        found.issues.push_back({Severity::Warning,
                                "no-project",
                                {},
                                "",
                                project.error().message() + ".",
                                "Its materials, sounds and scripts are not checked."});
        return found;
    }
    AssetDatabase assets{*std::move(project)};
    assets.supply(*scene->world);
    addWays(*scene->world, *file, found);
    scene->world->setMeshes(nullptr);
    if (found.cancelled)
        return found;
    const auto more = checkScene({*scene->world, assets, *file});
    found.issues.insert(found.issues.end(), more.begin(), more.end());
    const auto scripts = makeScriptLibrary(assets, scriptTrustOf(assets.project()));
    const auto wires = checkWires(*scene->world, *scripts);
    found.issues.insert(found.issues.end(), wires.begin(), wires.end());
    const auto behind = findOldPrefabs(*scene->world, assets.project().assetFolder(), types);
    found.issues.insert(found.issues.end(), behind.begin(), behind.end());
    return found;
}

Json toJson(const FileIssues& found, const Issue& issue)
{
    return {
        {"file", found.file},   {"severity", severityText(issue.severity)},
        {"rule", issue.rule},   {"entity", issue.entity ? Json(issue.entity.value) : Json(nullptr)},
        {"place", issue.place}, {"message", issue.message},
        {"fix", issue.fix}};
}

std::string toText(const FileIssues& found, const Issue& issue)
{
    auto text = fmt::format("{}: {}: ", found.file, severityText(issue.severity));
    if (!issue.place.empty() && found.readable) // else the sentence ends with it
        text += issue.place + ": ";
    text += fmt::format("{} [{}]", issue.message, issue.rule);
    if (!issue.fix.empty())
        text += "\n    " + issue.fix;
    return text + "\n";
}

ExitStatus statusOf(const std::vector<FileIssues>& all)
{
    auto status = ExitStatus::Done;
    for (const auto& found : all) {
        if (!found.readable)
            return ExitStatus::UnreadableInput;
        if (std::any_of(found.issues.begin(), found.issues.end(),
                        [](const auto& issue) { return issue.severity != Severity::Info; }))
            status = ExitStatus::ProblemsFound;
    }
    return status;
}
} // namespace

ExitStatus runValidate(CliArguments& arguments)
{
    const bool json = arguments.takeFlag("--json");
    const auto words = arguments.takeWords();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return complain(ExitStatus::WrongUsage, bad);
    if (words.empty())
        return complain(ExitStatus::WrongUsage, "validate needs a scene");
    const auto types = sceneTypes();
    std::vector<FileIssues> all;
    for (const auto& word : words) {
        all.push_back(validate(word, types));
        if (all.back().cancelled)
            return complain(ExitStatus::Cancelled, "the checks were cancelled");
    }

    Json list = Json::array();
    std::string text;
    for (const auto& found : all)
        for (const auto& issue : found.issues) {
            list.push_back(toJson(found, issue));
            text += toText(found, issue);
            if (!found.readable && json) // the text says it
                complain(ExitStatus::UnreadableInput, issue.message);
        }
    const auto status = statusOf(all);
    if (json)
        return printJson({{"issues", list}}, status);
    return printText(text.empty() ? "no problems\n" : text, status);
}
} // namespace editor
