#include "editor/operations/entity/entity_operations.h"

#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "engine_core/base/files/files.h"
#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/spatial/mesh_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_set>

namespace editor
{
namespace
{
using engine::Error;
using engine::Node;
using engine::Result;
using engine::TransformComponent;

template <typename Change>
void changeNodes(Transaction& transaction, std::span<const EntityId> entities, const Change& change)
{
    for (const auto entity : entities) {
        const auto* node = transaction.world().get<Node>(entity);
        if (node == nullptr || entity == engine::SceneEntity)
            continue;
        auto changed = *node;
        change(changed);
        if (changed != *node)
            transaction.set(entity, std::move(changed));
    }
}

void setParent(Transaction& transaction, EntityId entity, EntityId parent)
{
    changeNodes(transaction, std::span{&entity, 1}, [&](Node& node) { node.parent = parent; });
}

Result<void> reparentOne(Transaction& transaction, EntityId entity, EntityId parent)
{
    const auto& world = transaction.world();
    const auto* node = world.get<Node>(entity);
    if (node->parent == parent)
        return {};
    if (entity == parent || engine::isAncestor(world, entity, parent))
        return Error{"'{}' cannot become a part of itself", node->name};
    if (parent && world.get<engine::Layer>(entity) != nullptr)
        return Error{"The layer '{}' cannot be put into something", node->name};
    const auto oldSpace = engine::worldTransform(world, node->parent);
    const auto newSpace = engine::worldTransform(world, parent);
    setParent(transaction, entity, parent);
    if (oldSpace == newSpace)
        return {};
    const auto back = inverse(newSpace);
    if (!back)
        return back.error();
    return transformInParent(transaction, entity, *back * oldSpace);
}
} // namespace

std::string freeName(const engine::World& world, const std::string& base)
{
    std::uint32_t highest = 0;
    world.forEach<engine::Node>([&](EntityId, const engine::Node& node) {
        const std::string_view name = node.name;
        if (!name.starts_with(base))
            return;
        const auto rest = name.substr(base.size());
        std::uint32_t number = 0;
        if (rest.empty())
            number = 1;
        else if (rest[0] != ' ' ||
                 std::from_chars(rest.data() + 1, rest.data() + rest.size(), number).ptr !=
                     rest.data() + rest.size())
            return;
        highest = std::max(highest, number);
    });
    return highest == 0 ? base : fmt::format("{} {}", base, highest + 1);
}

EntityId addEntity(Transaction& transaction,
                   const std::string& name,
                   const engine::Vec3d& at,
                   EntityId parent)
{
    const auto id = transaction.create(name, parent);
    transaction.set(id, TransformComponent{.position = at});
    return id;
}

engine::Light usualLight(engine::LightKind kind)
{
    engine::Light light;
    light.kind = kind;
    switch (kind) {
    case engine::LightKind::Spot:
        light.intensity = 120;
        light.range = 12;
        break;
    case engine::LightKind::Sun:
        light.intensity = 3;
        break;
    case engine::LightKind::Area:
        light.range = 12;
        break;
    case engine::LightKind::Point:
        break;
    }
    return light;
}

engine::Quatd usualLightRotation(engine::LightKind kind)
{
    using engine::Vec3d;
    if (kind != engine::LightKind::Sun)
        return glm::angleAxis(-engine::Pi / 2, Vec3d{1, 0, 0});
    return glm::angleAxis(engine::radians(35), Vec3d{0, 1, 0}) *
           glm::angleAxis(engine::radians(-50), Vec3d{1, 0, 0});
}

EntityId addLight(Transaction& transaction,
                  const engine::Vec3d& at,
                  const engine::Light& light,
                  EntityId parent)
{
    const auto id = addEntity(transaction, "Light", at, parent);
    transaction.set(id, light);
    return id;
}

EntityId
addPlayerStart(Transaction& transaction, const engine::Vec3d& at, double yaw, EntityId parent)
{
    const auto id = transaction.create("Player start", parent);
    transaction.set(id,
                    TransformComponent{.position = at,
                                       .rotation = glm::angleAxis(yaw, engine::Vec3d{0, 1, 0})});
    transaction.set(id, engine::PlayerStart{});
    return id;
}

int surfaceAxis(const engine::Vec3d& normal)
{
    const auto off = glm::abs(normal);
    return off.y >= off.x && off.y >= off.z ? 1 : off.x >= off.z ? 0 : 2;
}

EntityId addModel(Transaction& transaction,
                  const std::string& path,
                  const engine::Vec3d& at,
                  const engine::Vec3d& surfaceNormal)
{
    const auto name = engine::fs::path{path}.stem().string();
    const auto entity = addEntity(transaction, name, at);
    transaction.set(entity, engine::MeshInstance{.mesh = {path}});
    const auto* models = transaction.world().meshes();
    if (models == nullptr || path.empty())
        return entity;
    const auto model = models->mesh(path); // no stand-in: it shall stand by its own size
    const int axis = surfaceAxis(surfaceNormal);
    const auto bounds = model->bounds();
    auto place = at;
    place[axis] -= surfaceNormal[axis] > 0 ? bounds.min[axis] : bounds.max[axis];
    transaction.set(entity, engine::TransformComponent{.position = place});
    return entity;
}

Result<EntityId> addDoor(Transaction& transaction,
                         std::span<const EntityId> entities,
                         const std::string& name,
                         const std::string& script,
                         const std::string& className)
{
    const auto parts = topmost(transaction.world(), entities);
    if (parts.empty())
        return Error{"Select the brushes of the door first"};
    const auto at = wholeBoundsOf(transaction.world(), parts).center();
    const auto door = addEntity(transaction, name, at);
    transaction.set(door, engine::Mover{});
    transaction.set(door,
                    engine::Script{.file = {script}, .className = className, .properties = {}});
    if (auto done = reparent(transaction, parts, door); !done)
        return done.error();
    return door;
}

Result<void> reparent(Transaction& transaction, std::span<const EntityId> entities, EntityId parent)
{
    ENGINE_EXPECT(!parent || transaction.world().exists(parent));
    for (const auto entity : topmost(transaction.world(), entities))
        if (auto done = reparentOne(transaction, entity, parent); !done)
            return done;
    return {};
}

void rename(Transaction& transaction, EntityId entity, const std::string& name)
{
    changeNodes(transaction, std::span{&entity, 1}, [&](Node& node) { node.name = name; });
}

void hide(Transaction& transaction, std::span<const EntityId> entities)
{
    changeNodes(transaction, entities, [](Node& node) { node.hidden = true; });
}

void show(Transaction& transaction, std::span<const EntityId> entities)
{
    changeNodes(transaction, entities, [](Node& node) { node.hidden = false; });
}

void showAll(Transaction& transaction)
{
    show(transaction, transaction.world().entities());
}

void isolate(Transaction& transaction, std::span<const EntityId> entities)
{
    const auto& world = transaction.world();
    std::unordered_set<EntityId> kept;
    for (const auto entity : entities) {
        for (const auto below : engine::subtree(world, entity))
            kept.insert(below);
        for (auto above = entity; above && kept.size() <= world.entityCount();) {
            kept.insert(above);
            const auto* node = world.get<Node>(above);
            above = node != nullptr ? node->parent : EntityId{};
        }
    }
    std::vector<EntityId> hidden;
    for (const auto entity : world.entities())
        if (const auto parent = world.get<Node>(entity)->parent;
            !kept.contains(entity) && (!parent || kept.contains(parent)))
            hidden.push_back(entity); // what is below goes with it
    hide(transaction, hidden);
}

void lock(Transaction& transaction, std::span<const EntityId> entities)
{
    changeNodes(transaction, entities, [](Node& node) { node.locked = true; });
}

void unlock(Transaction& transaction, std::span<const EntityId> entities)
{
    changeNodes(transaction, entities, [](Node& node) { node.locked = false; });
}

Result<EntityId>
group(Transaction& transaction, std::span<const EntityId> entities, const std::string& name)
{
    const auto parts = topmost(transaction.world(), entities);
    if (parts.empty())
        return Error{"Select the objects to group first"};
    const auto parent = transaction.world().get<Node>(parts.front())->parent;
    const auto id = transaction.create(name, parent);
    if (auto done = reparent(transaction, parts, id); !done)
        return done.error();
    return id;
}

namespace
{
/// Whether taking a group apart may take the component away: it only says where the group is, what
/// its copies are, or what other editors call it.
bool isOfPlainGroup(const engine::TypeInfo& type, const engine::ComponentValue& value)
{
    static const std::array plain{
        engine::typeIdOf<Node>(),
        engine::typeIdOf<TransformComponent>(),
        engine::typeIdOf<engine::LinkedGroup>(),
        engine::typeIdOf<engine::LinkedMember>(),
        engine::typeIdOf<engine::PrefabInstance>(),
        engine::typeIdOf<engine::PrefabOverrides>(),
    };
    if (type.id == engine::typeIdOf<engine::MapEntity>()) {
        const auto& map = *static_cast<const engine::MapEntity*>(value.get());
        const auto keys = engine::mapKeysFromText(map.keys);
        return map.className == "func_group" &&
               std::all_of(keys.begin(), keys.end(),
                           [](const auto& key) { return key.first.starts_with("_tb_"); });
    }
    return std::find(plain.begin(), plain.end(), type.id) != plain.end();
}

/// Refused with what would be lost if the object does more than to hold others.
Result<void> checkPlainGroup(const Transaction& transaction, EntityId entity)
{
    std::string lost;
    for (const auto& type : transaction.types().all())
        if (const auto& value = transaction.world().value(entity, type.id);
            value && !isOfPlainGroup(type, value))
            lost += (lost.empty() ? "" : ", ") + type.label;
    if (lost.empty())
        return {};
    return Error{"'{}' is more than a group, and this would be lost: {}. Take its parts out in the "
                 "scene browser instead",
                 transaction.world().get<Node>(entity)->name, lost};
}
} // namespace

Result<std::vector<EntityId>> ungroup(Transaction& transaction, std::span<const EntityId> entities)
{
    const auto& world = transaction.world();
    auto groups = topmost(world, entities);
    if (groups.empty())
        return Error{"Select a group first"};
    const auto first = groups.front();
    std::erase_if(groups, [&](EntityId each) {
        return !isContainer(world, each) || world.get<engine::Layer>(each) != nullptr;
    });
    if (groups.empty())
        return Error{"'{}' is no group", world.get<Node>(first)->name};
    std::vector<EntityId> freed;
    for (const auto entity : groups) {
        if (auto plain = checkPlainGroup(transaction, entity); !plain)
            return plain.error();
        const auto children = world.children(entity);
        if (auto done = reparent(transaction, children, world.get<Node>(entity)->parent); !done)
            return done.error();
        transaction.destroy(entity);
        freed.insert(freed.end(), children.begin(), children.end());
    }
    return freed;
}
} // namespace editor
