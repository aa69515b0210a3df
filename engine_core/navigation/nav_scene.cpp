#include "engine_core/navigation/nav_scene.h"

#include "engine_core/base/jobs.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/nav_walker.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace engine
{
namespace
{
bool isBounds(const NavPiece& piece)
{
    return piece.kind == NavPieceKind::Box && piece.box.role == NavVolumeRole::Bounds;
}

bool comesBefore(const NavPiecePtr& a, const NavPiecePtr& b)
{
    return std::tie(a->entity, a->kind, a->part) < std::tie(b->entity, b->kind, b->part);
}

template <typename T>
void addEntities(const World& world, std::set<EntityId>& entities)
{
    world.forEach<T>([&](EntityId entity, const T&) { entities.insert(entity); });
}
} // namespace

void sortPieces(std::vector<NavPiecePtr>& pieces)
{
    std::sort(pieces.begin(), pieces.end(), comesBefore);
}

NavScene::NavScene(const World& world, const JobControl* control)
{
    std::set<EntityId> entities;
    addEntities<BrushComponent>(world, entities);
    addEntities<MeshInstance>(world, entities);
    addEntities<FoliagePlacement>(world, entities);
    addEntities<NavVolume>(world, entities);
    addEntities<NavLink>(world, entities);
    addEntities<NavObstacle>(world, entities);
    std::vector<NavPiecePtr> pieces;
    for (const auto entity : entities) {
        if (control != nullptr && control->isCancelled())
            break;
        for (auto& piece : navPiecesOf(world, entity))
            pieces.push_back(std::move(piece));
    }
    *this = NavScene{std::move(pieces)};
}

NavScene::NavScene(std::vector<NavPiecePtr> pieces)
{
    std::vector<BoundsTree::Item> items;
    items.reserve(pieces.size());
    for (auto& piece : pieces) {
        m_boundsVolumes += isBounds(*piece) ? 1U : 0U;
        items.emplace_back(EntityId{m_slots.size() + 1}, piece->bounds);
        m_byEntity[piece->entity].push_back(static_cast<std::uint32_t>(m_slots.size()));
        m_slots.push_back({std::move(piece), BoundsTree::None});
    }
    std::vector<BoundsTree::Leaf> leaves(items.size());
    m_tree.build(items, leaves);
    for (std::size_t i = 0; i < leaves.size(); ++i)
        m_slots[i].leaf = leaves[i];
}

void NavScene::add(NavPiecePtr piece)
{
    std::uint32_t slot = 0;
    if (m_free.empty()) {
        slot = static_cast<std::uint32_t>(m_slots.size());
        m_slots.emplace_back();
    } else {
        slot = m_free.back();
        m_free.pop_back();
    }
    m_boundsVolumes += isBounds(*piece) ? 1U : 0U;
    m_byEntity[piece->entity].push_back(slot);
    m_slots[slot].leaf = m_tree.insert(EntityId{slot + 1}, piece->bounds);
    m_slots[slot].piece = std::move(piece);
}

Aabb NavScene::refresh(const World& world, EntityId entity)
{
    return exchange(entity, navPiecesOf(world, entity));
}

Aabb NavScene::hide(EntityId entity)
{
    return exchange(entity, {});
}

Aabb NavScene::exchange(EntityId entity, std::vector<NavPiecePtr> fresh)
{
    sortPieces(fresh);
    std::vector<std::uint32_t> old;
    if (const auto found = m_byEntity.find(entity); found != m_byEntity.end())
        old = found->second;
    Aabb changed;
    const auto isSame = [](const NavPiece& a, const NavPiece& b) {
        return a.hash == b.hash && a.bounds == b.bounds;
    };
    std::erase_if(old, [&](std::uint32_t slot) {
        const auto same = std::find_if(fresh.begin(), fresh.end(), [&](const auto& piece) {
            return isSame(*piece, *m_slots[slot].piece);
        });
        if (same == fresh.end())
            return false;
        fresh.erase(same);
        return true;
    });
    for (const auto slot : old) {
        auto& gone = m_slots[slot];
        changed.add(gone.piece->bounds);
        m_boundsVolumes -= isBounds(*gone.piece) ? 1U : 0U;
        m_tree.remove(gone.leaf);
        gone = {};
        m_free.push_back(slot);
        auto& slots = m_byEntity[entity];
        slots.erase(std::find(slots.begin(), slots.end(), slot));
    }
    for (auto& piece : fresh) {
        changed.add(piece->bounds);
        add(std::move(piece));
    }
    if (const auto found = m_byEntity.find(entity);
        found != m_byEntity.end() && found->second.empty())
        m_byEntity.erase(found);
    return changed;
}

std::vector<NavPiecePtr> NavScene::touching(const Aabb& box) const
{
    std::vector<NavPiecePtr> found;
    m_tree.overlapping(box, [&](EntityId id) { found.push_back(m_slots[id.value - 1].piece); });
    sortPieces(found);
    return found;
}

std::vector<NavPiecePtr> NavScene::all() const
{
    std::vector<NavPiecePtr> found;
    found.reserve(count());
    for (const auto& slot : m_slots)
        if (slot.piece)
            found.push_back(slot.piece);
    sortPieces(found);
    return found;
}
} // namespace engine
