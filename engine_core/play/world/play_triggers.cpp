#include "engine_core/play/world/play_triggers.h"

#include "engine_core/play/play_state.h"
#include "engine_core/play/world/play_index.h"
#include "engine_core/play/world/play_wires.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/tags.h"
#include "engine_core/scene/components/trigger.h"

#include <algorithm>
#include <array>
#include <map>

namespace engine
{
namespace
{
std::set<EntityId> triggersOf(const World& world)
{
    std::set<EntityId> all;
    world.forEach<Trigger>([&](EntityId entity, const Trigger&) { all.insert(entity); });
    return all;
}

/// What the triggers of a world look for, so that nothing else is gathered.
struct Wanted
{
    bool walkers = false;
    bool bodies = false;
    std::set<std::string> tags;

    explicit Wanted(const World& world)
    {
        world.forEach<Trigger>([this](EntityId, const Trigger& trigger) {
            walkers |= trigger.walkers;
            bodies |= trigger.bodies;
            if (!trigger.tag.empty())
                tags.insert(trigger.tag);
        });
    }

    [[nodiscard]] bool wants(const Tags& words) const
    {
        return std::any_of(tags.begin(), tags.end(),
                           [&](const std::string& tag) { return hasTag(words, tag); });
    }
};
} // namespace

TriggerBox TriggerBox::of(const World& world, EntityId entity, const Trigger& trigger)
{
    const auto place = worldTransform(world, entity);
    TriggerBox box;
    box.place = {place.position, place.rotation, Vec3d{1}};
    box.half = glm::abs(trigger.size * place.scale) * 0.5;
    for (const auto& corner : cornersOf(trigger.size, place))
        box.bounds.add(corner);
    return box;
}

bool TriggerBox::overlaps(const Aabb& body) const
{
    if (!bounds.intersects(body))
        return false;
    const std::array<Vec3d, 3> upright{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};
    std::array<Vec3d, 3> turned;
    std::transform(upright.begin(), upright.end(), turned.begin(),
                   [this](const Vec3d& axis) { return place.rotation * axis; });
    const Vec3d between = body.center() - place.position;
    const Vec3d reach = body.size() * 0.5;
    const auto separates = [&](const Vec3d& axis) {
        double far = glm::dot(reach, glm::abs(axis));
        for (int i = 0; i < 3; ++i)
            far += half[i] * std::abs(glm::dot(axis, turned[static_cast<std::size_t>(i)]));
        return std::abs(glm::dot(between, axis)) > far;
    };
    // Separating axes: the sides of either box, and what is upright to an edge of each.
    for (const auto& axis : turned) {
        if (separates(axis))
            return false;
        for (const auto& other : upright)
            if (separates(glm::cross(axis, other)))
                return false;
    }
    return true;
}

/// Who may be in a trigger.
struct PlayTriggers::Visitor
{
    EntityId entity;
    Aabb body;
    bool isPlayer = false;
    bool isWalker = false;
    bool isBody = false;
    const Tags* tags = nullptr;

    [[nodiscard]] bool setsOff(const Trigger& trigger) const
    {
        return (isPlayer && trigger.player) || (isWalker && trigger.walkers) ||
               (isBody && trigger.bodies) || (tags != nullptr && hasTag(*tags, trigger.tag));
    }
};

PlayTriggers::PlayTriggers(const PlayState& play) : m_play{play}, m_known{triggersOf(play.world)} {}

std::vector<PlayTriggers::Visitor> PlayTriggers::visitors() const
{
    const auto& world = m_play.world;
    const Wanted wanted{world};
    std::map<EntityId, Visitor> found;
    m_play.characters.forEach([&](EntityId entity, const CharacterState& state) {
        const auto* shape = world.get<Character>(entity);
        if (shape == nullptr)
            return;
        auto& visitor = found[entity];
        visitor.body =
            boundsOfCharacter(state.foot, shape->radius, m_play.characters.heightOf(entity));
        visitor.isPlayer = entity == m_play.player;
        visitor.isWalker = !visitor.isPlayer;
    });
    if (wanted.walkers)
        world.forEach<NavWalker>(
            [&](EntityId entity, const NavWalker&) { found[entity].isWalker = true; });
    if (wanted.bodies) {
        world.forEach<Mover>([&](EntityId entity, const Mover&) { found[entity].isBody = true; });
        world.forEach<Body>([&](EntityId entity, const Body&) {
            if (bodyOwner(world, entity) == entity)
                found[entity].isBody = true;
        });
    }
    if (!wanted.tags.empty())
        world.forEach<Tags>([&](EntityId entity, const Tags& tags) {
            if (wanted.wants(tags))
                found[entity].tags = &tags;
        });
    std::vector<Visitor> list;
    for (auto& [entity, visitor] : found) {
        visitor.entity = entity;
        if (visitor.body.isEmpty())
            visitor.body = wholeBody(world, entity).value_or(Aabb{});
        if (!visitor.body.isEmpty())
            list.push_back(visitor);
    }
    return list;
}

PlayTriggers::Pairs PlayTriggers::whoIsInside()
{
    const auto& world = m_play.world;
    const auto candidates = visitors();
    Pairs inside;
    for (const auto entity : std::exchange(m_known, triggersOf(world))) {
        const auto* trigger = world.get<Trigger>(entity);
        if (trigger == nullptr)
            continue;
        const auto box = TriggerBox::of(world, entity, *trigger);
        for (const auto& visitor : candidates)
            // What carries a trigger about does not set it off.
            if (visitor.setsOff(*trigger) && box.overlaps(visitor.body) &&
                visitor.entity != entity && !isAncestor(world, visitor.entity, entity))
                inside.emplace(entity, visitor.entity);
    }
    return inside;
}

void PlayTriggers::tick()
{
    if (m_known.empty() && m_inside.empty() && m_play.world.count<Trigger>() == 0)
        return;
    const auto inside = whoIsInside();
    std::vector<std::pair<EntityId, EntityId>> left;
    std::vector<std::pair<EntityId, EntityId>> came;
    std::set_difference(m_inside.begin(), m_inside.end(), inside.begin(), inside.end(),
                        std::back_inserter(left));
    std::set_difference(inside.begin(), inside.end(), m_inside.begin(), m_inside.end(),
                        std::back_inserter(came));
    std::erase_if(came, [this](const auto& pair) {
        const auto* trigger = m_play.world.get<Trigger>(pair.first);
        if (trigger == nullptr || !trigger->once) {
            m_spent.erase(pair.first);
            return false;
        }
        return !m_spent.insert(pair.first).second;
    });
    for (const auto& pair : left)
        m_inside.erase(pair);
    m_inside.insert(came.begin(), came.end());
    for (const auto& [trigger, other] : left) {
        m_play.scripts->tell(trigger, ScriptEvent::TriggerExit, other);
        m_play.wires->fire(trigger, output::Left, {other});
    }
    for (const auto& [trigger, other] : came) {
        m_play.scripts->tell(trigger, ScriptEvent::TriggerEnter, other);
        m_play.wires->fire(trigger, output::Entered, {other});
    }
}

void PlayTriggers::addTo(Hasher& hasher) const
{
    for (const auto& [trigger, other] : m_inside)
        hasher.add(trigger.value).add(other.value);
    for (const auto trigger : m_spent)
        hasher.add(trigger.value);
}
} // namespace engine
