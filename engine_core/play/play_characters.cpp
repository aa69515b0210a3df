#include "engine_core/play/play_characters.h"

#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr double SamePlace = 1e-6; ///< metres

Vec3d inverseApply(const Transform& place, const Vec3d& p)
{
    const Vec3d turned = glm::conjugate(place.rotation) * (p - place.position);
    const auto divide = [](double a, double b) {
        return b != 0 ? a / b : 0.0;
    };
    return {divide(turned.x, place.scale.x), divide(turned.y, place.scale.y),
            divide(turned.z, place.scale.z)};
}
} // namespace

Vec3d toParentSpace(const World& world, EntityId entity, const Vec3d& inWorld)
{
    const auto* node = world.get<Node>(entity);
    return node != nullptr && node->parent
               ? inverseApply(worldTransform(world, node->parent), inWorld)
               : inWorld;
}

PlayCharacters::PlayCharacters(World& world, TickChanges& changes, const CollisionSpace& space)
    : m_world{world}, m_changes{changes}, m_space{space}, m_media{world}
{
}

void PlayCharacters::add(EntityId entity)
{
    const auto [at, isNew] = m_characters.try_emplace(entity);
    if (!isNew)
        return;
    at->second.state.foot = worldTransform(m_world, entity).position;
    at->second.start = at->second.state.foot;
}

void PlayCharacters::remove(EntityId entity)
{
    m_characters.erase(entity);
}

void PlayCharacters::place(EntityId entity, const Vec3d& foot)
{
    const auto at = m_characters.find(entity);
    if (at == m_characters.end())
        return;
    if (!at->second.hasStepped)
        at->second.start = foot;
    // A turn written by a script comes here, too; it must not take the speed away.
    if (glm::distance(at->second.state.foot, foot) < SamePlace)
        return;
    const bool crouched = at->second.state.crouched;
    at->second.state = {};
    at->second.state.foot = foot;
    at->second.state.crouched = crouched;
}

const CharacterState* PlayCharacters::find(EntityId entity) const
{
    const auto at = m_characters.find(entity);
    return at != m_characters.end() ? &at->second.state : nullptr;
}

CharacterSettings PlayCharacters::settingsOf(EntityId entity) const
{
    CharacterSettings settings;
    if (const auto* character = m_world.get<Character>(entity)) {
        settings.radius = character->radius;
        settings.standHeight = character->standHeight;
        settings.crouchHeight = character->crouchHeight;
        settings.stepHeight = character->stepHeight;
        settings.acceleration = character->acceleration;
        settings.braking = character->braking;
        settings.airAcceleration = character->airAcceleration;
        settings.coyoteTime = character->coyoteTime;
        settings.jumpBuffer = character->jumpBuffer;
        settings.swimSpeed = character->swimSpeed;
        settings.swimAcceleration = character->swimAcceleration;
        settings.climbSpeed = character->climbSpeed;
        settings.walkStride = character->walkStride;
        settings.runStride = character->runStride;
        settings.runSpeed = character->runSpeed;
    }
    if (const auto* scene = m_world.get<SceneSettings>(SceneEntity))
        settings.gravity = scene->gravity;
    return settings;
}

double PlayCharacters::heightOf(EntityId entity) const
{
    const auto settings = settingsOf(entity);
    const auto* state = find(entity);
    return state != nullptr && state->crouched ? settings.crouchHeight : settings.standHeight;
}

Vec3d PlayCharacters::startOf(EntityId entity) const
{
    const auto at = m_characters.find(entity);
    return at != m_characters.end() ? at->second.start : Vec3d{0};
}

Vec3d PlayCharacters::wishOf(EntityId entity) const
{
    const auto at = m_characters.find(entity);
    return at != m_characters.end() ? at->second.wish : Vec3d{0};
}

