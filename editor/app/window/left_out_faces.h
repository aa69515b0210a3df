#pragma once

#include "editor/document/document.h"
#include "engine_core/base/jobs.h"
#include "engine_core/scene/spatial/covered_faces.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace editor
{
/// Keeps a list of faces up to date while it is on. They are looked for on a worker, on a copy of
/// the level, a moment after the last edit; what an edit touches is off the list at once, so that
/// a drag never shows holes.
class FaceFinder : public QObject
{
    Q_OBJECT

public:
    using Find =
        std::function<std::vector<engine::CoveredFace>(const engine::World&, engine::JobControl*)>;

    /// `reach` in metres: faces of whatever is that near to a change are off the list. Nothing is
    /// looked for until `isNeeded` says so. The document outlives this.
    FaceFinder(Document& document,
               Find find,
               double reach,
               std::function<bool()> isNeeded,
               QObject* parent);

    void setOn(bool on);

    /// As Find orders them.
    [[nodiscard]] const std::vector<engine::CoveredFace>& faces() const { return m_faces; }

Q_SIGNALS:
    void changed();

private:
    void onChanged(const engine::ChangeSet& changes);
    void look();
    void set(std::vector<engine::CoveredFace> faces);

    Document& m_document;
    Find m_find;
    double m_reach;
    std::function<bool()> m_isNeeded;
    QTimer m_later;
    std::vector<engine::CoveredFace> m_faces;
    std::shared_ptr<engine::JobControl> m_job; ///< the last one started
    std::uint64_t m_edit = 0; ///< counts edits: what was found before the last one is not shown
    bool m_isOn = false;
    engine::Connections m_connections;
    engine::JobQueue m_jobs; ///< last: it waits for its work
};
} // namespace editor
