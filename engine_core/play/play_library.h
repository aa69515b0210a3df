#pragma once

#include "engine_core/assets/project/asset_database.h"
#include "engine_core/assets/project/project_trust.h"
#include "engine_core/scripting/compile/script_library.h"

#include <memory>

namespace engine
{
class World;

/// The compiled scripts of a project, with everything bound that play gives to scripts. Keep one
/// beside the open project: the inspector reads script properties from it, and play starts without
/// compiling. If `permission` is Off, files of the project are not even read; those of the program
/// run all the same. A project without a player.as of its own gets the program's. The database outlives
/// the library.
[[nodiscard]] std::unique_ptr<ScriptLibrary> makeScriptLibrary(const AssetDatabase& assets,
                                                               ScriptTrust permission);

/// Whether a game of this world would go without scripts that the library must not run.
[[nodiscard]] bool needsTrust(const ScriptLibrary& library, const World& world);
} // namespace engine
