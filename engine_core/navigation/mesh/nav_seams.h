#pragma once

#include <DetourNavMesh.h>

namespace engine
{
/// Parts ground of that tile and its neighbours again where Detour joined floors that lie above
/// each other: it joins border edges that are up to two steps apart, and measures between their
/// ends only. What stays joined comes within one step, and within the agent's height, somewhere
/// along the border; heights are those of the surface, give or take `error` metres.
void partFloors(dtNavMesh& mesh, dtTileRef tile, double error);
} // namespace engine
