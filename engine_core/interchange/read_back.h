#pragma once

#include "engine_core/scene/world/world.h"

#include <string>
#include <vector>

namespace engine
{
/// What a scene loses when it is saved and opened again, a sentence for each object, and one of how
/// many more there are; empty if nothing. Importers ask before they hand a world over: what they
/// make comes from files of others, which may hold what no scene can. Any thread.
[[nodiscard]] std::vector<std::string> lostWhenReadBack(const World& world);

/// The name of a material as scene files hold it: without what leads out of the project, such as a
/// slash at its beginning, "..", a drive or a backslash. "/caulk" is "caulk".
[[nodiscard]] std::string materialNameInside(std::string_view name);
} // namespace engine
