#include "editor/operations/brush/brush_operations.h"

#include "editor/document/document.h"
#include "editor/operations/brush/transform_parts.h"
#include "editor/operations/entity/copy_names.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/entity/sibling_places.h"
#include "editor/operations/foliage/foliage_copies.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/sibling_order.h"
#include "engine_core/scene/world/entity_copies.h"

#include <algorithm>

namespace editor
{
namespace
{
/// How far a face moves in its brush's own space for one metre of the world.
double localPerWorld(const engine::World& world, EntityId entity, const engine::Vec3d& normal)
{
    const auto place = engine::worldTransform(world, entity);
    return glm::length(normal / place.scale);
}
} // namespace

engine::Result<EntityId> createBox(Transaction& transaction,
                                   const engine::Aabb& box,
                                   engine::Name material,
                                   const std::string& name,
                                   EntityId parent)
{
    auto brush = engine::makeBox(box, material);
    if (!brush)
        return brush.error();
    const auto id = transaction.create(name, parent);
    setBrush(transaction, id, *std::move(brush));
    return id;
}

void setBrush(Transaction& transaction, EntityId entity, engine::Brush brush)
{
    transaction.set(
        entity, engine::BrushComponent{std::make_shared<const engine::Brush>(std::move(brush))});
}

std::optional<engine::Aabb> asBox(const engine::Brush& brush)
{
    if (brush.faceCount() != 6)
        return std::nullopt;
    for (const auto& face : brush.faces()) {
        const auto size = glm::abs(face.plane.normal);
        if (std::max({size.x, size.y, size.z}) < 1 - 1e-9)
            return std::nullopt;
    }
    return brush.bounds();
}

engine::Result<void> resizeBox(Transaction& transaction, EntityId entity, const engine::Aabb& box)
{
    const auto* component = transaction.world().get<engine::BrushComponent>(entity);
    if (component == nullptr || !component->brush || !asBox(*component->brush))
        return engine::Error{"Only box-shaped brushes can be given a size"};
    const auto brush = component->brush;
    std::vector<engine::BrushFace> faces{brush->faces().begin(), brush->faces().end()};
    for (auto& face : faces) {
        const auto& normal = face.plane.normal;
        const auto corner = glm::mix(box.min, box.max, glm::greaterThan(normal, engine::Vec3d{0}));
        face.plane.distance = glm::dot(normal, corner);
    }
    auto resized = engine::Brush::fromFaces(std::move(faces));
    if (!resized)
        return resized.error();
    if (resized->faceCount() != brush->faceCount())
        return engine::Error{"A box needs some size along every axis"};
    setBrush(transaction, entity, *std::move(resized));
    return {};
}

engine::Result<void> moveFaces(Transaction& transaction,
                               std::span<const FaceRef> faces,
                               double distance,
                               engine::TextureLock lock)
{
    for (const auto& [entity, face] : faces) {
        const auto* component = transaction.world().get<engine::BrushComponent>(entity);
        ENGINE_EXPECT(component != nullptr && component->brush &&
                      face < component->brush->faceCount());
        const auto& brush = *component->brush;
        const double local =
            distance * localPerWorld(transaction.world(), entity, brush.faces()[face].plane.normal);
        auto moved = engine::moveFace(brush, face, local, lock);
        if (!moved)
            return moved.error();
        setBrush(transaction, entity, *std::move(moved));
    }
    return {};
}

void removeObjects(Transaction& transaction, std::span<const EntityId> entities)
{
    for (const auto entity : topmost(transaction.world(), entities))
        transaction.destroy(entity);
}

namespace parts
{
namespace
{
/// What is below the copy is shown in the order of what it is a copy of.
void keepOrderBelow(Transaction& transaction, EntityId original, const engine::EntityMap& copies)
{
    const auto& world = transaction.world();
    const auto& children = world.children(original);
    if (std::none_of(children.begin(), children.end(), [&](EntityId child) {
            return world.get<engine::SiblingOrder>(child) != nullptr;
        }))
        return;
    std::vector<EntityId> inOrder;
    for (const auto child : inSiblingOrder(world, children))
        if (const auto copy = copies.find(child); copy != copies.end())
            inOrder.push_back(copy->second);
    placeInOrder(transaction, inOrder);
}
} // namespace

std::vector<EntityId> duplicate(Transaction& transaction, std::span<const EntityId> entities)
{
    const auto& world = transaction.world();
    const auto roots = topmost(world, entities);
    std::vector<EntityId> originals;
    for (const auto root : inSiblingOrder(world, roots)) { // the ids of the copies keep that
        const auto tree = engine::subtree(world, root);
        originals.insert(originals.end(), tree.begin(), tree.end());
    }
    engine::EntityMap copies;
    for (const auto original : originals)
        copies[original] = transaction.create({});

    std::vector<engine::Swap> swaps;
    for (const auto original : originals)
        for (const auto type : world.types())
            if (const auto& value = world.value(original, type);
                value && type != engine::typeIdOf<engine::SiblingOrder>())
                swaps.push_back({copies[original], type,
                                 retargeted(transaction.types().find(type), value, copies)});
    transaction.swap(std::move(swaps));
    for (const auto original : originals)
        keepOrderBelow(transaction, original, copies);
    anchorDuplicates(transaction, copies);

    std::vector<EntityId> result;
    for (const auto root : roots)
        result.push_back(copies[root]);
    return result;
}

void settleAmongSiblings(Transaction& transaction,
                         std::span<const EntityId> entities,
                         std::span<const EntityId> copies)
{
    const auto& world = transaction.world();
    const auto inOrder = inSiblingOrder(world, {copies.begin(), copies.end()});
    placeBehind(transaction, topmost(world, entities), inOrder);
    countNamesOn(transaction, inOrder);
}
} // namespace parts

std::vector<EntityId> duplicate(Transaction& transaction, std::span<const EntityId> entities)
{
    transaction.noteRepeat([](Transaction& again, std::vector<EntityId>& chosen) {
        chosen = duplicate(again, chosen);
        return engine::Result<void>{};
    });
    auto copies = parts::duplicate(transaction, entities);
    parts::settleAmongSiblings(transaction, entities, copies);
    return copies;
}
} // namespace editor
