#pragma once

#include "engine_core/interchange/gltf/gltf_file.h"
#include "engine_core/scene/light/lightmap.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace engine
{
/// Adds the variant "baked light" to a glTF file (KHR_materials_variants): faces show the atlas
/// that their light is in, unlit, by texture coordinates of their own.
class GltfBakedLight
{
public:
    /// Both outlive it. `exposure` is the scene's, in stops.
    GltfBakedLight(GltfFile& file, const Lightmap& lightmap, float exposure)
        : m_file{file}, m_lightmap{lightmap}, m_exposure{exposure}
    {
    }

    /// Lets a primitive show the atlas by its texture coordinates of that set. Nothing if the
    /// picture cannot be made.
    void addTo(GltfJson& primitive, std::uint16_t atlas, int set);

private:
    [[nodiscard]] std::optional<std::size_t> textureOf(std::uint16_t atlas);

    GltfFile& m_file;
    const Lightmap& m_lightmap;
    float m_exposure;
    std::map<std::uint16_t, std::optional<std::size_t>> m_textures;   ///< by atlas
    std::map<std::pair<std::uint16_t, int>, std::size_t> m_materials; ///< by atlas and set
};
} // namespace engine
