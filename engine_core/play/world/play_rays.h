#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/math/ray.h"

#include <cstdint>
#include <string>

namespace engine
{
struct PlayState;
class World;

/// What a ray of a game's script meets, as it lies in scripts.
struct RayHit
{
    Vec3d point{0};         ///< world space
    Vec3d normal{0, 1, 0};  ///< of the surface, unit length, towards where the ray comes from
    double distance = -1;   ///< metres along the ray
    EntityId entity;        ///< whose it is, see castBall(); null for a plant
    EntityId part;          ///< the brush, model or character itself
    std::int32_t face = -1; ///< of a brush; -1 for everything else
    bool found = false;
};

/// Of the face of a brush that was met; empty for everything else.
[[nodiscard]] std::string materialOf(const World& world, const RayHit& hit);

/// The first thing that a ball on its way meets, of `length` metres: brushes and models that
/// collide, plants near characters, and the bodies of characters; but not `caster`, and nothing of
/// its body or below it. A brush or model is that of the nearest object at or above it with a Body,
/// a Mover or a Script, or else its own. A radius of 0 metres casts a ray. What it starts in is not
/// met. Nothing is found with numbers that are not finite or negative.
[[nodiscard]] RayHit
castBall(const PlayState& play, const Ray& way, double length, double radius, EntityId caster);
} // namespace engine
