#pragma once

#include "editor/app/window/editor_context.h"
#include "engine_core/scene/spatial/covered_faces.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace editor
{
class RenderHub;

/// Keeps faces that other brushes cover out of the editor's views while it is on. They are looked
/// for on a worker, on a copy of the level, a moment after the last edit; what an edit touches is
/// drawn again at once, so that a drag never shows holes.
class CoveredFacesView : public QObject
{
    Q_OBJECT

public:
    /// `hub` tells the renderer, or null as long as there is none.
    CoveredFacesView(EditorContext& editor, std::function<RenderHub*()> hub, QObject* parent);

    void setOn(bool on);

    [[nodiscard]] const std::vector<engine::CoveredFace>& faces() const { return m_faces; }

private:
    void onChanged(const engine::ChangeSet& changes);
    void look();
    void show(std::vector<engine::CoveredFace> faces);

    EditorContext& m_editor;
    std::function<RenderHub*()> m_hub;
    QTimer m_later;
    std::vector<engine::CoveredFace> m_faces;
    std::shared_ptr<engine::JobControl> m_job; ///< the last one started
    std::uint64_t m_edit = 0; ///< counts edits: what was found before the last one is not shown
    bool m_isOn = false;
    engine::Connections m_connections;
};
} // namespace editor
