#include "engine_core/play/world/play_copies.h"

#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/play/play_state.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/prefabs/prefab_parts.h"
#include "engine_core/scene/world/entity_copies.h"

namespace engine
{
namespace
{
/// The parts of a prefab, parents before children.
std::vector<EntityId> partsOf(const PrefabWorld& prefab)
{
    std::vector<EntityId> parts;
    for (const auto top : prefab.children({})) {
        const auto tree = subtree(prefab, top);
        parts.insert(parts.end(), tree.begin(), tree.end());
    }
    return parts;
}

/// The Node of something at the top level, put below the root.
ComponentValue belowRoot(const ComponentValue& top, EntityId root)
{
    auto node = *static_cast<const Node*>(top.get());
    node.parent = root;
    return std::make_shared<const Node>(std::move(node));
}

void writePart(PlayState& play,
               const PrefabWorld& prefab,
               EntityId part,
               EntityId root,
               const EntityMap& copies)
{
    const auto copy = copies.at(part);
    for (const auto& type : play.types.all()) {
        auto value = retargetedInside(&type, prefab.value(part, type.id), copies);
        if (!value)
            continue;
        if (type.id == typeIdOf<Node>() && !static_cast<const Node*>(value.get())->parent)
            value = belowRoot(value, root);
        play.write(copy, type.id, std::move(value));
    }
}

/// What a scene has for a game that begins with it.
bool belongsToStart(const TypeInfo& type)
{
    return type.id == typeIdOf<Layer>() || type.id == typeIdOf<PlayerStart>();
}
} // namespace

Result<void> checkRoom(const PlayState& play, std::size_t more)
{
    if (play.world.entityCount() + more > MaxSceneEntities)
        return Error{"A game cannot hold more than {} objects", MaxSceneEntities};
    return {};
}

Result<void> copyLevel(PlayState& play, const World& level, EntityId root)
{
    std::vector<EntityId> originals;
    for (const auto top : level.children({}))
        if (top != SceneEntity && !isLeftOut(level, top)) {
            const auto tree = subtree(level, top);
            originals.insert(originals.end(), tree.begin(), tree.end());
        }
    if (auto room = checkRoom(play, originals.size()); !room)
        return room;
    EntityMap copies;
    for (const auto each : originals)
        copies.emplace(each, play.world.newSpawnedId());
    for (const auto each : originals)
        for (const auto& type : play.types.all()) {
            auto value = retargetedInside(&type, level.value(each, type.id), copies);
            if (!value || belongsToStart(type))
                continue;
            if (type.id == typeIdOf<Node>() && !static_cast<const Node*>(value.get())->parent)
                value = belowRoot(value, root);
            play.write(copies.at(each), type.id, std::move(value));
        }
    return {};
}

Result<EntityId> copyTree(PlayState& play, EntityId original)
{
    const auto originals = subtree(play.world, original);
    if (auto room = checkRoom(play, originals.size()); !room)
        return room.error();
    EntityMap copies;
    for (const auto each : originals)
        copies.emplace(each, play.world.newSpawnedId());
    for (const auto each : originals)
        for (const auto& type : play.types.all())
            if (auto value = retargeted(&type, play.world.value(each, type.id), copies))
                play.write(copies.at(each), type.id, std::move(value));
    for (const auto each : originals) // a copy is no longer off by itself
        if (const auto* aside = play.rest.asideOf(each))
            for (const auto& [type, value] : *aside)
                play.write(copies.at(each), type, retargeted(play.types.find(type), value, copies));
    play.rest.noteNew(copies.at(original));
    return copies.at(original);
}

Result<EntityId> spawnPrefab(PlayState& play, const std::string& path, const Vec3d& position)
{
    if (!play.prefabs)
        play.prefabs =
            std::make_unique<PrefabLibrary>(play.assets.project().assetFolder(), play.types);
    const auto prefab = play.prefabs->load(path);
    if (!prefab)
        return prefab.error();
    const auto parts = partsOf(**prefab);
    if (auto room = checkRoom(play, parts.size() + 1); !room)
        return room.error();
    const auto root = play.world.newSpawnedId();
    EntityMap copies{{SceneEntity, root}};
    for (const auto part : parts)
        copies.emplace(part, play.world.newSpawnedId());
    play.write(root, Node{.name = prefabName(path), .parent = {}});
    play.write(root, TransformComponent{.position = position});
    for (const auto part : parts)
        writePart(play, **prefab, part, root, copies);
    // What the instance's own entity has comes last: a Mover carries what is there.
    for (const auto& type : play.types.all())
        if (!belongsAround(type.name) && type.userCanAdd) // a scene has settings besides
            if (auto value =
                    retargetedInside(&type, (*prefab)->value(SceneEntity, type.id), copies))
                play.write(root, type.id, std::move(value));
    return root;
}
} // namespace engine
