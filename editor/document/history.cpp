#include "editor/document/history.h"

#include "engine_core/base/contract.h"

#include <set>
#include <utility>

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

void History::join(const engine::Edit& edit)
{
    ENGINE_EXPECT(m_position > 0);
    auto& last = m_entries[m_position - 1];
    // What the step itself changed goes back to where it was before the step.
    auto& swaps = last.edit.swaps;
    std::set<std::pair<engine::EntityId, engine::TypeId>> own;
    for (const auto& swap : swaps)
        own.emplace(swap.entity, swap.type);
    for (const auto& swap : edit.swaps)
        if (!own.contains({swap.entity, swap.type}))
            swaps.push_back(swap);
    last.id = m_nextId++;
}

void History::reset()
{
    m_entries.clear();
    m_position = 0;
    m_baseId = m_nextId++;
}
} // namespace editor
