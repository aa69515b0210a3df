#include "engine_core/play/bodies/play_bodies.h"

#include "engine_core/play/play_state.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/surface_table.h"
#include "engine_core/scene/world/hierarchy.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr double PushReach = 0.02; ///< metres in front of a character
constexpr double SteepPush = 0.7;  ///< of a normal upwards; what is flatter is stood on

bool isSolidPart(const World& world, EntityId entity)
{
    return solidBrushOf(world, entity) != nullptr || meshCollides(world, entity);
}

/// The nearest Mover at or above the entity that others collide with.
bool isOnMover(const World& world, EntityId entity)
{
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        if (const auto* mover = world.get<Mover>(entity))
            return mover->collides;
        const auto* node = world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return false;
}

/// A place as seen from one that is turned and moved, but not scaled.
Transform seenFrom(const Transform& frame, const Transform& place)
{
    const auto back = glm::conjugate(frame.rotation);
    return {back * (place.position - frame.position), back * place.rotation, place.scale};
}

bool isSamePlace(const Transform& a, const Transform& b)
{
    return glm::distance(a.position, b.position) < 1e-9 &&
           std::abs(glm::dot(a.rotation, b.rotation)) > 1 - 1e-12;
}

/// As good as the same: parts that go with a turned body come back with what rounding adds.
bool isNear(const Transform& a, const Transform& b)
{
    return glm::distance(a.position, b.position) < 1e-6 && a.scale == b.scale &&
           std::abs(glm::dot(a.rotation, b.rotation)) > 1 - 1e-9;
}

ConvexPart cornersOf(const Brush& brush, const Transform& place)
{
    ConvexPart corners;
    corners.reserve(brush.vertices().size());
    for (const auto& vertex : brush.vertices())
        corners.push_back(place.apply(vertex));
    return corners;
}

ConvexPart cornersOf(const MeshShape& mesh, const Transform& place)
{
    ConvexPart corners;
    corners.reserve(mesh.mesh().vertices.size());
    for (const auto& vertex : mesh.mesh().vertices)
        corners.push_back(place.apply(Vec3d{vertex.position}));
    return corners;
}
} // namespace

PlayBodies::PlayBodies(PlayState& play) : m_play{play}, m_joints{play} {}

PlayBodies::~PlayBodies() = default;

void PlayBodies::refresh(EntityId root)
{
    if (!m_rigid)
        return; // takeIn() begins with all there is
    if (const auto owner = bodyOwner(m_play.world, root))
        m_dirty.insert(owner);
    for (const auto entity : subtree(m_play.world, root))
        m_dirty.insert(entity);
}

void PlayBodies::materialsChanged()
{
    if (m_rigid)
        m_rigid->setTouch([this](Name material) { return m_play.assets.touchOf(material); });
}

void PlayBodies::takeIn()
{
    const auto& world = m_play.world;
    if (!m_rigid) {
        if (world.count<Body>() == 0)
            return;
        const auto* scene = world.get<SceneSettings>(SceneEntity);
        m_rigid =
            std::make_unique<RigidWorld>(m_play.space, scene != nullptr ? scene->gravity : 0.0);
        materialsChanged();
        world.forEach<Body>([&](EntityId entity, const Body&) { refresh(entity); });
        world.forEach<Mover>([&](EntityId entity, const Mover&) { refresh(entity); });
        world.forEach<Joint>([&](EntityId entity, const Joint&) { m_joints.refresh(entity); });
    }
    for (const auto entity : std::exchange(m_dirty, {})) {
        takeIn(entity);
        m_joints.refresh(entity);
    }
    m_joints.takeIn(*m_rigid);
}

void PlayBodies::takeIn(EntityId entity)
{
    const auto& world = m_play.world;
    const bool isThere = world.exists(entity);
    const auto owner = isThere ? bodyOwner(world, entity) : EntityId{};
    const bool isSolid = isThere && isSolidPart(world, entity);
    if (owner == entity && owner)
        make(entity, *world.get<Body>(entity));
    else if (!owner && isSolid && isOnMover(world, entity))
        make(entity, Body{.kind = BodyKind::Kinematic});
    else
        drop(entity);
    const bool stands = isSolid && !isMoving(world, entity);
    m_rigid->standingChanged(entity, stands ? boundsOf(world, entity) : Aabb{});
}

