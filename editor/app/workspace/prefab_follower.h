#pragma once

#include "editor/document/document.h"
#include "editor/operations/prefab/prefab_news.h"
#include "engine_core/base/jobs.h"

#include <functional>
#include <memory>

namespace engine
{
class AssetDatabase;
} // namespace engine

namespace editor
{
/// Lets the prefab instances of a document follow their files. These are read on a worker over a
/// copy of the world, with the models they bring along, and what is found becomes one undoable
/// step, once no drag is under way. If the document goes on meanwhile they are read anew. Main
/// thread.
class PrefabFollower
{
public:
    /// Both outlive it, and so does what `assets` asks.
    PrefabFollower(Document& document,
                   engine::JobQueue& jobs,
                   std::function<engine::AssetDatabase&()> assets);

    /// Another scene is open, or a file has changed on disk: to be read.
    void follow();

    /// Main loop: takes what was found and starts what is due.
    void update();

    /// Waits until all instances are as their files. Not during a drag.
    void finish();

private:
    /// What was found, and for which state of which scene.
    struct Found
    {
        PrefabNews news;
        std::uint64_t stateId = 0;
        std::uint64_t scene = 0;
    };

    void read();
    void take();

    Document& m_document;
    engine::JobQueue& m_jobs;
    std::function<engine::AssetDatabase&()> m_assets;
    bool m_isDue = false;     ///< nobody has read the files as they are now
    bool m_isReading = false; ///< a worker does
    std::uint64_t m_scene = 0;
    std::shared_ptr<Found> m_found; ///< until the drag under way ends
    engine::Connections m_connections;
};
} // namespace editor
