#include "editor/app/workspace/draft_light.h"

#include "editor/app/workspace/workspace.h"
#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/scene/components/foliage.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace editor
{
using engine::BakeQuality;

namespace
{
constexpr int QuietTime = 250; ///< milliseconds without an edit
/// A level of this size is drafted in well under a second on two cores.
constexpr std::size_t MostBrushes = 400;
constexpr std::size_t MostLights = 64;
/// Wall clock of one draft; a level that takes longer waits for Ctrl+L.
constexpr double MostSeconds = 3;
/// A draft that was so quick is followed by one of preview quality.
constexpr double QuickSeconds = 0.4;

/// One core stays free for whoever edits.
unsigned draftThreads()
{
    return std::max(std::thread::hardware_concurrency(), 2U) - 1;
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
    const auto edited = [this] {
        ++m_edit;
        if (m_job)
            m_job->cancel();
        m_later.start();
    };
    auto& document = workspace.document();
    m_connections += document.changed.connect([edited](const engine::ChangeSet&) { edited(); });
    m_connections += document.reset.connect([this, edited] {
        m_isSlow = false;
        show(nullptr);
        edited();
    });
}

void DraftLight::setWanted(bool wanted)
{
    if (std::exchange(m_isWanted, wanted) != wanted && wanted)
        m_later.start();
}

bool DraftLight::isSmall() const
{
    const auto& world = m_workspace.document().world();
    return !m_isSlow && world.count<engine::BrushComponent>() <= MostBrushes &&
           world.count<engine::Light>() <= MostLights && world.count<engine::FoliageLayer>() == 0;
}

void DraftLight::bakeIfNeeded()
{
    const auto& document = m_workspace.document();
    const bool isRight = m_workspace.lighting().staleFaces().empty();
    if (isRight || document.world().count<engine::Light>() == 0 ||
        engine::isPrefabFile(document.path().string()))
        return show(nullptr); // each scene lights the instances of a prefab
    if (!m_isWanted || m_bakedEdit == m_edit || !isSmall())
        return;
    if (document.isEditing() || m_workspace.isBaking())
        return m_later.start();
    m_bakedEdit = m_edit;
    bake(BakeQuality::Draft);
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
    m_job = m_jobs.start(
        "Drafting light",
        [input, quality, outcome](engine::JobControl& control) {
            const auto start = std::chrono::steady_clock::now();
            if (auto result =
                    bakeLightmap(*input, {.quality = quality, .threads = draftThreads()}, control))
                outcome->lightmap = result->lightmap;
            outcome->seconds =
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        },
        [this, outcome, quality, edit = m_edit] {
            m_isSlow = m_isSlow || outcome->seconds > MostSeconds;
            if (edit != m_edit || !outcome->lightmap || outcome->lightmap->atlases.empty())
                return;
            show(outcome->lightmap);
            if (quality == BakeQuality::Draft && outcome->seconds <= QuickSeconds)
                bake(BakeQuality::Preview);
        });
}

void DraftLight::show(std::shared_ptr<const engine::Lightmap> lightmap)
{
    if (lightmap == m_lightmap)
        return;
    m_lightmap = std::move(lightmap);
    Q_EMIT changed();
}
} // namespace editor