/// Makes the body, or moves it if it is made of the same.
void PlayBodies::make(EntityId root, const Body& settings)
{
    const auto& world = m_play.world;
    auto place = worldTransform(world, root);
    const auto scale = std::exchange(place.scale, Vec3d{1});
    std::vector<Part> parts;
    RigidSetup setup{settings, {}, place};
    const bool isWhole = world.get<Body>(root) != nullptr;
    for (const auto entity : isWhole ? subtree(world, root) : std::vector<EntityId>{root}) {
        auto at = seenFrom(place, worldTransform(world, entity));
        if (entity == root)
            at = {Vec3d{0}, {1, 0, 0, 0}, scale};
        if (const auto brush = solidBrushOf(world, entity)) {
            parts.push_back({brush, at});
            setup.parts.push_back(cornersOf(*brush, at));
        }
        const auto mesh = meshCollides(world, entity) ? meshOf(world, entity) : nullptr;
        if (mesh) {
            parts.push_back({mesh, at});
            setup.parts.push_back(cornersOf(*mesh, at));
        }
    }
    const auto [at, isNew] = m_made.try_emplace(root);
    auto& made = at->second;
    if (isNew)
        made.start = place;
    const bool isSame = !isNew && made.settings == settings &&
                        std::equal(parts.begin(), parts.end(), made.parts.begin(), made.parts.end(),
                                   [](const Part& a, const Part& b) {
                                       return a.solid == b.solid && isNear(a.place, b.place);
                                   });
    const bool isElsewhere = !isNew && !isSamePlace(made.place, place);
    if (!isSame)
        m_rigid->setBody(root, setup);
    else if (isElsewhere)
        m_rigid->place(root, place);
    if (isElsewhere)
        m_joints.carry(root, made.place, place);
    made.settings = settings;
    made.place = place;
    if (!isSame)
        made.parts = std::move(parts);
}

void PlayBodies::drop(EntityId entity)
{
    if (m_made.erase(entity) > 0)
        m_rigid->removeBody(entity);
}

/// Capsules where the characters are now; they push what they walk against, and weigh on what they
/// stand on.
void PlayBodies::meetCharacters(double seconds)
{
    std::erase_if(m_characters, [this](const auto& each) {
        const bool isGone =
            m_play.characters.find(each.first) == nullptr || m_play.characters.isGhost(each.first);
        if (isGone)
            m_rigid->removeCharacter(each.first);
        return isGone;
    });
    std::vector<std::pair<EntityId, CharacterState>> all;
    m_play.characters.forEach([&](EntityId entity, const CharacterState& state) {
        if (isFinite(state.foot) && !m_play.characters.isGhost(entity))
            all.emplace_back(entity, state);
    });
    for (const auto& [entity, state] : all) {
        standOn(entity, state);
        push(entity, state, seconds);
    }
}

void PlayBodies::standOn(EntityId character, const CharacterState& state)
{
    const auto* shape = m_play.world.get<Character>(character);
    if (shape == nullptr)
        return;
    const bool isOnBody = state.grounded && isDynamicBody(m_play.world, state.groundEntity);
    const auto on = isOnBody ? bodyOwner(m_play.world, state.groundEntity) : EntityId{};
    m_characters[character] = on;
    m_rigid->setCharacter(character, {shape->radius, m_play.characters.heightOf(character)},
                          state.foot, on);
    if (!on)
        return;
    const auto* scene = m_play.world.get<SceneSettings>(SceneEntity);
    const double gravity = scene != nullptr ? scene->gravity : 0.0;
    m_rigid->applyForce(on, {0, -shape->mass * gravity, 0}, state.foot);
    if (state.landed)
        m_rigid->applyImpulse(on, {0, -shape->mass * state.landingSpeed, 0}, state.foot);
}

/// As hard as a character can, until it is as fast as the character wants to be.
void PlayBodies::push(EntityId character, const CharacterState& state, double seconds)
{
    const auto* shape = m_play.world.get<Character>(character);
    const auto wish = m_play.characters.wishOf(character);
    if (shape == nullptr || !isFinite(wish) || glm::length(wish) < 1e-6)
        return;
    const Capsule capsule{shape->radius, m_play.characters.heightOf(character)};
    for (const auto& hit : m_play.space.touching(capsule, state.foot, PushReach)) {
        if (std::abs(hit.normal.y) > SteepPush || !isDynamicBody(m_play.world, hit.entity))
            continue;
        const auto direction = -glm::normalize(Vec3d{hit.normal.x, 0, hit.normal.z});
        const auto body = bodyOwner(m_play.world, hit.entity);
        const auto before = m_rigid->state(body);
        const double wanted = glm::dot(wish, direction);
        const double speed = before ? glm::dot(before->velocity, direction) : wanted;
        if (wanted <= speed)
            continue;
        const double most = CharacterPush * seconds;
        const double impulse = std::min(m_rigid->mass(body) * (wanted - speed), most);
        // At the height of its middle: it turns aside, but does not tip over.
        const Vec3d at{hit.point.x, m_rigid->middle(body).y, hit.point.z};
        m_rigid->applyImpulse(body, direction * impulse, at);
        const auto after = m_rigid->state(body);
        m_play.characters.keepUp(character, direction, glm::dot(after->velocity, direction));
        break; // pushes with one shoulder
    }
}

