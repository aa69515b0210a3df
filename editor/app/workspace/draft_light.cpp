#include "editor/app/workspace/draft_light.h"

#include "editor/app/workspace/scene_files.h"
#include "editor/app/workspace/workspace.h"
#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/lighting/incremental/bake_setup.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/light/scene_light.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "engine_core/scene/spatial/mesh_source.h"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>
#include <utility>

namespace editor
{
using engine::BakeQuality;

namespace
{
constexpr int QuietTime = 250; ///< milliseconds without a change of light
/// A level of this size is drafted in well under a second on two cores.
constexpr std::size_t MostBrushes = 400;
constexpr std::size_t MostLights = 64;
constexpr std::size_t MostModels = 200;
constexpr std::size_t MostLuxels = 1U << 20U;
/// Milliseconds of one draft; a level that takes longer waits for Ctrl+L.
constexpr int MostTime = 3000;
/// Seconds. A draft that was so quick is followed by one of preview quality, which takes some ten
/// times as long.
constexpr double QuickSeconds = 0.25;

/// Rays a luxel and bounce of a first picture of what has changed.
constexpr int SketchSamples = 6;

/// Whoever edits or plays comes first. Each thread has a priority of its own here.
void stepBack()
{
    constexpr int Nice = 10;
    (void)setpriority(PRIO_PROCESS, 0, Nice);
}

/// One core stays free for whoever edits.
unsigned draftThreads()
{
    return std::max(std::thread::hardware_concurrency(), 2U) - 1;
}

bool changesLight(const engine::Change& change)
{
    using namespace engine;
    static const std::array Types{typeIdOf<BrushComponent>(), typeIdOf<TransformComponent>(),
                                  typeIdOf<Light>(),          typeIdOf<MeshInstance>(),
                                  typeIdOf<Mover>(),          typeIdOf<Layer>(),
                                  typeIdOf<Body>(),           typeIdOf<SceneSettings>(),
                                  typeIdOf<LightmapRef>(),    typeIdOf<FoliageLayer>()};
    if (std::find(Types.begin(), Types.end(), change.type) != Types.end() ||
        change.type == typeIdOf<CurvedPatch>())
        return true;
    const auto* before = static_cast<const Node*>(change.before.get());
    const auto* after = static_cast<const Node*>(change.after.get());
    return change.type == typeIdOf<Node>() &&
           (before == nullptr || after == nullptr || before->parent != after->parent);
}

/// What lighting() may hear of only afterwards, or not count.
bool concernsWholeBake(const engine::Change& change)
{
    return change.type == engine::typeIdOf<engine::LightmapRef>() ||
           change.type == engine::typeIdOf<engine::SceneSettings>();
}

/// The scene was baked, but the file with its light is gone or cannot be read.
bool isLightMissing(Workspace& workspace)
{
    const auto* light = workspace.document().world().get<engine::LightmapRef>(engine::SceneEntity);
    return light != nullptr && !light->hash.empty() &&
           !workspace.assets().lightmaps().find(lightmapHash(*light));
}

/// Whether a bake would show more than black. What glows does not count: a level without lights is
/// seen by the lamp of its view.
bool hasAnyLight(const engine::World& world)
{
    const auto* settings = world.get<engine::SceneSettings>(engine::SceneEntity);
    return world.count<engine::Light>() > 0 ||
           (settings != nullptr && engine::hasSkyLight(*settings));
}

bool hasRightLight(Workspace& workspace)
{
    return workspace.lighting().staleFaces().empty() && !isLightMissing(workspace);
}
} // namespace

DraftLight::DraftLight(Workspace& workspace, QObject* parent)
    : QObject{parent}
    , m_workspace{workspace}
    , m_jobs{1, [this] {
                 QMetaObject::invokeMethod(
                     this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
             }}
{
    m_later.setSingleShot(true);
    m_later.setInterval(QuietTime);
    connect(&m_later, &QTimer::timeout, this, &DraftLight::bakeIfNeeded);
    m_limit.setSingleShot(true);
    m_limit.setInterval(MostTime);
    connect(&m_limit, &QTimer::timeout, this, &DraftLight::giveUp);
    auto& document = workspace.document();
    m_connections +=
        document.changed.connect([this](const engine::ChangeSet& changes) { onChanged(changes); });
    m_connections += workspace.followsLightChanged.connect([this] { bakeSoon(); });
    m_connections += workspace.materialsChanged.connect([this] { onMaterialsChanged(); });
    m_connections += document.reset.connect([this] {
        m_isSlow = false;
        show(nullptr);
        bakeSoon();
    });
}

void DraftLight::onChanged(const engine::ChangeSet& changes)
{
    const auto& all = changes.changes;
    if (std::none_of(all.begin(), all.end(), changesLight))
        return;
    const auto& world = m_workspace.document().world();
    const auto revision = m_workspace.lighting().revision();
    const bool isKnown = std::exchange(m_revision, revision) == revision;
    // Such as of a lamp that is live: what is shown, or is on its way, stays right.
    if (isKnown && isBaked(world) && std::none_of(all.begin(), all.end(), concernsWholeBake))
        return;
    // A lamp that is moved or dimmed shows it at once where nothing is baked: all lights are live
    // there.
    if (!isBaked(world) && std::any_of(all.begin(), all.end(), [&](const engine::Change& change) {
            return world.get<engine::Light>(change.entity) != nullptr;
        }))
        show(nullptr);
    bakeSoon();
}

/// What glows, and what faces throw back. Nobody keeps what a level without a bake was drafted
/// from.
void DraftLight::onMaterialsChanged()
{
    const auto revision = m_workspace.lighting().revision();
    const bool isKnown = std::exchange(m_revision, revision) == revision;
    if (!isKnown || !isBaked(m_workspace.document().world()))
        bakeSoon();
}

void DraftLight::bakeSoon()
{
    ++m_edit;
    if (m_job)
        m_job->cancel();
    m_limit.stop();
    m_later.start();
}

void DraftLight::setWanted(bool wanted)
{
    // Baking the light that was missing may give the same one: then nothing in the scene changes.
    if (m_lightmap && hasRightLight(m_workspace))
        show(nullptr);
    if (std::exchange(m_isWanted, wanted) == wanted)
        return;
    if (wanted)
        return m_later.start();
    m_bakedEdit = 0;
    m_limit.stop();
    if (m_job)
        m_job->cancel();
}

bool DraftLight::isSmall() const
{
    const auto& world = m_workspace.document().world();
    return !m_isSlow && world.count<engine::BrushComponent>() <= MostBrushes &&
           world.count<engine::Light>() <= MostLights &&
           world.count<engine::MeshInstance>() + world.count<engine::CurvedPatch>() <= MostModels &&
           world.count<engine::FoliageLayer>() == 0;
}

/// Neither edited nor baked, and no model is on its way, for which a bake would wait.
bool DraftLight::isFree() const
{
    const auto& document = m_workspace.document();
    const auto* models = document.world().meshes();
    return !document.isEditing() && !m_workspace.isBaking() &&
           (models == nullptr || !models->awaitsModels());
}

void DraftLight::bakeIfNeeded()
{
    const auto& document = m_workspace.document();
    const bool isRight = hasRightLight(m_workspace);
    m_isSlow =
        m_isSlow && !isRight; // a bake is a reason to try again: the machine may have been busy
    const bool canFollow = isBaked(document.world()) && !isLightMissing(m_workspace);
    if (isRight || !m_workspace.followsLight() || !(canFollow || hasAnyLight(document.world())) ||
        !(canFollow || isSmall()) ||
        engine::isPrefabFile(document.path().string())) // each scene lights its instances
        return show(nullptr);
    if (!m_isWanted || m_bakedEdit == m_edit)
        return;
    if (!isFree())
        return m_later.start();
    m_bakedEdit = m_edit;
    if (canFollow && follow())
        return;
    if (!isSmall() || !hasAnyLight(document.world()))
        return show(nullptr);
    bake(BakeQuality::Draft);
    m_limit.start();
}

/// What a sketch and the whole pass behind it begin with: the level as it was then.
struct DraftLight::Level
{
    engine::OldLight old;
    engine::BakeInput input;
    std::shared_ptr<const engine::World> world;
    engine::ModelShapes shapes;
    std::uint64_t revision = 0; ///< of lighting()
};

/// Bakes what is stale, with the rest of the light that is there. False if all must be baked.
bool DraftLight::follow()
{
    auto old = m_workspace.oldLight();
    if (!old)
        return false;
    const auto& world = m_workspace.document().world();
    auto& assets = m_workspace.assets();
    follow(engine::RebakeDepth::Sketch,
           std::make_shared<const Level>(Level{*std::move(old), collectBakeInput(world, assets),
                                               std::make_shared<const engine::World>(world),
                                               engine::modelShapesOf(world, assets),
                                               m_workspace.lighting().revision()}));
    return true;
}

void DraftLight::follow(engine::RebakeDepth depth, const std::shared_ptr<const Level>& level)
{
    using namespace engine;
    auto light = std::make_shared<Workspace::FollowedLight>();
    light->baked = level->world;
    light->shapes = level->shapes;
    light->revision = level->revision;
    ++m_running;
    m_job = m_jobs.start(
        "Following light",
        [level, light, depth](JobControl& control) {
            stepBack();
            const auto& before = *level->old.lightmap;
            const auto quality = qualityOf(before, level->input);
            if (!quality)
                return;
            const bool isWhole = depth == RebakeDepth::Whole;
            const BakeOptions options{.quality = *quality,
                                      .samples = isWhole ? 0 : SketchSamples,
                                      .bounces = before.bounces,
                                      .threads = draftThreads(),
                                      .denoise = isWhole ? Denoise::Off : Denoise::Wide};
            light->quality = *quality;
            light->samples = samplesFor(level->input, options);
            if (auto result = rebakeLightmap(level->input, level->old, options, control, depth))
                light->result = *std::move(result);
        },
        [this, level, light, depth, edit = m_edit] {
            --m_running;
            if (edit != m_edit || !m_isWanted || !light->result.lightmap)
                return;
            show(light->result.lightmap);
            if (depth == RebakeDepth::Sketch)
                return followSketch(level);
            m_workspace.setFollowedLight(std::move(*light));
            Q_EMIT changed();
        });
}

/// By the whole pass. Somebody may edit or bake by now, or files may have changed: then all of it
/// begins again later.
void DraftLight::followSketch(const std::shared_ptr<const Level>& level)
{
    if (isFree() && level->revision == m_workspace.lighting().revision())
        return follow(engine::RebakeDepth::Whole, level);
    m_bakedEdit = 0;
    m_later.start();
}

void DraftLight::giveUp()
{
    m_isSlow = true;
    if (m_job)
        m_job->cancel();
    show(nullptr);
}

void DraftLight::bake(BakeQuality quality)
{
    struct Outcome
    {
        std::shared_ptr<const engine::Lightmap> lightmap;
        double seconds = 0;
    };

    const auto outcome = std::make_shared<Outcome>();
    auto input = std::make_shared<engine::BakeInput>(
        collectBakeInput(m_workspace.document().world(), m_workspace.assets()));
    ++m_running;
    m_job = m_jobs.start(
        "Drafting light",
        [input, quality, outcome](engine::JobControl& control) {
            const auto start = std::chrono::steady_clock::now();
            const engine::BakeOptions options{.quality = quality,
                                              .threads = draftThreads(),
                                              .denoise = quality == BakeQuality::Draft
                                                             ? engine::Denoise::Wide
                                                             : engine::Denoise::On,
                                              .mostLuxels = MostLuxels};
            if (auto result = bakeLightmap(*input, options, control))
                outcome->lightmap = result->lightmap;
            outcome->seconds =
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        },
        [this, outcome, quality, edit = m_edit] {
            --m_running;
            if (edit != m_edit || !m_isWanted || m_isSlow)
                return;
            m_limit.stop();
            if (!outcome->lightmap || outcome->lightmap->atlases.empty())
                return show(nullptr); // too many luxels, or none
            show(outcome->lightmap);
            if (quality == BakeQuality::Draft && outcome->seconds <= QuickSeconds)
                bake(BakeQuality::Preview);
        });
}

void DraftLight::show(std::shared_ptr<const engine::Lightmap> lightmap)
{
    if (!lightmap) // nor would anybody keep what nobody sees
        m_workspace.setFollowedLight({});
    if (lightmap == m_lightmap)
        return;
    m_lightmap = std::move(lightmap);
    Q_EMIT changed();
}
} // namespace editor
