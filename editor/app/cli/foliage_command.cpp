#include "editor/app/cli/cli_job.h"
#include "editor/app/cli/cli_support.h"
#include "editor/app/cli/commands.h"
#include "editor/document/document.h"
#include "editor/operations/foliage/foliage_operations.h"
#include "editor/operations/foliage/foliage_surveyor.h"
#include "engine_core/base/count_text.h"
#include "engine_core/foliage/foliage_growth.h"
#include "engine_core/foliage/stroke_log.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <limits>
#include <optional>

namespace editor
{
using namespace engine;

namespace
{
struct FoliageRequest
{
    std::string scene;
    std::string layer;
    std::string scatter; ///< a brush or group by name or id, a box, or "all"
    std::string stroke;  ///< a file
    bool grow = false;   ///< by the layer's rules
    unsigned threads = 0;
    long long seed = -1; ///< the layer's own
    bool json = false;
    bool quiet = false;
    std::shared_ptr<AssetDatabase> assets; ///< of the scene's project; null if it lies in none
};

Result<FoliageRequest> readFoliageRequest(CliArguments& arguments)
{
    FoliageRequest request;
    request.json = arguments.takeFlag("--json");
    request.quiet = arguments.takeFlag("--quiet");
    request.grow = arguments.takeFlag("--grow");
    request.layer = arguments.takeOption("--layer");
    request.scatter = arguments.takeOption("--scatter");
    request.stroke = arguments.takeOption("--stroke");
    const auto threads = takeNumber(arguments, "--threads", 1, 1024, 0);
    const auto seed =
        takeNumber(arguments, "--seed", 0, std::numeric_limits<std::uint32_t>::max(), -1);
    for (const auto* number : {&threads, &seed})
        if (!*number)
            return number->error();
    request.threads = static_cast<unsigned>(*threads);
    request.seed = *seed;
    request.scene = arguments.takeWord();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return Error{bad};
    if (request.scene.empty() || request.layer.empty())
        return Error{"foliage needs a scene and --layer NAME"};
    if ((request.scatter.empty() ? 0 : 1) + (request.stroke.empty() ? 0 : 1) +
            (request.grow ? 1 : 0) !=
        1)
        return Error{"foliage needs one of --scatter BRUSH_OR_BOX, --stroke FILE and --grow"};
    return request;
}

/// Entities of that name or id.
std::vector<EntityId> entitiesOf(const World& world, const std::string& word)
{
    std::uint64_t id = 0;
    const auto* end = word.data() + word.size();
    if (const auto read = std::from_chars(word.data(), end, id);
        read.ec == std::errc{} && read.ptr == end && world.exists(EntityId{id}))
        return {EntityId{id}};
    std::vector<EntityId> found;
    world.forEach<Node>([&](EntityId entity, const Node& node) {
        if (node.name == word)
            found.push_back(entity);
    });
    return found;
}

Result<EntityId> layerNamed(const World& world, const std::string& name)
{
    std::string names;
    for (const auto layer : foliageLayers(world)) {
        const auto& own = world.get<Node>(layer)->name;
        if (own == name || std::to_string(layer.value) == name)
            return layer;
        names += (names.empty() ? "'" : ", '") + own + "'";
    }
    return Error{"The scene has no foliage '{}'; it has {}", name, names.empty() ? "none" : names};
}

/// Six numbers: two corners.
std::optional<Aabb> boxOf(const std::string& word)
{
    std::array<double, 6> numbers{};
    const auto* at = word.data();
    const auto* end = word.data() + word.size();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto read = std::from_chars(at, end, numbers[i]);
        if (read.ec != std::errc{} || (i < 5 && (read.ptr == end || *read.ptr != ',')))
            return std::nullopt;
        at = read.ptr + (i < 5 ? 1 : 0);
    }
    if (at != end)
        return std::nullopt;
    Aabb box;
    box.add(Vec3d{numbers[0], numbers[1], numbers[2]});
    box.add(Vec3d{numbers[3], numbers[4], numbers[5]});
    return box;
}

struct Ground
{
    std::vector<EntityId> brushes;
    Aabb within; ///< empty: all of them
};

Result<Ground> groundOf(const Document& document, const std::string& word)
{
    const auto& world = document.world();
    Ground ground;
    const auto addTree = [&](EntityId root) {
        for (const auto entity : subtree(world, root))
            if (world.get<BrushComponent>(entity) != nullptr)
                ground.brushes.push_back(entity);
    };
    if (const auto box = boxOf(word)) {
        ground.within = *box;
        ground.brushes = document.index().overlapping(*box);
        std::erase_if(ground.brushes, [&](EntityId entity) {
            return world.get<BrushComponent>(entity) == nullptr;
        });
    } else if (word == "all") {
        world.forEach<BrushComponent>(
            [&](EntityId entity, const BrushComponent&) { ground.brushes.push_back(entity); });
    } else {
        for (const auto entity : entitiesOf(world, word))
            addTree(entity);
    }
    std::sort(ground.brushes.begin(), ground.brushes.end());
    ground.brushes.erase(std::unique(ground.brushes.begin(), ground.brushes.end()),
                         ground.brushes.end());
    if (ground.brushes.empty())
        return Error{"There is no brush at '{}'", word};
    return ground;
}

struct FoliageOutcome
{
    std::size_t placed = 0;
    std::size_t removed = 0;
    FoliageRejects rejected;
    double seconds = 0;
    bool cancelled = false;
};

/// What the kinds' rules ask for; an error if it cannot be had, rather than a bare level.
Result<FoliageSurvey>
surveyOf(Transaction& tx, const FoliageRequest& request, EntityId layer, FoliageOutcome& outcome)
{
    Surveyed found;
    const auto show = request.quiet ? ShowProgress::No : ShowProgress::Yes;
    auto* assets = request.assets.get();
    outcome.cancelled = runCancellable("Looking where agents walk", show, [&](JobControl& control) {
        found = surveyFoliage(
            tx.world(), layer, [=] { return assets; }, control);
    });
    if (outcome.cancelled)
        return Error{"cancelled; nothing was changed"};
    if (!found.problems.empty())
        return Error{"{}", found.problems.front()};
    return std::move(found.survey);
}

Result<void>
runScatter(Transaction& tx, const FoliageRequest& request, EntityId layer, FoliageOutcome& outcome)
{
    const auto ground = groundOf(tx.document(), request.scatter);
    if (!ground)
        return ground.error();
    const auto survey = surveyOf(tx, request, layer, outcome);
    if (!survey)
        return survey.error();
    auto scatter =
        collectScatter(tx.world(), tx.document().index(), layer, ground->brushes, {}, *survey);
    scatter.within = ground->within;
    scatter.threads = request.threads;
    FoliagePlanted planted;
    const auto show = request.quiet ? ShowProgress::No : ShowProgress::Yes;
    outcome.cancelled = runCancellable("Placing plants", show, [&](JobControl& control) {
        planted = scatterFoliage(std::move(scatter), control);
    });
    if (outcome.cancelled)
        return Error{"cancelled; nothing was changed"};
    if (!planted.problem.empty())
        return Error{"The foliage '{}' was not planted: {}", request.layer, planted.problem};
    outcome.placed = planted.instances.size();
    outcome.rejected = planted.rejected;
    return plantFoliage(tx, layer, planted.instances);
}

Result<void>
runGrow(Transaction& tx, const FoliageRequest& request, EntityId layer, FoliageOutcome& outcome)
{
    if (!tx.world().get<FoliageLayer>(layer)->byRule)
        return Error{"The foliage '{}' does not grow by rule; tick 'Grow by rule' in the editor",
                     request.layer};
    const auto survey = surveyOf(tx, request, layer, outcome);
    if (!survey)
        return survey.error();
    auto growth = collectGrowth(tx.world(), tx.document().index(), layer, wholeFoliage(), *survey);
    growth.scatter.threads = request.threads;
    FoliageGrown grown;
    const auto show = request.quiet ? ShowProgress::No : ShowProgress::Yes;
    outcome.cancelled = runCancellable("Growing plants", show, [&](JobControl& control) {
        grown = growFoliage(std::move(growth), control);
    });
    if (outcome.cancelled)
        return Error{"cancelled; nothing was changed"};
    if (!grown.problem.empty())
        return Error{"The foliage '{}' has not grown: {}", request.layer, grown.problem};
    outcome.placed = grown.added;
    outcome.removed = grown.removed;
    outcome.rejected = grown.rejected;
    if (grown.added + grown.removed > 0)
        setFoliage(tx, layer, grown.instances);
    return {};
}

/// The kinds' slots.
Result<std::vector<std::uint8_t>>
slotsOf(const World& world, EntityId layer, const std::vector<std::string>& kinds)
{
    std::vector<std::uint8_t> slots;
    for (const auto& kind : kinds) {
        const auto before = slots.size();
        for (const auto& [entity, type] : foliageTypes(world, layer))
            if (world.get<Node>(entity)->name == kind)
                slots.push_back(static_cast<std::uint8_t>(type.slot));
        if (slots.size() == before)
            return Error{"The foliage has no kind of plant '{}'", kind};
    }
    return slots;
}

Result<void> runStroke(Transaction& tx,
                       const FoliageRequest& request,
                       const StrokeLog& log,
                       EntityId layer,
                       FoliageOutcome& outcome)
{
    const auto slots = slotsOf(tx.world(), layer, log.kinds);
    if (!slots)
        return slots.error();
    if (log.erases) {
        const FoliageMarks marks{tx.world(), layer};
        const auto before = foliageOf(tx.world(), layer);
        auto left = before;
        for (std::size_t i = 0; i < log.points.size(); ++i) {
            FoliageEdit edit{left};
            eraseFoliage(*left, log.points[i == 0 ? 0 : i - 1], log.points[i],
                         log.brush.pressed(log.points[i].pressure), *slots, edit, marks);
            left = edit.finish();
        }
        outcome.removed = before->plants() - left->plants();
        if (left != before)
            setFoliage(tx, layer, left);
        return {};
    }
    const auto survey = surveyOf(tx, request, layer, outcome);
    if (!survey)
        return survey.error();
    FoliageStroke stroke{tx.world(), tx.document().index(), layer, *slots, log.brush, *survey};
    if (auto room = stroke.checkRoom(); !room)
        return room.error().withContext("The foliage '{}' was not planted", request.layer);
    std::vector<FoliageInstance> plants;
    for (const auto& point : log.points) {
        const auto added = stroke.extend(point);
        plants.insert(plants.end(), added.begin(), added.end());
    }
    outcome.placed = plants.size();
    outcome.rejected = stroke.rejected();
    return plantFoliage(tx, layer, plants);
}

nlohmann::ordered_json resultJson(const FoliageOutcome& outcome, const World& world, EntityId layer)
{
    const auto& rejected = outcome.rejected;
    const auto instances = foliageOf(world, layer);
    return {{"placed", outcome.placed},
            {"removed", outcome.removed},
            {"rejected",
             {{"slope", rejected.slope},
              {"height", rejected.height},
              {"material", rejected.material},
              {"layer", rejected.layer},
              {"covered", rejected.covered},
              {"distance", rejected.distance},
              {"ground", rejected.ground},
              {"thinned", rejected.thinned},
              {"spacing", rejected.spacing}}},
            {"instances", instances->plants()},
            {"orphans", foliageOrphans(world, layer).size()},
            {"seconds", outcome.seconds},
            {"content_hash", hashToText(instances->hash())}};
}

Result<void> plant(Document& document,
                   const FoliageRequest& request,
                   const std::optional<StrokeLog>& log,
                   EntityId layer,
                   FoliageOutcome& outcome)
{
    return document.run("Foliage", [&](Transaction& tx) -> Result<void> {
        if (request.seed >= 0) {
            auto settings = *tx.world().get<FoliageLayer>(layer);
            settings.seed = request.seed;
            tx.set(layer, settings);
        }
        if (foliageTypes(tx.world(), layer).empty())
            return Error{"The foliage '{}' has no kinds of plants", request.layer};
        if (request.grow)
            return runGrow(tx, request, layer, outcome);
        return log ? runStroke(tx, request, *log, layer, outcome)
                   : runScatter(tx, request, layer, outcome);
    });
}
} // namespace

