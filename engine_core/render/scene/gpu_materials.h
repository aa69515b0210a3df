#pragma once

#include "engine_core/assets/project/asset_database.h"
#include "engine_core/render/gl/gl_device.h"
#include "engine_core/render/scene/mesh_cache.h"
#include "engine_core/scene/light/lightmap.h"

#include <map>
#include <memory>

namespace engine
{
/// An image on the GPU; materials share it.
struct GpuImage
{
    GlTexture texture;
};

/// A material ready to draw with. Where it has no image, a neutral one of 1 x 1 stands in.
struct GpuMaterial
{
    std::shared_ptr<const Material> source;
    std::shared_ptr<GpuImage> color, normal, roughness, metallic, occlusion, glow, detail;
    std::vector<std::shared_ptr<GpuImage>> frames; ///< that follow `color`; may be empty
    bool detailed = false; ///< has its normals, roughness, metal and occlusion
    bool isRich = false;   ///< has a MaterialFinish that shaders must know of
    bool isLayered = false; ///< has MaterialLayers of which they must know, too

    /// The words that shaders draw it with, each after a space.
    [[nodiscard]] std::string defines() const;

    /// What shows at that time.
    [[nodiscard]] const GpuImage& colorAt(double seconds) const;
};

/// Loads materials when they are first drawn and again when their files changed.
class GpuMaterials
{
public:
    explicit GpuMaterials(AssetDatabase& assets);

    [[nodiscard]] MaterialIds& ids() { return m_ids; }

    /// Of an id of ids(). Valid until the next call. Pictures that are not `detailed` show no
    /// normals and no roughness: these are loaded by the first that does.
    [[nodiscard]] const GpuMaterial& material(std::uint32_t id, bool detailed);

    /// Whether what lies behind faces of this id of ids() shows through. Loads it for that.
    [[nodiscard]] bool isBlended(std::uint32_t id)
    {
        return material(id, false).source->finish.opacity == Opacity::Blend;
    }

    /// Another number after each change of the project's files.
    [[nodiscard]] std::uint64_t revision() const { return m_revision; }

    /// How material images are filtered.
    [[nodiscard]] GLuint sampler(bool fast) const { return (fast ? m_fast : m_full).name(); }

private:
    enum class Use
    {
        Color,
        Normal,
        Red, ///< a grey picture in that channel
        Green,
        Blue,
        Alpha
    };

    void take(GpuMaterial& material, std::shared_ptr<const Material> source);
    void takeLayers(GpuMaterial& material, const MaterialLayers& layers);
    void addDetail(GpuMaterial& material);
    /// The image of a file; `instead` if there is none, or it cannot be read.
    [[nodiscard]] std::shared_ptr<GpuImage>
    load(const fs::path& file, Use use, const std::shared_ptr<GpuImage>& instead);
    [[nodiscard]] std::shared_ptr<GpuImage> load(const GreyMap& map,
                                                 const std::shared_ptr<GpuImage>& instead);
    /// One pixel of that grey, 0 to 1; shared.
    [[nodiscard]] std::shared_ptr<GpuImage> grey(float value);
    [[nodiscard]] std::shared_ptr<GpuImage> upload(const Image& image, Use use) const;
    [[nodiscard]] std::shared_ptr<GpuImage> placeholder(const std::string& name);

    AssetDatabase& m_assets;
    bool m_software; ///< the processor draws
    MaterialIds m_ids;
    std::vector<GpuMaterial> m_materials; ///< by id
    std::vector<bool> m_current;          ///< by id; false: ask the assets again
    std::map<std::pair<fs::path, Use>, std::weak_ptr<GpuImage>> m_images;
    std::shared_ptr<GpuImage> m_grid, m_white, m_flat;
    std::map<int, std::weak_ptr<GpuImage>> m_greys; ///< by their steps of 255
    std::size_t m_placeholders = 0; ///< made so far
    std::uint64_t m_revision = 0;
    GlSampler m_fast, m_full;
    Connections m_connections;
};

/// A lightmap on the GPU: all atlases as layers of one texture.
struct GpuLightmap
{
    std::shared_ptr<const Lightmap> source;
    GlTexture texture;
    GlBuffer probes; ///< those of the LightVolume, as they lie in memory; or none
    Vec2f size{1};   ///< texels of a layer
};

/// Lightmaps by content hash, alive as long as a world shows them.
class GpuLightmaps
{
public:
    /// `before` is what the caller has shown until now, or null. If nobody else shows it, its
    /// texture is taken over where both are alike, and only rows that differ are sent.
    [[nodiscard]] std::shared_ptr<const GpuLightmap>
    upload(const std::shared_ptr<const Lightmap>& lightmap,
           std::shared_ptr<const GpuLightmap> before);

private:
    [[nodiscard]] std::shared_ptr<GpuLightmap> takeOver(const Lightmap& lightmap,
                                                        std::shared_ptr<const GpuLightmap> before);

    std::map<ContentHash, std::weak_ptr<GpuLightmap>> m_lightmaps;
};
} // namespace engine
