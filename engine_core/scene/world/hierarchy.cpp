#include "engine_core/scene/world/hierarchy.h"

#include "engine_core/base/copy_on_write.h"

#include <algorithm>

namespace engine
{
const std::vector<EntityId>& Hierarchy::children(EntityId parent) const
{
    static const List none;
    const auto at = m_lists->find(parent);
    return at == m_lists->end() ? none : *at->second;
}

Hierarchy::List& Hierarchy::writable(EntityId parent)
{
    if (isShared(m_lists))
        m_lists = std::make_shared<Lists>(*m_lists);
    auto& list = (*m_lists)[parent];
    if (!list)
        list = std::make_shared<List>();
    else if (isShared(list))
        list = std::make_shared<List>(*list);
    return *list;
}

void Hierarchy::add(EntityId parent, EntityId child)
{
    auto& list = writable(parent);
    const auto at = std::lower_bound(list.begin(), list.end(), child);
    if (at == list.end() || *at != child)
        list.insert(at, child);
}

void Hierarchy::remove(EntityId parent, EntityId child)
{
    auto& list = writable(parent);
    const auto at = std::lower_bound(list.begin(), list.end(), child);
    if (at != list.end() && *at == child)
        list.erase(at);
    if (list.empty())
        m_lists->erase(parent);
}
} // namespace engine
