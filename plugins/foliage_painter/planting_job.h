#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/foliage/foliage_surveyor.h"
#include "engine_core/base/jobs.h"
#include "engine_core/foliage/foliage_stroke.h"
#include "engine_core/scene/components/foliage.h"

#include <QObject>

#include <memory>
#include <vector>

namespace foliage_painter
{
/// Fills whole faces with plants, or clears them, and plants and erases along lines, on a worker
/// over a copy of the world: the editor goes on meanwhile. One thing after the other; the result is
/// one undoable step. If something else changed the plants or the level in between, the work is
/// done again for what is there now; another scene stops it.
class PlantingJob final : public QObject
{
    Q_OBJECT

public:
    explicit PlantingJob(editor::EditorApi& editor);

    enum class Act
    {
        Fill,
        Clear,
        PlantLine,
        EraseLine
    };

    struct Request
    {
        Act act = Act::Fill;
        engine::EntityId layer;
        engine::FaceRef face{};                  ///< to fill or clear
        std::vector<std::uint8_t> slots{};       ///< kinds
        std::vector<engine::StrokePoint> line{}; ///< the points that were drawn
        engine::FoliageBrush brush{};            ///< as wide as the line
    };

    /// Refused, with a message, while another one runs, or models are read that its rules ask
    /// about.
    bool start(Request request);

    /// The level stays as it was.
    void cancel();

    [[nodiscard]] bool isRunning() const { return m_control != nullptr; }

    [[nodiscard]] double progress() const { return m_control ? m_control->progress() : 0; }

    /// It began or ended.
    engine::Signal<> changed;

    /// It ended and no plant has changed: refused, stopped, or nothing was to be done there.
    engine::Signal<Request> cameToNothing;

private:
    struct Work;

    void run();
    void finish(const std::shared_ptr<Work>& work);
    bool publish(const Work& work); ///< whether plants have changed
    [[nodiscard]] bool awaitsModels(const Request& request) const;
    [[nodiscard]] std::shared_ptr<Work> gather() const;

    editor::EditorApi& m_editor;
    std::shared_ptr<editor::FoliageSurveyor> m_surveyor =
        std::make_shared<editor::FoliageSurveyor>();
    Request m_request;
    std::shared_ptr<engine::JobControl> m_control; ///< of the whole request, runs included
    bool m_isCancelled = false;
    engine::Connections m_connections;
    engine::JobQueue m_jobs;
};
} // namespace foliage_painter
