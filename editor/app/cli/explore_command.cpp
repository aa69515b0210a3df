#include "editor/app/cli/cli_job.h"
#include "editor/app/cli/cli_support.h"
#include "editor/app/cli/commands.h"
#include "editor/app/cli/navigation_support.h"
#include "engine_core/base/count_text.h"
#include "engine_core/play/bots/explore.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <optional>

namespace editor
{
using namespace engine;

namespace
{
using Json = nlohmann::ordered_json;

struct ExploreRequest
{
    LevelRequest level;
    ExploreOptions options;
};

Result<ExploreRequest> readExploreRequest(CliArguments& arguments)
{
    ExploreRequest request;
    const auto bots = takeNumber(arguments, "--bots", 0, 64, 0);
    const auto seconds = takeNumber(arguments, "--seconds", 1, 3600, 60);
    const auto seed = takeNumber(arguments, "--seed", 0, std::numeric_limits<long long>::max(), 1);
    for (const auto* number : {&bots, &seconds, &seed})
        if (!*number)
            return number->error();
    request.options.runsBots = *bots > 0;
    request.options.bots.bots = static_cast<unsigned>(*bots);
    request.options.bots.seconds = static_cast<double>(*seconds);
    request.options.bots.seed = static_cast<std::uint64_t>(*seed);
    auto level = takeLevelRequest(arguments, "path --explore");
    if (!level)
        return level.error();
    request.level = *std::move(level);
    return request;
}

Json findingsJson(const std::vector<NavFinding>& findings)
{
    Json list = Json::array();
    for (const auto& finding : findings)
        list.push_back({{"kind", navFindingName(finding.kind)},
                        {"place", pointJson(finding.place)},
                        {"area", finding.area},
                        {"entity", finding.entity ? Json(finding.entity.value) : Json(nullptr)},
                        {"message", finding.message},
                        {"fix", finding.fix}});
    return list;
}

Json reportJson(const std::string& agent, const ExploreReport& report, const BotOptions& options)
{
    const auto& where = report.where;
    Json bots = nullptr;
    if (report.bots.ticks > 0)
        bots = {{"count", options.bots},
                {"seed", options.seed},
                {"ticks", report.bots.ticks},
                {"seconds", report.bots.seconds},
                {"cells", report.bots.cells.size()},
                {"triggers", report.bots.triggers.size()},
                {"triggers_visited", report.bots.visited.size()},
                {"state_hash", hashToText(report.bots.hash)}};
    return {{"agent", agent},
            {"islands", where.islands.all().size()},
            {"islands_reached", std::count(where.isReached.begin(), where.isReached.end(), true)},
            {"area_reached", where.reachedArea},
            {"leaps", where.leaps.leaps.size()},
            {"findings", findingsJson(report.findings)},
            {"bots", bots},
            {"problem", report.problem}};
}

std::string reportText(const ExploreReport& report)
{
    std::string text;
    for (const auto& finding : report.findings)
        text += finding.message + "\n    " + finding.fix + "\n";
    text += fmt::format("{:.1f} m2 of ground can be reached; {}", report.where.reachedArea,
                        countText(report.findings.size(), "finding", "findings"));
    if (report.bots.ticks > 0)
        text +=
            fmt::format("; {} ticks of bots in {:.2f} s", report.bots.ticks, report.bots.seconds);
    return text + "\n";
}
} // namespace

ExitStatus runExplore(CliArguments& arguments)
{
    const auto request = readExploreRequest(arguments);
    if (!request)
        return complain(ExitStatus::WrongUsage, request.error().message());
    const auto types = sceneTypes();
    const auto scene = readNavigationScene(request->level, types);
    if (!scene)
        return complain(ExitStatus::UnreadableInput, scene.error().message());
    const auto& level = **scene;
    if (level.assets == nullptr)
        return complain(ExitStatus::UnreadableInput,
                        "the scene lies in no project, so it cannot be played");
    std::optional<Result<ExploreReport>> report;
    const auto show = request->level.quiet ? ShowProgress::No : ShowProgress::Yes;
    const bool cancelled = runCancellable("Exploring the level", show, [&](JobControl& control) {
        const double meshPart = meshPartOf(request->options);
        const auto source = [&] {
            const ProgressPart building{control, 0, meshPart};
            return navMeshOfScene(level.world(), level.scene, level.profile, level.file,
                                  request->level.threads, control);
        }();
        if (!source) {
            report.emplace(source.error());
            return;
        }
        const ProgressPart exploring{control, meshPart, 1};
        report.emplace(explore(level.world(), level.assets->project(), level.scene, source->mesh,
                               request->options, control));
    });
    if (cancelled)
        return complain(ExitStatus::Cancelled, "the exploration was cancelled");
    if (!report) // why, is in the log
        return complain(ExitStatus::ProblemsFound, "the level was not explored");
    if (!*report)
        return complain(ExitStatus::ProblemsFound, (*report).error().message());
    const auto& done = **report;
    const bool isGood = done.findings.empty() && done.problem.empty();
    const auto status = isGood ? ExitStatus::Done : ExitStatus::ProblemsFound;
    if (request->level.json)
        return printJson(reportJson(level.profile.name, done, request->options.bots), status);
    if (!done.problem.empty())
        complain(status, done.problem);
    return printText(reportText(done), status);
}
} // namespace editor
