#include "editor/app/cli/cli_job.h"
#include "editor/app/cli/cli_support.h"
#include "editor/app/cli/commands.h"
#include "editor/app/cli/junit.h"
#include "editor/app/cli/navigation_support.h"
#include "editor/app/cli/playtest_job.h"
#include "engine_core/assets/project/project_trust.h"
#include "engine_core/base/build_stamp.h"
#include "engine_core/base/count_text.h"
#include "engine_core/play/play_library.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

namespace editor
{
using namespace engine;

namespace
{
using Json = nlohmann::ordered_json;

constexpr double LeastMinutes = 1.0 / 60;
constexpr double MostMinutes = 60;

Result<PlaytestJob> readPlaytestJob(CliArguments& arguments)
{
    PlaytestJob job;
    const auto bots = takeNumber(arguments, "--bots", 1, 64, job.options.bots);
    const auto seed = takeNumber(arguments, "--seed", 0, std::numeric_limits<long long>::max(), 1);
    const auto threads = takeNumber(arguments, "--threads", 0, 1024, 0);
    const auto minutes = takeDecimal(arguments, "--minutes", LeastMinutes, MostMinutes,
                                     PlaytestOptions{}.seconds / 60);
    job.junit = arguments.takeOption("--junit");
    job.folder = arguments.takeOption("-o");
    job.bisect = arguments.takeOption("--bisect");
    job.judgesExpectations = arguments.takeFlag("--expectations");
    job.json = arguments.takeFlag("--json");
    job.quiet = arguments.takeFlag("--quiet");
    job.scene = arguments.takeWord();
    for (const auto* number : {&bots, &seed, &threads})
        if (!*number)
            return number->error();
    if (!minutes)
        return minutes.error();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return Error{"{}", bad};
    if (job.scene.empty())
        return Error{"playtest needs a scene"};
    if (!job.bisect.empty() &&
        (!job.junit.empty() || !job.folder.empty() || job.judgesExpectations))
        return Error{"--bisect goes without --junit, -o and --expectations"};
    job.options.bots = static_cast<unsigned>(*bots);
    job.options.seed = static_cast<std::uint64_t>(*seed);
    job.options.threads = static_cast<unsigned>(*threads);
    job.options.seconds = *minutes * 60;
    return job;
}

/// Whether what was found fails the test.
bool isBad(const PlaytestReport& report, bool judgesExpectations)
{
    const bool isBroken = std::any_of(report.expectations.begin(), report.expectations.end(),
                                      [](const auto& each) { return !each.what.holds; });
    return isBroken || !report.problem.empty() || (!judgesExpectations && !report.findings.empty());
}

/// Files that recordings went to: one for each finding and each expectation, empty where none is.
struct RecordingFiles
{
    std::vector<std::string> findings;
    std::vector<std::string> expectations;
};

Result<RecordingFiles> writeRecordings(const Playtested& played, const std::string& folder)
{
    RecordingFiles files;
    if (!folder.empty())
        if (const auto made = makeFolders(folder); !made)
            return made.error();
    std::map<std::string, int> numbers;
    const auto write = [&](const std::optional<InputRecording>& shown,
                           const std::string& name) -> Result<std::string> {
        if (!shown || folder.empty())
            return std::string{};
        auto recording = *shown;
        recording.build = buildText();
        recording.scene = played.scene;
        const auto file = fs::path{folder} / fmt::format("{}_{}.input", name, ++numbers[name]);
        if (auto written = writeFileAtomically(file, writeRecording(recording)); !written)
            return written.error();
        return file.string();
    };
    for (const auto& finding : played.report.findings) {
        auto file = write(finding.shown, navFindingName(finding.what.kind));
        if (!file)
            return file.error();
        files.findings.push_back(*std::move(file));
    }
    for (const auto& expectation : played.report.expectations) {
        auto file =
            write(expectation.shown, expectation.what.holds ? "expectation" : "broken_expectation");
        if (!file)
            return file.error();
        files.expectations.push_back(*std::move(file));
    }
    return files;
}

template <typename T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json fileJson(const std::string& file)
{
    return file.empty() ? Json(nullptr) : Json(file);
}

Json reportJson(const PlaytestReport& report,
                const PlaytestOptions& options,
                const RecordingFiles& files)
{
    Json findings = Json::array();
    for (std::size_t i = 0; i < report.findings.size(); ++i) {
        const auto& [what, count, tick, bot, shown] = report.findings[i];
        findings.push_back({{"kind", navFindingName(what.kind)},
                            {"place", pointJson(what.place)},
                            {"entity", what.entity ? Json(what.entity.value) : Json(nullptr)},
                            {"tick", orNull(tick)},
                            {"recording", fileJson(files.findings[i])},
                            {"count", count},
                            {"bot", orNull(bot)},
                            {"message", what.message},
                            {"fix", what.fix}});
    }
    Json expectations = Json::array();
    for (std::size_t i = 0; i < report.expectations.size(); ++i) {
        const auto& what = report.expectations[i].what;
        expectations.push_back({{"entity", what.entity.value},
                                {"name", what.name},
                                {"holds", what.holds},
                                {"tick", orNull(what.tick)},
                                {"recording", fileJson(files.expectations[i])},
                                {"message", what.message}});
    }
    const double game = static_cast<double>(report.ticks) * PlaySession::TickSeconds;
    return {{"findings", std::move(findings)},
            {"expectations", std::move(expectations)},
            {"bots", options.bots},
            {"seed", options.seed},
            {"ticks", report.ticks},
            {"seconds", report.seconds},
            {"times_real_time", report.seconds > 0 ? game / report.seconds : 0},
            {"state_hash", hashToText(report.hash)},
            {"problem", report.problem}};
}

std::string reportText(const PlaytestReport& report, const RecordingFiles& files)
{
    std::string text;
    const auto add = [&](const std::string& line, const std::string& file) {
        text += line + "\n";
        if (!file.empty())
            text += "    " + file + "\n";
    };
    for (std::size_t i = 0; i < report.findings.size(); ++i)
        add(report.findings[i].what.message, files.findings[i]);
    for (std::size_t i = 0; i < report.expectations.size(); ++i) {
        const auto& what = report.expectations[i].what;
        add((what.holds ? "holds   " : "BROKEN  ") + what.message, files.expectations[i]);
    }
    const double game = static_cast<double>(report.ticks) * PlaySession::TickSeconds;
    return text + fmt::format("{}, {}; {:.0f} s played in {:.1f} s\n",
                              countText(report.findings.size(), "finding", "findings"),
                              countText(report.expectations.size(), "expectation", "expectations"),
                              game, report.seconds);
}

/// A case for each expectation, and one for each kind of finding.
std::vector<JUnitCase> casesOf(const PlaytestReport& report, bool judgesExpectations)
{
    std::vector<JUnitCase> cases;
    for (const auto& [what, shown] : report.expectations)
        cases.push_back(
            {"expectation " + what.name, what.holds ? std::nullopt : std::optional{what.message}});
    if (!judgesExpectations)
        for (const auto kind :
             {NavFindingKind::Unreachable, NavFindingKind::Pit, NavFindingKind::Stuck,
              NavFindingKind::Trigger, NavFindingKind::Fall, NavFindingKind::ScriptError}) {
            std::string told;
            for (const auto& finding : report.findings)
                if (finding.what.kind == kind)
                    told += (told.empty() ? "" : "\n") + finding.what.message;
            cases.push_back({std::string{"no "} + navFindingName(kind),
                             told.empty() ? std::nullopt : std::optional{told}});
        }
    if (!report.problem.empty())
        cases.push_back({"the level can be played", report.problem});
    return cases;
}

ExitStatus printBisection(const PlaytestJob& job, const Bisection& found)
{
    if (job.json)
        return printJson({{"revision", found.revision},
                          {"subject", found.subject},
                          {"failed", found.failed},
                          {"played", found.played}},
                         ExitStatus::ProblemsFound);
    auto text = fmt::format("{} {}\n", found.revision, found.subject);
    for (const auto& each : found.failed)
        text += "    " + each + "\n";
    return printText(text, ExitStatus::ProblemsFound);
}

ExitStatus bisect(const PlaytestJob& job, const fs::path& file)
{
    std::optional<Result<Bisection>> found;
    const auto show = job.quiet ? ShowProgress::No : ShowProgress::Yes;
    const bool cancelled = runCancellable("Playing revisions", show, [&](JobControl& control) {
        found.emplace(bisectScene(file, job.bisect, job.options, control));
    });
    if (cancelled)
        return complain(ExitStatus::Cancelled, "the bisection was cancelled");
    if (!found)
        return complain(ExitStatus::ProblemsFound, "no revision was played");
    if (!*found)
        return complain(ExitStatus::UnreadableInput, found->error().message());
    return printBisection(job, **found);
}
} // namespace

Result<Playtested>
playtestScene(const fs::path& file, const PlaytestOptions& options, JobControl& control)
{
    const auto types = sceneTypes();
    const auto opened = openPlayable(file, types);
    if (!opened)
        return opened.error();
    auto& world = *opened->scene.world;
    auto& assets = *opened->assets;
    const auto scripts = makeScriptLibrary(assets, scriptTrustOf(assets.project()));
    if (needsTrust(*scripts, world))
        return scriptsAreOff();
    auto report = playtestLevel(world, assets.project(), options, control);
    if (!report)
        return report.error();
    return Playtested{*std::move(report), contentHash(world, types)};
}

ExitStatus runPlaytest(CliArguments& arguments)
{
    const auto job = readPlaytestJob(arguments);
    if (!job)
        return complain(ExitStatus::WrongUsage, job.error().message());
    const auto file = sceneFileOf(job->scene);
    if (!file)
        return complain(ExitStatus::UnreadableInput, file.error().message());
    if (!job->bisect.empty())
        return bisect(*job, *file);
    std::optional<Result<Playtested>> played;
    const auto show = job->quiet ? ShowProgress::No : ShowProgress::Yes;
    const bool cancelled = runCancellable("Playing the level", show, [&](JobControl& control) {
        played.emplace(playtestScene(*file, job->options, control));
    });
    if (cancelled)
        return complain(ExitStatus::Cancelled, "the playtest was cancelled");
    if (!played) // why, is in the log
        return complain(ExitStatus::ProblemsFound, "the level was not played");
    if (!*played)
        return complain(ExitStatus::UnreadableInput, played->error().message());
    const auto& report = (*played)->report;
    const auto files = writeRecordings(**played, job->folder);
    if (!files)
        return complain(ExitStatus::UnwritableOutput, files.error().message());
    if (!job->junit.empty()) {
        const auto text = junitText(file->filename().string(),
                                    casesOf(report, job->judgesExpectations), report.seconds);
        if (const auto written = writeFileAtomically(job->junit, text); !written)
            return complain(ExitStatus::UnwritableOutput, written.error().message());
    }
    const auto status =
        isBad(report, job->judgesExpectations) ? ExitStatus::ProblemsFound : ExitStatus::Done;
    if (job->json)
        return printJson(reportJson(report, job->options, *files), status);
    if (!report.problem.empty())
        complain(status, report.problem);
    return printText(reportText(report, *files), status);
}
} // namespace editor
