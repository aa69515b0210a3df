#include "engine_core/navigation/mesh/nav_scene.h"

#include "engine_core/base/copy_on_write.h"
#include "engine_core/base/jobs.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/patches/curved_patch.h"

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
    addEntities<CurvedPatch>(world, entities);
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
    for (const auto entity : entities)
        noteCarried(world, entity);
}

NavScene::NavScene(std::vector<NavPiecePtr> pieces)
{
    auto& all = *m_pieces;
    std::vector<BoundsTree::Item> items;
    items.reserve(pieces.size());
    for (auto& piece : pieces) {
        all.boundsVolumes += isBounds(*piece) ? 1U : 0U;
        items.emplace_back(EntityId{all.slots.size() + 1}, piece->bounds);
        all.byEntity[piece->entity].push_back(static_cast<std::uint32_t>(all.slots.size()));
        all.slots.push_back({std::move(piece), BoundsTree::None});
    }
    std::vector<BoundsTree::Leaf> leaves(items.size());
    all.tree.build(items, leaves);
    for (std::size_t i = 0; i < leaves.size(); ++i)
        all.slots[i].leaf = leaves[i];
}

void NavScene::Pieces::add(NavPiecePtr piece)
{
    std::uint32_t slot = 0;
    if (free.empty()) {
        slot = static_cast<std::uint32_t>(slots.size());
        slots.emplace_back();
    } else {
        slot = free.back();
        free.pop_back();
    }
    boundsVolumes += isBounds(*piece) ? 1U : 0U;
    byEntity[piece->entity].push_back(slot);
    slots[slot].leaf = tree.insert(EntityId{slot + 1}, piece->bounds);
    slots[slot].piece = std::move(piece);
}

void NavScene::Pieces::remove(EntityId entity, std::uint32_t slot)
{
    auto& gone = slots[slot];
    boundsVolumes -= isBounds(*gone.piece) ? 1U : 0U;
    tree.remove(gone.leaf);
    gone = {};
    free.push_back(slot);
    const auto at = byEntity.find(entity);
    std::erase(at->second, slot);
    if (at->second.empty())
        byEntity.erase(at);
}

Aabb NavScene::refresh(const World& world, EntityId entity)
{
    const auto changed = exchange(entity, navPiecesOf(world, entity));
    noteCarried(world, entity);
    return changed;
}

void NavScene::noteCarried(const World& world, EntityId entity)
{
    if (has(entity) && isMoving(world, entity))
        m_carried.insert(entity);
    else
        m_carried.erase(entity);
}

Aabb NavScene::hide(EntityId entity)
{
    m_carried.erase(entity);
    return exchange(entity, {});
}

Aabb NavScene::exchange(EntityId entity, std::vector<NavPiecePtr> fresh)
{
    sortPieces(fresh);
    std::vector<std::uint32_t> old;
    if (const auto found = m_pieces->byEntity.find(entity); found != m_pieces->byEntity.end())
        old = found->second;
    Aabb changed;
    const auto isSame = [](const NavPiece& a, const NavPiece& b) {
        return a.hash == b.hash && a.bounds == b.bounds;
    };
    std::erase_if(old, [&](std::uint32_t slot) {
        const auto same = std::find_if(fresh.begin(), fresh.end(), [&](const auto& piece) {
            return isSame(*piece, *m_pieces->slots[slot].piece);
        });
        if (same == fresh.end())
            return false;
        fresh.erase(same);
        return true;
    });
    if (old.empty() && fresh.empty())
        return changed;
    if (isShared(m_pieces))
        m_pieces = std::make_shared<Pieces>(*m_pieces);
    for (const auto slot : old) {
        changed.add(m_pieces->slots[slot].piece->bounds);
        m_pieces->remove(entity, slot);
    }
    for (auto& piece : fresh) {
        changed.add(piece->bounds);
        m_pieces->add(std::move(piece));
    }
    return changed;
}

std::vector<NavPiecePtr> NavScene::touching(const Aabb& box) const
{
    std::vector<NavPiecePtr> found;
    m_pieces->tree.overlapping(
        box, [&](EntityId id) { found.push_back(m_pieces->slots[id.value - 1].piece); });
    sortPieces(found);
    return found;
}

std::vector<NavPiecePtr> NavScene::all() const
{
    std::vector<NavPiecePtr> found;
    found.reserve(count());
    for (const auto& slot : m_pieces->slots)
        if (slot.piece)
            found.push_back(slot.piece);
    sortPieces(found);
    return found;
}
} // namespace engine
