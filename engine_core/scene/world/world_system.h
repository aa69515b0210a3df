#pragma once

#include "engine_core/scene/world/change_set.h"

namespace engine
{
class World;

/// Something that keeps state of its own beside a world (bodies, buffers, voices), keyed by
/// EntityId. Main thread only.
class WorldSystem
{
public:
    virtual ~WorldSystem() = default;

    /// Builds the side table. The world outlives the system.
    virtual void attach(World& world) = 0;

    /// Something changed; only mark it dirty here.
    virtual void onChanged(const ChangeSet& changes) = 0;

    /// Brings the side table up to date; `seconds` since the last call.
    virtual void update(double seconds) = 0;
};
} // namespace engine
