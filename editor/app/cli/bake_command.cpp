#include "editor/app/cli/cli_job.h"
#include "editor/app/cli/cli_support.h"
#include "editor/app/cli/commands.h"
#include "editor/app/workspace/scene_files.h"
#include "engine_core/assets/project/asset_database.h"
#include "engine_core/base/count_text.h"
#include "engine_core/lighting/incremental/bake_setup.h"
#include "engine_core/lighting/incremental/rebake.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include <chrono>
#include <limits>
#include <optional>

namespace editor
{
using namespace engine;

namespace
{
constexpr double LeastNoise = 0.1; ///< percent
constexpr double MostNoise = 50;

struct BakeRequest
{
    std::string scene;
    BakeOptions options;
    bool isIncremental = false;
    bool json = false;
    bool quiet = false;
    bool isEstimate = false; ///< what it will take, without baking
};

Result<BakeQuality> qualityOf(const std::string& name)
{
    if (name == "draft")
        return BakeQuality::Draft;
    if (name == "preview")
        return BakeQuality::Preview;
    if (name == "final")
        return BakeQuality::Final;
    return Error{"--quality is draft, preview or final, not '{}'", name};
}

Result<Denoise> denoiseOf(const std::string& name)
{
    if (name == "on")
        return Denoise::On;
    if (name == "off")
        return Denoise::Off;
    return Error{"--denoise is on or off, not '{}'", name};
}

Result<Density> densityOf(const std::string& name)
{
    if (name.empty())
        return Density::AsSettings;
    if (name == "on")
        return Density::Adaptive;
    if (name == "off")
        return Density::Even;
    return Error{"--adaptive is on or off, not '{}'", name};
}

Result<BakeRequest> readBakeRequest(CliArguments& arguments)
{
    BakeRequest request;
    request.json = arguments.takeFlag("--json");
    request.quiet = arguments.takeFlag("--quiet");
    request.isIncremental = arguments.takeFlag("--incremental");
    request.isEstimate = arguments.takeFlag("--estimate");
    const auto quality = qualityOf(arguments.takeOption("--quality", "final"));
    const auto denoise = denoiseOf(arguments.takeOption("--denoise", "off"));
    const auto density = densityOf(arguments.takeOption("--adaptive"));
    const auto noise = takeDecimal(arguments, "--noise", LeastNoise, MostNoise, 0);
    const auto samples = takeNumber(arguments, "--samples", 1, 65536, 0);
    const auto bounces = takeNumber(arguments, "--bounces", 0, 64, -1);
    const auto threads = takeNumber(arguments, "--threads", 1, 1024, 0);
    const auto seed = takeNumber(arguments, "--seed", 0, std::numeric_limits<long long>::max(), 1);
    if (!quality)
        return quality.error();
    if (!denoise)
        return denoise.error();
    if (!density)
        return density.error();
    if (!noise)
        return noise.error();
    for (const auto* number : {&samples, &bounces, &threads, &seed})
        if (!*number)
            return number->error();
    request.options.quality = *quality;
    request.options.denoise = *denoise;
    request.options.density = *density;
    request.options.noise = static_cast<float>(*noise) / 100;
    request.options.samples = static_cast<int>(*samples);
    request.options.bounces = static_cast<int>(*bounces);
    request.options.threads = static_cast<unsigned>(*threads);
    request.options.seed = static_cast<std::uint64_t>(*seed);
    request.scene = arguments.takeWord();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return Error{bad};
    if (request.scene.empty())
        return Error{"bake needs a scene"};
    return request;
}

/// Both files or neither.
Result<void> writeBake(World& world,
                       const TypeRegistry& types,
                       const Lightmap& lightmap,
                       const fs::path& sceneFile)
{
    if (auto place = checkPlaceToWrite(lightmapFileFor(sceneFile)); !place)
        return place; // it was made during the bake
    Edit edit;
    edit.swaps.push_back(
        swapTo(SceneEntity, LightmapRef{.file = lightmapFileFor(sceneFile).filename().string(),
                                        .hash = hashToText(lightmap.hash)}));
    world.apply(edit);
    return saveSceneWithLight(world, types, sceneFile, &lightmap);
}

std::string bouncesText(int bounces)
{
    return bounces < 0 ? std::string{"is of an older version, which did not keep its bounces"}
                       : "has " + countText(static_cast<std::size_t>(bounces), "bounce", "bounces");
}

/// The light that the scene has, and which of its faces are out of date; an Error where a bake of
/// those alone would make no whole.
Result<OldLight> readOldLight(const World& world,
                              const BakeInput& input,
                              const BakeOptions& options,
                              const fs::path& sceneFile)
{
    const auto* reference = world.get<LightmapRef>(SceneEntity);
    if (reference == nullptr || reference->file.empty())
        return Error{"'{}' was never baked: there is no light to complete; leave --incremental out",
                     sceneFile.string()};
    auto lightmap = loadLightmapOf(sceneFile, *reference);
    if (!lightmap)
        return lightmap.error().withContext("leave --incremental out to bake all of '{}'",
                                            sceneFile.string());
    if (qualityOf(**lightmap, input, options.density) != options.quality)
        return Error{
            "the light of '{}' has another quality or density; leave --incremental out, or "
            "ask for its --quality",
            sceneFile.string()};
    const int bounces = bouncesFor(input, options);
    if ((*lightmap)->bounces != bounces)
        return Error{"the light of '{}' {}, not {}; leave --incremental out to bake all of it",
                     sceneFile.string(), bouncesText((*lightmap)->bounces), bounces};
    OldLight old;
    old.stale = facesWithOtherInputs(**lightmap, input);
    old.lightmap = *std::move(lightmap);
    return old;
}

nlohmann::ordered_json resultJson(const BakeResult& baked, double writeSeconds)
{
    const auto& stats = baked.stats;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const double rays = static_cast<double>(stats.rays);
    return {{"charts", stats.charts},
            {"stale_faces", baked.lightmap->charts.size() - stats.kept},
            {"kept_faces", stats.kept},
            {"luxels", stats.luxels},
            {"rays", stats.rays},
            {"seconds",
             {{"charts", stats.chartSeconds},
              {"trace", stats.traceSeconds},
              {"plan", stats.planSeconds},
              {"denoise", stats.denoiseSeconds},
              {"write", writeSeconds}}},
            {"mrays_per_second", stats.traceSeconds > 0 ? rays / stats.traceSeconds * 1e-6 : 0.0},
            {"threads", stats.threads},
            {"peak_rss_mb", static_cast<double>(usage.ru_maxrss) / 1024.0},
            {"atlases", baked.lightmap->atlases.size()},
            {"atlas_fill", stats.atlasFill},
            {"noise", stats.noise},
            {"mean_direct", stats.meanDirect},
            {"mean_total", stats.meanTotal},
            {"content_hash", hashToText(baked.lightmap->hash)}};
}

std::string resultText(const BakeResult& baked, const fs::path& sceneFile)
{
    const auto& stats = baked.stats;
    return fmt::format(
        "{}: {}, {}, {:.1f} million rays in {:.2f} s\n", lightmapFileFor(sceneFile).string(),
        countText(stats.charts, "chart", "charts"), countText(stats.luxels, "luxel", "luxels"),
        static_cast<double>(stats.rays + stats.probeRays) * 1e-6,
        stats.chartSeconds + stats.traceSeconds + stats.probeSeconds + stats.denoiseSeconds);
}

/// Runs the work with its progress shown; what it returns, or how the command ends without.
template <typename Outcome, typename Work>
std::optional<ExitStatus> runWork(const BakeRequest& request,
                                  const char* title,
                                  std::optional<Result<Outcome>>& outcome,
                                  const Work& work)
{
    const auto show = request.quiet ? ShowProgress::No : ShowProgress::Yes;
    if (runCancellable(title, show, [&](JobControl& control) { outcome = work(control); }))
        return complain(ExitStatus::Cancelled, "the bake was cancelled; nothing was changed");
    if (!outcome) // why, is in the log
        return complain(ExitStatus::ProblemsFound, "the light was not baked; nothing was changed");
    if (!*outcome)
        return complain(ExitStatus::UnreadableInput, outcome->error().message());
    return std::nullopt;
}

ExitStatus printEstimate(const BakeInput& input, const BakeRequest& request)
{
    std::optional<Result<BakeEstimate>> found;
    if (const auto failed = runWork(request, "Trying light", found, [&](JobControl& control) {
            return estimateBake(input, request.options, control);
        }))
        return *failed;
    const auto& estimate = **found;
    if (!request.json)
        return printText(estimateText(estimate) + "\n", ExitStatus::Done);
    return printJson({{"estimate",
                       {{"seconds", estimate.seconds},
                        {"luxels", estimate.luxels},
                        {"mb", estimate.megabytes}}}},
                     ExitStatus::Done);
}
} // namespace

ExitStatus runBake(CliArguments& arguments)
{
    const auto request = readBakeRequest(arguments);
    if (!request)
        return complain(ExitStatus::WrongUsage, request.error().message());
    const auto types = sceneTypes();
    const auto file = sceneFileOf(request->scene);
    if (!file)
        return complain(ExitStatus::UnreadableInput, file.error().message());
    const auto scene = loadScene(*file, types);
    if (!scene)
        return complain(ExitStatus::UnreadableInput, scene.error().message());
    followPrefabs(*scene->world, *file, types);
    if (!scene->problems.empty())
        return complain(ExitStatus::ProblemsFound,
                        fmt::format("'{}' has {} and is left as it is; `mapwright validate` lists "
                                    "them",
                                    file->string(),
                                    countText(scene->problems.size(), "problem", "problems")));
    const auto project = projectOfScene(*file);
    if (!project)
        return complain(ExitStatus::UnreadableInput, project.error().message());
    AssetDatabase assets{*project};
    assets.supply(*scene->world);
    if (request->isEstimate)
        return printEstimate(collectBakeInput(*scene->world, assets), *request);
    if (const auto place = checkPlaceToWrite(lightmapFileFor(*file)); !place)
        return complain(ExitStatus::UnwritableOutput, place.error().message());
    const auto input = collectBakeInput(*scene->world, assets);
    std::optional<OldLight> old;
    if (request->isIncremental) {
        auto read = readOldLight(*scene->world, input, request->options, *file);
        if (!read)
            return complain(ExitStatus::UnreadableInput, read.error().message());
        old = *std::move(read);
    }
    std::optional<Result<BakeResult>> baked;
    if (const auto failed = runWork(*request, "Baking light", baked, [&](JobControl& control) {
            return old ? rebakeLightmap(input, *old, request->options, control)
                       : bakeLightmap(input, request->options, control);
        }))
        return *failed;

    const auto start = std::chrono::steady_clock::now();
    if (const auto written = writeBake(*scene->world, types, *(**baked).lightmap, *file); !written)
        return complain(ExitStatus::UnwritableOutput, written.error().message());
    const double writeSeconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return request->json ? printJson(resultJson(**baked, writeSeconds), ExitStatus::Done)
                         : printText(resultText(**baked, *file), ExitStatus::Done);
}
} // namespace editor
