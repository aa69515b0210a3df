#include "editor/operations/entity/clipboard_operations.h"

#include "editor/document/document.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/entity/sibling_places.h"
#include "editor/operations/foliage/foliage_copies.h"
#include "editor/operations/prefab/linked_groups.h"
#include "engine_core/base/log.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/sibling_order.h"
#include "engine_core/scene/world/entity_copies.h"
#include "engine_core/serialization/scene_io.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace editor
{
namespace
{
using engine::EntityMap;
using engine::Error;
using engine::Result;
using engine::Vec3d;
using engine::World;

/// Every component of the entity, as it is.
void addCopies(const World& from, EntityId entity, std::vector<engine::Swap>& swaps)
{
    for (const auto type : from.types())
        if (const auto& value = from.value(entity, type))
            swaps.push_back({entity, type, value});
}

char firstLetter(std::string_view text)
{
    const auto at = text.find_first_not_of(" \t\r\n");
    return at == std::string_view::npos ? '\0' : text[at];
}

bool isJson(std::string_view text)
{
    const auto at = text.find('{');
    if (firstLetter(text) != '{')
        return false;
    // A brace followed by a quoted key and a colon: Quake's .map files begin with braces, too.
    const auto quote = text.find_first_not_of(" \t\r\n", at + 1);
    if (quote == std::string_view::npos || text[quote] != '"')
        return false;
    const auto end = text.find('"', quote + 1);
    const auto colon =
        end == std::string_view::npos ? end : text.find_first_not_of(" \t\r\n", end + 1);
    return colon != std::string_view::npos && text[colon] == ':';
}

Result<std::unique_ptr<World>> readSceneText(std::string_view text,
                                             const engine::TypeRegistry& types)
{
    auto scene = engine::readScene(text, types, "the clipboard");
    if (!scene)
        return scene.error().withContext("Nothing was pasted");
    for (const auto& problem : scene->problems)
        engine::logWarning("paste", "{}", problem.message);
    return std::move(scene->world);
}

Result<std::unique_ptr<World>> readMapText(std::string_view text,
                                           const engine::FindMapTexture& findTexture,
                                           const engine::MapPartTable* parts)
{
    auto map = engine::importMap(
        text, {engine::DefaultMapScale, findTexture, /*job*/ nullptr, {parts, {}}});
    if (!map)
        return map.error().withContext("Nothing was pasted");
    for (const auto& skip : map->skips.list())
        engine::logWarning("paste", "Line {} was left out: {}", skip.line, skip.reason);
    if (map->world->children({}).empty() && !map->skips.list().empty())
        return Error{"Nothing was pasted: line {}: {}", map->skips.list()[0].line,
                     map->skips.list()[0].reason};
    return std::move(map->world);
}

/// By how much to move so that the middle of the side that faces the surface comes to `at`, in
/// whole steps: the nearest ones, but off a surface rather than into it.
Vec3d moveTo(const engine::Aabb& bounds, const PastePlace& place)
{
    if (bounds.isEmpty())
        return Vec3d{0};
    const auto normal = place.normal.value_or(Vec3d{0, 1, 0});
    const int axis = surfaceAxis(normal);
    auto middle = bounds.center();
    middle[axis] = normal[axis] > 0 ? bounds.min[axis] : bounds.max[axis];
    const auto by = *place.at - middle;
    if (!(place.grid.step > 0))
        return by;
    auto steps = glm::round(by / place.grid.step);
    constexpr double Slack = 1e-6; // of a step
    if (const double exact = by[axis] / place.grid.step; place.normal)
        steps[axis] = normal[axis] > 0 ? std::ceil(exact - Slack) : std::floor(exact + Slack);
    return steps * place.grid.step;
}

Result<void> moveInto(Transaction& transaction,
                      std::span<const EntityId> objects,
                      const Vec3d& by,
                      EntityId parent)
{
    if (by != Vec3d{0})
        if (auto moved = translate(transaction, objects, by); !moved)
            return moved;
    return parent ? reparent(transaction, objects, parent) : Result<void>{};
}
} // namespace

std::string
copyText(const World& world, const engine::TypeRegistry& types, std::span<const EntityId> entities)
{
    // A document of their own, since moving things out of their parents is an edit.
    Document copy{types};
    auto transaction = copy.begin("Copy");
    const auto top = topmost(world, entities);
    std::vector<engine::Swap> swaps;
    std::vector<EntityId> above;
    std::unordered_set<EntityId> known;
    for (const auto entity : top) {
        for (const auto each : engine::subtree(world, entity))
            addCopies(world, each, swaps);
        for (auto parent = world.get<engine::Node>(entity)->parent;
             parent && world.exists(parent) && known.insert(parent).second;
             parent = world.get<engine::Node>(parent)->parent) {
            addCopies(world, parent, swaps);
            above.push_back(parent);
        }
    }
    transaction.swap(std::move(swaps));
    for (const auto entity : top)
        if (!reparent(transaction, std::span{&entity, 1}, {})) {
            auto node = *transaction.world().get<engine::Node>(entity);
            node.parent = {};
            transaction.set(entity, std::move(node)); // its place seen from the parent, then
        }
    for (const auto parent : above)
        if (transaction.world().exists(parent))
            transaction.destroy(parent);
    transaction.commit();
    return engine::writeSceneWithPlants(copy.world(), types);
}

bool looksLikeObjects(std::string_view text)
{
    return engine::looksLikeMapText(text) || isJson(text);
}

Result<std::unique_ptr<World>> readObjects(std::string_view text,
                                           const engine::TypeRegistry& types,
                                           const engine::FindMapTexture& findTexture,
                                           const engine::MapPartTable* parts)
{
    if (!looksLikeObjects(text))
        return Error{"The clipboard holds no objects of a level"};
    auto objects = engine::looksLikeMapText(text) ? readMapText(text, findTexture, parts)
                                                  : readSceneText(text, types);
    if (objects && (*objects)->children({}).empty())
        return Error{"The clipboard holds no objects"};
    return objects;
}

Result<std::vector<EntityId>>
pasteObjects(Transaction& transaction, const World& objects, const PastePlace& place)
{
    auto added = addObjects(transaction, objects);
    if (auto placed = placePasted(transaction, added, place); !placed)
        return placed.error();
    return added;
}

Result<std::vector<EntityId>>
pasteText(Transaction& transaction, std::string_view text, const PastePlace& place)
{
    const auto objects = readObjects(text, transaction.types(), place.findTexture, place.parts);
    return objects ? pasteObjects(transaction, **objects, place)
                   : Result<std::vector<EntityId>>{objects.error()};
}

namespace
{
/// Adds these entities of the other world, whose copies have ids.
void addAsCopies(Transaction& transaction,
                 const World& from,
                 std::span<const EntityId> entities,
                 const EntityMap& copies)
{
    std::vector<engine::Swap> swaps;
    for (const auto type : from.types()) {
        const auto* info = transaction.types().find(type);
        if (type == engine::typeIdOf<engine::SiblingOrder>())
            continue; // the ids of the copies are in that order
        for (const auto entity : entities)
            if (const auto& value = from.value(entity, type))
                swaps.push_back({copies.at(entity), type, retargeted(info, value, copies)});
    }
    transaction.swap(std::move(swaps));
}

/// What was just added takes its place among what was there: plants and linked groups.
void settleCopies(Transaction& transaction,
                  const World& from,
                  std::span<const EntityId> entities,
                  const EntityMap& copies)
{
    const std::unordered_set<EntityId> added{entities.begin(), entities.end()};
    for (const auto layer : engine::foliageLayers(from))
        if (added.contains(layer))
            anchorPasted(transaction, copies.at(layer), copies);
    std::vector<EntityId> all;
    for (const auto entity : entities)
        all.push_back(copies.at(entity));
    std::sort(all.begin(), all.end());
    relinkPasted(transaction, all);
}

std::vector<EntityId> allBut(const World& world, EntityId left)
{
    auto all = world.entities();
    std::erase(all, left);
    return all;
}

/// What an import knew of textures that are missing.
void takeMapTextures(Transaction& transaction, const World& from)
{
    using engine::MapTextures;
    const auto* added = from.get<MapTextures>(engine::SceneEntity);
    if (added == nullptr)
        return;
    const auto* known = transaction.world().get<MapTextures>(engine::SceneEntity);
    transaction.set(engine::SceneEntity, merged(known != nullptr ? *known : MapTextures{}, *added));
}

/// Whether the object, or one below it, belongs to others of its kind.
bool isTied(const World& world, std::span<const EntityId> tree)
{
    return std::any_of(tree.begin(), tree.end(), [&](EntityId entity) {
        return world.get<engine::LinkedGroup>(entity) != nullptr ||
               world.get<engine::LinkedMember>(entity) != nullptr ||
               world.get<engine::PrefabInstance>(entity) != nullptr ||
               world.get<engine::FoliageLayer>(entity) != nullptr;
    });
}
} // namespace

std::vector<EntityId> addObjects(Transaction& transaction, const World& from)
{
    takeMapTextures(transaction, from);
    const auto entities = inSiblingOrder(from, allBut(from, engine::SceneEntity));
    EntityMap copies;
    for (const auto entity : entities)
        copies[entity] = transaction.create({});
    addAsCopies(transaction, from, entities, copies);
    settleCopies(transaction, from, entities, copies);
    std::vector<EntityId> top;
    for (const auto entity : from.children({}))
        top.push_back(copies[entity]);
    return top;
}

PasteInParts
pasteInParts(Document& document, std::shared_ptr<World> objects, const PastePlace& place)
{
    constexpr std::size_t InPart = 200; // entities
    objects->setMeshes(document.world().meshes());
    const auto copies = std::make_shared<EntityMap>();
    for (const auto entity : inSiblingOrder(*objects, allBut(*objects, engine::SceneEntity)))
        (*copies)[entity] = document.worldForSystems().newId();
    const auto top = objects->children({});
    const auto by = place.at ? moveTo(wholeBoundsOf(*objects, top), place) : Vec3d{0};
    PasteInParts paste;
    const auto addPart = [&](std::vector<EntityId> entities, std::vector<EntityId> roots) {
        if (!roots.empty())
            paste.parts.emplace_back([=, entities = std::move(entities), roots = std::move(roots)](
                                         Transaction& transaction) -> Result<void> {
                addAsCopies(transaction, *objects, entities, *copies);
                settleCopies(transaction, *objects, entities, *copies);
                return moveInto(transaction, roots, by, place.parent);
            });
    };
    if (objects->get<engine::MapTextures>(engine::SceneEntity) != nullptr)
        paste.parts.emplace_back([objects](Transaction& transaction) -> Result<void> {
            takeMapTextures(transaction, *objects);
            return {};
        });
    std::vector<EntityId> entities;
    std::vector<EntityId> roots;
    std::vector<EntityId> tied;
    std::vector<EntityId> tiedRoots;
    for (const auto root : top) {
        const auto tree = engine::subtree(*objects, root);
        const bool isTiedTree = isTied(*objects, tree);
        auto& into = isTiedTree ? tied : entities;
        into.insert(into.end(), tree.begin(), tree.end());
        (isTiedTree ? tiedRoots : roots).push_back(copies->at(root));
        paste.atTop.push_back(copies->at(root));
        if (entities.size() >= InPart)
            addPart(std::exchange(entities, {}), std::exchange(roots, {}));
    }
    addPart(std::move(entities), std::move(roots));
    addPart(std::move(tied), std::move(tiedRoots));
    return paste;
}

Result<void>
placePasted(Transaction& transaction, std::span<const EntityId> added, const PastePlace& place)
{
    const auto& world = transaction.world();
    const auto by = place.at ? moveTo(wholeBoundsOf(world, added), place) : Vec3d{0};
    return moveInto(transaction, added, by, place.parent);
}
} // namespace editor
