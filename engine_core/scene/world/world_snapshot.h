#pragma once

#include "engine_core/scene/spatial/mesh_source.h"
#include "engine_core/scene/world/world.h"

#include <map>
#include <memory>
#include <string>

namespace engine
{
/// A copy of a world that a worker can read with its models: their source belongs to the main
/// thread, so they are looked up when the snapshot is taken. Made on the main thread; then one
/// thread at a time.
class WorldSnapshot final : private MeshSource
{
public:
    enum class Models
    {
        Whole, ///< waits for those that are still being read
        Shown  ///< does not: for whoever hears of them later (MeshSource::shown())
    };

    explicit WorldSnapshot(const World& world, Models models = Models::Whole);

    WorldSnapshot(const WorldSnapshot&) = delete;
    WorldSnapshot& operator=(const WorldSnapshot&) = delete;

    [[nodiscard]] const World& world() const { return m_world; }

private:
    /// Of a name that nothing in the world has: a marker.
    [[nodiscard]] std::shared_ptr<const MeshShape> mesh(const std::string& path) const override;

    World m_world;
    std::map<std::string, std::shared_ptr<const MeshShape>> m_meshes; ///< by name
};
} // namespace engine
