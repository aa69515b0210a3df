#include "editor/document/history.h"

#include "editor/document/selection.h"
#include "engine_core/base/contract.h"

#include <algorithm>
#include <set>
#include <utility>

namespace editor
{
std::uint64_t History::stateId() const
{
    return m_position == 0 ? m_baseId : m_entries[m_position - 1].id;
}

void History::push(std::string label,
                   engine::Edit edit,
                   std::shared_ptr<const SelectionState> selectedBefore,
                   std::vector<FileWrite> writes,
                   std::shared_ptr<FileChange> files)
{
    m_entries.resize(m_position);
    selectedBefore = shared(std::move(selectedBefore));
    m_entries.push_back({std::move(label), std::move(edit), m_nextId++, std::move(selectedBefore),
                         nullptr, std::move(writes), std::move(files)});
    if (m_entries.size() > Limit) {
        m_baseId = m_entries.front().id;
        m_entries.erase(m_entries.begin());
    }
    m_position = m_entries.size();
}

bool History::isSameScene(std::uint64_t other) const
{
    if (other == stateId())
        return true;
    std::size_t position = 0;
    if (other != m_baseId) {
        const auto at = std::find_if(m_entries.begin(), m_entries.end(),
                                     [&](const HistoryEntry& each) { return each.id == other; });
        if (at == m_entries.end())
            return false;
        position = static_cast<std::size_t>(at - m_entries.begin()) + 1;
    }
    // Between the two only files outside of the scene were written, or its own went along.
    const auto [first, last] = std::minmax(position, m_position);
    return std::all_of(m_entries.begin() + static_cast<std::ptrdiff_t>(first),
                       m_entries.begin() + static_cast<std::ptrdiff_t>(last),
                       [](const HistoryEntry& each) { return each.edit.isEmpty() || each.files; });
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

void History::noteSelectedAfter(std::shared_ptr<const SelectionState> selected)
{
    if (m_position > 0)
        m_entries[m_position - 1].selectedAfter = shared(std::move(selected));
}

std::shared_ptr<const SelectionState>
History::shared(std::shared_ptr<const SelectionState> selected) const
{
    // Who goes to and fro does it within a few steps; all of them would take long for thousands.
    constexpr std::size_t Looked = 32;
    const auto count = std::min(m_position, Looked);
    for (std::size_t back = 1; selected && back <= count; ++back) {
        const auto& entry = m_entries[m_position - back];
        for (const auto& known : {entry.selectedAfter, entry.selectedBefore})
            if (known == selected || (known && *known == *selected))
                return known;
    }
    return selected;
}

void History::reset()
{
    m_entries.clear();
    m_position = 0;
    m_baseId = m_nextId++;
}
} // namespace editor
