#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/entity/property_operations.h"
#include "editor/scripting/script_host.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scripting/binding/property_access.h"

#include <array>
#include <set>

namespace editor
{
using engine::EntityId;
using engine::Node;
using engine::Quatd;
using engine::raiseInScript;
using engine::ScriptBinder;
using engine::TransformComponent;
using engine::Vec3d;

namespace
{
/// The host, if the object exists; otherwise the script gets an exception.
ScriptHost* hostWith(const EntityId& entity)
{
    auto* host = activeHost();
    if (host->world.exists(entity))
        return host;
    raiseInScript(entity.isNull() ? "This entity is null" : "This entity does not exist");
    return nullptr;
}

/// Where to write, if the object exists.
Transaction* editOf(const EntityId& entity)
{
    return hostWith(entity) != nullptr ? writingTransaction() : nullptr;
}

Node nodeOf(const EntityId& entity)
{
    const auto* host = hostWith(entity);
    const auto* node = host != nullptr ? host->world.get<Node>(entity) : nullptr;
    return node != nullptr ? *node : Node{};
}

TransformComponent transformOf(const EntityId& entity)
{
    const auto* host = hostWith(entity);
    const auto* transform = host != nullptr ? host->world.get<TransformComponent>(entity) : nullptr;
    return transform != nullptr ? *transform : TransformComponent{};
}

engine::Aabb boundsOf(const EntityId& entity)
{
    const auto* host = hostWith(entity);
    return host != nullptr ? wholeBoundsOf(host->world, std::array{entity}) : engine::Aabb{};
}

int childCount(const EntityId& entity)
{
    const auto* host = hostWith(entity);
    return host != nullptr ? static_cast<int>(host->world.children(entity).size()) : 0;
}

EntityId child(const EntityId& entity, int index)
{
    const auto* host = hostWith(entity);
    if (host == nullptr)
        return {};
    const auto& children = host->world.children(entity);
    if (index >= 0 && static_cast<std::size_t>(index) < children.size())
        return children[static_cast<std::size_t>(index)];
    raiseInScript(fmt::format("There is no child {}; there are {}", index, children.size()));
    return {};
}

/// A change of what the entity's own transform says, seen from its parent.
template <typename Change>
void changeTransform(const EntityId& entity, const Change& change)
{
    auto* edit = editOf(entity);
    if (edit == nullptr)
        return;
    const auto before = transformOf(entity);
    auto after = before;
    change(after);
    const bool isSane = engine::isFinite(after.scale) && std::isfinite(glm::length(after.rotation));
    if (!isSane)
        raiseInScript("A scale and a rotation must be finite");
    else if (isPlace(after.position) && !(after == before))
        edit->set(entity, after);
}

void setPosition(const EntityId& entity, const Vec3d& to)
{
    changeTransform(entity, [&](TransformComponent& transform) { transform.position = to; });
}

void setRotation(const EntityId& entity, const Quatd& to)
{
    changeTransform(entity, [&](TransformComponent& transform) {
        const double length = glm::length(to);
        transform.rotation = length > 0 ? to / length : Quatd{1, 0, 0, 0};
    });
}

void moveBy(const EntityId& entity, const Vec3d& by)
{
    if (auto* edit = editOf(entity))
        checkOrRefuse(translate(*edit, std::array{entity}, by, activeHost()->editor.textureLock()));
}

void moveTo(const EntityId& entity, const Vec3d& center)
{
    moveBy(entity, center - boundsOf(entity).center());
}

void rotateBy(const EntityId& entity, const Vec3d& axis, double angle)
{
    auto* edit = editOf(entity);
    const double length = glm::length(axis);
    if (edit == nullptr || !(length > 0))
        return;
    checkOrRefuse(rotate(*edit, std::array{entity}, boundsOf(entity).center(), axis / length, angle,
                         activeHost()->editor.textureLock()));
}

void scaleBy(const EntityId& entity, const Vec3d& factors)
{
    if (auto* edit = editOf(entity))
        checkOrRefuse(scale(*edit, std::array{entity}, boundsOf(entity).center(), factors,
                            activeHost()->editor.textureLock()));
}

void setName(const EntityId& entity, const std::string& name)
{
    if (auto* edit = editOf(entity); edit != nullptr && nodeOf(entity).name != name)
        rename(*edit, entity, name);
}

void setHidden(const EntityId& entity, bool hidden)
{
    if (auto* edit = editOf(entity))
        hidden ? hide(*edit, std::array{entity}) : show(*edit, std::array{entity});
}

void setLocked(const EntityId& entity, bool locked)
{
    if (auto* edit = editOf(entity))
        locked ? lock(*edit, std::array{entity}) : unlock(*edit, std::array{entity});
}

void setParent(const EntityId& entity, const EntityId& parent)
{
    auto* edit = editOf(entity);
    if (edit != nullptr && (parent.isNull() || hostWith(parent) != nullptr))
        checkOrRefuse(reparent(*edit, std::array{entity}, parent));
}

void destroy(const EntityId& entity)
{
    if (auto* edit = editOf(entity))
        removeObjects(*edit, std::array{entity});
}

/// Null, with an exception in the script, for names that no component has.
const engine::TypeInfo* typeNamed(const std::string& name)
{
    const auto* type = activeHost()->types.find(name);
    if (type == nullptr)
        raiseInScript(fmt::format("There is no component '{}'", name));
    return type;
}

bool has(const EntityId& entity, const std::string& component)
{
    const auto* host = hostWith(entity);
    const auto* type = host != nullptr ? typeNamed(component) : nullptr;
    return type != nullptr && host->world.value(entity, type->id) != nullptr;
}

void add(const EntityId& entity, const std::string& component)
{
    auto* edit = editOf(entity);
    if (const auto* type = edit != nullptr ? typeNamed(component) : nullptr)
        addComponent(*edit, std::array{entity}, *type);
}

void remove(const EntityId& entity, const std::string& component)
{
    auto* edit = editOf(entity);
    if (const auto* type = edit != nullptr ? typeNamed(component) : nullptr)
        checkOrRefuse(removeComponent(*edit, std::array{entity}, *type));
}

std::vector<std::string> components(const EntityId& entity)
{
    std::vector<std::string> names;
    if (const auto* host = hostWith(entity))
        for (const auto& type : host->types.all())
            if (host->world.value(entity, type.id))
                names.push_back(type.name);
    return names;
}

const engine::Brush* brushOf(const EntityId& entity)
{
    const auto* host = hostWith(entity);
    const auto* brush = host != nullptr ? host->world.get<engine::BrushComponent>(entity) : nullptr;
    return brush != nullptr ? brush->brush.get() : nullptr;
}

int faceCount(const EntityId& entity)
{
    const auto* brush = brushOf(entity);
    return brush != nullptr ? static_cast<int>(brush->faceCount()) : 0;
}

std::vector<std::string> materials(const EntityId& entity)
{
    std::set<std::string> names;
    if (const auto* host = hostWith(entity))
        for (const auto below : engine::subtree(host->world, entity))
            if (const auto* brush = brushOf(below))
                for (const auto& face : brush->faces())
                    names.insert(face.material.text());
    return {names.begin(), names.end()};
}

void setMaterial(const EntityId& entity, const std::string& material)
{
    auto* edit = editOf(entity);
    if (edit != nullptr && isPath(material))
        checkOrRefuse(applyMaterial(*edit, std::array{entity}, engine::Name{material}));
}

/// How many faces had the one material and have the other now.
int replaceMaterial(const EntityId& entity, const std::string& from, const std::string& to)
{
    auto* edit = editOf(entity);
    if (edit == nullptr || !isPath(to))
        return 0;
    int changed = 0;
    editFaces(*edit, facesOf(edit->world(), std::array{entity}), [&](engine::BrushFace& face) {
        if (face.material == engine::Name{from}) {
            face.material = engine::Name{to};
            ++changed;
        }
    });
    return changed;
}

void bindPlaces(ScriptBinder& binder)
{
    const char* entity = "Entity";
    using Id = const EntityId&;
    binder.method(
        entity, "Vec3 get_position() const property", +[](Id e) { return transformOf(e).position; },
        "Its place, seen from its parent");
    binder.method(entity, "void set_position(const Vec3 &in) property", setPosition,
                  "Sets the place, seen from its parent");
    binder.method(
        entity, "Quat get_rotation() const property", +[](Id e) { return transformOf(e).rotation; },
        "How it is turned, seen from its parent");
    binder.method(entity, "void set_rotation(const Quat &in) property", setRotation,
                  "Turns it, seen from its parent");
    binder.method(
        entity, "Vec3 get_worldPosition() const property",
        +[](Id e) {
            const auto* host = hostWith(e);
            return host != nullptr ? engine::worldTransform(host->world, e).position : Vec3d{0};
        },
        "Its place in the world");
    binder.method(
        entity, "Vec3 get_center() const property", +[](Id e) { return boundsOf(e).center(); },
        "The middle of its body and everything below it, in the world");
    binder.method(
        entity, "Vec3 get_size() const property", +[](Id e) { return boundsOf(e).size(); },
        "How big its body is along x, y and z, in metres");
    binder.method(
        entity, "Vec3 get_low() const property",
        +[](Id e) {
            const auto bounds = boundsOf(e);
            return bounds.isEmpty() ? Vec3d{0} : bounds.min;
        },
        "The lower corner of its bounds");
    binder.method(
        entity, "Vec3 get_high() const property",
        +[](Id e) {
            const auto bounds = boundsOf(e);
            return bounds.isEmpty() ? Vec3d{0} : bounds.max;
        },
        "The upper corner of its bounds");
    binder.method(entity, "void moveBy(const Vec3 &in by)", moveBy,
                  "Moves it in the world, brushes too");
    binder.method(entity, "void moveTo(const Vec3 &in center)", moveTo,
                  "Moves it so that its middle is there");
    binder.method(entity, "void rotateBy(const Vec3 &in axis, double angle)", rotateBy,
                  "Turns it about its middle; radians, counter-clockwise seen from the axis' tip");
    binder.method(entity, "void scaleBy(const Vec3 &in factors)", scaleBy,
                  "Stretches it about its middle");
}

void bindParts(ScriptBinder& binder)
{
    const char* entity = "Entity";
    using Id = const EntityId&;
    binder.method(entity, "bool has(const string &in component) const", has,
                  "Whether it has the component, such as \"light\"");
    binder.method(entity, "void add(const string &in component)", add,
                  "Adds the component with default values");
    binder.method(entity, "void remove(const string &in component)", remove,
                  "Removes the component");
    binder.method(entity, "array<string>@ components() const", components,
                  "The names of its components");
    binder.method(
        entity, "bool get_isBrush() const property", +[](Id e) { return brushOf(e) != nullptr; },
        "Whether it is a solid");
    binder.method(entity, "int get_faceCount() const property", faceCount,
                  "How many faces the brush has; 0 for what is none");
    binder.method(entity, "array<string>@ materials() const", materials,
                  "The materials of its faces and of those below it, each once");
    binder.method(entity, "void setMaterial(const string &in material)", setMaterial,
                  "Gives all its faces the material");
    binder.method(entity, "int replaceMaterial(const string &in from, const string &in to)",
                  replaceMaterial, "Gives the faces with one material another; returns how many");
}
} // namespace

engine::Result<void> bindObjects(ScriptBinder& binder)
{
    const char* entity = "Entity";
    using Id = const EntityId&;
    binder.method(
        entity, "bool get_exists() const property",
        +[](Id e) { return activeHost()->world.exists(e); }, "Whether it is in the level");
    binder.method(
        entity, "string get_name() const property", +[](Id e) { return nodeOf(e).name; },
        "Its name");
    binder.method(entity, "void set_name(const string &in) property", setName, "Renames it");
    binder.method(
        entity, "Entity get_parent() const property", +[](Id e) { return nodeOf(e).parent; },
        "What it is below of; null at the top");
    binder.method(entity, "void set_parent(const Entity &in) property", setParent,
                  "Puts it below another one; it stays where it is in the world");
    binder.method(entity, "int get_childCount() const property", childCount,
                  "How many objects are directly below it");
    binder.method(entity, "Entity child(int index) const", child, "One of them, counted from 0");
    binder.method(
        entity, "bool get_hidden() const property", +[](Id e) { return nodeOf(e).hidden; },
        "Whether it is hidden in the views");
    binder.method(entity, "void set_hidden(bool) property", setHidden, "Hides or shows it");
    binder.method(
        entity, "bool get_locked() const property", +[](Id e) { return nodeOf(e).locked; },
        "Whether it is kept from being picked");
    binder.method(entity, "void set_locked(bool) property", setLocked, "Locks or unlocks it");
    binder.method(entity, "void destroy()", destroy, "Removes it and everything below it");
    bindPlaces(binder);
    bindParts(binder);
    if (auto bound = engine::scriptcore::PropertyAccess<activeHost>::bind(binder); !bound)
        return bound;
    return binder.finish("object");
}
} // namespace editor
