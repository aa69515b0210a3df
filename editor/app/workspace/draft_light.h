#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/base/signal.h"
#include "engine_core/lighting/incremental/rebake.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace editor
{
class Workspace;

/// Light of the level as it is now, as long as its own is out of date or missing: baked on a worker
/// a moment after each edit, as Workspace::followsLight() says. Of levels that were baked only what
/// the edits can have altered, of any size: a first picture, and then the light that a bake would
/// give, which Workspace::followedLight() keeps for it. Of others all, if they are small. It is
/// shown by views and by the game, and is no part of the scene: no step of the history, and in no
/// file.
class DraftLight : public QObject
{
    Q_OBJECT

public:
    /// The workspace outlives this.
    explicit DraftLight(Workspace& workspace, QObject* parent = nullptr);

    /// Whether somebody looks at light. Nothing is baked while nobody does.
    void setWanted(bool wanted);

    /// Null while the scene's own light is right, or the level is too big to be drafted. It may be
    /// a little older than the level.
    [[nodiscard]] const std::shared_ptr<const engine::Lightmap>& lightmap() const
    {
        return m_lightmap;
    }

    /// Whether nothing is baked or about to be.
    [[nodiscard]] bool isIdle() const { return !m_later.isActive() && m_running == 0; }

Q_SIGNALS:
    void changed();

private:
    void onChanged(const engine::ChangeSet& changes);
    void onMaterialsChanged();
    void bakeSoon();
    void bakeIfNeeded();
    void giveUp();
    struct Level;
    [[nodiscard]] bool follow();
    void follow(engine::RebakeDepth depth, const std::shared_ptr<const Level>& level);
    void followSketch(const std::shared_ptr<const Level>& level);
    [[nodiscard]] bool isSmall() const;
    [[nodiscard]] bool isFree() const;
    void bake(engine::BakeQuality quality);
    void show(std::shared_ptr<const engine::Lightmap> lightmap);

    Workspace& m_workspace;
    QTimer m_later;
    QTimer m_limit; ///< of the draft under way
    bool m_isWanted = false;
    bool m_isSlow = false;         ///< a draft took too long, and nothing was baked since
    std::uint64_t m_edit = 1;      ///< counts changes of light
    std::uint64_t m_bakedEdit = 0; ///< behind which the last bake began
    std::uint64_t m_revision = 0;  ///< of lighting(), after the last change that is about light
    std::shared_ptr<const engine::Lightmap> m_lightmap;
    std::shared_ptr<engine::JobControl> m_job; ///< the last one started
    int m_running = 0; ///< jobs that have not ended, stopped ones among them
    engine::Connections m_connections;
    engine::JobQueue m_jobs; ///< last: it waits for its work
};
} // namespace editor
