#include "editor/app/workspace/prefab_follower.h"

#include "engine_core/assets/models/model_assets.h"
#include "engine_core/assets/project/asset_database.h"
#include "engine_core/base/log.h"
#include "engine_core/scene/components/prefab.h"

namespace editor
{
using engine::PrefabInstance;

PrefabFollower::PrefabFollower(Document& document,
                               engine::JobQueue& jobs,
                               std::function<engine::AssetDatabase&()> assets)
    : m_document{document}, m_jobs{jobs}, m_assets{std::move(assets)}
{
    m_connections += document.reset.connect([this] {
        ++m_scene;
        m_found = nullptr;
    });
}

void PrefabFollower::follow()
{
    m_isDue = true;
    read();
}

void PrefabFollower::update()
{
    take();
    read();
}

void PrefabFollower::finish()
{
    while (m_isReading || m_isDue) {
        read();
        if (m_isReading)
            m_jobs.finishAll();
    }
}

/// On a worker: a file of thousands of brushes takes longer than a frame.
void PrefabFollower::read()
{
    if (!m_isDue || m_isReading)
        return;
    m_isDue = false;
    if (m_document.world().count<PrefabInstance>() == 0)
        return;
    m_isReading = true;
    const auto world = std::make_shared<engine::World>(m_document.world());
    const auto found = std::make_shared<Found>();
    found->stateId = m_document.history().stateId();
    found->scene = m_scene;
    const auto models = std::make_shared<std::map<std::string, engine::LoadedModel>>();
    const auto& assets = m_assets();
    m_jobs.start(
        "Reading prefabs",
        [world, found, models, project = assets.project(), known = assets.loadedModels(),
         &types = m_document.types()](engine::JobControl& control) {
            engine::PrefabLibrary library{project.assetFolder(), types};
            found->news = findPrefabNews(*world, library, types, control);
            if (!found->news.merges.empty())
                *models = loadModelsOf(project, modelsOf(*world), known, control);
        },
        [this, found, models] {
            m_isReading = false;
            m_assets().addModels(*models);
            m_found = found;
            take();
        });
}

/// A drag under way goes on first.
void PrefabFollower::take()
{
    if (!m_found || m_document.isEditing())
        return;
    const auto found = std::exchange(m_found, nullptr);
    if (found->scene != m_scene)
        return read(); // those of the scene that is open now
    if (found->stateId != m_document.history().stateId())
        return follow(); // someone has worked on meanwhile
    for (const auto& failure : found->news.failures)
        engine::logWarning("prefab", "{}; its instances stay as they are", failure);
    if (found->news.merges.empty())
        return;
    const auto done =
        m_document.run("Follow prefab files", [&](Transaction& edit) -> engine::Result<void> {
            takePrefabNews(edit, found->news);
            return {};
        });
    if (!done)
        engine::logWarning("prefab", "Prefabs could not follow their files: {}",
                           done.error().message());
}
} // namespace editor
