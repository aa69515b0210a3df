#pragma once

#include "engine_core/base/files/files.h"

#include <cstdint>

namespace editor
{
/// Opens the editor on the project, has its dialog recover what a killed one left, and edits,
/// undoes, saves and autosaves by chance in its window until it is killed. What it says on stdout,
/// a line each, with the hash of the scene's contents: "open HASH" once it is there, "will HASH"
/// before a step and "done HASH" behind it, "saving HASH". Ends by itself after some thousand
/// steps, or if a dialog that nobody expects stands in the way. Used by `bench kills`.
int measureKills(int& argc, char** argv, const engine::fs::path& project, std::uint32_t seed);
} // namespace editor
