#pragma once

#include "editor/document/document.h"

namespace editor
{
/// The room of the level-building tutorial, a step of it at a time, each one undoable step. What
/// people do by hand in the manual's first chapter.
namespace roomsteps
{
/// 16 x 16 m, 0.25 m high, standing on y = 0.
engine::Result<void> addFloor(Document& document);

/// Four walls, 4 m high and 0.25 m thick, around the floor.
engine::Result<void> addWalls(Document& document);
engine::Result<void> addCeiling(Document& document);

/// Floor, wall and ceiling materials of Materials/Spaceship.
engine::Result<void> applyMaterials(Document& document);

/// Both texture scales of all faces to 4: the patterns repeat less.
engine::Result<void> scaleTextures(Document& document);

/// Four point lights, then their ranges to 9 m at once.
engine::Result<void> addLights(Document& document);

/// A partition across the room with a doorway, 2 m wide and 2.5 m high, and a door in it.
engine::Result<void> addDoor(Document& document);

/// A player start and the room tone.
engine::Result<void> addPlayer(Document& document);
} // namespace roomsteps
} // namespace editor
