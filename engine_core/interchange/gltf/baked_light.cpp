#include "engine_core/interchange/gltf/baked_light.h"

#include "engine_core/assets/images/image.h"
#include "engine_core/math/srgb.h"

#include <fmt/format.h>
#include <glm/gtc/packing.hpp>

#include <cmath>

namespace engine
{
namespace
{
constexpr const char* Variants = "KHR_materials_variants";

/// What a white face throws back, as a screen shows it; brighter than white is white.
Result<std::string> pictureOf(const LightmapAtlas& atlas, float exposure)
{
    Image image{atlas.width, atlas.height, {}};
    const auto pixels = std::size_t{atlas.width} * atlas.height;
    if (atlas.halfs.size() < pixels * 3)
        return Error{"the lightmap is damaged"};
    image.rgba.resize(pixels * 4, 255);
    const float gain = std::exp2(exposure);
    for (std::size_t i = 0; i < pixels; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            image.rgba[i * 4 + c] = static_cast<std::uint8_t>(std::lround(
                255 * srgbFromLinear(gain * glm::unpackHalf1x16(atlas.halfs[i * 3 + c]))));
    return pngBytes(image);
}
} // namespace

std::optional<std::size_t> GltfBakedLight::textureOf(std::uint16_t atlas)
{
    const auto [at, isNew] = m_textures.try_emplace(atlas);
    if (!isNew)
        return at->second;
    if (auto picture = pictureOf(m_lightmap.atlases[atlas], m_exposure))
        at->second =
            m_file.addPicture(fmt::format("baked_light_{}", atlas + 1), *std::move(picture));
    return at->second;
}

void GltfBakedLight::addTo(GltfJson& primitive, std::uint16_t atlas, int set)
{
    const auto texture = textureOf(atlas);
    if (!texture)
        return;
    const auto [at, isNew] = m_materials.try_emplace({atlas, set});
    if (isNew) {
        GltfJson material{{"name", fmt::format("baked light {}", m_materials.size())}};
        GltfJson shown{{"index", *texture}};
        if (set > 0)
            shown["texCoord"] = set;
        material["pbrMetallicRoughness"] = {{"baseColorTexture", std::move(shown)},
                                            {"metallicFactor", 0}};
        material["extensions"]["KHR_materials_unlit"] = GltfJson::object();
        m_file.use("KHR_materials_unlit");
        m_file.wide(Variants)["variants"] = GltfJson::array({GltfJson{{"name", "baked light"}}});
        at->second = m_file.add("materials", std::move(material));
    }
    primitive["extensions"][Variants]["mappings"] =
        GltfJson::array({GltfJson{{"material", at->second}, {"variants", GltfJson::array({0})}}});
}
} // namespace engine
