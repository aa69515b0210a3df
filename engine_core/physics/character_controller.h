#pragma once

#include "engine_core/physics/static_collision.h"

#include <optional>

namespace engine
{
/// Surfaces whose normal is steeper than this carry nobody: 45 degrees.
inline constexpr double GroundNormalY = 0.707;

struct CharacterSettings
{
    double radius = 0.35;      ///< metres
    double standHeight = 1.7;  ///< metres
    double crouchHeight = 1.2; ///< metres
    double stepHeight = 0.35;  ///< metres
    double gravity = 15.0;     ///< metres per second squared

    double acceleration = 50.0;    ///< m/s² towards the wish, on the ground
    double braking = 50.0;         ///< the same towards a wish that is slower, or goes back
    double airAcceleration = 10.0; ///< m/s² towards the wish, in the air
    double coyoteTime = 0.0;       ///< seconds off the ground in which it can still jump
    double jumpBuffer = 0.0;       ///< seconds for which a jump waits for the ground

    double swimSpeed = 2.5;         ///< metres per second at most, in water
    double swimAcceleration = 12.0; ///< m/s² towards the wish, in water
    double climbSpeed = 2.5;        ///< metres per second at most, on ladders

    double walkStride = 1.75; ///< metres from one step of a walk to the next
    double runStride = 2.15;  ///< the same of a run
    double runSpeed = 5.0;    ///< metres per second from which on it runs
};

/// The water that a character is in.
struct CharacterWater
{
    double part = 0;     ///< of its height that is in it, 0 to 1
    double buoyancy = 1; ///< its lift when all of it is in, as a share of its weight
    double drag = 0;     ///< per second, of the speed against the water
    Vec3d current{0};    ///< metres per second
};

/// What a player wants in one tick, and what is about them.
struct CharacterInput
{
    /// Wanted velocity, metres per second. Its y counts in water, on a ladder and as a ghost.
    Vec3d wish{0};
    std::optional<double> acceleration{}; ///< m/s², instead of that and the braking of the settings
    std::optional<double> airAcceleration{}; ///< m/s², instead of that of the settings
    double jumpSpeed = 0; ///< metres per second upwards as soon as it can jump; 0 asks for no jump
    bool crouch = false;
    Vec3d carry{0}; ///< velocity of the mover underfoot, if any; metres per second
    std::optional<CharacterWater> water{};
    std::optional<Vec3d> ladder{}; ///< within reach: unit length, level, towards the ladder
    bool ghost = false;            ///< goes where it wishes, through everything, and weighs nothing
};

struct CharacterState
{
    Vec3d foot{0}; ///< lowest point, world space
    Vec3d velocity{0};
    bool grounded = false;
    bool crouched = false;
    bool jumped = false;     ///< began a jump in the last tick
    bool landed = false;     ///< touched the ground in the last tick
    double landingSpeed = 0; ///< metres per second downwards at that touch
    bool swimming = false;
    bool climbing = false;   ///< on a ladder
    double submerged = 0;    ///< part of its height that was in water in the last tick
    double letGo = 0;        ///< seconds until a ladder or water can have it again
    bool stepped = false;    ///< a foot came down in the last tick
    bool runs = false;       ///< and it was a step of a run
    double steps = 0;        ///< that it has walked since it stood, or was in the air
    double stepRise = 0; ///< metres that steps have lifted it by in the last tick; less than 0 down
    Vec3d groundNormal{0, 1, 0};
    EntityId groundEntity;
    double coyoteLeft = 0;  ///< seconds in which it can jump without ground
    double waitingJump = 0; ///< metres per second upwards of the jump that waits; 0: none
    double jumpLeft = 0;    ///< seconds for which it goes on waiting
};

/// One tick of `seconds` of a walking capsule. Rules (the tutorial's, corrected):
/// - slide: v -= dot(v, n) * n only when moving into the surface (dot < 0), remainder re-swept, at
///   most 5 times; a second surface slides along the crease;
/// - ground when normal.y > GroundNormalY; ground snap only if grounded before and not rising;
/// - the same speed along the ground and the same jump height on slopes up to 45 degrees;
/// - a jump begins on the ground, or within coyoteTime after the ground has ended below the feet;
///   one that is asked for up to jumpBuffer too early begins with the first tick that can;
/// - it swims where it wishes as soon as the water is deep enough to float, and climbs a ladder
///   that it meets in the air, or goes up on; a jump leaves both;
/// - steps up to stepHeight are climbed; standing up from a crouch waits for headroom.
[[nodiscard]] CharacterState stepCharacter(const CollisionSpace& space,
                                           CharacterState state,
                                           const CharacterSettings& settings,
                                           const CharacterInput& input,
                                           double seconds);
} // namespace engine
