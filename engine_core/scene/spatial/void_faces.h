#pragma once

#include "engine_core/scene/spatial/covered_faces.h"

namespace engine
{
/// The outer faces of closed rooms: those of standing brushes that turn to the void and to no room,
/// while others of the brush are walls of a room. Without them one looks into a room from outside.
/// A room is what is closed around lights, player starts, models and sounds; while one of these
/// stands in the open, nothing is closed, or the level has a sky or plants, there are no such
/// faces. Closed doors are walls; what is left out of the game, is unseen there or is
/// no solid is none. Ordered by
/// entity and face. The world may be a copy on a worker thread; `control` may be null, and what a
/// cancelled search returns is not complete.
[[nodiscard]] std::vector<CoveredFace> voidFaces(const World& world, JobControl* control = nullptr);
} // namespace engine
