#include "engine_core/render/scene/gpu_materials.h"

#include "engine_core/assets/images/placeholder_picture.h"
#include "engine_core/assets/material_loader.h"
#include "engine_core/math/srgb.h"
#include "engine_core/render/scene/mip_chain.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace engine
{
namespace
{
Image onePixel(std::uint8_t r, std::uint8_t g, std::uint8_t b)
{
    return {1, 1, {r, g, b, 255}};
}

/// The channel in all of them, for textures that keep the red one alone.
Image greyOf(const Image& image, std::size_t channel)
{
    Image grey{image.width, image.height, image.rgba};
    for (std::size_t i = 0; i + 3 < grey.rgba.size(); i += 4)
        grey.rgba[i] = image.rgba[i + channel];
    return grey;
}

void writeLevel(GLuint texture, GLint level, const Image& image)
{
    glTextureSubImage2D(texture, level, 0, 0, static_cast<GLsizei>(image.width),
                        static_cast<GLsizei>(image.height), GL_RGBA, GL_UNSIGNED_BYTE,
                        image.rgba.data());
}

void writeSmallerLevels(GLuint texture, GLint levels, const Image& image, Averaging averaging)
{
    Image level;
    for (GLint i = 1; i < levels; ++i) {
        level = halved(i == 1 ? image : level, averaging);
        writeLevel(texture, i, level);
    }
}
} // namespace

std::string GpuMaterial::defines() const
{
    std::string words;
    if (isRich)
        words += " RICH";
    if (isLayered)
        words += " LAYERED";
    if (source->finish.opacity == Opacity::Mask)
        words += " MASK";
    if (source->finish.opacity == Opacity::Blend)
        words += " BLEND";
    return words;
}

const GpuImage& GpuMaterial::colorAt(double seconds) const
{
    if (frames.empty())
        return *color;
    const auto count = static_cast<double>(frames.size() + 1);
    const auto shown = std::floor(seconds * static_cast<double>(source->finish.layers.frameRate));
    const auto at = static_cast<std::size_t>(std::max(std::fmod(shown, count), 0.0));
    return at == 0 ? *color : *frames[at - 1];
}

GpuMaterials::GpuMaterials(AssetDatabase& assets)
    : m_assets{assets}, m_software{isSoftwareRenderer()}
{
    m_grid = upload(*measuringGrid(), Use::Color);
    m_white = upload(onePixel(255, 255, 255), Use::Color);
    m_flat = upload(onePixel(128, 128, 255), Use::Normal);
    // On the processor every extra sample is paid for in full: these filters alone would cost more
    // than the rest of the picture.
    m_fast = makeSampler();
    glSamplerParameteri(m_fast.name(), GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    m_full = makeSampler();
    glSamplerParameteri(m_full.name(), GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    if (!m_software) // whose loop over the samples has no end where a picture is seen edge-on
        glSamplerParameterf(m_full.name(), GL_TEXTURE_MAX_ANISOTROPY, 16.F);
    assets.prepareSurfaceImages(!m_software); // quick pictures, which a processor draws, have none
    m_connections += assets.changed.connect([this](const std::vector<AssetEntry>& entries) {
        ++m_revision;
        std::fill(m_current.begin(), m_current.end(), false);
        for (const auto& entry : entries)
            std::erase_if(m_images, [&](const auto& known) {
                const auto& file = known.first.first;
                return file == entry.file || (entry.kind == AssetKind::Mesh &&
                                              file.string().starts_with(entry.path + '#'));
            });
    });
}

const GpuMaterial& GpuMaterials::material(std::uint32_t id, bool detailed)
{
    if (id >= m_materials.size()) {
        m_materials.resize(m_ids.names().size());
        m_current.resize(m_materials.size(), false);
    }
    auto& material = m_materials[id];
    GpuMaterial before; // whose images live on until the new one has taken what it shows, too
    if (!m_current[id]) {
        m_current[id] = true;
        if (auto source = m_assets.material(m_ids.names()[id]); source != material.source) {
            before = material;
            take(material, std::move(source));
        }
    }
    if (detailed && !material.detailed)
        addDetail(material);
    return material;
}

void GpuMaterials::take(GpuMaterial& material, std::shared_ptr<const Material> source)
{
    const auto& finish = source->finish;
    material.color = source->missing ? placeholder(source->name.text())
                                     : load(source->color, Use::Color,
                                            source->name.isEmpty() ? m_grid : m_white);
    material.glow = load(finish.glow, Use::Color, m_white);
    material.normal = m_flat;
    material.roughness = grey(source->roughnessValue);
    material.metallic = nullptr;
    material.occlusion = nullptr;
    material.detailed = false;
    material.isRich = !(finish == MaterialFinish{});
    takeLayers(material, finish.layers);
    material.source = std::move(source);
}

void GpuMaterials::takeLayers(GpuMaterial& material, const MaterialLayers& layers)
{
    material.detail = load(layers.detail, Use::Color, m_white);
    material.isLayered = layers.triplanar > 0 || layers.warp > 0 || !layers.detail.empty();
    material.frames.clear();
    for (const auto& frame : layers.frames)
        material.frames.push_back(load(frame, Use::Color, material.color));
}

std::shared_ptr<GpuImage> GpuMaterials::grey(float value)
{
    const auto step = static_cast<std::uint8_t>(std::lround(value * 255.F));
    auto& known = m_greys[step];
    if (auto alive = known.lock())
        return alive;
    auto made = upload(onePixel(step, step, step), Use::Red);
    known = made;
    return made;
}

std::shared_ptr<GpuImage> GpuMaterials::placeholder(const std::string& name)
{
    constexpr std::size_t MostPictures = 512; // of a level that lacks more, some have no letters
    if (++m_placeholders <= MostPictures)
        return upload(placeholderPicture(name), Use::Color);
    const auto color = placeholderColor(name);
    const auto part = [](float linear) {
        return static_cast<std::uint8_t>(std::lround(srgbFromLinear(linear) * 255.F));
    };
    return upload(onePixel(part(color.r), part(color.g), part(color.b)), Use::Color);
}

void GpuMaterials::addDetail(GpuMaterial& material)
{
    const auto& source = *material.source;
    // Of a packed image the pixels are shared as long as somebody has them.
    const auto packed =
        source.roughness.file.empty() ? nullptr : m_assets.image(source.roughness.file);
    material.normal = load(source.normal, Use::Normal, m_flat);
    material.roughness = load(source.roughness, material.roughness);
    if (material.isRich) {
        material.metallic = source.finish.metallic.file.empty()
                                ? grey(source.metallic)
                                : load(source.finish.metallic, grey(source.metallic));
        material.occlusion = load(source.finish.occlusion, m_white);
    }
    material.detailed = true;
}

std::shared_ptr<GpuImage> GpuMaterials::load(const GreyMap& map,
                                             const std::shared_ptr<GpuImage>& instead)
{
    constexpr std::array Channels{Use::Red, Use::Green, Use::Blue, Use::Alpha};
    return load(map.file, Channels[std::min<std::size_t>(map.channel, 3)], instead);
}

std::shared_ptr<GpuImage>
GpuMaterials::load(const fs::path& file, Use use, const std::shared_ptr<GpuImage>& instead)
{
    if (file.empty())
        return instead;
    auto& known = m_images[{file, use}];
    if (auto alive = known.lock())
        return alive;
    const auto image = m_assets.image(file);
    if (!image)
        return instead;
    auto made = use > Use::Red ? upload(greyOf(*image, static_cast<std::size_t>(use) -
                                                           static_cast<std::size_t>(Use::Red)),
                                        use)
                               : upload(*image, use);
    known = made;
    return made;
}

std::shared_ptr<GpuImage> GpuMaterials::upload(const Image& image, Use use) const
{
    const GLenum format = use == Use::Color    ? GL_SRGB8_ALPHA8
                          : use == Use::Normal ? GL_RGBA8
                                               : GL_R8;
    auto made = std::make_shared<GpuImage>();
    made->texture = makeTexture(GL_TEXTURE_2D);
    const auto name = made->texture.name();
    const auto levels =
        static_cast<GLint>(std::bit_width(std::max({image.width, image.height, 1U})));
    glTextureStorage2D(name, levels, format, static_cast<GLsizei>(image.width),
                       static_cast<GLsizei>(image.height));
    writeLevel(name, 0, image);
    // A driver that draws on the processor would compile a shader for each level first.
    if (m_software)
        writeSmallerLevels(name, levels, image,
                           use == Use::Color ? Averaging::Srgb : Averaging::Linear);
    else
        glGenerateTextureMipmap(name);
    return made;
}

namespace
{
/// All layers are as large as the largest atlas.
std::pair<GLsizei, GLsizei> layerSize(const Lightmap& lightmap)
{
    GLsizei width = 1;
    GLsizei height = 1;
    for (const auto& atlas : lightmap.atlases) {
        width = std::max(width, static_cast<GLsizei>(atlas.width));
        height = std::max(height, static_cast<GLsizei>(atlas.height));
    }
    return {width, height};
}

void sendRows(
    GLuint texture, const LightmapAtlas& atlas, std::size_t layer, std::size_t from, std::size_t to)
{
    if (from >= to)
        return;
    glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
    glTextureSubImage3D(texture, 0, 0, static_cast<GLint>(from), static_cast<GLint>(layer),
                        static_cast<GLsizei>(atlas.width), static_cast<GLsizei>(to - from), 1,
                        GL_RGB, GL_HALF_FLOAT, atlas.halfs.data() + from * atlas.width * 3);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

/// The rows in which two atlases of one width differ: from the first to behind the last.
std::pair<std::size_t, std::size_t> changedRows(const LightmapAtlas& before,
                                                const LightmapAtlas& after)
{
    const std::size_t length = std::size_t{3} * after.width;
    const auto isSame = [&](std::size_t row) {
        return row < before.height &&
               std::equal(after.halfs.begin() + static_cast<std::ptrdiff_t>(row * length),
                          after.halfs.begin() + static_cast<std::ptrdiff_t>((row + 1) * length),
                          before.halfs.begin() + static_cast<std::ptrdiff_t>(row * length));
    };
    std::size_t from = 0;
    std::size_t to = after.height;
    while (from < to && isSame(from))
        ++from;
    while (to > from && isSame(to - 1))
        --to;
    return {from, to};
}
} // namespace

/// Null if that is not possible.
std::shared_ptr<GpuLightmap> GpuLightmaps::takeOver(const Lightmap& lightmap,
                                                    std::shared_ptr<const GpuLightmap> before)
{
    const auto known = before ? m_lightmaps.find(before->source->hash) : m_lightmaps.end();
    if (known == m_lightmaps.end() || before.use_count() != 1)
        return nullptr;
    auto made = known->second.lock();
    const auto& old = before->source->atlases;
    if (layerSize(*before->source) != layerSize(lightmap) ||
        old.size() != lightmap.atlases.size() ||
        !std::equal(old.begin(), old.end(), lightmap.atlases.begin(),
                    [](const auto& a, const auto& b) { return a.width == b.width; }))
        return nullptr;
    for (std::size_t i = 0; i < old.size(); ++i) {
        const auto [from, to] = changedRows(old[i], lightmap.atlases[i]);
        sendRows(made->texture.name(), lightmap.atlases[i], i, from, to);
    }
    m_lightmaps.erase(known);
    return made;
}

std::shared_ptr<const GpuLightmap>
GpuLightmaps::upload(const std::shared_ptr<const Lightmap>& lightmap,
                     std::shared_ptr<const GpuLightmap> before)
{
    if (!lightmap || lightmap->atlases.empty())
        return nullptr;
    std::erase_if(m_lightmaps, [](const auto& entry) { return entry.second.expired(); });
    if (const auto known = m_lightmaps.find(lightmap->hash); known != m_lightmaps.end())
        if (auto alive = known->second.lock())
            return alive;
    auto made = takeOver(*lightmap, std::move(before));
    if (!made) {
        const auto [width, height] = layerSize(*lightmap);
        made = std::make_shared<GpuLightmap>();
        made->size = {static_cast<float>(width), static_cast<float>(height)};
        made->texture = makeTexture(GL_TEXTURE_2D_ARRAY);
        const auto name = made->texture.name();
        glTextureStorage3D(name, 1, GL_RGB16F, width, height,
                           static_cast<GLsizei>(lightmap->atlases.size()));
        for (std::size_t i = 0; i < lightmap->atlases.size(); ++i)
            sendRows(name, lightmap->atlases[i], i, 0, lightmap->atlases[i].height);
        glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTextureParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTextureParameteri(name, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    }
    made->source = lightmap;
    made->probes = {};
    if (const auto& probes = lightmap->volume.probes; !probes.empty()) {
        static_assert(sizeof(LightProbe) == 3 * sizeof(Vec4f)); // as light_volume.glsl reads it
        made->probes = makeBuffer();
        glNamedBufferStorage(made->probes.name(),
                             static_cast<GLsizeiptr>(std::span{probes}.size_bytes()), probes.data(),
                             0);
    }
    m_lightmaps[lightmap->hash] = made;
    return made;
}
} // namespace engine
