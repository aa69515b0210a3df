#include "engine_core/physics/brush_tree.h"

#include "engine_core/physics/swept_box.h"

#include <unordered_map>

namespace engine
{
struct BrushTree::State
{
    struct Entry
    {
        CollisionBrush shape;
        btDbvtNode* leaf = nullptr;
    };

    btDbvt tree;
    std::unordered_map<EntityId, Entry> entries; ///< its elements never move: leaves point at them
};

BrushTree::BrushTree() : m_state{std::make_unique<State>()} {}

BrushTree::~BrushTree() = default;
BrushTree::BrushTree(BrushTree&&) noexcept = default;
BrushTree& BrushTree::operator=(BrushTree&&) noexcept = default;

void BrushTree::set(EntityId entity, std::shared_ptr<const Brush> brush)
{
    if (!brush) {
        remove(entity);
        return;
    }
    auto& entry = m_state->entries[entity];
    auto volume = volumeOf(brush->bounds());
    entry.shape = {entity, std::move(brush)};
    if (entry.leaf != nullptr)
        m_state->tree.update(entry.leaf, volume);
    else
        entry.leaf = m_state->tree.insert(volume, &entry.shape);
}

void BrushTree::remove(EntityId entity)
{
    const auto at = m_state->entries.find(entity);
    if (at == m_state->entries.end())
        return;
    m_state->tree.remove(at->second.leaf);
    m_state->entries.erase(at);
}

void BrushTree::clear()
{
    m_state->tree.clear();
    m_state->entries.clear();
}

void BrushTree::reserve(std::size_t brushes)
{
    m_state->entries.reserve(brushes);
}

std::size_t BrushTree::size() const
{
    return m_state->entries.size();
}

void BrushTree::find(const SweptBox& box, std::vector<const CollisionBrush*>& found) const
{
    forEachTouched(m_state->tree, box, [&](const void* data) {
        found.push_back(static_cast<const CollisionBrush*>(data));
    });
}
} // namespace engine
