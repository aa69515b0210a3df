#include "editor/api/turn_share.h"
#include "editor/panels/level/outliner_model.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/sibling_order.h"

#include <algorithm>
#include <map>
#include <utility>

/// How rows follow the objects of the scene.
namespace editor
{
using namespace engine;

namespace
{
/// From so many moved rows on a fresh start is cheaper than telling the view row by row: each move
/// makes the filter lay out all rows that are selected anew. New rows may be ManyObjects.
constexpr std::size_t ManyMoves = 16;

bool hasRow(EntityId entity)
{
    return !entity.isSpawned() && entity != SceneEntity;
}

template <typename Item>
bool standsBefore(const Item* a, const Item* b)
{
    return *a < *b;
}
} // namespace

int OutlinerModel::rowOf(const Item& item) const
{
    const auto& siblings = m_items.at(item.parent).children;
    const auto at = std::lower_bound(siblings.begin(), siblings.end(), &item, standsBefore<Item>);
    ENGINE_EXPECT(at != siblings.end() && *at == &item);
    return static_cast<int>(at - siblings.begin());
}

void OutlinerModel::rebuild()
{
    m_isBehind = false;
    beginResetModel();
    m_items.clear();
    m_gone.clear();
    makeItem({});
    const auto& world = m_editor.document().world();
    world.forEach<Node>([this](EntityId entity, const Node&) {
        if (!hasRow(entity))
            return;
        auto& item = makeItem(entity);
        item.parent = parentOf(entity);
        makeItem(item.parent).children.push_back(&item); // ids come in ascending order
    });
    if (world.count<SiblingOrder>() > 0)
        for (auto& [entity, item] : m_items)
            std::sort(item.children.begin(), item.children.end(), standsBefore<Item>);
    m_rowsTouched += m_items.size() - 1;
    endResetModel();
}

/// What was too much to follow while it was done in parts.
void OutlinerModel::followParts()
{
    if (!m_isBehind || m_editor.document().isInParts())
        return;
    Q_EMIT aboutToFollow();
    rebuild();
    Q_EMIT followed();
}

void OutlinerModel::follow(const ChangeSet& changes)
{
    if (changes.changes.empty() || m_isBehind)
        return;
    m_gone.clear();
    const bool isTooMuch = isMuch(changes);
    if (isTooMuch && m_editor.document().isInParts()) {
        m_isBehind = true;
        return;
    }
    Q_EMIT aboutToFollow();
    if (isTooMuch) {
        rebuild();
        Q_EMIT followed();
        return;
    }
    const auto& world = m_editor.document().world();
    // First what is new or moves, so that nothing is removed together with a parent it has left.
    const auto fresh = putNew(changes);
    std::unordered_set<EntityId> touched;
    for (const auto& change : changes.changes)
        if (hasRow(change.entity) && world.exists(change.entity)) {
            if (change.type == typeIdOf<Node>())
                put(change.entity);
            if (change.type == typeIdOf<SiblingOrder>())
                takePlace(change.entity);
            if (!fresh.contains(change.entity))
                touched.insert(change.entity);
            if (change.type == typeIdOf<Layer>()) // its colour is in the rows of what is in it
                for (const auto below : subtree(world, change.entity))
                    touched.insert(below);
        }
    takeGone(changes);
    if (std::exchange(m_tangled, false))
        rebuild();
    else
        for (const auto entity : touched)
            touch(entity);
    Q_EMIT followed();
}

/// Makes the rows of what was not there before; those that follow each other at once, since the
/// view and the filter take as long for one as for many.
std::unordered_set<EntityId> OutlinerModel::putNew(const ChangeSet& changes)
{
    const auto& world = m_editor.document().world();
    std::unordered_set<EntityId> fresh;
    for (const auto& change : changes.changes)
        if (change.type == typeIdOf<Node>() && hasRow(change.entity) &&
            world.exists(change.entity) && !m_items.contains(change.entity))
            fresh.insert(change.entity);
    std::map<EntityId, std::vector<Item>> below;
    for (const auto entity : fresh)
        below[parentOf(entity)].push_back({entity, siblingPlace(world, entity), {}, {}});
    // Parents that have rows already come first, then those that get one by that.
    while (!below.empty()) {
        const auto ready = std::find_if(below.begin(), below.end(), [this](const auto& each) {
            return m_items.contains(each.first);
        });
        if (ready == below.end())
            break; // put() finds out what is wrong
        auto rows = below.extract(ready);
        std::sort(rows.mapped().begin(), rows.mapped().end());
        putInOrder(rows.key(), rows.mapped());
    }
    return fresh;
}

void OutlinerModel::putInOrder(EntityId parent, const std::vector<Item>& fresh)
{
    for (auto first = fresh.begin(); first != fresh.end();) {
        auto& siblings = m_items[parent].children;
        const auto at =
            std::lower_bound(siblings.begin(), siblings.end(), &*first, standsBefore<Item>);
        const auto last =
            at == siblings.end() ? fresh.end() : std::lower_bound(first, fresh.end(), **at);
        const int row = static_cast<int>(at - siblings.begin());
        const auto count = static_cast<int>(last - first);
        m_rowsTouched += static_cast<std::size_t>(count);
        beginInsertRows(indexOf(parent), row, row + count - 1);
        std::vector<const Item*> items;
        for (; first != last; ++first) {
            auto& item = makeItem(first->entity);
            item.parent = parent;
            items.push_back(&item);
        }
        siblings.insert(at, items.begin(), items.end());
        endInsertRows();
    }
}

/// An object that is known stands elsewhere among its siblings now.
void OutlinerModel::takePlace(EntityId entity)
{
    const auto known = m_items.find(entity);
    if (known != m_items.end() &&
        known->second.place != siblingPlace(m_editor.document().world(), entity))
        m_tangled = true;
}

void OutlinerModel::takeGone(const ChangeSet& changes)
{
    const auto& world = m_editor.document().world();
    std::map<EntityId, std::vector<const Item*>> below;
    for (const auto& change : changes.changes)
        if (change.type == typeIdOf<Node>() && !world.exists(change.entity))
            if (const auto at = m_items.find(change.entity); at != m_items.end())
                below[at->second.parent].push_back(&at->second);
    for (auto& [parent, gone] : below)
        if (m_items.contains(parent)) // or they went with it
            takeRows(parent, std::move(gone));
}

/// As putInOrder().
void OutlinerModel::takeRows(EntityId parent, std::vector<const Item*> gone)
{
    std::sort(gone.begin(), gone.end(), standsBefore<Item>);
    gone.erase(std::unique(gone.begin(), gone.end()), gone.end());
    for (auto first = gone.begin(); first != gone.end();) {
        auto& siblings = m_items[parent].children;
        const auto from =
            std::lower_bound(siblings.begin(), siblings.end(), *first, standsBefore<Item>);
        auto to = from;
        for (; first != gone.end() && to != siblings.end() && *to == *first; ++to)
            ++first;
        if (from == to)
            break; // went already
        const int row = static_cast<int>(from - siblings.begin());
        const auto count = static_cast<int>(to - from);
        m_rowsTouched += static_cast<std::size_t>(count);
        beginRemoveRows(indexOf(parent), row, row + count - 1);
        const std::vector<const Item*> removed{from, to};
        siblings.erase(from, to);
        for (const auto* item : removed)
            forget(item->entity);
        endRemoveRows();
    }
}

bool OutlinerModel::isMuch(const ChangeSet& changes) const
{
    std::size_t rows = 0;
    std::size_t moves = 0;
    for (const auto& change : changes.changes) {
        if (change.type != typeIdOf<Node>() || !hasRow(change.entity))
            continue;
        const auto known = m_items.find(change.entity);
        if (!change.before || !change.after)
            ++rows;
        else if (known != m_items.end() && known->second.parent != parentOf(change.entity))
            ++moves;
    }
    return rows > ManyObjects || moves > ManyMoves;
}

EntityId OutlinerModel::parentOf(EntityId entity) const
{
    const auto& world = m_editor.document().world();
    const auto parent = world.get<Node>(entity)->parent;
    return hasRow(parent) && world.exists(parent) ? parent : EntityId{};
}

bool OutlinerModel::isAbove(EntityId ancestor, EntityId entity) const
{
    for (auto at = entity; !at.isNull(); at = m_items.at(at).parent)
        if (at == ancestor)
            return true;
    return false;
}

void OutlinerModel::put(EntityId entity)
{
    const auto parent = parentOf(entity);
    if (!parent.isNull() && !m_items.contains(parent))
        put(parent);
    if (m_tangled)
        return;
    const auto known = m_items.find(entity);
    if (known != m_items.end() && known->second.parent == parent)
        return;
    if (isAbove(entity, parent)) {
        m_tangled = true;
        return;
    }
    auto& siblings = m_items[parent].children;
    const Item fresh{entity, siblingPlace(m_editor.document().world(), entity), {}, {}};
    const auto* item = known == m_items.end() ? &fresh : &known->second;
    const auto at = std::lower_bound(siblings.begin(), siblings.end(), item, standsBefore<Item>);
    const int row = static_cast<int>(at - siblings.begin());
    ++m_rowsTouched;
    if (known == m_items.end()) {
        beginInsertRows(indexOf(parent), row, row);
        auto& made = makeItem(entity);
        made.parent = parent;
        siblings.insert(at, &made);
        endInsertRows();
        return;
    }
    const auto before = known->second.parent;
    const int oldRow = rowOf(known->second);
    const bool allowed = beginMoveRows(indexOf(before), oldRow, oldRow, indexOf(parent), row);
    ENGINE_EXPECT(allowed); // the parents differ
    siblings.insert(at, &known->second);
    auto& old = m_items[before].children;
    old.erase(old.begin() + oldRow);
    known->second.parent = parent;
    endMoveRows();
    touch(before); // it may be a group no more
    touch(parent);
}

void OutlinerModel::forget(EntityId entity)
{
    const auto at = m_items.find(entity);
    if (at == m_items.end())
        return;
    const auto children = at->second.children;
    m_gone.push_back(m_items.extract(at));
    for (const auto* child : children)
        forget(child->entity);
}

void OutlinerModel::touch(EntityId entity)
{
    const auto index = indexOf(entity);
    if (!index.isValid())
        return;
    ++m_rowsTouched;
    Q_EMIT dataChanged(index, index.siblingAtColumn(LockColumn));
}
} // namespace editor
