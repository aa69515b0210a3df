#pragma once

#include "engine_core/navigation/query/nav_query.h"

#include <DetourNavMeshQuery.h>

namespace engine
{
/// The same as Detour wants it.
[[nodiscard]] dtQueryFilter detourFilter(const NavFilter& filter);
} // namespace engine
