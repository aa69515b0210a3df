#pragma once

#include "engine_core/render/foliage/foliage_cull.h"
#include "engine_core/render/gl/sliced_arena.h"
#include "engine_core/scene/light/lightmap.h"

#include <limits>
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

/// How many bytes may go to the GPU before the next picture, and what waits for them.
struct FoliageUpload
{
    /// For worlds that may keep a picture waiting.
    static constexpr std::size_t Everything = std::numeric_limits<std::size_t>::max();

    std::size_t bytes = Everything; ///< that are left
    std::size_t waiting = 0; ///< plants at most: a buffer that grows has room for all of them
};

/// The plants of all worlds in one growing buffer, chunk by chunk. Worlds that share a chunk share
/// its place, so that play starts without uploading anything. What a large step brings comes in
/// slices, and so does what is moved when the buffer grows, so that no picture waits long.
class FoliageBuffer
{
public:
    struct Chunk
    {
        std::shared_ptr<const FoliageChunk> source;
        std::shared_ptr<const Lightmap> lightmap; ///< that its light is from; may be null
        std::vector<FoliageRun> runs;             ///< none until it is ready
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        std::size_t seen = 0;      ///< of the source's instances
        std::uint32_t written = 0; ///< of `count`
        bool isReady = false;      ///< all of it is on the GPU
        int users = 0;
    };

    /// With one more user.
    [[nodiscard]] Chunk* acquire(const std::shared_ptr<const FoliageChunk>& chunk,
                                 const std::shared_ptr<const Lightmap>& lightmap);

    /// Goes on bringing the chunk's plants to the GPU; whether it is ready. `world` has the brushes
    /// that they stand on.
    bool upload(Chunk& chunk, const World& world, FoliageUpload& upload);

    void release(Chunk* chunk);

    [[nodiscard]] GLuint buffer() const { return m_arena.buffer(); }

    /// Plants that have their place, there already or not.
    [[nodiscard]] std::size_t count() const { return m_arena.used(); }

    /// That went to the GPU or were moved there, since the start.
    [[nodiscard]] std::size_t bytesMoved() const { return m_arena.bytesMoved(); }

private:
    bool findPlace(Chunk& chunk, FoliageUpload& upload);
    void writeSlice(Chunk& chunk, const World& world, FoliageUpload& upload);

    using Key = std::pair<const FoliageChunk*, const Lightmap*>;

    struct KeyHash
    {
        std::size_t operator()(const Key& key) const
        {
            return std::hash<const void*>{}(key.first) * 31 + std::hash<const void*>{}(key.second);
        }
    };

    SlicedArena m_arena{sizeof(GpuPlant)};
    std::unordered_map<Key, Chunk, KeyHash> m_chunks;
};
} // namespace engine
