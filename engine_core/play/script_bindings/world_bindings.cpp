#include "engine_core/base/random_number.h"
#include "engine_core/play/script_bindings/play_bindings.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"

namespace engine
{
namespace
{
/// The session, if the entity exists in it; otherwise the script gets an exception.
PlayState* playWith(const EntityId& entity)
{
    auto* play = activePlay();
    if (play != nullptr && !play->world.exists(entity)) {
        raiseInScript(entity.isNull() ? "This entity is null" : "This entity does not exist");
        return nullptr;
    }
    return play;
}

bool exists(const EntityId& entity)
{
    const auto* play = activePlay();
    return play != nullptr && play->isAlive(entity);
}

std::string name(const EntityId& entity)
{
    const auto* play = playWith(entity);
    return play != nullptr ? play->world.get<Node>(entity)->name : std::string{};
}

EntityId parent(const EntityId& entity)
{
    const auto* play = playWith(entity);
    return play != nullptr ? play->world.get<Node>(entity)->parent : EntityId{};
}

int childCount(const EntityId& entity)
{
    const auto* play = playWith(entity);
    return play != nullptr ? static_cast<int>(play->world.children(entity).size()) : 0;
}

EntityId child(const EntityId& entity, int index)
{
    const auto* play = playWith(entity);
    if (play == nullptr)
        return {};
    const auto& children = play->world.children(entity);
    if (index < 0 || static_cast<std::size_t>(index) >= children.size()) {
        raiseInScript(fmt::format("There is no child {}; there are {}", index, children.size()));
        return {};
    }
    return children[static_cast<std::size_t>(index)];
}

TransformComponent transformOf(const PlayState& play, EntityId entity)
{
    const auto* transform = play.world.get<TransformComponent>(entity);
    return transform != nullptr ? *transform : TransformComponent{};
}

Vec3d position(const EntityId& entity)
{
    const auto* play = playWith(entity);
    return play != nullptr ? transformOf(*play, entity).position : Vec3d{0};
}

Quatd rotation(const EntityId& entity)
{
    const auto* play = playWith(entity);
    return play != nullptr ? transformOf(*play, entity).rotation : Quatd{1, 0, 0, 0};
}

Vec3d worldPosition(const EntityId& entity)
{
    const auto* play = playWith(entity);
    return play != nullptr ? worldTransform(play->world, entity).position : Vec3d{0};
}

Quatd worldRotation(const EntityId& entity)
{
    const auto* play = playWith(entity);
    return play != nullptr ? worldTransform(play->world, entity).rotation : Quatd{1, 0, 0, 0};
}

/// The middle of its body: brushes may lie far from their entity's place.
Vec3d center(const EntityId& entity)
{
    const auto* play = playWith(entity);
    if (play == nullptr)
        return Vec3d{0};
    const auto bounds = bodyBounds(play->world, entity);
    return bounds.isEmpty() ? worldTransform(play->world, entity).position : bounds.center();
}

template <typename Change>
void changeTransform(const EntityId& entity, const Change& change)
{
    auto* play = playWith(entity);
    if (play == nullptr)
        return;
    const auto before = transformOf(*play, entity);
    auto after = before;
    change(after);
    const bool isSane = isFinite(after.position) && glm::length(after.position) <= WorldLimit &&
                        std::isfinite(glm::length(after.rotation));
    if (!isSane)
        raiseInScript("A place must be finite and within 65,536 metres of the origin");
    else if (!(after == before))
        play->write(entity, after);
}

void setPosition(const EntityId& entity, const Vec3d& to)
{
    changeTransform(entity, [&](TransformComponent& transform) { transform.position = to; });
}

void translate(const EntityId& entity, const Vec3d& by)
{
    changeTransform(entity, [&](TransformComponent& transform) { transform.position += by; });
}

void setRotation(const EntityId& entity, const Quatd& to)
{
    changeTransform(entity, [&](TransformComponent& transform) {
        const double length = glm::length(to);
        transform.rotation = length > 0 ? to / length : Quatd{1, 0, 0, 0};
    });
}

void destroy(const EntityId& entity)
{
    auto* play = playWith(entity);
    if (play == nullptr)
        return;
    if (!play->mayDestroy(entity))
        raiseInScript("The scene and the player cannot be destroyed");
    else
        play->destroy(entity);
}

bool isEnabled(const EntityId& entity)
{
    const auto* play = playWith(entity);
    return play != nullptr && play->rest.isEnabled(entity);
}

void setEnabled(const EntityId& entity, bool enabled)
{
    auto* play = playWith(entity);
    if (play == nullptr)
        return;
    if (entity == SceneEntity || entity == play->player ||
        isAncestor(play->world, entity, play->player))
        raiseInScript("The scene and the player cannot be switched off");
    else
        play->rest.set(entity, enabled);
}

EntityId find(const std::string& wanted)
{
    const auto* play = activePlay();
    EntityId found;
    if (play != nullptr)
        play->world.forEach<Node>([&](EntityId entity, const Node& node) {
            if (!found && node.name == wanted && play->isAlive(entity))
                found = entity;
        });
    return found;
}

EntityId spawn(const std::string& newName, const Vec3d& at)
{
    auto* play = activePlay();
    if (play == nullptr)
        return {};
    const auto entity = play->world.newSpawnedId();
    play->write(entity, Node{.name = newName, .parent = {}});
    setPosition(entity, at);
    return entity;
}

EntityId player()
{
    const auto* play = activePlay();
    return play != nullptr ? play->player : EntityId{};
}

double time()
{
    const auto* play = activePlay();
    return play != nullptr ? static_cast<double>(play->tickCount) * PlaySession::TickSeconds : 0.0;
}

double random()
{
    auto* play = activePlay();
    return play != nullptr ? nextRandom(play->random) : 0.0;
}

double randomBetween(double low, double high)
{
    return low + (high - low) * random();
}

/// Evenly over the sphere: heights are as likely as each other (Archimedes' hat box).
Vec3d randomDirection()
{
    const double height = randomBetween(-1, 1);
    const double turn = randomBetween(0, 2 * Pi);
    const double out = std::sqrt(1 - height * height);
    return {out * std::cos(turn), height, out * std::sin(turn)};
}

/// Metres to the first solid thing; negative if nothing is hit.
double raycast(const Vec3d& from, const Vec3d& direction, double length)
{
    const auto* play = activePlay();
    const double norm = glm::length(direction);
    if (play == nullptr || !(norm > 0) || !(length > 0))
        return -1;
    const auto hit = play->space.raycast({from, direction / norm}, length);
    return hit ? hit->fraction * length : -1.0;
}
} // namespace

Result<void> bindWorld(ScriptBinder& binder)
{
    const char* entity = "Entity";
    binder.method(entity, "bool get_exists() const property", exists, "Whether it is in the game");
    binder.method(entity, "string get_name() const property", name, "Its name");
    binder.method(entity, "Entity get_parent() const property", parent,
                  "What it is below of; null at the top");
    binder.method(entity, "int get_childCount() const property", childCount,
                  "How many objects are directly below it");
    binder.method(entity, "Entity child(int index) const", child, "One of them, counted from 0");
    binder.method(entity, "Vec3 get_position() const property", position,
                  "Its place, seen from its parent");
    binder.method(entity, "void set_position(const Vec3 &in) property", setPosition,
                  "Sets the place, seen from its parent");
    binder.method(entity, "void translate(const Vec3 &in by)", translate,
                  "Moves it, seen from its parent");
    binder.method(entity, "Quat get_rotation() const property", rotation,
                  "How it is turned, seen from its parent");
    binder.method(entity, "void set_rotation(const Quat &in) property", setRotation,
                  "Turns it, seen from its parent");
    binder.method(entity, "Vec3 get_worldPosition() const property", worldPosition,
                  "Its place in the world");
    binder.method(entity, "Quat get_worldRotation() const property", worldRotation,
                  "How it is turned in the world");
    binder.method(entity, "Vec3 get_center() const property", center,
                  "The middle of its body and everything below it, in the world");
    binder.method(entity, "bool get_enabled() const property", isEnabled,
                  "Whether neither it nor anything above it is switched off");
    binder.method(entity, "void set_enabled(bool) property", setEnabled,
                  "Switched off, it and everything below it neither acts nor is seen, from the end "
                  "of the tick on");
    binder.method(entity, "void destroy()", destroy,
                  "Removes it and everything below it at the end of the tick");
    binder.function("Entity find(const string &in name)", find,
                    "The first object of that name; null if there is none");
    binder.function("Entity spawn(const string &in name, const Vec3 &in position)", spawn,
                    "A new object, gone after the stop");
    binder.function("Entity player()", player, "The character that the player moves");
    binder.function("double time()", time, "Seconds since the start");
    binder.function("double random()", random,
                    "A number from 0 to 1, the same row for the same seed");
    binder.function("double random(double low, double high)", randomBetween,
                    "The same from one number to another");
    binder.function("Vec3 randomDirection()", randomDirection,
                    "One of all directions, as likely as every other; its length is 1");
    binder.function("double raycast(const Vec3 &in from, const Vec3 &in direction, double length)",
                    raycast, "Metres to the first solid thing; negative if there is none");
    return binder.finish("world");
}
} // namespace engine
