#pragma once

#include "editor/api/editor_api.h"
#include "engine_core/base/jobs.h"
#include "engine_core/scene/components/foliage.h"

#include <QObject>

#include <memory>
#include <string>
#include <vector>

namespace foliage_painter
{
/// A model, picture or material to make a kind of plant of.
struct DroppedShape
{
    engine::fs::path file;
    engine::AssetKind kind = engine::AssetKind::Any;
    std::string path{}; ///< of an asset of the project; empty: the file lies elsewhere
};

/// Makes kinds of plants that look like what was dropped, named after it, as one undoable step.
/// Files are read, and brought into the project if they lie elsewhere, on a worker. What cannot be
/// used is told, and the rest is added.
class KindImport final : public QObject
{
    Q_OBJECT

public:
    explicit KindImport(editor::EditorApi& editor);

    /// Null layer: a new one. Refused, with a message, while others are being read.
    void start(engine::EntityId layer, std::vector<DroppedShape> shapes);

    /// Kinds of that layer were added, this one last.
    engine::Signal<engine::EntityId, engine::EntityId> added;

private:
    struct Work;

    void finish(const std::shared_ptr<Work>& work);
    void publish(const Work& work);
    void tell(const Work& work, std::size_t count);

    editor::EditorApi& m_editor;
    std::shared_ptr<engine::JobControl> m_control;
    editor::Registration m_shown;
    engine::Connection m_reset;
    engine::JobQueue m_jobs;
};
} // namespace foliage_painter
