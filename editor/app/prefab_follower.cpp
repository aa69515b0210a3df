#include "editor/app/prefab_follower.h"

#include "engine_core/base/log.h"
#include "engine_core/scene/components/prefab.h"

namespace editor
{
using engine::PrefabInstance;

PrefabFollower::PrefabFollower(Document& document,
                               engine::JobQueue& jobs,
                               std::function<engine::fs::path()> assetFolder)
    : m_document{document}, m_jobs{jobs}, m_assetFolder{std::move(assetFolder)}
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
    m_jobs.start(
        "Reading prefabs",
        [world, found, folder = m_assetFolder(),
         &types = m_document.types()](engine::JobControl& control) {
            engine::PrefabLibrary library{folder, types};
            found->news = findPrefabNews(*world, library, types, control);
        },
        [this, found] {
            m_isReading = false;
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
