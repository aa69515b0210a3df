#include "engine_core/play/script_bindings/play_bindings.h"
#include "engine_core/play/world/play_rays.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/tags.h"

#include <algorithm>

namespace engine
{
namespace
{
using Entities = std::vector<EntityId>;

RayHit castSphere(const Vec3d& from, const Vec3d& direction, double length, double radius)
{
    const auto* play = activePlay();
    const double norm = glm::length(direction);
    if (play == nullptr || !(norm > 0))
        return {};
    return castBall(*play, {from, direction / norm}, length, radius, entityOfActiveScript());
}

RayHit castRay(const Vec3d& from, const Vec3d& direction, double length)
{
    return castSphere(from, direction, length, 0);
}

std::string hitMaterial(const RayHit& hit)
{
    const auto* play = activePlay();
    return play != nullptr ? materialOf(play->world, hit) : std::string{};
}

std::string hitSurface(const RayHit& hit)
{
    auto* play = activePlay();
    return play != nullptr ? play->assets.touchOf(Name{materialOf(play->world, hit)}).surface
                           : std::string{};
}

/// What is destroyed is gone for scripts, though its body stays until the end of the tick.
Entities livingOf(const PlayState& play, Entities found)
{
    std::erase_if(found, [&](EntityId entity) { return !play.isAlive(entity); });
    return found;
}

Entities findInBox(const Vec3d& low, const Vec3d& high)
{
    auto* play = activePlay();
    if (play == nullptr)
        return {};
    if (!isFinite(low) || !isFinite(high)) {
        raiseInScript("The corners of a box must be finite");
        return {};
    }
    Aabb box;
    box.add(low);
    box.add(high);
    return livingOf(*play, play->index.inBox(box));
}

Entities findInSphere(const Vec3d& center, double radius)
{
    auto* play = activePlay();
    if (play == nullptr)
        return {};
    if (!isFinite(center) || !std::isfinite(radius) || radius < 0) {
        raiseInScript("A place must be finite, and a radius finite and not below 0");
        return {};
    }
    return livingOf(*play, play->index.inSphere(center, radius));
}

/// Every T for which it is true, by ascending ids.
template <typename T, typename Wanted>
Entities findEach(const Wanted& wanted)
{
    Entities found;
    if (const auto* play = activePlay())
        play->world.forEach<T>([&](EntityId entity, const T& component) {
            if (entity != SceneEntity && play->isAlive(entity) && wanted(*play, entity, component))
                found.push_back(entity);
        });
    return found;
}

Entities findByTag(const std::string& tag)
{
    return findEach<Tags>(
        [&](const PlayState&, EntityId, const Tags& tags) { return hasTag(tags, tag); });
}

/// "*" stands for any letters, "?" for one.
bool matches(std::string_view text, std::string_view pattern)
{
    std::size_t t = 0;
    std::size_t p = 0;
    auto star = std::string_view::npos; // the last one so far, which takes more where needed
    std::size_t taken = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            taken = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++taken;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

Entities findByName(const std::string& pattern)
{
    constexpr std::size_t MostLetters = 200; // a native that compares is not interrupted
    if (pattern.size() > MostLetters) {
        raiseInScript(fmt::format("A pattern can have {} bytes at most", MostLetters));
        return {};
    }
    return findEach<Node>(
        [&](const PlayState&, EntityId, const Node& node) { return matches(node.name, pattern); });
}

Entities findByClass(const std::string& className)
{
    return findEach<Script>([&](const PlayState& play, EntityId entity, const Script&) {
        // Null while the first objects are made, and while the last ones end.
        const auto* object = play.scripts ? play.scripts->find(entity) : nullptr;
        return object != nullptr && object->className() == className;
    });
}

Entities findWith(const std::string& component)
{
    const auto* play = activePlay();
    const auto* type = play != nullptr ? play->types.find(component) : nullptr;
    if (play != nullptr && type == nullptr)
        raiseInScript(fmt::format("There is no component '{}'", component));
    if (type == nullptr)
        return {};
    Entities found;
    for (const auto entity : play->world.entities())
        if (entity != SceneEntity && play->isAlive(entity) && play->world.value(entity, type->id))
            found.push_back(entity);
    return found;
}

/// The session and the tags of an entity in it; otherwise the script gets an exception.
struct Tagged
{
    PlayState* play = nullptr;
    Tags tags;

    explicit Tagged(EntityId entity) : play{activePlay()}
    {
        if (play == nullptr)
            return;
        if (!play->world.exists(entity)) {
            raiseInScript("This entity does not exist");
            play = nullptr;
        } else if (const auto* has = play->world.get<Tags>(entity)) {
            tags = *has;
        }
    }
};

bool entityHasTag(const EntityId& entity, const std::string& tag)
{
    return hasTag(Tagged{entity}.tags, tag);
}

std::vector<std::string> entityTags(const EntityId& entity)
{
    return tagList(Tagged{entity}.tags);
}

void changeTags(const EntityId& entity,
                const std::string& tag,
                Tags (*change)(const Tags&, std::string_view))
{
    const Tagged tagged{entity};
    if (tagged.play == nullptr)
        return;
    if (tag.find(',') != std::string::npos || tagList(Tags{tag}) != std::vector<std::string>{tag}) {
        raiseInScript("A tag is a word without commas, and without spaces at its ends");
        return;
    }
    if (auto changed = change(tagged.tags, tag); !(changed == tagged.tags))
        tagged.play->write(entity, std::move(changed));
}

void bindRays(ScriptBinder& binder)
{
    const char* hit = "RayHit";
    binder.value<RayHit>(hit);
    binder.member(hit, "Vec3 point", offsetof(RayHit, point));
    binder.member(hit, "Vec3 normal", offsetof(RayHit, normal));
    binder.member(hit, "double distance", offsetof(RayHit, distance));
    binder.member(hit, "Entity entity", offsetof(RayHit, entity));
    binder.member(hit, "Entity part", offsetof(RayHit, part));
    binder.member(hit, "int face", offsetof(RayHit, face));
    binder.member(hit, "bool found", offsetof(RayHit, found));
    binder.method(hit, "string get_material() const property", hitMaterial,
                  "Material of the face; empty for what is no brush");
    binder.method(hit, "string get_surface() const property", hitSurface,
                  "Kind of surface that the material of the face names, such as wood; or empty");
    binder.function("RayHit castRay(const Vec3 &in from, const Vec3 &in direction, double length)",
                    castRay,
                    "The first solid thing or character, other than the script's own, that a ray "
                    "meets; not found beyond the length in metres");
    binder.function("RayHit castSphere(const Vec3 &in from, const Vec3 &in direction, double "
                    "length, double radius)",
                    castSphere, "The same for a ball on its way; its radius in metres");
}

void bindTags(ScriptBinder& binder)
{
    const char* entity = "Entity";
    binder.method(entity, "bool hasTag(const string &in tag) const", entityHasTag,
                  "Whether it has the tag");
    binder.method(entity, "array<string>@ tags() const", entityTags, "Its tags");
    binder.method(
        entity, "void addTag(const string &in tag)",
        +[](const EntityId& to, const std::string& tag) { changeTags(to, tag, withTag); },
        "Gives it a tag");
    binder.method(
        entity, "void removeTag(const string &in tag)",
        +[](const EntityId& from, const std::string& tag) { changeTags(from, tag, withoutTag); },
        "Takes a tag from it");
}
} // namespace

Result<void> bindQueries(ScriptBinder& binder)
{
    bindRays(binder);
    bindTags(binder);
    binder.function("array<Entity>@ findInBox(const Vec3 &in low, const Vec3 &in high)", findInBox,
                    "Objects whose bounds touch the box, by ascending ids; what has no body is a "
                    "point");
    binder.function("array<Entity>@ findInSphere(const Vec3 &in center, double radius)",
                    findInSphere, "Objects whose bounds are within the radius, nearest first");
    binder.function("array<Entity>@ findByTag(const string &in tag)", findByTag,
                    "Objects with the tag, by ascending ids");
    binder.function(
        "array<Entity>@ findByName(const string &in pattern)", findByName,
        "Objects by their names, by ascending ids: * stands for any letters, ? for one");
    binder.function("array<Entity>@ findByClass(const string &in name)", findByClass,
                    "Objects that a script of that class drives, by ascending ids");
    binder.function("array<Entity>@ findWith(const string &in component)", findWith,
                    "Objects with a component, such as \"light\", by ascending ids");
    return binder.finish("query");
}
} // namespace engine
