#include "engine_core/physics/character_controller.h"

#include "engine_core/physics/character_walk.h"

#include <algorithm>
#include <utility>

namespace engine
{
namespace
{
/// Leaving the ground faster than this is a launch, not walking. Metres per second.
constexpr double RisingSpeed = 0.1;

/// Who is slower does not walk. Metres per second.
constexpr double SlowestStep = 0.5;

/// Sums of ticks may be this much off a time that is said. Seconds.
constexpr double TimeSlack = 1e-6;

CharacterState sanitized(CharacterState state, const CharacterInput& input)
{
    if (!isFinite(state.foot))
        state.foot = Vec3d{0};
    state.velocity = saneVelocity(state.velocity);
    if (!isFinite(state.groundNormal) || !isWalkable(state.groundNormal))
        state.groundNormal = {0, 1, 0};
    state.jumped = false;
    state.landed = false;
    state.landingSpeed = 0;
    state.stepRise = 0;
    state.stepped = false;
    state.submerged = input.water ? std::clamp(input.water->part, 0.0, 1.0) : 0.0;
    return state;
}

/// Remembers a jump that is asked for, and tells how fast upwards it begins: as soon as there is
/// ground, or was a moment ago, or something to jump off. 0 if it does not.
double takeJump(CharacterState& state,
                const CharacterSettings& settings,
                const CharacterInput& input,
                double seconds)
{
    state.jumpLeft -= seconds;
    if (input.jumpSpeed > 0 && std::isfinite(input.jumpSpeed)) {
        state.waitingJump = std::min(input.jumpSpeed, MaxCharacterSpeed);
        state.jumpLeft = settings.jumpBuffer;
    } else if (!(state.jumpLeft >= -TimeSlack)) {
        state.waitingJump = 0;
    }
    if (!state.grounded)
        state.coyoteLeft -= seconds;
    const bool atSurface = state.swimming && state.submerged < 1;
    const bool can =
        state.grounded || state.climbing || atSurface || state.coyoteLeft >= -TimeSlack;
    if (!can || !(state.waitingJump > 0))
        return 0;
    state.coyoteLeft = 0;
    state.jumped = true;
    return std::exchange(state.waitingJump, 0.0);
}

void leaveGround(CharacterState& state, const CharacterInput& input)
{
    state.grounded = false;
    state.groundEntity = {};
    state.coyoteLeft = 0;
    state.velocity += saneVelocity(input.carry);
}

/// Counts the steps of its feet. The first one is where it sets out.
void countSteps(CharacterState& state, const CharacterSettings& settings, double seconds)
{
    const double speed = glm::length(horizontal(state.velocity));
    if (!state.grounded || speed < SlowestStep) {
        state.steps = 0;
        return;
    }
    state.runs = speed >= settings.runSpeed;
    const double stride = state.runs ? settings.runStride : settings.walkStride;
    const double before = state.steps;
    state.steps += speed * seconds / std::max(0.1, stride);
    state.stepped = before <= 0 || std::floor(state.steps) > std::floor(before);
}

/// Through everything, within the world.
CharacterState haunt(CharacterState state, const CharacterInput& input, double seconds)
{
    const auto foot = state.foot;
    const bool crouched = state.crouched;
    state = {};
    state.crouched = crouched;
    state.velocity = saneVelocity(input.wish);
    state.foot = glm::clamp(foot + state.velocity * seconds, -WorldLimit, WorldLimit);
    return state;
}
} // namespace

CharacterState stepCharacter(const CollisionSpace& space,
                             CharacterState state,
                             const CharacterSettings& settings,
                             const CharacterInput& input,
                             double seconds)
{
    state = sanitized(std::move(state), input);
    if (!(seconds > 0) || !std::isfinite(seconds))
        return state;
    if (input.ghost)
        return haunt(state, input, seconds);
    Walker walker{space, settings, state};
    walker.crouch(input.crouch);
    walker.separate();
    if (state.grounded)
        walker.carry(saneVelocity(input.carry) * seconds);
    walker.takeHold(input, seconds);
    const double jump = takeJump(state, settings, input, seconds);
    if (jump > 0 && (state.climbing || state.swimming))
        walker.jumpOff(input, jump);
    else if (jump > 0)
        state.velocity.y = jump;
    if (state.grounded && (jump > 0 || glm::dot(state.velocity, state.groundNormal) > RisingSpeed))
        leaveGround(state, input);
    if (state.climbing)
        walker.climbLadder(input, seconds);
    else if (state.swimming)
        walker.swim(input, seconds);
    else if (state.grounded)
        walker.moveOnGround(input, seconds);
    else
        walker.moveInAir(input, seconds);
    if (state.grounded)
        state.coyoteLeft = settings.coyoteTime;
    countSteps(state, settings, seconds);
    return state;
}
} // namespace engine