ExitStatus runFoliage(CliArguments& arguments)
{
    auto request = readFoliageRequest(arguments);
    if (!request)
        return complain(ExitStatus::WrongUsage, request.error().message());
    const auto types = sceneTypes();
    const auto file = sceneFileOf(request->scene);
    if (!file)
        return complain(ExitStatus::UnreadableInput, file.error().message());
    Document document{types};
    const auto problems = document.open(*file);
    if (!problems)
        return complain(ExitStatus::UnreadableInput, problems.error().message());
    if (!problems->empty())
        return complain(ExitStatus::ProblemsFound,
                        fmt::format("'{}' has {} and is left as it is; `mapwright validate` lists "
                                    "them",
                                    file->string(),
                                    countText(problems->size(), "problem", "problems")));
    if (auto project = projectOfScene(*file)) {
        request->assets = std::make_shared<AssetDatabase>(*std::move(project));
        request->assets->supply(document.worldForSystems());
    }
    std::optional<StrokeLog> log;
    if (!request->stroke.empty()) {
        const auto text = readFile(request->stroke);
        auto read = text ? readStrokeLog(*text, request->stroke) : Result<StrokeLog>{text.error()};
        if (!read)
            return complain(ExitStatus::UnreadableInput, read.error().message());
        log = *std::move(read);
    }
    const auto layer = layerNamed(document.world(), request->layer);
    if (!layer)
        return complain(ExitStatus::UnreadableInput, layer.error().message());
    FoliageOutcome outcome;
    const auto start = std::chrono::steady_clock::now();
    const auto done = plant(document, *request, log, *layer, outcome);
    outcome.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!done)
        return complain(outcome.cancelled ? ExitStatus::Cancelled : ExitStatus::UnreadableInput,
                        done.error().message());
    if (document.isModified())
        if (const auto saved = document.save(*file); !saved)
            return complain(ExitStatus::UnwritableOutput, saved.error().message());
    if (request->json)
        return printJson(resultJson(outcome, document.world(), *layer), ExitStatus::Done);
    const auto refused = outcome.rejected.text();
    return printText(fmt::format("{} placed, {} removed, {} there now ({:.2f} s){}\n",
                                 countText(outcome.placed, "plant", "plants"), outcome.removed,
                                 foliageOf(document.world(), *layer)->plants(), outcome.seconds,
                                 refused.empty() ? "" : "\nnothing grows on " + refused),
                     ExitStatus::Done);
}
} // namespace editor
