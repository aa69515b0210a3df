#include "editor/document/step_order.h"

#include "engine_core/scene/components/node.h"
#include "engine_core/scene/world/world.h"

#include <algorithm>

namespace editor
{
using engine::Edit;
using engine::Node;

StepOrder::StepOrder(const engine::World& world, const Edit& edit)
    : m_world{world}, m_edit{edit}, m_next(edit.swaps.size(), None)
{
}

bool StepOrder::read()
{
    constexpr std::size_t Slice = 2048;
    const auto count = m_edit.swaps.size();
    // Nodes first, since the place of an entity hangs on those of its parents.
    for (const auto end = std::min(m_read + Slice, 2 * count); m_read < end; ++m_read) {
        if (m_read < count)
            readNode(static_cast<std::uint32_t>(m_read));
        else
            readSwap(static_cast<std::uint32_t>(m_read - count));
    }
    return m_read < 2 * count;
}

void StepOrder::readNode(std::uint32_t at)
{
    const auto& swap = m_edit.swaps[at];
    if (swap.type == engine::typeIdOf<Node>())
        m_nodes[swap.entity] = static_cast<const Node*>(swap.value.get());
}

void StepOrder::readSwap(std::uint32_t at)
{
    const auto entity = m_edit.swaps[at].entity;
    const auto [known, isNew] = m_known.try_emplace(entity);
    auto& [place, index] = known->second;
    if (isNew)
        place = placeOf(entity);
    auto& entities = m_ordered[place];
    if (isNew) {
        index = entities.size();
        entities.push_back({at, at});
        return;
    }
    auto& swaps = entities[index];
    m_next[swaps.last] = at;
    swaps.last = at;
}

StepOrder::Place StepOrder::placeOf(EntityId entity) const
{
    const auto found = m_nodes.find(entity);
    if (found == m_nodes.end())
        return {};
    if (found->second == nullptr)
        return {2, -depthOf(entity)};
    return {m_world.exists(entity) ? 1 : 0, depthOf(entity)};
}

/// Where the entity stands once the edit is done, or stood before if it goes.
int StepOrder::depthOf(EntityId entity) const
{
    int depth = 0;
    for (const auto* node = nodeOf(entity);
         node != nullptr && node->parent && depth < engine::MaxHierarchyDepth;
         node = nodeOf(node->parent))
        ++depth;
    return depth;
}

const Node* StepOrder::nodeOf(EntityId entity) const
{
    const auto found = m_nodes.find(entity);
    return found != m_nodes.end() && found->second != nullptr ? found->second
                                                              : m_world.get<Node>(entity);
}

bool StepOrder::isRemoved(EntityId entity) const
{
    const auto found = m_nodes.find(entity);
    return found != m_nodes.end() && found->second == nullptr;
}

Edit StepOrder::takePart()
{
    Edit part;
    while (!m_ordered.empty() && part.swaps.size() < PartSwaps) {
        const auto& entities = m_ordered.begin()->second;
        for (auto at = entities[m_taken++].first; at != None; at = m_next[at])
            part.swaps.push_back(m_edit.swaps[at]);
        if (m_taken == entities.size()) {
            m_ordered.erase(m_ordered.begin());
            m_taken = 0;
        }
    }
    return part;
}

std::size_t StepOrder::partCount() const
{
    return std::max<std::size_t>(1, (m_edit.swaps.size() + PartSwaps - 1) / PartSwaps);
}
} // namespace editor
