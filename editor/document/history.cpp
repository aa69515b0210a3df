#include "editor/document/history.h"

namespace editor
{
std::uint64_t History::stateId() const
{
    return m_position == 0 ? m_baseId : m_entries[m_position - 1].id;
}

void History::push(std::string label, engine::Edit edit)
{
    m_entries.resize(m_position);
    m_entries.push_back({std::move(label), std::move(edit), m_nextId++});
    if (m_entries.size() > Limit) {
        m_baseId = m_entries.front().id;
        m_entries.erase(m_entries.begin());
    }
    m_position = m_entries.size();
}

void History::reset()
{
    m_entries.clear();
    m_position = 0;
    m_baseId = m_nextId++;
}
} // namespace editor
