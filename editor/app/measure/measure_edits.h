#pragma once

#include "engine_core/base/files/files.h"

namespace editor
{
/// Opens the editor on the project and gives commands about all objects of its start scene, and
/// ends. Prints for each "step NAME LONGEST WHOLE ENTITIES SELECTED COPIED HASH": the longest that
/// the window took no events meanwhile and how long it was busy, both in milliseconds; then how
/// many entities the scene has, how many are selected, how many letters the clipboard holds and
/// the hash of the scene. What other programs took of the processor does not count. Used by
/// `bench edit_brush`.
int measureEdits(int& argc, char** argv, const engine::fs::path& project);
} // namespace editor
