#include "engine_core/physics/character_walk.h"

#include <algorithm>

namespace engine
{
namespace
{
/// A step may be this much too high: the skin under the sole and what rounding adds. Metres.
constexpr double StepTolerance = 0.002;

/// The heading kept, tilted into the ground's plane without losing speed.
Vec3d alongGround(const Vec3d& heading, const Vec3d& ground)
{
    const double rise = -(ground.x * heading.x + ground.z * heading.z) / ground.y;
    return withLength({heading.x, rise, heading.z}, glm::length(heading));
}

/// The opposite: a heading as fast as the velocity.
Vec3d headingOf(const Vec3d& velocity)
{
    return withLength(horizontal(velocity), glm::length(velocity));
}
} // namespace

Vec3d saneVelocity(const Vec3d& velocity)
{
    if (!isFinite(velocity))
        return Vec3d{0};
    const double speed = glm::length(velocity);
    return speed > MaxCharacterSpeed ? velocity * (MaxCharacterSpeed / speed) : velocity;
}

Vec3d horizontal(const Vec3d& v)
{
    return {v.x, 0, v.z};
}

Vec3d withLength(const Vec3d& direction, double length)
{
    const double was = glm::length(direction);
    return was > 1e-12 ? direction * (length / was) : Vec3d{0};
}

Vec3d approached(const Vec3d& from, const Vec3d& to, double most)
{
    const Vec3d by = to - from;
    const double length = glm::length(by);
    return length <= most ? to : from + by * (most / length);
}

bool isWalkable(const Vec3d& normal)
{
    return normal.y > GroundNormalY;
}

Vec3d Obstacles::slide(const Vec3d& velocity) const
{
    if (isFree(velocity))
        return velocity;
    for (std::size_t i = 0; i < m_count; ++i) {
        const double into = glm::dot(velocity, m_normals[i]);
        if (into >= 0)
            continue;
        const Vec3d along = velocity - m_normals[i] * into;
        if (isFree(along))
            return along;
    }
    for (std::size_t i = 0; i < m_count; ++i)
        for (std::size_t j = i + 1; j < m_count; ++j) {
            const Vec3d crease = withLength(glm::cross(m_normals[i], m_normals[j]), 1.0);
            const Vec3d along = crease * glm::dot(crease, velocity);
            if (glm::dot(crease, crease) > 0.5 && isFree(along))
                return along;
        }
    return Vec3d{0};
}

bool Obstacles::isFree(const Vec3d& velocity) const
{
    const double tolerance = -1e-9 * glm::length(velocity);
    return std::all_of(m_normals.begin(), m_normals.begin() + static_cast<std::ptrdiff_t>(m_count),
                       [&](const Vec3d& n) { return glm::dot(velocity, n) >= tolerance; });
}

/// Crouching draws the head in; the feet stay where they are.
void Walker::crouch(bool wanted)
{
    if (wanted == m_state.crouched)
        return;
    if (!wanted) {
        const Vec3d up{0, m_settings.standHeight - m_settings.crouchHeight + ContactSkin, 0};
        if (m_space.sweep(capsule(), m_state.foot, up))
            return;
    }
    m_state.crouched = wanted;
}

/// Out of what moved into the character since the last tick, but never through anything else.
void Walker::separate()
{
    // A little fatter than real, so that the skin grows back before it is used up.
    constexpr double Thin = ContactSkin / 4;
    const auto real = capsule();
    const Vec3d out = m_space.depenetrate({real.radius + Thin, real.height + 2 * Thin},
                                          m_state.foot - Vec3d{0, Thin, 0});
    if (glm::dot(out, out) <= 0)
        return;
    advance(m_state.foot, out);
    const Vec3d direction = withLength(out, 1.0);
    m_state.velocity -= direction * std::min(glm::dot(m_state.velocity, direction), 0.0);
}

void Walker::carry(const Vec3d& motion)
{
    advance(m_state.foot, motion);
}

/// Moves as far as the way is free, ContactSkin off what is met.
Walker::Advance Walker::advance(Vec3d& foot, const Vec3d& motion) const
{
    const double length = glm::length(motion);
    if (!(length > 1e-12))
        return {};
    const Vec3d direction = motion / length;
    const double reach = length + 2 * ContactSkin;
    auto hit = m_space.sweep(capsule(), foot, direction * reach);
    double free = length;
    if (hit) {
        const double approach = std::max(-glm::dot(direction, hit->normal), 1e-6);
        free = std::clamp(hit->fraction * reach - ContactSkin / approach, 0.0, length);
        if (free >= length)
            hit.reset();
    }
    foot += direction * free;
    return {std::move(hit), free / length};
}

/// Whether there is ground under the middle of the capsule, no deeper than a step.
bool Walker::hasFloorBelow() const
{
    const double depth = m_settings.radius + m_settings.stepHeight + StepTolerance;
    const Ray down{m_state.foot + Vec3d{0, m_settings.radius, 0}, {0, -1, 0}};
    const auto floor = m_space.raycast(down, depth);
    return floor && isWalkable(floor->normal);
}

/// Ground is what is flat enough where it is touched; on the edge of a stair, the tread.
bool Walker::carries(const SweepHit& hit) const
{
    return isWalkable(hit.normal) ||
           (hit.normal.y > 0.01 && isWalkable(hit.surface) && hasFloorBelow());
}

/// Ground close by, or several steep surfaces that leave no way down but a flat one: they hold what
/// is between them.
std::optional<SweepHit> Walker::wedge() const
{
    const auto contacts = m_space.touching(capsule(), m_state.foot, 3 * ContactSkin);
    Obstacles all;
    for (const auto& contact : contacts) {
        if (contact.normal.y > 0.01 && carries(contact))
            return contact;
        all.add(contact.normal);
    }
    // Down a slope of 45 degrees half of a unit of falling is left.
    if (all.count() < 2 || all.slide({0, -1, 0}).y < -0.5)
        return std::nullopt;
    auto held = contacts.front();
    held.normal = held.surface = {0, 1, 0};
    return held;
}

/// Up, forward and down again onto something no higher than a step. Nothing if that leads nowhere.
std::optional<Walker::Advance> Walker::climb(const Vec3d& motion, const SweepHit& blocker)
{
    const double highest = m_settings.stepHeight + StepTolerance;
    const Vec3d start = m_state.foot;
    Vec3d foot = start;
    advance(foot, {0, m_settings.stepHeight, 0});
    const double rise = foot.y - start.y;
    const Vec3d raised = foot;
    auto ahead = advance(foot, motion);
    if (rise < ContactSkin || glm::length(foot - raised) < 1e-6)
        return std::nullopt;
    const auto down = advance(foot, {0, -rise, 0});
    if (down.hit) {
        const bool flat = isWalkable(down.hit->normal) || isWalkable(down.hit->surface);
        // On narrow stairs the way up one step ends on the next, which counts from the first.
        const double level = blocker.point.y - start.y;
        const bool isStep = isWalkable(blocker.surface) && level <= highest;
        const double from = isStep ? std::max(level, 0.0) : 0.0;
        if (!flat || down.hit->point.y - start.y > from + highest)
            return std::nullopt;
        m_state.groundNormal = isWalkable(down.hit->surface) ? down.hit->surface : down.hit->normal;
    }
    m_state.stepRise += foot.y - start.y;
    m_state.foot = foot;
    return ahead;
}

/// Walks on the ground with a heading whose length is the speed; returns what is left of it.
/// The way is two-dimensional: walls take their part of the heading, the ground only tilts it.
Vec3d Walker::walk(Vec3d heading, double seconds)
{
    Obstacles walls;
    for (int i = 0; i < MaxSlides && glm::length(heading) > 1e-9 && seconds > 0; ++i) {
        const Vec3d ground = m_state.groundNormal;
        const auto way = advance(m_state.foot, alongGround(heading, ground) * seconds);
        seconds *= 1 - way.used;
        if (!way.hit)
            break;
        auto hit = *way.hit;
        const bool insideFace = glm::dot(hit.normal, hit.surface) > 0.9999;
        if (isWalkable(hit.normal) && insideFace && hit.normal != ground) {
            m_state.groundNormal = hit.normal;
            continue;
        }
        if (const auto step = climb(heading * seconds, hit)) {
            seconds *= 1 - step->used;
            if (!step->hit)
                break;
            hit = *step->hit;
        }
        // The horizontal direction in which the tilted heading runs into the surface.
        const Vec3d across = horizontal(hit.normal) - horizontal(m_state.groundNormal) *
                                                          (hit.normal.y / m_state.groundNormal.y);
        if (glm::length(across) < 1e-6)
            break;
        walls.add(withLength(across, 1.0));
        heading = horizontal(walls.slide(heading));
    }
    return heading;
}

void Walker::standOn(const SweepHit& hit)
{
    m_state.grounded = true;
    m_state.groundEntity = hit.entity;
    m_state.groundNormal = isWalkable(hit.surface)  ? hit.surface
                           : isWalkable(hit.normal) ? hit.normal
                                                    : Vec3d{0, 1, 0};
}

/// Follows ground that falls away by up to a step; false if there is none.
bool Walker::settle()
{
    const Vec3d before = m_state.foot;
    const auto way = advance(m_state.foot, {0, -m_settings.stepHeight - 2 * ContactSkin, 0});
    if (way.hit && carries(*way.hit)) {
        m_state.stepRise += m_state.foot.y - before.y;
        standOn(*way.hit);
        return true;
    }
    if (way.hit)
        if (const auto held = wedge()) {
            standOn(*held);
            return true;
        }
    m_state.foot = before;
    return false;
}

void Walker::moveOnGround(const CharacterInput& input, double seconds)
{
    const auto wish = horizontal(saneVelocity(input.wish));
    auto heading = headingOf(m_state.velocity);
    const bool brakes =
        glm::dot(wish, heading) < 0 || glm::length(wish) < glm::length(heading) - 1e-9;
    const double rate =
        input.acceleration.value_or(brakes ? m_settings.braking : m_settings.acceleration);
    heading = walk(approached(heading, wish, std::max(0.0, rate) * seconds), seconds);
    if (!settle()) {
        m_state.grounded = false;
        m_state.velocity = alongGround(heading, m_state.groundNormal) + saneVelocity(input.carry);
        m_state.groundEntity = {};
        return;
    }
    m_state.velocity = alongGround(heading, m_state.groundNormal);
}

void Walker::land(const SweepHit& hit, double seconds)
{
    m_state.landed = true;
    m_state.landingSpeed = std::max(-m_state.velocity.y, 0.0);
    standOn(hit);
    const auto heading = walk(horizontal(m_state.velocity), seconds);
    m_state.velocity = alongGround(heading, m_state.groundNormal);
    if (!settle())
        m_state.grounded = false;
}

void Walker::moveInAir(const CharacterInput& input, double seconds)
{
    auto& velocity = m_state.velocity;
    const auto wish = horizontal(saneVelocity(input.wish));
    if (glm::length(wish) > 0) {
        const double rate = input.airAcceleration.value_or(m_settings.airAcceleration);
        const auto steered = approached(horizontal(velocity), wish, std::max(0.0, rate) * seconds);
        velocity = {steered.x, velocity.y, steered.z};
    }
    // The mean of the speeds before and after is exact for constant gravity.
    const Vec3d fall{0, -m_settings.gravity * seconds, 0};
    Vec3d motion = (velocity + fall * 0.5) * seconds;
    velocity = saneVelocity(velocity + fall);

    Obstacles met;
    for (int i = 0; i < MaxSlides; ++i) {
        const auto way = advance(m_state.foot, motion);
        seconds *= 1 - way.used;
        if (!way.hit)
            return;
        if (velocity.y <= 0 && carries(*way.hit)) {
            land(*way.hit, seconds);
            return;
        }
        met.add(way.hit->normal);
        motion = met.slide(motion * (1 - way.used));
        velocity = met.slide(velocity);
        if (met.count() > 1 && velocity.y <= 0)
            if (const auto held = wedge()) {
                land(*held, seconds);
                return;
            }
    }
}
} // namespace engine
