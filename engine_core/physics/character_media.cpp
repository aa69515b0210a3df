#include "engine_core/physics/character_walk.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine
{
namespace
{
/// Parts of the body in water with which it begins to swim and stops.
constexpr double StartsSwimming = 0.65;
constexpr double StopsSwimming = 0.5;

/// It floats no higher than with this part of the body in water.
constexpr double HighestFloat = 0.95;

/// Climbing slower than this it does not take hold of a ladder. Metres per second.
constexpr double LeastClimb = 0.1;

/// What it leaves by a jump takes it back no sooner. Seconds.
constexpr double LetGoTime = 0.3;

/// Share of the jump's speed that goes up and away at a ladder: the same in all.
const double Aside = std::sqrt(0.5);

double climbOf(const CharacterInput& input)
{
    return input.wish.y + glm::dot(input.wish, *input.ladder);
}
} // namespace

/// On a ladder rather than in water, in water rather than on the ground.
void Walker::takeHold(const CharacterInput& input, double seconds)
{
    auto& state = m_state;
    state.letGo = std::max(state.letGo - seconds, 0.0);
    const bool isFree = state.letGo <= 0;
    const double part = input.water ? input.water->part : 0.0;
    const bool wasClimbing = std::exchange(state.climbing, false);
    state.swimming = isFree && part >= (state.swimming ? StopsSwimming : StartsSwimming);
    if (isFree && input.ladder) {
        const bool mustWish = state.grounded || state.swimming;
        state.climbing = wasClimbing || !mustWish || climbOf(input) > LeastClimb;
    }
    if (state.climbing)
        state.swimming = false;
    if (!state.climbing && !state.swimming)
        return;
    state.grounded = false;
    state.groundEntity = {};
    state.coyoteLeft = 0;
}

/// Whether there is a wall where it wants to go.
bool Walker::facesWall(const CharacterInput& input) const
{
    const Vec3d ahead = withLength(horizontal(saneVelocity(input.wish)), 1.0);
    const auto contacts = m_space.touching(capsule(), m_state.foot, 8 * ContactSkin);
    return std::any_of(contacts.begin(), contacts.end(),
                       [&](const SweepHit& hit) { return glm::dot(hit.normal, ahead) < -0.5; });
}

/// Away from a ladder, or out of water: where there is a wall ahead, as high above the water as it
/// jumps on the ground.
void Walker::jumpOff(const CharacterInput& input, double speed)
{
    auto& state = m_state;
    if (state.climbing) {
        state.velocity = (Vec3d{0, 1, 0} - *input.ladder) * (speed * Aside);
    } else {
        const double depth = input.water->part * capsule().height;
        const double gravity = std::max(0.0, m_settings.gravity);
        state.velocity.y =
            facesWall(input) ? std::sqrt(speed * speed + 2 * gravity * depth) : speed;
    }
    state.climbing = state.swimming = false;
    state.letGo = LetGoTime;
}

/// Moves with its velocity, along what is in the way. The ground, if it came down on some.
std::optional<SweepHit> Walker::glide(double seconds)
{
    auto& velocity = m_state.velocity;
    Vec3d motion = velocity * seconds;
    Obstacles met;
    std::optional<SweepHit> ground;
    for (int i = 0; i < MaxSlides; ++i) {
        auto way = advance(m_state.foot, motion);
        if (!way.hit)
            break;
        if (velocity.y < 0 && carries(*way.hit))
            ground = way.hit;
        met.add(way.hit->normal);
        motion = met.slide(motion * (1 - way.used));
        velocity = met.slide(velocity);
    }
    return ground;
}

/// Flies where it looks, and without a wish floats to where its buoyancy equals its weight.
void Walker::swim(const CharacterInput& input, double seconds)
{
    const auto& water = *input.water;
    auto& velocity = m_state.velocity;
    const Vec3d wanted = saneVelocity(input.wish);
    Vec3d wish =
        withLength(wanted, std::min(glm::length(wanted), std::max(0.0, m_settings.swimSpeed)));
    // Nobody swims up into the air: what is left above where it floats slows it down.
    const double floats = std::min(1 / std::max(1.0, water.buoyancy), HighestFloat);
    if (wish.y > 0)
        wish.y *= std::clamp((water.part - floats) / (1 - floats), 0.0, 1.0);
    const Vec3d current = saneVelocity(water.current);
    velocity.y += m_settings.gravity * (water.buoyancy * water.part - 1) * seconds;
    velocity = current + (velocity - current) * std::exp(-std::max(0.0, water.drag) * seconds);
    if (glm::length(wish) > 0)
        velocity = approached(velocity, wish + current,
                              std::max(0.0, m_settings.swimAcceleration) * seconds);
    velocity = saneVelocity(velocity);
    glide(seconds);
}

/// Up by what it wants up and towards the ladder, so that it climbs where it looks; without a wish
/// it holds on.
void Walker::climbLadder(const CharacterInput& input, double seconds)
{
    const double most = std::max(0.0, m_settings.climbSpeed);
    const Vec3d into = *input.ladder;
    const Vec3d wanted = saneVelocity(input.wish);
    const Vec3d wish = withLength(wanted, std::min(glm::length(wanted), most));
    const double ahead = glm::dot(wish, into);
    // Going back climbs down, and does not step into the air.
    m_state.velocity = horizontal(wish) - into * std::min(ahead, 0.0);
    m_state.velocity.y = std::clamp(wish.y + ahead, -most, most);
    if (const auto ground = glide(seconds)) {
        m_state.climbing = false;
        m_state.velocity = Vec3d{0};
        standOn(*ground);
    }
}
} // namespace engine
