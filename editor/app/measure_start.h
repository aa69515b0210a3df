#pragma once

#include "engine_core/base/files.h"

namespace editor
{
enum class StartKind
{
    Floor, ///< an empty Qt window with a GL view and two docks: what Qt alone costs
    Empty, ///< the editor on an empty project
    Project
};

/// Opens the window, waits until it is complete (every view painted, no events left), prints
/// "complete MILLISECONDS MEGABYTES" from the start of the process, and ends. Used by `bench
/// start`.
int measureStart(int& argc, char** argv, StartKind kind, const engine::fs::path& target);
} // namespace editor
