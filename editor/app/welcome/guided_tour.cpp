#include "editor/app/welcome/guided_tour.h"

#include <algorithm>

namespace editor
{
GuidedTour::GuidedTour(Document& document, const std::vector<TourStep>& steps, QObject* parent)
    : QObject{parent}, m_document{document}, m_steps{steps}, m_done(steps.size(), false)
{
    m_connections += document.stateChanged.connect([this] { refresh(); });
    m_connections += document.reset.connect([this] { refresh(); });
    refresh();
}

std::size_t GuidedTour::current() const
{
    return static_cast<std::size_t>(std::find(m_done.begin(), m_done.end(), false) -
                                    m_done.begin());
}

void GuidedTour::happened(const std::string& what)
{
    m_ran.insert(what);
    refresh();
}

void GuidedTour::refresh()
{
    const TourState state{m_document, m_ran};
    std::vector<bool> done;
    for (const auto& step : m_steps)
        done.push_back(step.isDone(state));
    if (done == m_done)
        return;
    m_done = std::move(done);
    Q_EMIT changed();
}
} // namespace editor
