#include "editor/app/cli/cli_job.h"
#include "editor/app/cli/cli_support.h"
#include "editor/app/cli/commands.h"
#include "editor/app/cli/navigation_support.h"
#include "engine_core/base/count_text.h"
#include "engine_core/scene/checks/level_checks.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <variant>

namespace editor
{
using namespace engine;

namespace
{
using Json = nlohmann::ordered_json;

struct PathRequest
{
    LevelRequest level;
    std::optional<Vec3d> from, to;
    bool checks = false;
};

Result<PathRequest> readPathRequest(CliArguments& arguments)
{
    PathRequest request;
    request.checks = arguments.takeFlag("--checks");
    const auto from = takePoint(arguments, "--from");
    const auto to = takePoint(arguments, "--to");
    for (const auto* point : {&from, &to})
        if (!*point)
            return point->error();
    request.from = *from;
    request.to = *to;
    auto level = takeLevelRequest(arguments, "path");
    if (!level)
        return level.error();
    request.level = *std::move(level);
    if (request.checks ? request.from || request.to : !(request.from && request.to))
        return Error{"path needs --from and --to, or --checks or --explore instead"};
    return request;
}

Json whyJson(const NavWhy& why)
{
    return {{"cause", navCauseName(why.cause)},
            {"place", pointJson(why.place)},
            {"entity", why.entity ? Json(why.entity.value) : Json(nullptr)},
            {"actual", why.actual},
            {"limit", why.limit},
            {"message", why.message},
            {"fix", why.fix},
            {"mend", navMendName(why.mend.kind)},
            {"short_way", why.shortWay}};
}

ExitStatus
onePath(const NavigationScene& level, const NavMeshOfScene& source, const PathRequest& request)
{
    const auto filter = NavFilter::of(level.profile.agent);
    const NavQuery query{source.mesh, filter};
    static_cast<void>(query.nearest(*request.from)); // buffers are made once, not a path's time
    const auto start = std::chrono::steady_clock::now();
    const auto path = query.findPath(*request.from, *request.to);
    const double microseconds =
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
    const auto explain = path.found ? explainDetour : explainPath;
    std::optional<NavWhy> found;
    const bool cancelled =
        runCancellable("Looking for the reason", ShowProgress::No, [&](JobControl& control) {
            found = explain(level.world(), level.scene, source.mesh,
                            {*request.from, *request.to, filter}, request.level.threads, &control);
        });
    if (cancelled)
        return complain(ExitStatus::Cancelled, "the search was cancelled");
    if (!found) // why, is in the log
        return complain(ExitStatus::ProblemsFound, "the reason could not be looked for");
    const auto& why = *found;
    const auto reason =
        why.cause == NavCause::None ? std::string{} : why.message + "\n    " + why.fix + "\n";
    const auto status = path.found ? ExitStatus::Done : ExitStatus::ProblemsFound;
    if (!request.level.json)
        return printText(
            (path.found
                 ? fmt::format("{:.3f} m, cost {:.3f}, {}, {:.1f} us\n", path.length, path.cost,
                               countText(path.turns(), "corner", "corners"), microseconds)
                 : std::string{}) +
                reason,
            status);
    Json corners = Json::array();
    for (const auto& corner : path.corners)
        corners.push_back(pointJson(corner.position));
    return printJson({{"agent", level.profile.name},
                      {"found", path.found},
                      {"partial", path.isPartial},
                      {"length", path.length},
                      {"cost", path.cost},
                      {"corners", corners},
                      {"polygons", path.corridor.size()},
                      {"visited", path.visited},
                      {"microseconds", microseconds},
                      {"mesh", source.isFromFile ? "file" : "built"},
                      {"why", why.cause == NavCause::None ? Json(nullptr) : whyJson(why)}},
                     status);
}

/// The agent's mesh, or the status after telling why there is none.
std::variant<NavMeshOfScene, ExitStatus>
meshOf(const NavigationScene& level, const NavProfile& profile, const LevelRequest& request)
{
    std::optional<Result<NavMeshOfScene>> source;
    const auto show = request.quiet ? ShowProgress::No : ShowProgress::Yes;
    const bool cancelled =
        runCancellable("Building the navigation mesh", show, [&](JobControl& control) {
            source.emplace(navMeshOfScene(level.world(), level.scene, profile, level.file,
                                          request.threads, control));
        });
    if (cancelled)
        return complain(ExitStatus::Cancelled, "the search was cancelled");
    if (!source) // why, is in the log
        return complain(ExitStatus::ProblemsFound, "the navigation mesh was not built");
    if (!*source)
        return complain(ExitStatus::ProblemsFound, (*source).error().message());
    return **std::move(source);
}

/// The agent that was asked for, else all that a check is about.
std::vector<NavProfile> agentsToCheck(const NavigationScene& level, const LevelRequest& request)
{
    if (!request.agent.empty())
        return {level.profile};
    auto agents = navProfiles(level.world());
    std::erase_if(agents,
                  [&](const auto& agent) { return !hasNavChecks(level.world(), agent.name); });
    return agents;
}

ExitStatus showChecks(const NavigationScene& level,
                      const std::vector<NavProfile>& agents,
                      const std::vector<NavCheckOutcome>& outcomes,
                      bool json)
{
    Json list = Json::array();
    std::string text;
    std::size_t failed = 0;
    for (const auto& outcome : outcomes) {
        failed += outcome.holds ? 0U : 1U;
        list.push_back({{"entity", outcome.entity.value},
                        {"agent", outcome.agent},
                        {"holds", outcome.holds},
                        {"found", outcome.found},
                        {"length", outcome.length},
                        {"from", pointJson(outcome.from)},
                        {"to", pointJson(outcome.to)},
                        {"message", outcome.message}});
        if (!outcome.holds)
            text += outcome.message + "\n";
    }
    const auto status = failed == 0 ? ExitStatus::Done : ExitStatus::ProblemsFound;
    if (json) {
        Json names = Json::array();
        for (const auto& agent : agents)
            names.push_back(agent.name);
        return printJson({{"agent", level.profile.name},
                          {"agents", names},
                          {"checks", list},
                          {"failed", failed}},
                         status);
    }
    return printText(
        text + fmt::format("{} of {} {}{}\n", outcomes.size() - failed, outcomes.size(),
                           outcomes.size() == 1 ? "check holds" : "checks hold",
                           agents.size() > 1 ? fmt::format(" for {} agents", agents.size()) : ""),
        status);
}

ExitStatus allChecks(const NavigationScene& level, const LevelRequest& request)
{
    const auto agents = agentsToCheck(level, request);
    auto outcomes =
        request.agent.empty() ? navChecksOfNobody(level.world()) : std::vector<NavCheckOutcome>{};
    for (const auto& agent : agents) {
        const auto source = meshOf(level, agent, request);
        if (const auto* ended = std::get_if<ExitStatus>(&source))
            return *ended;
        for (auto& outcome : runNavChecks(level.world(), std::get<NavMeshOfScene>(source).mesh))
            outcomes.push_back(std::move(outcome));
    }
    return showChecks(level, agents, outcomes, request.json);
}
} // namespace

ExitStatus runPath(CliArguments& arguments)
{
    if (arguments.takeFlag("--explore"))
        return runExplore(arguments);
    const auto request = readPathRequest(arguments);
    if (!request)
        return complain(ExitStatus::WrongUsage, request.error().message());
    const auto types = sceneTypes();
    const auto scene = readNavigationScene(request->level, types);
    if (!scene)
        return complain(ExitStatus::UnreadableInput, scene.error().message());
    const auto& level = **scene;
    if (request->checks)
        return allChecks(level, request->level);
    const auto source = meshOf(level, level.profile, request->level);
    if (const auto* ended = std::get_if<ExitStatus>(&source))
        return *ended;
    return onePath(level, std::get<NavMeshOfScene>(source), *request);
}
} // namespace editor
