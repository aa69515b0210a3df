#include "editor/operations/foliage/foliage_copies.h"

#include "editor/document/document.h"
#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/foliage/foliage_surface.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/spatial/static_geometry.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace editor
{
namespace
{
using engine::FoliageFace;
using engine::FoliageInstance;

constexpr double OnFace = 0.01;     ///< metres off that still stand on it
constexpr double RehomeReach = 0.1; ///< metres to a face of another brush in the same place

bool isNewFoliage(const engine::Change& change)
{
    return !change.before && change.type == engine::typeIdOf<engine::FoliagePlacement>();
}

/// Asks for each brush once.
class Faces
{
public:
    explicit Faces(const engine::World& world) : m_world{world} {}

    [[nodiscard]] bool carry(const FoliageInstance& plant)
    {
        auto [at, isNew] = m_brushes.try_emplace(plant.brush);
        if (isNew && !engine::isMoving(m_world, EntityId{plant.brush}))
            at->second = engine::brushInWorld(m_world, EntityId{plant.brush});
        const auto& brush = at->second;
        if (!brush || plant.face >= brush->faceCount())
            return false;
        const auto face = engine::foliageFace(*brush, EntityId{plant.brush}, plant.face);
        const engine::Vec3d place{plant.position};
        return std::abs(face.plane.above(place)) < OnFace &&
               face.contains(face.coordinatesOf(place), OnFace);
    }

private:
    const engine::World& m_world;
    std::unordered_map<std::uint32_t, std::shared_ptr<const engine::Brush>> m_brushes;
};
} // namespace

void anchorPasted(Transaction& transaction, EntityId layer, const engine::EntityMap& copies)
{
    const auto standing = engine::foliageOf(transaction.world(), layer);
    engine::FoliageEdit edit{standing};
    std::vector<FoliageInstance> lost;
    Faces faces{transaction.world()};
    for (std::size_t c = 0; c < standing->cells().size(); ++c)
        for (std::size_t i = 0; i < standing->cells()[c].chunk->instances.size(); ++i) {
            const auto& old = standing->cells()[c].chunk->instances[i];
            auto plant = old;
            if (const auto copy = copies.find(EntityId{old.brush}); copy != copies.end())
                plant.brush = static_cast<std::uint32_t>(copy->second.value);
            else if (!old.isWeight() && (old.flags & engine::FoliageOrphan) == 0 &&
                     !faces.carry(old))
                plant.flags |= engine::FoliageOrphan;
            if (plant == old)
                continue;
            edit.remove(c, i);
            edit.add(plant);
            if (plant.isOrphan())
                lost.push_back(plant);
        }
    if (edit.isEmpty())
        return;
    setFoliage(transaction, layer, edit.finish());
    // Refused if none finds a face: they stay orphans then.
    if (!lost.empty())
        static_cast<void>(
            rehomeFoliage(transaction, transaction.document().index(), layer, lost, RehomeReach));
}

void anchorDuplicates(Transaction& transaction, const engine::EntityMap& copies)
{
    std::vector<EntityId> originals;
    std::vector<EntityId> layers;
    for (const auto& [original, copy] : copies) {
        originals.push_back(original);
        if (transaction.world().get<engine::FoliagePlacement>(copy) != nullptr)
            layers.push_back(copy);
    }
    for (const auto layer : layers) {
        const auto standing = engine::foliageOf(transaction.world(), layer);
        if (!engine::standsOn(*standing, originals))
            continue;
        engine::FoliageEdit edit{standing};
        for (std::size_t c = 0; c < standing->cells().size(); ++c)
            for (std::size_t i = 0; i < standing->cells()[c].chunk->instances.size(); ++i) {
                auto plant = standing->cells()[c].chunk->instances[i];
                edit.remove(c, i);
                const auto copy = copies.find(EntityId{plant.brush});
                if (copy == copies.end())
                    continue;
                plant.brush = static_cast<std::uint32_t>(copy->second.value);
                edit.add(plant);
            }
        setFoliage(transaction, layer, edit.finish());
    }
}

PlantsAlong::PlantsAlong(Transaction& transaction, std::span<const EntityId> entities)
    : m_transaction{transaction}
{
    const auto& world = transaction.world();
    // Called for each move of the mouse, nearly always without anything to do.
    if (world.count<engine::FoliagePlacement>() == 0)
        return;
    const auto changes = transaction.changes();
    if (std::none_of(changes.begin(), changes.end(), isNewFoliage))
        return;
    std::set<EntityId> all;
    for (const auto entity : entities)
        for (const auto each : engine::subtree(world, entity))
            all.insert(each);
    for (const auto& change : changes) {
        if (change.before || change.type != engine::typeIdOf<engine::Node>() ||
            !all.contains(change.entity))
            continue;
        if (world.get<engine::BrushComponent>(change.entity) != nullptr)
            m_brushes.push_back(
                {change.entity, engine::brushInWorld(world, change.entity), nullptr});
        if (world.get<engine::FoliagePlacement>(change.entity) != nullptr)
            m_layers.push_back(change.entity);
    }
}

void PlantsAlong::follow()
{
    if (m_layers.empty())
        return;
    for (auto& change : m_brushes)
        change.after = engine::brushInWorld(m_transaction.world(), change.entity);
    for (const auto layer : m_layers) {
        const auto standing = engine::foliageOf(m_transaction.world(), layer);
        if (auto anchored = engine::followBrushes(standing, m_brushes);
            anchored.instances != standing)
            setFoliage(m_transaction, layer, std::move(anchored.instances));
    }
}
} // namespace editor
