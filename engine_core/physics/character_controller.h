#pragma once

#include "engine_core/physics/static_collision.h"

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
};

/// What a player wants in one tick.
struct CharacterInput
{
    Vec3d wish{0};              ///< wanted velocity over ground, metres per second, y ignored
    double acceleration = 50.0; ///< metres per second squared towards the wish, on the ground
    double airAcceleration = 10.0;
    double jumpSpeed = 0; ///< metres per second upwards if on the ground; 0 does not jump
    bool crouch = false;
    Vec3d carry{0}; ///< velocity of the mover underfoot, if any; metres per second
};

struct CharacterState
{
    Vec3d foot{0}; ///< lowest point, world space
    Vec3d velocity{0};
    bool grounded = false;
    bool crouched = false;
    bool landed = false;     ///< touched the ground in the last tick
    double landingSpeed = 0; ///< metres per second downwards at that touch
    Vec3d groundNormal{0, 1, 0};
    EntityId groundEntity;
};

/// One tick of `seconds` of a walking capsule. Rules (the tutorial's, corrected):
/// - slide: v -= dot(v, n) * n only when moving into the surface (dot < 0), remainder re-swept, at
///   most 5 times; a second surface slides along the crease;
/// - ground when normal.y > GroundNormalY; ground snap only if grounded before and not rising;
/// - the same speed along the ground and the same jump height on slopes up to 45 degrees;
/// - steps up to stepHeight are climbed; standing up from a crouch waits for headroom.
[[nodiscard]] CharacterState stepCharacter(const CollisionSpace& space,
                                           CharacterState state,
                                           const CharacterSettings& settings,
                                           const CharacterInput& input,
                                           double seconds);
} // namespace engine
