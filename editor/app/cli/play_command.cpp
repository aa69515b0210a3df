#include "editor/app/cli/cli_job.h"
#include "editor/app/cli/cli_support.h"
#include "editor/app/cli/commands.h"
#include "editor/app/play/play_window.h"
#include "editor/app/run_editor.h"
#include "editor/views/hud_pictures.h"
#include "engine_core/assets/input/input_map.h"
#include "engine_core/assets/project/unknown_parts.h"
#include "engine_core/base/build_stamp.h"
#include "engine_core/base/count_text.h"
#include "engine_core/base/log.h"
#include "engine_core/play/game/play_app.h"
#include "engine_core/play/game/play_level.h"
#include "engine_core/play/hud/hud.h"
#include "engine_core/play/play_library.h"
#include "engine_core/play/play_session.h"
#include "engine_core/play/property_assignment.h"
#include "engine_core/play/recording/session_recorder.h"
#include "engine_core/play/recording/session_replay.h"
#include "engine_core/render/gl/headless_context.h"
#include "engine_core/render/gl/offscreen.h"

#include <QGuiApplication>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <limits>

namespace editor
{
using namespace engine;

namespace
{
using Json = nlohmann::ordered_json;

constexpr std::size_t DefaultTicks = 600;
constexpr long long NotGiven = -1;

std::atomic<bool> interrupted{false};

/// What the command line asks for.
struct PlayJob
{
    std::string scene;
    std::optional<std::size_t> ticks;
    std::string input;
    std::string record;
    std::string screenshot;
    std::vector<std::string> assignments;
    std::optional<std::uint64_t> seed;
    bool isOtherSeed = false; ///< than the input's
    bool headless = false;
    bool json = false;
    bool isRecorded = true;
};

Result<PlayJob> readPlayJob(CliArguments& arguments)
{
    PlayJob job;
    job.headless = arguments.takeFlag("--headless");
    job.json = arguments.takeFlag("--json");
    job.isRecorded = !arguments.takeFlag("--no-recording");
    constexpr long long MostTicks = MaxRecordedTicks;
    constexpr long long MostSeed = std::numeric_limits<long long>::max();
    const auto ticks = takeNumber(arguments, "--ticks", 0, MostTicks, NotGiven);
    const auto seed = takeNumber(arguments, "--seed", 0, MostSeed, NotGiven);
    job.input = arguments.takeOption("--input");
    job.record = arguments.takeOption("--record");
    job.screenshot = arguments.takeOption("--screenshot");
    for (auto one = arguments.takeOption("--set"); !one.empty();
         one = arguments.takeOption("--set"))
        job.assignments.push_back(one);
    job.scene = arguments.takeWord();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return Error{"{}", bad};
    if (!ticks)
        return ticks.error();
    if (!seed)
        return seed.error();
    if (job.scene.empty())
        return Error{"play needs a scene"};
    if (*ticks != NotGiven)
        job.ticks = static_cast<std::size_t>(*ticks);
    if (*seed != NotGiven)
        job.seed = static_cast<std::uint64_t>(*seed);
    return job;
}

/// What to play: the input's ticks, cut or filled up with idle ones to --ticks.
Result<SessionRecording> inputOf(PlayJob& job)
{
    SessionRecording recording;
    if (!job.input.empty()) {
        auto loaded = loadSessionRecording(job.input);
        if (!loaded)
            return loaded.error();
        recording = *std::move(loaded);
        if (!recording.damage.empty())
            fmt::print(stderr, "mapwright: '{}' is damaged and is played up to there: {}\n",
                       job.input, recording.damage);
    }
    if (job.seed) {
        job.isOtherSeed = !job.input.empty() && *job.seed != recording.input.seed;
        recording.input.seed = *job.seed;
    }
    if (job.ticks || job.input.empty())
        recording.input.ticks.resize(job.ticks.value_or(DefaultTicks));
    if (job.assignments.empty())
        job.assignments = recording.settings;
    return recording;
}

void warnIfForeign(const InputRecording& input, ContentHash scene, const InputMap& map)
{
    for (const auto& name : namesUnknownTo(map, input))
        fmt::print(stderr, "mapwright: this input presses '{}', which the project does not name\n",
                   name);
    if (input.scene != 0 && input.scene != scene)
        fmt::print(stderr, "mapwright: this input was recorded on another state of the scene\n");
    if (!input.build.empty() && input.build != buildText())
        fmt::print(stderr, "mapwright: this input was recorded by build {}\n", input.build);
}

/// Plays every tick unless Ctrl+C is pressed; wall-clock seconds.
double playAll(SessionReplay& replay)
{
    interrupted = false;
    const auto previous = std::signal(SIGINT, [](int) { interrupted = true; });
    const auto start = std::chrono::steady_clock::now();
    while (!interrupted && !replay.isOver())
        replay.step();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    std::signal(SIGINT, previous);
    return took.count();
}

Json messageJson(const LogMessage& message)
{
    static constexpr std::array<const char*, 4> Levels{"debug", "info", "warning", "error"};
    Json json{{"level", Levels[static_cast<std::size_t>(message.level)]},
              {"source", message.source},
              {"text", message.text}};
    if (!message.file.empty()) {
        json["file"] = message.file;
        json["line"] = message.line;
    }
    return json;
}

/// How the run compares with what was recorded.
Json replayJson(const SessionReplay& replay)
{
    Json json{{"same_states", replay.sameStates()}, {"parted", nullptr}};
    if (const auto& parting = replay.parting())
        json["parted"] = {
            {"tick", parting->tick},
            {"seconds", static_cast<double>(parting->tick) * PlaySession::TickSeconds},
            {"entity", parting->entity.value},
            {"object", parting->object},
            {"property", parting->property},
            {"others", parting->others},
            {"reasons", parting->reasons},
            {"text", parting->sentence()}};
    return json;
}

Json resultJson(const PlaySession& session,
                const SessionReplay& replay,
                const fs::path& recording,
                double seconds,
                const std::vector<LogMessage>& messages)
{
    const auto player = session.player();
    auto errors = Json::array();
    for (const auto& issue : session.scriptErrors())
        errors.push_back(
            {{"entity", issue.entity.value}, {"place", issue.place}, {"message", issue.message}});
    auto log = Json::array();
    for (const auto& message : messages)
        log.push_back(messageJson(message));
    return {{"ticks", session.tickCount()},
            {"seconds", seconds},
            {"game_seconds", static_cast<double>(session.tickCount()) * PlaySession::TickSeconds},
            {"scene", session.scene()},
            {"state_hash", hashToText(session.stateHash())},
            {"player",
             {{"position", {player.position.x, player.position.y, player.position.z}},
              {"velocity", {player.velocity.x, player.velocity.y, player.velocity.z}},
              {"grounded", player.grounded},
              {"crouched", player.crouched}}},
            {"script_errors", std::move(errors)},
            {"replay", replayJson(replay)},
            {"recording", recording.string()},
            {"log", std::move(log)}};
}

std::string replayText(const SessionReplay& replay)
{
    if (const auto& parting = replay.parting())
        return fmt::format("not as it was recorded: {}\n", parting->sentence());
    return replay.sameStates() > 0
               ? fmt::format("as it was recorded, {}\n",
                             countText(replay.sameStates(), "key state", "key states"))
               : std::string{};
}

std::string resultText(const PlaySession& session, const SessionReplay& replay, double seconds)
{
    const auto player = session.player();
    auto text = fmt::format("{} in {:.3f} s, state {}\nplayer at {:.3f},{:.3f},{:.3f}{}\n",
                            countText(session.tickCount(), "tick", "ticks"), seconds,
                            hashToText(session.stateHash()), player.position.x, player.position.y,
                            player.position.z, player.grounded ? "" : ", in the air");
    text += replayText(replay);
    for (const auto& issue : session.scriptErrors())
        text += fmt::format("{}: {}\n", issue.place, issue.message);
    return text;
}

/// What scripts show over the picture. Fonts need an application, though no window.
std::vector<ViewPicture> hudOf(const PlaySession& session, const ViewRequest& view)
{
    if (session.hud().items().empty())
        return {};
    qputenv("QT_QPA_PLATFORM", "offscreen");
    int argc = 1;
    char name[] = "mapwright";
    char* argv[] = {name, nullptr};
    const QGuiApplication application{argc, argv};
    HudPictures pictures;
    return pictures.of(session.hud(), {view.width, view.height},
                       [&](const std::string& path) { return session.texture(path); });
}

Result<void> takeScreenshot(PlaySession& session, AssetDatabase& assets, const std::string& file)
{
    const auto context = HeadlessContext::create();
    if (!context)
        return context.error();
    RenderResources resources{assets};
    RenderSystem system{resources};
    if (!session.playsEdited())
        loadLightmapOf(session.world(), assets.project().root / session.scene(), assets);
    system.attach(session.world());
    ViewRequest view;
    view.camera = session.camera();
    view.mode = ViewMode::Lit;
    view.width = 1280;
    view.height = 720;
    view.quality = ViewQuality::Full;
    view.gameView = true;
    system.setGameSeconds(static_cast<double>(session.tickCount()) * PlaySession::TickSeconds);
    const auto image = renderToImage(system, view, nullptr, hudOf(session, view));
    return image ? savePng(*image, file) : Result<void>{image.error()};
}

/// A scene that was read, ready to be played.
struct PlayedScene
{
    TypeRegistry types = sceneTypes();
    LoadedScene scene;
    std::unique_ptr<AssetDatabase> assets;
    std::unique_ptr<ScriptLibrary> scripts;
    ValueBag playerProperties{};
    std::string name; ///< of the scene, as its project calls it
};

Result<void> openForPlay(const PlayJob& job, PlayedScene& played)
{
    const auto file = sceneFileOf(job.scene);
    if (!file)
        return file.error();
    auto opened = openPlayable(*file, played.types);
    if (!opened)
        return opened.error();
    played.scene = std::move(opened->scene);
    played.assets = std::move(opened->assets);
    const auto& project = played.assets->project();
    played.name = sceneNameOf(project, *file);
    if (!job.screenshot.empty())
        loadLightmapOf(*played.scene.world, *file, *played.assets);
    for (const auto& issue : findUnknownParts(*played.scene.world))
        logWarning("play", "{} {}.", issue.message, issue.fix);
    played.scripts = makeScriptLibrary(*played.assets, scriptTrustOf(project));
    if (needsTrust(*played.scripts, *played.scene.world) || appNeedsTrust(*played.scripts, project))
        return scriptsAreOff();
    for (const auto& assignment : job.assignments)
        if (auto set = assignProperty(*played.scene.world, played.types, *played.scripts,
                                      played.playerProperties, assignment);
            !set)
            return set;
    return {};
}

/// Writes --record and --screenshot.
Result<void> writeOutputs(const PlayJob& job,
                          PlaySession& session,
                          const SessionRecorder& recorder,
                          AssetDatabase& assets,
                          InputRecording input,
                          ContentHash scene)
{
    if (!job.record.empty() && !recorder.file().empty()) {
        if (auto written = recorder.writeCopy(job.record); !written)
            return written;
    } else if (!job.record.empty()) {
        input.build = buildText();
        input.scene = scene;
        input.ticks.resize(session.tickCount());
        if (auto written = writeFileAtomically(job.record, writeRecording(input)); !written)
            return written;
    }
    return job.screenshot.empty() ? Result<void>{}
                                  : takeScreenshot(session, assets, job.screenshot);
}

/// What the run is compared with names these as reasons if it parts.
std::vector<std::string> reasonsToPart(const PlayJob& job,
                                       const SessionRecording& recording,
                                       ContentHash scene,
                                       PlayedScene& played)
{
    auto reasons = changesSince(recording, *played.scene.world, scene, *played.assets);
    if (job.isOtherSeed)
        reasons.emplace_back("it is played with another seed");
    return reasons;
}

/// What plays the scene: a session with nobody at the keys, recorded like any other.
Result<std::unique_ptr<SessionReplay>> beginPlay(const PlayJob& job,
                                                 PlayedScene& played,
                                                 const SessionRecording& recording,
                                                 ContentHash scene,
                                                 SessionRecorder& recorder)
{
    PlaySetup setup{*played.assets, played.types};
    setup.audio = AudioOutput::Loopback;
    setup.scripts = played.scripts.get();
    setup.playerProperties = played.playerProperties;
    setup.scene = played.name;
    setup.recorder = job.isRecorded ? &recorder : nullptr;
    return SessionReplay::begin({.level = std::make_unique<World>(*played.scene.world),
                                 .setup = setup,
                                 .recording = std::make_shared<const SessionRecording>(recording),
                                 .reasons = job.input.empty()
                                                ? std::vector<std::string>{}
                                                : reasonsToPart(job, recording, scene, played)});
}

/// Options that mean nothing to a person at the keyboard; the first one given, or null.
const char* headlessOnly(const PlayJob& job)
{
    const std::array options{std::pair{job.ticks.has_value(), "--ticks"},
                             std::pair{!job.input.empty(), "--input"},
                             std::pair{!job.record.empty(), "--record"},
                             std::pair{!job.screenshot.empty(), "--screenshot"},
                             std::pair{!job.assignments.empty(), "--set"},
                             std::pair{job.seed.has_value(), "--seed"},
                             std::pair{!job.isRecorded, "--no-recording"},
                             std::pair{job.json, "--json"}};
    const auto given = std::find_if(options.begin(), options.end(),
                                    [](const auto& option) { return option.first; });
    return given != options.end() ? given->second : nullptr;
}

ExitStatus playInWindow(const PlayJob& job)
{
    if (const auto* option = headlessOnly(job))
        return complain(ExitStatus::WrongUsage, fmt::format("{} needs --headless", option));
    if (!hasDisplay())
        return complain(ExitStatus::WrongUsage,
                        "the game needs a display; --headless plays without one");
    const auto scene = sceneFileOf(job.scene);
    if (!scene)
        return complain(ExitStatus::UnreadableInput, scene.error().message());
    int argc = 1;
    char name[] = "mapwright";
    char* argv[] = {name, nullptr};
    return static_cast<ExitStatus>(runPlayWindow(argc, argv, *scene));
}
} // namespace

ExitStatus runPlay(CliArguments& arguments)
{
    auto job = readPlayJob(arguments);
    if (!job)
        return complain(ExitStatus::WrongUsage, job.error().message());
    if (!job->headless)
        return playInWindow(*job);
    std::vector<LogMessage> messages;
    const auto sink = addLogSink([&](const LogMessage& message) {
        messages.push_back(message);
        if (!job->json && message.level >= LogLevel::Warning)
            fmt::print(stderr, "{}{}\n",
                       message.file.empty() ? std::string{}
                                            : fmt::format("{}:{}: ", message.file, message.line),
                       message.text);
    });
    const auto recording = inputOf(*job);
    if (!recording)
        return complain(ExitStatus::UnreadableInput, recording.error().message());
    PlayedScene played;
    if (const auto opened = openForPlay(*job, played); !opened)
        return complain(ExitStatus::UnreadableInput, opened.error().message());
    const auto scene = contentHash(*played.scene.world, played.types);
    const auto& project = played.assets->project();
    warnIfForeign(recording->input, scene, inputOf(project));

    SessionRecorder recorder{RecordingStore{project.root}, {.settings = job->assignments}};
    const auto begun = beginPlay(*job, played, *recording, scene, recorder);
    if (!begun)
        return complain(ExitStatus::UnreadableInput, begun.error().message());
    auto& replay = **begun;
    auto& session = replay.session();
    const double seconds = playAll(replay);
    recorder.end(); // with what the last tick has made
    recorder.flush();
    if (const auto written =
            writeOutputs(*job, session, recorder, *played.assets, recording->input, scene);
        !written)
        return complain(ExitStatus::UnwritableOutput, written.error().message());
    const bool isGood = session.scriptErrors().empty() && !replay.parting();
    const auto status = interrupted ? ExitStatus::Cancelled
                        : isGood    ? ExitStatus::Done
                                    : ExitStatus::ProblemsFound;
    return job->json
               ? printJson(resultJson(session, replay, recorder.file(), seconds, messages), status)
               : printText(resultText(session, replay, seconds), status);
}
} // namespace editor
