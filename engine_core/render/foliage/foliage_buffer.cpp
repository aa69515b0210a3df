#include "engine_core/render/foliage/foliage_buffer.h"

#include "engine_core/geometry/chart_frame.h"
#include "engine_core/scene/spatial/static_geometry.h"

#include <glm/common.hpp>
#include <glm/gtc/packing.hpp>

#include <algorithm>
#include <map>

namespace engine
{
namespace
{
/// GLM's packing takes only what the small floats hold as normal numbers: darkness below them
/// becomes 0 instead of wrapping round.
std::uint32_t packLight(const Vec3f& light)
{
    constexpr float Least = 1e-4F;
    constexpr float Most = 6e4F;
    Vec3f kept{0};
    for (int i = 0; i < 3; ++i)
        if (light[i] >= Least) // which leaves out what is not a number, too
            kept[i] = std::min(light[i], Most);
    return glm::packF2x11_1x10(kept);
}

/// The light on the faces that plants stand on, face by face as they come.
class LightBeneath
{
public:
    LightBeneath(const World& world, const Lightmap* lightmap)
        : m_world{world}, m_lightmap{lightmap}
    {
    }

    Vec3f at(const FoliageInstance& plant)
    {
        if (m_lightmap == nullptr)
            return Vec3f{0};
        const auto& face = faceOf(plant);
        if (face.chart == nullptr)
            return inTheOpen(plant);
        const auto st = glm::clamp(face.frame.normalized(Vec3d{plant.position}), 0.0, 1.0);
        const Vec2d texel = Vec2d{face.chart->x, face.chart->y} +
                            st * Vec2d{face.chart->width - 1, face.chart->height - 1};
        return sample(m_lightmap->atlases[face.chart->atlas], texel);
    }

private:
    struct Face
    {
        const LightmapChart* chart = nullptr;
        ChartFrame frame;
    };

    const Face& faceOf(const FoliageInstance& plant)
    {
        const auto key = (std::uint64_t{plant.brush} << 16U) | plant.face;
        const auto known = m_faces.find(key);
        if (known != m_faces.end())
            return known->second;
        Face face;
        const EntityId brush{plant.brush};
        const auto solid = brushInWorld(m_world, brush);
        if (solid && plant.face < solid->faceCount()) {
            face.chart = m_lightmap->find(m_lightmap->chartsOf(brush, *solid), plant.face);
            face.frame = chartFrame(*solid, plant.face);
        }
        return m_faces.emplace(key, face).first->second;
    }

    /// Where the face has no light of its own, such as one that came after the bake.
    [[nodiscard]] Vec3f inTheOpen(const FoliageInstance& plant) const
    {
        constexpr double Above = 0.5; // metres, so that no probe within the ground counts most
        if (m_lightmap->volume.isEmpty())
            return Vec3f{0};
        const auto normal = foliageNormal(plant);
        return lightOf(m_lightmap->volume.at(Vec3d{plant.position} + normal * Above),
                       Vec3f{normal});
    }

    static Vec3f texelOf(const LightmapAtlas& atlas, std::uint32_t x, std::uint32_t y)
    {
        const auto at = (std::size_t{std::min(y, atlas.height - 1)} * atlas.width +
                         std::min(x, atlas.width - 1)) *
                        3;
        return {glm::unpackHalf1x16(atlas.halfs[at]), glm::unpackHalf1x16(atlas.halfs[at + 1]),
                glm::unpackHalf1x16(atlas.halfs[at + 2])};
    }

    static Vec3f sample(const LightmapAtlas& atlas, const Vec2d& texel)
    {
        const auto base = glm::floor(texel);
        const Vec2f f{texel - base};
        const auto x = static_cast<std::uint32_t>(base.x);
        const auto y = static_cast<std::uint32_t>(base.y);
        const auto above = glm::mix(texelOf(atlas, x, y), texelOf(atlas, x + 1, y), f.x);
        const auto below = glm::mix(texelOf(atlas, x, y + 1), texelOf(atlas, x + 1, y + 1), f.x);
        return glm::mix(above, below, f.y);
    }

    const World& m_world;
    const Lightmap* m_lightmap;
    std::map<std::uint64_t, Face> m_faces;
};
} // namespace

FoliageBuffer::Chunk* FoliageBuffer::acquire(const std::shared_ptr<const FoliageChunk>& source,
                                             const std::shared_ptr<const Lightmap>& lightmap)
{
    const auto [at, isNew] = m_chunks.try_emplace({source.get(), lightmap.get()});
    auto& chunk = at->second;
    ++chunk.users;
    if (isNew) {
        chunk.source = source;
        chunk.lightmap = lightmap;
    }
    return &chunk;
}

bool FoliageBuffer::upload(Chunk& chunk, const World& world, FoliageUpload& upload)
{
    if (chunk.isReady)
        return true;
    if (!findPlace(chunk, upload))
        return false;
    if (chunk.written < chunk.count)
        writeSlice(chunk, world, upload);
    chunk.isReady = chunk.written == chunk.count;
    if (chunk.isReady)
        chunk.runs = foliageRuns(*chunk.source, chunk.first);
    return chunk.isReady;
}

/// False while the buffer has to grow first.
bool FoliageBuffer::findPlace(Chunk& chunk, FoliageUpload& upload)
{
    const auto& instances = chunk.source->instances;
    const bool isPlaced = chunk.count > 0;
    const auto count = isPlaced ? chunk.count
                                : static_cast<std::uint32_t>(std::count_if(
                                      instances.begin(), instances.end(),
                                      [](const auto& plant) { return plant.isStanding(); }));
    if (count == 0)
        return true;
    const auto room = isPlaced ? 0 : std::max(count, static_cast<std::uint32_t>(upload.waiting));
    if (!m_arena.makeRoom(room, upload.bytes))
        return false;
    if (!isPlaced) {
        chunk.first = m_arena.allocate(count);
        chunk.count = count;
    }
    return true;
}

void FoliageBuffer::writeSlice(Chunk& chunk, const World& world, FoliageUpload& upload)
{
    const auto& instances = chunk.source->instances;
    const auto most =
        std::min<std::size_t>(upload.bytes / sizeof(GpuPlant), chunk.count - chunk.written);
    if (most == 0)
        return;
    LightBeneath light{world, chunk.lightmap.get()};
    std::vector<GpuPlant> plants;
    plants.reserve(most);
    for (; plants.size() < most; ++chunk.seen)
        if (const auto& instance = instances[chunk.seen]; instance.isStanding())
            plants.push_back({instance, packLight(light.at(instance))});
    const auto count = static_cast<std::uint32_t>(most);
    m_arena.write(chunk.first + chunk.written, count, plants.data());
    chunk.written += count;
    upload.bytes -= most * sizeof(GpuPlant);
}

void FoliageBuffer::release(Chunk* chunk)
{
    if (--chunk->users > 0)
        return;
    if (chunk->count > 0)
        m_arena.free(chunk->first, chunk->count);
    m_chunks.erase(Key{chunk->source.get(), chunk->lightmap.get()});
}
} // namespace engine
