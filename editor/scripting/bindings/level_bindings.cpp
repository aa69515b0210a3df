#include "editor/operations/brush/array_operations.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/snap_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/scripting/script_hit.h"
#include "editor/scripting/script_host.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/spatial/mesh_source.h"

#include <algorithm>
#include <array>

namespace editor
{
using engine::EntityId;
using engine::raiseInScript;
using engine::ScriptBinder;
using engine::Vec3d;
using Ids = std::vector<EntityId>;

namespace
{
Ids all()
{
    auto ids = activeHost()->world.entities();
    ids.erase(ids.begin()); // the scene itself
    return ids;
}

Ids withComponent(const std::string& name)
{
    const auto* host = activeHost();
    const auto* type = host->types.find(name);
    if (type == nullptr) {
        raiseInScript(fmt::format("There is no component '{}'", name));
        return {};
    }
    auto ids = all();
    std::erase_if(ids, [&](EntityId id) { return !host->world.value(id, type->id); });
    return ids;
}

EntityId find(const std::string& name)
{
    EntityId found;
    activeHost()->world.forEach<engine::Node>([&](EntityId entity, const engine::Node& node) {
        if (!found && node.name == name)
            found = entity;
    });
    return found;
}

ScriptHit raycast(const Vec3d& from, const Vec3d& direction, double length)
{
    auto& editor = activeHost()->editor;
    auto& document = editor.document();
    const double norm = glm::length(direction);
    if (!(norm > 0) || !(length > 0) || !engine::isFinite(from) || !std::isfinite(norm))
        return {};
    if (const auto* models = document.world().meshes(); models != nullptr && models->awaitsModels())
        editor.assets().finishModels(); // the index hears of them
    const auto hit = engine::pickNearestBrush(document.world(), document.index(),
                                              {from, direction / norm}, length);
    if (!hit)
        return {};
    const auto face = hit->face == engine::NoFace ? -1 : static_cast<std::int32_t>(hit->face);
    return {hit->point, hit->normal, hit->distance, hit->entity, face, true};
}

EntityId addNamed(const std::string& name, const Vec3d& at)
{
    auto* edit = writingTransaction();
    return edit != nullptr && isPlace(at) ? addEntity(*edit, name, at) : EntityId{};
}

EntityId
addBox(const Vec3d& low, const Vec3d& high, const std::string& name, const std::string& material)
{
    auto* edit = writingTransaction();
    if (edit == nullptr || !isPath(material))
        return {};
    const auto look =
        material.empty() ? activeHost()->editor.currentMaterial() : engine::Name{material};
    return valueOrRefuse(createBox(*edit, {glm::min(low, high), glm::max(low, high)}, look, name));
}

EntityId addLightAt(const Vec3d& at)
{
    auto* edit = writingTransaction();
    return edit != nullptr && isPlace(at) ? addLight(*edit, at) : EntityId{};
}

EntityId addModelAt(const std::string& path, const Vec3d& at, const Vec3d& normal)
{
    auto* edit = writingTransaction();
    const double length = glm::length(normal);
    if (edit == nullptr || !isPath(path) || !isPlace(at))
        return {};
    return addModel(*edit, path, at, length > 0 ? normal / length : Vec3d{0, 1, 0});
}

/// The objects, if all of them exist.
bool allExist(const Ids& entities)
{
    const auto& world = activeHost()->world;
    const bool exist =
        std::ranges::all_of(entities, [&](EntityId entity) { return world.exists(entity); });
    if (!exist)
        raiseInScript("One of the entities does not exist");
    return exist;
}

Ids duplicateAll(const Ids& entities)
{
    auto* edit = allExist(entities) ? writingTransaction() : nullptr;
    return edit != nullptr ? duplicate(*edit, entities) : Ids{};
}

EntityId copyOf(const EntityId& entity)
{
    const auto copies = duplicateAll({entity});
    return copies.empty() ? EntityId{} : copies.front();
}

EntityId groupAll(const Ids& entities, const std::string& name)
{
    auto* edit = allExist(entities) ? writingTransaction() : nullptr;
    return edit != nullptr ? valueOrRefuse(group(*edit, entities, name)) : EntityId{};
}

void snapAll(const Ids& entities, double step)
{
    if (auto* edit = allExist(entities) ? writingTransaction() : nullptr)
        checkOrRefuse(snapBounds(*edit, entities, step, activeHost()->editor.textureLock()));
}

void snapCorners(const Ids& entities, double step)
{
    if (auto* edit = allExist(entities) ? writingTransaction() : nullptr)
        checkOrRefuse(snapVertices(*edit, entities, step, activeHost()->editor.textureLock()));
}

Ids arrayOf(const Ids& entities, int copies, const Vec3d& offset)
{
    auto* edit = allExist(entities) ? writingTransaction() : nullptr;
    if (edit == nullptr)
        return {};
    LinearArray array;
    array.copies = copies;
    array.offset = offset;
    return valueOrRefuse(makeArray(*edit, entities, array, activeHost()->editor.textureLock()));
}

Ids selected()
{
    const auto& selection = activeHost()->editor.document().selection();
    if (selection.mode() == SelectionMode::Objects)
        return selection.entities();
    Ids ids;
    for (const auto& face : selection.faces())
        if (std::ranges::find(ids, face.entity) == ids.end())
            ids.push_back(face.entity);
    return ids;
}

void select(const Ids& entities)
{
    if (allExist(entities))
        activeHost()->editor.document().selection().set(entities);
}

void bindHit(ScriptBinder& binder)
{
    binder.value<ScriptHit>("Hit");
    binder.member("Hit", "Vec3 point", offsetof(ScriptHit, point));
    binder.member("Hit", "Vec3 normal", offsetof(ScriptHit, normal));
    binder.member("Hit", "double distance", offsetof(ScriptHit, distance));
    binder.member("Hit", "Entity entity", offsetof(ScriptHit, entity));
    binder.member("Hit", "int face", offsetof(ScriptHit, face));
    binder.member("Hit", "bool found", offsetof(ScriptHit, found));
}

void bindSelection(ScriptBinder& binder)
{
    binder.space("Selection");
    binder.function("array<Entity>@ objects()", selected,
                    "What is selected, in the order of choosing; brushes of selected faces, too");
    binder.function(
        "int count()", +[] { return static_cast<int>(selected().size()); },
        "How many objects are selected");
    binder.function(
        "Entity primary()", +[] { return activeHost()->editor.document().selection().primary(); },
        "The one chosen last; null if nothing is selected");
    binder.function(
        "bool contains(const Entity &in)",
        +[](const EntityId& e) { return activeHost()->editor.document().selection().contains(e); },
        "Whether it is selected");
    binder.function("void set(const array<Entity> &in)", select, "Selects these and nothing else");
    binder.function(
        "void add(const Entity &in)",
        +[](const EntityId& e) {
            if (allExist({e}))
                activeHost()->editor.document().selection().add(e);
        },
        "Selects it, too");
    binder.function(
        "void clear()", +[] { activeHost()->editor.document().selection().clear(); },
        "Selects nothing");
    binder.function(
        "Vec3 center()", +[] { return wholeBoundsOf(activeHost()->world, selected()).center(); },
        "The middle of what is selected");
    binder.function(
        "Vec3 size()", +[] { return wholeBoundsOf(activeHost()->world, selected()).size(); },
        "How big what is selected is, in metres");
    binder.space("");
}

void bindMaking(ScriptBinder& binder)
{
    binder.function("Entity add(const string &in name, const Vec3 &in at)", addNamed,
                    "A new object with a place and nothing else");
    binder.function("Entity addBox(const Vec3 &in low, const Vec3 &in high, const string &in name "
                    "= \"Box\", const string &in material = \"\")",
                    addBox,
                    "A new box between two corners; without a material it gets the current one");
    binder.function("Entity addLight(const Vec3 &in at)", addLightAt, "A new light");
    binder.function("Entity addModel(const string &in path, const Vec3 &in at, const Vec3 &in "
                    "normal = Vec3(0, 1, 0))",
                    addModelAt, "A model file of the project, standing on a surface");
    binder.function("Entity copyOf(const Entity &in)", copyOf,
                    "A copy in place, with everything below it");
    binder.function("array<Entity>@ duplicate(const array<Entity> &in)", duplicateAll,
                    "Copies in place; references among them point to the copies");
    binder.function("array<Entity>@ array(const array<Entity> &in, int copies, const Vec3 &in "
                    "offset)",
                    arrayOf, "Copies in a row, each further by the offset");
    binder.function("Entity group(const array<Entity> &in, const string &in name = \"Group\")",
                    groupAll, "Puts the objects into a new group");
    binder.function("void snap(const array<Entity> &in, double step)", snapAll,
                    "Moves each so that the lower corner of its bounds is on the grid; metres");
    binder.function("void snapCorners(const array<Entity> &in, double step)", snapCorners,
                    "Moves every corner of the brushes to the grid; metres");
}
} // namespace

engine::Result<void> bindLevel(ScriptBinder& binder)
{
    bindHit(binder);
    binder.space("Level");
    binder.function("array<Entity>@ all()", all, "Every object of the level");
    binder.function("array<Entity>@ withComponent(const string &in name)", withComponent,
                    "The objects that have the component, such as \"light\" or \"brush\"");
    binder.function("Entity find(const string &in name)", find,
                    "The first object of that name; null if there is none");
    binder.function("Hit raycast(const Vec3 &in from, const Vec3 &in direction, double length = "
                    "1000)",
                    raycast, "The first brush or model on the way");
    binder.function(
        "string name()", +[] { return activeHost()->editor.document().path().filename().string(); },
        "The scene's file name; empty for a new one");
    bindMaking(binder);
    binder.space("");
    bindSelection(binder);
    return binder.finish("level");
}
} // namespace editor