void PlayCharacters::keepUp(EntityId entity, const Vec3d& direction, double speed)
{
    const auto at = m_characters.find(entity);
    if (at == m_characters.end())
        return;
    auto& velocity = at->second.state.velocity;
    velocity += direction * std::max(speed - glm::dot(velocity, direction), 0.0);
}

void PlayCharacters::setGhost(EntityId entity, bool isGhost)
{
    if (const auto at = m_characters.find(entity); at != m_characters.end())
        at->second.isGhost = isGhost;
}

bool PlayCharacters::isGhost(EntityId entity) const
{
    const auto at = m_characters.find(entity);
    return at != m_characters.end() && at->second.isGhost;
}

/// How far the ground has taken it since its last step.
Vec3d PlayCharacters::carried(const One& one) const
{
    const auto& state = one.state;
    if (!state.grounded || !state.groundEntity || !m_world.exists(state.groundEntity))
        return Vec3d{0};
    const auto now = worldTransform(m_world, state.groundEntity);
    return now != one.groundPlace
               ? now.apply(inverseApply(one.groundPlace, state.foot)) - state.foot
               : Vec3d{0};
}

/// Carried by what it stands on, pushed by what moves, with what is about it.
void PlayCharacters::meetLevel(One& one,
                               CharacterInput& input,
                               const Capsule& capsule,
                               double seconds)
{
    const auto by = carried(one);
    // Doors and lifts go where they are sent, whatever is in the way. What is thrown about takes
    // nobody through a wall.
    if (isDynamicBody(m_world, one.state.groundEntity))
        input.carry += by / seconds;
    else
        one.state.foot += by;
    one.state.foot += m_space.depenetrate(
        capsule, one.state.foot, [this](EntityId each) { return !isDynamicBody(m_world, each); });
    m_media.surround(input, one.state.foot, capsule.radius, capsule.height);
}

void PlayCharacters::step(EntityId entity, const CharacterInput& input, double seconds)
{
    const auto at = m_characters.find(entity);
    if (at == m_characters.end() || at->second.stepped)
        return;
    auto& one = at->second;
    const auto settings = settingsOf(entity);
    auto inputThere = input;
    inputThere.ghost = one.isGhost;
    if (!one.isGhost)
        meetLevel(one, inputThere, {settings.radius, heightOf(entity)}, seconds);
    one.state = stepCharacter(m_space, one.state, settings, inputThere, seconds);
    one.wish = one.isGhost ? Vec3d{0} : input.wish;
    one.stepped = true;
    one.hasStepped = true;
    one.groundPlace =
        one.state.groundEntity ? worldTransform(m_world, one.state.groundEntity) : Transform{};
    writeBack(entity, one);
}

void PlayCharacters::writeBack(EntityId entity, const One& one)
{
    const auto* old = m_world.get<TransformComponent>(entity);
    auto moved = old != nullptr ? *old : TransformComponent{};
    moved.position = toParentSpace(m_world, entity, one.state.foot);
    if (old == nullptr || moved.position != old->position)
        m_changes.set(entity, typeIdOf<TransformComponent>(),
                      std::make_shared<const TransformComponent>(moved));
}

std::vector<EntityId> PlayCharacters::finishTick(double seconds)
{
    const auto* scene = m_world.get<SceneSettings>(SceneEntity);
    const double killHeight = scene != nullptr ? scene->killHeight : -WorldLimit;
    std::vector<EntityId> restarted;
    for (auto& [entity, one] : m_characters) {
        if (!one.stepped)
            step(entity, {}, seconds);
        one.stepped = false;
        // The negation also catches a place that is no number any more.
        const bool isGhostBelow = one.isGhost && isFinite(one.state.foot); // may look from there
        if (!(one.state.foot.y >= killHeight) && !isGhostBelow) {
            one.state = {};
            one.state.foot = one.start;
            writeBack(entity, one);
            m_changes.forgetPlaceBefore(entity);
            restarted.push_back(entity);
        }
    }
    m_media.endTick();
    return restarted;
}
} // namespace engine
