#include "editor/app/cli/cli_job.h"
#include "editor/app/cli/cli_support.h"
#include "editor/app/cli/commands.h"
#include "editor/app/cli/heat_picture.h"
#include "editor/app/cli/navigation_support.h"
#include "engine_core/base/count_text.h"
#include "engine_core/play/notes/note_escapes.h"
#include "engine_core/play/playtest/recording_analysis.h"
#include "engine_core/play/recording/recording_store.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace editor
{
using namespace engine;

namespace
{
using Json = nlohmann::ordered_json;

constexpr std::array<HeatKind, HeatKinds> Kinds{HeatKind::Time, HeatKind::Wait, HeatKind::Jump,
                                                HeatKind::Fall, HeatKind::Look};

constexpr double MostSeconds = 1e9;

struct AnalysisJob
{
    std::vector<std::string> recordings; ///< files or folders
    std::string scene;  ///< for pictures; empty: none
    std::string folder; ///< for tables and pictures; empty: none
    double from = 0;    ///< seconds
    double to = MostSeconds;
    bool json = false;
    bool quiet = false;
};

Result<AnalysisJob> readAnalysisJob(CliArguments& arguments)
{
    AnalysisJob job;
    const auto from = takeDecimal(arguments, "--from", 0, MostSeconds, job.from);
    const auto to = takeDecimal(arguments, "--to", 0, MostSeconds, job.to);
    job.scene = arguments.takeOption("--scene");
    job.folder = arguments.takeOption("-o");
    job.json = arguments.takeFlag("--json");
    job.quiet = arguments.takeFlag("--quiet");
    job.recordings = arguments.takeWords();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return Error{"{}", bad};
    for (const auto* seconds : {&from, &to})
        if (!*seconds)
            return seconds->error();
    job.from = *from;
    job.to = *to;
    if (job.from > job.to)
        return Error{"--from is behind --to"};
    if (job.recordings.empty())
        return Error{"analyse needs recordings"};
    if (!job.scene.empty() && job.folder.empty())
        return Error{"--scene is for pictures, which -o DIR writes"};
    return job;
}

struct Analysed
{
    RecordingAnalysis analysis;
    std::optional<RecordingDifference> difference; ///< of the first two
    std::vector<std::string> problems;             ///< recordings that could not be read
};

/// The files that a word names: itself, the user's recordings of a project, or those of a folder.
Result<std::vector<fs::path>> recordingsOf(const std::string& word)
{
    std::error_code ignored;
    if (!fs::is_directory(word, ignored))
        return std::vector<fs::path>{word};
    const bool isProject = fs::exists(fs::path{word} / "project.json", ignored);
    const auto store = isProject ? RecordingStore{word} : RecordingStore::in(word);
    std::vector<fs::path> files;
    for (const auto& entry : store.list())
        files.push_back(entry.file);
    if (files.empty())
        return Error{"there are no recordings {} '{}'", isProject ? "of" : "in", word};
    return files;
}

Analysed analyse(const AnalysisJob& job, JobControl& control)
{
    Analysed done{RecordingAnalysis{job.from, job.to}, {}, {}};
    std::vector<fs::path> files;
    for (const auto& word : job.recordings) {
        const auto named = recordingsOf(word);
        if (named)
            files.insert(files.end(), named->begin(), named->end());
        else
            done.problems.push_back(named.error().message());
    }
    std::optional<SessionRecording> first;
    for (std::size_t i = 0; i < files.size() && !control.isCancelled(); ++i) {
        auto recording = loadSessionRecording(files[i]);
        control.setProgress(static_cast<double>(i + 1) / static_cast<double>(files.size()));
        if (!recording) {
            done.problems.push_back(recording.error().message());
            continue;
        }
        done.analysis.add(*recording);
        if (!first)
            first = *std::move(recording);
        else if (done.analysis.summaries().size() == 2)
            done.difference = firstDifference(*first, *recording);
    }
    return done;
}

std::string recordingsTable(const RecordingAnalysis& analysis)
{
    std::string table =
        "level,began,build,seconds,metres,waiting,jumps,falls,script_errors,whole\n";
    for (const auto& each : analysis.summaries())
        table += fmt::format("{},{},{},{:.2f},{:.2f},{:.2f},{},{},{},{}\n", csvField(each.level),
                             csvField(each.began), csvField(each.build), each.seconds, each.metres,
                             each.waiting, each.jumps, each.falls, each.scriptErrors,
                             each.isWhole ? 1 : 0);
    return table;
}

std::string cellsTable(const HeatCells& heat)
{
    std::string table = "x,y,z,count\n";
    for (const auto& cell : heat.cells())
        table += fmt::format("{:.2f},{:.2f},{:.2f},{}\n", cell.place.x, cell.place.y, cell.place.z,
                             cell.ticks);
    return table;
}

Result<void> writeTables(const AnalysisJob& job, const RecordingAnalysis& analysis)
{
    const fs::path folder{job.folder};
    if (auto made = makeFolders(folder); !made)
        return made;
    if (auto written = writeFileAtomically(folder / "recordings.csv", recordingsTable(analysis));
        !written)
        return written;
    for (const auto kind : Kinds)
        if (auto written =
                writeFileAtomically(folder / fmt::format("heat_{}.csv", heatKindName(kind)),
                                    cellsTable(analysis.heat(kind)));
            !written)
            return written;
    return {};
}

Json analysisJson(const Analysed& done)
{
    std::size_t falls = 0;
    Json recordings = Json::array();
    for (const auto& each : done.analysis.summaries()) {
        falls += each.falls;
        recordings.push_back({{"level", each.level},
                              {"began", each.began},
                              {"build", each.build},
                              {"seconds", each.seconds},
                              {"metres", each.metres},
                              {"waiting", each.waiting},
                              {"jumps", each.jumps},
                              {"falls", each.falls},
                              {"script_errors", each.scriptErrors},
                              {"whole", each.isWhole}});
    }
    Json heat = Json::object();
    for (const auto kind : Kinds)
        heat[heatKindName(kind)] = {{"cells", done.analysis.heat(kind).cells().size()},
                                    {"count", done.analysis.heat(kind).total()}};
    Json difference = nullptr;
    if (done.difference)
        difference = {{"tick", done.difference->tick}, {"what", done.difference->what}};
    return {{"samples", done.analysis.samples()},        {"deaths", falls},
            {"recordings", std::move(recordings)},       {"heat", std::move(heat)},
            {"first_difference", std::move(difference)}, {"problems", done.problems}};
}

std::string analysisText(const Analysed& done)
{
    std::string text;
    for (const auto& each : done.analysis.summaries())
        text += fmt::format("{} {}: {:.0f} s, {:.0f} m, {:.0f} s waiting, {}, {}\n", each.began,
                            each.level, each.seconds, each.metres, each.waiting,
                            countText(each.jumps, "jump", "jumps"),
                            countText(each.falls, "fall", "falls"));
    if (done.difference)
        text += fmt::format("The first two differ at {:.2f} s (tick {}): {}.\n",
                            static_cast<double>(done.difference->tick) * PlaySession::TickSeconds,
                            done.difference->tick, done.difference->what);
    return text +
           fmt::format("{}, {}\n",
                       countText(done.analysis.summaries().size(), "recording", "recordings"),
                       countText(done.analysis.samples(), "sample", "samples"));
}
} // namespace

ExitStatus runAnalyse(CliArguments& arguments)
{
    const auto job = readAnalysisJob(arguments);
    if (!job)
        return complain(ExitStatus::WrongUsage, job.error().message());
    std::optional<Analysed> done;
    const auto show = job->quiet ? ShowProgress::No : ShowProgress::Yes;
    if (runCancellable("Reading recordings", show,
                       [&](JobControl& control) { done.emplace(analyse(*job, control)); }))
        return complain(ExitStatus::Cancelled, "the analysis was cancelled");
    if (!done)
        return complain(ExitStatus::ProblemsFound, "the recordings were not read");
    for (const auto& problem : done->problems)
        complain(ExitStatus::UnreadableInput, problem);
    if (done->analysis.summaries().empty())
        return ExitStatus::UnreadableInput;
    if (!job->folder.empty())
        if (const auto written = writeTables(*job, done->analysis); !written)
            return complain(ExitStatus::UnwritableOutput, written.error().message());
    if (!job->scene.empty()) {
        auto pictures = HeatPictures::of(job->scene);
        if (!pictures)
            return complain(ExitStatus::UnreadableInput, pictures.error().message());
        for (const auto kind : Kinds) {
            const auto cells = done->analysis.heat(kind).cells();
            const auto file =
                fs::path{job->folder} / fmt::format("heat_{}.png", heatKindName(kind));
            if (cells.empty())
                continue;
            if (const auto drawn = pictures->write(cells, file); !drawn)
                return complain(ExitStatus::UnwritableOutput, drawn.error().message());
        }
    }
    const auto status = done->problems.empty() ? ExitStatus::Done : ExitStatus::ProblemsFound;
    return job->json ? printJson(analysisJson(*done), status)
                     : printText(analysisText(*done), status);
}
} // namespace editor
