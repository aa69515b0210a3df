#pragma once

#include <DetourAlloc.h>
#include <Recast.h>

#include <memory>

namespace engine
{
/// Gives Recast's and Detour's objects back as they want it.
struct RecastFree
{
    void operator()(rcHeightfield* object) const { rcFreeHeightField(object); }

    void operator()(rcCompactHeightfield* object) const { rcFreeCompactHeightfield(object); }

    void operator()(rcContourSet* object) const { rcFreeContourSet(object); }

    void operator()(rcPolyMesh* object) const { rcFreePolyMesh(object); }

    void operator()(rcPolyMeshDetail* object) const { rcFreePolyMeshDetail(object); }

    void operator()(unsigned char* bytes) const { dtFree(bytes); }
};

template <typename T>
using RecastPtr = std::unique_ptr<T, RecastFree>;

using DetourBytes = std::unique_ptr<unsigned char, RecastFree>;
} // namespace engine
