#include "editor/app/workspace/scene_files.h"
#include "editor/app/workspace/workspace.h"
#include "engine_core/base/log.h"
#include "engine_core/lighting/incremental/bake_setup.h"

namespace editor
{
using namespace engine;

void Workspace::stopBake()
{
    if (m_bake)
        m_bake->cancel();
    if (auto dropped = std::exchange(m_waitingBake, {}))
        dropped->done(Error{"The bake was stopped; the old light stays"});
}

/// Of the scene that is open, which may be the one that is read once more.
std::string Workspace::knownLight() const
{
    const auto* reference = m_document->world().get<LightmapRef>(SceneEntity);
    if (reference == nullptr)
        return {};
    const auto light = m_assets->lightmaps().find(lightmapHash(*reference));
    return light && hashToText(light->hash) == reference->hash ? reference->hash : std::string{};
}

/// `light` is what reading the scene found; without it, what the file holds is read now.
void Workspace::useLightOfScene(std::optional<Result<Light>> light)
{
    const auto* reference = m_document->world().get<LightmapRef>(SceneEntity);
    if (reference == nullptr || reference->file.empty())
        return;
    // A scene that comes back has light that no file holds, if it was baked and not saved.
    if (auto known = m_assets->lightmaps().find(lightmapHash(*reference));
        known && hashToText(known->hash) == reference->hash)
        return takeLightmap(*reference, std::move(known));
    if (!light) {
        takeWaitingLightmap(m_document->path(), *reference);
        light = loadLightmapOf(m_document->path(), *reference);
    }
    const auto& lightmap = *light;
    if (!lightmap) {
        log({LogLevel::Warning,
             "lightmap",
             lightmap.error().message() + "; bake again (Ctrl+L) to light the scene",
             {},
             0});
        return;
    }
    if (hashToText((*lightmap)->hash) != reference->hash)
        logWarning("lightmap", "'{}' belongs to another state of the scene; bake again (Ctrl+L)",
                   reference->file);
    takeLightmap(*reference, *lightmap);
}

/// Kept under the scene's hash, so that the old light shows until it is baked again.
void Workspace::takeLightmap(const LightmapRef& reference, Light lightmap)
{
    std::vector<Name> leaves; // read side by side before they are compared
    for (const auto& [material, holes] : lightmap->leaves)
        leaves.emplace_back(material);
    m_assets->prepareMaterials(leaves);
    auto bodies = m_lighting->compareWith(*lightmap);
    if (lightmap->bodies.empty() && !bodies.empty()) { // baked before bodies had names
        auto completed = std::make_shared<Lightmap>(*lightmap);
        completed->bodies = std::move(bodies);
        lightmap = std::move(completed);
    }
    m_assets->lightmaps().put(lightmapHash(reference), std::move(lightmap));
}

Result<void> Workspace::nameLightmapAfter(const fs::path& scene)
{
    if (auto writable = checkWritable(scene); !writable)
        return writable;
    const auto* reference = m_document->world().get<LightmapRef>(SceneEntity);
    const auto name = lightmapFileFor(scene).filename().string();
    if (reference == nullptr || reference->file == name)
        return {};
    auto renamed = *reference;
    renamed.file = name;
    return m_document->run("Name lightmap", [&](Transaction& edit) -> Result<void> {
        edit.set(SceneEntity, renamed);
        return {};
    });
}

/// Null if the scene was never baked, or its light cannot be read.
Workspace::Light Workspace::shownLight() const
{
    const auto* reference = m_document->world().get<LightmapRef>(SceneEntity);
    return reference != nullptr && !reference->hash.empty()
               ? m_assets->lightmaps().find(lightmapHash(*reference))
               : nullptr;
}

bool Workspace::bakesAllFaces() const
{
    return m_lighting->isAllStale() || shownLight() == nullptr;
}

std::optional<OldLight> Workspace::oldLight()
{
    auto light = bakesAllFaces() ? nullptr : shownLight();
    auto old = light ? m_lighting->oldLight() : std::nullopt;
    if (!old)
        return old;
    old->lightmap = std::move(light);
    if (old->lights) // or light without a shape would be taken away from light that has one
        readProfiles(*old->lights, *m_assets);
    return old;
}

const Workspace::FollowedLight* Workspace::followedLight() const
{
    return m_followed && m_followed->revision == m_lighting->revision() ? &*m_followed : nullptr;
}

void Workspace::setFollowsLight(bool follows)
{
    if (std::exchange(m_followsLight, follows) != follows)
        followsLightChanged();
}

double Workspace::secondsToFix()
{
    const auto light = shownLight();
    const auto faces = m_lighting->faceCount();
    if (!light || faces == 0)
        return 0;
    double luxels = 0;
    for (const auto& [key, chart] : light->charts)
        luxels += static_cast<double>(chart.width) * chart.height;
    return m_secondsPerLuxel * luxels * static_cast<double>(m_lighting->staleFaces().size()) /
           static_cast<double>(faces);
}

void Workspace::noteSpeed(const BakeStats& stats)
{
    const double seconds = stats.chartSeconds + stats.traceSeconds + stats.probeSeconds;
    if (stats.litLuxels == 0 || stats.kept > 0) // finding out what to bake is most of short ones
        return;
    m_secondsPerLuxel = seconds / static_cast<double>(stats.litLuxels);
    speedNoted();
}

namespace
{
Result<BakeResult> bakeInScope(const BakeInput& input,
                               BakeOptions options,
                               const std::optional<OldLight>& old,
                               Workspace::BakeScope scope,
                               JobControl& control)
{
    const auto quality = old ? qualityOf(*old->lightmap, input, options.density) : std::nullopt;
    const int bounces = old ? old->lightmap->bounces : -1;
    if (quality && scope == Workspace::BakeScope::StaleAsBefore) {
        options.quality = *quality;
        options.bounces = bounces;
    }
    const bool isAlike = quality == options.quality &&
                         (bounces < 0 || options.bounces < 0 || bounces == options.bounces);
    return isAlike ? rebakeLightmap(input, *old, options, control)
                   : bakeLightmap(input, options, control);
}

/// Whether a bake of what is stale with these options would give the same.
bool isAsAsked(const Workspace::FollowedLight& light, const BakeOptions& options)
{
    BakeInput asked;
    if (const auto* settings = light.baked->get<SceneSettings>(SceneEntity))
        asked.settings = *settings;
    return light.quality == options.quality && light.samples == samplesFor(asked, options) &&
           !(options.noise > 0) &&
           (options.bounces < 0 || light.result.lightmap->bounces == options.bounces);
}
} // namespace

std::shared_ptr<JobControl> Workspace::bake(const BakeOptions& options,
                                            std::function<void(const Result<BakeStats>&)> done,
                                            BakeScope scope)
{
    if (isBaking())
        return nullptr;
    if (m_lighting->staleFaces().empty())
        scope = BakeScope::All; // who asks all the same wants other rays
    const auto* followed = scope == BakeScope::All ? nullptr : followedLight();
    if (followed != nullptr && scope == BakeScope::Stale && !isAsAsked(*followed, options))
        followed = nullptr;
    const auto baked =
        followed != nullptr ? followed->baked : std::make_shared<const World>(m_document->world());
    const auto shapes = followed != nullptr ? followed->shapes : modelShapesOf(*baked, *m_assets);
    const auto outcome = std::make_shared<std::optional<Result<BakeResult>>>();
    JobQueue::Work work = [](JobControl&) {
    };
    if (followed != nullptr) {
        outcome->emplace(followed->result);
    } else {
        auto input = std::make_shared<BakeInput>(collectBakeInput(m_document->world(), *m_assets));
        auto old = std::make_shared<const std::optional<OldLight>>(
            scope == BakeScope::All ? std::nullopt : oldLight());
        work = [input, options, outcome, old, scope](JobControl& control) {
            outcome->emplace(bakeInScope(*input, options, *old, scope, control));
        };
    }
    m_bake = m_jobs.start(
        "Baking light", std::move(work), [this, outcome, baked, shapes, done = std::move(done)] {
            const auto control = std::exchange(m_bake, nullptr);
            if (const auto failure = control->failure())
                return done(Error{"The light could not be baked: {}", *failure});
            if (control->isCancelled() || !outcome->has_value())
                return done(Error{"The bake was stopped; the old light stays"});
            if (!**outcome)
                return done((**outcome).error());
            if ((**outcome)->lightmap->atlases.empty()) {
                done(Error{"There is nothing to light: the scene has no brushes"});
                return;
            }
            const auto publish = [this, outcome, baked, shapes] {
                publishBake(***outcome); // what changed meanwhile is stale
                setFollowedLight({});
                const auto& lightmap = *(**outcome)->lightmap;
                m_lighting->markFresh(*baked, lightmap.leaves, shapes, lightmap.reflections);
            };
            noteSpeed((**outcome)->stats);
            m_waitingBake = WaitingBake{publish, (**outcome)->stats, done};
            update();
        });
    return m_bake;
}

void Workspace::publishBake(const BakeResult& result)
{
    m_assets->lightmaps().put(result.lightmap->hash, result.lightmap);
    const auto file = m_document->path().empty()
                          ? std::string{"unsaved.lightmap.exr"}
                          : lightmapFileFor(m_document->path()).filename().string();
    const LightmapRef reference{.file = file, .hash = hashToText(result.lightmap->hash)};
    if (auto done = m_document->run("Bake lighting",
                                    [&](Transaction& edit) -> Result<void> {
                                        edit.set(SceneEntity, reference);
                                        return {};
                                    });
        !done)
        logError("lightmap", "{}", done.error().message());
}
} // namespace editor
