#include "editor/app/step_news.h"

#include <algorithm>
#include <utility>

namespace editor
{
StepNews::StepNews(const History& history)
    : m_history{history}, m_state{history.stateId()}, m_newest{history.stateId()}
{
}

std::optional<std::string> StepNews::next()
{
    const auto& entries = m_history.entries();
    const auto position = m_history.position();
    const auto before = std::exchange(m_state, m_history.stateId());
    if (m_state == before)
        return std::nullopt;
    const bool isNew = m_state > m_newest;
    m_newest = std::max(m_newest, m_state);
    const auto was = std::find_if(entries.begin(), entries.end(),
                                  [&](const auto& entry) { return entry.id == before; });
    // The step before is still there, but can only be redone: it was taken back.
    if (was != entries.end() && static_cast<std::size_t>(was - entries.begin()) >= position)
        return "Undone: " + entries[position].label;
    if (position == 0)
        return std::nullopt; // another scene
    return (isNew ? "Done: " : "Redone: ") + entries[position - 1].label;
}
} // namespace editor
