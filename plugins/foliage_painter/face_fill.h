#pragma once

#include "editor/api/editor_api.h"
#include "engine_core/base/jobs.h"
#include "engine_core/scene/components/foliage.h"

#include <QObject>

#include <memory>
#include <vector>

namespace foliage_painter
{
/// Fills whole faces with plants, or clears them, on a worker: the editor goes on meanwhile. One
/// face after the other; the result is one undoable step. If something else changed the plants or
/// the level in between, the work is done again for what is there now.
class FaceFill final : public QObject
{
    Q_OBJECT

public:
    explicit FaceFill(editor::EditorApi& editor);

    enum class Act
    {
        Fill,
        Clear
    };

    struct Request
    {
        Act act = Act::Fill;
        engine::EntityId layer;
        engine::FaceRef face;
        std::vector<std::uint8_t> slots; ///< kinds
    };

    /// Refused, with a message, while another one runs.
    void start(Request request);

    /// The level stays as it was.
    void cancel();

    [[nodiscard]] bool isRunning() const { return m_control != nullptr; }

    [[nodiscard]] double progress() const { return m_control ? m_control->progress() : 0; }

    /// It began or ended.
    engine::Signal<> changed;

private:
    struct Work;

    void run();
    void finish(const std::shared_ptr<Work>& work);
    void publish(const Work& work);
    [[nodiscard]] std::shared_ptr<Work> gather() const;

    editor::EditorApi& m_editor;
    Request m_request;
    std::shared_ptr<engine::JobControl> m_control; ///< of the whole request, runs included
    bool m_isCancelled = false;
    engine::JobQueue m_jobs;
};
} // namespace foliage_painter
