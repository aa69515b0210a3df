#include "editor/operations/foliage/foliage_operations.h"

#include "editor/operations/foliage/foliage_kinds.h"
#include "engine_core/foliage/face_cache.h"
#include "engine_core/foliage/foliage_anchors.h"
#include "engine_core/foliage/foliage_marks.h"
#include "engine_core/foliage/foliage_surface.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/world/hierarchy.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace editor
{
namespace
{
using engine::Error;
using engine::FoliageEdit;
using engine::FoliageFace;
using engine::FoliageInstance;
using engine::FoliageLayer;
using engine::FoliagePlacement;
using engine::FoliageType;
using engine::Result;
using engine::Vec3d;

/// How far beside its face a plant that is placed by hand may be. Metres.
constexpr double PlaceTolerance = 0.01;

/// How far from where it was put a plant looks for a face to stand on. Metres.
constexpr double LandingReach = 4.0;

std::optional<FoliageType> typeOf(const engine::World& world, EntityId layer, std::uint8_t slot)
{
    for (const auto& [entity, type] : engine::foliageTypes(world, layer))
        if (type.slot == slot)
            return type;
    return std::nullopt;
}

/// Takes the plants out of an edit's base; visit(instance) may put something else there.
template <typename Visit>
void takeOut(const engine::FoliageInstances& standing,
             std::span<const FoliageInstance> plants,
             FoliageEdit& edit,
             const Visit& visit)
{
    const auto cells = standing.cells();
    for (const auto& plant : plants) {
        const auto key = engine::foliageCellOf(plant.position);
        const auto cell = std::lower_bound(cells.begin(), cells.end(), key,
                                           [](const auto& c, const auto& k) { return c.key < k; });
        if (cell == cells.end() || cell->key != key)
            continue;
        const auto& all = cell->chunk->instances;
        const auto at = std::lower_bound(all.begin(), all.end(), plant);
        if (at == all.end() || *at != plant)
            continue;
        edit.remove(static_cast<std::size_t>(cell - cells.begin()),
                    static_cast<std::size_t>(at - all.begin()));
        visit(plant);
    }
}

/// Takes away instances that are no plants.
template <typename IsMeant>
void takeOutNotes(Transaction& transaction, EntityId layer, const IsMeant& isMeant)
{
    const auto standing = engine::foliageOf(transaction.world(), layer);
    FoliageEdit edit{standing};
    for (std::size_t c = 0; c < standing->cells().size(); ++c) {
        const auto& chunk = *standing->cells()[c].chunk;
        for (std::size_t i = 0; chunk.marks + chunk.weights > 0 && i < chunk.instances.size(); ++i)
            if (isMeant(chunk.instances[i]))
                edit.remove(c, i);
    }
    if (!edit.isEmpty())
        setFoliage(transaction, layer, edit.finish());
}

void stand(FoliageInstance& instance, const FoliageFace& face, const Vec3d& point)
{
    instance.position = engine::Vec3f{engine::footOn(face, point)};
    instance.normal = engine::packFoliageNormal(face.plane.normal);
    instance.brush = static_cast<std::uint32_t>(face.brush.value);
    instance.face = static_cast<std::uint16_t>(face.face);
}

/// Where things were at the beginning of the transaction.
class WorldBefore
{
public:
    explicit WorldBefore(const Transaction& transaction) : m_world{transaction.world()}
    {
        for (const auto& change : transaction.changes())
            m_before.emplace(std::pair{change.entity, change.type}, change.before);
    }

    template <typename T>
    [[nodiscard]] const T* get(EntityId entity) const
    {
        const auto at = m_before.find({entity, engine::typeIdOf<T>()});
        return at == m_before.end() ? m_world.get<T>(entity)
                                    : static_cast<const T*>(at->second.get());
    }

    [[nodiscard]] engine::Transform place(EntityId entity, int depth = 0) const
    {
        const auto* node = get<engine::Node>(entity);
        if (node == nullptr || depth > engine::MaxHierarchyDepth)
            return {};
        const auto parent = node->parent ? place(node->parent, depth + 1) : engine::Transform{};
        const auto* local = get<engine::TransformComponent>(entity);
        return local != nullptr ? parent * local->transform() : parent;
    }

    [[nodiscard]] std::shared_ptr<const engine::Brush> brush(EntityId entity) const
    {
        const auto* component = get<engine::BrushComponent>(entity);
        return component != nullptr ? engine::brushAt(component->brush, place(entity)) : nullptr;
    }

private:
    const engine::World& m_world;
    std::map<std::pair<EntityId, engine::TypeId>, engine::ComponentValue> m_before;
};

/// Brushes that changed shape or place.
std::set<EntityId> changedBrushes(const Transaction& transaction)
{
    const auto& world = transaction.world();
    std::set<EntityId> brushes;
    for (const auto& change : transaction.changes()) {
        if (change.type == engine::typeIdOf<engine::BrushComponent>())
            brushes.insert(change.entity);
        else if (change.type == engine::typeIdOf<engine::TransformComponent>() ||
                 change.type == engine::typeIdOf<engine::Node>())
            for (const auto each : engine::subtree(world, change.entity))
                if (world.get<engine::BrushComponent>(each) != nullptr)
                    brushes.insert(each);
    }
    return brushes;
}

/// Billboards neither lean nor throw shadows, whatever was set.
void keepBillboardRules(Transaction& transaction)
{
    for (const auto& change : transaction.changes()) {
        if (change.type != engine::typeIdOf<FoliageType>() || !change.after)
            continue;
        const auto& type = *static_cast<const FoliageType*>(change.after.get());
        if (auto ruled = engine::withBillboardRules(type); !(ruled == type))
            transaction.set(change.entity, std::move(ruled));
    }
}
} // namespace

EntityId createFoliageLayer(Transaction& transaction, const std::string& name)
{
    const auto layer = transaction.create(name);
    transaction.set(layer, FoliageLayer{});
    setFoliage(transaction, layer, std::make_shared<const engine::FoliageInstances>());
    return layer;
}

Result<EntityId>
addFoliageType(Transaction& transaction, EntityId layer, FoliageType type, const std::string& name)
{
    if (transaction.world().get<FoliageLayer>(layer) == nullptr)
        return Error{"Choose the foliage that the plants belong to first"};
    const auto slot = freeFoliageSlot(transaction.world(), layer);
    if (!slot)
        return Error{"A foliage holds up to 256 kinds of plants; make another one"};
    type.slot = *slot;
    const auto entity = transaction.create(name, layer);
    transaction.set(entity, engine::withBillboardRules(std::move(type)));
    return entity;
}

Result<void> removeFoliageType(Transaction& transaction, EntityId entity)
{
    const auto& world = transaction.world();
    const auto* type = world.get<FoliageType>(entity);
    if (type == nullptr)
        return Error{"That is no kind of plant"};
    const auto layer = world.get<engine::Node>(entity)->parent;
    const auto slot = type->slot;
    transaction.destroy(entity);
    static_cast<void>(takeKindlessFoliage(transaction, layer, slot));
    return {};
}

void setFoliage(Transaction& transaction,
                EntityId layer,
                std::shared_ptr<const engine::FoliageInstances> instances)
{
    transaction.set(layer, FoliagePlacement{.instances = std::move(instances)});
}

Result<void>
plantFoliage(Transaction& transaction, EntityId layer, std::span<const FoliageInstance> plants)
{
    if (transaction.world().get<FoliageLayer>(layer) == nullptr)
        return Error{"Choose the foliage that the plants belong to first"};
    FoliageEdit edit{engine::foliageOf(transaction.world(), layer)};
    for (const auto& plant : plants)
        edit.add(plant);
    if (!edit.isEmpty())
        setFoliage(transaction, layer, edit.finish());
    return {};
}

Result<FoliageInstance> placeFoliage(Transaction& transaction,
                                     EntityId layer,
                                     std::uint8_t slot,
                                     const engine::PickHit& hit)
{
    const auto& world = transaction.world();
    const auto type = typeOf(world, layer, slot);
    if (!type)
        return Error{"Choose a kind of plant first"};
    const auto brush = engine::brushInWorld(world, hit.entity);
    if (!brush || hit.face >= brush->faceCount() || engine::isMoving(world, hit.entity))
        return Error{"Plants stand on brushes that do not move"};
    const auto face = engine::foliageFace(*brush, hit.entity, hit.face);
    const bool isOnIt = std::abs(face.plane.above(hit.point)) <= PlaceTolerance &&
                        face.contains(face.coordinatesOf(hit.point), PlaceTolerance);
    if (!isOnIt) // no number, too
        return Error{"Plants stand on faces; this place is beside the face"};
    FoliageInstance plant;
    plant.type = slot;
    plant.flags = engine::FoliageByHand;
    stand(plant, face, hit.point);
    // Each place its own: turned and scaled as chance has it, and the same again after undo.
    const auto bits = engine::hashBytes(std::as_bytes(std::span{&plant.position, 1}));
    plant.seed = static_cast<std::uint32_t>(bits);
    engine::poseFoliage(*type, plant);
    if (auto done = plantFoliage(transaction, layer, {&plant, 1}); !done)
        return done.error();
    return plant;
}

void removeFoliage(Transaction& transaction,
                   EntityId layer,
                   std::span<const FoliageInstance> plants)
{
    const auto standing = engine::foliageOf(transaction.world(), layer);
    const engine::FoliageMarks marks{transaction.world(), layer};
    FoliageEdit edit{standing};
    takeOut(*standing, plants, edit, [&](const FoliageInstance& plant) {
        if (const auto mark = marks.markFor(plant))
            edit.add(*mark);
    });
    if (!edit.isEmpty())
        setFoliage(transaction, layer, edit.finish());
}

Result<std::vector<FoliageInstance>> transformFoliage(Transaction& transaction,
                                                      const engine::SpatialIndex& index,
                                                      EntityId layer,
                                                      std::span<const FoliageInstance> plants,
                                                      const FoliageTransform& by)
{
    const auto& world = transaction.world();
    const auto standing = engine::foliageOf(world, layer);
    const engine::FoliageMarks marks{world, layer};
    FoliageEdit edit{standing};
    engine::FaceCache faces{world, index};
    std::vector<FoliageInstance> changed;
    bool landed = true;
    takeOut(*standing, plants, edit, [&](FoliageInstance plant) {
        if (const auto mark = marks.markFor(plant); mark && by.shift != Vec3d{0})
            edit.add(*mark);
        plant.flags |= engine::FoliageByHand;
        plant.flags &= static_cast<std::uint8_t>(~engine::FoliageByRule);
        plant.yaw = static_cast<std::uint16_t>(plant.yaw + engine::packFoliageYaw(by.turn));
        for (auto& axis : plant.scale)
            axis = engine::packFoliageScale(axis * by.scale / 4096.0);
        if (by.shift != Vec3d{0}) {
            const auto point = Vec3d{plant.position} + by.shift;
            const auto* face =
                faces.nearest(point, LandingReach, [](const FoliageFace&) { return true; });
            landed = landed && face != nullptr;
            if (face != nullptr)
                stand(plant, *face, point);
            plant.flags &= static_cast<std::uint8_t>(~engine::FoliageOrphan);
        }
        edit.add(plant);
        changed.push_back(plant);
    });
    if (!landed)
        return Error{"There is no face for the plants to stand on"};
    if (!edit.isEmpty())
        setFoliage(transaction, layer, edit.finish());
    return changed;
}

std::size_t
forgetFoliageMarks(Transaction& transaction, EntityId layer, const std::bitset<256>& kept)
{
    const auto before = engine::foliageOf(transaction.world(), layer)->marks();
    takeOutNotes(transaction, layer, [&](const FoliageInstance& note) {
        return note.isMark() && !kept.test(note.type);
    });
    return before - engine::foliageOf(transaction.world(), layer)->marks();
}

void forgetFoliageDensity(Transaction& transaction, EntityId layer)
{
    takeOutNotes(transaction, layer, [](const FoliageInstance& note) { return note.isWeight(); });
}

std::vector<FoliageInstance> foliageOrphans(const engine::World& world, EntityId layer)
{
    std::vector<FoliageInstance> orphans;
    for (const auto& cell : engine::foliageOf(world, layer)->cells()) {
        if (cell.chunk->orphans == 0)
            continue;
        for (const auto& instance : cell.chunk->instances)
            if (instance.isOrphan())
                orphans.push_back(instance);
    }
    return orphans;
}

void removeFoliageOrphans(Transaction& transaction,
                          EntityId layer,
                          std::span<const FoliageInstance> orphans)
{
    const auto standing = engine::foliageOf(transaction.world(), layer);
    FoliageEdit edit{standing};
    // No marks: there is no face on which anything could grow again.
    takeOut(*standing, orphans, edit, [](const FoliageInstance&) {});
    if (!edit.isEmpty())
        setFoliage(transaction, layer, edit.finish());
}

Result<std::size_t> rehomeFoliage(Transaction& transaction,
                                  const engine::SpatialIndex& index,
                                  EntityId layer,
                                  std::span<const FoliageInstance> orphans,
                                  double reach)
{
    const auto& world = transaction.world();
    const auto species = engine::foliageSpecies(world, layer, {});
    const auto standing = engine::foliageOf(world, layer);
    FoliageEdit edit{standing};
    engine::FaceCache faces{world, index};
    std::size_t count = 0;
    takeOut(*standing, orphans, edit, [&](FoliageInstance plant) {
        const auto kind = std::find_if(species.begin(), species.end(),
                                       [&](const auto& each) { return each.slot == plant.type; });
        const auto allows = [&](const FoliageFace& face) {
            return kind == species.end() || engine::refusalOf(*kind, face) == nullptr;
        };
        const Vec3d point{plant.position};
        if (const auto* face = faces.nearest(point, reach, allows)) {
            stand(plant, *face, point);
            plant.flags &= static_cast<std::uint8_t>(~engine::FoliageOrphan);
            ++count;
        }
        edit.add(plant);
    });
    if (count == 0)
        return Error{"There is no face within {} m that these plants may grow on", reach};
    setFoliage(transaction, layer, edit.finish());
    return count;
}

Result<void> followFoliage(Transaction& transaction)
{
    keepBillboardRules(transaction);
    if (auto followed = followFoliageKinds(transaction); !followed)
        return followed;
    const auto& world = transaction.world();
    if (world.count<FoliagePlacement>() == 0)
        return {};
    const auto changed = changedBrushes(transaction);
    const std::vector<EntityId> ids{changed.begin(), changed.end()};
    std::vector<EntityId> layers;
    world.forEach<FoliagePlacement>([&](EntityId layer, const FoliagePlacement& placement) {
        if (placement.instances && engine::standsOn(*placement.instances, ids))
            layers.push_back(layer);
    });
    if (layers.empty())
        return {};
    const WorldBefore before{transaction};
    std::vector<engine::BrushChange> changes;
    for (const auto id : ids)
        changes.push_back({id, before.brush(id), engine::brushInWorld(world, id)});
    for (const auto layer : layers) {
        const auto standing = engine::foliageOf(world, layer);
        if (auto anchored = engine::followBrushes(standing, changes);
            anchored.instances != standing)
            setFoliage(transaction, layer, std::move(anchored.instances));
    }
    return {};
}
} // namespace editor
