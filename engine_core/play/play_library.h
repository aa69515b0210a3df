#pragma once

#include "engine_core/assets/asset_database.h"
#include "engine_core/scripting/script_library.h"

#include <memory>

namespace engine
{
/// The compiled scripts of a project, with everything bound that play gives to scripts. Keep one
/// beside the open project: the inspector reads script properties from it, and play starts without
/// compiling. A project without a player.as of its own gets the program's. The database outlives
/// the library.
[[nodiscard]] std::unique_ptr<ScriptLibrary> makeScriptLibrary(const AssetDatabase& assets);
} // namespace engine
