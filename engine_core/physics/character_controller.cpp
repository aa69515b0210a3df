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

CharacterState sanitized(CharacterState state)
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
    return state;
}

/// Remembers a jump that is asked for, and begins it as soon as there is ground, or was a moment
/// ago. Whether it began.
bool jump(CharacterState& state,
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
    const bool can = state.grounded || state.coyoteLeft >= -TimeSlack;
    if (!can || !(state.waitingJump > 0))
        return false;
    state.velocity.y = std::exchange(state.waitingJump, 0.0);
    state.coyoteLeft = 0;
    state.jumped = true;
    return true;
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
} // namespace

CharacterState stepCharacter(const CollisionSpace& space,
                             CharacterState state,
                             const CharacterSettings& settings,
                             const CharacterInput& input,
                             double seconds)
{
    state = sanitized(std::move(state));
    if (!(seconds > 0) || !std::isfinite(seconds))
        return state;
    Walker walker{space, settings, state};
    walker.crouch(input.crouch);
    walker.separate();
    if (state.grounded)
        walker.carry(saneVelocity(input.carry) * seconds);
    const bool jumps = jump(state, settings, input, seconds);
    if (state.grounded && (jumps || glm::dot(state.velocity, state.groundNormal) > RisingSpeed))
        leaveGround(state, input);
    if (state.grounded)
        walker.moveOnGround(input, seconds);
    else
        walker.moveInAir(input, seconds);
    if (state.grounded)
        state.coyoteLeft = settings.coyoteTime;
    countSteps(state, settings, seconds);
    return state;
}
} // namespace engine
