#include "engine_core/physics/brush_tree.h"

#include "engine_core/physics/swept_box.h"
#include "engine_core/scene/spatial/static_geometry.h"

#include <unordered_map>
#include <utility>

namespace engine
{
namespace
{
constexpr double Rounding = 1e-6; ///< metres that corners may be elsewhere once a brush is made
} // namespace

struct BrushTree::State
{
    struct Entry
    {
        CollisionBrush shape; ///< its brush is null until `moved` is needed at its place
        btDbvtNode* leaf = nullptr;
        std::shared_ptr<const Brush> moved; ///< null once it is made, or where it cannot be
        Transform place;

        void make()
        {
            if (moved)
                shape.brush = brushAt(std::exchange(moved, nullptr), place);
        }
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
    put(entity, brush->bounds());
    auto& entry = m_state->entries[entity];
    entry.shape = {entity, std::move(brush)};
    entry.moved = nullptr;
}

void BrushTree::set(EntityId entity, std::shared_ptr<const Brush> brush, const Transform& place)
{
    if (!brush) {
        remove(entity);
        return;
    }
    Aabb bounds;
    for (const auto& corner : brush->vertices())
        bounds.add(place.apply(corner));
    put(entity, bounds.grown(Rounding));
    auto& entry = m_state->entries[entity];
    entry.shape = {entity, nullptr};
    entry.moved = std::move(brush);
    entry.place = place;
}

void BrushTree::put(EntityId entity, const Aabb& bounds)
{
    auto& entry = m_state->entries[entity];
    auto volume = volumeOf(bounds);
    if (entry.leaf != nullptr)
        m_state->tree.update(entry.leaf, volume);
    else
        entry.leaf = m_state->tree.insert(volume, &entry);
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
    forEachTouched(m_state->tree, box, [&](void* data) {
        auto& entry = *static_cast<State::Entry*>(data);
        entry.make();
        if (entry.shape.brush)
            found.push_back(&entry.shape);
    });
}
} // namespace engine
