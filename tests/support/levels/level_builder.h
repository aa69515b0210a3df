#pragma once

#include "engine_core/base/name.h"
#include "engine_core/geometry/patch_edit.h"
#include "engine_core/scene/world/world.h"

#include <cstdint>

namespace mapwright::test
{
/// Adds a box with a Node; returns its id.
engine::EntityId addBox(engine::World& world,
                        const engine::Vec3d& min,
                        const engine::Vec3d& max,
                        const std::string& name = "box",
                        engine::Name material = {});

engine::EntityId addLight(engine::World& world,
                          const engine::Vec3d& at,
                          float range = 9.0f,
                          float intensity = 30.0f);

engine::EntityId addPlayerStart(engine::World& world, const engine::Vec3d& at);

/// Adds a curved patch as big as the box; returns its id.
engine::EntityId addPatch(engine::World& world,
                          engine::PatchShape shape,
                          const engine::Aabb& box,
                          const std::string& material = {});

/// The tutorial's room: floor, four walls and ceiling, 16 x 16 and 4 metres high inside, floor top
/// at y = 0, centred on the origin, materials Materials/Spaceship/*, texture scale 4. Six brushes.
void buildRoom(engine::World& world);

/// A level of rooms in a grid with `brushes` brushes in all (the last room may lack some), a light
/// and some furniture in each, and a player start in the first. The same for the same count.
void buildLevel(engine::World& world, std::size_t brushes);
} // namespace mapwright::test
