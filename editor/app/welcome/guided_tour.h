#pragma once

#include "editor/app/welcome/tour_steps.h"

#include <QObject>

namespace editor
{
class ActionRegistry;

/// A tour under way: watches the document and the commands, and ticks off what is done. A step that
/// is undone is open again.
class GuidedTour : public QObject
{
    Q_OBJECT

public:
    GuidedTour(Document& document, const std::vector<TourStep>& steps, QObject* parent);

    [[nodiscard]] const std::vector<TourStep>& steps() const { return m_steps; }

    [[nodiscard]] bool isDone(std::size_t step) const { return m_done[step]; }

    /// The first step that is not done; steps().size() at the end.
    [[nodiscard]] std::size_t current() const;

    /// Something that the document does not show: "play.started".
    void happened(const std::string& what);

Q_SIGNALS:
    void changed();

private:
    void refresh();

    Document& m_document;
    const std::vector<TourStep>& m_steps;
    std::vector<bool> m_done;
    std::set<std::string> m_ran;
    engine::Connections m_connections;
};
} // namespace editor
