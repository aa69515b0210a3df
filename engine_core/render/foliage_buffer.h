#pragma once

#include "engine_core/render/foliage_cull.h"
#include "engine_core/render/gpu_arena.h"
#include "engine_core/scene/lightmap.h"

#include <list>
#include <memory>
#include <unordered_map>

namespace engine
{
class World;

/// A plant as the GPU reads it: the authored bytes and the light beneath.
struct GpuPlant
{
    FoliageInstance instance;
    std::uint32_t light = 0; ///< irradiance / pi as GL_UNSIGNED_INT_10F_11F_11F_REV
};

static_assert(sizeof(GpuPlant) == 44);

/// The plants of all worlds in one growing buffer, chunk by chunk. Worlds that share a chunk share
/// its place, so that play starts without uploading anything.
class FoliageBuffer
{
public:
    struct Chunk
    {
        std::shared_ptr<const FoliageChunk> source;
        std::shared_ptr<const Lightmap> lightmap; ///< that its light is from; may be null
        std::vector<FoliageRun> runs;
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        int users = 0;
    };

    /// With one more user. `world` has the brushes that the plants stand on.
    [[nodiscard]] Chunk* acquire(const std::shared_ptr<const FoliageChunk>& chunk,
                                 const std::shared_ptr<const Lightmap>& lightmap,
                                 const World& world);

    void release(Chunk* chunk);

    [[nodiscard]] GLuint buffer() const { return m_arena.buffer(); }

private:
    using Key = std::pair<const FoliageChunk*, const Lightmap*>;

    struct KeyHash
    {
        std::size_t operator()(const Key& key) const
        {
            return std::hash<const void*>{}(key.first) * 31 + std::hash<const void*>{}(key.second);
        }
    };

    GpuArena m_arena{sizeof(GpuPlant)};
    std::unordered_map<Key, Chunk, KeyHash> m_chunks;
};
} // namespace engine
