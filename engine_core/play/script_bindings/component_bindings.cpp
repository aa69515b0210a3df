#include "engine_core/play/script_bindings/play_bindings.h"
#include "engine_core/play/world/play_copies.h"
#include "engine_core/scene/components/scene_settings.h"

namespace engine
{
namespace
{
/// A type of component by its name, with the session that knows it; null, with an exception in the
/// script, if either is missing or the entity does not exist.
struct ComponentOf
{
    PlayState* play = nullptr;
    const TypeInfo* type = nullptr;

    ComponentOf(EntityId entity, const std::string& component) : play{activePlay()}
    {
        if (play == nullptr)
            return;
        if (!play->world.exists(entity))
            raiseInScript("This entity does not exist");
        else if (const auto* found = play->types.find(component))
            type = found;
        else
            raiseInScript(fmt::format("There is no component '{}'", component));
    }
};

bool has(const EntityId& entity, const std::string& component)
{
    const ComponentOf of{entity, component};
    return of.type != nullptr && of.play->world.value(entity, of.type->id) != nullptr;
}

void change(const EntityId& entity, const std::string& component, bool isAdded)
{
    const ComponentOf of{entity, component};
    if (of.type == nullptr)
        return;
    if (!of.type->userCanAdd) {
        raiseInScript(fmt::format("'{}' can be neither added nor removed", component));
        return;
    }
    if (isAdded != (of.play->world.value(entity, of.type->id) != nullptr))
        of.play->write(entity, of.type->id, isAdded ? of.type->makeDefault() : nullptr);
}

EntityId orRaise(const Result<EntityId>& made)
{
    if (!made)
        raiseInScript(made.error().message());
    return made ? *made : EntityId{};
}

EntityId copyOf(const EntityId& original)
{
    auto* play = activePlay();
    if (play == nullptr)
        return {};
    if (original == SceneEntity || !play->world.exists(original)) {
        raiseInScript("Only an object that exists can be copied");
        return {};
    }
    return orRaise(copyTree(*play, original));
}

EntityId spawnPrefabAt(const std::string& path, const Vec3d& position)
{
    auto* play = activePlay();
    if (play == nullptr)
        return {};
    if (!isFinite(position) || glm::length(position) > WorldLimit) {
        raiseInScript("A place must be finite and within 65,536 metres of the origin");
        return {};
    }
    return orRaise(spawnPrefab(*play, path, position));
}
} // namespace

Result<void> bindComponents(ScriptBinder& binder)
{
    const char* entity = "Entity";
    binder.method(entity, "bool has(const string &in component) const", has,
                  "Whether it has a component, such as \"light\"");
    binder.method(
        entity, "void add(const string &in component)",
        +[](const EntityId& to, const std::string& component) { change(to, component, true); },
        "Adds a component with its usual values, if it has none of the kind");
    binder.method(
        entity, "void remove(const string &in component)",
        +[](const EntityId& from, const std::string& component) { change(from, component, false); },
        "Removes a component, if it has it");
    binder.function("Entity copyOf(const Entity &in)", copyOf,
                    "A copy with everything below it, gone after the stop");
    binder.function("Entity spawnPrefab(const string &in path, const Vec3 &in position)",
                    spawnPrefabAt,
                    "A new instance of a prefab with everything in it, gone after the stop");
    return binder.finish("component");
}
} // namespace engine
