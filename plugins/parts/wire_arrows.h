#pragma once

#include "engine_core/scene/debug_draw.h"
#include "engine_core/scene/world/world.h"

#include <functional>

namespace parts
{
/// Most arrows that are drawn at a time: more could not be told apart.
inline constexpr int MaxArrows = 2000;

/// Where the arrows of an object begin and end.
[[nodiscard]] engine::Vec3d wireEndPlace(const engine::World& world, engine::EntityId entity);

void drawWireArrow(engine::DebugDraw& draw,
                   const engine::Vec3d& from,
                   const engine::Vec3d& to,
                   engine::DrawColor color);

/// Draws an arrow for each wire whose ends `shows` names one of, from its object to its target.
/// Several wires between the same two are one arrow.
void drawWires(engine::DebugDraw& draw,
               const engine::World& world,
               const std::function<bool(engine::EntityId)>& shows);
} // namespace parts
