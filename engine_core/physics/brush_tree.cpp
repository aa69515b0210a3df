#include "engine_core/physics/brush_tree.h"

#include "engine_core/physics/swept_box.h"
#include "engine_core/scene/spatial/static_geometry.h"

#include <unordered_map>
#include <utility>

namespace engine
{
namespace
{
constexpr int FewLeaves = 4;      ///< that are paired as they fit best, which takes their cube
constexpr double Rounding = 1e-6; ///< metres that corners may be elsewhere once a brush is made

Aabb boundsAt(const Brush& brush, const Transform& place)
{
    Aabb bounds;
    for (const auto& corner : brush.vertices())
        bounds.add(place.apply(corner));
    return bounds.grown(Rounding);
}
} // namespace

struct BrushTree::State
{
    struct Entry
    {
        CollisionBrush shape; ///< without a brush until it is needed, or if there cannot be one
        btDbvtNode* leaf = nullptr;
        std::shared_ptr<const Brush> model; ///< null for what is not placed
        Transform place;                    ///< of the model
        bool isMade = true;
        bool isRoaming = false;

        void putAt(const Transform& newPlace)
        {
            place = newPlace;
            shape.brush = nullptr;
            isMade = false;
        }
    };

    PlaceOf placeOf;
    btDbvt tree;
    std::unordered_map<EntityId, Entry> entries; ///< its elements never move: leaves point at them

    /// Null if there is none, or if the box does not touch it after all.
    const CollisionBrush* shapeOf(Entry& entry, const SweptBox& box) const
    {
        if (entry.isRoaming)
            if (const auto now = placeOf(entry.shape.entity); now != entry.place)
                entry.putAt(now);
        if (!entry.isMade) {
            if (entry.isRoaming && !touches(box, volumeOf(boundsAt(*entry.model, entry.place))))
                return nullptr;
            entry.shape.brush = brushAt(entry.model, entry.place);
            entry.isMade = true;
        }
        return entry.shape.brush ? &entry.shape : nullptr;
    }
};

BrushTree::BrushTree(PlaceOf placeOf) : m_state{std::make_unique<State>()}
{
    m_state->placeOf = std::move(placeOf);
}

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
    setLeaf(m_state->tree, entry, brush->bounds());
    entry.shape = {entity, std::move(brush)};
    entry.model = nullptr;
    entry.isMade = true;
    entry.isRoaming = false;
}

void BrushTree::set(EntityId entity, std::shared_ptr<const Brush> brush, const Transform& place)
{
    if (!brush) {
        remove(entity);
        return;
    }
    auto& entry = m_state->entries[entity];
    if (entry.model == brush && entry.place == place && !entry.isRoaming)
        return; // most of what moves stands still most of the time
    setLeaf(m_state->tree, entry, boundsAt(*brush, place));
    entry.shape.entity = entity;
    entry.model = std::move(brush);
    entry.putAt(place);
    entry.isRoaming = false;
}

void BrushTree::roam(EntityId entity, const Vec3d& axis, double leeway)
{
    const auto at = m_state->entries.find(entity);
    if (at == m_state->entries.end() || !at->second.model)
        return;
    auto& entry = at->second;
    entry.putAt(m_state->placeOf(entity));
    entry.isRoaming = true;
    setLeaf(m_state->tree, entry, reachOf(boundsAt(*entry.model, entry.place), axis, leeway));
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

void BrushTree::settle()
{
    m_state->tree.optimizeTopDown(FewLeaves);
}

std::size_t BrushTree::size() const
{
    return m_state->entries.size();
}

void BrushTree::find(const SweptBox& box, std::vector<const CollisionBrush*>& found) const
{
    forEachTouched(m_state->tree, box, [&](void* data) {
        if (const auto* shape = m_state->shapeOf(*static_cast<State::Entry*>(data), box))
            found.push_back(shape);
    });
}
} // namespace engine
