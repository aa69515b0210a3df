#pragma once

#include "engine_core/base/files/files.h"

namespace editor
{
enum class StartKind
{
    Floor, ///< an empty Qt window with a GL view and two docks: what Qt alone costs
    Empty, ///< the editor on an empty project
    Project
};

/// Opens the window, waits until it is complete (every view painted, no events left), prints
/// "complete MILLISECONDS MEGABYTES DRIVER" from the start of the process, and ends; DRIVER is the
/// part of the megabytes that is code and tables of a graphics driver that draws on the processor.
/// Used by `bench start`.
int measureStart(int& argc, char** argv, StartKind kind, const engine::fs::path& target);

/// Opens the editor on the project, opens this scene of it in the window, edits and saves it,
/// prints "scene OPENED SAVED STALL" and ends: milliseconds from the command to the first picture
/// of the scene in every view, from the command to the scene on disk, and the longest time
/// meanwhile in which the window took no events. Used by `bench scene_io`.
int measureScene(int& argc,
                 char** argv,
                 const engine::fs::path& project,
                 const engine::fs::path& scene);

/// Opens the editor on the project with this scene of it, has its navigation mesh built as the
/// command of the menu does, shown in the views beside its dock, prints "navmesh BUILT STALL HASH"
/// and ends: milliseconds from the command to the last tile, the longest turn of the event loop
/// meanwhile, and the mesh's contents. Used by `bench navmesh`.
int measureNavmesh(int& argc,
                   char** argv,
                   const engine::fs::path& project,
                   const engine::fs::path& scene);

/// Opens the editor on a copy of the sample, saves scripts with windows and changes them, prints
/// "window OPENED CHANGED" and ends: medians of the milliseconds from saving a file to what it
/// describes on the screen; negative if it never appeared. Used by `bench script_window`.
int measureScriptWindow(int& argc, char** argv);
} // namespace editor