void PlayBodies::tick(double seconds)
{
    takeIn();
    if (!m_rigid)
        return;
    if (const auto* scene = m_play.world.get<SceneSettings>(SceneEntity))
        m_rigid->setGravity(scene->gravity);
    m_joints.follow(*m_rigid);
    meetCharacters(seconds);
    m_rigid->noteTouches(!m_play.scripts->listeners(ScriptEvent::Collision).empty());
    m_rigid->step(seconds);
    writeBack();
    tellTouches();
    m_joints.tellTorn(*m_rigid);
}

/// The script at the entity or the nearest above it that listens, of both.
void PlayBodies::tellTouches()
{
    if (m_rigid->touches().empty())
        return;
    const auto listeners = m_play.scripts->listeners(ScriptEvent::Collision);
    const auto listenerOf = [&](EntityId entity) {
        for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
            if (std::binary_search(listeners.begin(), listeners.end(), entity))
                return entity;
            const auto* node = m_play.world.get<Node>(entity);
            entity = node != nullptr ? node->parent : EntityId{};
        }
        return EntityId{};
    };
    for (const auto& touch : std::vector<RigidTouch>{m_rigid->touches()}) {
        if (const auto first = listenerOf(touch.a))
            m_play.scripts->collide(first, {touch.b, touch.point, touch.normal, touch.impulse});
        if (const auto second = listenerOf(touch.b))
            m_play.scripts->collide(second, {touch.a, touch.point, -touch.normal, touch.impulse});
    }
}

void PlayBodies::writeBack()
{
    const auto* scene = m_play.world.get<SceneSettings>(SceneEntity);
    const double killHeight = scene != nullptr ? scene->killHeight : -WorldLimit;
    for (const auto entity : m_rigid->moved()) {
        const auto at = m_made.find(entity);
        if (at == m_made.end())
            continue;
        auto state = *m_rigid->state(entity);
        const bool isLost =
            !(m_rigid->middle(entity).y >= killHeight) || glm::length(state.position) > WorldLimit;
        if (isLost) {
            m_rigid->place(entity, at->second.start);
            m_rigid->setVelocity(entity, Vec3d{0});
            m_rigid->setAngularVelocity(entity, Vec3d{0});
            state.position = at->second.start.position;
            state.rotation = at->second.start.rotation;
        }
        write(entity, at->second, state);
        if (isLost)
            m_play.changes.forgetPlaceBefore(entity);
    }
}

void PlayBodies::write(EntityId entity, Made& made, const RigidState& state)
{
    auto& world = m_play.world;
    const auto* old = world.get<TransformComponent>(entity);
    auto moved = old != nullptr ? *old : TransformComponent{};
    const auto* node = world.get<Node>(entity);
    const auto above = node != nullptr && node->parent
                           ? worldTransform(world, node->parent).rotation
                           : Quatd{1, 0, 0, 0};
    moved.position = toParentSpace(world, entity, state.position);
    moved.rotation = glm::normalize(glm::conjugate(above) * state.rotation);
    m_play.changes.set(entity, typeIdOf<TransformComponent>(),
                       std::make_shared<const TransformComponent>(moved));
    m_play.movers.refresh(entity);
    made.place = worldTransform(world, entity);
    made.place.scale = Vec3d{1};
}

RigidWorld* PlayBodies::worldOf(EntityId entity)
{
    takeIn();
    return m_rigid && m_rigid->has(entity) && m_play.world.get<Body>(entity) != nullptr
               ? m_rigid.get()
               : nullptr;
}

std::optional<JointState> PlayBodies::joint(EntityId entity)
{
    takeIn();
    if (m_play.world.get<Joint>(entity) == nullptr)
        return std::nullopt;
    return m_rigid ? m_rigid->joint(entity).value_or(JointState{}) : JointState{};
}

void PlayBodies::addTo(Hasher& hasher) const
{
    if (m_rigid)
        m_rigid->addTo(hasher);
}
} // namespace engine
